"""The board of Hekla, read from its data file (`board.toml`), and its geometry.

**Known** from the rules leaflet: squares of two places, three of them with a red ring; an escape path of two laps, the
outer one walked again and again; white lines from every circle except one corner circle of the inner lap and eight of
the outer; supplies and lava.  **Likely**: 26 squares, a number given by two sources, as a grid of 5 x 6 without its
corners; 18 circles fit round that outline and 22 round those, exactly eight of them corners.  **Open**: which squares
have rings (ours lie on a diagonal), that the path runs clockwise from the top left, and that the start is the corner
of the inner lap without lines.  Whoever has the real board can correct the file, which is checked when it is read;
nothing else depends on the board.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ...text.errors import HedgekitError

LAVA = "L"  # letter of lava blocks; volcanoes have their owner's
FILE = Path(__file__).with_name("board.toml")
_SQUARE = re.compile(r"[a-o][1-9]")
_CIRCLE = re.compile(r"p(0|[1-9][0-9]?)(?:\+([1-9][0-9]?))?")

Line = tuple[str, str, str]
"""Three adjacent squares of a row or column, sorted; the second is the middle one."""


@dataclass(frozen=True)
class Circle:
    """A circle of the escape path.

    at: row and column on the grid of squares, where row 1 is a; sees: the squares that its white lines lead to.
    """

    at: tuple[int, int]
    sees: frozenset[str]


@dataclass(frozen=True)
class Layout:
    """A board.

    squares: their names, by row, then column; double: those with a red ring; circles: both laps of the escape path;
    lap: number of circles of the inner lap; supplies: number of players -> grooves of each player's volcanoes; lava:
    the blocks ("L0") in the order in which they are placed.
    """

    squares: tuple[str, ...]
    double: frozenset[str]
    circles: tuple[Circle, ...]
    lap: int
    supplies: Mapping[int, tuple[int, ...]]
    lava: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Layout":
        """Read a data file; HedgekitError if it is malformed or contradicts itself."""
        import tomllib  # here: only a game of Hekla needs it

        try:
            data = tomllib.loads(text)
            squares = tuple(sorted(data["squares"]))
            circles = tuple(
                Circle((circle["at"][0], circle["at"][1]), frozenset(_seen(squares, circle["sees"])))
                for circle in (*data["inner"], *data["outer"])
            )
            lava = tuple(f"{LAVA}{int(grooves)}" for grooves in data["lava"])
            supplies = {int(n): tuple(sorted(map(int, each))) for n, each in data["supplies"].items()}
            double = frozenset(data["double"])
            for square in (*squares, *double):
                if not _SQUARE.fullmatch(square) or square not in squares:
                    raise ValueError(square)
            places = [_place(square) for square in squares] + [circle.at for circle in circles]
            for place in places:
                if places.count(place) > 1:
                    raise ValueError(f"at = {list(place)}, twice")
        except (tomllib.TOMLDecodeError, KeyError, IndexError, TypeError, ValueError) as error:
            raise HedgekitError("hekla.error.layout", error=error) from error
        return cls(squares, double, circles, len(data["inner"]), supplies, lava)

    @cached_property
    def far(self) -> dict[str, tuple[str, ...]]:
        """Square -> all other squares in its row and column, up to the edge of the board."""
        return {square: tuple(at for ray in self._rays(square) for at in ray) for square in self.squares}

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """Square -> the orthogonally adjacent squares."""
        return {square: tuple(ray[0] for ray in self._rays(square) if ray) for square in self.squares}

    def _rays(self, square: str) -> list[list[str]]:
        """Return the squares in each of the four directions, nearest first."""
        row, column = _place(square)
        rays = []
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            ray: list[str] = []
            while (name := _name(row + down * (len(ray) + 1), column + right * (len(ray) + 1))) in self.squares:
                ray.append(name)
            rays.append(ray)
        return rays

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All triples of adjacent squares in a row or column."""
        found = []
        for square in self.squares:
            row, column = _place(square)
            for down, right in ((0, 1), (1, 0)):
                line = square, _name(row + down, column + right), _name(row + 2 * down, column + 2 * right)
                if all(at in self.squares for at in line):
                    found.append(line)
        return tuple(found)

    @cached_property
    def through(self) -> dict[str, tuple[Line, ...]]:
        """Square -> the lines through it."""
        return {square: tuple(line for line in self.lines if square in line) for square in self.squares}

    def circle(self, count: int) -> Circle:
        """Return the circle at a distance from the start: the inner lap, then the outer one again and again."""
        return self.circles[self._index(count)]

    def _index(self, count: int) -> int:
        outer = len(self.circles) - self.lap
        return count if count < self.lap else self.lap + (count - self.lap) % outer

    def circle_name(self, count: int) -> str:
        """Return the name of the circle at a distance from the start: 12 -> "p12"; on a second lap 52 -> "p30+1"."""
        index = self._index(count)
        rounds = (count - index) // (len(self.circles) - self.lap)
        return f"p{index}+{rounds}" if rounds else f"p{index}"

    def count_of(self, name: str) -> int | None:
        """Return the distance from the start of a circle, given its name; None for an unknown name."""
        found = _CIRCLE.fullmatch(name)
        if not found:
            return None
        index, rounds = int(found[1]), int(found[2] or 0)
        if index >= len(self.circles) or (rounds and index < self.lap):
            return None
        return index + rounds * (len(self.circles) - self.lap)

    def supply(self, player: str, players: int) -> tuple[str, ...]:
        """Return a player's volcanoes, sorted: "A0", "A1", ...; KeyError for an impossible number of players."""
        return tuple(f"{player}{grooves}" for grooves in self.supplies[players])

    @cached_property
    def furthest(self) -> int:
        """An upper bound for the circles walked: a scoring for each lava block, with all stones the player's own."""
        most = max(max(each) for each in self.supplies.values())
        return len(self.lava) * (6 * 2 + 6 * most)


def _seen(squares: Iterable[str], lines: Iterable[Any]) -> Iterable[str]:
    """Yield the squares of these rows and columns; ValueError for one that is not on the board."""
    for line in lines:
        found = [square for square in squares if line in tuple(square)]
        if not found:
            raise ValueError(f"sees = {line!r}")
        yield from found


def _place(square: str) -> tuple[int, int]:
    return ord(square[0]) - ord("a") + 1, int(square[1])


def _name(row: int, column: int) -> str:
    return f"{chr(ord('a') + row - 1)}{column}"


LAYOUT = Layout.parse(FILE.read_text("utf-8"))
"""The board in use."""
