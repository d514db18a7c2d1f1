"""Results as JSON, and back.

    {"format": "hedgekit.result", "schema": 1, "version": "0.1.0", "kind": "game", "rules": "0 players=4",
     "players": ["greedy", "random", "random", "random"], "games": 1000, "complete": true, "blocks": [[7, 0, 1000]],
     "ended": {"won": 1000}, "summary": {"turns": {"mean": 192.4, "low": 190.9, ...}, ...},
     "tallies": {"turns": [[58, 1], [61, 2], ...], ...}, "products": [["choices", "decisions", 1234567], ...]}

`blocks` are (seed, first game, how many); `version` is that of hedgekit; `columns`, if asked for, has the raw measures
of every game, in order.  Only tallies, products and columns are read, as the summary follows from them.  What no
simulation can produce is refused, so that whatever is read can be shown and merged.
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
from .request import players_by_seat, simulated

FORMAT, SCHEMA = "hedgekit.result", 1
TENTHS = (0.1, 0.5, 0.9)
LARGEST_VALUE = (1 << 31) - 1  # columns have 32 bits
SIGNED = ("points", "score", "gain")  # measures that may be negative

Stored = TypeVar("Stored", bound=Counts)


def to_json(result: Counts, columns: bool = False) -> str:
    """Write a result as one line of JSON, which is the same for the same games."""
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


def from_json(text: str, result_class: type[Stored]) -> Stored:
    """Read a result of this class from JSON; NotationError if the text is not one, or one of a later schema."""
    try:
        said = json.loads(text)
    except (TypeError, ValueError, RecursionError) as no:
        raise NotationError("error.results.json", why=str(no)[:80]) from no
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise NotationError("error.results.json", why=f"format != {FORMAT}")
    if said.get("schema") != SCHEMA:
        raise NotationError("error.results.schema", schema=str(said.get("schema"))[:24], known=SCHEMA)
    try:
        return _read(said, result_class)
    except HedgekitError as no:  # of the rules or the players
        raise NotationError("error.results.json", why=no) from no
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as no:
        raise NotationError("error.results.json", why=f"{type(no).__name__}: {no}"[:80]) from no


def _read(said: dict[str, Any], result_class: type[Stored]) -> Stored:
    kind = KINDS_OF_RESULT[said["kind"]]
    rules = simulated(said["rules"], kind is OF_SERIES)
    if str(rules) != said["rules"] or isinstance(rules, RuleSet) == (kind is OF_OTHERS):
        raise ValueError("rules")
    _check_players(said["players"], rules.players)
    result = result_class(kind, str(rules), said["players"], str(said["version"]), "columns" in said)
    result.complete = said["complete"] is True
    blocks = _blocks(said["blocks"], kind.most)
    if sum(count for _, _, count in blocks) != _whole(said["games"]):
        raise ValueError("games")
    if "columns" in said:
        _add_columns(result, blocks, said["columns"], said["games"])
    else:
        _add_tallies(result, blocks, said)
    _check_values(result)
    return result


def _check_players(names: Any, seats: int) -> None:
    """ValueError unless these are the names of the players at every seat."""
    known = [
        "random" if isinstance(name, str) and name.startswith(BOT) and len(name) <= len(BOT) + LONGEST_NAME else name
        for name in names
    ]
    skills = players_by_seat(known, seats)
    found = [name if name.startswith(BOT) else str(skill) for name, skill in zip(names, skills, strict=True)]
    if found != names:
        raise ValueError("players")


def _add_columns(result: Counts, blocks: list[Block], said: Any, games: int) -> None:
    columns = [array("i", map(_whole, said[name])) for name in result.raw]
    if any(len(column) != games for column in columns):
        raise ValueError("columns")
    begin = 0
    for seed, first, count in blocks:
        result.add(seed, first, count, b"".join(column[begin : begin + count].tobytes() for column in columns))
        begin += count


def _add_tallies(result: Counts, blocks: list[Block], said: dict[str, Any]) -> None:
    tallies = {
        name: {_whole(value): _whole(count) for value, count in said["tallies"][name]} for name in result.tallied
    }
    if any(sum(tally.values()) != said["games"] or min(tally.values(), default=1) < 1 for tally in tallies.values()):
        raise ValueError("tallies")
    products = {(above, below): _whole(value) for above, below, value in said["products"]}
    if set(products) != set(result.products):
        raise ValueError("products")
    result.count(blocks, tallies, products)


def _blocks(said: Any, games: int) -> list[Block]:
    """Read blocks of games, in which no game occurs twice; games: how many a seed has."""
    blocks = []
    for block in said:
        seed, first, count = map(_whole, block)
        if not (0 <= seed <= LAST_SEED and first >= 0 and 1 <= count <= games - first):
            raise ValueError(f"block {seed}, {first}, {count}")
        blocks.append((seed, first, count))
    for (seed, first, count), (other, begin, _) in pairwise(sorted(blocks)):
        if seed == other and first + count > begin:
            raise ValueError(f"game {begin} of seed {seed} twice")
    return blocks


def _check_values(result: Counts) -> None:
    """ValueError for a value that no game has, or a sum of products that the values do not allow."""
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


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r:.20} is no whole number")
    return value
