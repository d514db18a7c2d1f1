"""The registry: the questions, variants and fields that rule sets are read with, as a value.

    house = BASE.with_rule("lucky_six.py")          # BASE itself stays as it is
    Game(rules("9+lucky-six", registry=house))

A rule set keeps the registry of the house rules that it names, and nothing else; caches hang on it and end with it.
So any number of games, each with its own rules, may be played side by side.  Where no registry is given, `current()`
is meant: in a notebook the one to which cells add their rules (`hedgekit.extend`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os import PathLike
from typing import Any
from weakref import WeakValueDictionary

from .....text.words import RuleTexts
from ...engine.composing import BUILTIN, Declarations, Question, declaring_into, factory_of
from ...engine.state import StateField
from ..declaring import FAMILY, Variant, with_defaults
from ..fields import ABOUT, Field
from . import loading
from .blame import RuleError, blamed
from .rule import HouseRule, Source

BITS = 62  # the last number of a variant that a state has room for


class HouseNumber(int):
    """The number of a house rule in its registry.  It prints as the name by which rule sets call the rule."""

    name: str

    def __new__(cls, number: int, name: str) -> "HouseNumber":
        made = super().__new__(cls, number)
        made.name = name
        return made

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> Any:
        return HouseNumber, (int(self), self.name)


@dataclass(frozen=True, eq=False, repr=False)
class Registry:
    """All that rule sets are read with.  Made by `BASE.with_rule`; a value, compared by identity.

    house: its house rules, by name; questions, variants, state_fields, position_fields: by name, the variants by
    number, the house rules' numbers being the last ones; rule_texts: the sentences of house rules; memo: what has been
    derived (`engine.composing.registry_cache`).
    """

    core: Declarations
    house: Mapping[str, HouseRule]
    questions: Mapping[str, Question]
    variants: Mapping[int, Variant]
    state_fields: Mapping[str, StateField]
    position_fields: Mapping[str, Field]
    rule_texts: RuleTexts | None
    memo: dict[Any, Any] = field(default_factory=dict)

    def with_rule(self, source: str | PathLike[str] | Source) -> "Registry":
        """This registry and the house rules of a file, a module that can be imported, or a text of several lines.

        Rules that came from the same source, or have the same names, are replaced.  RuleError if it cannot be read,
        fails, or declares no rule.
        """
        source = source if isinstance(source, Source) else loading.source_of(source)
        same = [rule.name for rule in self.house.values() if source.name and rule.source.name == source.name]
        before = self.without(*same)
        with using(before) as here:
            loading.run(source)
        found = here[0].house.values()
        new = [replace(rule, source=source) for rule in found if before.house.get(rule.name) is not rule]
        if not new:
            raise RuleError("error.rule.none", None, ("", 0), name=loading.path_of(source.name).name[:80])
        _loaded.update({(rule.name, source): rule for rule in new})
        return before.with_rules(*new)

    def with_rules(self, *rules: HouseRule) -> "Registry":
        """This registry and these house rules, in the place of those of their names."""
        return _registry(self.core, {**self.house, **{rule.name: rule for rule in rules}}.values())

    def without(self, *names: str) -> "Registry":
        """This registry without these house rules."""
        return _registry(self.core, (rule for name, rule in self.house.items() if name not in names))

    def only(self, names: Iterable[str]) -> "Registry":
        """This registry with none but these house rules, as far as it has them."""
        if not self.house:
            return self
        names = set(names)
        return self.without(*(self.house.keys() - names))

    @staticmethod
    def of(core: Declarations) -> "Registry":
        """The registry of these declarations, without house rules."""
        return _registry(core, ())

    def with_variants(self, source: str | PathLike[str]) -> "Registry":
        """This registry and the variants of a file that declares them as this package does (docs/how-to/variant.md)."""
        core = self.core.copy()
        with declaring_into(core):
            loading.run(loading.source_of(source))
        return _registry(core, self.house.values())

    def number(self, word: str) -> int | None:
        """The number of a variant as rule sets write it, "9" or "lucky-six"; None if there is none."""
        if word in self.house:
            return next(number for number in self.variants if str(number) == word)
        return int(word) if word.isdecimal() and len(word) <= 6 and int(word) in self.core.variants else None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all variants but the house rules'."""
        return tuple(self.core.variants)

    def rule(self, number: int) -> HouseRule | None:
        """The house rule of this number, if it is one."""
        variant = self.variants.get(number)
        return self.house.get(str(variant.number)) if variant is not None else None

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Raise mistakes of its house rules as RuleErrors, which have their author's line."""
        house = self.house.values()
        for rule in house:
            rule.limited.watch()
        try:
            yield
        except BaseException as no:
            if (told := blamed(no, house)) is no:
                raise
            raise told from no

    def __reduce__(self) -> Any:
        if any(not rule.source.text for rule in self.house.values()) or self.core is not BUILTIN:
            lost = next((rule for rule in self.house.values() if not rule.source.text), None)
            raise RuleError("error.rule.away", lost.name if lost else None, lost.place if lost else ("", 0))
        return registry_of, (tuple((rule.name, rule.source) for rule in self.house.values()),)

    __copy__ = __deepcopy__ = lambda self, *_: self

    def __repr__(self) -> str:
        return f"<Registry{' of ' + ', '.join(self.house) if self.house else ''}>"


