"""Rule sets of the games other than the race: the game's name, its options, the number of players.

    horses players=4
    horses[overshoot=bounce,pass=yes] players=2

Options are in square brackets, in any order; they print in alphabetical order, defaults omitted.  The number of players
is always printed; by default it is 4, or the smallest number allowed if 4 is not.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from ..games.race.engine.board import PLAYERS
from ..text.errors import NotationError
from .tokens import check_length, check_players, normalize, short

LONGEST = 500  # characters of a rule set
_HEAD = re.compile(r"(?P<name>[a-z_]+)(?:\[(?P<options>[^][]*)\])?")
_GAME_NAME = re.compile(r'\ufeff?(?:\s*(?:\[[A-Za-z]\w*[ \t]+"[^\n]*"\]|\{[^}]*\}|;[^\n]*)(?=\s))*\s*([a-z_]+)')
_OPTION = re.compile(r"([a-z_]+)=([a-z0-9]+)")
_PLAYERS = re.compile(r"players=([0-9]{1,3})")


def game_name(rules: object) -> str:
    """Return the name at the start of a rule set, its text or a record; "" for the race, which has none."""
    text = str(rules) if isinstance(rules, GameRules) else rules
    head = _GAME_NAME.match(text) if isinstance(text, str) else None
    return head[1] if head else ""


def chosen(name: str, value: Any) -> cached_property[Any]:
    """Return an attribute for rule sets: whether an option has this value, or, given a type, the option's value."""
    if isinstance(value, type):
        return cached_property(lambda rules: value(rules.option(name)))
    return cached_property(lambda rules: rules.option(name) == value)


@dataclass(frozen=True, repr=False)
class GameRules:
    """The base class of a game's rule sets.

    players: their number; chosen: (option, value) for every option not at its default, in order.
    """

    NAME: ClassVar[str] = ""
    PLAYER_COUNTS: ClassVar[tuple[int, ...]] = ()
    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # name -> values, the default first
    ONLY: ClassVar[Mapping[tuple[str, str], tuple[int, ...]]] = {}  # (option, value) -> numbers of players

    players: int
    chosen: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"rules({str(self)!r})"

    @cached_property
    def letters(self) -> str:
        """The letters of the players."""
        return PLAYERS[: self.players]

    following = cached_property(lambda rules: dict(zip(rules.letters, rules.letters[1:] + "A", strict=True)))
    """Letter -> the letter of the next player."""

    def option(self, name: str) -> str:
        """Return the value of an option; NotationError for an unknown one."""
        if name not in self.OPTIONS:
            self._options(f"{name}=0", f"{name}=0", 0)  # raises the error
        return dict(self.chosen).get(name) or self.OPTIONS[name][0]

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.chosen)
        return f"{self.NAME}{options and f'[{options}]'} players={self.players}"

    @classmethod
    def read(cls, rules: object = None, players: Any = None) -> Self:
        """Read a rule set from its text; a rule set is returned unchanged, and None means all defaults.

        players: their number, if the text does not give it.  NotationError if it is not a rule set of this game.
        """
        given = cls.NAME if rules is None else str(rules) if isinstance(rules, GameRules) else rules
        text = normalize(check_length(given, LONGEST, "sister.rules.kind", name=cls.NAME))
        words = list(re.finditer(r"\S+", text))
        if not words:
            raise NotationError("sister.rules.empty", text, 0, name=cls.NAME)
        head = _HEAD.fullmatch(words[0].group())
        start, named = words[0].start(), {"name": cls.NAME, "word": short(words[0].group())}
        if not head or head["name"] != cls.NAME:
            raise NotationError("sister.rules.head", text, start, **named)
        chosen = cls._options(text, head["options"], start + len(cls.NAME) + 1)
        for word in words[1:]:
            found = _PLAYERS.fullmatch(word.group())
            if not found:
                raise NotationError("sister.rules.word", text, word.start(), word=short(word.group()))
            other = int(found[1])
            if players not in (None, other):
                raise NotationError("error.rules.players_twice", text, word.start(), first=short(players), second=other)
            players = other
        return cls(cls._number(text, players, chosen), tuple(sorted(chosen.items())))

    @classmethod
    def _options(cls, text: str, options: str | None, start: int) -> dict[str, str]:
        found, place = dict[str, str](), start
        for word in () if options is None else options.split(","):
            match = _OPTION.fullmatch(word)
            if not match:
                raise NotationError("error.rules.option_form", text, place, word=short(word))
            name, value = match.groups()
            if name not in cls.OPTIONS:
                key = "option" if cls.OPTIONS else "no_options"
                raise NotationError(f"sister.rules.{key}", text, place, name=short(name), known=tuple(cls.OPTIONS))
            if name in found:
                raise NotationError("error.rules.option_twice", text, place, name=name)
            values, found[name] = cls.OPTIONS[name], value
            if value not in values:
                at = place + len(name) + 1
                raise NotationError("error.rules.value", text, at, value=short(value), name=name, values=values)
            place += len(word) + 1
        return {name: value for name, value in found.items() if value != cls.OPTIONS[name][0]}

    @classmethod
    def _number(cls, text: str, players: Any, chosen: Mapping[str, str]) -> int:
        allowed = cls.PLAYER_COUNTS
        for option in chosen.items():
            allowed = tuple(n for n in allowed if n in cls.ONLY.get(option, allowed))
        number = players if players is not None else 4 if 4 in allowed else allowed[0]
        check_players(number, cls.PLAYER_COUNTS, text)
        for (name, value), numbers in cls.ONLY.items():
            if chosen.get(name) == value and number not in numbers:
                place = text.find(f"{name}={value}")
                raise NotationError("sister.rules.only", text, place, option=f"{name}={value}", numbers=numbers)
        return int(number)
