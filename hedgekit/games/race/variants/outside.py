"""Rules from outside this package: what each has brought, so that it is replaced whole and leaves no trace.

`hedgekit.extend` is the door for people; here is the register behind it.  A rule's number is one of `NUMBERS`: those
behind the package's own, as far as a state has bits for them (`s.variants`).
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from keyword import iskeyword
from types import CodeType
from typing import Any

from ....text import words as tables
from ..engine import state as engine_state
from ..engine.composing import QUESTIONS
from . import declaring, fields
from .changing import changed, when_rules_change
from .checking import mistaken
from .declaring import Variant
from .places import RuleError, caller, codes_of, place_of, told

BITS = 62
FAMILY = "house"
"""The family of a rule that names none."""
UNTITLED = ("title", "sentence")
"""What is said of every rule, by its author or by us."""


def _numbers() -> range:
    return range(max(number for number in declaring.VARIANTS if number not in OUTSIDE) + 1, BITS + 1)


@dataclass(frozen=True)
class Source:
    """Where a rule stands: the file or module it was loaded as ("": code that declares by itself), and its text."""

    name: str = ""
    text: str = ""


@dataclass
class Outside:
    """What a rule from outside has brought.

    place: file and line of its declaration; source: what it was loaded from; codes: of its functions, and of those in
    them; said: language -> address -> sentence, as its author has it; fields: of the state and of positions.
    """

    number: int
    place: tuple[str, int]
    source: Source = Source()
    codes: set[CodeType] = field(default_factory=set)
    said: dict[str, dict[str, str]] = field(default_factory=dict)
    shown: set[tuple[str, str]] = field(default_factory=set)
    fields: list[str] = field(default_factory=list)

    @property
    def files(self) -> set[str]:
        """The files that its functions stand in, as Python calls them."""
        return {code.co_filename for code in self.codes} | {self.place[0]}


OUTSIDE: dict[int, Outside] = {}
"""Number -> a rule from outside."""
LOADING: set[CodeType] = set()
"""What is being run to load it."""
_loading: list[Source] = []  # what is being loaded, the innermost last


# ---- declared --------------------------------------------------------------------------------------------------------


def declare(number: object, **known: Any) -> Variant:
    """Declare a rule (`hedgekit.extend.declare`); one of that number from outside is taken away first."""
    place = caller()
    with together():
        return _declared(number, place, known)


def _declared(number: object, place: tuple[str, int], known: dict[str, Any]) -> Variant:
    free = _numbers()
    if not isinstance(number, int) or isinstance(number, bool) or number not in free:
        raise RuleError("error.rule.number", None, place, given=repr(number)[:24], first=free[0], last=free[-1])
    source = _loading[-1] if _loading else Source()
    if (other := OUTSIDE.get(number)) is not None:
        within = other.place[0] == place[0] and other.place[1] != place[1]
        if within or (source.name and other.source.name not in ("", source.name)):
            raise RuleError("error.rule.taken", number, place, other=told(other.place))
        withdraw(number)
    known = {name: tuple(value) if isinstance(value, (list, range)) else value for name, value in known.items()}
    if wrong := mistaken(known):
        name, like = wrong
        raise RuleError("error.rule.data", number, place, given=f"{name}={known[name]!r}"[:60], like=like)
    players = known.setdefault("players", declaring.UP_TO_SIX)
    known.setdefault("advised", players)
    known.setdefault("family", FAMILY)
    said = known.pop("words", {})
    try:
        made = Variant(number=number, **known)
    except TypeError as no:
        given = re.findall(r"'(\w+)'", str(no))
        raise RuleError("error.rule.unknown_data", number, place, name=given[-1] if given else str(no)) from no
    _check_words(number, place, said)
    declaring.declare(made)
    OUTSIDE[number] = Outside(number, place, source)
    for language in said:
        say(number, language, said[language])
    _show(OUTSIDE[number])
    changed()
    return made


def known(number: object) -> Outside:
    """What there is of a rule; RuleError for one that has not been declared."""
    if not isinstance(number, int) or number not in OUTSIDE:
        raise RuleError("error.rule.undeclared", None, caller(), given=str(number)[:24])
    return OUTSIDE[number]


def meant(file: str) -> int:
    """The number that a file most likely means: of the rule it declared last, else the first that nobody has."""
    own = [number for number, rule in OUTSIDE.items() if rule.place[0] == file]
    return own[-1] if own else next((number for number in _numbers() if number not in OUTSIDE), _numbers()[0])


def again(number: int, **news: Any) -> None:
    """Put a rule's data in the place of what was known of it."""
    declaring._declared[number] = replace(declaring._declared[number], **news)
    changed()


