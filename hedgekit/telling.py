"""What is asked and what has happened, in words, for every board and every ear."""

from typing import TYPE_CHECKING

from .moves import Move
from .position import Position
from .words import listed, sentence

if TYPE_CHECKING:
    from .game import Game


def prompt(game: "Game", language: str) -> str:
    """Who is to act and what is to be done."""
    position = game.position
    if position.over:
        return ending(position.over, language)
    key, values = f"prompt.{position.step}", {"player": position.turn, "number": " ".join(position.dice)}
    if position.step == "forward" and all(move.is_pass for move in game.moves()):
        key = "prompt.forward_none"
    return sentence(key, language, values)


def ending(over: str, language: str) -> str:
    """How a game ended: one winner, several, or a draw."""
    if over == "draw":
        return sentence("prompt.draw", language, {})
    return sentence("prompt.won" if len(over) == 1 else "prompt.shared", language, {"players": list(over)})


def told(text: str, before: Position, after: Position, language: str) -> str:
    """What a move did, from the positions on both sides of it."""
    move = Move.parse(text)
    said = [_played(move, before, after, language)]
    arrived = [piece for piece in after.home if piece not in before.home]
    if arrived:
        said.append(sentence("told.home" if len(arrived) == 1 else "told.homes", language, {"pieces": arrived}))
    if after.over:
        said.append(ending(after.over, language))
    return " ".join(said)


def _played(move: Move, before: Position, after: Position, language: str) -> str:
    values: dict[str, object] = {"player": before.turn, "move": str(move), "target": move.target, "origin": move.origin}
    if move.outcome:
        return sentence("told.rolled", language, values)
    if move.is_pass:
        return sentence(f"told.pass.{before.step}", language, values | {"number": " ".join(before.dice)})
    if before.step == "place":
        placed = [piece for piece in before.hand if piece not in after.hand]
        return sentence("told.placed", language, values | {"pieces": placed})
    assert move.origin is not None
    values["piece"] = before.stacks[move.origin][-1]
    said = sentence(f"told.{before.step}", language, values)
    covered = after.stacks.get(move.target or "", ())[:-1]
    if covered:
        said += " " + sentence("told.covers", language, {"pieces": listed(list(covered[-1:]), language)})
    return said
