"""Judges ticked variants: can they be played, what excludes what, random sets; and the verdicts of all pairs."""

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
LARGEST = 4  # variants in a random set, at most
ADVISED = 3  # so many times likelier is a variant that the authors advise for that many players


@dataclass(frozen=True)
class Clashing:
    """Two variants that exclude each other, and why."""

    pair: tuple[int, int]
    reasons: tuple[Note, ...]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a selection.

    rules: the rule set, None if it cannot be played; clashes: all pairs that exclude each other; seats: the numbers of
    players that these variants leave; error: what else is wrong, if anything.
    """

    rules: hedgekit.RuleSet | None
    clashes: tuple[Clashing, ...]
    seats: tuple[int, ...]
    error: hedgekit.HedgekitError | None = None


def judged(variants: Iterable[int], options: Mapping[tuple[int, str], str], players: int) -> Outcome:
    """The outcome of a selection.  Nothing is raised: what excludes it is in the outcome.

    options: (variant, name) -> value; those of variants that are not selected are passed over.
    """
    chosen = tuple(sorted(set(variants)))
    options = {key: value for key, value in options.items() if key[0] in (0, *chosen)}
    left = seats(VARIANTS[number] for number in chosen)
    try:
        rules = hedgekit.rules(str(hedgekit.RuleSet(chosen, tuple(options.items()), players)))
    except Clash as clash:
        found = _clashing(clash)
        return Outcome(None, found, left, None if found else clash)
    except hedgekit.HedgekitError as error:
        return Outcome(None, (), left, error)
    return Outcome(rules, (), left)


def _clashing(clash: Clash) -> tuple[Clashing, ...]:
    """Return the pairs of a clash with their reasons: of the two variants, or of an option (Option.bars)."""
    found = []
    notes = [note for note in clash.values.get("reasons", ()) if isinstance(note, Note)]  # type: ignore[attr-defined]
    for pair in dict.fromkeys(clash.pairs):
        known = verdict(*pair)
        reasons = known.grounds if known.kind == INCOMPATIBLE else ()
        barred = tuple(note for note in notes if note.key.startswith("clash.bars.") and _names(note) == set(pair))
        found.append(Clashing(pair, reasons + barred))
    return tuple(found)


def _names(note: Note) -> set[int]:
    return {value.variant.number for _, value in note.values if isinstance(value, Named)}


def excluded(variants: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Map variants that are not selected to the selected ones that exclude them, if any do."""
    chosen = sorted(set(variants))
    found = {
        number: tuple(other for other in chosen if verdict(number, other).kind == INCOMPATIBLE)
        for number in NUMBERS
        if number not in chosen
    }
    return {number: against for number, against in found.items() if against}


def surprise(players: int, source: random.Random) -> tuple[int, ...]:
    """Pick a random set of two to four variants for so many players, without clashes or pointless pairs.

    Variants that the authors advise for that many are likelier.  source: decides.
    """
    wanted = source.randint(2, LARGEST)
    chosen = list(writing("pieces.colours")) if players > max(VARIANTS[0].players) else []
    racing = (number for number in NUMBERS if number not in chosen and not VARIANTS[number].engine)
    left = [number for number in racing if players in VARIANTS[number].seats]
    while left and len(chosen) < wanted:
        weights = [ADVISED if players in VARIANTS[number].advised else 1 for number in left]
        number = source.choices(left, weights)[0]
        left.remove(number)
        if _fits(number, chosen, players):
            chosen.append(number)
    return tuple(sorted(chosen))


def _fits(number: int, chosen: list[int], players: int) -> bool:
    if any(verdict(one, other).kind == POINTLESS for one, other in combinations([*chosen, number], 2)):
        return False
    return judged([*chosen, number], {}, players).rules is not None


@cache
def verdicts() -> dict[tuple[int, int], Verdict]:
    """Every pair of variants, the smaller number first."""
    return {pair: verdict(*pair) for pair in combinations(NUMBERS, 2)}


def counted() -> dict[str, int]:
    """How many pairs there are, and how many of each kind."""
    kinds = [found.kind for found in verdicts().values()]
    named = {"compatible": COMPATIBLE, "decided": DECIDED, "incompatible": INCOMPATIBLE, "pointless": POINTLESS}
    return {"pairs": len(kinds), **{name: kinds.count(kind) for name, kind in named.items()}}
