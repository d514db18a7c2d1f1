"""Benchmarks run and measure what they claim to; how fast is never tested."""

import math
import shutil

import pytest

import hedgekit
from benchmarks import contestants, engine, learning, limit, tables
from benchmarks.contestants import ENGINES, LIMIT
from benchmarks.runs import Run, enough, in_turn, ratio, timed
from hedgekit.games.race.rulesets.engines import kernel
from tests.sample import some

PLAYERS = range(2, 7)
needs_compiler = pytest.mark.skipif(not shutil.which(limit.COMPILER), reason="no C compiler")


@needs_compiler
@pytest.mark.parametrize("players", some(PLAYERS, 4))
def test_the_c_program_plays_the_same_game_as_the_engine(players):
    """Two independent implementations agree on the length of games and on the chances of every seat."""
    games, checked = 20_000, 60
    theirs, ours = limit.play(players, games), kernel(hedgekit.rules("0", players=players))
    states, turns = zip(*(ours.playout(0, index) for index in range(checked)), strict=True)
    apart = [(theirs["mean_turns"] - sum(turns) / checked) / theirs["sd_turns"]]
    for seat, share in enumerate(theirs["win_share"]):
        won = sum(s.won >> seat & 1 for s in states) / checked
        apart.append((share - won) / math.sqrt(share * (1 - share)))
    assert len(apart) == players + 1
    assert max(map(abs, apart)) < 5 * math.sqrt(1 / games + 1 / checked), apart


@needs_compiler
@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_the_c_program_plays_as_many_games_as_asked(games):
    answer = limit.play(2, games, 1)
    assert answer["games"] == games
    assert sum(answer["win_share"]) == pytest.approx(1)


@pytest.mark.parametrize("name", contestants.PEERS)
def test_open_spiel_plays(name):
    pytest.importorskip("pyspiel")
    run = contestants.peer(name)(2, 0)
    assert run.games == 2
    assert run.turns > 20


@pytest.mark.parametrize("name", [name for name in ENGINES if name != LIMIT])
def test_engines_play(name):
    run = ENGINES[name](hedgekit.rules("0", players=2))(2, 0)
    assert run.games == 2
    assert run.turns > 2 * 3 * 8, "three hedgehogs walk eight squares, one a turn"


def test_contestants_alternate_and_ratios_compare_within_a_round():
    """When the machine halves its speed after the first round, the ratio does not change."""
    order = []

    def play(name, rates):
        def run(games, seed):
            order.append((seed, name))
            return Run(games, games, games / rates[seed > 1])

        return run

    runs = in_turn({"fast": play("fast", (400, 200)), "slow": play("slow", (100, 50))}, 1, 2)
    assert [name for seed, name in order if seed] == ["fast", "slow"] * 2
    assert ratio(runs["fast"], runs["slow"]) == pytest.approx(4)


def test_the_number_of_games_fits_the_time():
    assert enough(lambda games, seed: Run(games, games, games / 1000), 2) == 2000
    assert timed(lambda games, seed: 10 * games)(3, 0)[:2] == (3, 30)


def test_figures():
    expected = ["0.12", "9.90", "10", "1\N{NO-BREAK SPACE}000", "181\N{NO-BREAK SPACE}000"]
    assert [tables.figure(x) for x in (0.123, 9.9, 10, 999.6, 181_234)] == expected
    assert [tables.share(x) for x in (0.456, 1 / 190)] == ["0.46", "1/190"]


def test_tables_become_markdown(monkeypatch, capsys):
    fake = {name: lambda rules: timed(lambda games, seed: 100 * games) for name in (*ENGINES, *contestants.PEERS)}
    monkeypatch.setattr(engine, "ENGINES", {name: fake[name] for name in ENGINES})
    monkeypatch.setattr(contestants, "peer", lambda name: fake[name](None))
    monkeypatch.setattr(contestants, "measured", lambda name, players, rules: fake[LIMIT](rules))
    engine.main(["--seconds", "0.001", "--rounds", "1"])
    printed = capsys.readouterr().out
    assert printed.count("## ") == len(engine.TABLES)
    for block in printed.split("\n\n"):
        if block.startswith("|"):
            assert len({row.count("|") for row in block.splitlines()}) == 1, "every row has the same number of cells"


def test_a_table_replaces_its_section_of_the_page(monkeypatch, tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# A page\n\nOne.\n\n## One\n\n1\n\n## Two\n\n2\n\n## By hand\n\nKept.\n", "utf-8")
    monkeypatch.setattr(engine, "PAGE", page)
    monkeypatch.setattr(engine, "TABLES", {"two": lambda pace: tables.Table("Two", "New.", ("",), [("3",)])})
    engine.main(["two", "--write"])
    new = "## Two\n\nNew.\n\n|  |\n|---|\n| 3 |\n"
    assert page.read_text("utf-8") == f"# A page\n\nOne.\n\n## One\n\n1\n\n{new}\n## By hand\n\nKept.\n"
    assert new in capsys.readouterr().out
    tables.Table("Three", "Other.", ("",), []).write(page)
    assert page.read_text("utf-8").endswith("\n\nKept.\n\n## Three\n\nOther.\n\n|  |\n|---|\n")


def test_environments_are_measured_in_decisions():
    """Our figures count decisions only, not chance events."""
    pytest.importorskip("pettingzoo")
    for name in [name for name in learning.RUNS if name.startswith("hedgekit.rl") and "spiel" not in name]:
        run = learning.RUNS[name]()
        assert [next(run) for _ in range(3)] == [learning.MANY if "Games" in name else 1] * 3
