"""What a board may send to its table, and whether it has the form it must have; its meaning is the table's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What each message may carry: name -> kind; a kind that begins with "?" may be left out.
DEEDS: dict[str, dict[str, str]] = {
    "try": {"path": "texts"}, "play": {"move": "word"}, "step": {}, "undo": {}, "redo": {},
    "go": {"ply": "number"}, "restart": {},
    "new": {"players": "number", "seats": "?texts", "rules": "?word"}, "seats": {"seats": "texts"},
    "load": {"text": "text", "at": "?number", "seats": "?texts", "games": "?text"}, "hint": {},
    "example": {}, "without": {}, "next": {},
    "pose": {"rules": "word", "position": "text", "question": "text", "answers": "lines"},
    "task": {"rules": "word", "position": "text", "question": "text", "answers": "lines"}, "leave": {},
}  # fmt: skip


def read(message: Mapping[Any, Any]) -> tuple[str, dict[str, Any]] | None:
    """What is to be done, and with what; None for a message that is none of these or carries something else."""
    do = message.get("do")
    ply = message.get("ply")
    if not isinstance(do, str) or do not in DEEDS or not (ply is None or type(ply) is int):
        return None
    carried = {}
    for key, kind in DEEDS[do].items():
        if key in message and fits(message[key], kind):
            carried[key] = message[key]
        elif key in message or not kind.startswith("?"):
            return None
    return do, carried


def fits(value: object, kind: str) -> bool:
    """Is a value of this kind, and of a size that a game could need?"""
    kind = kind.removeprefix("?")
    if kind == "number":
        return type(value) is int
    if kind in ("texts", "lines"):
        longest = 40 if kind == "texts" else 400
        return (
            isinstance(value, (list, tuple))
            and len(value) <= 16
            and all(isinstance(v, str) and len(v) <= longest for v in value)
        )
    return isinstance(value, str) and (kind == "text" or len(value) <= 400)
