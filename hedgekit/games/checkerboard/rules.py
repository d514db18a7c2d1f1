"""The rules of Hedgehog, as functions of a position.  Clauses: other-games.md, section Hedgehog.

checkerboard.1     two players: the starter owns near and far, the other player left and right; four: an edge each
checkerboard.2     the highest roll starts; players who tie for it roll again
checkerboard.3     set-up: a roll each puts down the edge pieces of left, far and right
checkerboard.4     each turn, roll and move the edge piece of the turn's edge that far from one of its corners
checkerboard.5     then place a piece where its line meets that of an adjacent edge's piece, on top of others if any
checkerboard.6     near, left, far and right take turns, until all pieces are placed
checkerboard.7     a point for each stack topped
checkerboard.edge  edge=any: each turn, either of the player's edges (variation 1)
checkerboard.last  form=last: no stacks; a player who cannot place loses (variation 2)
checkerboard.take  form=take: a piece is taken from the chosen square, none is placed (variation 3)
"""

from collections.abc import Sequence
from functools import cache

from ...notation.values import copy_with
from ...text.reasons import Reason, reasons
from ...text.words import Note
from .texts import DIAGRAM, EDGES, MIDDLE, NOBODY, PIECES, Move, Position, Rules, edge_of, landings, meeting

ROLLS = tuple(Move(number=number, probability=1 / 6) for number in range(1, 7))


def opening(rules: Rules, first: str | None) -> Position:
    """Return the first position: rolling for the start, or the set-up if the first player is known."""
    stacks = dict.fromkeys(DIAGRAM, NOBODY) if rules.form == "take" else {}
    if first is None:
        return Position(stacks, turn="A", step="first")
    return _set_up(Position(stacks, starter=first), rules)


def _set_up(position: Position, rules: Rules) -> Position:
    """Go on to the next edge piece of the set-up, or to the first turn (3, 6)."""
    for edge in EDGES[1:]:
        if edge not in position.edges:
            return copy_with(position, edge=edge, turn=rules.owner(position.starter, edge), step="roll")
    return copy_with(position, edge="" if rules.any_edge else "near", turn=position.starter, step="roll")


def edges_of(position: Position, rules: Rules) -> tuple[str, ...]:
    """Return the edges whose piece the player to act may move."""
    if position.edge:
        return (position.edge,)
    return tuple(edge for edge in EDGES if rules.owner(position.starter, edge) == position.turn)


_ADJACENT = {edge: (EDGES[at - 1], EDGES[(at + 1) % 4]) for at, edge in enumerate(EDGES)}


def adjacent_pieces(position: Position, edge: str) -> tuple[str, ...]:
    """Return the squares of the edge pieces on the two adjacent edges, if they have been put down."""
    return tuple([position.edges[other] for other in _ADJACENT[edge] if other in position.edges])


@cache
def _meetings(square: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the middle squares where the line of an edge piece meets those of others, without duplicates."""
    return tuple(dict.fromkeys(meeting(square, other) for other in others))


def targets(position: Position, square: str) -> tuple[str, ...]:
    """Return the middle squares to place on or take from after moving the edge piece to this square (5)."""
    return _meetings(square, adjacent_pieces(position, edge_of(square)))


def is_blocked(position: Position, target: str, rules: Rules) -> bool:
    """Return whether nothing may be placed on a middle square."""
    return rules.form == "last" and target in position.stacks


@cache  # moves are values, so each is made once
def _edge_move(square: str, target: str = "") -> Move:
    return Move(edge=square, target=target)


def legal_moves(position: Position, rules: Rules) -> Sequence[Move]:
    """Return the legal moves, or the outcomes of a roll."""
    if position.step in ("first", "roll"):
        return ROLLS
    squares = [square for edge in edges_of(position, rules) for square in landings(edge, position.number)]
    if position.step == "edge":
        return [_edge_move(square) for square in squares]
    found = [(square, target) for square in squares for target in targets(position, square)]
    return [_edge_move(square, target) for square, target in found if not is_blocked(position, target, rules)]


def edge_name(edge: str) -> Note:
    """Return the name of an edge in words."""
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
            return no("3", "set_up", square, edge=edge_name(position.edge))
        if rules.any_edge:
            return no(
                "1", "foreign", square, edge=edge_name(edge), one=edge_name(allowed[0]), two=edge_name(allowed[1])
            )
        return no("6", "edge", square, edge=edge_name(edge), due=edge_name(position.edge))
    if square not in landings(edge, position.number):
        return no("4", "number", square, square=square, squares=landings(edge, position.number))
    if step == "edge":
        return no("3", "no_target", square) if target else None
    if not target:
        return no("5", "target", square, squares=targets(position, square))
    if target not in targets(position, square):
        key = "off" if target in MIDDLE else "outside"
        return no("5", key, target, *adjacent_pieces(position, edge), target=target, squares=targets(position, square))
    if is_blocked(position, target, rules):
        return no("last", "occupied", target, target=target)
    return None


def after(position: Position, move: Move, rules: Rules) -> Position:
    """Return the position that a legal move leads to."""
    if position.step == "first":
        return _after_first_roll(position, move.number, rules)
    if position.step == "roll":
        step = "edge" if position.is_set_up else rules.main_step
        rolled = copy_with(position, number=move.number, step=step)
        if rules.form == "last" and step == "place" and not legal_moves(rolled, rules):
            return _over(rolled, rules.members(_other(rules.side(position.turn))))
        return rolled
    edges = {**position.edges, edge_of(move.edge): move.edge}
    if position.step == "edge":
        return _set_up(copy_with(position, edges=edges, number=0), rules)
    if rules.form == "take":
        return _after_taking(position, edges, move.target, rules)
    side = rules.side(position.turn)
    stacks = {**position.stacks, move.target: position.stacks.get(move.target, "") + side}
    placed = copy_with(position, stacks=stacks, edges=edges)
    if sum(map(len, stacks.values())) < PIECES:
        return _next(placed, rules)
    return _over(placed, rules.members(side) if rules.form == "last" else winners(placed.scores(rules), rules))


def _after_taking(position: Position, edges: dict[str, str], target: str, rules: Rules) -> Position:
    """Take the piece of the chosen square, if there is one (variation 3)."""
    stacks, taken = position.stacks, position.taken
    if target in stacks:
        side = rules.side(position.turn)
        stacks = {square: stack for square, stack in stacks.items() if square != target}
        taken = {**taken, side: taken.get(side, 0) + 1}
    left = copy_with(position, stacks=stacks, edges=edges, taken=taken)
    return _next(left, rules) if stacks else _over(left, winners(left.scores(rules), rules))


def _after_first_roll(position: Position, number: int, rules: Rules) -> Position:
    """Record a roll for the start; the highest starts, and players who tie for it roll again (2)."""
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
    """Pass the turn on, round the board (6)."""
    edge = EDGES[(EDGES.index(position.edge) + 1) % 4] if position.edge else ""
    turn = rules.owner(position.starter, edge) if edge else _other(position.turn)
    return copy_with(position, edge=edge, number=0, turn=turn, step="roll")


def _other(side: str) -> str:
    return "B" if side == "A" else "A"


def winners(scores: dict[str, int], rules: Rules) -> str:
    """Return the players of the side with the higher score, or "draw"."""
    if scores["A"] == scores["B"]:
        return "draw"
    return rules.members(max(scores, key=lambda side: scores[side]))


def _over(position: Position, winners: str) -> Position:
    return copy_with(position, starter="", edge="", number=0, turn="", step="", over=winners)
