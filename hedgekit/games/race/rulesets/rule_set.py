"""Read, check and print rule sets: sets of variants with options.  (notation.md, section Rule sets)

0                      the base game, for four
0[cover=top] players=3
3+9 players=4          variants are joined by +, options follow their variant in brackets
9+lucky-six            a house rule is written by its name

`verdicts.py` derives which pairs of variants go together.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from ....notation.tokens import check_players, normalize, short
from ....text.errors import Clash, NotationError
from ....text.words import Note
from ..engine.board import LANES, LETTERS, RANKS, squares_of
from ..variants import BEYOND, UP_TO_SIX, Option, Variant
from ..variants.house_rules.guarded import settings
from ..variants.house_rules.registry import BASE, Registry, current, is_known
from .free_form import join_variants, to_notation
from .verdicts import INCOMPATIBLE, Named, note_or, seats, verdict

_HEAD = re.compile(r"(0|[1-9][0-9]*|[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(\[([^\[\]]*)\])?")
_NAMES = re.compile(r"[^+\[\]]+(?=\[|\+|$)")
_PLAYERS = re.compile(r"players=(0|[1-9][0-9]*)")
LONGEST = 2000  # characters of a rule set


@dataclass(frozen=True, repr=False)
class RuleSet:
    """Variants with their options, and the number of players: a hashable value that prints its canonical text.

    variants: numbers in ascending order, () for the base game; options: (variant, name) -> value, without defaults;
    registry: that it was read with, reduced to its own house rules.  Made by `rules`, which checks it.
    """

    variants: tuple[int, ...] = ()
    options: tuple[tuple[tuple[int, str], str], ...] = ()
    players: int = 4
    registry: Registry = BASE

    @cached_property
    def _chosen(self) -> Mapping[tuple[int, str], str]:
        return dict(self.options)

    def __reduce__(self) -> Any:
        return RuleSet, (self.variants, self.options, self.players, self.registry)

    def option(self, variant: int | str, name: str) -> str:
        """Return the value of an option, its default if not given; NotationError for an unknown one.

        variant: its number, or the name of a house rule.
        """
        number = self.registry.number(str(variant))
        if number is None:
            raise _unknown(str(variant), self.registry)
        chosen = self._chosen.get((number, name))
        if chosen is not None:
            return chosen
        known = self.registry.variants[number]
        option = known.option(name)
        if option is None:
            key, values = _no_option(known, str(name)[:24])
            raise NotationError(key, **values)
        return option.default_with(self.variants)

    def __repr__(self) -> str:
        return f"rules({str(self)!r})"

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
        """Remarks: pointless pairs, decisions of this project, numbers of players that the authors do not advise."""
        pairs = [verdict(a, b, self.registry).advice for a, b in combinations(self.variants, 2)]
        return tuple(note for note in pairs if note) + tuple(self._players_not_advised())

    def _players_not_advised(self) -> Iterable[Note]:
        for number in self.variants or (0,):
            variant = self.registry.variants[number]
            if self.players in variant.bracketed:
                yield Note("advice.players", (("number", number), ("players", self.players)))
                continue
            named = tuple(sorted({*variant.advised, *variant.bracketed}))
            as_with_six = self.players in BEYOND and 6 in named  # further colours
            if self.players not in named and not as_with_six:
                yield Note("advice.players_other", (("number", number), ("players", self.players), ("named", named)))

    @cached_property
    def lanes(self) -> int:
        """The number of lanes of the board."""
        return int(self.settings["lanes"])

    @cached_property
    def black(self) -> frozenset[str]:
        """The names of the black squares."""
        return frozenset(squares_of(self.settings["holds"]))

    ranks = RANKS

    @property
    def engine(self) -> str:
        """The name of the engine that a variant uses instead of the race's; else ""."""
        variants = self.registry.variants
        return next((variants[number].engine for number in self.variants if variants[number].engine), "")

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the engine by name: answers of the variants that hold for a whole game."""
        return settings(self)


RulesLike = RuleSet | str | int | Iterable[int | str]
"""A rule set, its text or number, or several variants by number or name."""


def rules(said: RulesLike, *more: int, players: int | None = None, registry: Registry | None = None) -> RuleSet:
    """Read and check a rule set.

    said: in the notation ("9+13[push=sideways] players=3"), or in free form: 13, [9, 13], {9, 13}, "9, 13", "jostling",
    "the tube and jostling", in any language; players: their number if not given there (by default 4, or the smallest
    number possible); registry: to read it with, the current one by default.
    Raises `Clash` if variants exclude each other, and `NotationError` (a ValueError) for anything else.
    """
    if more:
        if isinstance(said, int) or len(more) > 1 or players is not None:
            given = ", ".join(map(str, (said, *more)))
            raise NotationError("error.rules.several", asked=given[:40], first=str(said)[:24])
        players = more[0]
    if isinstance(said, RuleSet):
        if players in (None, said.players):
            return said
        registry, said = said.registry, str(said)
    text = normalize(said) if isinstance(said, str) else join_variants(said)
    try:
        return _read(text, players, registry)
    except NotationError as no:
        converted = "" if len(text) > LONGEST else written(text, registry)
        if converted in ("", text):
            if no.key == "error.rules.unnamed" and not all(map(_PLAYERS.fullmatch, text.split()[1:])):
                raise NotationError(no.key, text, 0, name=short(text)) from no
            raise
        try:
            return _read(converted, players, registry)
        except NotationError as other:
            raise other from no


def written(text: str, registry: Registry | None = None) -> str:
    """Convert a rule set in free form to the notation; "" if it is none."""
    is_known("")  # loads installed house rules
    return to_notation(text, registry or current())


def _read(text: str, players: int | None, registry: Registry | None) -> RuleSet:
    """Read a rule set in the notation."""
    if len(text) > LONGEST:
        raise NotationError("error.long", text[:LONGEST], limit=LONGEST)
    words = list(re.finditer(r"\S+", text))
    if not words:
        raise NotationError("error.rules.empty", text, 0)
    read = _Reading(text, _named_in(words[0].group(), registry))
    read.head(words[0].group(), words[0].start())
    for word in words[1:]:
        found = _PLAYERS.fullmatch(word.group())
        if not found:
            raise NotationError("error.rules.word", text, word.start(), word=short(word.group()))
        number = int(found[1][:4])
        if players is not None and players != number:
            raise NotationError("error.rules.players_twice", text, word.start(), first=players, second=number)
        players = number
    return read.checked(players)


def numbered(line: str, registry: Registry | None = None) -> RuleSet:
    """Read the rule set in the first line of a record; NotationError for a line such as "1. e4" of chess."""
    head = re.match(r"\s*([0-9]+|[a-z][a-z0-9-]*)(?=[\s+\[]|$)", line)
    if not head or not (head[1].isdigit() or (registry.number(head[1]) if registry else is_known(head[1]))):
        raise NotationError("error.record.head", line, 0)
    return rules(line, registry=registry)


def _named_in(head: str, registry: Registry | None) -> Registry:
    """Return the registry reduced to the house rules that a text names."""
    words = set(_NAMES.findall(head))
    if registry is None:
        for word in words:
            is_known(word)
        registry = current()
    return registry.only(words)


def _unknown(word: str, registry: Registry) -> NotationError:
    """Return the error for an unknown variant."""
    if word.isdecimal():
        return NotationError("error.rules.unknown", number=int(word[:6]), last=max(registry.numbers))
    return NotationError("error.rules.unnamed", name=short(word))


class _Reading:
    """The parsed part of a rule set: variants and chosen options, with the places of their values in the text."""

    def __init__(self, text: str, registry: Registry) -> None:
        self.text = text
        self.registry = registry
        self.variants: set[int] = set()
        self.chosen: dict[tuple[int, str], tuple[Option, str, int]] = {}

    def head(self, head: str, start: int) -> None:
        """Read the variants with their options."""
        at = 0
        while True:
            found = _HEAD.match(head, at)
            if not found:
                raise NotationError("error.rules.variant", self.text, start + at, word=short(head[at:]) or "+")
            number = self.registry.number(found[1])
            if number is None:
                no = _unknown(found[1], self.registry)
                raise NotationError(no.key, self.text, start + at, **no.values)
            if number in self.variants:
                raise NotationError("error.rules.twice", self.text, start + at, number=number)
            self.variants.add(number)
            if found[3] is not None:
                self._options(number, found[3], start + found.start(3))
            at = found.end()
            if at == len(head):
                return
            if head[at] != "+":
                raise NotationError("error.rules.variant", self.text, start + at, word=short(head[at:]))
            at += 1

    def _options(self, number: int, inside: str, start: int) -> None:
        if not inside:
            raise NotationError("error.rules.option_form", self.text, start, word="[]")
        for found in re.finditer(r"([a-z]+)=([^=]*?)(,(?=[a-z]+=)|$)|(.+)", inside):
            name, word = found[1], found[2]
            if name is None:
                at = start + found.start()
                raise NotationError("error.rules.option_form", self.text, at, word=short(found.group()))
            variant = self.registry.variants[number]
            option = variant.option(name)
            if option is None:
                key, values = _no_option(variant, name)
                raise NotationError(key, self.text, start + found.start(), **values)
            value = option.read(word)
            if value is None:
                key, place = f"error.rules.value{option.free and '_'}{option.free}", start + found.start(2)
                raise NotationError(key, self.text, place, name=name, value=short(word), values=option.values)
            if (number, name) in self.chosen:
                raise NotationError("error.rules.option_twice", self.text, start + found.start(), name=name)
            self.chosen[number, name] = option, value, start + found.start(2)

    def checked(self, players: int | None) -> RuleSet:
        """Return the rule set; NotationError or Clash if it cannot be played."""
        variants = tuple(sorted(self.variants - {0}))
        members = [self.registry.variants[number] for number in variants]
        self._check_clashes(variants, members)
        for (number, name), (option, value, place) in self.chosen.items():
            needed = option.needs.get(value)
            if needed is not None and needed not in variants:
                values = {"number": number, "name": name, "value": value, "needed": self._named(needed)}
                raise NotationError("error.rules.needs", self.text, place, **values)
            if option.free == "squares":
                self._check_layout(members, tuple(value.split(",")) if value else (), place)
        allowed = seats(members)
        if players is None:
            players = 4 if 4 in allowed else min(allowed)
        check_players(players, allowed, self.text)
        known = ((key, value, option.default_with(variants)) for key, (option, value, _) in self.chosen.items())
        chosen = sorted((key, value) for key, value, usual in known if value != usual)
        return RuleSet(variants, tuple(chosen), players, self.registry)

    def _named(self, number: int) -> Named:
        return Named(self.registry.variants[number])

    def _check_clashes(self, variants: tuple[int, ...], members: list[Variant]) -> None:
        """Raise Clash with all pairs that exclude each other, and all options that exclude a variant."""
        verdicts = [verdict(a, b, self.registry) for a, b in combinations(variants, 2)]
        found = [(v.pair, v.grounds) for v in verdicts if v.kind == INCOMPATIBLE]
        for number in self.variants:
            for option in self.registry.variants[number].options:
                _, value, _ = self.chosen.get((number, option.name), (option, option.default_with(variants), 0))
                for other in option.bars.get(value, ()):
                    if other in self.variants:
                        names = (("a", self._named(number)), ("b", self._named(other)))
                        key, default = f"clash.bars.{number}.{option.name}.{value}", Note("rule.meeting.bars", names)
                        note = replace(note_or(key, default, self.registry), values=names)
                        found.append(((min(number, other), max(number, other)), (note,)))
        if found:
            found.sort(key=lambda clash: clash[0])
            reasons = tuple(note for _, notes in found for note in notes)
            raise Clash("clash.pairs", tuple(pair for pair, _ in found), reasons=reasons)
        if not seats(members):
            raise _no_seats(members)

    def _check_layout(self, members: list[Variant], black: tuple[str, ...], place: int) -> None:
        """Check that black squares are on the board, and leave a path if they are impassable (17+37, 17+38)."""
        lanes = _lanes(members)
        for square in black:
            if int(square[1]) > lanes:
                raise NotationError("error.rules.layout_lane", self.text, place, square=square, lanes=lanes)
        closing = next((one for one in members if "layout" in one.depends_on), None)
        if closing is None:
            return
        tube = any("geometry.wrap" in one.writes for one in members)
        rank = _wall(black, lanes, tube)
        if rank is not None:
            raise NotationError("error.rules.layout_path", self.text, place, rank=rank, closing=Named(closing))


def _wall(black: Iterable[str], lanes: int, tube: bool) -> str | None:
    """Return the first rank unreachable by advances and side-steps over open squares; None if there is a path.

    All start squares are open and adjacent, so a path from one is a path from each; and a path there is a path back.
    """
    closed = set(black)
    reached = set(range(lanes))
    for rank in LETTERS:
        reached = {lane for lane in reached if rank + str(lane + 1) not in closed}
        if not reached:
            return rank
        beside = reached
        while beside:
            steps = {(lane + way) % lanes if tube else lane + way for lane in beside for way in (-1, 1)}
            beside = {lane for lane in steps - reached if 0 <= lane < lanes and rank + str(lane + 1) not in closed}
            reached = reached | beside
    return None


def _no_seats(variants: list[Variant]) -> Clash:
    """Return the error for variants that leave no number of players, naming a minimal subset of them."""
    for one in variants:
        fewer = [other for other in variants if other is not one]
        if not seats(fewer):
            return _no_seats(fewer)
    named = tuple(map(Named, variants))
    limited = [one for one in variants if one.players != UP_TO_SIX]
    limits = tuple(Note("clash.limit", (("a", Named(one)), ("players", one.players))) for one in limited)
    if any(one.writes.get("pieces.types") == "carrier" for one in variants):
        limits += (Note("clash.carriers", (("lanes", _lanes(variants)),)),)
    return Clash("clash.seats", (), variants=named, reasons=limits)


def _lanes(variants: Iterable[Variant]) -> int:
    return min((int(one.writes.get("geometry.lanes", LANES)) for one in variants), default=LANES)


def _no_option(variant: Variant, name: str) -> tuple[str, dict[str, Any]]:
    """Return key and values of the error for an unknown option."""
    known = tuple(option.name for option in variant.options)
    key = "error.rules.option" if known else "error.rules.no_options"
    return key, {"number": variant.number, "name": name, "known": known}