def answered(number: int, factory: Any, place: Callable[[Any], Any]) -> Any:
    """Register what somebody answers, by a decorator of `composing`; its mistakes as RuleErrors."""
    rule, at = known(number), place_of(factory)
    name = getattr(factory, "__name__", str(factory)[:24])
    asked = QUESTIONS.get(name)
    if asked is None or asked.kind == "part" or 0 not in asked.answers:  # a setting that a rule has brought is its own
        from difflib import get_close_matches  # here: importing hedgekit stays quick

        near = get_close_matches(name, [one.name for one in QUESTIONS.values() if one.kind != "part"], 3)
        key = "error.rule.question_near" if near else "error.rule.question"
        raise RuleError(key, number, at, name=name, near=near)
    _check_factory(number, factory, at)
    if number in asked.answers:
        before = place_of(asked.answers[number])
        if before[0] == at[0] and before[1] != at[1]:
            raise RuleError("error.rule.twice", number, at, name=name, other=told(before))
        for said in (asked.answers, asked.clauses, asked.no, asked.yes):
            said.pop(number, None)
    return _registered(rule, factory, place)


def brought(number: int, factory: Any, place: Callable[[Any], Any]) -> Any:
    """Register a setting of a rule's own, by a decorator of `composing`; its mistakes as RuleErrors."""
    rule, at = known(number), place_of(factory)
    name = getattr(factory, "__name__", "")
    if not is_name(name):
        raise RuleError("error.rule.no_name", number, at, name=str(name or factory)[:24])
    _check_factory(number, factory, at)
    if name in QUESTIONS and set(QUESTIONS[name].answers) == {number}:
        before = place_of(QUESTIONS[name].answers[number])
        if before[0] == at[0] and before[1] != at[1]:
            raise RuleError("error.rule.twice", number, at, name=name, other=told(before))
        del QUESTIONS[name]
    if name in QUESTIONS or name in engine_state.STATE_FIELDS:
        raise RuleError("error.rule.name", number, at, name=name)
    return _registered(rule, factory, place)


def is_name(name: object) -> bool:
    """Can a setting or a field of the state be called so?"""
    return (
        isinstance(name, str)
        and name.isidentifier()
        and not name.startswith("_")
        and not iskeyword(name)
        and name != "copy"  # which every state can do
    )


def _check_factory(number: int, factory: Any, at: tuple[str, int]) -> None:
    count = len(inspect.signature(factory).parameters)
    if count != 2 or not inspect.isfunction(factory) or inspect.iscoroutinefunction(factory):
        raise RuleError("error.rule.factory", number, at, name=factory.__name__, count=count)


def _registered(rule: Outside, factory: Any, place: Callable[[Any], Any]) -> Any:
    rule.codes |= codes_of(factory.__code__)
    place(factory)
    changed()
    return factory


def say(number: int, language: str, said: Mapping[str, str]) -> None:
    """Add sentences of a rule in a language."""
    known(number)
    with together():
        rule, own = OUTSIDE[number], f"variant.{number}."
        rule.said.setdefault(language, {}).update(
            {key if _is_whole(key) else own + key: text for key, text in said.items()}
        )
        _show(rule)


def _is_whole(key: str) -> bool:
    """Is it an address of the tables, and not what a rule says of itself (its title, its clauses)?"""
    return "." in key and not key.startswith("clauses.")


def _check_words(number: int, place: tuple[str, int], said: object) -> None:
    good = isinstance(said, Mapping) and all(
        isinstance(language, str) and isinstance(one, Mapping) and all(isinstance(text, str) for text in one.values())
        for language, one in said.items()
    )
    if not good:
        raise RuleError("error.rule.words", number, place)


