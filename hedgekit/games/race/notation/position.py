"""`Position`: positions of the race as values that print as one line of text.

Source: notation.md, section Positions; settled.md, section Text and state.

    d1=A1B3 g2=C2 home=A4 hand=B2 dice=4 turn=A step=sideways
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....lazy_imports import load
from ....notation.tokens import Parsed, fields_of
from ....text.errors import NotationError
from ..engine.composing import registry_cache
from ..variants.house_rules.registry import Registry, current

_BEFORE, _AFTER = ("home", "out", "hand"), ("turn", "step", "over")  # fields of every position, besides dice
_ENDING = ("turn", "step", "dice")  # fields that a finished game lacks
_SQUARE = re.compile(r"[a-i][1-6]")
_PIECE = re.compile(r"[A-I][1-8]'?")


@registry_cache()
def order(registry: Registry) -> tuple[str, ...]:
    """Return all fields of a position besides its squares, in printing order."""
    fields = registry.position_fields
    plan = [name for name, field in fields.items() if field.about == "plan"]
    others = [name for name in fields if name not in plan]
    return (*_BEFORE, *others, "dice", *plan, *_AFTER)


def passing(registry: Registry) -> tuple[str, ...]:
    """Return the fields that a finished game lacks."""
    return (*_ENDING, *(name for name, field in registry.position_fields.items() if field.passes))


@dataclass(frozen=True, repr=False)
class Position(Parsed):
    """A position.  Equal positions print the same text.

    stacks: square name -> pieces, bottom to top; home, hand, out: sorted pieces; dice: numbers on the dice; turn, step:
    the player to act and the step, "" once the game is over; over: winners' letters, "draw", or "" while running; rest:
    name -> text of the fields of variants; registry: the one that has these fields.
    """

    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    home: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    turn: str = ""
    step: str = ""
    over: str = ""
    rest: Mapping[str, str] = field(default_factory=dict)
    registry: Registry = field(default_factory=current, compare=False, repr=False)

    def __str__(self) -> str:
        words = [f"{square}={''.join(pieces)}" for square, pieces in sorted(self.stacks.items()) if pieces]
        for name in order(self.registry):
            value = self.rest.get(name, "") if name in self.registry.position_fields else getattr(self, name)
            if value:
                words.append(f"{name}={(',' if name == 'dice' else '').join(value)}")
        return " ".join(words)

    def __hash__(self) -> int:
        return hash(str(self))

    def svg(self, language: str = "en") -> str:
        """Return a picture as SVG, on the printed board; `Game.svg` draws the board of the rules."""
        drawing: str = load("position_svg")(self, language)
        return drawing

    def png(self, language: str = "en", scale: int = 2) -> bytes:
        """Return the picture as PNG, enlarged by `scale`.  HedgekitError without the extra `png`."""
        drawing: bytes = load("png")(self.svg(language), scale)
        return drawing

    def _repr_svg_(self) -> str:
        return self.svg()

    def value(self, name: str) -> Any:
        """Return the value of a variant's field as plain data (`Field.value`), also if the field is missing."""
        return self.registry.position_fields[name].value(self.rest.get(name, ""))

    def seen_by(self, player: str) -> "Position":
        """Return what a player may know: no other players' secrets, and not the deck."""
        fields = self.registry.position_fields
        seen = {name: fields[name].seen_by(text, player) for name, text in self.rest.items()}
        return replace(self, rest={name: text for name, text in seen.items() if text})

    @classmethod
    def parse(cls, text: object, registry: Registry | None = None) -> "Position":
        """Read a position; NotationError, with the place, if the text is none.

        registry: the one that has its fields, by default the current one.  `to_state` checks the position against
        rules.
        """
        registry = registry or current()
        stacks: dict[str, tuple[str, ...]] = {}
        values: dict[str, Any] = {}
        rest: dict[str, str] = {}
        for word in fields_of(text):
            key = word.key
            if _SQUARE.fullmatch(key):
                stacks[key] = pieces_of(word.value, word.text, word.at, "'")
            elif key in ("home", "hand", "out"):
                values[key] = tuple(sorted(pieces_of(word.value, word.text, word.at)))
            elif key not in order(registry):
                raise word.unknown("error.position.key")
            elif key in registry.position_fields:
                rest[key] = word.filled()
            else:
                values[key] = tuple(sorted(word.filled().split(","))) if key == "dice" else word.filled()
        if not stacks and not values:
            raise NotationError("error.position.none", str(text), 0)
        return cls(stacks, rest=rest, registry=registry, **values)


def pieces_of(value: str, text: str, place: int, prime: str = "") -> tuple[str, ...]:
    """Read pieces in order; prime: the mark they may have.  NotationError with the place."""
    pieces = []
    at = 0
    while at < len(value):
        found = _PIECE.match(value, at)
        if not found or (found.group().endswith("'") and not prime):
            raise NotationError("error.position.piece", text, place + at, word=value[at : at + 8])
        pieces.append(found.group())
        at = found.end()
    if not pieces:
        raise NotationError("error.position.no_piece", text, place)
    return tuple(pieces)
