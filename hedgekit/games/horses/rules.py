"""The rules of the horses, as functions of a position.  Clauses: other-games.md, section Les petits chevaux.

horses.1           who begins is drawn by lot; then clockwise
horses.2           a 6 brings a horse out or advances one by 6, and rolls again
horses.3           any other number advances one horse, if it can
horses.4           a horse of another colour on the square where one lands goes back to its stable
horses.5           the square before the ladder must be reached exactly
horses.6           the ladder is climbed step by step, each with its number; from step 6 a horse is taken off
horses.7           no landing on one's own colour, no passing of any horse
horses.8           a 6 that allows nothing rolls again, any other number that allows nothing ends the turn
horses.9           the first with all horses finished wins
horses.overshoot, horses.pass, horses.safe_start, horses.out   the house rules
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ...notation.values import copy_with
from ...text.reasons import Reason, reasons
from .texts import FOOT, Move, Position, Rules, stable

ROLLS = tuple(Move(number=number, probability=1 / 6) for number in range(1, 7))
PASS = Move()
_move = cache(Move)
"""Moves are values: one of each is enough."""


def opening(rules: Rules, first: str | None) -> Position:
    """Where a game begins: drawing lots, or with a roll of the player who is known to begin."""
    stables = dict.fromkeys(rules.letters, rules.horses)
    return Position(stable=stables, turn=first or "A", step="lot" if first is None else "roll")


def between(position: Position, origin: str, way: tuple[str, ...]) -> tuple[str, ...]:
    """The places on a way, before its end, where a horse stands."""
    return tuple(place for place in way[:-1] if place in position.horses and place != origin)


def lands(position: Position, move: Move, rules: Rules) -> str:
    """What bars the end of a move: "own" (7), "safe" (safe_start), or "" if nothing does."""
    other = position.horses.get(move.target)
    if other is None or move.target == move.origin:
        return ""
    if other == position.turn:
        return "own"
    return "safe" if rules.safe and rules.starts[other] == move.target else ""


def can_go(position: Position, origin: str, rules: Rules) -> Move | None:
    """The move of the horse on a place; None if it cannot move with the number."""
    way = rules.ways[position.turn, origin, position.number]
    if not way or (not rules.passing and between(position, origin, way)):
        return None
    move = _move(origin, way[-1])
    return None if lands(position, move, rules) else move


@cache
def _lots(letters: str) -> tuple[Move, ...]:
    return tuple(Move(player=player, probability=1 / len(letters)) for player in letters)


def legal_moves(position: Position, rules: Rules) -> Sequence[Move]:
    """The legal moves, or the outcomes of the lot and the die."""
    if position.step == "lot":
        return _lots(rules.letters)
    if position.step == "roll":
        return ROLLS
    moves = [move for origin in position.of(position.turn) if (move := can_go(position, origin, rules))]
    if rules.must_come_out and moves and moves[0].origin == stable(position.turn):
        return moves[:1]
    return moves or (PASS,)


def refusal(position: Position, move: Move, rules: Rules) -> Reason | None:
    """Return the reason why a move is illegal, None if it is legal."""
    origin, six = move.origin, position.number == 6
    named = {"player": position.turn, "number": position.number, "move": str(move)}
    no = reasons("horses", "refusal", position.horses, **named, origin=origin, target=move.target)
    if position.over:
        return no("9", "over")
    if position.step == "lot":
        if not move.player:
            return no("1", "lot")
        return None if move.player in rules.letters else no("1", "nobody", other=move.player)
    if position.step == "roll":
        return None if move.number else no("2", "roll")
    if move.number or move.player:
        return no("2", "rolled")
    if move.is_pass:
        able = tuple(going.origin for going in legal_moves(position, rules) if not going.is_pass)
        return no("2" if six else "3", "must", *able, places=able) if able else None
    if origin not in position.of(position.turn):
        return no("3", "foreign" if origin in position.horses else "empty", origin)
    way = rules.ways[position.turn, origin, position.number]
    if not way:
        return _nowhere(position, origin, rules, no)
    if way[-1] != move.target:
        return no("2" if six else "3", "number", origin, way[-1], end=way[-1])
    return _blocked(position, move, way, rules, no)


def _blocked(
    position: Position, move: Move, way: tuple[str, ...], rules: Rules, no: Callable[..., Reason]
) -> Reason | None:
    """Why a horse may not go where the number leads, None if it may."""
    origin, target, player = move.origin, move.target, position.turn
    passed = between(position, origin, way)
    if passed and not rules.passing:
        return no("7", "passes" if len(passed) == 1 else "passes_several", *passed, places=passed)
    barred = lands(position, move, rules)
    if barred == "own":
        return no("7", "own", target)
    if barred == "safe":
        return no("safe_start", "safe", target, other=position.horses[target])
    out = stable(player)
    if rules.must_come_out and origin != out and out in position.of(player) and can_go(position, out, rules):
        return no("out", "out", rules.starts[player], start=rules.starts[player])
    return None


def _nowhere(position: Position, origin: str, rules: Rules, no: Callable[..., Reason]) -> Reason:
    """Why the number does not let a horse move at all, wherever the others stand."""
    gone = rules.gone(position.turn, origin)
    if gone < 0:
        return no("2", "stable", origin)
    if gone >= FOOT:
        return no("6", "step", origin, step=gone - FOOT + 1)
    foot = rules.courses[position.turn][FOOT]
    return no("5", "too_high", origin, foot, foot=foot, needed=FOOT - gone)


def after(position: Position, move: Move, rules: Rules) -> Position:
    """Return the position that a legal move leads to."""
    player, number = position.turn, position.number
    horses, stables, home = position.horses, position.stable, position.home
    if position.step == "lot":
        return copy_with(position, turn=move.player, step="roll")
    if position.step == "roll":
        return copy_with(position, number=move.number, step="move")
    if not move.is_pass:
        horses = dict(horses)
        if move.origin == stable(player):
            stables = _counted(stables, player, -1)
        else:
            del horses[move.origin]
        other = horses.get(move.target)
        if other:
            stables = _counted(stables, other, 1)
        if move.target == rules.courses[player][-1]:
            home = _counted(home, player, 1)
            if home[player] == rules.horses:
                return Position(horses, stables, home, over=player)
        else:
            horses[move.target] = player
    # After a 6 the same player rolls again, after any other number the next one does (2, 3, 8).
    turn = player if number == 6 else rules.following[player]
    return copy_with(position, horses=horses, stable=stables, home=home, number=0, turn=turn, step="roll")


def _counted(counts: Mapping[str, int], player: str, more: int) -> dict[str, int]:
    """Counts with one horse more or less of a player."""
    count = counts.get(player, 0) + more
    rest = {other: n for other, n in counts.items() if other != player}
    return {**rest, player: count} if count else rest
