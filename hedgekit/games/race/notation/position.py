"""Positions as values: what is where, who acts, and the one line of text that says it.

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

_BEFORE, _AFTER = ("home", "out", "hand"), ("turn", "step", "over")  # the fields every position may have, beside dice
_ENDING = ("turn", "step", "dice")  # those of them that a finished game leaves out
_SQUARE = re.compile(r"[a-i][1-6]")
_PIECE = re.compile(r"[A-I][1-8]'?")


@registry_cache()
def order(registry: Registry) -> tuple[str, ...]:
    """All fields of a position beside its squares, in the order of printing."""
    fields = registry.position_fields
    plan = [name for name, field in fields.items() if field.about == "plan"]
    others = [name for name in fields if name not in plan]
    return (*_BEFORE, *others, "dice", *plan, *_AFTER)


def passing(registry: Registry) -> tuple[str, ...]:
    """Those a finished game leaves out."""
    return (*_ENDING, *(name for name, field in registry.position_fields.items() if field.passes))


@dataclass(frozen=True, repr=False)
class Position(Parsed):
    """What is where and what is to be decided.  Equal positions print the same text.

    stacks: square name -> pieces, bottom to top; home, hand, out: sorted pieces; dice: numbers to play with;
    turn, step: who decides what, "" once the game is over; over: winners' letters, "draw", or "" while running;
    rest: the fields that belong to variants, name -> text; registry: which of these there may be.
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
        """A picture as SVG, on the printed board; with the rules of a game it is drawn by `Game.svg`."""
        drawing: str = load("position_svg")(self, language)
        return drawing

    def png(self, language: str = "en", scale: int = 2) -> bytes:
        """The same as PNG, `scale` pixels to each of the SVG's.  HedgekitError without the extra `png`."""
        drawing: bytes = load("position_png")(self, language, scale)
        return drawing

    def _repr_svg_(self) -> str:
        return self.svg()

    def value(self, name: str) -> Any:
        """What a field that variants bring says, as plain data (`Field.value`), whether it is there or not."""
        return self.registry.position_fields[name].value(self.rest.get(name, ""))

    def seen_by(self, player: str) -> "Position":
        """What a player may know: of what was noted in secret his own only, and nothing of the deck."""
        fields = self.registry.position_fields
        seen = {name: fields[name].seen_by(text, player) for name, text in self.rest.items()}
        return replace(self, rest={name: text for name, text in seen.items() if text})

    @classmethod
    def parse(cls, text: object, registry: Registry | None = None) -> "Position":
        """Read the text of a position; NotationError, with the place, for anything that is none.

        registry: whose variants may have brought its fields, the current one if none is given.  Whether its pieces and
        its step can be is checked with the rules, by `to_state`.
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
    """The pieces a value names, in its order; `prime` is the mark a piece may carry.  NotationError with the place."""
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
