"""Rules from outside this package: what each has brought, so that it is replaced whole and leaves no trace.

`hedgekit.extend` is the door for people; here is the register behind it.  A rule's number is one of `NUMBERS`: those
behind the package's own, as far as a state has bits for them (`s.variants`).
"""

import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from os.path import basename
from types import CodeType, ModuleType
from typing import Any

from ..engine import state as engine_state
from ..engine.composing import QUESTIONS
from ..text import words as tables
from ..text.errors import HedgekitError
from ..text.words import Note
from . import declaring, fields
from .changing import changed, when_rules_change
from .checking import mistaken
from .declaring import Variant

PACKAGE = __file__.rpartition("variants")[0].rstrip("/\\")
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
    modules: list[str] = field(default_factory=list)

    @property
    def files(self) -> set[str]:
        """The files that its functions stand in, as Python calls them."""
        return {code.co_filename for code in self.codes} | {self.place[0]}


SHADOW = "hedgekit_outside_"
OUTSIDE: dict[int, Outside] = {}
"""Number -> a rule from outside."""
LOADING: set[CodeType] = set()
"""What is being run to load it."""
_loading: list[Source] = []  # what is being loaded, the innermost last
_transactions: list[int] = []  # those of `together` that are open


class RuleError(HedgekitError):
    """A mistake in a rule from outside.

    number: of the rule, None where there is none yet; file, line: where in its author's code, "" and 0 if unknown.
    """

    def __init__(self, key: str, number: int | None, place: tuple[str, int], /, **values: object) -> None:
        self.number = number
        self.file, self.line = place
        super().__init__(key, rule=Note("rule.named", (("number", number),)), place=told(place), **values)


def told(place: tuple[str, int]) -> Note:
    """A place in somebody's code, in words: the line, the file, and what stands there."""
    file, line = place
    if not line:
        return Note("rule.somewhere")
    cell = file.startswith("<") or "ipykernel_" in file
    linecache.checkcache(file)
    said = linecache.getline(file, line).strip()[:60]
    values = (("line", line), ("file", basename(file)), ("said", said))
    return Note(f"rule.{'cell' if cell else 'line'}{'' if said else '_bare'}", values)


def caller() -> tuple[str, int]:
    """The file and line outside this package from which it was called."""
    frame: Any = sys._getframe(1)
    while frame is not None and (frame.f_code.co_filename.startswith(PACKAGE) or frame.f_code.co_filename == __file__):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)


def place_of(function: Any) -> tuple[str, int]:
    """Where a function is written."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return (code.co_filename, code.co_firstlineno) if code is not None else caller()


def frames_of(no: BaseException) -> list[tuple[Any, int]]:
    """Where an error came from: the frames that were running, the innermost last, with their lines."""
    found, at = [], no.__traceback__
    while at is not None:
        found.append((at.tb_frame, at.tb_lineno))
        at = at.tb_next
    return found


def codes_of(code: CodeType) -> set[CodeType]:
    """The code of a function and of those written in it."""
    return {code}.union(*(codes_of(one) for one in code.co_consts if isinstance(one, CodeType)))


# ---- declared --------------------------------------------------------------------------------------------------------


def declare(number: object, **known: Any) -> Variant:
    """Declare a rule (`hedgekit.extend.declare`); one of that number from outside is taken away first."""
    place = caller()
    free = _numbers()
    if not isinstance(number, int) or isinstance(number, bool) or number not in free:
        raise RuleError("error.rule.number", None, place, given=repr(number)[:24], first=free[0], last=free[-1])
    source = _loading[-1] if _loading else Source()
    if (other := OUTSIDE.get(number)) is not None:
        within = other.place[0] == place[0] and other.place[1] != place[1]
        if within or (source.name and other.source.name not in ("", source.name)):
            raise RuleError("error.rule.taken", number, place, other=told(other.place))
        withdraw(number)
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
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


def again(number: int, **news: Any) -> None:
    """Put a rule's data in the place of what was known of it."""
    declaring._declared[number] = replace(declaring._declared[number], **news)
    changed()


def answered(number: int, factory: Any, place: Callable[[Any], Any]) -> Any:
    """Register what somebody answers, by a decorator of `composing`; its mistakes as RuleErrors."""
    rule, at = known(number), place_of(factory)
    name = getattr(factory, "__name__", str(factory)[:24])
    asked = QUESTIONS.get(name)
    if asked is None or asked.kind == "part":
        from difflib import get_close_matches  # here: importing hedgekit stays quick

        near = get_close_matches(name, [one.name for one in QUESTIONS.values() if one.kind != "part"], 3)
        key = "error.rule.question_near" if near else "error.rule.question"
        raise RuleError(key, number, at, name=name, near=near)
    count = len(inspect.signature(factory).parameters)
    if count != 2:
        raise RuleError("error.rule.factory", number, at, name=name, count=count)
    if number in asked.answers:
        before = place_of(asked.answers[number])
        if before[0] == at[0] and before[1] != at[1]:
            raise RuleError("error.rule.twice", number, at, name=name, other=told(before))
        for said in (asked.answers, asked.clauses, asked.no, asked.yes):
            said.pop(number, None)
    rule.codes |= codes_of(factory.__code__)
    rule.modules.append(_shadow(factory))
    factory.__module__ = rule.modules[-1]
    place(factory)
    changed()
    return factory


