"""Seals hidden information in records and positions, and unseals it when the text is loaded.

A sealed word such as `?mfxg5ka` keeps readers of one page, or a reader who plays against the book, from seeing by
accident the secret choices of others or the order of the cards; a game that is saved, kept or linked stays complete.
This is no encryption: anybody who takes the trouble can unseal it.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..picture.drawing import drawing_of

SALT = 2  # bytes before the sealed word, so that the same choice looks different in another game
_SEALED = re.compile(r"\?([a-z2-7]{4,400})")


def _xor_keystream(data: bytes, salt: bytes) -> bytes:
    stream = b""
    while len(stream) < len(data):
        stream += hashlib.sha256(salt + len(stream).to_bytes(2, "big")).digest()
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))


def seal(word: str, salt: str) -> str:
    """Return a word sealed with a salt, which may be any text."""
    prefix = hashlib.sha256(salt.encode()).digest()[:SALT]
    sealed = base64.b32encode(prefix + _xor_keystream(word.encode(), prefix))
    return "?" + sealed.decode().rstrip("=").lower()


def unsealed(text: str) -> str:
    """Return a text with every sealed word unsealed, except invalid ones."""

    def open_word(found: re.Match[str]) -> str:
        letters = found[1].upper()
        try:
            data = base64.b32decode(letters + "=" * (-len(letters) % 8))
            word = _xor_keystream(data[SALT:], data[:SALT]).decode("ascii")
        except ValueError:
            return found[0]
        return word if word.isprintable() else found[0]

    return _SEALED.sub(open_word, text)


def secret_plies(game: Any) -> dict[int, str]:
    """Map each secret ply to the only player who may know what was decided ("": nobody)."""
    drawing, twin = drawing_of(game), game.copy()
    found = {}
    while twin.ply:
        twin.undo()
        who = drawing.known_to(twin)
        if who is not None:
            found[twin.ply] = who
    return found


def sealed_position(eyes: str, position: Any, salt: str) -> str:
    """Return a position as text, with the fields sealed that the players `eyes` must not see."""
    fields = drawing_of(position).hidden_fields(position, eyes)
    if not fields:
        return str(position)
    words = (word.partition("=") for word in str(position).split())
    return " ".join(f"{key}={seal(value, salt + key) if key in fields else value}" for key, _, value in words)


def sealed_record(eyes: str, record: str, start: Any, secrets: dict[int, str], salt: str) -> str:
    """Return a record with the moves sealed that the players `eyes` must not see.

    record: a word for each ply, beside labels, seed and the first position; start: that position, None for the set-up;
    secrets: see `secret_plies`.
    """
    if not secrets and start is None:
        return record
    lines = record.splitlines()
    if start is not None:
        lines = [sealed_position(eyes, start, salt) if line == str(start) else line for line in lines]
    hidden = {ply for ply, who in secrets.items() if not who or who not in eyes}
    for number, words in move_lines(lines):
        sealed = (seal(word, f"{salt}{ply}") if ply in hidden else word for word, ply in words)
        lines[number] = " ".join(sealed)
    return "\n".join(lines)


def move_lines(lines: Sequence[str]) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield the number of each line of moves with its words, each with its ply (-1 for a label)."""
    ply = 0
    for number, line in enumerate(lines[1:], 1):
        if not ply and re.search(r"(^|\s)(turn|over|seed)=", line):
            continue  # the seed, or the first position
        words = []
        for word in line.split():
            label = word.endswith(":")
            words.append((word, -1 if label else ply))
            ply += not label
        yield number, words