# ---- made ------------------------------------------------------------------------------------------------------------

_known: WeakValueDictionary[Any, Registry] = WeakValueDictionary()  # by their house rules: each is made once
_loaded: WeakValueDictionary[Any, HouseRule] = WeakValueDictionary()  # by name and source: those last loaded


def _registry(core: Declarations, rules: Iterable[HouseRule]) -> Registry:
    """The registry of declarations and house rules."""
    rules = tuple(sorted(rules, key=lambda rule: rule.name))
    key = (id(core), rules)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _made(core, rules)
    return found


def _made(core: Declarations, rules: tuple[HouseRule, ...]) -> Registry:
    questions, variants, state_fields = dict(core.questions), dict(core.variants), dict(core.state_fields)
    position_fields = dict(core.position_fields)
    rule_texts = _rule_texts(core, rules)
    for place, rule in enumerate(rules, BITS - len(rules) + 1):
        number = HouseNumber(place, rule.name)
        if number in core.variants:
            raise RuleError("error.rule.many", rule.name, rule.place, most=BITS - max(core.variants))
        for one in rule.answers:
            text = (one.factory.__doc__ or "").strip()
            asked = deepcopy(questions[one.question]) if not one.own else Question(one.question, "setting", text)
            factory = one.factory if asked.kind == "setting" else factory_of(one.factory)
            asked.add_answer(number, factory, one.clause, one.no, one.yes)
            questions[one.question] = asked
        for name, (kept, shown) in rule.fields.items():
            state_fields[name] = replace(kept, variants=(number,))
            position_fields[name] = shown
        data = {"family": FAMILY, **with_defaults(rule.known)}
        data["fields"] = (*data.get("fields", ()), *rule.fields)
        variants[number] = Variant(number=number, rule_texts=rule_texts, **data)
    ordered = sorted(position_fields, key=lambda name: ABOUT.index(position_fields[name].about))
    shown_fields = {name: position_fields[name] for name in ordered}
    house = {rule.name: rule for rule in rules}
    return Registry(core, house, questions, variants, state_fields, shown_fields, rule_texts)


def _rule_texts(core: Declarations, rules: tuple[HouseRule, ...]) -> RuleTexts | None:
    """The sentences of house rules, and of variants that have them from elsewhere than the tables."""
    said: dict[str, dict[str, str]] = {}
    ours = (variant.rule_texts.texts for variant in core.variants.values() if variant.rule_texts)
    for one in (*ours, *(rule.addressed() for rule in rules)):
        for language, sentences in one.items():
            said.setdefault(language, {}).update(sentences)
    return RuleTexts(said) if said else None


BASE = _registry(BUILTIN, ())
"""The registry of this package: all its variants, and no house rule."""


@lru_cache(16)
def registry_of(rules: tuple[tuple[str, Source], ...]) -> Registry:
    """The registry of house rules that are named with their sources, loaded where they are not there: for pickles.

    RuleError for a rule of another process that has no source.
    """
    found = [_loaded.get((name, Source(*source))) for name, source in rules]
    registry = BASE
    if all(rule is not None for rule in found):
        return BASE.with_rules(*filter(None, found))
    for source in dict.fromkeys(Source(*source) for _, source in rules):
        registry = registry.with_rule(source)
    return registry.only(name for name, _ in rules)


# ---- the current one -------------------------------------------------------------------------------------------------

_notebook = [BASE]
_here: ContextVar[list[Registry]] = ContextVar("registry", default=_notebook)


def current() -> Registry:
    """The registry that is meant where none is given."""
    return _here.get()[0]


def become(registry: Registry) -> None:
    """Put a registry in the place of the current one."""
    _here.get()[0] = registry


@contextmanager
def using(registry: Registry) -> Iterator[list[Registry]]:
    """Have this registry be the current one within, in this thread; house rules declared there stay there.

    Gives a list with the registry as it is then.
    """
    token = _here.set([registry])
    try:
        yield _here.get()
    finally:
        _here.reset(token)


# ---- installed packages ----------------------------------------------------------------------------------------------

GROUP = "hedgekit.variants"
"""The entry points by which an installed package names modules that declare house rules."""
_looked: set[str] = set()


def installed() -> tuple[str, ...]:
    """Add the house rules that installed packages bring to the current registry, once; their names."""
    from importlib.metadata import entry_points  # here: importing hedgekit stays quick

    points = {point.module for point in entry_points(group=GROUP)}
    for module in sorted(points - _looked):
        _looked.add(module)
        become(current().with_rule(module))
    return tuple(rule.name for rule in current().house.values() if rule.source.name in points)


def is_known(word: str) -> bool:
    """Is there a variant that rule sets write so, if need be in an installed package?"""
    if current().number(word) is None and not _looked:
        installed()
        _looked.add("")
    return current().number(word) is not None
