"""Trained weights of players: find, load and calibrate those for a rule set.

`weights/index.json` lists the rule sets in which players were trained by self-play (`python docs/train_players.py`),
with the training parameters and a file each: a 16-bit integer per feature and hidden unit, then those of the output,
and its bias.  "weights" are for all players (`value_network.py`), "wide" for masters (`features.py`), who fall back to
the former.  A rule set without a file uses that of the nearest number of players, with middle seats dropped or
doubled, then with most of its variants.  As such weights are too confident or too cautious there, `calibration.json`
has factors for their log odds, and for those of the heuristic (`python -m benchmarks.chances --fit`).
"""

import math
import pkgutil
import sys
from array import array
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ....renamed import former_attributes
from ....text.errors import HedgekitError
from ..engine.choice import memory
from ..engine.choice.memory import AS_LEARNED, GREEDY, HIDDEN, LEARNED, LOOKAHEAD, MASTER, MONTECARLO, UNIT, Mind
from .rule_set import RuleSet

SIZES = {"weights": memory.SEEN, "wide": memory.SIGHTS}
"""Field of the mind, for all players and for masters -> number of features per player."""
LAYOUTS = {field: f"{seen}x{HIDDEN}/1" for field, seen in SIZES.items()}
"""Field -> shape of the weights, and the version of the features."""


CALIBRATION = "calibration.json"
FLATTEST, STEEPEST = 0.05, 6.0  # limits of the factor for log odds


class Served(NamedTuple):
    """Weights for a rule set, the rule set in which they were trained, and their calibration."""

    rules: str
    weights: tuple[int, ...]
    calibration: tuple[int, ...] = AS_LEARNED


def _data(name: str) -> bytes:
    if (found := pkgutil.get_data(f"{__package__}.weights", name)) is None:  # ImportError: a browser cannot fetch it
        raise OSError(name)
    return found


NEED_WEIGHTS = frozenset({"learned", "lookahead", "master"})
"""The kinds of players that use weights."""


@cache
def index(field: str = "weights") -> dict[str, dict[str, Any]]:
    """Return rule set -> its entry in the index; field: of LAYOUTS.  HedgekitError if missing or of another version."""
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
    """Return the number of players in a rule set's text; ValueError if it has none."""
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
    """Return how well weights trained in one rule set fit another: the greater, the better; () not at all.

    The number of players comes first, as it matters more than any variant.
    """
    known, given = variant_words(learned), variant_words(rules)
    if not known.keys() <= given.keys():
        return ()
    same = sum(given[name] == word for name, word in known.items())
    return -abs(_players(learned) - rules.players), len(known), same, _players(learned)


def variant_words(rules: object) -> dict[str, str]:
    """Return variant -> variant with options, from a rule set's text; {} for the base game."""
    text = str(rules).partition(" players=")[0]
    return {} if text == "0" else {word.partition("[")[0]: word for word in text.split("+")}


def nearest_weights(rules: RuleSet, field: str = "weights") -> Served:
    """Return the weights that fit a rule set best, uncalibrated; field: of LAYOUTS.  HedgekitError if none do."""
    fits = {name: fit for name in index(field) if (fit := _fit(name, rules))}
    if not fits:
        raise HedgekitError("error.weights.missing")
    best = max(fits, key=lambda name: fits[name])
    return Served(best, _seated(_weights(best, field), _players(best), rules.players, field))


@lru_cache(256)
def weights_for(rules: RuleSet, field: str = "weights") -> Served:
    """Return the weights that fit a rule set best, calibrated for it.  HedgekitError if there are none."""
    found = nearest_weights(rules, field)
    return found._replace(calibration=calibration(rules, found.rules, field))


__getattr__ = former_attributes(__name__, {"served": "weights_for"})


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
    """Return the factors for log odds of the weights and of the heuristic under these rules, and a constant, in UNIT.

    The first is the weights' factor times one for each variant in which they were not trained; the second is a sum,
    for variants that the weights do not see.  Measured rule sets have an additional factor and summand.  The constant
    keeps an even game even.
    """
    # sorted, as float products depend on the order
    known, others = _calibration()[field], sorted(variant_words(rules).keys() - variant_words(learned).keys())

    of_set, rule = known.get("sets", {}).get(str(rules), (1, 0))
    own = known["learned"].get(learned, 1) * of_set
    for part in ("common", str(min(rules.players, TAUGHT))):
        own *= math.prod(known.get(part, {}).get(one, 1) for one in others)
    rule += sum(known.get("rule", {}).get(one, 0) for one in others)
    own = min(max(own, FLATTEST), STEEPEST)
    even = -math.log2(rules.players - 1)
    return round(own * UNIT), round(rule * UNIT), round((1 - own - rule) * even * UNIT)


def missing_weights(rules: Any, kinds: Iterable[str]) -> HedgekitError | None:
    """Return why players of these kinds play below their strength, if weights are missing; else None.

    rules: of any game; other games than the race have no weights, so that `learned` plays like `greedy`.
    """
    if not isinstance(rules, RuleSet) or rules.engine:
        return HedgekitError("error.weights.nobody") if "learned" in kinds else None
    if NEED_WEIGHTS.isdisjoint(kinds):
        return None
    try:
        weights_for(rules)
    except HedgekitError as no:
        return no
    if "master" in kinds:
        try:
            weights_for(rules, "wide")
        except HedgekitError:
            return HedgekitError("error.weights.master")
    return None


def _seated(weights: tuple[int, ...], players: int, wanted: int, field: str = "weights") -> tuple[int, ...]:
    """Return weights for another number of players, with middle seats dropped or doubled."""
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
"""Kind of a player without weights -> the strongest kind that needs none."""
LEARNED_PART = 0.15  # of the playouts of `lookahead` under a variant with `learned_playouts`, which take longer
TAUGHT = 6  # the largest number of players with weights of their own
LONG_PLAYOUT = 7  # rounds of a playout without weights


def equip(mind: Mind, rules: RuleSet) -> None:
    """Give the players of a game their weights; without any, a player falls back to a kind that needs none."""
    seats = [seat for seat, kind in enumerate(mind.kind) if kind in WITHOUT]
    if not seats or mind.weights:
        return
    own: tuple[int, ...] = AS_LEARNED
    wide = own
    with suppress(HedgekitError):
        _, mind.weights, own = weights_for(rules)
    if MASTER in mind.kind and mind.weights:
        with suppress(HedgekitError):
            found = weights_for(rules, "wide")
            if _players(found.rules) == min(rules.players, TAUGHT):  # others do not help
                mind.wide, wide = found.weights, found.calibration
    mind.calibration = (*own, *wide)
    learned_playouts = any(rules.registry.variants[n].learned_playouts for n in rules.variants)
    for seat in seats:
        mind.learned[seat] = int(bool(mind.weights))
        if mind.kind[seat] == LOOKAHEAD and mind.weights and learned_playouts:
            mind.kind[seat], mind.rounds[seat] = MASTER, mind.rounds[seat] * rules.players
            mind.strength[seat] = max(1, round(LEARNED_PART * mind.strength[seat]))
            continue
        if mind.kind[seat] == MASTER:
            mind.learned[seat] += bool(mind.wide)
            mind.rounds[seat] *= rules.players  # the engine counts turns
        if not mind.weights:
            mind.kind[seat], mind.rounds[seat] = WITHOUT[mind.kind[seat]], LONG_PLAYOUT
