"""A house rule as a value: its data, what it answers, its fields and its sentences."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import unwrap
from keyword import iskeyword
from types import CodeType
from typing import Any, NamedTuple

from ...engine.composing import codes_of
from ...engine.state import StateField
from ..declaring import UP_TO_SIX, Option
from ..fields import Field
from .blame import Place
from .limit import Limited

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST = 40  # characters of a name


class Source(NamedTuple):
    """Where a rule comes from: the file or module ("": a cell), and its text."""

    name: str = ""
    text: str = ""


IN_A_CELL = Source()


class Answer(NamedTuple):
    """What a rule answers to a question; `own`: a setting that the rule itself brings."""

    question: str
    factory: Callable[..., Any]
    clause: str
    no: str = ""
    yes: str = ""
    own: bool = False


@dataclass(frozen=True, eq=False)
class HouseRule:
    """A house rule.

    name: by which rule sets call it; place: of its declaration; known: its data, as fields of `Variant`; said:
    language -> what it says (`title`, `sentence`, `clauses.<clause>`, or a whole address of the tables); answers: in
    the order of declaration; fields: of the state and of positions, by name.
    """

    name: str
    place: Place
    known: Mapping[str, Any] = field(default_factory=dict)
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    fields: Mapping[str, tuple[StateField, Field]] = field(default_factory=dict)
    source: Source = IN_A_CELL

    @cached_property
    def codes(self) -> set[CodeType]:
        """The code of its functions, and of those in them."""
        return set[CodeType]().union(*(codes_of(unwrap(one.factory).__code__) for one in self.answers))

    @cached_property
    def limited(self) -> Limited:
        """What has its functions ended when they do not come to an end."""
        return Limited(self.codes)

    @property
    def files(self) -> set[str]:
        """The files that its functions stand in, as Python calls them."""
        return {code.co_filename for code in self.codes} | {self.place[0]}

    def answered(self, names: Iterable[str]) -> list[Answer]:
        """Its answers to these questions."""
        return [one for name in names for one in self.answers if one.question == name]

    def addressed(self) -> dict[str, dict[str, str]]:
        """Its sentences by their addresses in the tables: language -> address -> sentence."""

        def address(key: str) -> str:  # what a rule says of itself is its title, its clauses
            return key if "." in key and not key.startswith("clauses.") else f"variant.{self.name}.{key}"

        return {language: {address(key): text for key, text in said.items()} for language, said in self.said.items()}

    def __repr__(self) -> str:
        return f"<HouseRule {self.name}>"


def constant(value: Any, name: str, place: Place) -> Callable[[Any, Any], Any]:
    """The answer to a setting that is always this value, at the place where it was declared."""

    def factory(given: Any, before: Any) -> Any:
        return value

    factory.__code__ = factory.__code__.replace(co_filename=place[0], co_firstlineno=place[1])
    factory.__name__ = name
    return factory


def is_rule_name(name: object) -> bool:
    """May a rule be called so?"""
    return isinstance(name, str) and len(name) <= LONGEST and NAME.fullmatch(name) is not None


def is_field_name(name: object) -> bool:
    """May a setting or a field of the state be called so?"""
    return (
        isinstance(name, str)
        and name.isidentifier()
        and not name.startswith("_")
        and not iskeyword(name)
        and name not in ("copy", "declared", "idle", "saving", "saved", "restore")  # which every state has
    )


def mistaken(known: Mapping[str, Any]) -> tuple[str, str] | None:
    """The first of a rule's data that is of a wrong kind, and how such data are written; None if all are good.

    (The package's own declarations are checked by its tests and by mypy.)
    """
    players = known.get("players", UP_TO_SIX)
    seats = str(players), lambda value: _all(value, lambda one: one in players)
    numbers = "(9, 13)", lambda value: _all(value, int)
    texts = "('entry', 'push')", lambda value: _all(value, str)
    text = "'a text'", lambda value: isinstance(value, str)
    kinds: dict[str, tuple[str, Callable[[Any], bool]]] = {
        "players": ("(2, 3, 4)", lambda value: bool(value) and _all(value, lambda one: one in UP_TO_SIX)),
        "options": ("(Option('home', ('2', '3')),)", lambda value: _all(value, _option)),
        "writes": ("{'score': 'a point'}", lambda v: isinstance(v, Mapping) and _all((*v, *v.values()), str)),
        **dict.fromkeys(("advised", "bracketed"), seats),
        **dict.fromkeys(("includes", "absorbs", "settles", "suits"), numbers),
        **dict.fromkeys(("causes", "heeds", "credits", "fields"), texts),
        **dict.fromkeys(("family", "source", "confidence", "measured"), text),
    }
    wrong = [name for name, value in known.items() if name in kinds and not kinds[name][1](value)]
    return (wrong[0], f"{wrong[0]}={kinds[wrong[0]][0]}") if wrong else None


def _all(value: object, good: Any) -> bool:
    """Is it a tuple of which every part is of a type, or good?"""
    fits = (lambda one: isinstance(one, good) and not isinstance(one, bool)) if isinstance(good, type) else good
    return isinstance(value, tuple) and all(map(fits, value))


def _option(value: object) -> bool:
    """Can it be read in a rule set?  Its name is small letters, and its values have no mark with a meaning there."""
    if not isinstance(value, Option) or not isinstance(value.name, str) or not re.fullmatch("[a-z]+", value.name):
        return False
    marks = "" if value.free == "squares" else ","
    said = _all(value.values, lambda one: isinstance(one, str) and bool(re.fullmatch(rf"[^\s\[\]=+{marks}]*", one)))
    return said and bool(value.values) and (bool(value.free) or all(value.values))
