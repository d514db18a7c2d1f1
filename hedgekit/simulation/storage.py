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
from typing import Any, TypeVar

from ..games.race.rulesets.combining import RuleSet
from ..text.errors import HedgekitError, NotationError
from . import estimates
from .counts import Counts
from .measures import KINDS_OF_RESULT, OF_OTHERS, OF_SERIES
from .request import simulated

FORMAT, SCHEMA = "hedgekit.result", 1
TENTHS = (0.1, 0.5, 0.9)

Stored = TypeVar("Stored", bound=Counts)


def written(result: Counts, columns: bool = False) -> str:
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


def _summary(result: Counts, name: str) -> dict[str, float | None]:
    interval = result.interval(name)
    low, high = interval if interval != estimates.UNKNOWN else (None, None)
    said: dict[str, float | None] = {"mean": result.mean(name), "low": low, "high": high}
    if name in result.tallied:
        said["deviation"] = result.deviation(name)
        said |= {f"q{round(100 * part)}": result.quantile(name, part) for part in TENTHS}
    return said


def stored(text: str, result_class: type[Stored]) -> Stored:
    """The result a JSON text holds, of this class; NotationError if it holds none, or one of a later schema."""
    try:
        said = json.loads(text)
        if said["format"] != FORMAT:
            raise ValueError(f"format != {FORMAT}")
        if said["schema"] == SCHEMA:
            return _read(said, result_class)
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as no:
        why = no if isinstance(no, HedgekitError) else f"{type(no).__name__}: {no}"[:80]  # of the rules, say
        raise NotationError("error.results.json", why=why) from no
    raise NotationError("error.results.schema", schema=str(said["schema"])[:24], known=SCHEMA)


def _read(said: dict[str, Any], result_class: type[Stored]) -> Stored:
    kind = KINDS_OF_RESULT[said["kind"]]
    rules = simulated(said["rules"], kind is OF_SERIES)
    if isinstance(rules, RuleSet) == (kind is OF_OTHERS) or len(said["players"]) != rules.players:
        raise ValueError("rules")
    result = result_class(kind, str(rules), said["players"], said["version"], "columns" in said)
    result.complete = said["complete"]
    if "columns" in said:
        columns, begin = [array("i", said["columns"][name]) for name in result.raw], 0
        for seed, first, count in said["blocks"]:
            result.add(seed, first, count, b"".join(column[begin : begin + count].tobytes() for column in columns))
            begin += count
    else:
        products = {(above, below): value for above, below, value in said["products"]}
        if set(products) != set(result.products):
            raise ValueError("products")
        result.count(said["blocks"], {name: dict(said["tallies"][name]) for name in result.tallied}, products)
    if {said["games"]} != {result.games, *(sum(result.tally(name).values()) for name in result.tallied)}:
        raise ValueError("games")
    return result