def say(number: int, language: str, said: Mapping[str, str]) -> None:
    """Add sentences of a rule in a language."""
    rule, own = known(number), f"variant.{number}."
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
    _unsay(rule)
    for name in rule.fields:
        fields._declared.pop(name, None)
        engine_state.STATE_FIELDS.pop(name, None)
    _sweep()
    changed()


def adopt(number: int, source: Source) -> None:
    """Take a rule that was declared as the package's own are (docs/how-to/variant.md) for one from outside."""
    rule = OUTSIDE[number] = Outside(number, (source.name, 1), source)
    for asked in QUESTIONS.values():
        for registered in (asked.answers, asked.says, asked.refuses):
            if number in registered:
                factory = registered[number]
                rule.codes |= codes_of(factory.__code__)
                rule.modules.append(_shadow(factory))
                factory.__module__ = rule.modules[-1]
    for language, said in tables.added().items():
        rule.shown |= {(language, key) for key in said if key.startswith(f"variant.{number}.")}
    rule.fields += [name for name, one in engine_state.STATE_FIELDS.items() if number in one.variants]
    rule.said = {language: dict(said) for language, said in declaring.VARIANTS[number].words.items()}


@contextmanager
def together() -> Iterator[None]:
    """All that is declared within, or nothing of it: an error leaves the rules as they were."""
    registers: list[Any] = [declaring._declared, fields._declared, engine_state.STATE_FIELDS, OUTSIDE, tables.added()]
    for asked in QUESTIONS.values():
        registers += [asked.answers, asked.clauses, asked.no, asked.yes, asked.says, asked.refuses, asked.restated]
    before = [(register, _copied(register)) for register in registers]
    _transactions.append(1)
    try:
        yield
    except BaseException:
        for register, was in before:
            register.clear()
            register.update(was)
        tables.table.cache_clear()
        changed()
        raise
    finally:
        _transactions.pop()
        _sweep()


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
        modules=list(rule.modules),
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


# ---- what is compiled ------------------------------------------------------------------------------------------------


def _shadow(factory: Any) -> str:
    """The name of a module whose file holds what a function is made of.

    Compiled engines are kept on disk by a hash of the files of their functions' modules: a cell has none, and a file
    may have changed since it was read.
    """
    import hashlib  # here: importing hedgekit stays quick
    import tempfile
    import weakref
    from pathlib import Path

    text = "".join(linecache.getlines(factory.__code__.co_filename)) + _made_of(factory.__code__, factory.__globals__)
    name = SHADOW + hashlib.sha256(text.encode()).hexdigest()[:16]
    if name not in sys.modules:
        with tempfile.NamedTemporaryFile("w", prefix=name, suffix=".txt", delete=False, encoding="utf-8") as file:
            file.write(text)
        module = ModuleType(name)
        module.__file__ = file.name
        weakref.finalize(module, Path(file.name).unlink, missing_ok=True)  # also when this process ends
        sys.modules[name] = module
    return name


def _sweep() -> None:
    """Remove the modules that no rule needs any more; none while a rule may still be put back."""
    needed = {name for rule in OUTSIDE.values() for name in rule.modules}
    for name in [name for name in sys.modules if name.startswith(SHADOW) and name not in needed]:
        if not _transactions:
            del sys.modules[name]


def _made_of(code: CodeType, names: Mapping[str, Any], seen: frozenset[str] = frozenset()) -> str:
    """What a function does, as text: its code, and the values and functions it names."""
    said = [code.co_code.hex(), repr([one for one in code.co_consts if not isinstance(one, CodeType)])]
    said += [_made_of(one, names, seen) for one in code.co_consts if isinstance(one, CodeType)]
    for name in sorted({*code.co_names} - seen):
        value = names.get(name)
        if isinstance(value, (int, float, str, tuple)):
            said.append(f"{name}={value!r}")
        elif inspect.isfunction(value):
            said.append(f"{name}:" + _made_of(value.__code__, value.__globals__, seen | {name}))
    return " ".join(said)


def rules_of(variants: Any) -> list[Outside]:
    """Those from outside among variants."""
    return [OUTSIDE[number] for number in sorted(variants) if number in OUTSIDE] if OUTSIDE else []


def answers_in_play(number: int) -> tuple[str, ...]:
    """The questions a rule answers that are asked in play, or of its board."""
    return tuple(name for name, asked in QUESTIONS.items() if number in asked.answers and asked.kind != "outside")


def shared(one: int, other: int) -> tuple[str, ...]:
    """The questions that two variants both answer."""
    return tuple(name for name, asked in QUESTIONS.items() if one in asked.answers and other in asked.answers)
