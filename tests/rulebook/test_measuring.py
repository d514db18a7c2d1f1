"""The games behind the authors' table: samples played again, estimates, and the command that writes the file."""

import copy
import json
import math
import random

import pytest

import hedgekit
from rulebook.measuring import claims, read
from tools.measure import authors as measuring
from tools.measure import lengths, rounds, tactics, verdicts
from tools.measure.checkpoint import Checkpoint

from ..sample import some
from .command import measure as command

ALL = read("claims")
ROWS = ALL["rows"] + ALL["pairs"]
SHORT = min(ALL["rows"], key=lambda row: math.inf if row["series"] else row["sample"]["lookahead:100"])


def advice(row):
    """Return what to do when a sample comes out differently."""
    known = "the same sources" if row["sources"] == measuring.sources() else "their sources did"
    names = "+".join(map(str, row["variants"]))
    return f"the rules or the players changed ({known}): `python -m tools.measure --only {names}`, or without --only"


@pytest.mark.parametrize("row", some(ROWS, 3), ids=lambda row: row["rules"])
def test_a_sample_played_again_has_the_same_figures(row):
    """The first games of each row, interpreted: random ones, and greedy ones that end."""
    rules = row["layouts"] or [row["rules"]]
    assert measuring.sample(rules, "random", ALL["seed"], "auto") == row["sample"]["random"], advice(row)
    if row["series"] or not row["length"]["greedy"]["unfinished"]:
        assert measuring.sample(rules, "greedy", ALL["seed"], "auto") == row["sample"]["greedy"], advice(row)


def test_a_lookahead_sample_played_again_has_the_same_figures():
    """Of the shortest row: interpreted lookahead is slow."""
    thoughtful = claims.MEASURED_PLAYERS[-1]
    assert measuring.sample([SHORT["rules"]], thoughtful, ALL["seed"], "auto") == SHORT["sample"][thoughtful], advice(
        SHORT
    )


@pytest.mark.parametrize(
    ("scores", "first"),
    [([(6, 2), (5, 2)], 1), ([(6, 1), (6, 2)], 0), ([(6, 2), (6, 2), (6, 1)], 0.5), ([(5, 2), (6, 0)], 0)],
)
def test_a_tournament_is_won_by_points_then_games_or_shared(scores, first):
    assert rounds.best_is_first(scores) == first


def test_a_median_lies_between_its_bounds():
    """The ranks are those of the sign test: the 8th and the 18th of 25 values (W. J. Conover 1999, table A3)."""
    assert lengths.median([float(n) for n in range(1, 26)]) == (8, 13, 18)
    assert lengths.median([3.0, 1.0, 2.0]) is None, "too few"
    given_up = [math.inf] * 7
    assert lengths.median([float(n) for n in range(1, 19)] + given_up) == (8, 13, 18), "unfinished games are longest"
    assert lengths.median([float(n) for n in range(1, 18)] + [*given_up, math.inf]) is None


class FakeResult:
    """A handmade result: the turns of its games, math.inf for unfinished ones."""

    def __init__(self, turns):
        self.games, self._turns = len(turns), turns
        self.ended = {"unfinished": turns.count(math.inf)}

    def __getitem__(self, name):
        gone = hedgekit.games.race.engine.matches.ENDS.index("unfinished")
        return [gone * math.isinf(n) if name == "end" else min(n, 9999.0) for n in self._turns]

    def mean(self, name):
        return sum(self[name]) / self.games

    def interval(self, name):
        return tactics.around(self[name])


def test_lengths_are_compared_by_means_unless_games_are_unfinished():
    chance = random.Random(1)
    usual = FakeResult([chance.gauss(100, 10) for _ in range(200)])
    twice = FakeResult([chance.gauss(200, 10) for _ in range(200)])
    plain = lengths.compare_lengths(twice, usual)
    assert (plain.by, plain.unfinished) == ("mean", 0)
    assert plain.between[0] < 2 < plain.between[1]
    some = lengths.compare_lengths(FakeResult([*twice["turns"][:180], *[math.inf] * 20]), usual)
    assert (some.by, some.unfinished) == ("median", 20)
    assert 1.9 < some.between[0] < some.compared < some.between[1] < 2.1
    most = lengths.compare_lengths(FakeResult([*twice["turns"][:90], *[math.inf] * 110]), usual)
    assert (most.value, most.compared, most.between, most.unfinished) == (None, None, None, 110)
    wild = lengths.compare_lengths(FakeResult([10.0] * 20 + [9000.0]), usual)
    assert wild.by == "median", "one long series dominates the mean, whose interval would reach below zero"
    assert wild.interval[0] > 0


def test_random_rule_sets_are_pooled():
    """Means of all games, with the interval for a random rule set: wider than for the games alone."""
    rules = measuring.layouts((17,), 4, 1)[:4]
    parts = [hedgekit.simulate(one, 20, ("random",), k, engine="interpreted") for k, one in enumerate(rules)]
    pooled = measuring.Pooled(parts)
    assert pooled.games == len(pooled["turns"]) == 80
    assert pooled.ended == {"won": 80}
    assert pooled.mean("turns") == pytest.approx(sum(pooled["turns"]) / 80)
    low, high = pooled.interval("turns")
    means = [part.mean("turns") for part in parts]
    spread = (sum((mean - pooled.mean("turns")) ** 2 for mean in means) / 3 / 4) ** 0.5
    assert (high - low) / 2 == pytest.approx(3.182 * spread, rel=0.03), "Student's t, three degrees of freedom"


