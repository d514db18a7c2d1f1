"""The rules of Hedgehog, as functions of a position.  Clauses: other-games.md, section Hedgehog.

checkerboard.1     two players: the starter owns near and far, the other left and right; four: an edge each
checkerboard.2     the highest roll starts, equal highest rolls roll again
checkerboard.3     set-up: left, far and right get their edge pieces by a roll each
checkerboard.4     a turn rolls and moves the edge piece of its edge that far from one of its corners
checkerboard.5     then a piece is placed where its line meets that of an edge piece beside it, on top if need be
checkerboard.6     near, left, far, right in turn, until all pieces are placed
checkerboard.7     a point for each stack one tops
checkerboard.edge  edge=any: either of one's edges each turn (variation 1)
checkerboard.last  form=last: no stacks; who cannot place loses (variation 2)
checkerboard.take  form=take: a piece of the chosen square is taken, nothing is placed (variation 3)
"""

from collections.abc import Sequence
from functools import cache

from ...notation.values import copy_with
from ...text.reasons import Reason, reasons
from ...text.words import Note
from .texts import DIAGRAM, EDGES, MIDDLE, NOBODY, PIECES, Move, Position, Rules, edge_of, landings, meeting

ROLLS = tuple(Move(number=number, probability=1 / 6) for number in range(1, 7))


def opening(rules: Rules, first: str | None) -> Position:
    """Where a game begins: rolling for the start, or with the set-up if it is known who starts."""
    stacks = dict.fromkeys(DIAGRAM, NOBODY) if rules.form == "take" else {}
    if first is None:
        return Position(stacks, turn="A", step="first")
    return _set_up(Position(stacks, starter=first), rules)


def _set_up(position: Position, rules: Rules) -> Position:
    """On to the next edge piece of the set-up, or to the first turn (3, 6)."""
    for edge in EDGES[1:]:
        if edge not in position.edges:
            return copy_with(position, edge=edge, turn=rules.owner(position.starter, edge), step="roll")
    return copy_with(position, edge="" if rules.any_edge else "near", turn=position.starter, step="roll")


def edges_of(position: Position, rules: Rules) -> tuple[str, ...]:
    """The edges whose piece the player to act may move."""
    if position.edge:
        return (position.edge,)
    return tuple(edge for edge in EDGES if rules.owner(position.starter, edge) == position.turn)


_BESIDE = {edge: (EDGES[at - 1], EDGES[(at + 1) % 4]) for at, edge in enumerate(EDGES)}


def beside(position: Position, edge: str) -> tuple[str, ...]:
    """The squares of the edge pieces on the two edges beside this one, as far as they have been put down."""
    return tuple([position.edges[other] for other in _BESIDE[edge] if other in position.edges])


