"""How questions are declared, answered anew by variants, and composed.

The engine asks named questions and never tests for a variant's number.  There are four kinds, each with a decorator:

- a *setting* is asked once for a rule set, in ordinary Python: `holds(given, before)` returns a value, which every
  state of that game has as a field of the same name (`s.holds`); for a constant, `fixed(number, clause, holds=0)` does;
- a *question* is asked in play, of the state: `held(s, piece, cell)`.  The function that is declared asks every other
  question as finally answered by `ask.behind(s, ...)`, and the answer so far by `before(s, piece, cell)`: both names
  are imported from here, and mean something else in every set of variants.  What is to be found out before play is
  declared as a factory `held(ask, before)` that returns the function;
- a question *outside* play, such as why a game brought its points, has the same form and is never compiled;
- a *part* is machinery of the engine, composed like a question, which no variant may answer.

A variant answers with `@answer(number)` above a function of the question's name.  Answers are composed question by
question, variants in ascending order, so none needs to know which others are in play.  Answers in play use a small
subset of Python (ints, lists of the state, loops), because the same text is compiled; settings may use all of it.

`no` names the sentence for a move that an answer rules out, `yes` the one for a move that it allows, adds or changes.
An answer without a sentence of its own uses that of the question, or that of its variant.  `tracing.py` finds out which
answer decided; `@refuses` and `@says` add what a sentence needs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from threading import RLock
from types import CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, TypeVar

ask: Any = None
"""In an answer: every question, as finally answered."""
before: Any = None
"""In an answer: the answer so far; None in the base game's."""


@dataclass
class Question:
    """One named thing that may differ between variants: its text, and who answers it (0 is the base game)."""

    name: str
    kind: str  # "setting", "question", "outside" or "part"
    text: str
    clauses: dict[int, str] = field(default_factory=dict)  # variant -> the clause its answer stands for
    answers: dict[int, Callable[..., Any]] = field(default_factory=dict)
    no: dict[int, str] = field(default_factory=dict)  # variant -> the sentence where its answer rules a move out
    yes: dict[int, str] = field(default_factory=dict)  # ... and where it allows, adds or changes one
    says: dict[int, Callable[..., Any]] = field(default_factory=dict)  # variant -> what it says of a move it allows
    refuses: dict[int, Callable[..., Any]] = field(default_factory=dict)  # variant -> why it did not add a move
    restated: set[int] = field(default_factory=set)  # variants whose own text says what is answered without them

    def put(self, number: int, factory: Callable[..., Any], clause: str, no: str = "", yes: str = "") -> None:
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
    """What modules declare: questions, fields of the state and of positions, variants, and the sentences they bring.

    memo: what has been derived from them (`kept`).
    """

    questions: dict[str, Question] = field(default_factory=dict)
    state_fields: dict[str, Any] = field(default_factory=dict)
    position_fields: dict[str, Any] = field(default_factory=dict)
    variants: dict[int, Any] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def copy(self) -> "Declarations":
        """The same declarations, to which others may be added."""
        known = dict(self.state_fields), dict(self.position_fields), dict(self.variants)
        return Declarations(deepcopy(self.questions), *known)


OURS = Declarations()
"""Those of this package."""
QUESTIONS: Mapping[str, Question] = MappingProxyType(OURS.questions)
"""The questions of this package, by name."""
_into: ContextVar[Declarations] = ContextVar("declarations", default=OURS)


def declared() -> Declarations:
    """Where what is declared now goes."""
    return _into.get()


@contextmanager
def declaring(into: Declarations) -> Iterator[Declarations]:
    """What is declared within goes there, and not into the package's own declarations."""
    token = _into.set(into)
    try:
        yield into
    finally:
        _into.reset(token)


