"""Reasons for refusing or allowing a move."""

from collections.abc import Callable, Iterator

from ...text.reasons import Reason, reasons
from .layout import LAVA, LAYOUT, Line
from .rules import back_targets, displace, full_squares, movable, moves_but_pass, reach
from .scoring import GROOVES, fault, total
from .texts import PLACES, Move, Position, Rules

Reasons = Callable[..., Reason]
"""Makes a reason from a clause, the key of its sentence, squares and pieces."""


def _stones(position: Position, *squares: str) -> tuple[str, ...]:
    """Return the stones on these squares."""
    return tuple(stone for square in squares for stone in position.stacks.get(square, ()))


def refusal(position: Position, move: Move, rules: Rules) -> Reason | None:
    """Return the reason why a move is illegal, None if it is legal."""
    no = reasons("hekla", "refusal", {}, player=position.turn)
    piece, origin, target = move.piece, move.origin, move.target
    if position.over:
        return no(9, "over")
    if move.line:
        return _refused_line(position, move.line, no)
    if position.step == "score":
        return no(8, "score", lines=["+".join(line) for line in position.lines])
    if move.is_pass:
        return no(9, "pass") if moves_but_pass(position) else None
    if move.is_back:
        return _refused_back(position, move, no)
    if piece not in rules.volcanoes:
        return no(1, "lava_piece" if piece[0] == LAVA else "unknown", pieces=[piece])
    if piece[0] != position.turn:
        return no(3 if origin else 2, "foreign", pieces=[piece])
    for square in filter(None, (origin, target)):
        if square not in LAYOUT.squares:
            return no(1, "off", square)
    return _refused_move(position, move, no) if origin else _refused_place(position, piece, target, no)


def _refused_place(position: Position, piece: str, target: str, no: Reasons) -> Reason | None:
    if position.step == "move":
        return no(4, "place_back", pieces=[piece])
    if piece not in position.hand:
        return no(2, "supply", pieces=[piece])
    if target in position.stacks:
        stones = _stones(position, target)
        return no(2, "taken", target, pieces=[piece, *stones], stones=list(stones))
    return None


def _refused_move(position: Position, move: Move, no: Reasons) -> Reason | None:
    piece, origin, target = move.piece, move.origin, move.target
    if (piece, origin) not in movable(position):
        return no(3, "absent", origin, pieces=[piece])
    if target in reach(origin, origin in position.seen(position.turn)):
        stones = _stones(position, target)
        if target not in full_squares(position.stacks):
            return None
        values = {"target": target, "stones": list(stones), "places": PLACES}
        return no(3, "full", origin, target, pieces=[piece, *stones], **values)
    if origin == target:
        return no(3, "stays", origin, pieces=[piece])
    if target not in LAYOUT.far[origin]:
        return no(3, "crooked", origin, target, pieces=[piece])
    circle = LAYOUT.circle_name(position.at(position.turn))
    return no(4, "unseen", origin, target, circle, pieces=[piece], circle=circle, origin=origin, target=target)


def _refused_back(position: Position, move: Move, no: Reasons) -> Reason | None:
    stands = position.at(position.turn)
    circle = LAYOUT.circle_name(stands)
    start, end = LAYOUT.count_of(move.origin), LAYOUT.count_of(move.target)
    for name, count in ((move.origin, start), (move.target, end)):
        if count is None:
            return no(1, "no_circle", name, circle=name)
    if start != stands:
        return no(4, "elsewhere", circle, circle=circle)
    if position.step == "move":
        return no(4, "twice", circle)
    if end is None or end >= stands:
        return no(4, "ahead", move.origin, move.target)
    if end not in back_targets(position, movable(position), full_squares(position.stacks)):
        return no(4, "idle", move.target, circle=move.target)
    return None


def _refused_line(position: Position, line: Line, no: Reasons) -> Reason | None:
    """Return why a line cannot be scored now, including the special cases of the leaflet; None if it can."""
    if line in position.lines:
        return None
    if line not in LAYOUT.lines:
        return no(5, "no_line", *line)
    why = fault(position.stacks, line)
    if why == "empty":
        bare = [square for square in line if square not in position.stacks]
        full = [square for square in line if square in position.stacks]
        key = "empty" if len(bare) == 1 else "empties"
        return no(5, key, *bare, *full, pieces=_stones(position, *full), bare=bare, least=GROOVES)
    values = {"total": total(position.stacks, line), "least": GROOVES, "middle": line[1]}
    return no(5, why or "unchanged", *line, pieces=_stones(position, *(line[1:2] if why == "lava" else line)), **values)


def reasons_of(position: Position, move: Move) -> Iterator[Reason]:
    """Yield the reasons that allow or force a legal move, the main one first."""
    yes = reasons("hekla", "because", {}, player=position.turn)
    stacks, target = position.stacks, move.target
    if move.line:
        stones = _stones(position, *move.line)
        yield yes(8, "order", *move.line, pieces=stones, count=len(position.lines))
        yield yes(5, "line", *move.line, pieces=stones, total=total(stacks, move.line))
        return
    if move.is_pass:
        yield yes(9, "pass")
        return
    if move.is_back:
        sees = sorted(LAYOUT.circle(LAYOUT.count_of(target) or 0).sees)
        mine = [square for _, square in movable(position) if square in sees]
        yield yes(4, "back" if mine else "back_blind", move.origin, target, *mine, seen=mine)
        return
    if not move.origin:
        yield yes(2, "place", target, pieces=[move.piece])
    elif target in LAYOUT.near[move.origin]:
        yield yes(3, "step", move.origin, target, pieces=[move.piece, *_stones(position, target)])
    else:
        circle = LAYOUT.circle_name(position.at(position.turn))
        values = {"circle": circle, "origin": move.origin, "target": target}
        yield yes(4, "far", move.origin, target, circle, pieces=[move.piece], **values)
    after, _, lines = displace(position, move)
    for line in lines:
        pieces = [stone for square in line for stone in after[square]]
        yield yes(5, "line", *line, pieces=pieces, total=total(after, line))
