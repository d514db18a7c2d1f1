"""Find fresh positions where a clause of a game matters: it refuses a move, allows some, or decides who wins.

    position_for("hekla players=2", "because", ("hekla.4",), seed=7)   a position and its goal

The engine names the clause: `why` of a refused move, `because` of a legal one.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import hedgekit

from ..picture.drawing import drawing_of
from .examples import random_positions

WAYS = {"because": None, "refused": 3, "over": None}
"""Kind of goal -> the most positions tried in a random game (None for all of them): a move that the clause allows, one
that it refuses, which takes longer to find, and one that wins."""


def cites(reason: Any, wanted: Iterable[str]) -> bool:
    """Return whether a reason is one of these clauses ("0.5") or sentences ("refusal.held")."""
    return reason.clause in wanted or getattr(reason, "key", "") in wanted


def refused_paths(game: Any) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Yield the refused moves that pointing at one or two cells can mean: cells, move, refusal."""
    drawing = drawing_of(game)
    cells = drawing.cell_ids(game.position, game.rules)
    # A path begins at an occupied cell, or where a legal move begins.
    named = {*re.findall(r"\w+", str(game)), *(cell for move in game.moves() for cell in drawing.path(move))}
    paths: list[tuple[str, ...]] = [(cell,) for cell in cells]
    paths += [(one, two) for one in cells if one in named for two in cells if one != two]
    for path in paths:
        for text in drawing.attempts(game, path):
            try:
                refusal = game.why(text)
            except hedgekit.NotationError:
                continue
            if refusal is not None:
                yield path, text, refusal
                break


def position_for(rules: Any, way: str, wanted: tuple[str, ...], seed: int) -> tuple[str, str]:
    """Find a position of a random game where a clause matters; return it with the value of its goal.

    way: the kind of goal, of `WAYS`; wanted: clauses or sentences that count.  Not every move shows them, so the reader
    has something to find.  The same seed finds the same position.  LookupError if none turns up.
    """
    for game in random_positions(rules, seed, WAYS[way]):
        value = _goal_value(game, way, wanted)
        if value:
            return str(game), value
    raise LookupError(f"no position was found where {' or '.join(wanted)} answers in {rules}")


def _goal_value(game: Any, way: str, wanted: tuple[str, ...]) -> str:
    if way == "refused":
        return " ".join(wanted) if any(cites(refusal, wanted) for _, _, refusal in refused_paths(game)) else ""
    moves = game.moves()
    if way == "because":
        those = [move for move in moves if any(cites(reason, wanted) for reason in game.because(move))]
        return " ".join(wanted) if 0 < len(those) < len(moves) else ""
    ends = {game.after(move).over for move in moves}
    winning = [end for end in ends if game.turn in end]
    return winning[0] if len(winning) == 1 < len(ends) else ""
