"""Measurements of the other games: the stored file, samples played again, and sentences about them."""

import json
import re

import pytest

import hedgekit
from hedgekit.games.collection import OTHER_GAMES
from rulebook import chapters
from rulebook.measuring import games as statistics
from rulebook.text import words
from tests.sample import some
from tools.measure import authors as measuring
from tools.measure import games

from .command import measure as command

ROWS = [(game, row) for game in OTHER_GAMES for row in statistics.statistics(game)]
IDS = [f"{row.rules} {row.kind}" for _, row in ROWS]


def test_every_option_is_measured_against_the_default():
    for game in OTHER_GAMES:
        rules = hedgekit.game_of(game).read_rules(game)
        rows = statistics.statistics(game)
        assert {row.players for row in rows if not row.option} == set(rules.PLAYER_COUNTS)
        changed = {f"{name}={value}" for name, values in rules.OPTIONS.items() for value in values[1:]}
        assert {row.option for row in rows} == changed | {""}
        for row in rows:
            assert hedgekit.game_of(row.rules).read_rules(row.rules).players == row.players
            assert (row.length is None) == (row.edge is None) == (not row.option)


def test_the_file_has_the_current_rules_and_comes_from_the_documented_command():
    """`python -m tools.measure --games`: seed 1, scale 1, and the tables' numbers of games."""
    kept = statistics.stored()
    assert kept["hedgekit"] == hedgekit.__version__, "run `python -m tools.measure --games` again"
    assert (kept["seed"], kept["scale"]) == (1, 1)
    assert {(game, row.kind): row.games for game, row in ROWS} == {
        (game, kind): games for game, kinds in games.GAMES.items() for kind, games in kinds.items()
    }


def advice(game):
    """Return what to do when a sample comes out differently."""
    same = statistics.stored()["sources"][game] == measuring.sources(game)
    known = "the same sources" if same else "their sources did"
    return f"the rules or the players changed ({known}): `python -m tools.measure --games --only {game}`"


@pytest.mark.parametrize(("game", "row"), some(ROWS, 3), ids=IDS)
def test_a_sample_played_again_has_the_same_figures(game, row):
    """The first games of a row: some rows in every run, all in the long runs."""
    assert games.sample(row.rules, row.kind, statistics.stored()["seed"]) == row.sample, advice(game)


@pytest.mark.parametrize(("game", "row"), ROWS, ids=IDS)
def test_every_interval_contains_its_figure(game, row):
    for figure in filter(None, (row.turns, row.first, row.length, row.edge)):
        assert figure.interval[0] <= figure.value <= figure.interval[1]
    assert 0 <= row.drawn < 1


def test_comparisons_are_between_equal_players():
    """Compared with the default among equal players: the ratio of the two means."""
    for game, row in ROWS:
        if row.option:
            usual = next(
                one
                for other, one in ROWS
                if (other, one.option, one.players, one.kind) == (game, "", row.players, row.kind)
            )
            assert row.length.value == pytest.approx(row.turns.value / usual.turns.value, rel=1e-4)
            assert row.edge.value == pytest.approx(row.first.value - usual.first.value, abs=1e-4)


def test_measuring_is_reproducible_and_reports_every_row():
    reported = []

    def report(key, **values):
        reported.append(values["rules"])

    once = games.measure(5, 0.0001, report, ("checkerboard",))
    assert once == games.measure(5, 0.0001, report, ("checkerboard",))
    assert reported == 2 * [row["rules"] for row in once["games"]["checkerboard"]]
    assert len(reported) == 28
    assert once != games.measure(6, 0.0001, report, ("checkerboard",))
    with pytest.raises(LookupError, match="carrom"):
        statistics.statistics("carrom")


def test_the_command_writes_the_file(monkeypatch, tmp_path):
    def measure(seed, scale, say, games=(), checkpoint=None):
        say("sister_row", rules="hekla players=2", kind="greedy", turns=24, percent=51)
        return {"seed": seed, "scale": scale}

    monkeypatch.setattr(games, "measure", measure)
    file = tmp_path / "sisters.json"
    done = command("--games", "--seed", "3", "--scale", "0.5", "--out", str(file))
    assert (done.exit_code, done.output) == (0, f"hekla players=2, greedy: 24 turns, A wins 51 %\nWritten to {file}.\n")
    assert json.loads(file.read_text("utf-8")) == {"seed": 3, "scale": 0.5}


