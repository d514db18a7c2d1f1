"""Exact chances computed from the game's moves equal closed forms."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from hedgekit.games.horses import Game

RULES = "horses[horses=2] players=2"
SIXTH = Fraction(1, 6)


def expected_rolls(text, arrived):
    """Return A's expected number of rolls until `arrived(position)`; every number must leave A exactly one move.

    It is exact, since positions here lead only to themselves or to later ones.
    """
    known = {}

    def solve(position):
        if arrived(position):
            return Fraction(0)
        key = str(position)
        if key not in known:
            total, stays = Fraction(1), Fraction(0)
            for number in range(1, 7):
                game = Game.from_text(RULES, key)
                game.play(str(number))
                (move,) = game.moves()
                game.play(move)
                later = Game.from_text(RULES, str(game).replace("turn=B", "turn=A")).position  # only A's rolls count
                if str(later) == key:
                    stays += SIXTH
                else:
                    total += SIXTH * solve(later)
            known[key] = total / (1 - stays)
        return known[key]

    return solve(Game.from_text(RULES, text).position)


BEFORE = [Fraction(0)] + [Fraction(6)] * 6
"""Expected number of rolls to the square before the ladder from d squares away.

Up to 6: E(d) = (1 + (E(1) + ... + E(d-1)) / 6) / (d / 6), which is 6.  From 7 on nothing is too high, and E(d) = 1 +
the mean of E(d-1) ... E(d-6).
"""
while len(BEFORE) < 13:
    BEFORE.append(1 + sum(BEFORE[-6:]) / 6)
ONE_HOME = "home=A1 stable=B2 turn=A step=roll"
ROLLS = [
    ("stable=A2B2 turn=A step=roll", "t0", 6),  # geometric with p = 1/6
    *((f"t55=A {ONE_HOME}", f"a{step}", 6 * step) for step in range(1, 6)),  # each waits for its own number
    (f"a5=A {ONE_HOME}", "home", 6),
    *((f"t{55 - left}=A {ONE_HOME}", "t55", BEFORE[left]) for left in (*range(1, 9), 12)),
]


@pytest.mark.parametrize(("text", "place", "rolls"), ROLLS)
def test_expected_number_of_rolls(text, place, rolls):
    assert expected_rolls(text, lambda at: place in at.horses or at.over == "A") == rolls


def test_with_bounces_it_also_takes_six_rolls_on_average():
    """With overshoot=bounce exactly one number of six reaches the foot from any square within six."""
    for left in range(1, 7):
        text = f"t{55 - left}=A home=A1 stable=B2 dice={left} turn=A step=move"
        bounce = "horses[horses=2,overshoot=bounce] players=2"
        reach = []
        for number in range(1, 7):
            game = Game.from_text(bounce, text.replace(f"dice={left}", f"dice={number}"))
            (move,) = game.moves()
            reach.append(move.target)
        assert reach.count("t55") == 1
        assert all(49 <= int(target[1:]) <= 55 for target in reach), "the horse stays within six squares"


def arrivals(text, arrived, rolls):
    """Return the chances that `arrived(position)` first holds after 1, 2, ... rolls of A."""
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


FIRST_SIX = [Fraction(5, 6) ** before * SIXTH for before in range(12)]
OFF = [comb(n - 1, 5) * SIXTH**6 * Fraction(5, 6) ** (n - 6) if n > 5 else 0 for n in range(1, 11)]


@pytest.mark.parametrize(
    ("text", "chances"), [("stable=A2B2 turn=A step=roll", FIRST_SIX), (f"t55=A {ONE_HOME}", OFF)], ids=["out", "off"]
)
def test_distributions_of_the_number_of_rolls(text, chances):
    """The first 6 brings a horse out: geometric; the sixth fitting number takes it home: negative binomial."""
    assert arrivals(text, lambda at: "t0" in at.horses or at.over == "A", len(chances)) == chances


def test_first_rolls_of_seeds_are_uniform():
    """3000 first rolls: each number within 5 standard deviations (20.4 each) of 500."""
    counts = dict.fromkeys(map(str, range(1, 7)), 0)
    for seed in range(3000):
        counts[str(Game(RULES, seed=seed, first="A").roll())] += 1
    assert all(abs(count - 500) < 103 for count in counts.values())
