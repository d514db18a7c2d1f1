"""A house rule as a value: its data, what it answers, its fields and its sentences."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import formatannotation, unwrap
from keyword import iskeyword
from types import CodeType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from ...engine.composing import codes_of
from ...engine.state import StateField
from ..declaring import Option, Variant
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
    """The first of a rule's data that is not of the type `Variant` gives it, and that type; None if all are good.

    (The package's own declarations are checked by its tests and by mypy.)
    """
    hints = get_type_hints(Variant)
    wrong = [name for name, value in known.items() if name in hints and not _is_of(value, hints[name])]
    return (wrong[0], formatannotation(hints[wrong[0]])) if wrong else None


def _is_of(value: object, hint: Any) -> bool:
    """Is a value of the type that a hint names?"""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is tuple:
        return isinstance(value, tuple) and all(_is_of(one, parts[0]) for one in value)
    if kind is Mapping:
        pairs = value.items() if isinstance(value, Mapping) else [()]
        return all(len(pair) == 2 and all(map(_is_of, pair, parts)) for pair in pairs)
    if hint is Option and isinstance(value, Option):
        return all(_is_of(getattr(value, name), inner) for name, inner in get_type_hints(Option).items())
    return isinstance(value, parts or hint) and not (hint is int and isinstance(value, bool))


def is_readable(option: Option) -> bool:
    """Can an option be read in a rule set?  Its name and values have no mark with a meaning there."""
    marks = "" if option.free == "squares" else ","
    values = all(re.fullmatch(rf"[^\s\[\]=+{marks}]{'*' if option.free else '+'}", value) for value in option.values)
    return bool(re.fullmatch("[a-z]+", option.name)) and bool(option.values) and values
