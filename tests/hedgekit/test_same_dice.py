"""Paired games of two rule sets have the same dice: a turn has separate streams for dice and choices."""

from collections import Counter

import pytest

import hedgekit
from hedgekit.games.race.engine.choice.memory import Mind
from hedgekit.games.race.rulesets import wasm
from hedgekit.games.race.rulesets.engines import Kernel, kernel
from hedgekit.players.strength import Skill

ONE_DIE = ("0 players=4", "4 players=4", "9 players=4", "13 players=4", "14 players=4", "0 players=2")


def minds(rules, who, paired=1):
    found = Mind([Skill.parse(who).mind] * rules.players)
    found.paired[0] = paired
    return found


def first_throws(text, who, paired=1, games=4, turns=30):
    """Return the first number thrown in each turn of some games, by game and turn."""
    rules = hedgekit.rules(text)
    engine, found, game = Kernel(rules), {}, [-1, 0]
    roll = engine.answers.roll

    def record_roll(s):
        game[0] += s.turn_count < game[1] or game[0] < 0
        game[1] = turn = s.turn_count
        roll(s)
        found.setdefault((game[0], turn), s.dice)

    engine.answers.roll = record_roll
    engine.matches(0, games, 7, minds(rules, who, paired), turns)
    assert len(found) >= games * turns / 2
    return found


def equalities(one, other):
    return {one[turn] == other[turn] for turn in one if turn in other}


@pytest.fixture(scope="module")
def base():
    return first_throws(ONE_DIE[0], "random")


@pytest.mark.parametrize("text", ONE_DIE)
@pytest.mark.parametrize("who", ["random", "greedy"])
def test_paired_games_have_the_same_dice_for_any_players_and_rules(base, text, who):
    assert equalities(base, first_throws(text, who)) == {True}


def test_unpaired_games_share_a_stream_for_dice_and_choices():
    assert equalities(first_throws(ONE_DIE[0], "random", 0), first_throws(ONE_DIE[0], "greedy", 0)) == {True, False}


def test_paired_dice_are_fair():
    """Chi-squared tests of numbers and of pairs in successive turns, with 5 and 35 degrees of freedom."""
    ask, s = kernel(hedgekit.rules("0")).answers, kernel(hedgekit.rules("0")).start()
    numbers, pairs = Counter(), Counter()
    for game in range(200):
        for which in (0, 1):
            last = 0
            for turn in range(90):
                s.rng = ask.stream_of(ask.start_rng(1, game), turn << 1 | which)
                number = ask.draw(s, 6)
                numbers[number] += 1
                pairs[last, number] += turn > 0
                last = number
    for found, at_most in ((numbers, 20.5), (pairs, 66.6)):  # 0.001
        mean = sum(found.values()) / (6 if found is numbers else 36)
        assert sum((many - mean) ** 2 / mean for many in found.values()) < at_most


@pytest.mark.parametrize("text", ["0 players=2", "5+31 players=3", "25 players=3"])
def test_paired_games_are_the_same_in_webassembly(text):
    pytest.importorskip("wasmtime", reason="wasmtime is not installed (pip install 'hedgekit[fast]')")
    rules = hedgekit.rules(text)
    for who in ("random", "greedy", "lookahead:6"):
        games, turns = (1, 1) if "ahead" in who else (2, 40)
        rows = kernel(rules).matches(2, games, 7, minds(rules, who), turns)
        assert wasm.WasmKernel(rules).matches(2, games, 7, minds(rules, who), turns).tolist() == rows