def _show(rule: Outside) -> None:
    """Put a rule's sentences into the tables; what English lacks is there in another language, marked."""
    _unsay(rule)
    whole = {language: dict(said) for language, said in rule.said.items()}
    english = whole.setdefault(tables.SOURCE, {})
    for language, said in whole.items():
        for key, text in said.items():
            english.setdefault(key, f"[{language}] {text}")
    for what in UNTITLED:
        key = f"variant.{rule.number}.{what}"
        if key not in english:
            for language in tables.languages():
                whole.setdefault(language, {}).setdefault(key, tables.table(language)[f"rule.untitled.{what}"])
    for language, said in whole.items():
        there = tables.own(language) if language in tables.languages() else {}
        if twice := sorted(there.keys() & said.keys()):
            raise RuleError("error.rule.said", rule.number, rule.place, key=twice[0])
        tables.add(language, said)
        rule.shown |= {(language, key) for key in said}


def _unsay(rule: Outside) -> None:
    for language, key in rule.shown:
        tables.forget(language, key)
    rule.shown.clear()


# ---- taken away ------------------------------------------------------------------------------------------------------


def withdraw(number: int) -> None:
    """Take a rule away, with all it has brought."""
    rule = OUTSIDE.pop(number)
    declaring._declared.pop(number, None)
    for asked in QUESTIONS.values():
        for said in (asked.answers, asked.clauses, asked.no, asked.yes, asked.says, asked.refuses):
            said.pop(number, None)
        asked.restated.discard(number)
    for name in [name for name, asked in QUESTIONS.items() if not asked.answers]:
        del QUESTIONS[name]
    _unsay(rule)
    for name in rule.fields:
        fields._declared.pop(name, None)
        engine_state.STATE_FIELDS.pop(name, None)
    changed()


def adopt(number: int, source: Source) -> None:
    """Take a rule that was declared as the package's own are (docs/how-to/variant.md) for one from outside."""
    rule = OUTSIDE[number] = Outside(number, (source.name, 1), source)
    for asked in QUESTIONS.values():
        for registered in (asked.answers, asked.says, asked.refuses):
            if number in registered:
                factory = registered[number]
                rule.codes |= codes_of(factory.__code__)
    for language, said in tables.added().items():
        rule.shown |= {(language, key) for key in said if key.startswith(f"variant.{number}.")}
    rule.fields += [name for name, one in engine_state.STATE_FIELDS.items() if number in one.variants]
    rule.said = {language: dict(said) for language, said in declaring.VARIANTS[number].words.items()}


@contextmanager
def together() -> Iterator[None]:
    """All that is declared within, or nothing of it: an error leaves the rules as they were."""
    registers: list[Any] = [declaring._declared, fields._declared, engine_state.STATE_FIELDS, OUTSIDE, tables.added()]
    registers.append(QUESTIONS)
    for asked in QUESTIONS.values():
        registers += [asked.answers, asked.clauses, asked.no, asked.yes, asked.says, asked.refuses, asked.restated]
    before = [(register, _copied(register)) for register in registers]
    try:
        yield
    except BaseException:
        for register, was in before:
            register.clear()
            register.update(was)
        tables.table.cache_clear()
        changed()
        raise


def _copied(register: Any) -> Any:
    """A register as it is now, with what it holds of each rule."""
    if isinstance(register, set):
        return set(register)
    return {
        key: dict(value) if isinstance(value, dict) else _as_it_is(value) if isinstance(value, Outside) else value
        for key, value in register.items()
    }


def _as_it_is(rule: Outside) -> Outside:
    said = {language: dict(one) for language, one in rule.said.items()}
    return replace(
        rule,
        codes=set(rule.codes),
        said=said,
        shown=set(rule.shown),
        fields=list(rule.fields),
    )


@contextmanager
def loading(source: Source) -> Iterator[None]:
    """What is declared within comes from there."""
    _loading.append(source)
    try:
        yield
    finally:
        _loading.pop()


when_rules_change(engine_state._state_class.cache_clear)


def rules_of(variants: Any) -> list[Outside]:
    """Those from outside among variants."""
    return [OUTSIDE[number] for number in sorted(variants) if number in OUTSIDE] if OUTSIDE else []


def answers_in_play(number: int) -> tuple[str, ...]:
    """The questions a rule answers that are asked in play, or of its board."""
    return tuple(name for name, asked in QUESTIONS.items() if number in asked.answers and asked.kind != "outside")


def shared(one: int, other: int) -> tuple[str, ...]:
    """The questions that two variants both answer."""
    return tuple(name for name, asked in QUESTIONS.items() if one in asked.answers and other in asked.answers)
