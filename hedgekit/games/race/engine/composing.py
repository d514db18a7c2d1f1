"""Questions that variants may answer differently: their declaration, and the composition of the answers.

The engine asks named questions and never tests for a variant's number.  There are four kinds, each with a decorator:

- a *setting* is evaluated once per rule set, in ordinary Python: `holds(given, before)` returns a value, which every
  state of that game has as a field of the same name (`s.holds`); for a constant use `fixed(number, clause, holds=0)`;
- a *question* is asked in play, about the state: `held(s, piece, cell)`.  In its answer `ask.behind(s, ...)` is any
  other question as finally answered, and `before(s, piece, cell)` the answer so far.  Both names are imported from
  here, and are bound separately for every set of variants.  An answer that needs work before play is a factory
  `held(ask, before)` that returns the function;
- a question *outside* play, such as the reason for a game's points, has the same form and is never compiled;
- a *part* is machinery of the engine, composed like a question, which no variant may answer.

A variant answers with `@answer(number)` above a function of the question's name.  Answers are composed question by
question, variants in ascending order, so none needs to know which others are in play.  Answers in play use a small
subset of Python (ints, lists of the state, loops), because the same source is compiled; settings may use all of it.

`no` is the key of the sentence for a move that an answer rules out, `yes` for one that it allows, adds or changes.  An
answer without a sentence uses that of the question, or that of its variant.  `tracing.py` finds out which answer
decided; `@refuses` and `@explains` compute the values of a sentence.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from threading import RLock
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeVar

from .former_names import present_name

ask: Any = None
"""In an answer: all questions, as finally answered."""
before: Any = None
"""In an answer: the answer so far; None in the base game's."""


@dataclass
class Question:
    """A named thing that may differ between variants, with its text and its answers (0 is the base game)."""

    name: str
    kind: str  # "setting", "question", "outside" or "part"
    text: str
    clauses: dict[int, str] = field(default_factory=dict)  # variant -> the clause that its answer implements
    answers: dict[int, Callable[..., Any]] = field(default_factory=dict)
    no: dict[int, str] = field(default_factory=dict)  # variant -> key of the sentence when it rules a move out
    yes: dict[int, str] = field(default_factory=dict)  # variant -> key when it allows, adds or changes a move
    explains: dict[int, Callable[..., Any]] = field(default_factory=dict)  # variant -> explains a legal move
    refuses: dict[int, Callable[..., Any]] = field(default_factory=dict)  # variant -> explains why it added none
    restated: set[int] = field(default_factory=set)  # variants whose text repeats what holds without them

    def add_answer(self, number: int, factory: Callable[..., Any], clause: str, no: str = "", yes: str = "") -> None:
        """Add the answer of a variant, with its clause and the keys of its sentences."""
        self.answers[number], self.clauses[number] = factory, clause
        if no:
            self.no[number] = no
        if yes:
            self.yes[number] = yes


Declaration = Callable[[Callable[..., Any]], Callable[..., Any]]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass
class Declarations:
    """Questions, fields of the state and of positions, and variants.  memo: cached results (`registry_cache`)."""

    questions: dict[str, Question] = field(default_factory=dict)
    state_fields: dict[str, Any] = field(default_factory=dict)
    position_fields: dict[str, Any] = field(default_factory=dict)
    variants: dict[int, Any] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def copy(self) -> "Declarations":
        """Return a copy to which more may be added."""
        known = dict(self.state_fields), dict(self.position_fields), dict(self.variants)
        return Declarations(deepcopy(self.questions), *known)


BUILTIN = Declarations()
"""The declarations of this package."""
QUESTIONS: Mapping[str, Question] = MappingProxyType(BUILTIN.questions)
"""The questions of this package, by name."""
_target: ContextVar[Declarations] = ContextVar("declarations", default=BUILTIN)


def current_declarations() -> Declarations:
    """Return the collection that new declarations go to."""
    return _target.get()


@contextmanager
def declaring_into(target: Declarations) -> Iterator[Declarations]:
    """Collect the declarations made in this context in `target` instead of the package's own."""
    token = _target.set(target)
    try:
        yield target
    finally:
        _target.reset(token)


