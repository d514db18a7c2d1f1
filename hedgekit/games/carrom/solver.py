"""Simulate discs that slide, collide and fall off, with a fixed-step solver that gives the same result everywhere.

Reproducible: states are whole millionths, and everything between uses only Python's + - * / and `math.sqrt`, which
IEEE 754 rounds correctly on every platform, one operation at a time.  Functions whose rounding depends on the C
library or the version of Python are not used: sin, cos, hypot, ** on floats, `sum` of floats (compensated since Python
3.12).  A test searches this file for them, because collisions turn one wrong last bit into another game.

Fixed steps: friction changes speeds only at the beginning of a step.  Within a step discs move in straight lines, so
the moments at which two touch or one crosses the edge are roots of quadratics, handled in order.  Hence discs never
penetrate one another, however fast they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt, sqrt

MILLION = 1_000_000  # coordinates, angles and strengths are whole millionths, as in texts

Point = tuple[int, int]


@dataclass(frozen=True)
class Table:
    """The board and its discs, in units of length and seconds.  All discs have mass 1."""

    width: int = 9
    height: int = 6
    diameter: float = 0.8
    restitution: float = 0.9  # relative speed after a collision / before
    friction: float = 4.0  # deceleration of sliding discs
    speed: float = 10.0  # of a flick of strength 1, which slides 12.5, a little more than the diagonal
    step: float = 1 / 64  # exact in binary
    slow: float = 1e-9  # closing speed below which discs do not collide
    impacts: int = 256  # most collisions in a step, whose rest is then lost, since bouncing might never end

    @property
    def touching(self) -> int:
        """The distance between the centres of touching discs, in millionths."""
        return round(self.diameter * MILLION)

    def has(self, x: int, y: int) -> bool:
        """Return whether this point is on the board or on its edge."""
        return 0 <= x <= self.width * MILLION and 0 <= y <= self.height * MILLION

    def at_edge(self, x: int, y: int) -> bool:
        """Return whether this point is on the edge of the board."""
        return self.has(x, y) and (x in (0, self.width * MILLION) or y in (0, self.height * MILLION))


TABLE = Table()


def gap(one: Point, other: Point, table: Table = TABLE) -> float:
    """Return the space between two discs, negative if they overlap."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return sqrt(dx * dx + dy * dy) / MILLION - table.diameter


