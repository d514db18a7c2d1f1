"""The registry: the questions, variants and fields with which rule sets are read, as a value.

    house = BASE.with_rule("lucky_six.py")          # BASE itself is unchanged
    Game(rules("9+lucky-six", registry=house))

A rule set keeps a registry with just the house rules that it names; caches are stored in it and freed with it.  So
games with different rules can be played side by side.  The default registry is `current()`: in a notebook, the one to
which cells add their rules (`hedgekit.extend`).
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
from .blame import RuleError, exception_for
from .rule import HouseRule, Source

BITS = 62  # the highest number of a variant: a state has a bit for each


class HouseNumber(int):
    """The number of a house rule in its registry, printed as the name that rule sets use."""

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
    """Everything with which rule sets are read.  Made by `BASE.with_rule`; immutable, compared by identity.

    house: its house rules, by name; questions, state_fields, position_fields: by name; variants: by number, house rules
    last; rule_texts: the sentences of house rules; memo: cached results (`engine.composing.registry_cache`).
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
        """Return this registry with the house rules of a file, an importable module or a text of several lines.

        Rules from the same source or with the same names are replaced.  RuleError if the source cannot be read, fails
        or declares no rule.
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
        _loaded_rules.update({(rule.name, source): rule for rule in new})
        return before.with_rules(*new)

    def with_rules(self, *rules: HouseRule) -> "Registry":
        """Return this registry with these house rules, which replace those of the same names."""
        return _registry(self.core, {**self.house, **{rule.name: rule for rule in rules}}.values())

    def without(self, *names: str) -> "Registry":
        """Return this registry without these house rules."""
        return _registry(self.core, (rule for name, rule in self.house.items() if name not in names))

    def only(self, names: Iterable[str]) -> "Registry":
        """Return this registry with these house rules alone; names that it lacks are ignored."""
        if not self.house:
            return self
        names = set(names)
        return self.without(*(self.house.keys() - names))

    @staticmethod
    def of(core: Declarations) -> "Registry":
        """Return the registry of these declarations, without house rules."""
        return _registry(core, ())

    def with_variants(self, source: str | PathLike[str]) -> "Registry":
        """Return this registry with the variants of a file written as in docs/how-to/variant.md."""
        core = self.core.copy()
        with declaring_into(core):
            loading.run(loading.source_of(source))
        return _registry(core, self.house.values())

    def number(self, word: str) -> int | None:
        """Return the number of a variant as written in rule sets, "9" or "lucky-six"; None if there is none."""
        if word in self.house:
            return next(number for number in self.variants if str(number) == word)
        return int(word) if word.isdecimal() and len(word) <= 6 and int(word) in self.core.variants else None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all variants except house rules."""
        return tuple(self.core.variants)

    def rule(self, number: int) -> HouseRule | None:
        """Return the house rule of this number, or None."""
        variant = self.variants.get(number)
        return self.house.get(str(variant.number)) if variant is not None else None

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Turn errors caused by its house rules into RuleErrors with their author's line."""
        house = self.house.values()
        for rule in house:
            rule.time_limit.watch()
        try:
            yield
        except BaseException as error:
            if (blame := exception_for(error, house)) is error:
                raise
            raise blame from error

    def __reduce__(self) -> Any:
        if any(not rule.source.text for rule in self.house.values()) or self.core is not BUILTIN:
            lost = next((rule for rule in self.house.values() if not rule.source.text), None)
            raise RuleError("error.rule.away", lost.name if lost else None, lost.place if lost else ("", 0))
        return registry_of, (tuple((rule.name, rule.source) for rule in self.house.values()),)

    __copy__ = __deepcopy__ = lambda self, *_: self

    def __repr__(self) -> str:
        return f"<Registry{' of ' + ', '.join(self.house) if self.house else ''}>"


# ---- construction ----------------------------------------------------------------------------------------------------

_registries: WeakValueDictionary[Any, Registry] = WeakValueDictionary()  # by declarations and house rules
_loaded_rules: WeakValueDictionary[Any, HouseRule] = WeakValueDictionary()  # by name and source


