"""The fields that variants add to positions: their order, printing, reading, and the sentence beside the board.

A variant declares a field of the state and of the position, and names it in its data:

    field("apples", "count", "the apples each player has eaten", COLOURS, variants=(41,))    # the state
    position_field(PlayerNumbers("apples", "players"))                                       # the position: apples=A2C1
    declare(number=41, ..., fields=("apples",))

A field is printed only under the variants that name it, and only if `write` returns text.
Source: notation.md, section Positions.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ....text.words import SOURCE, Note, table_of
from ..engine.board import PLAYERS
from ..engine.composing import BUILTIN, current_declarations, registry_cache

ABOUT = ("pieces", "players", "numbers", "stakes", "secrets", "turn", "apart", "plan")
"""Subjects of fields in the order of printing (within one, that of declaration); "plan" follows the dice.

"apart": pieces that stand nowhere else."""
TEMPORARY = ("numbers", "turn", "apart", "plan")
"""Subjects of fields that a finished game omits."""

Wrong = Callable[..., Exception]
"""`wrong(key, field, **values)` returns the error that points at the field."""


@dataclass(frozen=True)
class Field:
    """A field of a position, which subclasses print and read.

    name: in positions; about: one of `ABOUT`; state: the field of the state, if its name differs; known: to "all", to
    each player their "own" part, or to "nobody"; step: the step of the set-up in which each player fills in a part.
    """

    name: str
    about: str
    state: str = ""
    known: str = "all"
    step: str = ""

    @property
    def passes(self) -> bool:
        """Whether a finished game omits it."""
        return self.about in TEMPORARY

    def write(self, s: Any, names: Any) -> str:
        """Return its text in a state, "" if it is empty; names: the pieces (`conversion.Names`)."""
        raise NotImplementedError

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Read a text into a state in which the pieces have been placed."""
        raise NotImplementedError

    def check(self, s: Any, position: Any, wrong: Wrong) -> None:
        """Raise `wrong` if a running game cannot have this field at its step, or lacks it; fill in defaults."""

    def put(self, s: Any, pieces: list[int]) -> None:
        """Set the pieces that stand nowhere else, bottom to top, before fields are read."""

    def value(self, text: str) -> Any:
        """Return a text as plain data; "" stands for a position without the field."""
        return text

    def items(self, text: str) -> tuple[str, ...]:
        """Return the items of a text, for display."""
        value = self.value(text)
        return tuple(map(str, value)) if isinstance(value, tuple) else (text,)

    def seen_by(self, text: str, player: str) -> str:
        """Return the part of a text known to a player (or to several together, or to nobody, "")."""
        if self.known == "own":
            return "".join(re.findall(f"[{player}][0-9]+", text)) if player else ""
        return text if self.known == "all" else ""

    def notes(self, position: Any, rules: Any, eyes: str = "") -> tuple[Note, ...]:
        """Return the sentences beside the board; eyes: the players whose secrets may be shown."""
        text = position.rest.get(self.name, "")
        if not text:
            return ()
        key = f"beside.{self.name}"
        values = ("listed", self.items(text)), ("name", self.name)
        rule_texts = rules.registry.rule_texts
        return (Note(key if key in table_of(SOURCE, rule_texts) else "beside.other", values, rule_texts),)

    def format_error(self, wrong: Wrong, text: str) -> Exception:
        """Return the error for a text that the field cannot read."""
        return wrong("error.position.field_form", self.name, key=self.name, value=text[:24])

    def pieces(self, text: str, names: Any, wrong: Wrong) -> list[int]:
        """Return the pieces named in a text."""
        found = re.findall(r"[A-I][1-8]", text)
        if not found or "".join(found) != text or any(name not in names.number for name in found):
            raise self.format_error(wrong, text)
        return [names.number[name] for name in found]


class Pieces(Field):
    """A set of pieces: "A1C3"; in the state a number with a bit for each."""

    def write(self, s: Any, names: Any) -> str:
        """Return the pieces, sorted."""
        return "".join(names.set(getattr(s, self.state or self.name)))

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set the bits."""
        setattr(s, self.state or self.name, sum(1 << piece for piece in set(self.pieces(text, names, wrong))))

    def value(self, text: str) -> tuple[str, ...]:
        """Return the pieces."""
        return tuple(re.findall("[A-I][1-8]'?", text))


class Players(Field):
    """A set of players: "AC"; in the state a number with a bit for each."""

    def write(self, s: Any, names: Any) -> str:
        """Return the letters."""
        return "".join(PLAYERS[p] for p in range(s.players) if getattr(s, self.state or self.name) >> p & 1)

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set the bits."""
        if any(p not in PLAYERS[: s.players] for p in text) or len(set(text)) < len(text):
            raise self.format_error(wrong, text)
        setattr(s, self.state or self.name, sum(1 << PLAYERS.index(p) for p in text))

    def value(self, text: str) -> tuple[str, ...]:
        """Return the letters."""
        return tuple(text)


class PlayerNumbers(Field):
    """A number for some of the players: "A2C1"; in the state a list, 0 for the others."""

    def write(self, s: Any, names: Any) -> str:
        """Return the letter and number of each player with one."""
        values = getattr(s, self.state or self.name)
        return "".join(f"{PLAYERS[p]}{values[p]}" for p in range(s.players) if values[p])

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set the numbers."""
        for player, number in self.pairs(text, "[1-9][0-9]{0,8}", s.players, wrong):
            getattr(s, self.state or self.name)[player] = number

    def pairs(self, text: str, pattern: str, players: int, wrong: Wrong) -> list[tuple[int, int]]:
        """Return (seat, number) pairs, each player at most once, in order."""
        found = re.findall(rf"([A-I])({pattern})", text)
        letters = [letter for letter, _ in found]
        if not found or "".join(a + b for a, b in found) != text or letters != sorted(set(letters)):
            raise self.format_error(wrong, text)
        if any(PLAYERS.index(letter) >= players for letter in letters):
            raise self.format_error(wrong, text)
        return [(PLAYERS.index(letter), int(number)) for letter, number in found]

    def value(self, text: str) -> dict[str, int]:
        """Return letter -> number."""
        return {letter: int(number) for letter, number in re.findall("([A-I])([0-9]+)", text)}

    def items(self, text: str) -> tuple[str, ...]:
        """Return letter and number, player by player."""
        return tuple(f"{letter} {number}" for letter, number in self.value(text).items())


POSITION_FIELDS: Mapping[str, Field] = MappingProxyType(BUILTIN.position_fields)
"""The fields of this package's variants, by name, in the order of printing."""


def position_field(added: Field) -> None:
    """Declare a field; TypeError if its name is taken or its subject is not in `ABOUT`."""
    fields = current_declarations().position_fields
    if added.name in fields:
        raise TypeError(f"field {added.name} is declared twice")
    check_about(added)
    fields[added.name] = added
    for name in sorted(fields, key=lambda name: ABOUT.index(fields[name].about)):
        fields[name] = fields.pop(name)


def check_about(added: Field) -> None:
    """Raise TypeError if the subject of a field is not in `ABOUT`."""
    if added.about not in ABOUT:
        raise TypeError(f"field {added.name} is about {added.about}, not about one of {', '.join(ABOUT)}")


@registry_cache()
def fields_of(rules: Any) -> tuple[Field, ...]:
    """Return the fields of a rule set's variants, in the order of printing."""
    registry = rules.registry
    named = {name for number in rules.variants for name in registry.variants[number].fields}
    return tuple(added for added in registry.position_fields.values() if added.name in named)