@cache
def _meetings(square: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """The middle squares where the line of an edge piece meets those of others, each once."""
    return tuple(dict.fromkeys(meeting(square, other) for other in others))


def targets(position: Position, square: str) -> tuple[str, ...]:
    """The middle squares where a piece may be placed or taken if the edge piece moves to this square (5)."""
    return _meetings(square, beside(position, edge_of(square)))


def shut(position: Position, target: str, rules: Rules) -> bool:
    """Whether nothing may be placed on a middle square."""
    return rules.form == "last" and target in position.stacks


@cache  # moves are values: one of each is enough
def _sliding(square: str, target: str = "") -> Move:
    return Move(edge=square, target=target)


def legal_moves(position: Position, rules: Rules) -> Sequence[Move]:
    """The legal moves, or the outcomes of a roll."""
    if position.step in ("first", "roll"):
        return ROLLS
    squares = [square for edge in edges_of(position, rules) for square in landings(edge, position.number)]
    if position.step == "edge":
        return [_sliding(square) for square in squares]
    found = [(square, target) for square in squares for target in targets(position, square)]
    return [_sliding(square, target) for square, target in found if not shut(position, target, rules)]


def named(edge: str) -> Note:
    """An edge, in words."""
    return Note(f"checkerboard.edges.{edge}")


def refusal(position: Position, move: Move, rules: Rules) -> Reason | None:
    """Return the reason why a move is illegal, None if it is legal."""
    step = position.step
    values = {"player": position.turn, "number": position.number, "move": str(move)}
    no = reasons("checkerboard", "refusal", position.stacks, **values)
    if position.over:
        return no("6" if rules.form == "stack" else rules.form, "over")
    if step in ("first", "roll"):
        if move.number:
            return None
        return no("2", "first") if step == "first" else no("4", "roll")
    if move.number:
        return no("4", "rolled")
    square, target = move.edge, move.target
    edge = edge_of(square)
    if square in MIDDLE:
        return no("4", "middle", square, square=square)
    if not edge:
        return no("4", "corner", square, square=square)
    allowed = edges_of(position, rules)
    if edge not in allowed:
        if step == "edge":
            return no("3", "set_up", square, edge=named(position.edge))
        if rules.any_edge:
            return no("1", "foreign", square, edge=named(edge), one=named(allowed[0]), two=named(allowed[1]))
        return no("6", "edge", square, edge=named(edge), due=named(position.edge))
    if square not in landings(edge, position.number):
        return no("4", "number", square, square=square, squares=landings(edge, position.number))
    if step == "edge":
        return no("3", "no_target", square) if target else None
    if not target:
        return no("5", "target", square, squares=targets(position, square))
    if target not in targets(position, square):
        key = "off" if target in MIDDLE else "outside"
        return no("5", key, target, *beside(position, edge), target=target, squares=targets(position, square))
    if shut(position, target, rules):
        return no("last", "occupied", target, target=target)
    return None


def after(position: Position, move: Move, rules: Rules) -> Position:
    """Return the position that a legal move leads to."""
    if position.step == "first":
        return _rolled_first(position, move.number, rules)
    if position.step == "roll":
        step = "edge" if position.is_set_up else rules.act
        rolled = copy_with(position, number=move.number, step=step)
        if rules.form == "last" and step == "place" and not legal_moves(rolled, rules):
            return _over(rolled, rules.members(_other(rules.side(position.turn))))
        return rolled
    edges = {**position.edges, edge_of(move.edge): move.edge}
    if position.step == "edge":
        return _set_up(copy_with(position, edges=edges, number=0), rules)
    if rules.form == "take":
        return _taken(position, edges, move.target, rules)
    side = rules.side(position.turn)
    stacks = {**position.stacks, move.target: position.stacks.get(move.target, "") + side}
    placed = copy_with(position, stacks=stacks, edges=edges)
    if sum(map(len, stacks.values())) < PIECES:
        return _next(placed, rules)
    return _over(placed, rules.members(side) if rules.form == "last" else best(placed.scores(rules), rules))


def _taken(position: Position, edges: dict[str, str], target: str, rules: Rules) -> Position:
    """The piece of the chosen square is taken, if there is one (variation 3)."""
    stacks, taken = position.stacks, position.taken
    if target in stacks:
        side = rules.side(position.turn)
        stacks = {square: stack for square, stack in stacks.items() if square != target}
        taken = {**taken, side: taken.get(side, 0) + 1}
    left = copy_with(position, stacks=stacks, edges=edges, taken=taken)
    return _next(left, rules) if stacks else _over(left, best(left.scores(rules), rules))


def _rolled_first(position: Position, number: int, rules: Rules) -> Position:
    """Who rolls highest starts; those who share the highest roll do so again (2)."""
    rolled = (*position.rolled, (position.turn, number))
    order = position.among or rules.letters
    if len(rolled) < len(order):
        return copy_with(position, rolled=rolled, turn=order[len(rolled)])
    most = max(number for _, number in rolled)
    highest = "".join(player for player, number in rolled if number == most)
    if len(highest) == 1:
        return _set_up(copy_with(position, among="", rolled=(), starter=highest), rules)
    return copy_with(position, among="" if highest == rules.letters else highest, rolled=(), turn=highest[0])


def _next(position: Position, rules: Rules) -> Position:
    """The turn goes on round the board (6)."""
    edge = EDGES[(EDGES.index(position.edge) + 1) % 4] if position.edge else ""
    turn = rules.owner(position.starter, edge) if edge else _other(position.turn)
    return copy_with(position, edge=edge, number=0, turn=turn, step="roll")


def _other(side: str) -> str:
    return "B" if side == "A" else "A"


def best(worth: dict[str, int], rules: Rules) -> str:
    """The players of the side that is worth most, or "draw"."""
    if worth["A"] == worth["B"]:
        return "draw"
    return rules.members(max(worth, key=lambda side: worth[side]))


def _over(position: Position, winners: str) -> Position:
    return copy_with(position, starter="", edge="", number=0, turn="", step="", over=winners)
