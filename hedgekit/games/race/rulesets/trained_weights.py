"""The weights that players learned: which there are, and which one serves a rule set.

`weights/index.json` names the rule sets that players learned from themselves (`python docs/train_players.py`), with
what it took, and the file of each: for every feature a whole number of 16 bits for each hidden unit, then those of the
output and its bias. Under "weights" it has what everybody learned (`value_network.py`), under "wide" what a master did
(`features.py`); without the latter a master goes by the former. A rule set without a file of its own is served by that
of the nearest number of players, whose seats in the middle are left out or doubled, and then of most of its variants.
How sure such weights are was learned under other rules; `calibration.json` says what its log odds count for under
these, and those of the rule of thumb (`python -m benchmarks.chances --fit`).
"""

import math
import pkgutil
import sys
from array import array
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ....text.errors import HedgekitError
from ..engine.choice import memory
from ..engine.choice.memory import AS_LEARNED, GREEDY, HIDDEN, LEARNED, LOOKAHEAD, MASTER, MONTECARLO, UNIT, Mind
from .rule_set import RuleSet

SIZES = {"weights": memory.SEEN, "wide": memory.SIGHTS}
"""What everybody learned and what a master did, as the mind calls them, and how many features each has of a player."""
LAYOUTS = {field: f"{seen}x{HIDDEN}/1" for field, seen in SIZES.items()}
"""What weights are made for; the last number: of the features' meaning."""


CALIBRATION = "calibration.json"
FLATTEST, STEEPEST = 0.05, 6.0  # how far log odds may stretch


class Served(NamedTuple):
    """The weights that serve a rule set, the rule set that they were learned in, and how they are calibrated."""

    rules: str
    weights: tuple[int, ...]
    calibration: tuple[int, ...] = AS_LEARNED


def _data(name: str) -> bytes:
    if (found := pkgutil.get_data(f"{__package__}.weights", name)) is None:  # ImportError: a browser cannot fetch it
        raise OSError(name)
    return found


NEEDING = frozenset({"learned", "lookahead", "master"})
"""The kinds of players that use weights."""