def registry_cache(maxsize: int | None = None) -> Callable[[Function], Function]:
    """Cache results on the registry of the first argument (a rule set or a registry); they are freed with it.

    maxsize: most results per registry; None for no limit.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def cached(first: Any, *args: Any) -> Any:
            memo = getattr(first, "registry", first).memo
            cache = memo.get(function)
            if cache is None:
                cache = memo.setdefault(function, lru_cache(maxsize)(function))
            return cache(first, *args)

        return cached  # type: ignore[return-value]

    return decorate


class VariantsAnswering:
    """A global of an answer: the variants, as bits, that answer any of these questions (`Answers.answered`)."""

    def __init__(self, *names: str) -> None:
        self.names = names


def code_objects(code: CodeType) -> set[CodeType]:
    """Return the code of a function and of the functions nested in it."""
    return {code}.union(*(code_objects(one) for one in code.co_consts if isinstance(one, CodeType)))


def referenced_names(code: CodeType) -> set[str]:
    """Return the names to which the code of a function, and of those nested in it, refers."""
    return {name for one in code_objects(code) for name in one.co_names}


def is_factory(function: Any) -> bool:
    """Return whether a function takes `ask` or `before` and returns an answer; otherwise it is an answer itself."""
    code = function.__code__
    return not {"ask", "before"}.isdisjoint(code.co_varnames[: code.co_argcount])


def factory_of(function: Any) -> Callable[..., Any]:
    """Return the factory of an answer: the function itself if it is one, else one that binds its `ask` and `before`."""
    code = function.__code__
    if is_factory(function):
        return function  # type: ignore[no-any-return]
    names = sorted(referenced_names(code))

    @wraps(function)
    def factory(ask: Answers, before: Any) -> Any:
        asked = ask.registry.questions
        for name in names:
            if name in asked and asked[name].kind != "setting":
                getattr(ask, name)  # compose it now, to detect cycles
        globals_ = function.__globals__
        scope = {name: globals_[name] for name in ("__name__", *names) if name in globals_}
        scope |= {name: ask.answered(*one.names) for name, one in scope.items() if isinstance(one, VariantsAnswering)}
        scope |= {"__builtins__": globals_["__builtins__"], "ask": ask.module, "before": before}
        # a copy of the code, so that Python specialises it for this scope
        return FunctionType(code.replace(), scope, function.__name__, function.__defaults__, function.__closure__)

    return factory


def _declare(kind: str, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        name, questions = factory.__name__, current_declarations().questions
        if name in questions:
            raise TypeError(f"question {name} is declared twice")
        questions[name] = Question(name, kind, (factory.__doc__ or "").strip())
        questions[name].add_answer(0, factory_of(factory), clause, no, yes)
        return factory

    return declare


def question(clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Declare a question with the base game's answer.

    clause: the rule that it implements; no, yes: keys of the sentences for a move that it rules out, or allows.
    """
    return _declare("question", clause, no, yes)


