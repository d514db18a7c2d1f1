"""Variants ticked together: may they be played, what excludes what, what follows, and a random set.  No widgets."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import hedgekit
from hedgekit import VARIANTS, Clash, Note
from hedgekit.games.race.rulesets.verdicts import INCOMPATIBLE, POINTLESS, seats, verdict
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
    """What a selection comes to.

    rules: the rule set, None if it cannot be played; clashes: all pairs that exclude each other; seats: the numbers of
    players that these variants leave; error: what else is wrong, if anything.
    """

    rules: hedgekit.RuleSet | None
    clashes: tuple[Clashing, ...]
    seats: tuple[int, ...]
    error: hedgekit.HedgekitError | None = None

    @property
    def advice(self) -> tuple[Note, ...]:
        """Decisions, pointless pairs, numbers of players not advised; also of what cannot be played as it stands."""
        return self.rules.advice if self.rules else ()


def written(variants: Iterable[int], options: Mapping[tuple[int, str], str]) -> str:
    """The text of a rule set, unchecked, without players: "9+13[push=sideways]"."""
    chosen = sorted(set(variants))
    if not chosen or any(number == 0 for number, _ in options):
        chosen = [0, *chosen]
    said = []
    for number in chosen:
        inside = ",".join(f"{name}={value}" for (whose, name), value in sorted(options.items()) if whose == number)
        said.append(f"{number}[{inside}]" if inside else str(number))
    return "+".join(said)


def judged(variants: Iterable[int], options: Mapping[tuple[int, str], str], players: int) -> Outcome:
    """What a selection comes to.  Nothing is raised: what excludes it is in the outcome.

    options: (variant, name) -> value; those of variants that are not selected are passed over.
    """
    chosen = tuple(sorted(set(variants)))
    options = {key: value for key, value in options.items() if key[0] in (0, *chosen)}
    left = seats(VARIANTS[number] for number in chosen)
    try:
        rules = hedgekit.rules(written(chosen, options), players)
    except Clash as clash:
        found = _clashing(clash)
        return Outcome(None, found, left, None if found else clash)
    except hedgekit.HedgekitError as error:
        return Outcome(None, (), left, error)
    return Outcome(rules, (), left)


def _clashing(clash: Clash) -> tuple[Clashing, ...]:
    """The pairs of a clash with their reasons: of the two variants, else of an option of one (Option.bars)."""
    found = []
    notes = [note for note in clash.values.get("reasons", ()) if isinstance(note, Note)]  # type: ignore[attr-defined]
    for pair in dict.fromkeys(clash.pairs):
        known = verdict(*pair)
        reasons = known.grounds if known.kind == INCOMPATIBLE else ()
        barred = tuple(note for note in notes if note.key.startswith("clash.bars.") and _names(note) == set(pair))
        found.append(Clashing(pair, reasons + barred))
    return tuple(found)


def _names(note: Note) -> set[int]:
    return {number for _, value in note.values if isinstance(number := getattr(value, "number", None), int)}


def excluded(variants: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """Variants that are not selected -> those selected that exclude them; only those that some do."""
    chosen = sorted(set(variants))
    found = {
        number: tuple(other for other in chosen if verdict(number, other).kind == INCOMPATIBLE)
        for number in NUMBERS
        if number not in chosen
    }
    return {number: against for number, against in found.items() if against}


def surprise(players: int, source: random.Random) -> tuple[int, ...]:
    """A random set of two to four variants that so many can play: nothing clashes, nothing is pointless.

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
    outcome = judged([*chosen, number], {}, players)
    return outcome.rules is not None
