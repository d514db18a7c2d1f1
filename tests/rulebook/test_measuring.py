"""The games behind the authors' table: a sample played again, estimates, and the command that writes the file."""

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


def old(row):
    """What to do when a sample comes out differently."""
    known = "the same sources" if row["sources"] == measuring.sources() else "their sources did"
    names = "+".join(map(str, row["variants"]))
    return f"the rules or the players changed ({known}): `python -m tools.measure --only {names}`, or without --only"


@pytest.mark.parametrize("row", some(ROWS, 3), ids=lambda row: row["rules"])
def test_a_sample_played_again_gives_the_same(row):
    """The first games of each row, interpreted, here and now: random ones, and greedy ones that end."""
    rules = row["layouts"] or [row["rules"]]
    assert measuring.sample(rules, "random", ALL["seed"], "auto") == row["sample"]["random"], old(row)
    if row["series"] or not row["length"]["greedy"]["unfinished"]:
        assert measuring.sample(rules, "greedy", ALL["seed"], "auto") == row["sample"]["greedy"], old(row)


def test_so_does_a_game_of_players_who_look_ahead():
    """Where it is shortest: looking ahead is dear, where it has to be interpreted."""
    thoughtful = claims.MEASURED_PLAYERS[-1]
    assert measuring.sample([SHORT["rules"]], thoughtful, ALL["seed"], "auto") == SHORT["sample"][thoughtful], old(
        SHORT
    )


@pytest.mark.parametrize(
    ("scores", "first"),
    [([(6, 2), (5, 2)], 1), ([(6, 1), (6, 2)], 0), ([(6, 2), (6, 2), (6, 1)], 0.5), ([(5, 2), (6, 0)], 0)],
)
def test_the_best_wins_a_tournament_by_points_then_games_won_or_shares_it(scores, first):
    assert rounds.best_is_first(scores) == first


def test_a_median_lies_between_its_bounds():
    """The ranks are those of the sign test: of 25 values the 8th and the 18th (W. J. Conover 1999, table A3)."""
    assert lengths.median([float(n) for n in range(1, 26)]) == (8, 13, 18)
    assert lengths.median([3.0, 1.0, 2.0]) is None, "too few"
    given_up = [math.inf] * 7
    assert lengths.median([float(n) for n in range(1, 19)] + given_up) == (8, 13, 18), "they lasted longer"
    assert lengths.median([float(n) for n in range(1, 18)] + [*given_up, math.inf]) is None


class Played:
    """A result made by hand: the turns of its games, math.inf for those given up."""

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


def test_lengths_are_compared_by_means_unless_games_were_given_up():
    lot = random.Random(1)
    usual = Played([lot.gauss(100, 10) for _ in range(200)])
    twice = Played([lot.gauss(200, 10) for _ in range(200)])
    plain = lengths.compare_lengths(twice, usual)
    assert (plain.by, plain.unfinished) == ("mean", 0)
    assert plain.between[0] < 2 < plain.between[1]
    some = lengths.compare_lengths(Played([*twice["turns"][:180], *[math.inf] * 20]), usual)
    assert (some.by, some.unfinished) == ("median", 20)
    assert 1.9 < some.between[0] < some.compared < some.between[1] < 2.1
    most = lengths.compare_lengths(Played([*twice["turns"][:90], *[math.inf] * 110]), usual)
    assert (most.value, most.compared, most.between, most.unfinished) == (None, None, None, 110)
    wild = lengths.compare_lengths(Played([10.0] * 20 + [9000.0]), usual)
    assert wild.by == "median", "one series of many turns is most of the mean, whose interval would reach below nothing"
    assert wild.interval[0] > 0


def test_rule_sets_drawn_by_lot_are_taken_together():
    """Means of the same games, and the interval of a rule set drawn likewise: wider than that of the games."""
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
    """Nothing is played: the rows that are asked for, each as it stands in the file but for its sources."""
    rows = []

    class Quick(measuring.Measuring):
        def row(self, variants):
            rows.append("+".join(map(str, variants)))
            said = copy.deepcopy(next(row for row in ROWS if row["variants"] == list(variants)))
            said["length"] = {kind: verdicts.Measure(**one) for kind, one in said["length"].items()}
            said |= {name: verdicts.Measure(**said[name]) for name in ("gap", "deeper", "thumb")}
            return verdicts.Row(**said | {"sources": "anew"})

    monkeypatch.setattr(measuring, "Measuring", Quick)
    return rows


@pytest.mark.usefixtures("played")
def test_only_some_rows_are_measured_anew(tmp_path):
    file = tmp_path / "claims.json"
    run = ["--seed", "1", "--out", str(file), "--only"]
    done = command(*run, "18,29+37")
    assert done.exit_code == 0, done.output
    told = [line.partition(": ") for line in done.output.splitlines()]
    assert [rules for rules, _, said in told[:2]] == ["18 players=4", "29+37 players=7"], "these were played"
    signs = [tuple(measuring.SIGNS.get(row["verdicts"].get(of), "–") for of in ("length", "tactics")) for row in ROWS]
    rows = dict(zip([row["rules"] for row in ROWS], signs, strict=True))
    assert {rules: said for rules, _, said in told[2 : 2 + len(ROWS)]} == {
        rules: f"length {length}, tactics {tactic}" for rules, (length, tactic) in rows.items()
    }, "the verdicts are made for all at once"
    written = json.loads(file.read_text("utf-8"))
    anew = [row["rules"] for row in written["rows"] + written["pairs"] if row["sources"] == "anew"]
    assert anew == ["18 players=4", "29+37 players=7"]
    for row in written["rows"] + written["pairs"]:
        row["sources"] = next(one["sources"] for one in ROWS if one["rules"] == row["rules"])
    assert written == ALL, "the rest stands as it stood"
    for wrong, said in (([*run, "18,x"], "table has no such row: x."), ([*run, "18", "--scale", "2"], "scale 1")):
        done = command(*wrong)
        assert done.exit_code == 2
        assert said in done.output


def test_what_was_interrupted_goes_on_where_it_stood(played, tmp_path, monkeypatch):
    """An interruption after some rows, then the same command: only those that are missing are played."""
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
    assert json.loads(file.read_text("utf-8")) == once, "as if it had never been interrupted"
    assert len(played) == 8


def test_findings_of_other_sources_or_a_damaged_file_are_not_taken_up(tmp_path):
    file = tmp_path / "found.json"
    first = Checkpoint(file, seed=1)
    assert first.of("a", lambda: {"between": (1, 2)}) == {"between": [1, 2]}, "as JSON has it"
    first.of("a", list)["between"].append(3)
    assert first.of("a", list) == {"between": [1, 2]}, "what is changed by whoever asked stays as it was found"
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
