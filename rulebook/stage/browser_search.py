"""A player's search in the reader's browser: the question sent there, and the check of the answer.

The browser searches with the WebAssembly module that wasmtime runs elsewhere, in the worker that also plays games
(`browser_simulation.py`), through `browser_search.js`.  The board stays usable meanwhile.  The answer decides only in
that reader's game, and is rejected unless it rates every legal move exactly once.
"""

import base64
import hashlib
from array import array
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

import hedgekit
from hedgekit import HedgekitError
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.engine.choice.memory import MOVES
from hedgekit.games.race.play.analysis import FIRST_PLAYOUTS, MAX_PLAYOUTS, RESTART_FACTOR, TIME_SHARE, mind_for
from hedgekit.games.race.rulesets import move_search, wasm
from hedgekit.games.race.rulesets.trained_weights import SIZES
from hedgekit.players.strength import PLAYOUTS, Skill, Weighed

from .browser_simulation import ImpossibleResult, RecordView, module_integrity, sparse
from .messages import number, rows

SEATED = ("kind", "strength", "rounds", "learned")  # fields of a mind beside the trained weights
FOUND = rows(number(0, 2**53), number(0, 2**53), number(0, MAX_PLAYOUTS * 10), least=1, most=MOVES)
"""The result of a search: rows of packed move, sum of playout results and number of playouts, best first."""


class FieldView(TypedDict):
    """An array of integers in the module's memory."""

    at: Annotated[int, "offset"]
    bits: Annotated[int, "size of each integer"]


class QuestionView(TypedDict):
    """A search for a browser, which does not know the layout of the engine's memory."""

    module: Annotated[str, "integrity hash of the engine's module"]
    key: Annotated[str, "cache key of the records' data: the rules and a hash"]
    records: Annotated[list[RecordView], "records to write before the search"]
    strength: Annotated[FieldView, "playouts of each seat"]
    seats: Annotated[int, "length of that array"]
    playouts: Annotated[int, "playouts of the decision; with a time limit, of a first search that measures the speed"]
    milliseconds: Annotated[int, "time limit of the decision; 0: limited by playouts"]
    most: Annotated[int, "upper bound of the playouts of a decision"]
    spare: Annotated[float, "fraction of the time limit to plan for"]
    worth: Annotated[int, "smallest factor of playouts that justifies a new search"]
    found: Annotated[list[FieldView], "results: moves, sums of playout results, numbers of playouts, order of moves"]


def is_searching(player: Any) -> bool:
    """Return whether this player searches, which takes time."""
    return isinstance(getattr(player, "skill", None), Skill) and player.skill.kind in PLAYOUTS


def question(game: Any, skill: Skill, draw: int, known: Sequence[str]) -> QuestionView | None:
    """Return the question for a browser about the player to move.

    draw: the player's random draw; known: keys of data that the browser has cached.  The question reveals nothing: it
    has other dice and another order of cards.  None if the engine's module does not support these rules, or was built
    from other sources.
    """
    rules = game.rules
    try:
        if type(game) is not hedgekit.Game or not wasm.covers(rules):
            return None
        mind = mind_for(skill.with_playouts(FIRST_PLAYOUTS) if skill.milliseconds else skill, rules)
        parts = move_search.search_memory(rules, game.without_history().to_weigh(draw), mind)
        layout = wasm.manifest()
    except HedgekitError:
        return None
    fields, memory = layout["mind"]["fields"], layout["memory"]["mind"]["offset"]
    settings = [(0, parts[0][1].rstrip(b"\0"))]
    learned = [(fields[name][0], array("h", getattr(mind, name)).tobytes()) for name in SIZES]
    key = f"{rules} {hashlib.sha256(b''.join(data for _, data in settings + learned)).hexdigest()[:16]}"
    shared: tuple[list[tuple[int, bytes]], ...] = (settings, learned, [])
    records = [_record(*part, data, key in known) for part, data in zip(parts, shared, strict=True)]
    return {
        "module": module_integrity(), "key": key, "records": records,
        "strength": _field(memory, fields["strength"]), "seats": fields["strength"][1],
        "playouts": FIRST_PLAYOUTS if skill.milliseconds else skill.playouts, "milliseconds": skill.milliseconds,
        "most": MAX_PLAYOUTS, "spare": TIME_SHARE, "worth": RESTART_FACTOR,
        "found": [_field(memory, fields[name]) for name in move_search.FOUND],
    }  # fmt: skip


def _field(memory: int, field: Sequence[int]) -> FieldView:
    return {"at": memory + field[0], "bits": field[2]}


def _record(at: int, record: bytes, data: Sequence[tuple[int, bytes]], known: bool) -> RecordView:
    """Return a record, with its data unless the browser has them."""
    view = sparse(at, record, data)
    if not known:
        view["data"] = [(begin, base64.b64encode(part).decode()) for begin, part in data if part]
    return view


def checked_moves(game: Any, found: Sequence[Sequence[int]]) -> list[Weighed]:
    """Check a browser's answer and return the legal moves with its estimates, best first.

    ImpossibleResult unless it has exactly the legal moves, with possible chances.
    """
    moves = {game.packed(move): move for move in game.moves()}
    if len(found) != len(moves) or {packed for packed, _, _ in found} != set(moves):
        raise ImpossibleResult("not the legal moves")
    if any(total > tries * FULL for _, total, tries in found) or not any(tries for _, _, tries in found):
        raise ImpossibleResult("impossible chances")
    return [Weighed(moves[packed], total, tries) for packed, total, tries in found]
