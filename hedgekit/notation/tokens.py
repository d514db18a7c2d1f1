"""Lines of `key=value` words, in which every game of the collection writes its positions; and the errors in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import urandom
from typing import Any, ClassVar, Self

from ..text.errors import NotationError

LONGEST = 4000  # characters of a position


class Parsed:
    """A value that prints as text and is read back from it, as its `repr` shows."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


@dataclass(frozen=True, repr=False)
class ParsedMove(Parsed):
    """The base of a game's moves, which are frozen dataclasses that read one form of text.

    probability: of an outcome, else None; it takes no part in equality.
    FORM: the form, whose groups are the fields; WRONG: the key of the error for a text that has not this form; KIND:
    that for what is not a text; LONGEST: the most characters.
    """

    probability: float | None = field(default=None, compare=False, kw_only=True)
    FORM: ClassVar[re.Pattern[str]]
    WRONG: ClassVar[str]
    KIND: ClassVar[str] = "sister.move.kind"
    LONGEST: ClassVar[int] = 40

    @cached_property
    def is_pass(self) -> bool:
        """Whether this is the pass, `-`."""
        return str(self) == "-"

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        """Return the move of a text that has the form; `number` is a number."""
        said: Any = {name: int(text) if name == "number" else text for name, text in found.groupdict().items() if text}
        return cls(**said)

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read a move, ignoring spaces around it; NotationError with the place where the text stops being a move."""
        if isinstance(text, cls):
            return text
        word = typed(limited(text.strip() if isinstance(text, str) else text, cls.LONGEST, cls.KIND))
        if found := cls.FORM.fullmatch(word) or cls.FORM.fullmatch(word.lower()):
            return cls._of(found)
        partly = cls.FORM.match(word)
        raise NotationError(cls.WRONG, word, partly.end() if partly else 0, move=short(word))


@dataclass(frozen=True)
class Field:
    """A `key=value` word of a text: `place` is the offset of the key, `at` that of the value."""

    key: str
    value: str
    text: str
    place: int
    at: int

    def wrong(self, error: str, at: int = 0, /, **values: object) -> NotationError:
        """The error that the value is wrong, `at` characters into it."""
        return NotationError(error, self.text, self.at + at, **values)

    def misread(self, at: int = 0) -> NotationError:
        """The error that the field cannot have this value, from `at` characters on."""
        return self.wrong("error.position.field_form", at, key=self.key, value=short(self.value[at:]))

    def unknown(self, error: str) -> NotationError:
        """The error that there is no such key."""
        return NotationError(error, self.text, self.place, key=short(self.key))

    def filled(self) -> str:
        """The value; NotationError if it is empty."""
        if not self.value:
            raise NotationError("error.position.empty", self.text, self.place, key=self.key)
        return self.value


def short(word: object) -> str:
    """A word as errors quote it, with at most 24 characters."""
    text = str(word)
    return text if len(text) <= 24 else text[:23] + "…"


def typed(text: str) -> str:
    """A text with the plain dashes and spaces of the notation, where a word processor has put others."""
    return text if text.isascii() else text.translate(_TYPED)


_TYPED = str.maketrans("–—−‐‑\u00a0\u2007\u2009\u202f", "-----    ", "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")


def limited(text: object, longest: int, kind: str, **values: object) -> str:
    """Return the text if it has at most `longest` characters; NotationError otherwise (`kind` if it is not a text)."""
    if not isinstance(text, str):
        raise NotationError(kind, kind=type(text).__name__, **values)
    if len(text) > longest:
        raise NotationError("error.long", text[:longest], longest, limit=longest)
    return text


LAST_SEED = (1 << 63) - 1  # the highest seed of dice, simulations and environments


def check_seed(seed: object) -> None:
    """NotationError if this is not a seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
        raise NotationError("error.seed", seed=str(seed)[:24], last=LAST_SEED)


def check_players(players: object, allowed: Sequence[int], text: str = "") -> None:
    """NotationError if it is none of the numbers of players that are possible."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise NotationError("error.rules.players_kind", said=repr(players)[:24])
    if players not in allowed:
        raise NotationError("error.rules.players", text, number=short(players), allowed=allowed)


def dice_seed(seed: int | None) -> int:
    """Return the seed, or a random one for None."""
    return int.from_bytes(urandom(8), "big") >> 1 if seed is None else seed


def fields_of(text: object, word: str = "error.position.word") -> Iterator[Field]:
    """The fields of a position, in order.

    word: the key of the error for a word that is not a field.  NotationError for anything but a text, a text that is
    too long or empty, and a key given twice.
    """
    text = typed(limited(text, LONGEST, "error.position.kind"))
    known: set[str] = set()
    for found in re.finditer(r"\S+", text):
        key, equals, value = found.group().partition("=")
        if not equals:
            raise NotationError(word, text, found.start(), word=short(key))
        if key in known:
            raise NotationError("error.position.twice", text, found.start(), key=short(key))
        known.add(key)
        yield Field(key, value, text, found.start(), found.start() + len(key) + 1)
    if not known:
        raise NotationError("error.position.none", text, 0)


def counted(word: Field, players: str, number: str = "[1-9]") -> dict[str, int]:
    """Read how many pieces each player has somewhere, as in A3B4; NotationError for anything else."""
    value = word.filled()
    found = re.findall(f"([{players}])({number})", value)
    counts = {player: int(count) for player, count in found}
    if "".join(map("".join, found)) != value or len(counts) < len(found):
        raise word.misread()
    return counts


def misplaced(text: str, key: str, error: str, /, **values: object) -> NotationError:
    """The error that a field of a position is impossible, with the place of the field if the text has it."""
    found = re.search(rf"(?<!\S){re.escape(key)}=", text) if key else None
    return NotationError(error, text, found.start() if found else None, **values)
