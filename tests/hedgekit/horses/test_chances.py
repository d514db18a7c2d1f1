"""Exact chances: what the game's own moves give, against closed forms."""

import random
from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import pytest

from hedgekit.games.horses import Game

RULES = "horses[horses=2] players=2"
SIXTH = Fraction(1, 6)


def expected_rolls(text, arrived, rules=RULES):
    """How many rolls of A it takes on average until `arrived(position)`, A playing the only move each number leaves.

    Solved exactly from the game's own moves: positions here lead to themselves or to later ones, never back.
    """
    known = {}

    def solve(position):
        if arrived(position):
            return Fraction(0)
        key = str(position)
        if key not in known:
            total, stays = Fraction(1), Fraction(0)
            for number in range(1, 7):
                game = Game.from_text(rules, key)
                game.play(str(number))
                (move,) = game.moves()
                game.play(move)
                later = Game.from_text(rules, str(game).replace("turn=B", "turn=A")).position  # only A's rolls count
                if str(later) == key:
                    stays += SIXTH
                else:
                    total += SIXTH * solve(later)
            known[key] = total / (1 - stays)
        return known[key]

    return solve(Game.from_text(rules, text).position)


def test_the_first_horse_leaves_the_stable_after_six_rolls_on_average():
    """Geometric with 1/6: 1 / (1/6)."""
    assert expected_rolls("stable=A2B2 turn=A step=roll", lambda p: "t0" in p.horses) == 6


def test_climbing_the_ladder_takes_36_rolls_on_average():
    """Six steps, each waiting for its own number of the die: 6 times 6."""
    text = "t55=A home=A1 stable=B2 turn=A step=roll"
    horses = "horses[horses=2] players=2"
    last = expected_rolls(text.replace("t55=A", "a5=A"), lambda p: p.over == "A" or "a5" not in p.horses, horses)
    assert last == 6
    climbed = expected_rolls(text, lambda p: "a5" in p.horses, horses)
    assert climbed + last == 36


@pytest.mark.parametrize("step", range(1, 6))
def test_every_step_of_the_ladder_takes_six_rolls_on_average(step):
    text = "t55=A home=A1 stable=B2 turn=A step=roll"
    assert expected_rolls(text, lambda p: f"a{step}" in p.horses) == 6 * step


@pytest.mark.parametrize("left", range(1, 7))
def test_the_square_before_the_ladder_takes_six_rolls_from_anywhere_within_six(left):
    """With d left: E(d) = (1 + (E(1) + ... + E(d-1)) / 6) / (d / 6), which is 6 for every d from 1 to 6."""
    text = f"t{55 - left}=A home=A1 stable=B2 turn=A step=roll"
    assert expected_rolls(text, lambda p: "t55" in p.horses) == 6


@pytest.mark.parametrize("left", [7, 8, 12])
def test_from_farther_away_the_numbers_before_it_count_too(left):
    """E(d) = 1 + the mean of E(d-1) ... E(d-6): from 7 on nothing can be too high."""
    expected = [Fraction(0)] + [Fraction(6)] * 6
    while len(expected) <= left:
        expected.append(1 + sum(expected[-6:]) / 6)
    text = f"t{55 - left}=A home=A1 stable=B2 turn=A step=roll"
    assert expected_rolls(text, lambda p: "t55" in p.horses) == expected[left]


def test_a_bounce_makes_it_neither_sooner_nor_later_than_a_roll_in_six():
    """With overshoot=bounce every square within six of the foot has one number in six that reaches it: again 6."""
    for left in range(1, 7):
        text = f"t{55 - left}=A home=A1 stable=B2 dice={left} turn=A step=move"
        bounce = "horses[horses=2,overshoot=bounce] players=2"
        reach = []
        for number in range(1, 7):
            game = Game.from_text(bounce, text.replace(f"dice={left}", f"dice={number}"))
            (move,) = game.moves()
            reach.append(move.target)
        assert reach.count("t55") == 1
        assert all(49 <= int(target[1:]) <= 55 for target in reach), "it stays within six, so the next roll is alike"


def arrivals(text, arrived, rolls):
    """The chances that `arrived(position)` holds first after 1, 2, ... rolls of A, from the moves of the game."""
    standing, chances = {text: Fraction(1)}, []
    for _ in range(rolls):
        later, there = Counter(), Fraction(0)
        for here, chance in standing.items():
            for number in range(1, 7):
                game = Game.from_text(RULES, here)
                game.play(str(number))
                (move,) = game.moves()
                game.play(move)
                if arrived(game.position):
                    there += chance * SIXTH
                else:
                    later[str(game).replace("turn=B", "turn=A")] += chance * SIXTH  # only A's rolls count
        standing = later
        chances.append(there)
    return chances


def test_the_roll_that_brings_the_first_horse_out_is_geometric():
    """The first 6: (5/6)^(n-1) / 6."""
    found = arrivals("stable=A2B2 turn=A step=roll", lambda p: "t0" in p.horses, 12)
    assert found == [Fraction(5, 6) ** before * SIXTH for before in range(12)]


def test_the_roll_that_takes_a_horse_off_its_ladder_is_negative_binomial():
    """The sixth number that fits: C(n-1, 5) (1/6)^6 (5/6)^(n-6), and so nothing before the sixth roll."""
    found = arrivals("t55=A home=A1 stable=B2 turn=A step=roll", lambda p: p.over == "A", 10)
    assert found == [comb(n - 1, 5) * SIXTH**6 * Fraction(5, 6) ** (n - 6) if n > 5 else 0 for n in range(1, 11)]


def test_simulated_games_agree_with_the_closed_form():
    """Of 2000 games A has no horse out after 6 rolls of his in (5/6)^6 = 33.5 %: 670, give or take 5 deviations."""
    opening, games = Game(RULES, first="A"), 2000
    source = random.Random(4)
    inside = sum(all_inside(opening.branch(), source, 6) for _ in range(games))
    chance = (5 / 6) ** 6
    assert abs(inside - games * chance) < 5 * sqrt(games * chance * (1 - chance))


def all_inside(game, source, rolls):
    """Are A's horses all in the stable after so many rolls of his in a random game?"""
    while rolls:
        rolls -= game.turn == "A" and game.is_chance
        game.play(source.choice(game.moves()))
        while not game.is_chance:
            game.play(source.choice(game.moves()))
        if game.position.stable.get("A") != 2:
            return False
    return True


def test_outcomes_have_their_chances():
    game = Game("horses players=4")
    assert [move.probability for move in game.moves()] == [0.25] * 4
    game.play("A")
    assert [Fraction(move.probability).limit_denominator(100) for move in game.moves()] == [SIXTH] * 6


def test_rolls_of_seeds_are_evenly_spread():
    """3000 first rolls: each number within 5 standard deviations (20.4 each) of 500."""
    counts = dict.fromkeys(map(str, range(1, 7)), 0)
    for seed in range(3000):
        counts[str(Game(RULES, seed=seed, first="A").roll())] += 1
    assert all(abs(count - 500) < 103 for count in counts.values())
