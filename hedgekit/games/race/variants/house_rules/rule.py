"""A house rule as a value: its data, answers, fields and sentences."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import formatannotation, unwrap
from keyword import iskeyword
from types import CodeType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from ...engine.composing import code_objects
from ...engine.state import StateField
from ..declaring import Option, Variant
from ..fields import Field
from .blame import Place
from .limit import TimeLimit

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST = 40  # most characters of a name


class Source(NamedTuple):
    """The origin of a rule: the file or module ("" for a cell), and its text."""

    name: str = ""
    text: str = ""


IN_A_CELL = Source()


class Answer(NamedTuple):
    """A rule's answer to a question.  own: a setting that the rule itself adds."""

    question: str
    factory: Callable[..., Any]
    clause: str
    no: str = ""
    yes: str = ""
    own: bool = False


@dataclass(frozen=True, eq=False)
class HouseRule:
    """A house rule.

    name: as in rule sets; place: of its declaration; known: its data, as fields of `Variant`; texts: language -> key
    (`title`, `sentence`, `clauses.<clause>`, or a full key of the tables) -> text; answers: in the order of
    declaration; fields: of the state and of positions, by name.
    """

    name: str
    place: Place
    known: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    fields: Mapping[str, tuple[StateField, Field]] = field(default_factory=dict)
    source: Source = IN_A_CELL

    @cached_property
    def codes(self) -> set[CodeType]:
        """The code of its functions, and of those nested in them."""
        return set[CodeType]().union(*(code_objects(unwrap(one.factory).__code__) for one in self.answers))

    @cached_property
    def time_limit(self) -> TimeLimit:
        """The time limit on its functions."""
        return TimeLimit(self.codes)

    @property
    def files(self) -> set[str]:
        """The names of the files that define its functions."""
        return {code.co_filename for code in self.codes} | {self.place[0]}

    def answered(self, names: Iterable[str]) -> list[Answer]:
        """Return its answers to these questions."""
        return [one for name in names for one in self.answers if one.question == name]

    def texts_by_key(self) -> dict[str, dict[str, str]]:
        """Return its sentences by their full keys in the tables: language -> key -> sentence."""

        def full(key: str) -> str:  # its title and clauses are under its name
            return key if "." in key and not key.startswith("clauses.") else f"variant.{self.name}.{key}"

        return {language: {full(key): text for key, text in texts.items()} for language, texts in self.texts.items()}

    def __repr__(self) -> str:
        return f"<HouseRule {self.name}>"


def constant(value: Any, name: str, place: Place) -> Callable[[Any, Any], Any]:
    """Return the factory of a constant setting, with the place of its declaration."""

    def factory(given: Any, before: Any) -> Any:
        return value

    factory.__code__ = factory.__code__.replace(co_filename=place[0], co_firstlineno=place[1])
    factory.__name__ = name
    return factory


def is_rule_name(name: object) -> bool:
    """Return whether a rule can have this name."""
    return isinstance(name, str) and len(name) <= LONGEST and NAME.fullmatch(name) is not None


def is_field_name(name: object) -> bool:
    """Return whether a setting or a field of the state can have this name."""
    return (
        isinstance(name, str)
        and name.isidentifier()
        and not name.startswith("_")
        and not iskeyword(name)
        and name not in ("copy", "declared", "idle", "saving", "saved", "restore")  # attributes of every state
    )


def wrong_type(known: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the first field of a rule's data with a wrong type, and its type in `Variant`; None if all are right.

    (The package's own declarations are checked by mypy.)
    """
    hints = get_type_hints(Variant)
    wrong = [name for name, value in known.items() if name in hints and not has_type(value, hints[name])]
    return (wrong[0], formatannotation(hints[wrong[0]])) if wrong else None


def has_type(value: object, hint: Any) -> bool:
    """Return whether a value has the type of a hint."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind in (tuple, Sequence):
        return isinstance(value, kind) and all(parts[0] is Any or has_type(one, parts[0]) for one in value)
    if kind in (dict, Mapping):
        pairs = value.items() if isinstance(value, Mapping) else [()]
        return all(len(pair) == 2 and all(map(has_type, pair, parts)) for pair in pairs)
    if hint is Option and isinstance(value, Option):
        return all(has_type(getattr(value, name), inner) for name, inner in get_type_hints(Option).items())
    return isinstance(value, parts or hint) and not (hint is int and isinstance(value, bool))
