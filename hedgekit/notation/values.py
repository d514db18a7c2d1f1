"""`Standing`, the base class of positions: immutable values that print as text and read it back."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Self, TypeVar

from ..games.race.engine.board import PLAYERS
from ..text.errors import NotationError
from .tokens import Field, Parsed, field_error, fields_of, short

V = TypeVar("V")
Fault = tuple[object, str] | tuple[object, str, str, Mapping[str, object]]
"""Whether a position is impossible; the field to blame ("" for none); optionally, key and values of the message."""


def copy_with(value: V, **fields: Any) -> V:
    """Return a copy of a frozen value with some fields changed; five times as fast as `dataclasses.replace`."""
    twin = object.__new__(type(value))
    twin.__dict__.update(value.__dict__, **fields)
    return twin


def parse_number(word: Field, most: int) -> int:
    """Read a number from 1 to `most`."""
    if not re.fullmatch("[1-9][0-9]{0,8}", word.filled()) or int(word.value) > most:
        raise word.misread()
    return int(word.value)


die = partial(parse_number, most=6)  # reads the number of a die


@dataclass(frozen=True, repr=False, eq=False)
class Standing(Parsed):
    """The base class of a game's positions: occupied places, then FIELDS in order, as `key=value` words.

    turn, step: the player to act and the step, "" once the game is over; over: the winners' letters, "draw", or ""
    while the game runs.  Positions with the same text are equal; a game's own class is a frozen dataclass with
    `eq=False`.
    PIECES: the attribute with place -> owner; PLACE: the regular expression of a place.  If a place holds several
    pieces, override `_place` and `_places`, which read and print them.
    FIELDS: key -> the function that reads its word.  A field at its default is not printed; `dice` is the attribute
    `number`.  A game defines STEPS, PASSING (fields that, like turn and step, a finished game lacks), and `faults`.
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
        """Return the text of a field, "" if it is not printed."""
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
        fields = ((key, self._field("number" if key == "dice" else key)) for key in self.FIELDS)
        return " ".join([*self._places(), *(f"{key}={text}" for key, text in fields if text)])

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
        """Read a position, which `check` may still reject; NotationError, with the place, if the text is none."""
        return cls(**cls._read(text))

    def steps(self, rules: Any) -> tuple[str, ...]:
        """Return the steps of a game under these rules."""
        return self.STEPS

    def faults(self, rules: Any) -> Iterator[Fault]:
        """Yield possible faults under these rules, besides turn, step and over; the first real one is reported."""
        yield from ()

    def _thrown(self, *steps: str) -> Fault:
        """Return the fault of a number on the dice at any step but these, or none at one of these."""
        return bool(self._field("number")) != (self.step in steps), "dice"

    def _standing(self, rules: Any) -> Iterator[Fault]:
        """Yield the possible faults of owners, turn, step and over."""
        letters = PLAYERS[: rules.players]
        for place, owner in getattr(self, self.PIECES, {}).items():
            yield owner not in letters, place, "error.position.player", {"player": owner, "players": rules.players}
        if not self.over:
            steps, players = self.steps(rules), {"player": self.turn[:8], "players": rules.players}
            yield not self.turn, "", "sister.position.no_turn", {"step": "".join(steps[:1])}
            yield self.turn not in tuple(letters), "turn", "error.position.player", players
            yield self.step not in steps, "step", "error.position.step", {"step": short(self.step), "steps": steps}
            return
        winners = "" if self.over == "draw" else self.over
        yield list(winners) != sorted({*winners} & {*letters}), "over", "error.position.over", {"over": self.over[:12]}
        for name in (*self.PASSING, "turn", "step"):
            yield getattr(self, name), name, "error.position.after_end", {"key": name}

    def check(self, rules: Any, source: str = "") -> None:
        """Raise NotationError if the position is impossible under these rules; source: the text it was read from."""
        for is_wrong, *fault in chain(self._standing(rules), self.faults(rules)):
            if is_wrong:
                raise impossible(source or str(self), *fault)


def impossible(text: str, key: str, error: str = "", values: Mapping[str, object] | None = None) -> NotationError:
    """Return the error for an impossible position, at the field that contradicts others ("" for no single one)."""
    error = error or f"sister.position.{'unfit' if key else 'cannot'}"
    return field_error(text, key, error, **(values or {"key": key}))
