"""Results as JSON, and back.

    {"format": "hedgekit.result", "schema": 1, "version": "0.1.0", "kind": "game", "rules": "0 players=4",
     "players": ["greedy", "random", "random", "random"], "games": 1000, "complete": true, "blocks": [[7, 0, 1000]],
     "ended": {"won": 1000}, "summary": {"turns": {"mean": 192.4, "low": 190.9, ...}, ...},
     "tallies": {"turns": [[58, 1], [61, 2], ...], ...}, "products": [["choices", "decisions", 1234567], ...]}

`blocks` are (seed, first game, how many); `version` is that of hedgekit, whose rules were played; `columns`, if asked
for, holds the raw measures of every game in order.  Reading goes by tallies, products and columns; the summary follows
from them.
"""

import json
from array import array
from typing import Any

from ..errors import NotationError
from . import estimates
from .results import KINDS, Result

FORMAT, SCHEMA = "hedgekit.result", 1
TENTHS = (0.1, 0.5, 0.9)


def written(result: Result, columns: bool = False) -> str:
    """A result as one line of JSON, the same for the same games."""
    said: dict[str, Any] = {
        "format": FORMAT,
        "schema": SCHEMA,
        "version": result.version,
        "kind": result.kind,
        "rules": result.rules,
        "players": result.players,
        "games": result.games,
        "complete": result.complete,
        "blocks": result.blocks,
        "ended": result.ended,
        "summary": {name: _summary(result, name) for name in result.measures if result.games},
        "tallies": {name: list(result.tally(name).items()) for name in result.tallied},
        "products": [[*pair, products] for pair, products in result.products.items()],
    }
    if columns:
        said["columns"] = {name: [int(value) for value in result[name]] for name in result.raw}
    return json.dumps(said, ensure_ascii=False)


def _summary(result: Result, name: str) -> dict[str, float | None]:
    interval = result.interval(name)
    low, high = interval if interval != estimates.UNKNOWN else (None, None)
    said: dict[str, float | None] = {"mean": result.mean(name), "low": low, "high": high}
    if name in result.tallied:
        said["deviation"] = result.deviation(name)
        said |= {f"q{round(100 * part)}": result.quantile(name, part) for part in TENTHS}
    return said


def stored(text: str) -> Result:
    """The result a JSON text holds; NotationError if it holds none, or one of a later schema."""
    try:
        said = json.loads(text)
    except (TypeError, ValueError, RecursionError) as no:
        raise NotationError("error.results.json", why=str(no)[:80]) from no
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise NotationError("error.results.json", why=f"format != {FORMAT}")
    if said.get("schema") != SCHEMA:
        raise NotationError("error.results.schema", schema=str(said.get("schema"))[:24], known=SCHEMA)
    try:
        return _read(said)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as no:
        raise NotationError("error.results.json", why=f"{type(no).__name__}: {no}"[:80]) from no


def _read(said: dict[str, Any]) -> Result:
    players = [str(player) for player in said["players"]]
    if not 1 <= len(players) <= 9:
        raise ValueError("players")
    result = Result(KINDS[said["kind"]], str(said["rules"]), players, str(said["version"]), "columns" in said)
    result.complete = said["complete"] is True
    blocks = [tuple(map(_whole, block)) for block in said["blocks"]]
    if any(len(block) != 3 or min(block) < 0 for block in blocks) or sum(block[2] for block in blocks) != said["games"]:
        raise ValueError("blocks")
    if "columns" in said:
        columns = [array("i", map(_whole, said["columns"][name])) for name in result.raw]
        if any(len(column) != said["games"] for column in columns):
            raise ValueError("columns")
        begin = 0
        for seed, first, count in blocks:
            result.add(seed, first, count, b"".join(column[begin : begin + count].tobytes() for column in columns))
            begin += count
        return result
    tallies = {
        name: {_whole(value): _whole(count) for value, count in said["tallies"][name]} for name in result.tallied
    }
    if any(sum(tally.values()) != said["games"] or min(tally.values(), default=1) < 1 for tally in tallies.values()):
        raise ValueError("tallies")
    products = {(above, below): _whole(value) for above, below, value in said["products"]}
    if set(products) != set(result.products):
        raise ValueError("products")
    result.count(blocks, tallies, products)
    return result


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r:.20} is no whole number")
    return value
