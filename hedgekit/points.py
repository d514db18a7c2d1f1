"""What a finished game is worth: scorings 2, 18, 19, 20 and the cubes 22, 25.  (settled.md, section Points)

A scoring is a function (game, winners) -> points by letter; `SCORINGS` has one for each variant that gives points.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .board import PLAYERS

if TYPE_CHECKING:
    from .game import Game

Points = dict[str, int]


def _letters(game: "Game") -> str:
    return PLAYERS[: game.rules.players]


def _home(game: "Game", player: int) -> int:
    """Pieces home, of the better colour where a player has two (18, 19, 22, 25 with 21)."""
    s = game.state
    return max(int(s.finished >> 4 * (s.colours * player + colour) & 15).bit_count() for colour in range(s.colours))


def spies(game: "Game") -> Points:
    """2: a point for each piece home, and for each piece home with one's own drawing."""
    return {letter: int(game.answers.ranked(game.state, p)) for p, letter in enumerate(_letters(game))}


def mild(game: "Game") -> Points:
    """18: winners +1; those with fewer than two home -1, but not under 15, where arriving is not the aim."""
    lazy = 15 in game.rules.variants
    return {
        letter: 1 if letter in game.winners else -1 if _home(game, p) < 2 and not lazy else 0
        for p, letter in enumerate(_letters(game))
    }


def tournament(game: "Game") -> Points:
    """20: a point for each of one's pieces home, of both colours under 21."""
    s = game.state
    return {letter: (s.finished & s.mine[p]).bit_count() for p, letter in enumerate(_letters(game))}


def hard(game: "Game") -> Points:
    """19, 22, 25.

    Winners +value; the others lose what the best winner has more home, times the value; a draw gives nothing.
    """
    s, letters = game.state, _letters(game)
    value: int = s.cube if {22, 25} & set(game.rules.variants) else 1
    if not game.winners:
        points = dict.fromkeys(letters, 0)
    else:
        best = max(_home(game, letters.index(letter)) for letter in game.winners)
        points = {
            letter: value if letter in game.winners else -value * max(0, best - _home(game, p))
            for p, letter in enumerate(letters)
        }
    if 25 in game.rules.variants:
        # who left has lost what he lost then, and nothing more
        points.update({letters[p]: 1 - s.lost[p] for p in range(len(letters)) if s.lost[p]})
    return points


SCORINGS: dict[int, Callable[[Any], Points]] = {2: spies, 18: mild, 19: hard, 20: tournament, 22: hard, 25: hard}


def points(game: "Game") -> Points:
    """The points of a finished game; {} without a scoring."""
    for number in game.rules.variants:
        if number in SCORINGS:
            return SCORINGS[number](game)
    return {}
