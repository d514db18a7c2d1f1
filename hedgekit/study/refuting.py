"""Show why a move is bad by playing on, with the most telling throw, until the difference is visible."""

from dataclasses import dataclass
from typing import Any

from ..games.race.play.game import Game
from ..players.player import Player

FURTHER = 12  # moves of a turn, at most


@dataclass(frozen=True)
class PlayedOn:
    """How a game may go on after a move: the moves that follow, and the throw among them ("" for none)."""

    moves: tuple[str, ...]
    throw: str


def played_on(game: Any, wrong: Any, best: Any) -> PlayedOn:
    """Play on after a wrong move to the end of the next player's turn; the game itself stays as it is.

    Everybody plays like a `learned` player, in games other than the race like a `greedy` one.  Of all throws, the one
    is shown after which the wrong move and the best one differ most.
    """
    player = game.turn
    after, instead = _after(game, wrong, player), _after(game, best, player)
    mean = sum(chance for _, chance in instead.values()) / len(instead)
    differs = {
        throw: instead[throw][1] - chance if throw in instead else mean - chance for throw, (_, chance) in after.items()
    }
    throw = max(differs, key=lambda one: differs[one])
    return PlayedOn(after[throw][0], throw)


def _after(game: Any, move: Any, player: str) -> dict[str, tuple[tuple[str, ...], float]]:
    """Throw ("" for none) -> the moves that follow a move, and the player's chance after them."""
    chooser = Player("learned" if type(game) is Game else "greedy", 0)
    twin = game.copy()
    twin.play(move)
    line = _finished(twin, chooser)
    outcomes = twin.moves() if twin.is_chance and not twin.is_over else []
    if not outcomes:
        return {"": (line, twin.chance(player))}
    found = {}
    for outcome in outcomes:
        branch = twin.copy()
        branch.play(outcome)
        rest = _finished(branch, chooser)
        found[str(outcome)] = (*line, str(outcome), *rest), branch.chance(player)
    return found


def _finished(game: Any, chooser: Player) -> tuple[str, ...]:
    """Play the present turn to its end, and return its moves."""
    player, line = game.turn, list[str]()
    while not game.is_over and not game.is_chance and game.turn == player and len(line) < FURTHER:
        line.append(str(chooser.choose(game)))
        game.play(line[-1])
    return tuple(line)
