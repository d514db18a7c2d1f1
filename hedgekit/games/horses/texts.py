"""Rule sets, moves and positions of Petits chevaux, values that print as text.  The notation is in `__init__.py`."""

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
FOOT = LAP - 1  # distance from a horse's start to the foot of its ladder
TOP = 6  # steps of a ladder
WAIT = 21  # squares lost by waiting for one number: six rolls on average, of 3.5 each

_PLACE = r"t(?:5[0-5]|[1-4]?[0-9])|[a-d][0-6]"
_MOVE = re.compile(rf"(?P<number>[1-6])|(?P<player>[A-D])|-|(?P<origin>{_PLACE})-(?P<target>{_PLACE})")
_read_counts = partial(counted, players="ABCD")


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set of Petits chevaux, such as `horses[horses=2,overshoot=bounce] players=2`."""

    NAME = "horses"
    PLAYER_COUNTS = (2, 3, 4)
    OPTIONS: ClassVar = {
        "horses": ("4", "3", "2"), "out": ("choice", "must"), "overshoot": ("stay", "bounce"), "pass": ("no", "yes"),
        "safe_start": ("no", "yes"),
    }  # fmt: skip

    horses = chosen("horses", int)
    """The number of horses of each player."""
    bounces = chosen("overshoot", "bounce")
    """Whether a horse with too high a number runs to the foot of its ladder and back."""
    passing = chosen("pass", "yes")
    """Whether horses may pass others."""
    safe = chosen("safe_start", "yes")
    """Whether a horse is safe on its own start square."""
    must_come_out = chosen("out", "must")
    """Whether a 6 must bring a horse out if it can."""

    @cached_property
    def colours(self) -> dict[str, str]:
        """Player -> colour."""
        return dict(zip(self.letters, COLOURS, strict=False))

    @cached_property
    def starts(self) -> dict[str, str]:
        """Player -> start square."""
        return {player: f"t{at * LAP // 4}" for player, at in self.corners.items()}

    @cached_property
    def corners(self) -> dict[str, int]:
        """Player -> corner, 0 to 3, clockwise."""
        apart = 2 if self.players == 2 else 1
        return {player: apart * seat for seat, player in enumerate(self.letters)}

    @cached_property
    def courses(self) -> dict[str, tuple[str, ...]]:
        """Player -> the places of a horse's course: the lap from its start (0 to FOOT), then the ladder."""
        courses = {}
        for player, at in self.corners.items():
            lap = [f"t{(at * LAP // 4 + distance) % LAP}" for distance in range(LAP)]
            courses[player] = (*lap, *(f"{player.lower()}{step}" for step in range(1, TOP + 1)))
        return courses

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        return {player: {place: at for at, place in enumerate(course)} for player, course in self.courses.items()}

    @cached_property
    def progress(self) -> dict[str, dict[str, int]]:
        """Player -> place -> progress of their horse there, in squares, including the numbers it has waited for.

        Coming out, the foot and each step wait for a number; the progress of a finished horse is `FINISHED`.
        """
        return {
            player: {place: _progress(distance) for place, distance in distances.items()}
            for player, distances in self._distances.items()
        }

    def distance(self, player: str, place: str) -> int:
        """Return the distance of a place on a player's course; -1 for the stable.  KeyError if it is not on it."""
        return -1 if place == stable(player) else self._distances[player][place]

    @cached_property
    def paths(self) -> dict[tuple[str, str, int], tuple[str, ...]]:
        """Player, place, number -> the places that a horse runs over, including the last; () if it cannot run.

        By clauses 2, 5 and 6, whatever stands there.
        """
        return {
            (player, place, number): tuple(course[at] for at in self._steps(distance, number))
            for player, course in self.courses.items()
            for distance, place in enumerate((stable(player), *course), -1)
            for number in range(1, 7)
        }

    def _steps(self, distance: int, number: int) -> tuple[int, ...]:
        """Return the distances of the places that a horse runs over."""
        if distance < 0:
            return (0,) if number == 6 else ()
        if distance >= FOOT:
            return (distance + 1,) if number == distance - FOOT + 1 else ()
        excess = distance + number - FOOT
        if excess <= 0:
            return tuple(range(distance + 1, distance + number + 1))
        if not self.bounces:
            return ()
        return (*range(distance + 1, FOOT + 1), *range(FOOT - 1, FOOT - excess - 1, -1))


def _progress(distance: int) -> int:
    return WAIT + min(distance, FOOT) + WAIT * max(0, distance - FOOT + 1)


FINISHED = _progress(FOOT + TOP)


@cache
def stable(player: str) -> str:
    """Return a player's stable, as a place."""
    return f"{player.lower()}0"


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move or an outcome; `Move()` is the pass, `-`.

    origin, target: the places between which a horse moves; number: the roll; player: the one chosen by lot.
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
    """A position.  Equal positions print the same text.

    horses: place -> player; stable, home: player -> number of horses, without zeros; number: the roll, or 0.
    """

    horses: Mapping[str, str] = field(default_factory=dict)
    stable: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, int] = field(default_factory=dict)
    number: int = 0

    FIELDS: ClassVar = {**dict.fromkeys(("stable", "home"), _read_counts), "dice": die, **Standing.TAIL}
    STEPS, PASSING = ("lot", "roll", "move"), ("number",)
    PIECES, PLACE = "horses", re.compile(r"t(?:5[0-5]|[1-4]?[0-9])|[a-d][1-5]")

    def of(self, player: str) -> tuple[str, ...]:
        """Return the places of a player's horses, the stable first."""
        standing = (place for place, owner in self.horses.items() if owner == player)
        there = sorted(standing, key=lambda place: (place[0], int(place[1:])))  # ladders first, then round the track
        return (stable(player), *there) if player in self.stable else tuple(there)

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """Check the horses, the winner, the number and the lot."""
        owned, players = dict.fromkeys(rules.letters, 0), rules.players
        groups = [(place, owner, 1) for place, owner in self.horses.items()]
        groups += [(key, owner, n) for key in ("stable", "home") for owner, n in getattr(self, key).items()]
        for place, owner, count in groups:
            yield owner not in owned, place, "error.position.player", {"player": owner, "players": players}
            yield place in self.horses and place not in rules.courses[owner], place
            owned[owner] += count
        for player, count in owned.items():
            values = {"player": player, "count": count, "horses": rules.horses}
            yield count != rules.horses, "", "horses.error.count", values
        won = "".join(player for player, count in self.home.items() if count == rules.horses)
        if self.over:
            yield won != self.over or len(won) > 1, "over"
            return
        yield won, "home"
        yield self._thrown("move")
        yield self.step == "lot" and (self.horses or self.home or self.turn != "A"), "step"
