"""What the desk's page may send, and whether it has the form it must have; its meaning is the session's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SIDES = ("a", "b", "mine")
PARTS = ("facts", "terms", "translation")
NAME_LIMIT = 200  # characters of a file's name
REASON_LIMIT = 2_000  # characters of a reason
TEXT_LIMIT = 5_000_000  # characters of a file of decisions, or of a table of translations

# What each message may carry: name -> kind; a kind that begins with "?" may be left out.
DESK: dict[str, dict[str, str]] = {
    "collate": {"a": "?name", "b": "?name"}, "sample": {},
    "decide": {"id": "word", "value": "word", "reason": "reason", "klass": "?word"}, "undo": {},
    "load": {"text": "text", "name": "?name", "again": "?flag"}, "show": {"part": "word", "side": "?word"},
    "translation": {"name": "?name", "language": "word", "side": "word"},
    "export": {"what": "word", "language": "word"}, "po": {"text": "text", "language": "word"},
}  # fmt: skip
PAIR: dict[str, dict[str, str]] = {
    "choose": {"question": "word"}, "play": {}, "back": {}, "simulate": {"player": "word", "games": "number"},
    "more": {}, "stop": {},
}  # fmt: skip


def read(message: object, deeds: Mapping[str, Mapping[str, str]]) -> tuple[str, dict[str, Any]] | None:
    """What is to be done, and with what; None for a message that is none of these or carries something else."""
    if not isinstance(message, Mapping):
        return None
    do = message.get("do")
    if not isinstance(do, str) or do not in deeds:
        return None
    carried = {}
    for key, kind in deeds[do].items():
        if message.get(key) is not None:
            if not fits(message[key], kind.removeprefix("?")):
                return None
            carried[key] = message[key]
        elif not kind.startswith("?"):
            return None
    return do, carried


def fits(value: object, kind: str) -> bool:
    """Is a value of this kind, and of a size that makes sense?"""
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "number":
        return type(value) is int and 0 < value < 10_000
    limit = {"name": NAME_LIMIT, "reason": REASON_LIMIT, "text": TEXT_LIMIT}.get(kind, 60)
    return isinstance(value, str) and len(value) <= limit


def serial(message: object) -> int:
    """The number of a message, which its answer carries; 0 if it has none."""
    found = message.get("n") if isinstance(message, Mapping) else None
    return found if type(found) is int and 0 <= found < 2**53 else 0


def contents(buffers: object) -> list[bytes]:
    """What came with a message, file by file."""
    if not isinstance(buffers, Sequence):
        return []
    return [bytes(one) for one in buffers if isinstance(one, (bytes, bytearray, memoryview))]
