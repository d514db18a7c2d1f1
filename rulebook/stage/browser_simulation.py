"""Games simulated in the reader's browser: the job sent there, and the check of the results.

The browser plays with the WebAssembly module that wasmtime runs elsewhere, in workers (`engine_worker.js`, `engine.js`)
that `browser_simulation.js` starts, to relieve the server and the page's Python.  The games are those of
`hedgekit.simulate`, and `Result.add` counts them.  Results are rejected unless games of these rules can have them, and
reach no other reader's page.
"""

import base64
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from operator import add, le
from pathlib import Path
from typing import Annotated, NotRequired, TypedDict

from hedgekit import HedgekitError, RuleSet
from hedgekit.games.race.engine.choice.memory import MOVES, Mind
from hedgekit.games.race.engine.matches import COLUMNS, ENDS
from hedgekit.games.race.engine.state import DRAW
from hedgekit.games.race.rulesets import wasm
from hedgekit.players.strength import Skill
from hedgekit.simulation.measures import OF_GAMES
from hedgekit.simulation.workers import measure_columns

from .bundle import joined

WORKER = Path(__file__).parent / "engine_worker.js"
MOST = 64  # batches of games in a message of browser_simulation.js
WIDTHS = {struct.calcsize(kind): kind for kind in "BHi"}  # bytes of an integer -> its format
LARGEST = (1 << 31) - 1  # columns have 32 bits


class RecordView(TypedDict):
    """A record in the module's memory: zeros, then `data`, then `words`."""

    at: Annotated[int, "offset"]
    size: Annotated[int, "bytes"]
    data: NotRequired[Annotated[list[tuple[int, str]], "offset and bytes (base64) that searches share; not if cached"]]
    words: Annotated[list[tuple[int, int]], "index and value of 32-bit words that differ"]


class PartView(TypedDict):
    """The games of one rule set between the same players."""

    rules: Annotated[int, "index of the rule set"]
    mind: Annotated[RecordView, "record of the players"]
    columns: Annotated[list[int], "columns of measures to return"]
    count: Annotated[int, "number of games, from the first game of the seed"]
    soon: Annotated[int, "number of games that keep pace with the other parts; the rest is played last"]


class JobView(TypedDict):
    """A simulation for a browser, which does not know the layout of the engine's memory."""

    module: Annotated[str, "integrity hash of the engine's module"]
    seed: Annotated[int, "seed of all games"]
    limit: Annotated[int, "turns after which a game is abandoned"]
    rows: Annotated[tuple[int, int], "offset of the rows of measures, and integers in a row"]
    rules: Annotated[list[RecordView], "records of the rule sets"]
    parts: Annotated[list[PartView], "the games"]


class ImpossibleResult(ValueError):
    """A browser sent results that games of these rules cannot have."""


def worker_script() -> str:
    """Return the code of the worker as one script."""
    return joined(WORKER)


def module_integrity() -> str:
    """Return the integrity hash of the engine's module.  HedgekitError if it must not be used."""
    return "sha256-" + base64.b64encode(bytes.fromhex(wasm.manifest()["module"])).decode()


def job(
    parts: Iterable[tuple[RuleSet, Sequence[str], int]],
    seed: int,
    limit: int,
    paired: bool = False,
    soon: Sequence[int] | None = None,
) -> JobView | None:
    """Return the job for a browser; each part has rules, a player for every seat, and a number of games.

    paired: play all parts on the same dice (simulation.workers); soon: for each part, the number of games that keep
    pace with the other parts, all by default; the rest is played last.

    None if the engine's module does not support these rules, or was built from other sources.
    """
    records: dict[RuleSet, RecordView] = {}
    views: list[PartView] = []
    try:
        for at, (rules, players, count) in enumerate(parts):
            if not wasm.covers(rules):
                return None
            start, mind = wasm.initial_memory(rules, Mind([Skill.parse(player).mind for player in players], paired))
            records.setdefault(rules, sparse(*start))
            index = list(records).index(rules)
            columns = measure_columns(rules.players)
            early = count if soon is None else soon[at]
            views.append({"rules": index, "mind": sparse(*mind), "columns": columns, "count": count, "soon": early})
        layout = wasm.manifest()
    except HedgekitError:
        return None
    return {
        "module": module_integrity(), "seed": seed, "limit": limit,
        "rows": (layout["memory"]["rows"]["offset"], COLUMNS), "rules": list(records.values()), "parts": views,
    }  # fmt: skip


