"""Positions as immutable values that print as text and read it back."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Self, TypeVar

from ..games.race.engine.board import PLAYERS
from ..text.errors import NotationError
from .tokens import Field, Parsed, fields_of, misplaced, short

V = TypeVar("V")
Fault = tuple[object, str] | tuple[object, str, str, Mapping[str, object]]
"""Whether a position is impossible; the field to point at ("" for none); perhaps the key and values of a sentence."""


def changed(value: V, **fields: Any) -> V:
    """Return a copy of a frozen value with some fields changed, at a fifth of the cost of `dataclasses.replace`."""
    twin = object.__new__(type(value))
    twin.__dict__.update(value.__dict__, **fields)
    return twin


def whole(word: Field, most: int) -> int:
    """Read a whole number from 1 to `most`."""
    if not re.fullmatch("[1-9][0-9]{0,8}", word.filled()) or int(word.value) > most:
        raise word.misread()
    return int(word.value)


die = partial(whole, most=6)  # reads the number of a die


@dataclass(frozen=True, repr=False, eq=False)
class Standing(Parsed):
    """The base of a game's positions: places with what stands there, then FIELDS in order, as `key=value` words.

    turn, step: who acts and what is to be decided, "" once the game is over; over: the winners' letters, "draw", or ""
    while the game runs.  Positions that print the same text are equal; a game's own class is a frozen dataclass with
    `eq=False`.
    PIECES: the attribute that says whose piece stands where; PLACE: the form of a place.  Where a place holds more than
    one piece, a game says how its words are read and printed: `_place`, `_places`.
    FIELDS: key -> the function that reads its word.  A field at its default is not printed; `dice` is the attribute
    `number`.  A game says its STEPS, its PASSING fields (which, like turn and step, a finished game no longer has), and
    its `faults`.
    """

    PIECES: ClassVar[str] = "pieces"
    PLACE: ClassVar[re.Pattern[str]] = re.compile("[a-z][0-9]{1,2}")
    FIELDS: ClassVar[Mapping[str, Callable[[Field], Any]]] = {}
    TAIL: ClassVar[Mapping[str, Callable[[Field], Any]]] = dict.fromkeys(("turn", "step", "over"), Field.filled)
    STEPS: ClassVar[tuple[str, ...]] = ()
    PASSING: ClassVar[tuple[str, ...]] = ()

    turn: str = field(default="", kw_only=True)
    step: str = field(default="", kw_only=True)
    over: str = field(default="", kw_only=True)

    def _places(self) -> Iterator[str]:
        """Yield the words of the places, in order."""
        owners = getattr(self, self.PIECES)
        return (f"{place}={owners[place]}" for place in sorted(owners, key=lambda place: (place[0], int(place[1:]))))

    @classmethod
    def _place(cls, word: Field, values: dict[str, Any]) -> bool:
        """Read the word of a place into `values`; return False if it is not a place."""
        if not cls.PLACE.fullmatch(word.key):
            return False
        if word.filled() not in tuple(PLAYERS):
            raise word.misread()
        values.setdefault(cls.PIECES, {})[word.key] = word.value
        return True

    def _field(self, name: str) -> str:
        """The text of a field, "" if it is not to be printed."""
        value = getattr(self, name)
        if isinstance(value, Mapping):
            return "".join(f"{player}{count}" for player, count in sorted(value.items()) if count)
        if isinstance(value, tuple):
            return "".join(value)
        return "" if value == getattr(type(self), name) else str(value)

    @property
    def dice(self) -> tuple[str, ...]:
        """The number to play with, as boards show it."""
        return tuple(filter(None, [self._field("number")])) if "dice" in self.FIELDS else ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and str(other) == str(self)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        told = ((key, self._field("number" if key == "dice" else key)) for key in self.FIELDS)
        return " ".join([*self._places(), *(f"{key}={said}" for key, said in told if said)])

    @classmethod
    def _read(cls, text: object) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for word in fields_of(text, "sister.position.word"):
            if word.key in cls.FIELDS:
                values["number" if word.key == "dice" else word.key] = cls.FIELDS[word.key](word)
            elif not cls._place(word, values):
                raise word.unknown("sister.position.key")
        return values

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read a position, which `check` may still refuse; NotationError, with the place, if the text is not one."""
        return cls(**cls._read(text))

    def steps(self, rules: Any) -> tuple[str, ...]:
        """The steps of a game under these rules."""
        return self.STEPS

    def faults(self, rules: Any) -> Iterator[Fault]:
        """Yield what may be wrong under these rules, beside turn, step and over; the first fault is reported."""
        yield from ()

    def _thrown(self, *steps: str) -> Fault:
        """The fault that there is a number to play with at any step but these, or none at one of these."""
        return bool(self._field("number")) != (self.step in steps), "dice"

    def _standing(self, rules: Any) -> Iterator[Fault]:
        """The faults of whose pieces stand there, of turn, step and over."""
        letters = PLAYERS[: rules.players]
        for place, owner in getattr(self, self.PIECES, {}).items():
            yield owner not in letters, place, "error.position.player", {"player": owner, "players": rules.players}
        if not self.over:
            steps, who = self.steps(rules), {"player": self.turn[:8], "players": rules.players}
            yield not self.turn, "", "sister.position.no_turn", {"step": steps[0]}
            yield self.turn not in tuple(letters), "turn", "error.position.player", who
            yield self.step not in steps, "step", "error.position.step", {"step": short(self.step), "steps": steps}
            return
        winners = "" if self.over == "draw" else self.over
        yield list(winners) != sorted({*winners} & {*letters}), "over", "error.position.over", {"over": self.over[:12]}
        for name in (*self.PASSING, "turn", "step"):
            yield getattr(self, name), name, "error.position.after_end", {"key": name}

    def check(self, rules: Any, source: str = "") -> None:
        """NotationError if it cannot occur in a game under these rules; `source` is the text it was read from."""
        for wrong in chain(self._standing(rules), self.faults(rules)):
            if wrong[0]:
                raise unfit(source or str(self), *wrong[1:])


def unfit(text: str, key: str, error: str = "", values: Mapping[str, object] | None = None) -> NotationError:
    """The error that a position is impossible, at the field that does not fit the others ("" for no single one)."""
    error = error or f"sister.position.{'unfit' if key else 'cannot'}"
    return misplaced(text, key, error, **(values or {"key": key}))