def setting(clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Declare a setting with the base game's value; arguments as for `question`."""
    return _declare("setting", clause, no, yes)


def define_setting(name: str, clause: str, value: Any, text: str, no: str = "") -> None:
    """Declare a setting by its base value, or a function of `given` that returns it; text: its docstring."""
    setting(clause, no)(_setting_factory(name, value, text))


def _setting_factory(name: str, value: Any, text: str | None = None) -> Callable[..., Any]:
    """Return the factory of a setting with this value, or with the result of this function of `given`."""

    def factory(given: Any, before: Any) -> Any:
        return value(given) if callable(value) else value

    factory.__name__, factory.__doc__ = name, text
    return factory


def outside(clause: str = "") -> Declaration:
    """Declare a question asked outside play, in ordinary Python, with the base game's answer."""
    return _declare("outside", clause)


part = _declare("part")


def answer(number: int, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Let variant `number` answer the question that has the name of the decorated function.

    clause: the one implemented, the variant's first by default; no, yes: keys of its sentences, as for `question`.
    TypeError if there is no such question, or the variant has answered it already.
    """

    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        asked = current_declarations().questions.get(present_name(factory.__name__))
        if asked is None or asked.kind == "part":
            raise TypeError(f"variant {number} answers {factory.__name__}, which is no question")
        if number in asked.answers:
            raise TypeError(f"variant {number} answers {asked.name} twice")
        asked.add_answer(number, factory_of(factory), clause or f"{number}.1", no, yes)
        return factory

    return declare


def fixed(number: int, clause: str, no: str = "", yes: str = "", **values: Any) -> None:
    """Let variant `number` give settings values, or functions of `given`; other arguments as for `answer`."""
    for name, value in values.items():
        answer(number, clause, no, yes)(_setting_factory(name, value))


def restate(number: int, clause: str, *names: str) -> None:
    """Let reasons cite a clause of a variant for questions whose answer it merely repeats (33.3: nobody goes back)."""
    for name in names:
        asked = current_declarations().questions[name]
        asked.restated.add(number)
        asked.clauses.setdefault(number, clause)


def refuses(number: int, name: str) -> Declaration:
    """Declare a function that explains why variant `number`, in its answer to `name`, did not add a move of that form.

    It gets the `look` of `explain/view.py` and the move, and returns an `Explanation`.  It is never compiled.
    """
    return _register(number, name, "refuses")


def explains(number: int, name: str) -> Declaration:
    """Declare a function that explains a legal move by the answer of variant `number` to `name`; see `refuses`."""
    return _register(number, name, "explains")


def says(number: int, name: str) -> Declaration:
    """Call `explains`, whose former name this is."""
    warnings.warn("says is now explains", DeprecationWarning, 2)
    return explains(number, name)


def _register(number: int, name: str, attribute: str) -> Declaration:
    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        getattr(current_declarations().questions[present_name(name)], attribute)[number] = function
        return function

    return declare


class Answers:
    """The questions as a set of variants answers them: an attribute for each, composed on first use.

    `jit(function, number)` is applied to every composed function (number 0: the base game's answer).
    `watch(name, number, function, below)` gets every answer of a question and the answer below it, and returns a
    replacement.  `guard(variants, one, other)` returns a function that calls one if any of the variants (as bits) is in
    play, else the other: a single engine then serves all rule sets, by `s.variants`.  `compiled`: use the equivalent
    forms of parts that are faster when compiled.  `registry`: supplies `questions` and `state_fields`.
    RecursionError on composition if two answers depend on each other: a mistake in the declarations.
    """

    def __init__(
        self,
        variants: Iterable[int] = (),
        jit: Callable[[Any, int], Any] = lambda function, number: function,
        guard: Callable[[int, Any, Any], Any] | None = None,
        watch: Callable[[str, int, Any, Any], Any] | None = None,
        compiled: bool = False,
        registry: Any = BUILTIN,
    ) -> None:
        module = ModuleType(f"ask {id(self)}")  # numba tells modules apart by their names
        vars(module)["__getattr__"] = self.__getattr__
        self.__dict__ = vars(module)  # shared: module attributes are the fastest to look up
        self.module = module
        self.registry = registry
        self._questions: Mapping[str, Question] = registry.questions
        self.compiled = compiled
        self._variants = frozenset(variants)
        self._jit = jit
        self._watch = watch
        self._guard = guard
        self._pending: list[str] = []  # questions being composed
        self._lock = RLock()  # composing one question composes others in the same thread

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._questions:
            name = present_name(name)
        if name.startswith("_") or name not in self._questions:
            raise AttributeError(f"there is no question {name}")
        if self._questions[name].kind == "setting":
            raise AttributeError(f"{name} is a setting, which the state has: s.{name}")
        with self._lock:
            return self.__dict__[name] if name in self.__dict__ else self._compose(name)

    def _compose(self, name: str) -> Callable[..., Any]:
        """Compose the answers to a question, each on top of the one below."""
        if name in self._pending:
            circle = self._pending[self._pending.index(name) :]
            raise RecursionError("questions depend on each other: " + " > ".join([*circle, name]))
        self._pending.append(name)
        try:
            composed: Callable[..., Any] = self._chain(name)
        finally:  # also after an error, so that the next call raises the same
            self._pending.pop()
        setattr(self, name, composed)
        return composed

    def _chain(self, name: str) -> Any:
        before: Any = None
        base: Any = None
        variants = 0  # those with an answer, as bits
        for number, factory in self.answers_to(name):
            made = self._jit(factory(self, before), number)
            if self._watch:
                made = self._watch(name, number, made, before)
            before = self._guard(1 << number, made, before) if number and self._guard else made
            base = base or made
            variants |= (1 << number) & ~1
        if self._guard and variants & variants - 1:  # several: a single test if none of them is in play
            before = self._guard(variants, before, base)
        return before

    def answers_to(self, name: str) -> list[tuple[int, Callable[..., Any]]]:
        """Return (variant, factory) for each answer to a question, in order of composition."""
        return sorted(
            (number, f) for number, f in self._questions[name].answers.items() if not number or number in self._variants
        )

    def answered(self, *names: str) -> int:
        """Return the variants, as bits, that answer any of these questions; 0 if none does."""
        answering = {number for name in names for number in self._questions[name].answers}
        return sum(1 << number for number in answering & self._variants)

    def settings(self, rules: Any) -> dict[str, Any]:
        """Return all settings of a rule set, by name."""
        given = Given(rules, self)
        asked = [one.name for one in self._questions.values() if one.kind == "setting" and self.answers_to(one.name)]
        return {name: getattr(given, name) for name in asked}

    def levels(self, name: str, given: "Given") -> list[tuple[int, Any]]:
        """Return (variant, value) for a setting after each of its answers, the base game first."""
        found: list[tuple[int, Any]] = []
        for number, factory in self.answers_to(name):
            found.append((number, factory(given, found[-1][1] if found else None)))
        return found

    def last(self, name: str) -> int:
        """Return the variant whose answer to a question is composed last, 0 for the base game."""
        return self.answers_to(name)[-1][0]


class Given:
    """The arguments of a setting: `rules`, and every other setting as an attribute, evaluated on first use."""

    def __init__(self, rules: Any, answers: Answers) -> None:
        self.rules, self._answers = rules, answers

    def __getattr__(self, name: str) -> Any:
        questions = self._answers.registry.questions
        asked = questions.get(name if name in questions else present_name(name))
        levels = self._answers.levels(asked.name, self) if asked and asked.kind == "setting" else ()
        if not levels:
            raise AttributeError(f"there is no setting {name}")
        setattr(self, name, levels[-1][1])
        return levels[-1][1]