def test_only_the_chosen_games_are_measured_again(monkeypatch, tmp_path):
    def measure(seed, scale, say, games, checkpoint=None):
        return {"hedgekit": "x", "seed": seed, "scale": scale, "sources": {"hekla": "anew"}, "games": {"hekla": []}}

    monkeypatch.setattr(games, "measure", measure)
    file = tmp_path / "sisters.json"
    run = ["--games", "--seed", "1", "--out", str(file), "--only"]
    assert command(*run, "hekla").exit_code == 0
    written, kept = json.loads(file.read_text("utf-8")), statistics.stored()
    assert (written["games"].pop("hekla"), written["sources"].pop("hekla")) == ([], "anew")
    assert written["games"] == {game: rows for game, rows in kept["games"].items() if game != "hekla"}
    assert written["sources"] == {game: made for game, made in kept["sources"].items() if game != "hekla"}
    for wrong, message in (([*run, "chess"], "sister games: chess"), ([*run, "hekla", "--seed", "2"], "of seed 1")):
        done = command(*wrong)
        assert done.exit_code == 2
        assert message in done.output


def test_the_difference_of_two_shares_is_newcombes():
    """R. G. Newcombe 1998, table II (a): 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339."""
    one, other = (statistics.Figure(won / many, games.wilson(won, many, 0.95)) for won, many in ((56, 70), (48, 80)))
    apart = games._share_difference(one, other)
    assert apart.value == pytest.approx(0.2)
    assert apart.interval == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_partners_share_their_sides_interval():
    """4 of 10 games won by A and C are 0.2 for each, with the precision of their side's 0.4."""
    both, side = games.wilson(4, 10, 0.95), games.won({0b0101: 4, 0b1010: 6}, 0, 10)
    assert side.value == pytest.approx(0.2)
    assert side.interval == pytest.approx((both[0] / 2, both[1] / 2))
    assert side == games.won({0b0101: 4, 0b1010: 6, games.DRAW: 5}, 2, 10), "games nobody won do not count"
    alone = games.won({0b01: 4, 0b10: 6}, 0, 10)
    assert (alone.value, alone.interval) == (0.4, both)
    tied = games.won({0b01: 3, 0b11: 2, 0b10: 5}, 0, 10)
    assert (tied.value, tied.interval) == (0.4, both), "occasional ties keep Wilson's interval"


def test_the_stored_intervals_are_those_of_the_sides():
    for game, row in ROWS:
        if game == "checkerboard" and row.players == 4:
            decided = round(row.games * (1 - row.drawn))
            won = round(2 * row.first.value * decided)
            low, high = games.wilson(won, decided, 0.95)
            assert row.first.interval == pytest.approx((low / 2, high / 2), abs=1e-5)


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("game", OTHER_GAMES)
def test_a_chapter_shows_tables(game, lang):
    html = statistics.html(game, lang)
    rows = statistics.statistics(game)
    tables = 1 + len({row.option for row in rows if row.option})
    assert html.count("<tr>") == len(rows) + tables, "one line for each row, and a head for each table"
    assert html.count("<td") == html.count("<td style") == html.count('white-space:nowrap" data-label='), (
        "each is named"
    )
    assert not re.search(r"\{\w*\}|\bnan\b|None", html)
    for tag in ("div", "table", "ul", "details"):
        assert html.count(f"<{tag}") == html.count(f"</{tag}>")


def test_the_advantage_of_starting_follows_from_the_interval():
    row = next(row for _, row in ROWS if row.players == 2 and not row.option)
    for value, text in ((0.6, "good to begin"), (0.5, "cannot tell"), (0.4, "bad to begin")):
        moved = statistics.Figure(value, (value - 0.04, value + 0.04))
        changed = statistics.Row(**{**vars(row), "first": moved})
        assert text in statistics.sentence(changed, "en")


def test_notebooks_show_measurements_in_every_language():
    shown = chapters.measured("hekla")
    assert repr(shown) == "<measured of hekla>"
    assert shown.html.count("data-lang=") == len(words.LANGUAGES)
