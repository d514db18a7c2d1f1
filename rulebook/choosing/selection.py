"""Judges ticked variants: can they be played, what excludes what, random sets; and the picture of all pairs."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import hedgekit
from hedgekit import VARIANTS, Clash, Note, Verdict
from hedgekit.games.race.rulesets.verdicts import COMPATIBLE, DECIDED, INCOMPATIBLE, POINTLESS, Named, seats, verdict
from hedgekit.games.race.variants import writing

from ..stage.say import spoken
from ..text.words import CHAPTERS
from .fields import PairsData, PairWords

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


# ---- all pairs -----------------------------------------------------------------------------------------------------

SIGNS = {COMPATIBLE: "+", DECIDED: "?", INCOMPATIBLE: "x", POINTLESS: "o"}
"""A letter for each verdict; the picture draws a plus, a diamond, a cross, a ring."""
CELL, EDGE = 16, 26  # units: a square of the picture, and the numbers around it
SIDE = EDGE + CELL * len(NUMBERS)


@cache
def verdicts() -> dict[tuple[int, int], Verdict]:
    """Every pair of variants, the smaller number first."""
    return {pair: verdict(*pair) for pair in combinations(NUMBERS, 2)}


def counted() -> dict[str, int]:
    """How many pairs there are, and how many of each kind."""
    kinds = [found.kind for found in verdicts().values()]
    named = {"compatible": COMPATIBLE, "decided": DECIDED, "incompatible": INCOMPATIBLE, "pointless": POINTLESS}
    return {"pairs": len(kinds), **{name: kinds.count(kind) for name, kind in named.items()}}


@cache
def all_pairs() -> PairsData:
    """Return what the sheet knows of pairs; pairs that simply go together are left out."""
    says: dict[str, PairWords] = {}
    for (a, b), found in verdicts().items():
        if found.kind == COMPATIBLE and found.reason() == found.grounds[0].text():
            continue
        said: PairWords = {"why": spoken(found.reason)}
        if found.kind == DECIDED:
            said["how"] = spoken(lambda lang, decided=found: decided.decision(lang) or "")  # type: ignore[misc]
        says[f"{a}-{b}"] = said
    rows = ["".join("." if a == b else SIGNS[verdicts()[min(a, b), max(a, b)].kind] for b in NUMBERS) for a in NUMBERS]
    return {"rows": rows, "says": says}


def _mark(sign: str, x: int, y: int) -> str:
    """The drawing of a sign around a point, as path data."""
    return {
        "+": f"M{x - 2} {y}h4M{x} {y - 2}v4",
        "?": f"M{x} {y - 5}l5 5l-5 5l-5 -5z",
        "x": f"M{x - 4} {y - 4}l8 8m0 -8l-8 8",
        "o": f"M{x - 4} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    }[sign]


STYLE = (
    ".hc-matrix{--x:#a3211a;--q:#7a5200;--o:#55606e;--p:#8a9a86;--i:#2a2320;--b:#fffdf6;--g:#8d867044}"
    ".hc-matrix .back{fill:var(--b)}.hc-matrix path{fill:none;stroke-width:1.6;stroke-linecap:round}"
    ".hc-matrix .sx{stroke:var(--x);stroke-width:2.2}.hc-matrix .sq{stroke:var(--q);fill:var(--q)}"
    ".hc-matrix .so{stroke:var(--o);stroke-width:2}.hc-matrix .sp{stroke:var(--p);stroke-width:1.1}"
    ".hc-matrix .grid{stroke:var(--g);stroke-width:.8}"
    ".hc-matrix text{fill:var(--i);font:9.5px ui-sans-serif,system-ui,sans-serif;text-anchor:middle}"
)


@cache
def pairs_picture(title: str) -> str:
    """All pairs as SVG: a square each, rows and columns by number, a sign in every square; title: what it is called."""
    drawn: dict[str, list[str]] = {sign: [] for sign in SIGNS.values()}
    for row, signs in enumerate(all_pairs()["rows"]):
        for column, sign in enumerate(signs):
            if sign != ".":
                x, y = (EDGE + CELL * place + CELL // 2 for place in (column, row))
                drawn[sign].append(_mark(sign, x, y))
    classes = {"+": "sp", "?": "sq", "x": "sx", "o": "so"}
    signs = "".join(f'<path class="{classes[sign]}" d="{"".join(paths)}"/>' for sign, paths in drawn.items())
    lines = "".join(f"M{EDGE} {at}H{SIDE}M{at} {EDGE}V{SIDE}" for at in range(EDGE, SIDE + 1, CELL))
    numbers = "".join(
        f'<text x="{EDGE + CELL * k + CELL / 2}" y="{EDGE - 7}">{number}</text>'
        f'<text x="{EDGE / 2}" y="{EDGE + CELL * k + CELL / 2 + 3.5}">{number}</text>'
        for k, number in enumerate(NUMBERS)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hc-matrix" viewBox="0 0 {SIDE + 2} {SIDE + 2}" role="img" '
        f'aria-label="{title}"><style>{STYLE}</style><rect class="back" width="{SIDE + 2}" height="{SIDE + 2}"/>'
        f'<path class="grid" d="{lines}"/>{signs}{numbers}</svg>'
    )
