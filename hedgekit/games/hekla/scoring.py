"""Scoring and eruption: which lines score, who advances how far, what erupts.  (other-games.md, Hekla, 5-7)"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ...text.words import Note
from ..race.engine.board import PLAYERS
from .layout import LAVA, LAYOUT, Line

GROOVES = 8  # grooves that a line needs
MOST_LAVA = 1  # most blocks on the middle square of a line that scores

Stacks = Mapping[str, tuple[str, ...]]
"""Square -> its one or two stones, sorted: volcanoes ("A3": owner and grooves), then lava ("L0")."""


@dataclass(frozen=True)
class Advance:
    """A player's advance in a scoring, for volcanoes in the line, those on a red ring (doubled), and as the mover."""

    player: str
    volcanoes: tuple[str, ...]
    doubled: tuple[str, ...]
    extra: int
    start: int  # circles from the start of the path before,
    end: int  # and after

    @property
    def steps(self) -> int:
        """The number of circles advanced."""
        return len(self.volcanoes) + len(self.doubled) + self.extra


@dataclass(frozen=True)
class Scoring:
    """The scoring and eruption of one line, in order.

    line: its squares, the middle one second; total: its grooves; advances: in seating order from the mover; returned:
    the volcanoes that return to their owners; lava: the block placed on the middle square; left: number of blocks left
    afterwards; lost: lines that qualified before, but no longer do.
    """

    line: Line
    total: int
    advances: tuple[Advance, ...]
    returned: tuple[str, ...]
    lava: str
    left: int
    lost: tuple[Line, ...] = ()

    @property
    def middle(self) -> str:
        """The square that erupts."""
        return self.line[1]

    def notes(self) -> Iterator[Note]:
        """Yield a sentence for each step: the line, each advance, the eruption, lines lost."""
        yield _note("line", line=self.line, total=self.total)
        for advance in self.advances:
            key = "both" if advance.extra and advance.volcanoes else "extra" if advance.extra else "own"
            yield _note(
                f"advance.{key}",
                player=advance.player,
                circles=Note(f"hekla.circles.{'one' if advance.steps == 1 else 'many'}", (("count", advance.steps),)),
                pieces=advance.volcanoes,
                own=advance.steps - advance.extra,
                extra=advance.extra,
            )
            if advance.doubled:
                key = "double" if len(advance.doubled) == 1 else "doubles"
                yield _note(key, pieces=advance.doubled)
        key = ("none", "one", "two")[len(self.returned)]
        yield _note(f"erupts.{key}", square=self.middle, pieces=self.returned, grooves=int(self.lava[1]))
        for line in self.lost:
            yield _note("lost", line=line)
        if not self.left:
            yield _note("last")


def _note(key: str, **values: object) -> Note:
    return Note(f"hekla.scored.{key}", tuple(values.items()))


@cache
def grooves(stones: tuple[str, ...]) -> int:
    """Return the grooves of a square's stones."""
    return sum(int(stone[1]) for stone in stones)


def total(stacks: Stacks, line: Line) -> int:
    """Return the grooves of a line."""
    return sum(grooves(stacks.get(square, ())) for square in line)


def fault(stacks: Stacks, line: Line) -> str:
    """Return why a line cannot score: "empty" (a square without stones), "low" (too few grooves), "lava", or ""."""
    first, middle, last = stacks.get(line[0]), stacks.get(line[1]), stacks.get(line[2])
    if not first or not middle or not last:
        return "empty"
    if grooves(first) + grooves(middle) + grooves(last) < GROOVES:
        return "low"
    if sum(stone[0] == LAVA for stone in middle) > MOST_LAVA:
        return "lava"
    return ""


@cache
def changed_lines(origin: str, target: str) -> tuple[Line, ...]:
    """Return the lines through the origin ("" for placing) or the target of a move."""
    lines = (*LAYOUT.through.get(origin, ()), *LAYOUT.through[target])
    return tuple(sorted(set(lines)))


def score(stacks: Stacks, circles: Sequence[int], mover: str, line: Line, pending: tuple[Line, ...]) -> Scoring:
    """Return the scoring of a line.

    circles: the vulcanologists' distances from the start; pending: the other lines that still qualify.
    """
    sum_ = total(stacks, line)
    seats = PLAYERS[: len(circles)]
    first = seats.index(mover)
    advances = []
    for player in seats[first:] + seats[:first]:
        mine = [(stone, square) for square in line for stone in stacks[square] if stone[0] == player]
        doubled = tuple(stone for stone, square in mine if square in LAYOUT.double)
        extra = sum_ - GROOVES + 1 if player == mover else 0
        start = circles[seats.index(player)]
        if mine or extra:
            end = start + len(mine) + len(doubled) + extra
            advances.append(Advance(player, tuple(stone for stone, _ in mine), doubled, extra, start, end))
    placed = sum(stone[0] == LAVA for stones in stacks.values() for stone in stones)
    returned = tuple(stone for stone in stacks[line[1]] if stone[0] != LAVA)
    lava = LAYOUT.lava[placed]
    after = stacks_after(stacks, line[1], lava)
    lost = tuple(other for other in pending if fault(after, other))
    return Scoring(line, sum_, tuple(advances), returned, lava, len(LAYOUT.lava) - placed - 1, lost)


def stacks_after(stacks: Stacks, square: str, lava: str) -> dict[str, tuple[str, ...]]:
    """Return the stones after an eruption, with a lava block instead of the square's volcanoes."""
    stays = tuple(stone for stone in stacks[square] if stone[0] == LAVA)
    return {**stacks, square: tuple(sorted((*stays, lava)))}