def test_the_sources_of_each_game_have_a_hash():
    found = [measuring.sources(game) for game in ("", "checkerboard", "horses", "hekla")]
    assert len(set(found)) == 4
    assert found == [measuring.sources(game) for game in ("", "checkerboard", "horses", "hekla")]
    assert all(len(one) == 16 for one in found)


@pytest.fixture
def played(monkeypatch):
    """Record the rows that are asked for, and return them from the file with other sources, without playing."""
    rows = []

    class Quick(measuring.Measuring):
        def row(self, variants):
            rows.append("+".join(map(str, variants)))
            fields = copy.deepcopy(next(row for row in ROWS if row["variants"] == list(variants)))
            fields["length"] = {kind: verdicts.Measure(**one) for kind, one in fields["length"].items()}
            fields |= {name: verdicts.Measure(**fields[name]) for name in ("gap", "deeper", "thumb")}
            return verdicts.Row(**fields | {"sources": "anew"})

    monkeypatch.setattr(measuring, "Measuring", Quick)
    return rows


@pytest.mark.usefixtures("played")
def test_only_the_chosen_rows_are_measured_again(tmp_path):
    file = tmp_path / "claims.json"
    run = ["--seed", "1", "--out", str(file), "--only"]
    done = command(*run, "18,29+37")
    assert done.exit_code == 0, done.output
    printed = [line.partition(": ") for line in done.output.splitlines()]
    assert [rules for rules, _, _ in printed[:2]] == ["18 players=4", "29+37 players=7"], "these were played"
    signs = [tuple(measuring.SIGNS.get(row["verdicts"].get(of), "–") for of in ("length", "tactics")) for row in ROWS]
    rows = dict(zip([row["rules"] for row in ROWS], signs, strict=True))
    assert {rules: verdict for rules, _, verdict in printed[2 : 2 + len(ROWS)]} == {
        rules: f"length {length}, tactics {tactic}" for rules, (length, tactic) in rows.items()
    }, "the verdicts are of all rows"
    written = json.loads(file.read_text("utf-8"))
    anew = [row["rules"] for row in written["rows"] + written["pairs"] if row["sources"] == "anew"]
    assert anew == ["18 players=4", "29+37 players=7"]
    for row in written["rows"] + written["pairs"]:
        row["sources"] = next(one["sources"] for one in ROWS if one["rules"] == row["rules"])
    assert written == ALL, "other rows are unchanged"
    for wrong, message in (([*run, "18,x"], "table has no such row: x."), ([*run, "18", "--scale", "2"], "scale 1")):
        done = command(*wrong)
        assert done.exit_code == 2
        assert message in done.output


def test_an_interrupted_measurement_resumes(played, tmp_path, monkeypatch):
    """After an interruption the same command plays only the missing rows."""
    file, run = tmp_path / "claims.json", ["--seed", "1", "--out"]
    kept = file.with_name("claims.json.part")
    quick = measuring.Measuring.row

    def interrupted(self, variants):
        if variants == (34,):
            raise KeyboardInterrupt
        return quick(self, variants)

    monkeypatch.setattr(measuring.Measuring, "row", interrupted)
    assert command(*run, str(file), "--only", "9,18,34,29+37").exit_code != 0
    assert (played, file.exists(), kept.exists()) == (["9", "18"], False, True)
    monkeypatch.setattr(measuring.Measuring, "row", quick)
    done = command(*run, str(file), "--only", "9,18,34,29+37")
    assert done.exit_code == 0, done.output
    assert "2 of the figures are there already" in done.output
    assert (played, kept.exists()) == (["9", "18", "34", "29+37"], False)
    once = json.loads(file.read_text("utf-8"))
    assert command(*run, str(file), "--only", "9,18,34,29+37").exit_code == 0
    assert json.loads(file.read_text("utf-8")) == once, "as without the interruption"
    assert len(played) == 8


def test_a_checkpoint_of_other_sources_or_damaged_is_ignored(tmp_path):
    file = tmp_path / "found.json"
    first = Checkpoint(file, seed=1)
    assert first.of("a", lambda: {"between": (1, 2)}) == {"between": [1, 2]}, "as JSON has it"
    first.of("a", list)["between"].append(3)
    assert first.of("a", list) == {"between": [1, 2]}, "later changes do not affect what is stored"
    assert (Checkpoint(file, seed=1).resumed, Checkpoint(file, seed=2).resumed) == (1, 0)
    part = file.with_name("found.json.part")
    part.write_text(part.read_text("utf-8")[:-1], "utf-8")
    assert Checkpoint(file, seed=1).resumed == 0
    for odd in ("[]", "{}", '{"known": {"seed": 1}, "found": 3}'):
        part.write_text(odd, "utf-8")
        assert Checkpoint(file, seed=1).resumed == 0, odd
    only = Checkpoint(file, seed=1)
    only.of("b", list)
    only.done()
    assert not part.exists()