def overlap(one: Point, other: Point, table: Table = TABLE) -> bool:
    """Return whether two discs overlap, computed exactly."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy < table.touching * table.touching


def free_point(discs: Sequence[Point], table: Table = TABLE) -> Point | None:
    """Return a point of the edge where another disc overlaps none of these, None if there is none.

    Exact: a stretch of free points begins at a corner, or where a disc would touch one of the others.
    """
    width, height = table.width * MILLION, table.height * MILLION
    reach = table.touching * table.touching
    for along, across, turned in ((width, height, False), (height, width, True)):
        for far in (0, across):
            starts = [0]
            for disc in discs:
                here, away = (disc[1], disc[0] - far) if turned else (disc[0], disc[1] - far)
                if away * away < reach:
                    starts.append(here + isqrt(reach - away * away - 1) + 1)
            for start in sorted(starts):
                point = (far, start) if turned else (start, far)
                if start <= along and not any(overlap(point, disc, table) for disc in discs):
                    return point
    return None


# ---- angles ----------------------------------------------------------------------------------------------------------

_RADIANS = 0.017453292519943295  # of a degree
_SIN = tuple(1 / n for n in (1, -6, 120, -5040, 362880, -39916800, 6227020800, -1307674368000))
_COS = tuple(1 / n for n in (1, -2, 24, -720, 40320, -3628800, 479001600, -87178291200, 20922789888000))


def direction(angle: int) -> tuple[float, float]:
    """Return the unit vector of an angle in millionths of a degree, by Taylor polynomials on at most 45 degrees.

    `math.sin` and `math.cos` come from the C library and differ in their last bit between platforms.
    """
    quarters, rest = divmod(angle % (360 * MILLION), 90 * MILLION)
    steep = rest > 45 * MILLION
    turn = (90 * MILLION - rest if steep else rest) / MILLION * _RADIANS
    square = turn * turn
    s = c = 0.0
    for factor in reversed(_SIN):
        s = s * square + factor
    for factor in reversed(_COS):
        c = c * square + factor
    s *= turn
    if steep:
        s, c = c, s
    length = sqrt(s * s + c * c)
    s, c = s / length, c / length
    return ((c, s), (-s, c), (-c, -s), (s, -c))[quarters]


def angle_of(dx: int, dy: int) -> int:
    """Return the angle of a vector in millionths of a degree, by bisection of `direction`; 0 for the zero vector."""
    if not dx and not dy:
        return 0
    quarters = 0
    while dx <= 0 or dy < 0:
        dx, dy, quarters = dy, -dx, quarters + 1
    low, high = 0, 90 * MILLION
    while low < high:
        middle = (low + high) // 2
        x, y = direction(middle)
        if dx * y < dy * x:
            low = middle + 1
        else:
            high = middle
    return (low + quarters * 90 * MILLION) % (360 * MILLION)


# ---- motion ----------------------------------------------------------------------------------------------------------


class Motion:
    """Discs on the table, some of them sliding.

    x, y, vx, vy, gone (whether it has left): lists by disc; sliding: the moving discs, in the order they started.
    """

    def __init__(self, discs: Iterable[Point], table: Table = TABLE) -> None:
        self.table = table
        self._begun = tuple(discs)
        self.x = [x / MILLION for x, _ in self._begun]
        self.y = [y / MILLION for _, y in self._begun]
        self.vx = [0.0] * len(self.x)
        self.vy = [0.0] * len(self.x)
        self.gone = [False] * len(self.x)
        self.sliding: list[int] = []
        self._moved: set[int] = set()

    def push(self, disc: int, angle: int, strength: int) -> None:
        """Flick a disc at rest; angle in millionths of a degree, strength in millionths."""
        x, y = direction(angle)
        speed = self.table.speed * (strength / MILLION)
        self.vx[disc], self.vy[disc] = speed * x, speed * y
        self.sliding.append(disc)
        self._moved.add(disc)

    def energy(self) -> float:
        """Return the kinetic energy of the discs on the board."""
        total = 0.0
        for i in self.sliding:
            total += (self.vx[i] * self.vx[i] + self.vy[i] * self.vy[i]) / 2
        return total

    def run(self) -> None:
        """Run until friction has stopped all discs."""
        while self.sliding:
            self.step()

    def step(self) -> None:
        """Advance one step of time: friction, then straight lines, collision by collision."""
        self._brake()
        if not self.sliding:
            return
        left = self.table.step
        # No disc can go farther in this step, since masses are equal and energy does not grow.
        reach = self.table.diameter + 2 * sqrt(2 * self.energy()) * left
        pairs: list[tuple[int, int]] = []
        known: set[int] = set()
        for i in self.sliding:
            self._neighbours(i, reach, known, pairs)
        for _ in range(self.table.impacts):
            when, i, j = self._first(pairs, left)
            for k in self.sliding:
                self.x[k] += self.vx[k] * when
                self.y[k] += self.vy[k] * when
            if i < 0:
                return
            left -= when
            if j < 0:
                self.gone[i] = True
                self.vx[i] = self.vy[i] = 0.0
                self.sliding.remove(i)
                pairs = [pair for pair in pairs if i not in pair]
            else:
                self._meet(i, j)
                for k in (i, j):
                    if k not in known:
                        self.sliding.append(k)
                        self._moved.add(k)
                        self._neighbours(k, reach, known, pairs)

    def _brake(self) -> None:
        loss = self.table.friction * self.table.step
        vx, vy = self.vx, self.vy
        still = False
        for i in self.sliding:
            speed = sqrt(vx[i] * vx[i] + vy[i] * vy[i])
            if speed <= loss:
                vx[i] = vy[i] = 0.0
                still = True
            else:
                keep = 1 - loss / speed
                vx[i] *= keep
                vy[i] *= keep
        if still:
            self.sliding = [i for i in self.sliding if vx[i] or vy[i]]

    def _neighbours(self, i: int, reach: float, known: set[int], pairs: list[tuple[int, int]]) -> None:
        """Add the pairs of a sliding disc that may touch within this step."""
        known.add(i)
        x, y = self.x, self.y
        xi, yi, far = x[i], y[i], reach * reach
        for j in range(len(x)):
            dx = x[j] - xi
            if -reach < dx < reach:
                dy = y[j] - yi
                if dx * dx + dy * dy < far and j not in known and not self.gone[j]:
                    pairs.append((i, j))

    def _first(self, pairs: list[tuple[int, int]], left: float) -> tuple[float, int, int]:
        """Return the next event in the time left: (when, disc, disc it hits, or -1 if it leaves); disc -1 for none."""
        x, y, vx, vy, table = self.x, self.y, self.vx, self.vy, self.table
        found = (left, -1, -1)
        for i in self.sliding:
            for at, speed, side in ((x[i], vx[i], table.width), (y[i], vy[i], table.height)):
                if 0 <= at + speed * left <= side or not speed:
                    continue
                when = ((side if speed > 0 else 0) - at) / speed
                if when < found[0]:
                    found = (when if when > 0 else 0.0, i, -1)
        touch = table.diameter * table.diameter
        slow = -table.slow * table.diameter
        for i, j in pairs:
            dx, dy = x[j] - x[i], y[j] - y[i]
            wx, wy = vx[j] - vx[i], vy[j] - vy[i]
            closing = dx * wx + dy * wy
            if closing >= slow:
                continue
            apart = dx * dx + dy * dy - touch
            when = 0.0
            if apart > 0:
                root = closing * closing - (wx * wx + wy * wy) * apart
                if root < 0:
                    continue
                when = apart / (sqrt(root) - closing)
            if when < found[0]:
                found = (when, i, j)
        return found

    def _meet(self, i: int, j: int) -> None:
        """Collide two discs without spin: they exchange speed along the line of centres, reduced by restitution."""
        dx, dy = self.x[j] - self.x[i], self.y[j] - self.y[i]
        length = sqrt(dx * dx + dy * dy)
        dx, dy = dx / length, dy / length
        speed = (self.vx[i] - self.vx[j]) * dx + (self.vy[i] - self.vy[j]) * dy
        push = speed * (1 + self.table.restitution) / 2
        self.vx[i] -= push * dx
        self.vy[i] -= push * dy
        self.vx[j] += push * dx
        self.vy[j] += push * dy

    def places(self) -> list[Point | None]:
        """Return the places of the discs in millionths, None for those that have left.

        A disc that has moved takes the nearest point at which it overlaps no other, so that rounding causes no overlap.
        """
        places: list[Point | None] = [
            None
            if self.gone[i]
            else (round(self.x[i] * MILLION), round(self.y[i] * MILLION))
            if i in self._moved
            else self._begun[i]
            for i in range(len(self.x))
        ]
        for i in sorted(self._moved):
            place = places[i]
            if place is not None:
                places[i] = self._nearest(place, [p for j, p in enumerate(places) if p is not None and j != i])
        return places

    def _nearest(self, place: Point, others: list[Point]) -> Point:
        width, height = self.table.width * MILLION, self.table.height * MILLION
        x, y = min(max(place[0], 0), width), min(max(place[1], 0), height)  # nor does rounding push discs off
        reach = self.table.touching + 4
        close = [p for p in others if abs(p[0] - x) < reach and abs(p[1] - y) < reach]
        if not any(overlap((x, y), p, self.table) for p in close):
            return x, y
        around = [(x + dx, y + dy) for dx, dy in _AROUND if self.table.has(x + dx, y + dy)]
        for point in around:
            if not any(overlap(point, p, self.table) for p in close):
                return point
        # Wedged between others: take the point with the least overlap.
        return max(around, key=lambda point: min(gap(point, p, self.table) for p in close))


_AROUND = sorted(((x, y) for x in range(-2, 3) for y in range(-2, 3)), key=lambda d: (d[0] * d[0] + d[1] * d[1], d))
