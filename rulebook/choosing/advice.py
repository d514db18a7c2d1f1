"""A short list of variants for an evening: so many players, so much time, a taste for tactics.  No widgets.

What is weighed: the authors' advice on players, their signs for length and tactics, what our games measured of these
(`rulebook.measuring.claims`), and the playing time on the box: 20 to 50 minutes, depending on the number of players.
"""

from dataclasses import dataclass

from hedgekit import VARIANTS
from hedgekit.variants import BEYOND, Variant, writing

from ..measuring.claims import AGREES, DISAGREES, MEASURED_PLAYERS, MEDIAN, direction, rows
from ..text.words import Words
from .words import both

BOX_PLAYERS, BOX_MINUTES = (2, 6), (20, 50)  # the box: 20 minutes for two, 50 for six
TACTICS = ("any", "more", "less")
MINUTES = (20, 300)
SEATS = (2, 9)
SHORT = 6  # the list


@dataclass(frozen=True)
class Wish:
    """How many play, for how many minutes, whether they want more tactics or less, and play with the box alone.

    ValueError for a number or a word that is out of bounds.
    """

    players: int = 4
    minutes: int = 60
    tactics: str = "any"
    box: bool = False

    def __post_init__(self) -> None:
        if not SEATS[0] <= self.players <= SEATS[1] or not MINUTES[0] <= self.minutes <= MINUTES[1]:
            raise ValueError(f"{SEATS[0]} to {SEATS[1]} players and {MINUTES[0]} to {MINUTES[1]} minutes")
        if self.tactics not in TACTICS:
            raise ValueError(f"tactics is one of {', '.join(TACTICS)}")


@dataclass(frozen=True)
class Suggestion:
    """A variant for a wish: its number, the rule set, how long it should take, and why it is on the list."""

    number: int
    rules: str
    minutes: float
    reasons: tuple[Words, ...]


def usual_minutes(players: int) -> float:
    """How long the base game takes by the box: between its two figures in proportion, and on beyond six players."""
    (few, many), (short, long) = BOX_PLAYERS, BOX_MINUTES
    return short + (long - short) * (players - few) / (many - few)


def length(number: int) -> float | None:
    """A variant's turns, of a game or of a series, as a part of the base game's; None if that is not known."""
    row = rows().get(number)
    part = row["length"][MEASURED_PLAYERS[-1]]["compared"] if row else None
    return None if part is None else float(part)


def suggest(wish: Wish) -> tuple[Suggestion, ...]:
    """The variants that suit a wish best, the best one first; () if none does."""
    found = []
    for number, variant in VARIANTS.items():
        fitting = _weighed(number, variant, wish)
        if fitting is not None:
            found.append(fitting)
    found.sort(key=lambda one: (-one[0], one[1].number))
    return tuple(suggestion for _, suggestion in found[:SHORT])


def _weighed(number: int, variant: Variant, wish: Wish) -> tuple[float, Suggestion] | None:
    """How well a variant suits, and the suggestion; None if it does not."""
    many = wish.players in BEYOND
    if wish.players not in variant.seats or variant.engine or (wish.box and (variant.material or many)):
        return None
    if many and number == 0:
        return None
    part = length(number)
    minutes = usual_minutes(wish.players) * (1 if part is None else part)
    if minutes > wish.minutes:
        return None
    taste = _taste(variant, wish.tactics)
    if taste is None:
        return None
    weight, tactics = taste
    weight += 2 if _advised(variant, wish.players) else 0
    reasons = (
        _players(variant, wish.players),
        _time(number, part, minutes, wish.players),
        *tactics,
        *_material(variant),
    )
    numbers = sorted({number, *writing("pieces.colours")}) if many else [number]
    rules = "+".join(map(str, numbers))
    return weight, Suggestion(number, f"{rules} players={wish.players}", minutes, reasons)


def _advised(variant: Variant, players: int) -> bool:
    """Do the authors advise it?  Beyond six players it counts what they say of six."""
    return players in variant.advised or (players in BEYOND and 6 in variant.advised)


def _players(variant: Variant, players: int) -> Words:
    key = "advised" if _advised(variant, players) else "bracketed"
    return both(f"advice.{key}", players=players)


def _time(number: int, part: float | None, minutes: float, players: int) -> Words:
    about = 5 * round(minutes / 5)
    if number == 0:
        return both("advice.time-base", minutes=about, players=players)
    if part is None:
        return both("advice.time-unknown", minutes=about, players=players)
    row = rows()[number]
    what = "series" if row["series"] else "game"
    median = "-median" if row["length"][MEASURED_PLAYERS[-1]]["by"] == MEDIAN else ""
    return both(f"advice.time-{what}{median}", minutes=about, percent=round(100 * part))


def _taste(variant: Variant, wanted: str) -> tuple[float, tuple[Words, ...]] | None:
    """How much a variant's tactics suit, with the reason; None if they do not."""
    row = rows().get(variant.number)
    verdict = row["verdicts"].get("tactics") if row else None
    if variant.tactic is None:
        return (0.0, ()) if wanted == "any" else None
    points = direction(variant.tactic)
    if wanted != "any" and points != (1 if wanted == "more" else -1):
        return None
    strength = 0.5 if "(" in variant.tactic else float(len(variant.tactic))
    weight = strength if wanted != "any" else 0.5 * points
    weight += {AGREES: 1.0, DISAGREES: -1.0}.get(verdict or "", 0.0) if wanted != "any" else 0
    said = [both(f"advice.tactics-{({1: 'more', 0: 'equal', -1: 'less'})[points]}", sign=variant.tactic)]
    if verdict:
        said.append(both(f"advice.tactics-{verdict.replace(' ', '-')}"))
    return weight, tuple(said)


def _material(variant: Variant) -> tuple[Words, ...]:
    if not variant.material:
        return ()
    return (Words.joined([both("advice.material"), Words(variant.material).each("{}.".format)]),)
