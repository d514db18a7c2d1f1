"""Sets of variants: reading, checking and printing rule sets.  (notation.md, section Rule sets)

0                      the base game, for four
0[cover=top] players=3
3+9 players=4          variants join with +, options in brackets after their variant
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .errors import NotationError
from .variants import VARIANTS
from .words import sentence

_HEAD = re.compile(r"(0|[1-9][0-9]*)(\[([^\[\]]*)\])?")
_PLAYERS = re.compile(r"players=(0|[1-9][0-9]*)")
LONGEST = 2000  # characters of a rule set; a longer text is none


@dataclass(frozen=True)
class Note:
    """Something a reader should know about a rule set, in every language; `str` gives it in English."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    def text(self, language: str = "en") -> str:
        """The sentence in a language."""
        return sentence(self.key, language, dict(self.values))

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class RuleSet:
    """Variants with their options, and the number of players.  A value: equal, hashable, prints its canonical text.

    variants: numbers in ascending order, () for the base game; options: (variant, name) -> value, defaults left out.
    Made by `rules`, which checks it.
    """

    variants: tuple[int, ...] = ()
    options: tuple[tuple[tuple[int, str], str], ...] = ()
    players: int = 4
    _chosen: Mapping[tuple[int, str], str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_chosen", dict(self.options))

    def option(self, variant: int, name: str) -> str:
        """The value of an option, its default if nothing else was chosen."""
        chosen = self._chosen.get((variant, name))
        if chosen is not None:
            return chosen
        option = VARIANTS[variant].option(name)
        assert option is not None, (variant, name)
        return option.default

    def __str__(self) -> str:
        numbers = self.variants
        if not numbers or any(variant == 0 for (variant, _), _ in self.options):
            numbers = (0, *numbers)
        words = []
        for number in numbers:
            chosen = sorted(f"{name}={value}" for (variant, name), value in self.options if variant == number)
            words.append(str(number) + (f"[{','.join(chosen)}]" if chosen else ""))
        return "+".join(words) + f" players={self.players}"

    @cached_property
    def advice(self) -> tuple[Note, ...]:
        """What a reader should know: here, numbers of players the authors put in parentheses."""
        return tuple(
            Note("advice.players", (("number", number), ("players", self.players)))
            for number in (self.variants or (0,))
            if self.players not in VARIANTS[number].advised
        )

    @cached_property
    def lanes(self) -> int:
        """How many lanes the board has."""
        return self._setting("lanes")

    @cached_property
    def black(self) -> frozenset[str]:
        """The names of the black squares."""
        from .board import squares_of

        return frozenset(squares_of(self._setting("holds")))

    ranks = 9

    def _setting(self, name: str) -> int:
        from .kernel import kernel

        return int(getattr(kernel(self).start(), name))


def rules(text: object, players: int | None = None) -> RuleSet:
    """Read and check a rule set.

    text: as in notation.md ("9+13[push=sideways] players=3"), a number, or a RuleSet; players: the number of players,
    if the text does not say (4 otherwise, or the smallest possible where 4 is not).
    Raises `Clash` if variants exclude each other, and `NotationError` (a ValueError) for anything else.
    """
    if isinstance(text, RuleSet):
        text = str(text)
    if isinstance(text, int) and not isinstance(text, bool):
        text = str(text)
    if not isinstance(text, str):
        raise NotationError("error.rules.kind", kind=type(text).__name__)
    if len(text) > LONGEST:
        raise NotationError("error.long", text[:LONGEST], limit=LONGEST)
    words = list(re.finditer(r"\S+", text))
    if not words:
        raise NotationError("error.rules.empty", text, 0)
    variants, options = _variants(words[0].group(), text, words[0].start())
    for word in words[1:]:
        found = _PLAYERS.fullmatch(word.group())
        if not found:
            raise NotationError("error.rules.word", text, word.start(), word=_short(word.group()))
        said = int(found[1][:4])
        if players is not None and players != said:
            raise NotationError("error.rules.players_twice", text, word.start(), first=players, second=said)
        players = said
    return _checked(variants, options, players, text)


def _variants(head: str, text: str, start: int) -> tuple[set[int], dict[tuple[int, str], str]]:
    variants: set[int] = set()
    options: dict[tuple[int, str], str] = {}
    at = 0
    while True:
        found = _HEAD.match(head, at)
        if not found:
            raise NotationError("error.rules.variant", text, start + at, word=_short(head[at:]) or "+")
        number = int(found[1][:6])
        if number not in VARIANTS:
            raise NotationError("error.rules.unknown", text, start + at, number=number, last=max(VARIANTS))
        if number in variants:
            raise NotationError("error.rules.twice", text, start + at, number=number)
        variants.add(number)
        if found[3] is not None:
            _options(number, found[3], text, start + found.start(3), options)
        at = found.end()
        if at == len(head):
            return variants, options
        if head[at] != "+":
            raise NotationError("error.rules.variant", text, start + at, word=_short(head[at:]))
        at += 1


def _options(number: int, inside: str, text: str, start: int, options: dict[tuple[int, str], str]) -> None:
    if not inside:
        raise NotationError("error.rules.option_form", text, start, word="[]")
    for found in re.finditer(r"([a-z]+)=([^=]*?)(,(?=[a-z]+=)|$)|(.+)", inside):
        name, value = found[1], found[2]
        if name is None:
            raise NotationError("error.rules.option_form", text, start + found.start(), word=_short(found.group()))
        option = VARIANTS[number].option(name)
        if option is None:
            known = tuple(o.name for o in VARIANTS[number].options)
            key = "error.rules.option" if known else "error.rules.no_options"
            raise NotationError(key, text, start + found.start(), number=number, name=name, known=known)
        if value not in option.values:
            raise NotationError(
                "error.rules.value", text, start + found.start(2), name=name, value=_short(value), values=option.values
            )
        if (number, name) in options:
            raise NotationError("error.rules.option_twice", text, start + found.start(), name=name)
        options[number, name] = value


def _checked(variants: set[int], options: dict[tuple[int, str], str], players: int | None, text: str) -> RuleSet:
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise NotationError("error.rules.players_kind", kind=type(players).__name__)
    allowed = set(VARIANTS[0].players)
    for number in variants - {0}:
        allowed &= set(VARIANTS[number].players)
    if players is None:
        players = 4 if 4 in allowed else min(allowed)
    if players not in allowed:
        raise NotationError("error.rules.players", text, number=players, allowed=tuple(map(str, sorted(allowed))))
    chosen = tuple(sorted((key, value) for key, value in options.items() if value != _default(*key)))
    return RuleSet(tuple(sorted(variants - {0})), chosen, players)


def _default(variant: int, name: str) -> str:
    option = VARIANTS[variant].option(name)
    assert option is not None
    return option.default


def _short(word: str) -> str:
    return word if len(word) <= 24 else word[:23] + "…"
