"""The rules of the horses, as functions of a position.  Clauses: other-games.md, section Les petits chevaux.

horses.1           a lot decides who begins; then clockwise
horses.2           a 6 brings a horse out or advances one by 6, and rolls again
horses.3           any other number advances one horse, if possible
horses.4           landing on another colour's horse sends it back to its stable
horses.5           the square before the ladder, its foot, must be reached exactly
horses.6           the ladder is climbed step by step, each with its number; from step 6 a horse is taken off
horses.7           no landing on one's own colour, no passing of any horse
horses.8           if the number allows no move: a 6 rolls again, any other ends the turn
horses.9           the first player with all horses finished wins
horses.overshoot, horses.pass, horses.safe_start, horses.out   the house rules
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ...notation.values import copy_with
from ...text.reasons import Reason, reasons
from .texts import FOOT, Move, Position, Rules, stable

ROLLS = tuple(Move(number=number, probability=1 / 6) for number in range(1, 7))
PASS = Move()
_move = cache(Move)  # moves are values, so each is made once


def opening(rules: Rules, first: str | None) -> Position:
    """Return the first position: drawing lots, or the first player's roll if they are known."""
    stables = dict.fromkeys(rules.letters, rules.horses)
    return Position(stable=stables, turn=first or "A", step="lot" if first is None else "roll")


def passed_places(position: Position, origin: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the occupied places on a path before its end."""
    return tuple(place for place in path[:-1] if place in position.horses and place != origin)


def obstacle(position: Position, move: Move, rules: Rules) -> str:
    """Return why a horse cannot land on the target of a move: "own" (7), "safe" (safe_start), or "" if it can."""
    other = position.horses.get(move.target)
    if other is None or move.target == move.origin:
        return ""
    if other == position.turn:
        return "own"
    return "safe" if rules.safe and rules.starts[other] == move.target else ""


def move_from(position: Position, origin: str, rules: Rules) -> Move | None:
    """Return the move of the horse on a place; None if it cannot move with the number."""
    path = rules.paths[position.turn, origin, position.number]
    if not path or (not rules.passing and passed_places(position, origin, path)):
        return None
    move = _move(origin, path[-1])
    return None if obstacle(position, move, rules) else move


@cache
def _lots(letters: str) -> tuple[Move, ...]:
    return tuple(Move(player=player, probability=1 / len(letters)) for player in letters)


def legal_moves(position: Position, rules: Rules) -> Sequence[Move]:
    """Return the legal moves, or the outcomes of the lot or the die."""
    if position.step == "lot":
        return _lots(rules.letters)
    if position.step == "roll":
        return ROLLS
    moves = [move for origin in position.of(position.turn) if (move := move_from(position, origin, rules))]
    if rules.must_come_out and moves and moves[0].origin == stable(position.turn):
        return moves[:1]
    return moves or (PASS,)


def refusal(position: Position, move: Move, rules: Rules) -> Reason | None:
    """Return the reason why a move is illegal, None if it is legal."""
    origin, six = move.origin, position.number == 6
    values = {"player": position.turn, "number": position.number, "move": str(move)}
    no = reasons("horses", "refusal", position.horses, **values, origin=origin, target=move.target)
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
        movable = tuple(legal.origin for legal in legal_moves(position, rules) if not legal.is_pass)
        return no("2" if six else "3", "must", *movable, places=movable) if movable else None
    if origin not in position.of(position.turn):
        return no("3", "foreign" if origin in position.horses else "empty", origin)
    path = rules.paths[position.turn, origin, position.number]
    if not path:
        return _immobile(position, origin, rules, no)
    if path[-1] != move.target:
        return no("2" if six else "3", "number", origin, path[-1], end=path[-1])
    return _blocked(position, move, path, rules, no)


def _blocked(
    position: Position, move: Move, path: tuple[str, ...], rules: Rules, no: Callable[..., Reason]
) -> Reason | None:
    """Return why a horse may not move along its path; None if it may."""
    origin, target, player = move.origin, move.target, position.turn
    passed = passed_places(position, origin, path)
    if passed and not rules.passing:
        return no("7", "passes" if len(passed) == 1 else "passes_several", *passed, places=passed)
    blocked = obstacle(position, move, rules)
    if blocked == "own":
        return no("7", "own", target)
    if blocked == "safe":
        return no("safe_start", "safe", target, other=position.horses[target])
    out = stable(player)
    if rules.must_come_out and origin != out and out in position.of(player) and move_from(position, out, rules):
        return no("out", "out", rules.starts[player], start=rules.starts[player])
    return None


def _immobile(position: Position, origin: str, rules: Rules, no: Callable[..., Reason]) -> Reason:
    """Return why the number does not let a horse move at all, wherever the others stand."""
    distance = rules.distance(position.turn, origin)
    if distance < 0:
        return no("2", "stable", origin)
    if distance >= FOOT:
        return no("6", "step", origin, step=distance - FOOT + 1)
    foot = rules.courses[position.turn][FOOT]
    return no("5", "too_high", origin, foot, foot=foot, needed=FOOT - distance)


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
            stables = _add(stables, player, -1)
        else:
            del horses[move.origin]
        other = horses.get(move.target)
        if other:
            stables = _add(stables, other, 1)
        if move.target == rules.courses[player][-1]:
            home = _add(home, player, 1)
            if home[player] == rules.horses:
                return Position(horses, stables, home, over=player)
        else:
            horses[move.target] = player
    # A 6 lets the same player roll again; after any other number it is the next player's turn (2, 3, 8).
    turn = player if number == 6 else rules.following[player]
    return copy_with(position, horses=horses, stable=stables, home=home, number=0, turn=turn, step="roll")


def _add(counts: Mapping[str, int], player: str, change: int) -> dict[str, int]:
    """Return counts of horses with a player's changed; zeros are left out."""
    count = counts.get(player, 0) + change
    rest = {other: n for other, n in counts.items() if other != player}
    return {**rest, player: count} if count else rest
