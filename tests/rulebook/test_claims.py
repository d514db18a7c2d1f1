"""The authors' table and measurements: verdicts, the stored file, and sentences about it."""

import dataclasses
import math
import random
from collections import Counter
from pathlib import Path

import pytest

import hedgekit
from hedgekit.games.race.rulesets.engines import LIMIT
from rulebook.measuring import claims, read
from rulebook.text import words
from tools.measure import authors as measuring
from tools.measure import judging, verdicts

ALL = read("claims")
ROWS = ALL["rows"] + ALL["pairs"]


def row_of(*variants):
    return next(row for row in ROWS if row["variants"] == list(variants))


@pytest.mark.parametrize(
    ("sign", "between", "verdict"),
    [
        ("+", (1.02, 1.3), "agrees"),
        ("+", (1.02, 1.08), "a little"),
        ("-", (0.92, 0.98), "a little"),
        ("(+)", (1.02, 1.08), "a little"),  # which is what the sign means
        ("(+)", (0.98, 1.08), "a little"),
        ("(+)", (0.93, 1.02), "disagrees"),
        ("(+)", (0.97, 1.3), "cannot tell"),
        ("+", (0.95, 1.05), "disagrees"),  # no notable difference
        ("++", (0.7, 0.8), "disagrees"),
        ("-", (0.7, 0.99), "agrees"),
        ("--", (1.01, 1.2), "disagrees"),
        ("=", (0.92, 1.08), "agrees"),
        ("=", (0.8, 1.05), "cannot tell"),
        ("=", (1.11, 1.2), "disagrees"),
    ],
)
def test_a_verdict_follows_from_the_sign_and_the_interval(sign, between, verdict):
    assert verdicts.verdict_of(sign, between, (0.9, 1.1)) == verdict


def test_every_variant_with_signs_and_every_recommended_pair_has_a_row():
    signed = [n for n, variant in hedgekit.VARIANTS.items() if variant.duration or variant.tactic]
    assert [row["variants"] for row in ALL["rows"]] == [[n] for n in signed]
    assert len(signed) >= 35, "those that the authors give signs"
    assert [tuple(row["variants"]) for row in ALL["rows"] + ALL["pairs"]] == list(verdicts.rule_sets())
    assert len(ALL["pairs"]) == 7, "the pairs the authors recommend"


def test_the_file_has_the_current_rules_and_signs():
    assert ALL["hedgekit"] == hedgekit.__version__, "run `python -m tools.measure` again"
    for row in ALL["rows"]:
        variant = hedgekit.VARIANTS[row["variants"][0]]
        assert (row["duration"], row["tactic"]) == (variant.duration, variant.tactic)
        assert row["players"] in (variant.advised or variant.players)


def test_the_file_comes_from_the_documented_command():
    """`python -m tools.measure --seed 1`: seed 1, scale 1, and the tables' numbers of games."""
    assert (ALL["seed"], ALL["scale"], ALL["players"]) == (1, 1, list(claims.MEASURED_PLAYERS))
    for row in ROWS:
        part = measuring.SERIES_PART if row["series"] else 1
        for kind, measure in row["length"].items():
            assert measure["games"] == round(measuring.GAMES[kind] / part)


def as_row(row):
    """Return a row of the file as an object of the measuring command."""
    length = {kind: verdicts.Measure(**measure) for kind, measure in row["length"].items()}
    return verdicts.Row(**row | {"length": length})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rules"])
def test_the_verdicts_follow_from_the_figures(row):
    assert verdicts.judge_length(as_row(row)).items() <= row["verdicts"].items()
    assert verdicts.doubts(row).items() <= row.items()


def test_only_an_opposite_difference_contradicts():
    eleven = as_row(row_of(11))  # 1.002, 1.245, 1.672
    assert verdicts.judge_length(eleven) == {"length": "agrees"}
    shorter = dataclasses.replace(eleven.length["random"], between=(0.7, 0.8))
    assert verdicts.judge_length(dataclasses.replace(eleven, length=eleven.length | {"random": shorter})) == {
        "length": "cannot tell"
    }


@pytest.mark.parametrize("number", [5, 30])
def test_length_is_measured_in_steps_and_turns(number):
    row = row_of(number)
    assert row["verdicts"]["length"] == "cannot tell"
    assert "In turns it is shorter, in steps it is not" in " ".join(claims.sentences(row, "en"))


def test_claims_that_these_games_cannot_refute_are_not_tested():
    """Players for single games take no account of a series' count, or of the stakes of a game."""
    for row in ROWS:
        untested = {what for what, verdict in row["verdicts"].items() if verdict == "cannot be tested so"}
        counts = any({"series.end", "stakes"} & hedgekit.VARIANTS[n].writes.keys() for n in row["variants"])
        assert untested == (set(row["verdicts"]) if counts else set()), row["rules"]
        text = " ".join(claims.sentences(row, "en"))
        assert ("would have" in text) == (not row["series"]) or not row["verdicts"]
    assert "The two measures part here" in " ".join(claims.sentences(row_of(38), "en"))


