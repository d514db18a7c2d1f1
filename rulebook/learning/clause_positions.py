"""Finds fresh positions where a clause of a game matters: it refuses a move, allows some, or decides who wins.

    position_for("hekla players=2", "because", ("hekla.4",), seed=7)   a position, and what the goal there is

The engine names the clause: `why` for a refused move, `because` for a legal one.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import hedgekit

from ..picture.drawing import drawing_of
from .examples import strolls

WAYS = {"because": None, "refused": 3, "over": None}
"""What is asked for: a move that the clause allows, one that it refuses, one that wins; and at how many positions of a
random game one looks for it, if not at all of them: what is refused takes longer to find."""


def cites(reason: Any, wanted: Iterable[str]) -> bool:
    """Is this reason one of these clauses ("0.5") or sentences ("refusal.held")?"""
    return reason.clause in wanted or getattr(reason, "key", "") in wanted


def pointed(game: Any) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Yield what pointing at one or two cells may mean if it is refused: cells, move, refusal."""
    drawing = drawing_of(game)
    cells = drawing.cell_ids(game.position, game.rules)
    # One begins where something stands, or where a legal move begins.
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
    """Find a position of a random game where a clause matters, and the value of the goal `way` there (of `WAYS`).

    wanted: the clauses or sentences that answer.  Not every move answers, so that there is something to find.  The same
    seed finds the same position.  LookupError if none turns up.
    """
    for game in strolls(rules, seed, WAYS[way]):
        value = _answer(game, way, wanted)
        if value:
            return str(game), value
    raise LookupError(f"no position was found where {' or '.join(wanted)} answers in {rules}")


def _answer(game: Any, way: str, wanted: tuple[str, ...]) -> str:
    if way == "refused":
        return " ".join(wanted) if any(cites(refusal, wanted) for _, _, refusal in pointed(game)) else ""
    moves = game.moves()
    if way == "because":
        those = [move for move in moves if any(cites(reason, wanted) for reason in game.because(move))]
        return " ".join(wanted) if 0 < len(those) < len(moves) else ""
    ends = {game.after(move).over for move in moves}
    winning = [end for end in ends if game.turn in end]
    return winning[0] if len(winning) == 1 < len(ends) else ""
