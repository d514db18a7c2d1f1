"""Verdicts of selected variants: whether they can be played, exclusions, random sets, and the verdicts of all pairs."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import hedgekit
from hedgekit import VARIANTS, Clash, Note, Verdict
from hedgekit.games.race.rulesets.verdicts import COMPATIBLE, DECIDED, INCOMPATIBLE, POINTLESS, Named, seats, verdict
from hedgekit.games.race.variants import writing

from ..text.words import CHAPTERS

NUMBERS = tuple(number for number, variant in VARIANTS.items() if number and variant.family in CHAPTERS)
SEATS = tuple(range(2, 10))
MAX_RANDOM = 4  # variants in a random set
ADVISED = 3  # weight of a variant that the authors advise for the number of players; of others 1


@dataclass(frozen=True)
class Clashing:
    """Two variants that exclude each other, and the reasons."""

    pair: tuple[int, int]
    reasons: tuple[Note, ...]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a selection.

    rules: the rule set, None if it cannot be played; clashes: all pairs that exclude each other; seats: the numbers of
    players that the variants allow; error: any other error.
    """

    rules: hedgekit.RuleSet | None
    clashes: tuple[Clashing, ...]
    seats: tuple[int, ...]
    error: hedgekit.HedgekitError | None = None


def judge(variants: Iterable[int], options: Mapping[tuple[int, str], str], players: int) -> Outcome:
    """Return the outcome of a selection, with errors in it instead of raised.

    options: (variant, name) -> value; those of other variants are ignored.
    """
    chosen = tuple(sorted(set(variants)))
    options = {key: value for key, value in options.items() if key[0] in (0, *chosen)}
    allowed = seats(VARIANTS[number] for number in chosen)
    try:
        rules = hedgekit.rules(str(hedgekit.RuleSet(chosen, tuple(options.items()), players)))
    except Clash as clash:
        clashes = _clashes(clash)
        return Outcome(None, clashes, allowed, None if clashes else clash)
    except hedgekit.HedgekitError as error:
        return Outcome(None, (), allowed, error)
    return Outcome(rules, (), allowed)


def _clashes(clash: Clash) -> tuple[Clashing, ...]:
    """Return the pairs of a clash with the reasons, which may lie in an option (Option.bars)."""
    found = []
    notes = [note for note in clash.values.get("reasons", ()) if isinstance(note, Note)]  # type: ignore[attr-defined]
    for pair in dict.fromkeys(clash.pairs):
        known = verdict(*pair)
        reasons = known.grounds if known.kind == INCOMPATIBLE else ()
        barred = tuple(note for note in notes if note.key.startswith("clash.bars.") and _variants_in(note) == set(pair))
        found.append(Clashing(pair, reasons + barred))
    return tuple(found)


def _variants_in(note: Note) -> set[int]:
    return {value.variant.number for _, value in note.values if isinstance(value, Named)}


def excluded(variants: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Return the variants that the selected ones exclude, with those that exclude them."""
    chosen = sorted(set(variants))
    found = {
        number: tuple(other for other in chosen if verdict(number, other).kind == INCOMPATIBLE)
        for number in NUMBERS
        if number not in chosen
    }
    return {number: by for number, by in found.items() if by}


def random_set(players: int, rng: random.Random) -> tuple[int, ...]:
    """Return a random set of two to four variants without clashes or pointless pairs.

    Variants that the authors advise for the number of players are likelier.
    """
    size = rng.randint(2, MAX_RANDOM)
    chosen = list(writing("pieces.colours")) if players > max(VARIANTS[0].players) else []
    racing = (number for number in NUMBERS if number not in chosen and not VARIANTS[number].engine)
    candidates = [number for number in racing if players in VARIANTS[number].seats]
    while candidates and len(chosen) < size:
        weights = [ADVISED if players in VARIANTS[number].advised else 1 for number in candidates]
        number = rng.choices(candidates, weights)[0]
        candidates.remove(number)
        if _fits(number, chosen, players):
            chosen.append(number)
    return tuple(sorted(chosen))


def _fits(number: int, chosen: list[int], players: int) -> bool:
    if any(verdict(one, other).kind == POINTLESS for one, other in combinations([*chosen, number], 2)):
        return False
    return judge([*chosen, number], {}, players).rules is not None


@cache
def verdicts() -> dict[tuple[int, int], Verdict]:
    """Return the verdict of every pair of variants, by the pair with the smaller number first."""
    return {pair: verdict(*pair) for pair in combinations(NUMBERS, 2)}


def verdict_counts() -> dict[str, int]:
    """Return the number of `pairs`, and of each kind of verdict."""
    kinds = [found.kind for found in verdicts().values()]
    named = {"compatible": COMPATIBLE, "decided": DECIDED, "incompatible": INCOMPATIBLE, "pointless": POINTLESS}
    return {"pairs": len(kinds), **{name: kinds.count(kind) for name, kind in named.items()}}
