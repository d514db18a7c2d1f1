"""Refute a move: play on, with the most telling throw, until the difference is visible."""

from dataclasses import dataclass
from typing import Any

from ..games.race.play.game import Game
from ..players.player import Player

FURTHER = 12  # most moves of a turn


@dataclass(frozen=True)
class Refutation:
    """A continuation after a move: the moves that follow, and the throw among them ("" for none)."""

    moves: tuple[str, ...]
    throw: str


def refutation_of(game: Any, wrong: Any, best: Any) -> Refutation:
    """Play on after a wrong move, in a copy of the game, to the end of the next player's turn.

    Everybody plays as `learned`, in games other than the race as `greedy`.  The throw is the one after which the wrong
    move and the best one differ most.
    """
    player = game.turn
    after_wrong, after_best = _continuations(game, wrong, player), _continuations(game, best, player)
    mean = sum(chance for _, chance in after_best.values()) / len(after_best)
    gaps = {
        throw: after_best[throw][1] - chance if throw in after_best else mean - chance
        for throw, (_, chance) in after_wrong.items()
    }
    throw = max(gaps, key=lambda one: gaps[one])
    return Refutation(after_wrong[throw][0], throw)


def _continuations(game: Any, move: Any, player: str) -> dict[str, tuple[tuple[str, ...], float]]:
    """Return throw ("" for none) -> the moves that follow a move, and the player's chance after them."""
    chooser = Player("learned" if type(game) is Game else "greedy", 0)
    copy = game.copy()
    copy.play(move)
    moves = _finish_turn(copy, chooser)
    outcomes = copy.moves() if copy.is_chance and not copy.is_over else []
    if not outcomes:
        return {"": (moves, copy.chance(player))}
    continuations = {}
    for outcome in outcomes:
        branch = copy.copy()
        branch.play(outcome)
        reply = _finish_turn(branch, chooser)
        continuations[str(outcome)] = (*moves, str(outcome), *reply), branch.chance(player)
    return continuations


def _finish_turn(game: Any, chooser: Player) -> tuple[str, ...]:
    """Play the current turn to its end, and return its moves."""
    player, moves = game.turn, list[str]()
    while not game.is_over and not game.is_chance and game.turn == player and len(moves) < FURTHER:
        moves.append(str(chooser.choose(game)))
        game.play(moves[-1])
    return tuple(moves)
