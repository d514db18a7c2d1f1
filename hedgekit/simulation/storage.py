"""Results as JSON: writing, reading and validating.

    {"format": "hedgekit.result", "schema": 1, "version": "0.1.0", "kind": "game", "rules": "0 players=4",
     "players": ["greedy", "random", "random", "random"], "games": 1000, "complete": true, "blocks": [[7, 0, 1000]],
     "ended": {"won": 1000}, "summary": {"turns": {"mean": 192.4, "low": 190.9, ...}, ...},
     "tallies": {"turns": [[58, 1], [61, 2], ...], ...}, "products": [["choices", "decisions", 1234567], ...]}

`blocks` are (seed, first game, number of games); `version` is hedgekit's; the optional `columns` have the raw measures
of every game, in order.  The summary is not read, as it follows from tallies, products and columns.  Values that no
simulation can produce are refused, so that every result that is read can be shown and merged.
"""

import json
from array import array
from itertools import pairwise
from typing import Any, TypeVar

from ..games.race.engine.matches import ENDS
from ..games.race.engine.state import DRAW
from ..games.race.rulesets.rule_set import RuleSet
from ..notation.tokens import LAST_SEED
from ..players.bots import BOT, LONGEST_NAME
from ..text.errors import HedgekitError, NotationError
from . import estimates
from .counts import Counts
from .measures import KINDS_OF_RESULT, OF_OTHERS, OF_SERIES, Block
from .request import players_by_seat, read_simulable

FORMAT, SCHEMA = "hedgekit.result", 1
TENTHS = (0.1, 0.5, 0.9)
LARGEST_VALUE = (1 << 31) - 1  # columns have 32 bits
SIGNED = ("points", "score", "gain")  # measures that may be negative

Stored = TypeVar("Stored", bound=Counts)


def to_json(result: Counts, columns: bool = False) -> str:
    """Return a result as one line of JSON, identical for identical games."""
    data: dict[str, Any] = {
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
        data["columns"] = {name: [int(value) for value in result[name]] for name in result.raw}
    return json.dumps(data, ensure_ascii=False)


def _summary(result: Counts, name: str) -> dict[str, float | None]:
    interval = result.interval(name)
    low, high = interval if interval != estimates.UNKNOWN else (None, None)
    data: dict[str, float | None] = {"mean": result.mean(name), "low": low, "high": high}
    if name in result.tallied:
        data["deviation"] = result.deviation(name)
        data |= {f"q{round(100 * part)}": result.quantile(name, part) for part in TENTHS}
    return data


def from_json(text: str, result_class: type[Stored]) -> Stored:
    """Parse a result of this class; NotationError if the text is not one, or has a later schema."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise NotationError("error.results.json", why=str(error)[:80]) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError("error.results.json", why=f"format != {FORMAT}")
    if data.get("schema") != SCHEMA:
        raise NotationError("error.results.schema", schema=str(data.get("schema"))[:24], known=SCHEMA)
    try:
        return _read(data, result_class)
    except HedgekitError as error:  # of the rules or the players
        raise NotationError("error.results.json", why=error) from error
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise NotationError("error.results.json", why=f"{type(error).__name__}: {error}"[:80]) from error


def _read(data: dict[str, Any], result_class: type[Stored]) -> Stored:
    kind = KINDS_OF_RESULT[data["kind"]]
    rules = read_simulable(data["rules"], kind is OF_SERIES)
    if str(rules) != data["rules"] or isinstance(rules, RuleSet) == (kind is OF_OTHERS):
        raise ValueError("rules")
    _check_players(data["players"], rules.players)
    result = result_class(kind, str(rules), data["players"], str(data["version"]), "columns" in data)
    result.complete = data["complete"] is True
    blocks = _blocks(data["blocks"], kind.most)
    if sum(count for _, _, count in blocks) != _integer(data["games"]):
        raise ValueError("games")
    if "columns" in data:
        _add_columns(result, blocks, data["columns"], data["games"])
    else:
        _add_tallies(result, blocks, data)
    _check_values(result)
    return result


def _check_players(names: Any, seats: int) -> None:
    """Raise ValueError unless these are the names of the players at every seat."""
    known = [
        "random" if isinstance(name, str) and name.startswith(BOT) and len(name) <= len(BOT) + LONGEST_NAME else name
        for name in names
    ]
    skills = players_by_seat(known, seats)
    found = [name if name.startswith(BOT) else str(skill) for name, skill in zip(names, skills, strict=True)]
    if found != names:
        raise ValueError("players")


def _add_columns(result: Counts, blocks: list[Block], data: Any, games: int) -> None:
    columns = [array("i", map(_integer, data[name])) for name in result.raw]
    if any(len(column) != games for column in columns):
        raise ValueError("columns")
    begin = 0
    for seed, first, count in blocks:
        result.add(seed, first, count, b"".join(column[begin : begin + count].tobytes() for column in columns))
        begin += count


def _add_tallies(result: Counts, blocks: list[Block], data: dict[str, Any]) -> None:
    tallies = {
        name: {_integer(value): _integer(count) for value, count in data["tallies"][name]} for name in result.tallied
    }
    if any(sum(tally.values()) != data["games"] or min(tally.values(), default=1) < 1 for tally in tallies.values()):
        raise ValueError("tallies")
    products = {(above, below): _integer(value) for above, below, value in data["products"]}
    if set(products) != set(result.products):
        raise ValueError("products")
    result.count(blocks, tallies, products)


def _blocks(data: Any, games: int) -> list[Block]:
    """Read blocks of games; ValueError if a game occurs twice.  games: the number of games of a seed."""
    blocks = []
    for block in data:
        seed, first, count = map(_integer, block)
        if not (0 <= seed <= LAST_SEED and first >= 0 and 1 <= count <= games - first):
            raise ValueError(f"block {seed}, {first}, {count}")
        blocks.append((seed, first, count))
    for (seed, first, count), (other, begin, _) in pairwise(sorted(blocks)):
        if seed == other and first + count > begin:
            raise ValueError(f"game {begin} of seed {seed} twice")
    return blocks


def _check_values(result: Counts) -> None:
    """Raise ValueError for a value that no game has, or a sum of products inconsistent with the values."""
    seats = len(result.seats)
    sums = {}
    for name in result.tallied:
        tally = result.tally(name)
        low, high = -LARGEST_VALUE if name.partition("_")[0] in SIGNED else 0, LARGEST_VALUE
        if name == "end":
            high = len(ENDS) - 1
        elif name == "won":
            high = (1 << seats) - 1
        elif name.startswith("rank_"):
            low, high = 1, seats
        if any(not low <= value <= high for value in tally if (name, value) != ("won", DRAW)):
            raise ValueError(f"{name} {min(tally)} to {max(tally)}")
        sums[name] = sum(value * count for value, count in tally.items())
    for (above, below), products in result.products.items():
        largest = max(map(abs, result.tally(above)), default=0) * sums[below]
        if not -largest * (above in SIGNED) <= products <= largest:
            raise ValueError(f"products of {above} and {below}")


def _integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r:.20} is no whole number")
    return value
