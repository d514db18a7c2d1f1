"""A player's search in the reader's browser: the question it gets, and the check of the answer.

The browser searches with the same WebAssembly module that wasmtime runs elsewhere, in the worker that also plays games
(`browser_simulation.py`); `browser_search.js` asks it.  The board stays usable meanwhile.  An answer decides only in
that reader's game, and is refused unless it weighs every legal move once.
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
from hedgekit.games.race.play.analysis import FIRST, MOST, SPARE, WORTH, seated
from hedgekit.games.race.rulesets import move_search, wasm
from hedgekit.games.race.rulesets.trained_weights import SIZES
from hedgekit.players.strength import PLAYOUTS, Skill, Weighed

from .browser_simulation import RecordView, Refused, integrity, sparse
from .messages import number, rows

SEATED = ("kind", "strength", "rounds", "learned")  # of a mind, beside what was learned
FOUND = rows(number(0, 2**53), number(0, 2**53), number(0, MOST * 10), least=1, most=MOVES)
"""What a search found: packed moves, the best first, each with its looks added up, and how many they are."""


class FieldView(TypedDict):
    """A list of whole numbers in the module's memory."""

    at: Annotated[int, "where it begins"]
    bits: Annotated[int, "of each number"]


class QuestionView(TypedDict):
    """What a browser needs in order to search: it knows no layout of the engine's memory."""

    module: Annotated[str, "the engine's hash, as pages check the integrity of what they load"]
    key: Annotated[str, "what the data of the records are known by: the rules, and which data"]
    records: Annotated[list[RecordView], "what is to be written before the search"]
    strength: Annotated[FieldView, "where everybody's playouts stand"]
    seats: Annotated[int, "how many numbers that is"]
    playouts: Annotated[int, "for the decision; by the clock those of a first search, which tell how long one takes"]
    milliseconds: Annotated[int, "for the decision; 0: as many playouts as are said"]
    most: Annotated[int, "playouts that a decision may have"]
    spare: Annotated[float, "the part of the time that is planned for"]
    worth: Annotated[int, "as many times the playouts are worth a new search"]
    found: Annotated[list[FieldView], "where moves, looks added up, their number, and the moves' order stand then"]


def searches(player: Any) -> bool:
    """Does this player search, so that he takes a while?"""
    return isinstance(getattr(player, "skill", None), Skill) and player.skill.kind in PLAYOUTS


def question(game: Any, skill: Skill, draw: int, known: Sequence[str]) -> QuestionView | None:
    """Return the question for a browser about the player on turn; draw: his random draw; known: keys of data it has.

    Nothing that nobody may know is told: the game's dice and the order of its cards are others.  None if the engine's
    module does not know these rules, or is not that of these sources.
    """
    rules = game.rules
    try:
        if type(game) is not hedgekit.Game or not wasm.knows(rules):
            return None
        mind = seated(skill.with_playouts(FIRST) if skill.milliseconds else skill, rules)
        asked = move_search.asked(rules, game.without_history().to_weigh(draw), mind)
        layout = wasm.manifest()
    except HedgekitError:
        return None
    fields, memory = layout["mind"]["fields"], layout["memory"]["mind"]["offset"]
    settings = [(0, asked[0][1].rstrip(b"\0"))]
    learned = [(fields[name][0], array("h", getattr(mind, name)).tobytes()) for name in SIZES]
    key = f"{rules} {hashlib.sha256(b''.join(data for _, data in settings + learned)).hexdigest()[:16]}"
    shared: tuple[list[tuple[int, bytes]], ...] = (settings, learned, [])
    records = [_record(*part, data, key in known) for part, data in zip(asked, shared, strict=True)]
    return {
        "module": integrity(), "key": key, "records": records,
        "strength": _field(memory, fields["strength"]), "seats": fields["strength"][1],
        "playouts": FIRST if skill.milliseconds else skill.playouts, "milliseconds": skill.milliseconds,
        "most": MOST, "spare": SPARE, "worth": WORTH,
        "found": [_field(memory, fields[name]) for name in move_search.FOUND],
    }  # fmt: skip


def _field(memory: int, field: Sequence[int]) -> FieldView:
    return {"at": memory + field[0], "bits": field[2]}


def _record(at: int, record: bytes, data: Sequence[tuple[int, bytes]], known: bool) -> RecordView:
    """A record, with its data unless they are known."""
    found = sparse(at, record, data)
    if not known:
        found["data"] = [(begin, base64.b64encode(part).decode()) for begin, part in data if part]
    return found


def believed(game: Any, found: Sequence[Sequence[int]]) -> list[Weighed]:
    """Check a browser's answer and return the legal moves as it weighed them, the best first.

    Refused unless these are the legal moves, with chances that there can be.
    """
    moves = {game.packed(move): move for move in game.moves()}
    if len(found) != len(moves) or {packed for packed, _, _ in found} != set(moves):
        raise Refused("other moves than the legal ones")
    if any(total > tries * FULL for _, total, tries in found) or not any(tries for _, _, tries in found):
        raise Refused("no chances")
    return [Weighed(moves[packed], total, tries) for packed, total, tries in found]