def kept(maxsize: int | None = None) -> Callable[[Function], Function]:
    """Cache results on the registry of the first argument (a rule set or a registry), so that they end with it.

    maxsize: how many, for each registry; None for all.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def cached(first: Any, *args: Any) -> Any:
            memo = getattr(first, "registry", first).memo
            found = memo.get(function)
            if found is None:
                found = memo.setdefault(function, lru_cache(maxsize)(function))
            return found(first, *args)

        return cached  # type: ignore[return-value]

    return decorate


class Answering:
    """In an answer: the variants, as bits, that answer one of these questions (`Answers.answered`).

    `if s.variants & BLOCKS` then asks only where somebody has something to say.
    """

    def __init__(self, *names: str) -> None:
        self.names = names


def codes_of(code: CodeType) -> set[CodeType]:
    """The code of a function and of those written in it."""
    return {code}.union(*(codes_of(one) for one in code.co_consts if isinstance(one, CodeType)))


def names_of(code: CodeType) -> set[str]:
    """The names that the code of a function refers to, and those written in it."""
    return {name for one in codes_of(code) for name in one.co_names}


def is_factory(function: Any) -> bool:
    """Does a function take `ask` or `before`, and make an answer?  Else it is one, in which they are to be bound."""
    code = function.__code__
    return not {"ask", "before"}.isdisjoint(code.co_varnames[: code.co_argcount])


def factory_of(function: Any) -> Callable[..., Any]:
    """What makes an answer for a set of variants: a factory itself; a plain function gets its `ask` and `before`."""
    code = function.__code__
    if is_factory(function):
        return function  # type: ignore[no-any-return]
    names = sorted(names_of(code))

    @wraps(function)
    def factory(ask: Answers, before: Any) -> Any:
        asked = ask.registry.questions
        for name in names:
            if name in asked and asked[name].kind != "setting":
                getattr(ask, name)  # composed now, so that a circle is found
        known = function.__globals__
        scope = {name: known[name] for name in ("__name__", *names) if name in known}
        scope |= {name: ask.answered(*one.names) for name, one in scope.items() if isinstance(one, Answering)}
        scope |= {"__builtins__": known["__builtins__"], "ask": ask.module, "before": before}
        # code of its own, which Python speeds up for this scope
        return FunctionType(code.replace(), scope, function.__name__, function.__defaults__, function.__closure__)

    return factory


def _declare(kind: str, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        name, questions = factory.__name__, declared().questions
        if name in questions:
            raise TypeError(f"question {name} is declared twice")
        questions[name] = Question(name, kind, (factory.__doc__ or "").strip())
        questions[name].put(0, factory_of(factory), clause, no, yes)
        return factory

    return declare


def question(clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Declare a question with the base game's answer.

    clause: the rule it stands for; no, yes: the keys of its sentences, where it rules a move out or brings one about.
    """
    return _declare("question", clause, no, yes)


