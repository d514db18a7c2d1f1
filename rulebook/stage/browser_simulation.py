"""Games played in the reader's browser: the job it gets, and the check of what it sends back.

The browser plays with the same WebAssembly module that wasmtime runs elsewhere, in a worker (`worker.js`, `engine.js`;
`browser_simulation.js` asks for games), so that neither the server nor the page's Python is kept busy.  The games are
those of `hedgekit.simulate`, and `Result.add` counts them.  Results are refused unless they could be games of these
rules; they reach no other reader's page.
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

WORKER = Path(__file__).parent / "worker.js"
MOST = 64  # stretches of games in a message; browser_simulation.js sends no more
WIDTHS = {struct.calcsize(kind): kind for kind in "BHi"}  # bytes of a number -> its kind

LARGEST = (1 << 31) - 1  # columns have 32 bits


class RecordView(TypedDict):
    """A record of the module's memory: nothing, but for its data and its words."""

    at: Annotated[int, "where it begins"]
    size: Annotated[int, "its bytes"]
    data: NotRequired[Annotated[list[tuple[int, str]], "bytes that many questions share, where in it; not if known"]]
    words: Annotated[list[tuple[int, int]], "words of 32 bits that are others: which, and their value"]


class PartView(TypedDict):
    """Games of one rule set between the same players."""

    rules: Annotated[int, "which of the rule sets"]
    mind: Annotated[RecordView, "who plays"]
    columns: Annotated[list[int], "what of a row of measures is wanted"]
    count: Annotated[int, "how many games, from the first of the seed on"]
    soon: Annotated[int, "how many of them keep pace with the other parts; the rest is played last"]


class JobView(TypedDict):
    """What a browser needs in order to play games: it knows no layout of the engine's memory."""

    module: Annotated[str, "the engine's hash, as pages check the integrity of what they load"]
    seed: Annotated[int, "of all games"]
    limit: Annotated[int, "turns after which a game is given up"]
    rows: Annotated[tuple[int, int], "where the rows of measures begin, and numbers in a row"]
    rules: Annotated[list[RecordView], "rule sets"]
    parts: Annotated[list[PartView], "the games"]


class Refused(ValueError):
    """A browser sent something that cannot be games of these rules."""


def worker() -> str:
    """The code of the worker, as one script."""
    return joined(WORKER)


def integrity() -> str:
    """Return the hash by which pages check the engine's module.  HedgekitError if it must not be used."""
    return "sha256-" + base64.b64encode(bytes.fromhex(wasm.manifest()["module"])).decode()


def job(
    parts: Iterable[tuple[RuleSet, Sequence[str], int]],
    seed: int,
    limit: int,
    paired: bool = False,
    soon: Sequence[int] | None = None,
) -> JobView | None:
    """Return the job for a browser: rules, players at every seat and a number of games, for each part.

    paired: on the same dice (simulation.workers); soon: how many games of each part keep pace with the others, the rest
    of which is played last; all of them if not given.

    None if the engine's module does not know these rules, or is not that of these sources.
    """
    records: dict[RuleSet, RecordView] = {}
    wanted: list[PartView] = []
    try:
        for at, (rules, players, count) in enumerate(parts):
            if not wasm.knows(rules):
                return None
            start, mind = wasm.before(rules, Mind([Skill.parse(player).mind for player in players], paired))
            records.setdefault(rules, sparse(*start))
            which = list(records).index(rules)
            columns = measure_columns(rules.players)
            early = count if soon is None else soon[at]
            wanted.append({"rules": which, "mind": sparse(*mind), "columns": columns, "count": count, "soon": early})
        known = wasm.manifest()
    except HedgekitError:
        return None
    return {
        "module": integrity(), "seed": seed, "limit": limit,
        "rows": (known["memory"]["rows"]["offset"], COLUMNS), "rules": list(records.values()), "parts": wanted,
    }  # fmt: skip


def sparse(at: int, record: bytes, data: Sequence[tuple[int, bytes]] = ()) -> RecordView:
    """Return a record without what is 0 in it, or as in data that are known, each with where it begins."""
    known = bytearray(len(record))
    for begin, part in data:
        known[begin : begin + len(part)] = part
    # Words of 32 bits: JavaScript's numbers do not hold all of 64.
    mine, others = (struct.unpack(f"<{len(record) // 4}i", one) for one in (record, known))
    words = [(k, word) for k, (word, other) in enumerate(zip(mine, others, strict=True)) if word != other]
    return {"at": at, "size": len(record), "words": words}


# ---- what comes back -------------------------------------------------------------------------------------------------


def received(data: str, count: int, rules: RuleSet, players: Sequence[str], limit: int) -> bytes:
    """Unpack the columns of games that `engine.js` packed, for `Result.add`.

    Refused if they are none: another length, or numbers that no game under these rules comes to.
    """
    names = OF_GAMES.raw(list(map(str, range(rules.players))))
    columns = dict(zip(names, _unpacked(data, count, len(names)), strict=True))
    if not _could_be(columns, rules, any(Skill.parse(player).playouts for player in players), limit):
        raise Refused("no games of these rules")
    return b"".join(array("i", columns[name]).tobytes() for name in names)


def _unpacked(data: str, count: int, many: int) -> list[tuple[int, ...]]:
    if len(data) > 4 * (many * (4 * count + 1) // 3 + 1):
        raise Refused("too long")
    try:
        packed = base64.b64decode(data, validate=True)
        found, at = [], 0
        for _ in range(many):
            kind = f"<{count}{WIDTHS[packed[at]]}"
            found.append(struct.unpack_from(kind, packed, at + 1))
            at += 1 + struct.calcsize(kind)
    except (ValueError, KeyError, IndexError, struct.error) as no:
        raise Refused("not packed as it should be") from no
    if at != len(packed):
        raise Refused("too long")
    return found


def _could_be(columns: Mapping[str, tuple[int, ...]], rules: RuleSet, ahead: bool, limit: int) -> bool:
    """Can games under these rules come to these measures?  ahead: does anybody look ahead?"""
    seats = range(rules.players)
    hedgehogs = [hedgehogs.bit_count() for hedgehogs in dict(rules.settings)["mine"]]
    highest: dict[str, int] = {
        "turns": limit + 1,
        "end": len(ENDS) - 1,
        **{f"home_{seat}": hedgehogs[seat] for seat in seats},
        **({} if ahead else {"weighed": 0}),
    }
    signed = {"gain", *(f"points_{seat}" for seat in seats)}
    if any(
        min(column) < 0 or max(column) > highest.get(name, LARGEST)
        for name, column in columns.items()
        if name not in signed
    ):
        return False
    decided, plies, turns = (columns[name] for name in ("decisions", "plies", "turns"))
    # By functions of C where every game is looked at: a page sends thousands, and there may be many pages.
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
    """Can a game end so, with these winners as bits?"""
    return (winners == DRAW or winners < 1 << players) and (end == "draw") == (winners == DRAW)