@cache
def index(field: str = "weights") -> dict[str, dict[str, Any]]:
    """Return what is known of weights, by rule set.  HedgekitError if there are none, or of another version.

    field: one of LAYOUTS.
    """
    import json  # here: importing hedgekit stays quick

    try:
        found: dict[str, Any] = json.loads(_data("index.json"))[field]
        layout, sets = str(found["layout"]), {str(name): dict(known) for name, known in found["sets"].items()}
    except (OSError, ImportError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as no:
        raise HedgekitError("error.weights.missing") from no
    if layout != LAYOUTS[field]:
        raise HedgekitError("error.weights.other", layout=layout[:24], wanted=LAYOUTS[field])
    return sets


def _players(name: str) -> int:
    """Return the number of players in the name of a rule set; ValueError if it has none."""
    return int(name.partition(" players=")[2])


@cache
def _weights(name: str, field: str) -> tuple[int, ...]:
    import hashlib  # here: importing hedgekit stays quick

    known = index(field)[name]
    try:
        data = _data(str(known["file"]))
        if hashlib.sha256(data).hexdigest() != known["sha256"]:
            raise ValueError(name)
    except (OSError, ImportError, KeyError, ValueError) as no:
        raise HedgekitError("error.weights.damaged", rules=name) from no
    weights = array("h", data)
    if sys.byteorder == "big":
        weights.byteswap()
    return tuple(weights)


def _fit(learned: str, rules: RuleSet) -> tuple[int, ...]:
    """Return how well the weights of this rule set serve another one: the more, the better; () not at all.

    The number of players comes first: between four a race is another one than between two, under whichever variant.
    """
    known, given = by_name(learned), by_name(rules)
    if not known.keys() <= given.keys():
        return ()
    same = sum(given[name] == word for name, word in known.items())
    return -abs(_players(learned) - rules.players), len(known), same, _players(learned)


def by_name(rules: object) -> dict[str, str]:
    """Return the variants of a rule set's text, each with its options; none for the base game."""
    text = str(rules).partition(" players=")[0]
    return {} if text == "0" else {word.partition("[")[0]: word for word in text.split("+")}


def nearest(rules: RuleSet, field: str = "weights") -> Served:
    """Return the weights, of one of LAYOUTS, that serve a rule set best, as they were learned.

    HedgekitError if there are none.
    """
    fits = {name: fit for name in index(field) if (fit := _fit(name, rules))}
    if not fits:
        raise HedgekitError("error.weights.missing")
    best = max(fits, key=lambda name: fits[name])
    return Served(best, _seated(_weights(best, field), _players(best), rules.players, field))


@lru_cache(256)
def served(rules: RuleSet, field: str = "weights") -> Served:
    """Return the same, so calibrated that what is shown under these rules comes true."""
    found = nearest(rules, field)
    return found._replace(calibration=calibration(rules, found.rules, field))


@cache
def _calibration() -> dict[str, Any]:
    import json  # here: importing hedgekit stays quick

    try:
        found: dict[str, Any] = json.loads(_data(CALIBRATION))
        if not all(isinstance(found[field][part], dict) for field in SIZES for part in ("learned", "common")):
            raise TypeError
    except (OSError, ImportError, ValueError, KeyError, TypeError, RecursionError) as no:
        raise HedgekitError("error.weights.missing") from no
    return found


def calibration(rules: RuleSet, learned: str, field: str) -> tuple[int, int, int]:
    """Return what the log odds of weights and those of the rule of thumb count for under these rules, and a constant.

    Out of UNIT.  The first is that of the weights, times one of each variant that they did not learn; the second is a
    sum and counts where the weights see too little.  Sets that were played have a factor and a summand of their own.
    The constant keeps an even game even.
    """
    # in order: a product of floats is not the same in every one
    known, others = _calibration()[field], sorted(by_name(rules).keys() - by_name(learned).keys())

    of_set, rule = known.get("sets", {}).get(str(rules), (1, 0))
    own = known["learned"].get(learned, 1) * of_set
    for part in ("common", str(min(rules.players, TAUGHT))):
        own *= math.prod(known.get(part, {}).get(one, 1) for one in others)
    rule += sum(known.get("rule", {}).get(one, 0) for one in others)
    own = min(max(own, FLATTEST), STEEPEST)
    even = -math.log2(rules.players - 1)
    return round(own * UNIT), round(rule * UNIT), round((1 - own - rule) * even * UNIT)


def wanting(rules: Any, kinds: Iterable[str]) -> HedgekitError | None:
    """Return why players of these kinds play worse than they learned to; None if they do not.

    rules: of any game of the collection; a sister game nobody learned, and there one who learned plays as greedy.
    """
    if not isinstance(rules, RuleSet) or rules.engine:
        return HedgekitError("error.weights.nobody") if "learned" in kinds else None
    if NEEDING.isdisjoint(kinds):
        return None
    try:
        served(rules)
    except HedgekitError as no:
        return no
    if "master" in kinds:
        try:
            served(rules, "wide")
        except HedgekitError:
            return HedgekitError("error.weights.master")
    return None


def _seated(weights: tuple[int, ...], players: int, wanted: int, field: str = "weights") -> tuple[int, ...]:
    """Return weights for another number of players: seats in the middle are left out or doubled."""
    if players == wanted:
        return weights
    after = [1 + seat * (players - 1) // (wanted - 1) for seat in range(wanted - 1)]
    seats = [0, *after[:-1], players - 1]
    size = SIZES[field] * HIDDEN
    found: tuple[int, ...] = ()
    for seat in seats:
        found += weights[seat * size : (seat + 1) * size]
    turn = players * size
    for seat in seats:
        found += weights[turn + seat * HIDDEN : turn + (seat + 1) * HIDDEN]
    return found + weights[turn + players * HIDDEN :]


WITHOUT = {LEARNED: GREEDY, LOOKAHEAD: MONTECARLO, MASTER: MONTECARLO}
"""Kind of a player without weights -> the kind it plays as: the strongest that needs none."""
STEADY_PART = 0.15  # of the playouts of one who looks ahead under a variant with `learned_playouts`: they take longer
TAUGHT = 6  # the largest number of players with weights of their own
FAR = 7  # rounds of a playout without weights


def equip(mind: Mind, rules: RuleSet) -> None:
    """Give the players of a game their weights; without any a player falls back to a kind that needs none."""
    wanting = [seat for seat, kind in enumerate(mind.kind) if kind in WITHOUT]
    if not wanting or mind.weights:
        return
    own: tuple[int, ...] = AS_LEARNED
    wide = own
    with suppress(HedgekitError):
        _, mind.weights, own = served(rules)
    if MASTER in mind.kind and mind.weights:
        with suppress(HedgekitError):
            found = served(rules, "wide")
            if _players(found.rules) == min(rules.players, TAUGHT):  # of others it is no help
                mind.wide, wide = found.weights, found.calibration
    mind.calibration = (*own, *wide)
    for seat in wanting:
        mind.learned[seat] = int(bool(mind.weights))
        steady = any(rules.registry.variants[n].learned_playouts for n in rules.variants)
        if mind.kind[seat] == LOOKAHEAD and mind.weights and steady:
            mind.kind[seat], mind.rounds[seat] = MASTER, mind.rounds[seat] * rules.players
            mind.strength[seat] = max(1, round(STEADY_PART * mind.strength[seat]))
            continue
        if mind.kind[seat] == MASTER:
            mind.learned[seat] += bool(mind.wide)
            mind.rounds[seat] *= rules.players  # to the engine they are turns
        if not mind.weights:
            mind.kind[seat], mind.rounds[seat] = WITHOUT[mind.kind[seat]], FAR
