"""Count table: how many distinct positions after 1, 2, 3 turns from a fixed start and fixed dice.

A cheap net with a fine mesh: nearly every change of a rule changes a number here.
"""

import pytest

from hedgekit import Game

MIDDLE = "a2=A1 b6=B1 c3=A2B2 d1=B3 f3=A3 g2=B4A4 turn=A step=roll"
DICE = ("3", "1", "2")
# after one turn: five side-steps (none, a2 two ways, f3 two ways; g2 is held) with 2, 2, 3, 1 and 1 advances in lane 3
COUNTS = {
    "0 players=2": (9, 36, 229),
    "0[cover=top] players=2": (9, 36, 229),
}


def distinct(rules, start, dice):
    """The number of distinct positions after each turn with these dice."""
    positions, counts = {start}, []
    for number in dice:
        reached = set()
        for text in positions:
            game = Game.from_text(rules, text)
            game.play(number)
            for sideways in game.moves():
                game.play(sideways)
                for forward in game.moves():
                    game.play(forward)
                    reached.add(str(game))
                    game.undo()
                game.undo()
        positions = reached
        counts.append(len(positions))
    return tuple(counts)


@pytest.mark.parametrize("rules", COUNTS)
def test_counts(rules):
    assert distinct(rules, MIDDLE, DICE) == COUNTS[rules]