@pytest.mark.parametrize(
    ("what", "summary"),
    [
        ("tactics", "{} claims of tactics that such games could have refuted {} are borne out"),
        ("length", "of {} of length {} are"),
    ],
)
def test_the_summary_counts_refutable_claims(what, summary):
    counts = Counter(row["verdicts"].get(what) for row in ALL["rows"])
    tested = len(ALL["rows"]) - counts["cannot be tested so"]
    unsure = ", ".join(str(row["variants"][0]) for row in ALL["rows"] if row["verdicts"][what] == "cannot tell")
    wanted = f"{summary.format(tested, counts['agrees'] + counts['a little'])} ({counts['a little']} a little), "
    wanted += f"{counts['disagrees']} not, and {counts['cannot tell']} cannot be told ({unsure})"
    assert wanted in " ".join((Path(__file__).parents[2] / "docs/players.md").read_text("utf-8").split())


def test_verdicts_on_tactics_follow_from_all_figures_together():
    claimed = [row for row in ALL["rows"] if row["tactic"] and not row["series"]]
    found = judging.verdicts([(row["tactic"], row["gap"]["between"]) for row in claimed])
    assert found == [row["verdicts"]["tactics"] for row in claimed]


def test_every_interval_contains_its_figure():
    for row in ROWS:
        for measure in filter(
            lambda one: one["between"], (*row["length"].values(), row["gap"], row["deeper"], row["thumb"])
        ):
            assert measure["interval"][0] <= measure["value"] <= measure["interval"][1]
            assert measure["between"][0] <= measure["compared"] <= measure["between"][1]


def test_lengths_are_positive_and_without_unfinished_games():
    for row in ROWS:
        for measure in row["length"].values():
            assert measure["between"] is None or measure["interval"][0] > 0
            assert measure["by"] == "median" or not measure["unfinished"]
            if measure["unfinished"] * 2 >= measure["games"]:
                assert measure["value"] is None
            elif not row["series"]:
                assert measure["interval"][1] < LIMIT


def test_greedy_players_who_block_each_other_give_no_verdict():
    """Most of their games with concrete blocks do not end: that gives neither a length nor a verdict."""
    row = row_of(37)
    greedy = row["length"]["greedy"]
    assert greedy["unfinished"] > greedy["games"] / 2
    assert greedy["compared"] is None
    texts = claims.sentences(row, "en")
    assert any("greedy players" in one and f"{LIMIT // 1000}\N{NARROW NO-BREAK SPACE}000 turns" in one for one in texts)


def test_new_black_squares_are_measured_on_new_layouts():
    """On random layouts from the seed, never as printed; no row repeats the base game."""
    row = row_of(17)
    assert tuple(row["layouts"]) == measuring.layouts(row["variants"], row["players"], ALL["seed"])
    printed = hedgekit.rules(f"0 players={row['players']}").black
    found = [hedgekit.rules(rules).black for rules in row["layouts"]]
    assert printed not in found
    assert len(set(found)) == len(found) == measuring.LAYOUTS
    for squares in found:
        assert len(squares - printed) <= measuring.TILES
        assert not any(square[0] in "ai" for square in squares)
    for other in ROWS:
        assert any(measure["compared"] not in (1, None) for measure in other["length"].values())


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_row_is_described_in_complete_sentences(lang):
    for row in ALL["rows"]:
        texts = claims.sentences(row, lang)
        assert len(texts) == 4 if row["series"] else 9 <= len(texts) <= 16, row["rules"]
        assert not any("{" in sentence or "nan" in sentence for sentence in texts)


def test_an_undecided_length_says_how_many_games_would_decide():
    """34: the interval crosses a tenth; 5: steps and turns differ, which more games would not change."""
    texts = {number: " ".join(claims.sentences(claims.rows()[number], "en")) for number in (1, 5, 17, 34)}
    assert "It would take some 1 000 games of such players." in texts[34].replace(chr(0x202F), " ").replace(",", " ")
    assert "games of such players" in texts[17]
    assert "it depends on what one counts" in texts[5]
    assert not any("such players" in texts[number] for number in (1, 5))


def test_the_games_needed_are_enough():
    """Four times of five, an interval for that number of games, drawn around the measured one, gives a verdict."""
    row, chance = claims.rows()[34]["length"]["lookahead:100"], random.Random(1)
    low, high = row["between"]
    games = verdicts.needed("=", (low, high), row["games"], verdicts.ZONE, 0.025)
    error = (high - low) / 2 / 1.96 * math.sqrt(row["games"] / games)
    drawn = (chance.gauss((low + high) / 2, error) for _ in range(2000))
    found = [verdicts.length_verdict("=", (one - 1.96 * error, one + 1.96 * error)) for one in drawn]
    assert sum(verdict != claims.UNKNOWN for verdict in found) > 0.78 * len(found)