def _registry(core: Declarations, rules: Iterable[HouseRule]) -> Registry:
    """Return the registry of declarations and house rules."""
    rules = tuple(sorted(rules, key=lambda rule: rule.name))
    key = (id(core), rules)
    found = _registries.get(key)
    if found is None:
        found = _registries[key] = _build(core, rules)
    return found


def _build(core: Declarations, rules: tuple[HouseRule, ...]) -> Registry:
    """Build the registry of declarations and house rules, which get the highest numbers."""
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
        for name, (stored, printed) in rule.fields.items():
            state_fields[name] = replace(stored, variants=(number,))
            position_fields[name] = printed
        data = {"family": FAMILY, **with_defaults(rule.known)}
        data["fields"] = (*data.get("fields", ()), *rule.fields)
        variants[number] = Variant(number=number, rule_texts=rule_texts, **data)
    ordered = sorted(position_fields, key=lambda name: ABOUT.index(position_fields[name].about))
    position_fields = {name: position_fields[name] for name in ordered}
    house = {rule.name: rule for rule in rules}
    return Registry(core, house, questions, variants, state_fields, position_fields, rule_texts)


def _rule_texts(core: Declarations, rules: tuple[HouseRule, ...]) -> RuleTexts | None:
    """Return the sentences of house rules, and of variants whose sentences are not in the tables."""
    texts: dict[str, dict[str, str]] = {}
    declared = (variant.rule_texts.texts for variant in core.variants.values() if variant.rule_texts)
    for one in (*declared, *(rule.texts_by_key() for rule in rules)):
        for language, sentences in one.items():
            texts.setdefault(language, {}).update(sentences)
    return RuleTexts(texts) if texts else None


BASE = _registry(BUILTIN, ())
"""The registry of this package: all its variants and no house rules."""


@lru_cache(16)
def registry_of(rules: tuple[tuple[str, Source], ...]) -> Registry:
    """Return the registry with these house rules (name, source), loading those not loaded here: for unpickling.

    RuleError for a rule of another process that has no source.
    """
    found = [_loaded_rules.get((name, Source(*source))) for name, source in rules]
    registry = BASE
    if all(rule is not None for rule in found):
        return BASE.with_rules(*filter(None, found))
    for source in dict.fromkeys(Source(*source) for _, source in rules):
        registry = registry.with_rule(source)
    return registry.only(name for name, _ in rules)


# ---- the current one -------------------------------------------------------------------------------------------------

_notebook = [BASE]
_current: ContextVar[list[Registry]] = ContextVar("registry", default=_notebook)


def current() -> Registry:
    """Return the default registry."""
    return _current.get()[0]


def set_current(registry: Registry) -> None:
    """Replace the current registry."""
    _current.get()[0] = registry


@contextmanager
def using(registry: Registry) -> Iterator[list[Registry]]:
    """Make a registry the current one in this context and thread; house rules declared in it stay in it.

    Yields a list with the current registry, including those rules.
    """
    token = _current.set([registry])
    try:
        yield _current.get()
    finally:
        _current.reset(token)


# ---- installed packages ----------------------------------------------------------------------------------------------

GROUP = "hedgekit.variants"
"""The entry-point group with which installed packages name modules that declare house rules."""
_searched: set[str] = set()


def installed() -> tuple[str, ...]:
    """Add the house rules of installed packages to the current registry, once, and return their names."""
    from importlib.metadata import entry_points  # here: importing hedgekit stays quick

    points = {point.module for point in entry_points(group=GROUP)}
    for module in sorted(points - _searched):
        _searched.add(module)
        set_current(current().with_rule(module))
    return tuple(rule.name for rule in current().house.values() if rule.source.name in points)


def is_known(word: str) -> bool:
    """Return whether a variant is written so in rule sets, searching installed packages if necessary."""
    if current().number(word) is None and not _searched:
        installed()
        _searched.add("")
    return current().number(word) is not None
