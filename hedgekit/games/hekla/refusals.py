"""Reasons why a move is illegal, and reasons that allow it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partialmethod

from ...text.reasons import Reason
from .layout import LAVA, LAYOUT, Line
from .rules import backs, displaced, filled, movable, possible, reach
from .scoring import GROOVES, fault, total
from .texts import PLACES, Move, Position, Rules

Names = tuple[str, ...]


@dataclass(frozen=True)
class _Here:
    """The reasons at a position."""

    position: Position

    @property
    def player(self) -> str:
        """Who acts."""
        return self.position.turn

    def _reason(
        self, kind: str, clause: int, key: str, squares: Names = (), pieces: Names = (), **values: object
    ) -> Reason:
        values |= {"player": self.player, "pieces": list(pieces), "squares": list(squares)}
        return Reason(f"hekla.{clause}", f"hekla.{kind}.{key}", squares, pieces, values)

    no = partialmethod(_reason, "refusal")
    yes = partialmethod(_reason, "because")

    def stones(self, *squares: str) -> tuple[str, ...]:
        """The stones on these squares."""
        return tuple(stone for square in squares for stone in self.position.stacks.get(square, ()))


def refused(position: Position, move: Move, rules: Rules) -> Reason | None:
    """Return the reason why a move is illegal, None if it is legal."""
    here = _Here(position)
    if position.over:
        return here.no(9, "over")
    if move.line:
        return _refused_line(here, move.line)
    if position.step == "score":
        return here.no(8, "score", lines=["+".join(line) for line in position.lines])
    if move.is_pass:
        return here.no(9, "pass") if possible(position) else None
    if move.is_back:
        return _refused_back(here, move)
    if move.piece not in rules.volcanoes:
        return here.no(1, "lava_piece" if move.piece[0] == LAVA else "unknown", (), (move.piece,))
    if move.piece[0] != here.player:
        return here.no(3 if move.origin else 2, "foreign", (), (move.piece,))
    for square in filter(None, (move.origin, move.target)):
        if square not in LAYOUT.squares:
            return here.no(1, "off", (square,))
    return _refused_move(here, move) if move.origin else _refused_place(here, move)


def _refused_place(here: _Here, move: Move) -> Reason | None:
    position, piece, target = here.position, move.piece, move.target
    if position.step == "move":
        return here.no(4, "place_back", (), (piece,))
    if piece not in position.hand:
        return here.no(2, "supply", (), (piece,))
    if target in position.stacks:
        return here.no(2, "taken", (target,), (piece, *here.stones(target)), stones=list(here.stones(target)))
    return None


def _refused_move(here: _Here, move: Move) -> Reason | None:
    position, piece, origin, target = here.position, move.piece, move.origin, move.target
    if (piece, origin) not in movable(position):
        return here.no(3, "absent", (origin,), (piece,))
    seen = origin in position.seen(here.player)
    squares = origin, target
    if target in reach(origin, seen):
        stones = here.stones(target)
        if target not in filled(position.stacks):
            return None
        return here.no(3, "full", squares, (piece, *stones), target=target, stones=list(stones), places=PLACES)
    if origin == target:
        return here.no(3, "stays", (origin,), (piece,))
    if target not in LAYOUT.far[origin]:
        return here.no(3, "crooked", squares, (piece,))
    circle = LAYOUT.circle_name(position.at(here.player))
    return here.no(4, "unseen", (*squares, circle), (piece,), circle=circle, origin=origin, target=target)


def _refused_back(here: _Here, move: Move) -> Reason | None:
    position = here.position
    stands = position.at(here.player)
    circle = LAYOUT.circle_name(stands)
    start, end = LAYOUT.count_of(move.origin), LAYOUT.count_of(move.target)
    for name, count in ((move.origin, start), (move.target, end)):
        if count is None:
            return here.no(1, "no_circle", (name,), circle=name)
    if start != stands:
        return here.no(4, "elsewhere", (circle,), circle=circle)
    if position.step == "move":
        return here.no(4, "twice", (circle,))
    if end is None or end >= stands:
        return here.no(4, "ahead", (move.origin, move.target))
    if end not in backs(position, movable(position), filled(position.stacks)):
        return here.no(4, "idle", (move.target,), circle=move.target)
    return None


def _refused_line(here: _Here, line: Line) -> Reason | None:
    """Why a line cannot be scored now; the special cases of the leaflet among them."""
    position = here.position
    if line in position.lines:
        return None
    if line not in LAYOUT.lines:
        return here.no(5, "no_line", line)
    why = fault(position.stacks, line)
    if why == "empty":
        bare = tuple(square for square in line if square not in position.stacks)
        full = tuple(square for square in line if square in position.stacks)
        key = "empty" if len(bare) == 1 else "empties"
        return here.no(5, key, (*bare, *full), here.stones(*full), bare=list(bare), least=GROOVES)
    stones = here.stones(*(line[1:2] if why == "lava" else line))
    said = {"total": total(position.stacks, line), "least": GROOVES, "middle": line[1]}
    return here.no(5, why or "unchanged", line, stones, **said)


def allowed(position: Position, move: Move, rules: Rules) -> tuple[Reason, ...]:
    """The clauses that allow or force a legal move, the most telling first."""
    return tuple(_allowed(_Here(position), move))


def _allowed(here: _Here, move: Move) -> Iterator[Reason]:
    position, stacks = here.position, here.position.stacks
    if move.line:
        yield here.yes(8, "order", move.line, here.stones(*move.line), count=len(position.lines))
        yield here.yes(5, "line", move.line, here.stones(*move.line), total=total(stacks, move.line))
        return
    if move.is_pass:
        yield here.yes(9, "pass")
        return
    if move.is_back:
        sees = sorted(LAYOUT.circle(LAYOUT.count_of(move.target) or 0).sees)
        mine = [square for _, square in movable(position) if square in sees]
        yield here.yes(4, "back" if mine else "back_blind", (move.origin, move.target, *mine), seen=mine)
        return
    target = move.target
    if not move.origin:
        yield here.yes(2, "place", (target,), (move.piece,))
    elif target in LAYOUT.near[move.origin]:
        yield here.yes(3, "step", (move.origin, target), (move.piece, *here.stones(target)))
    else:
        circle = LAYOUT.circle_name(position.at(here.player))
        squares = move.origin, target, circle
        yield here.yes(4, "far", squares, (move.piece,), circle=circle, origin=move.origin, target=target)
    after, _, lines = displaced(position, move)
    for line in lines:
        pieces = tuple(stone for square in line for stone in after[square])
        yield here.yes(5, "line", line, pieces, total=total(after, line))
