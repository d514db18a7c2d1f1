"""Rule sets, moves and positions of the horses as values that print as text.  The grammar is in `__init__.py`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import ClassVar

from ...notation.options import GameRules, chosen
from ...notation.tokens import ParsedMove, counted
from ...notation.values import Fault, Standing, die

COLOURS = ("red", "blue", "green", "yellow")  # of A, B, C and D, in whichever corner they sit
LAP = 56  # squares of the track
FOOT = LAP - 1  # how far from its start a horse stands on the square before its ladder
TOP = 6  # steps of a ladder
WAIT = 21  # squares a horse could go while it waits for its number: six rolls on average, of 3.5 each

_PLACE = r"t(?:5[0-5]|[1-4]?[0-9])|[a-d][0-6]"
_MOVE = re.compile(rf"(?P<number>[1-6])|(?P<player>[A-D])|-|(?P<origin>{_PLACE})-(?P<target>{_PLACE})")
_counts = partial(counted, players="ABCD")


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set of the horses, such as `horses[horses=2,overshoot=bounce] players=2`."""

    NAME = "horses"
    PLAYER_COUNTS = (2, 3, 4)
    OPTIONS: ClassVar = {
        "horses": ("4", "3", "2"), "out": ("choice", "must"), "overshoot": ("stay", "bounce"), "pass": ("no", "yes"),
        "safe_start": ("no", "yes"),
    }  # fmt: skip

    horses = chosen("horses", int)
    """How many horses each player has."""
    bounces = chosen("overshoot", "bounce")
    """Whether a horse that rolls too high goes to the square before the ladder and back."""
    passing = chosen("pass", "yes")
    """Whether horses may pass others."""
    safe = chosen("safe_start", "yes")
    """Whether a horse is safe on its own start square."""
    must_come_out = chosen("out", "must")
    """Whether a 6 must bring a horse out if it can."""

    @cached_property
    def colours(self) -> dict[str, str]:
        """Letter -> colour."""
        return dict(zip(self.letters, COLOURS, strict=False))

    @cached_property
    def starts(self) -> dict[str, str]:
        """Letter -> start square."""
        return {player: f"t{at * LAP // 4}" for player, at in self.corners.items()}

    @cached_property
    def corners(self) -> dict[str, int]:
        """Letter -> where they sit: 0 to 3, clockwise."""
        apart = 2 if self.players == 2 else 1
        return {player: apart * seat for seat, player in enumerate(self.letters)}

    @cached_property
    def courses(self) -> dict[str, tuple[str, ...]]:
        """Letter -> the places of a horse's course: the lap from its start (0 to FOOT), then the ladder."""
        courses = {}
        for player, at in self.corners.items():
            lap = [f"t{(at * LAP // 4 + gone) % LAP}" for gone in range(LAP)]
            courses[player] = (*lap, *(f"{player.lower()}{step}" for step in range(1, TOP + 1)))
        return courses

    @cached_property
    def _gone(self) -> dict[str, dict[str, int]]:
        return {player: {place: gone for gone, place in enumerate(course)} for player, course in self.courses.items()}

    @cached_property
    def come(self) -> dict[str, dict[str, int]]:
        """Letter -> place -> how far a player's horse there has come, in squares, with what it has waited for.

        Coming out, the foot and each step wait for a number; a horse that has finished has come `COME`.
        """
        return {player: {place: _come(gone) for place, gone in places.items()} for player, places in self._gone.items()}

    def gone(self, player: str, place: str) -> int:
        """How far along its course a player's horse on a place is; -1 in the stable.  KeyError where it cannot be."""
        return -1 if place == stable(player) else self._gone[player][place]

    @cached_property
    def ways(self) -> dict[tuple[str, str, int], tuple[str, ...]]:
        """Player, place, number -> the places it leads his horse there over, the last one where it ends; () for none.

        Clauses 2, 5 and 6; who stands there is not asked.
        """
        return {
            (player, place, number): tuple(course[at] for at in self._steps(gone, number))
            for player, course in self.courses.items()
            for gone, place in enumerate((stable(player), *course), -1)
            for number in range(1, 7)
        }

    def _steps(self, gone: int, number: int) -> tuple[int, ...]:
        if gone < 0:
            return (0,) if number == 6 else ()
        if gone >= FOOT:
            return (gone + 1,) if number == gone - FOOT + 1 else ()
        past = gone + number - FOOT
        if past <= 0:
            return tuple(range(gone + 1, gone + number + 1))
        if not self.bounces:
            return ()
        return (*range(gone + 1, FOOT + 1), *range(FOOT - 1, FOOT - past - 1, -1))


def _come(gone: int) -> int:
    return WAIT + min(gone, FOOT) + WAIT * max(0, gone - FOOT + 1)


COME = _come(FOOT + TOP)


@cache
def stable(player: str) -> str:
    """The stable of a player, as a place."""
    return f"{player.lower()}0"


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move or an outcome; `Move()` is the pass, `-`.

    number: what is rolled; player: on whom the lot falls; origin, target: places a horse goes from and to.
    """

    origin: str = ""
    target: str = ""
    number: int = 0
    player: str = ""

    def __str__(self) -> str:
        if self.origin:
            return f"{self.origin}-{self.target}"
        return str(self.number or self.player or "-")

    FORM, WRONG = _MOVE, "horses.error.move"


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """Where the horses are and what is to be decided.  Equal positions print the same text.

    horses: place -> whose horse stands there; stable, home: letter -> how many, none left out; number: to play with, 0
    for none.
    """

    horses: Mapping[str, str] = field(default_factory=dict)
    stable: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, int] = field(default_factory=dict)
    number: int = 0

    FIELDS: ClassVar = {**dict.fromkeys(("stable", "home"), _counts), "dice": die, **Standing.TAIL}
    STEPS, PASSING = ("lot", "roll", "move"), ("number",)
    PIECES, PLACE = "horses", re.compile(r"t(?:5[0-5]|[1-4]?[0-9])|[a-d][1-5]")

    def of(self, player: str) -> tuple[str, ...]:
        """The places where a player's horses may move from, the stable first."""
        standing = (place for place, owner in self.horses.items() if owner == player)
        there = sorted(standing, key=lambda place: (place[0], int(place[1:])))  # ladders first, then round the track
        return (stable(player), *there) if player in self.stable else tuple(there)

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """The horses, the winner, the number, the lot."""
        owned, players = dict.fromkeys(rules.letters, 0), rules.players
        where = [(place, owner, 1) for place, owner in self.horses.items()]
        where += [(key, owner, n) for key in ("stable", "home") for owner, n in getattr(self, key).items()]
        for place, owner, count in where:
            yield owner not in owned, place, "error.position.player", {"player": owner, "players": players}
            yield place in self.horses and place not in rules.courses[owner], place
            owned[owner] += count
        for player, count in owned.items():
            said = {"player": player, "count": count, "horses": rules.horses}
            yield count != rules.horses, "", "horses.error.count", said
        won = "".join(player for player, count in self.home.items() if count == rules.horses)
        if self.over:
            yield won != self.over or len(won) > 1, "over"
            return
        yield won, "home"
        yield self._thrown("move")
        yield self.step == "lot" and (self.horses or self.home or self.turn != "A"), "step"