def setting(clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Declare a setting with the base game's value; for the rest see `question`."""
    return _declare("setting", clause, no, yes)


def settled(name: str, clause: str, value: Any, text: str, no: str = "") -> None:
    """Declare a setting by its value in the base game, or by a function of `given`; text: what it says, as a docstring.

    For the rest see `setting`.
    """
    setting(clause, no)(_valued(name, value, text))


def _valued(name: str, value: Any, text: str | None = None) -> Callable[..., Any]:
    """The factory of a setting that has this value, or what this function of `given` returns."""

    def factory(given: Any, before: Any) -> Any:
        return value(given) if callable(value) else value

    factory.__name__, factory.__doc__ = name, text
    return factory


def outside(clause: str = "") -> Declaration:
    """Declare a question that is asked outside of play, in ordinary Python, with the base game's answer."""
    return _declare("outside", clause)


part = _declare("part")


def answer(number: int, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Variant `number` answers the question named like the decorated function anew.

    clause: the one it stands for, its first if none is named; no, yes: the keys of its own sentences.
    TypeError if there is no such question, or the variant has answered it.
    """

    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        asked = declared().questions.get(factory.__name__)
        if asked is None or asked.kind == "part":
            raise TypeError(f"variant {number} answers {factory.__name__}, which is no question")
        if number in asked.answers:
            raise TypeError(f"variant {number} answers {asked.name} twice")
        asked.put(number, factory_of(factory), clause or f"{number}.1", no, yes)
        return factory

    return declare


def fixed(number: int, clause: str, no: str = "", yes: str = "", **values: Any) -> None:
    """Variant `number` answers these settings by values, or functions of `given`: `fixed(26, "26.1", target=2)`.

    For the rest see `answer`.
    """
    for name, value in values.items():
        answer(number, clause, no, yes)(_valued(name, value))


def restate(number: int, clause: str, *names: str) -> None:
    """Cite a clause of a variant for these questions, which it answers as they are answered without it.

    (33.3 says that nobody goes back, which the way of a hedgehog says already.)
    """
    for name in names:
        asked = declared().questions[name]
        asked.restated.add(number)
        asked.clauses.setdefault(number, clause)


def refuses(number: int, name: str) -> Declaration:
    """Declare why the answer of variant `number` to the question `name` did not add a move that has its form.

    The function gets the `look` of `explain/view.py` and the move, and returns a `Telling`.  It is never compiled.
    """
    return _registered(number, name, "refuses")


def says(number: int, name: str) -> Declaration:
    """Declare what the answer of variant `number` to the question `name` means for a legal move; see `refuses`."""
    return _registered(number, name, "says")


def _registered(number: int, name: str, where: str) -> Declaration:
    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        getattr(declared().questions[name], where)[number] = function
        return function

    return declare


class Answers:
    """The questions as a set of variants answers them: one attribute each, composed when first asked for.

    `jit(function, number)` is applied to every composed function (none when interpreted; number 0: the base game's).
    `watch(name, number, function, below)`, if given, gets every answer of a question and the one it was made from, and
    returns what takes its place.  `guard(variants, one, other)`, if given, makes the function that asks one if any of
    the variants (as bits) is in play, else the other: one engine then serves many rule sets, told apart by
    `s.variants`.  `compiled`: a part may have an equivalent form that is faster once compiled.  `registry`: whose
    questions and fields of the state these are (anything with `questions` and `state_fields`).
    RecursionError at composition if two answers depend on each other: a mistake in the declarations.
    """

    def __init__(
        self,
        variants: Iterable[int] = (),
        jit: Callable[[Any, int], Any] = lambda function, number: function,
        guard: Callable[[int, Any, Any], Any] | None = None,
        watch: Callable[[str, int, Any, Any], Any] | None = None,
        compiled: bool = False,
        registry: Any = OURS,
    ) -> None:
        module = ModuleType(f"ask {id(self)}")  # numba tells modules apart by their names
        vars(module)["__getattr__"] = self.__getattr__
        self.__dict__ = vars(module)  # what is composed is in both: Python finds what a module has fastest
        self.module = module
        self.registry = registry
        self._questions: Mapping[str, Question] = registry.questions
        self.compiled = compiled
        self._variants = frozenset(variants)
        self._jit = jit
        self._watch = watch
        self._guard = guard
        self._open: list[str] = []
        self._lock = RLock()  # composing asks for other questions of this thread

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in self._questions:
            raise AttributeError(f"there is no question {name}")
        if self._questions[name].kind == "setting":
            raise AttributeError(f"{name} is a setting, which the state has: s.{name}")
        with self._lock:
            return self.__dict__[name] if name in self.__dict__ else self._compose(name)

    def _compose(self, name: str) -> Callable[..., Any]:
        """The answers to a question, one made from the other."""
        if name in self._open:
            circle = self._open[self._open.index(name) :]
            raise RecursionError("questions lean on each other: " + " > ".join([*circle, name]))
        self._open.append(name)
        try:
            composed: Callable[..., Any] = self._made(name)
        finally:  # also where an answer failed: who asks again is told the same
            self._open.pop()
        setattr(self, name, composed)
        return composed

    def _made(self, name: str) -> Any:
        before: Any = None
        base: Any = None
        variants = 0  # those that answer
        for number, factory in self.answering(name):
            made = self._jit(factory(self, before), number)
            if self._watch:
                made = self._watch(name, number, made, before)
            before = self._guard(1 << number, made, before) if number and self._guard else made
            base = base or made
            variants |= (1 << number) & ~1
        if self._guard and variants & variants - 1:  # several: where none of them is in play, one look tells
            before = self._guard(variants, before, base)
        return before

    def answering(self, name: str) -> list[tuple[int, Callable[..., Any]]]:
        """Those that answer a question, in the order in which their answers are made: (variant, factory)."""
        return sorted(
            (number, f) for number, f in self._questions[name].answers.items() if not number or number in self._variants
        )

    def answered(self, *names: str) -> int:
        """The variants, as bits, that answer one of these questions; 0 if none does."""
        answering = {number for name in names for number in self._questions[name].answers}
        return sum(1 << number for number in answering & self._variants)

    def settings(self, rules: Any) -> dict[str, Any]:
        """All settings for a rule set, by name."""
        given = Given(rules, self)
        asked = [one.name for one in self._questions.values() if one.kind == "setting" and self.answering(one.name)]
        return {name: getattr(given, name) for name in asked}

    def levels(self, name: str, given: "Given") -> list[tuple[int, Any]]:
        """A setting as each of those that answer it leaves it: (variant, value), the base game first."""
        found: list[tuple[int, Any]] = []
        for number, factory in self.answering(name):
            found.append((number, factory(given, found[-1][1] if found else None)))
        return found

    def last(self, name: str) -> int:
        """The variant that answers this question last, 0 if none does."""
        return self.answering(name)[-1][0]


class Given:
    """What a setting may use: `rules`, and every other setting as an attribute, asked when first needed."""

    def __init__(self, rules: Any, answers: Answers) -> None:
        self.rules, self._answers = rules, answers

    def __getattr__(self, name: str) -> Any:
        asked = self._answers.registry.questions.get(name)
        levels = self._answers.levels(name, self) if asked and asked.kind == "setting" else ()
        if not levels:
            raise AttributeError(f"there is no setting {name}")
        setattr(self, name, levels[-1][1])
        return levels[-1][1]
