"""The rules of Carrom, as functions of a position.  Clauses: rules.md, section 40.

40.1  In turn, players put one of their discs at the edge and flick it: one not yet played while they have any, then one
      of theirs on the board (40-a).
40.2  Every disc that leaves the board is out, the player's own too.
40.3  A disc across the edge whose centre is inside stays.
40.4  The owner of the last disc in play wins; if the last ones leave in the same flick, it is a draw (40-b).  After 200
      flicks without a disc leaving, the players with the most discs left win together; if all remaining players have
      the same number, it is a draw.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...text.reasons import Reason
from ..race.engine.board import PLAYERS
from ..race.rulesets.rule_set import RuleSet
from .solver import MILLION, TABLE, Motion, Point, free_point, overlap
from .texts import DISCS, QUIET, STEP, Flick, Position

# The flicks listed by `moves()`: a fan around the inward direction, from points spread along each side.
POINTS = 5, 3  # on a long side, on a short side
ANGLES = (-50, -25, 0, 25, 50)
STRENGTHS = (400_000, 700_000, 1_000_000)


def opening(rules: RuleSet, first: str | None) -> Position:
    """Return the first position: all discs in hand."""
    hand = tuple(f"{player}{n}" for player in PLAYERS[: rules.players] for n in range(1, DISCS + 1))
    return Position(hand=hand, turn=first or "A", step=STEP)


def mine(position: Position, pieces: Iterable[str]) -> tuple[str, ...]:
    """Return the pieces of the player to flick among these."""
    return tuple(piece for piece in pieces if piece[0] == position.turn)


def _others(position: Position, piece: str) -> list[Point]:
    """Return the places of the other discs on the board."""
    return [place for other, place in position.discs.items() if other != piece]


def has_room(position: Position) -> bool:
    """Return whether the player can flick at all: discs along the whole edge may leave no room for another."""
    hand = mine(position, position.hand)
    playable = hand[:1] or mine(position, position.discs)
    return any(free_point(_others(position, piece)) for piece in playable)


def refusal(position: Position, flick: Flick, rules: RuleSet) -> Reason | None:
    """Return the reason why a flick is illegal, None if it is legal."""
    if position.over:
        return Reason("40.4", "refusal.over")
    player = position.turn
    if flick.is_pass:
        return Reason("40.1", "carrom.refusal.pass", values={"player": player}) if has_room(position) else None
    piece = flick.piece

    def no(clause: str, key: str, *others: str, **values: object) -> Reason:
        values |= {"player": player, "piece": piece, "x": TABLE.width, "y": TABLE.height}
        return Reason(clause, f"carrom.refusal.{key}", (), (piece, *others), values)

    if piece not in position.hand and piece not in position.discs:
        return no("40.2", "out") if piece in position.out else no("40.1", "unknown")
    if piece[0] != player:
        return no("40.1", "foreign")
    hand = mine(position, position.hand)
    if hand and piece not in hand:
        return no("40.1", "hand", *hand, hand=hand)
    if not TABLE.at_edge(flick.x, flick.y):
        return no("40.1", "edge")
    if not 0 <= flick.strength <= MILLION:
        return no("40.1", "strength")
    here = flick.x, flick.y
    blocking = tuple(
        other for other, place in sorted(position.discs.items()) if other != piece and overlap(here, place)
    )
    if blocking:
        return no("40.1", "room" if len(blocking) == 1 else "rooms", *blocking, blocking=blocking)
    return None


def start_motion(position: Position, flick: Flick) -> tuple[list[str], Motion]:
    """Return the names of the discs, and the motion just after the flick."""
    discs = {**position.discs, flick.piece: (flick.x, flick.y)}
    names = sorted(discs)
    motion = Motion(discs[name] for name in names)
    motion.push(names.index(flick.piece), flick.angle, flick.strength)
    return names, motion


def frame(names: list[str], motion: Motion) -> dict[str, tuple[float, float]]:
    """Return the places of the discs that are on the table now."""
    return {
        name: (round(motion.x[i] * MILLION) / MILLION, round(motion.y[i] * MILLION) / MILLION)
        for i, name in enumerate(names)
        if not motion.gone[i]
    }


def after(position: Position, flick: Flick, rules: RuleSet) -> Position:
    """Return the position after a legal flick; the solver applies 40.2 and 40.3, this function 40.4."""
    players = rules.players
    if flick.is_pass:
        then = replace(position, quiet=position.quiet + 1)
    else:
        names, motion = start_motion(position, flick)
        motion.run()
        discs = {name: place for name, place in zip(names, motion.places(), strict=True) if place is not None}
        lost = [name for name in names if name not in discs]
        hand = tuple(piece for piece in position.hand if piece != flick.piece)
        quiet = 0 if lost else position.quiet + 1
        then = replace(position, discs=discs, out=tuple(sorted((*position.out, *lost))), hand=hand, quiet=quiet)
    left = {player: then.left(player) for player in PLAYERS[:players] if then.left(player)}
    if len(left) < 2:
        return _over(then, "".join(left))
    if then.quiet >= QUIET:
        best = [player for player in left if left[player] == max(left.values())]
        return _over(then, "" if len(best) == len(left) else "".join(best))
    seat = PLAYERS.index(position.turn)
    order = [PLAYERS[(seat + n) % players] for n in range(1, players + 1)]
    return replace(then, turn=next(player for player in order if player in left))


def _over(position: Position, winners: str) -> Position:
    return replace(position, quiet=0, turn="", step="", over=winners or "draw")


def legal_moves(position: Position, rules: RuleSet) -> Iterator[Flick]:
    """Yield a fan of legal flicks for each playable disc; any other flick from the edge is legal, too."""
    if not has_room(position):
        yield Flick()
        return
    hand = mine(position, position.hand)[:1]  # discs not yet played are alike
    for piece in hand or mine(position, position.discs):
        others = _others(position, piece)
        points = [point for point in _points() if not any(overlap(point, other) for other in others)]
        only = None if points else free_point(others)
        for point in points or ([only] if only else []):
            for angle in ANGLES:
                for strength in STRENGTHS:
                    yield Flick(piece, *point, _inward(point) + angle * MILLION, strength)


def _points() -> Iterator[Point]:
    for many, along, across, turned in (
        (POINTS[0], TABLE.width, TABLE.height, False),
        (POINTS[1], TABLE.height, TABLE.width, True),
    ):
        for n in range(many):
            here = (2 * n + 1) * along * MILLION // (2 * many)
            for far in (0, across * MILLION):
                yield (far, here) if turned else (here, far)


def _inward(point: Point) -> int:
    """Return the angle straight into the board from a point of its edge, in millionths of a degree."""
    x, y = point
    if x in (0, TABLE.width * MILLION):
        return 0 if x == 0 else 180 * MILLION
    return 90 * MILLION if y == 0 else 270 * MILLION
