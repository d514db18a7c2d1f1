"""The fields of a position that belong to variants: how each is written from a state, and read into one.

A field says something only under its variants, and only when it has something to say; order and examples are those of
notation.md, section Positions.  Readers get a `_Wrong`-like callable that makes the error pointing at the field.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..engine.board import PLAYERS
from ..engine.state import ANY, EITHER, FORWARD, LANE, OWED, SIDEWAYS

Write = Callable[[Any, Any], str]
Read = Callable[[Any, str, Any, Callable[..., Exception]], None]


@dataclass(frozen=True)
class Field:
    """One field: its name, the variants that have it, and its two directions."""

    name: str
    variants: tuple[int, ...]
    write: Write
    read: Read


FIELDS: dict[str, Field] = {}


def _field(name: str, *variants: int) -> Callable[[type], type]:
    def declare(codec: type) -> type:
        FIELDS[name] = Field(name, variants, codec.write, codec.read)  # type: ignore[attr-defined]
        return codec

    return declare


def _pieces(text: str, names: Any, wrong: Callable[..., Exception], key: str) -> list[int]:
    found = re.findall(r"[A-I][1-8]", text)
    if not found or "".join(found) != text or any(name not in names.number for name in found):
        raise wrong("error.position.field_form", key, key=key, value=text[:24])
    return [names.number[name] for name in found]


def _pairs(text: str, pattern: str, players: int, wrong: Callable[..., Exception], key: str) -> list[tuple[int, int]]:
    """Letter and number, each player at most once: "A3B5"."""
    found = re.findall(rf"([A-I])({pattern})", text)
    if not found or "".join(a + b for a, b in found) != text or [a for a, _ in found] != sorted({a for a, _ in found}):
        raise wrong("error.position.field_form", key, key=key, value=text[:24])
    if any(PLAYERS.index(a) >= players for a, _ in found):
        raise wrong("error.position.field_form", key, key=key, value=text[:24])
    return [(PLAYERS.index(a), int(b)) for a, b in found]


@_field("doped", 3)
class _Doped:
    @staticmethod
    def write(s, names):
        return names.of[s.doped - 1] if s.doped else ""

    @staticmethod
    def read(s, text, names, wrong):
        pieces = _pieces(text, names, wrong, "doped")
        if len(pieces) != 1 or s.out >> pieces[0] & 1 == 0:
            raise wrong("error.position.doped", "doped", piece=text[:8])
        s.doped = pieces[0] + 1


@_field("carrier", 14)
class _Carrier:
    @staticmethod
    def write(s, names):
        return "".join(names.set(s.carriers))

    @staticmethod
    def read(s, text, names, wrong):
        s.carriers = sum(1 << piece for piece in set(_pieces(text, names, wrong, "carrier")))
        if s.carriers & s.hand:
            raise wrong("error.position.field_form", "carrier", key="carrier", value=text[:24])


@_field("gone", 25, 39)
class _Gone:
    @staticmethod
    def write(s, names):
        return "".join(PLAYERS[p] for p in range(s.players) if s.gone >> p & 1)

    @staticmethod
    def read(s, text, names, wrong):
        if any(p not in PLAYERS[: s.players] for p in text) or len(set(text)) < len(text):
            raise wrong("error.position.field_form", "gone", key="gone", value=text[:24])
        s.gone = sum(1 << PLAYERS.index(p) for p in text)


@_field("lost", 25)
class _Lost:
    @staticmethod
    def write(s, names):
        return "".join(f"{PLAYERS[p]}{s.lost[p] - 1}" for p in range(s.players) if s.lost[p])

    @staticmethod
    def read(s, text, names, wrong):
        for player, points in _pairs(text, "0|[1-9][0-9]{0,18}", s.players, wrong, "lost"):
            s.lost[player] = points + 1
        s.closed = 1


@_field("kept", 6)
class _Kept:
    @staticmethod
    def write(s, names):
        return "".join(f"{PLAYERS[p]}{s.kept[p]}" for p in range(s.players) if s.kept[p] and s.gone >> p & 1 == 0)

    @staticmethod
    def read(s, text, names, wrong):
        for player, number in _pairs(text, "[1-6]", s.players, wrong, "kept"):
            s.kept[player] = number


@_field("pool", 16)
class _Pool:
    @staticmethod
    def write(s, names):
        return ",".join(str(n) for n in range(1, 7) for _ in range(s.pool[n]))

    @staticmethod
    def read(s, text, names, wrong):
        if not re.fullmatch(r"[1-6](,[1-6])*", text) or len(text) > 2 * s.players:
            raise wrong("error.position.field_form", "pool", key="pool", value=text[:24])
        for number in text.split(","):
            s.pool[int(number)] += 1


@_field("deck", 7)
class _Deck:
    @staticmethod
    def write(s, names):
        return "".join("*" if card == ANY else str(card) for card in s.deck) if s.deck[0] else ""

    @staticmethod
    def read(s, text, names, wrong):
        if sorted(text) != sorted("112233445566*"):
            raise wrong("error.position.field_form", "deck", key="deck", value=text[:24])
        for k, card in enumerate(text):
            s.deck[k] = ANY if card == "*" else int(card)


@_field("cube", 22, 25)
class _Cube:
    @staticmethod
    def write(s, names):
        return f"{s.cube}{PLAYERS[s.doubler - 1] if s.doubler else ''}" if s.cube > 1 else ""

    @staticmethod
    def read(s, text, names, wrong):
        found = re.fullmatch(r"([1-9][0-9]{0,18})([A-I])?", text)
        value = int(found[1]) if found else 0
        if found is None or value < 2 or value & value - 1 or (found[2] and PLAYERS.index(found[2]) >= s.players):
            raise wrong("error.position.field_form", "cube", key="cube", value=text[:24])
        s.cube = value
        s.doubler = PLAYERS.index(found[2]) + 1 if found[2] else 0


@_field("secret", 2)
class _Secret:
    @staticmethod
    def write(s, names):
        return "".join(f"{PLAYERS[p]}{s.secret[p]}" for p in range(s.players) if s.secret[p])

    @staticmethod
    def read(s, text, names, wrong):
        for player, drawing in _pairs(text, f"[1-{s.pieces}]", s.players, wrong, "secret"):
            s.secret[player] = drawing


@_field("moved", 1)
class _Moved:
    @staticmethod
    def write(s, names):
        offered = s.step in (SIDEWAYS, FORWARD, EITHER, LANE) and 6 in names.numbers(s)
        return "".join(names.set(s.moved)) if offered else ""

    @staticmethod
    def read(s, text, names, wrong):
        s.moved = sum(1 << piece for piece in set(_pieces(text, names, wrong, "moved")))


@_field("slip", 38)
class _Slip:
    @staticmethod
    def write(s, names):
        if s.slip_bottom < 0:
            return ""
        pieces = [s.slip_top]
        while pieces[-1] != s.slip_bottom:
            pieces.append(s.below[pieces[-1]])
        return "".join(names.of[piece] + ("'" if (s.back ^ s.returning) >> piece & 1 else "") for piece in pieces[::-1])

    @staticmethod
    def read(s, text, names, wrong):
        """The pieces themselves are set with those on the squares."""


LETTERS = {SIDEWAYS: "S", FORWARD: "F", EITHER: "E", OWED: "T"}


@_field("then", 5, 7, 30, 38)
class _Then:
    @staticmethod
    def write(s, names):
        if s.step not in (SIDEWAYS, FORWARD, EITHER, LANE):
            return ""
        rest, letters = s.todo >> 4 if s.step != LANE else s.todo, ""
        if s.step == LANE and not (s.waits and s.slip_bottom >= 0):
            return ""
        while rest:
            letters += LETTERS[rest & 15]
            rest >>= 4
        if s.step == EITHER and s.written:
            after = s.after_sideways
            while after:
                letters = LETTERS[after & 15] + letters
                after >>= 4
        return letters if s.written or s.step == LANE or "T" in letters else ""

    @staticmethod
    def read(s, text, names, wrong):
        codes = {letter: step for step, letter in LETTERS.items()}
        if not text or any(letter not in codes for letter in text) or len(text) > 6:
            raise wrong("error.position.field_form", "then", key="then", value=text[:24])
        s.todo = sum(codes[letter] << 4 * place for place, letter in enumerate(text))
