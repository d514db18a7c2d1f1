"""Read lines of `key=value` words, the notation of positions in every game, and report errors in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import urandom
from typing import Any, ClassVar, Self

from ..text.errors import NotationError

LONGEST = 4000  # characters of a position


class Parsed:
    """A value whose text reads back; `repr` shows how."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


@dataclass(frozen=True, repr=False)
class ParsedMove(Parsed):
    """The base class of a game's moves: frozen dataclasses with a regular expression for their text.

    probability: of an outcome, else None; it does not affect equality.
    FORM: the expression, whose groups are the fields; WRONG: the key of the error for a text that does not match; KIND:
    that for a value that is not text; LONGEST: the maximum number of characters.
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
        """Return the move of a match; the group `number` becomes an int."""
        args: Any = {name: int(text) if name == "number" else text for name, text in found.groupdict().items() if text}
        return cls(**args)

    @classmethod
    def parse(cls, text: object) -> Self:
        """Read a move, ignoring surrounding spaces; NotationError, with the place, if the text is none."""
        if isinstance(text, cls):
            return text
        word = normalize(check_length(text.strip() if isinstance(text, str) else text, cls.LONGEST, cls.KIND))
        if found := cls.FORM.fullmatch(word) or cls.FORM.fullmatch(word.lower()):
            return cls._of(found)
        partly = cls.FORM.match(word)
        raise NotationError(cls.WRONG, word, partly.end() if partly else 0, move=short(word))


@dataclass(frozen=True)
class Field:
    """A `key=value` word of a text; place, at: the offsets of key and value."""

    key: str
    value: str
    text: str
    place: int
    at: int

    def wrong(self, error: str, at: int = 0, /, **values: object) -> NotationError:
        """Return an error for the value, `at` characters into it."""
        return NotationError(error, self.text, self.at + at, **values)

    def misread(self, at: int = 0) -> NotationError:
        """Return the error for a value that cannot be read, from `at` characters on."""
        return self.wrong("error.position.field_form", at, key=self.key, value=short(self.value[at:]))

    def unknown(self, error: str) -> NotationError:
        """Return an error for the key."""
        return NotationError(error, self.text, self.place, key=short(self.key))

    def filled(self) -> str:
        """Return the value; NotationError if it is empty."""
        if not self.value:
            raise NotationError("error.position.empty", self.text, self.place, key=self.key)
        return self.value


def short(word: object) -> str:
    """Shorten a word to at most 24 characters for an error message."""
    text = str(word)
    return text if len(text) <= 24 else text[:23] + "…"


def normalize(text: str) -> str:
    """Replace typographic dashes and spaces by plain ones."""
    return text if text.isascii() else text.translate(_PLAIN)


_PLAIN = str.maketrans("–—−‐‑\u00a0\u2007\u2009\u202f", "-----    ", "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")


def check_length(text: object, longest: int, kind: str, **values: object) -> str:
    """Return the text; NotationError if it has more than `longest` characters, or (`kind`) is not text."""
    if not isinstance(text, str):
        raise NotationError(kind, kind=type(text).__name__, **values)
    if len(text) > longest:
        raise NotationError("error.long", text[:longest], longest, limit=longest)
    return text


LAST_SEED = (1 << 63) - 1  # the highest seed of dice, simulations and environments


def check_seed(seed: object) -> None:
    """Raise NotationError if this is not a seed."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
        raise NotationError("error.seed", seed=str(seed)[:24], last=LAST_SEED)


def check_players(players: object, allowed: Sequence[int], text: str = "") -> None:
    """Raise NotationError if this is not an allowed number of players."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise NotationError("error.rules.players_kind", said=repr(players)[:24])
    if players not in allowed:
        raise NotationError("error.rules.players", text, number=short(players), allowed=allowed)


def dice_seed(seed: int | None) -> int:
    """Return the seed, or a random one for None."""
    return int.from_bytes(urandom(8), "big") >> 1 if seed is None else seed


def fields_of(text: object, word: str = "error.position.word") -> Iterator[Field]:
    """Yield the fields of a position.

    word: the key of the error for a word that is not a field.  NotationError for a value that is not text, a text that
    is too long or empty, and a repeated key.
    """
    text = normalize(check_length(text, LONGEST, "error.position.kind"))
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
    """Read player -> number of pieces, written like A3B4; NotationError for anything else."""
    value = word.filled()
    found = re.findall(f"([{players}])({number})", value)
    counts = {player: int(count) for player, count in found}
    if "".join(map("".join, found)) != value or len(counts) < len(found):
        raise word.misread()
    return counts


def field_error(text: str, key: str, error: str, /, **values: object) -> NotationError:
    """Return an error for a field of a position, with its place if the text has it."""
    found = re.search(rf"(?<!\S){re.escape(key)}=", text) if key else None
    return NotationError(error, text, found.start() if found else None, **values)
