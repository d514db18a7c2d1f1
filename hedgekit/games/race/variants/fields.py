"""The fields of a position that variants bring: where each stands, how it is printed and read, and what is said of it.

A variant declares its field beside what it keeps in the state, and names it in its data:

    field("apples", "count", "the apples each player has eaten", COLOURS, variants=(41,))    # the state
    position_field(PlayerNumbers("apples", "players"))                                       # the position: apples=A2C1
    declare(number=42, ..., fields=("apples",))

Everything else follows: the place in the line, what a finished game drops, who may know it, the sentence beside the
board.  A field has something to say only under the variants that name it, and only where `write` gives a text.
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
"""What a field is about, in the order of printing; "apart": pieces that stand nowhere else.

Among fields about the same the one declared first comes first; what is of the "plan" of a turn stands behind the dice.
"""
PASSING = ("numbers", "turn", "apart", "plan")
"""What is about these is no more once a game is over."""

Wrong = Callable[..., Exception]
"""`wrong(key of the error, field, **values)` makes the error that points at the field."""


@dataclass(frozen=True)
class Field:
    """A field of a position, for a subclass to print and read.

    name: as positions have it; about: one of `ABOUT`; state: the field of the state it prints, if it has another name;
    known: who may know it, "all", each player his "own" part, or "nobody"; step: the step of the set-up at which each
    in turn gives his part, if there is one.
    """

    name: str
    about: str
    state: str = ""
    known: str = "all"
    step: str = ""

    @property
    def passes(self) -> bool:
        """Does a finished game leave it out?"""
        return self.about in PASSING

    def write(self, s: Any, names: Any) -> str:
        """Its text in a state, "" where it has nothing to say; names: the pieces (`conversion.Names`)."""
        raise NotImplementedError

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Read a text into a state, in which the pieces stand already."""
        raise NotImplementedError

    def check(self, s: Any, position: Any, wrong: Wrong) -> None:
        """Raise `wrong` for what a running game cannot have at its step, or must have; fill in what it may lack."""

    def put(self, s: Any, pieces: list[int]) -> None:
        """Set the pieces that stand nowhere else, bottom to top, before anything is read."""

    def value(self, text: str) -> Any:
        """What a text says, as plain data; "" is the text of a position without the field."""
        return text

    def listed(self, text: str) -> tuple[str, ...]:
        """What a text names, one by one, for reading."""
        value = self.value(text)
        return tuple(map(str, value)) if isinstance(value, tuple) else (text,)

    def seen_by(self, text: str, player: str) -> str:
        """What a player (or several together, or nobody, "") may know of it."""
        if self.known == "own":
            return "".join(re.findall(f"[{player}][0-9]+", text)) if player else ""
        return text if self.known == "all" else ""

    def notes(self, position: Any, rules: Any, eyes: str = "") -> tuple[Note, ...]:
        """What is to be said of it beside the board; eyes: the players whose secrets may be told."""
        text = position.rest.get(self.name, "")
        if not text:
            return ()
        key = f"beside.{self.name}"
        values = ("listed", self.listed(text)), ("name", self.name)
        rule_texts = rules.registry.rule_texts
        return (Note(key if key in table_of(SOURCE, rule_texts) else "beside.other", values, rule_texts),)

    def form(self, wrong: Wrong, text: str) -> Exception:
        """The error for a text that is none of this field's."""
        return wrong("error.position.field_form", self.name, key=self.name, value=text[:24])

    def pieces(self, text: str, names: Any, wrong: Wrong) -> list[int]:
        """The pieces a text names."""
        found = re.findall(r"[A-I][1-8]", text)
        if not found or "".join(found) != text or any(name not in names.number for name in found):
            raise self.form(wrong, text)
        return [names.number[name] for name in found]


class Pieces(Field):
    """Some of the pieces: "A1C3"; in the state a number with a bit for each."""

    def write(self, s: Any, names: Any) -> str:
        """The pieces, sorted."""
        return "".join(names.set(getattr(s, self.state or self.name)))

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set their bits."""
        setattr(s, self.state or self.name, sum(1 << piece for piece in set(self.pieces(text, names, wrong))))

    def value(self, text: str) -> tuple[str, ...]:
        """The pieces."""
        return tuple(re.findall("[A-I][1-8]'?", text))


class Players(Field):
    """Some of the players: "AC"; in the state a number with a bit for each."""

    def write(self, s: Any, names: Any) -> str:
        """Their letters."""
        return "".join(PLAYERS[p] for p in range(s.players) if getattr(s, self.state or self.name) >> p & 1)

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set their bits."""
        if any(p not in PLAYERS[: s.players] for p in text) or len(set(text)) < len(text):
            raise self.form(wrong, text)
        setattr(s, self.state or self.name, sum(1 << PLAYERS.index(p) for p in text))

    def value(self, text: str) -> tuple[str, ...]:
        """Their letters."""
        return tuple(text)


class PlayerNumbers(Field):
    """A number for some of the players: "A2C1"; in the state a list, 0 for who has none."""

    def write(self, s: Any, names: Any) -> str:
        """Letter and number of each who has one."""
        values = getattr(s, self.state or self.name)
        return "".join(f"{PLAYERS[p]}{values[p]}" for p in range(s.players) if values[p])

    def read(self, s: Any, text: str, names: Any, wrong: Wrong) -> None:
        """Set the numbers."""
        for player, number in self.pairs(text, "[1-9][0-9]{0,8}", s.players, wrong):
            getattr(s, self.state or self.name)[player] = number

    def pairs(self, text: str, pattern: str, players: int, wrong: Wrong) -> list[tuple[int, int]]:
        """Seats and numbers, each player at most once, in order."""
        found = re.findall(rf"([A-I])({pattern})", text)
        letters = [letter for letter, _ in found]
        if not found or "".join(a + b for a, b in found) != text or letters != sorted(set(letters)):
            raise self.form(wrong, text)
        if any(PLAYERS.index(letter) >= players for letter in letters):
            raise self.form(wrong, text)
        return [(PLAYERS.index(letter), int(number)) for letter, number in found]

    def value(self, text: str) -> dict[str, int]:
        """Letter -> number."""
        return {letter: int(number) for letter, number in re.findall("([A-I])([0-9]+)", text)}

    def listed(self, text: str) -> tuple[str, ...]:
        """Letter and number, player by player."""
        return tuple(f"{letter} {number}" for letter, number in self.value(text).items())


POSITION_FIELDS: Mapping[str, Field] = MappingProxyType(BUILTIN.position_fields)
"""The fields that the variants of this package bring, by name, in the order of printing."""


def position_field(added: Field) -> None:
    """Declare a field; TypeError if its name is taken, or it is about nothing of `ABOUT`."""
    fields = current_declarations().position_fields
    if added.name in fields:
        raise TypeError(f"field {added.name} is declared twice")
    check_about(added)
    fields[added.name] = added
    for name in sorted(fields, key=lambda name: ABOUT.index(fields[name].about)):
        fields[name] = fields.pop(name)


def check_about(added: Field) -> None:
    """TypeError if a field is about nothing of `ABOUT`."""
    if added.about not in ABOUT:
        raise TypeError(f"field {added.name} is about {added.about}, not about one of {', '.join(ABOUT)}")


@registry_cache()
def fields_of(rules: Any) -> tuple[Field, ...]:
    """The fields that the variants of a rule set name, in the order of printing."""
    registry = rules.registry
    named = {name for number in rules.variants for name in registry.variants[number].fields}
    return tuple(added for added in registry.position_fields.values() if added.name in named)
