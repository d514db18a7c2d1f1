"""Sentences that say who is to act and how, and what the last move did."""

from collections.abc import Iterable
from typing import Any

from ....play.endings import ending
from ....text.reasons import Reason
from ....text.words import sentence
from ..engine.board import RANKS, square_name
from ..engine.state import EITHER, FORWARD, each_step
from ..notation.moves import Move
from ..notation.position import Position


def prompt(game: Any, language: str) -> str:
    """Return who is to act, and how."""
    position = game.position
    if position.over:
        return ending(position.over, language)
    numbers = tuple(dict.fromkeys(position.dice or map(str, position.value("pool"))))
    moves = game.moves()
    values: dict[str, object] = {
        "player": position.turn,
        "number": numbers,
        "slip": _slipping(position),
        "cube": position.value("cube")[0],
        "squares": tuple(dict.fromkeys(move.target for move in moves)),
    }
    sentences = [sentence(f"prompt.{_prompt_key(game, position, numbers, moves)}", language, values)]
    if position.step in ("forward", "either"):
        sentences += _pass_hints(moves, language)
    return " ".join(sentences)


def _prompt_key(game: Any, position: Position, numbers: tuple[str, ...], moves: list[Move]) -> str:
    """Return the key of the prompt, below `prompt`."""
    step = position.step
    if step == "lane":
        return ("lane_start", "lane_slip", "lane_slips")[min(len(_slipping(position)), 2)]
    if step == "place":
        return "place" if _is_any_lowest_stack(game, position, moves) else "place_on"
    wild = any(n == "*" or game.answers.everywhere(game.state, int(n)) for n in numbers)
    if step == "sideways":
        return _side_step_key(game, moves, bool(numbers) and not wild)
    if step in ("forward", "either") and all(move.is_pass for move in moves):
        step = "forward_none"
    elif step == "forward":
        if all(move.is_pass or move.entering for move in moves):
            step = "forward_entry"
        elif any(move.entering for move in moves):
            step = "forward_enter"
    return step + ("_any" if wild and step != "roll" else "")


def _is_any_lowest_stack(game: Any, position: Position, moves: list[Move]) -> bool:
    """Return whether the targets are exactly the lowest stacks of the start line."""
    s = game.state
    rank = game.answers.start_of(s, s.turn)
    line = [square_name(lane * RANKS + rank) for lane in range(s.lanes)]
    height = {square: len(position.stacks.get(square, ())) for square in line}
    lowest = min(height.values())
    return {move.target for move in moves} == {square for square in line if height[square] == lowest}


def _side_step_key(game: Any, moves: list[Move], named: bool) -> str:
    """Return the key of the prompt for a side-step; named: the numbers determine the lanes that advance."""
    anybody = game.answers.answered("movers")
    climbing = any(move.target == move.origin for move in moves if move.target)
    if all(move.is_pass or move.target == move.origin for move in moves):
        return "sideways_climb" if climbing else "sideways_none_any" if anybody else "sideways_none"
    if anybody:
        return "sideways_any_climb" if climbing else "sideways_any"
    advances = any(step in (FORWARD, EITHER) for step in each_step(game.state.todo >> 4))  # later in the turn
    return "sideways_next" if named and advances else "sideways"


def _pass_hints(moves: list[Move], language: str) -> list[str]:
    """Return sentences on passing although a move is possible, and on numbers that allow no move."""
    usable = {move.number for move in moves if not move.is_pass}
    passed = [move.number for move in moves if move.is_pass] if usable else []
    hints = [sentence("prompt.may_pass", language, {})] if usable.intersection(passed) else []
    useless = tuple(str(number) for number in passed if number not in usable)
    return hints + ([sentence("prompt.spare", language, {"number": useless})] if useless and None not in passed else [])


def narrate(text: str, before: Position, after: Position, language: str, reasons: Iterable[Reason] = ()) -> str:
    """Return what a move did between two positions; reasons: for effects beyond the move itself."""
    move = Move.parse(text)
    was, now = _places(before), _places(after)
    moved = _moved(move, before, after)
    others = [piece for piece in now if was[piece] != now[piece] and piece not in moved]
    if move.is_pass and before.step != "sideways" and others:
        key = "told.marched" if len(others) > 1 else "told.marched_one"
        sentences, also = [sentence(key, language, {"count": len(others)})], list[str]()
    else:
        sentences, also = [_move_sentence(move, before, after, moved, language)], others
    also += sorted(piece for piece in moved if now[piece] != move.target)
    for piece in also:
        if len(now[piece]) == 2:  # a square
            sentences.append(sentence("told.also", language, {"piece": piece, "square": now[piece]}))
    for place in ("home", "out", "slip"):
        if there := [piece for piece in now if now[piece] == place != was[piece]]:
            sentences.append(sentence(f"told.{place}{'s' * (len(there) > 1)}", language, {"pieces": there}))
    sentences += [f"{reason.text(language)} ({reason.clause})" for reason in reasons]
    if after.over:
        sentences.append(ending(after.over, language))
    return " ".join(sentences)


def _places(position: Position) -> dict[str, str]:
    """Return piece -> its square, or "home", "out", "hand", "slip"."""
    places = {piece.removesuffix("'"): square for square, stack in position.stacks.items() for piece in stack}
    for name in ("home", "out", "hand"):
        places.update(dict.fromkeys(getattr(position, name), name))
    places.update(dict.fromkeys(_slipping(position), "slip"))
    return places


def _slipping(position: Position) -> tuple[str, ...]:
    """Return the pieces whose lane is being rolled, bottom to top."""
    return tuple(piece[:2] for piece in position.value("slip"))


def _moved(move: Move, before: Position, after: Position) -> list[str]:
    """Return the pieces that a move itself moves, bottom to top."""
    if move.target is None:
        return []
    if move.origin is None:
        return [piece for piece in before.hand if piece not in after.hand]
    stack = [piece.removesuffix("'") for piece in before.stacks[move.origin]]
    if move.origin == move.target:
        return [after.stacks[move.origin][-1].removesuffix("'")]
    return stack[-move.count :]


def _move_sentence(move: Move, before: Position, after: Position, moved: list[str], language: str) -> str:
    """Return what the player did."""
    values: dict[str, object] = {"player": before.turn, "move": str(move), "pieces": moved}
    values |= {"target": move.target, "origin": move.origin}
    if move.word or move.deck or move.outcome or before.step == "offer":
        key = {"roll": "rolled", "keep": "kept", "offer": move.word or "no_double", "shuffle": "shuffled"}
        return sentence(f"told.{key.get(before.step, move.word or before.step)}", language, values)
    if move.is_pass:
        return sentence(f"told.pass.{'sideways' if before.step == 'sideways' else 'forward'}", language, values)
    if move.origin is None:
        return sentence("told.entered" if move.entering and before.step != "place" else "told.placed", language, values)
    if move.origin == move.target:
        return sentence("told.climbed", language, {**values, "piece": moved[0]})
    level = move.target is not None and move.origin[0] == move.target[0]
    text = sentence(f"told.{'sideways' if level else 'forward'}", language, values)
    stack = [piece.removesuffix("'") for piece in after.stacks.get(move.target or "", ())]
    if len(stack) > 1 and stack[-1:] == moved:
        text += " " + sentence("told.covers", language, {"pieces": stack[-2:-1]})
    return text