def sparse(at: int, record: bytes, data: Sequence[tuple[int, bytes]] = ()) -> RecordView:
    """Return a record without its zeros, and without the bytes that agree with `data` (offset, bytes)."""
    known = bytearray(len(record))
    for begin, part in data:
        known[begin : begin + len(part)] = part
    # Words of 32 bits: JavaScript's numbers do not hold all of 64.
    mine, others = (struct.unpack(f"<{len(record) // 4}i", one) for one in (record, known))
    words = [(k, word) for k, (word, other) in enumerate(zip(mine, others, strict=True)) if word != other]
    return {"at": at, "size": len(record), "words": words}


# ---- results ---------------------------------------------------------------------------------------------------------


def unpack_columns(data: str, count: int, rules: RuleSet, players: Sequence[str], limit: int) -> bytes:
    """Unpack the columns of games that `engine.js` packed, for `Result.add`.

    ImpossibleResult for a wrong length, and for values that no game of these rules has.
    """
    names = OF_GAMES.raw(list(map(str, range(rules.players))))
    columns = dict(zip(names, _unpack(data, count, len(names)), strict=True))
    if not _are_possible(columns, rules, any(Skill.parse(player).playouts for player in players), limit):
        raise ImpossibleResult("no games of these rules")
    return b"".join(array("i", columns[name]).tobytes() for name in names)


def _unpack(data: str, count: int, columns: int) -> list[tuple[int, ...]]:
    if len(data) > 4 * (columns * (4 * count + 1) // 3 + 1):
        raise ImpossibleResult("too long")
    try:
        packed = base64.b64decode(data, validate=True)
        found, at = [], 0
        for _ in range(columns):
            kind = f"<{count}{WIDTHS[packed[at]]}"
            found.append(struct.unpack_from(kind, packed, at + 1))
            at += 1 + struct.calcsize(kind)
    except (ValueError, KeyError, IndexError, struct.error) as error:
        raise ImpossibleResult("cannot be unpacked") from error
    if at != len(packed):
        raise ImpossibleResult("too long")
    return found


def _are_possible(columns: Mapping[str, tuple[int, ...]], rules: RuleSet, looks_ahead: bool, limit: int) -> bool:
    """Return whether games of these rules can have these measures; looks_ahead: whether any player does."""
    seats = range(rules.players)
    hedgehogs = [hedgehogs.bit_count() for hedgehogs in dict(rules.settings)["pieces_of"]]
    highest: dict[str, int] = {
        "turns": limit + 1,
        "end": len(ENDS) - 1,
        **{f"home_{seat}": hedgehogs[seat] for seat in seats},
        **({} if looks_ahead else {"weighed": 0}),
    }
    signed = {"gain", *(f"points_{seat}" for seat in seats)}
    if any(
        min(column) < 0 or max(column) > highest.get(name, LARGEST)
        for name, column in columns.items()
        if name not in signed
    ):
        return False
    decided, plies, turns = (columns[name] for name in ("decisions", "plies", "turns"))
    # C functions check every game: a page sends thousands, and there may be many pages.
    limits: tuple[tuple[Iterable[int], Iterable[int]], ...] = (
        (map(add, decided, columns["forced"]), plies),
        (map(add, decided, decided), columns["choices"]),
        (columns["choices"], map(MOVES.__mul__, decided)),
        (columns["foreign"], plies),
        (columns["leads"], turns),
        (columns["weighed"], decided),
        (map(abs, columns["gain"]), map((10_000).__mul__, columns["weighed"])),
    )
    ends = set(zip(columns["end"], columns["won"], strict=True))
    return (
        min(turns) > 0
        and all(all(map(le, low, high)) for low, high in limits)
        and all(_may_end(ENDS[end], bits, rules.players) for end, bits in ends)
        and all(ENDS[end] != "unfinished" or n > limit for end, n in set(zip(columns["end"], turns, strict=True)))
    )


def _may_end(end: str, winners: int, players: int) -> bool:
    """Return whether a game can end in this way with these winners (a bit mask)."""
    return (winners == DRAW or winners < 1 << players) and (end == "draw") == (winners == DRAW)
