"""How questions are declared, answered anew by variants, and composed.

The engine asks named questions and never tests for a variant's number.  There are four kinds, all declared by a
decorator:

- a *setting* is asked once for a rule set, in ordinary Python: `holds(given, before)` returns a value, which every
  state of that game carries as a field of the same name (`s.holds`); where the value is the same in all rule sets,
  `fixed(number, clause, holds=0)` is enough;
- a *question* is asked in play.  It is declared as a factory `held(ask, before)` that returns the function answering
  it, whose first argument is the state `s`.  `ask` gives every other question as finally answered, `before` the
  answer so far;
- a question *outside* play, such as why a game brought its points, is written alike, in ordinary Python: it is never
  compiled;
- a *part* is machinery of the engine, written like a question so that it is composed with the answers it leans on,
  which no variant may answer.

A variant answers with `@answer(number)` above a function of the question's name.  Answers are composed question by
question, variants in ascending order, so nobody needs to know which others are in play.  The functions use a small
plain subset of Python (ints, lists of the state, loops), because the same text is meant to be compiled; settings may
use all of it.

What is said of an answer stands with it: `no` names the sentence for a move that this answer rules out, `yes` the one
for a move that it allows, adds or changes.  An answer without a sentence of its own speaks with that of the question,
or with the sentence of its variant.  `tracing.py` hears which answer decided; `@refuses` adds what a sentence needs.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any


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


Declaration = Callable[[Callable[..., Any]], Callable[..., Any]]
QUESTIONS: dict[str, Question] = {}


def _declare(kind: str, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        name = factory.__name__
        if name in QUESTIONS:
            raise TypeError(f"question {name} is declared twice")
        said = {0: no} if no else {}, {0: yes} if yes else {}
        QUESTIONS[name] = Question(name, kind, (factory.__doc__ or "").strip(), {0: clause}, {0: factory}, *said)
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


def outside(clause: str = "") -> Declaration:
    """Declare a question that is asked outside of play, in ordinary Python, with the base game's answer."""
    return _declare("outside", clause)


part = _declare("part")


def own(number: int, clause: str = "") -> Declaration:
    """Variant `number` brings a setting of its own, which only rule sets with it have.

    TypeError if its name is taken.
    """

    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        name = factory.__name__
        if name in QUESTIONS:
            raise TypeError(f"{name} is a question of the game")
        text = (factory.__doc__ or "").strip()
        QUESTIONS[name] = Question(name, "setting", text, {number: clause or f"{number}.1"}, {number: factory})
        return factory

    return declare


def answer(number: int, clause: str = "", no: str = "", yes: str = "") -> Declaration:
    """Variant `number` answers the question named like the decorated function anew.

    clause: the one it stands for, its first if none is named; no, yes: the keys of its own sentences.
    TypeError if there is no such question.
    """

    def declare(factory: Callable[..., Any]) -> Callable[..., Any]:
        asked = QUESTIONS.get(factory.__name__)
        if asked is None or asked.kind == "part":
            raise TypeError(f"variant {number} answers {factory.__name__}, which is no question")
        if number in asked.answers:
            raise TypeError(f"variant {number} answers {asked.name} twice")
        asked.answers[number] = factory
        asked.clauses[number] = clause or f"{number}.1"
        if no:
            asked.no[number] = no
        if yes:
            asked.yes[number] = yes
        return factory

    return declare


def fixed(number: int, clause: str, no: str = "", yes: str = "", **values: Any) -> None:
    """Variant `number` answers these settings by values: `fixed(26, "26.1", target=2)`; for the rest see `answer`."""
    for name, value in values.items():

        def factory(given: Any, before: Any, value: Any = value) -> Any:
            return value

        factory.__name__ = name
        answer(number, clause, no, yes)(factory)


def restate(number: int, clause: str, *names: str) -> None:
    """Say that a clause of a variant restates what these questions answer: it is cited, though they are answered alike.

    (33.3 says that nobody goes back, which the way of a hedgehog says already.)
    """
    for name in names:
        QUESTIONS[name].restated.add(number)
        QUESTIONS[name].clauses.setdefault(number, clause)


def refuses(number: int, name: str) -> Declaration:
    """Variant `number` says why its answer to the question `name` did not add a move that has its form.

    The function gets the `look` of `explain/view.py` and the move, and returns a `Telling`.  It is ordinary Python and
    never compiled.
    """
    return _registered(number, name, "refuses")


def says(number: int, name: str) -> Declaration:
    """Variant `number` says what its answer to the question `name` means for a legal move; see `refuses`."""
    return _registered(number, name, "says")


def _registered(number: int, name: str, where: str) -> Declaration:
    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        getattr(QUESTIONS[name], where)[number] = function
        return function

    return declare


class Answers:
    """The questions as a set of variants answers them: one attribute each, composed when first asked for.

    `jit(function, number)` is applied to every composed function (none when interpreted; number 0: the base game's).
    `watch(name, number, function, below)`, if given, sees every answer of a question and the one it was made from, and
    returns what takes its place.  `guard(variants, one, other)`, if given, makes the function that asks one if any of
    the variants (as bits) is in play, else the other: one engine for many rule sets then, told apart by `s.variants`.
    `compiled`: a part may have another form for compilers, of which the same comes out: a processor is quickest where
    it has no branch to guess, an interpreter where it has least to do.
    Raises RecursionError at composition if two answers lean on each other in a circle: that is a mistake in the
    declarations, never in a rule set.
    """

    def __init__(
        self,
        variants: Iterable[int] = (),
        jit: Callable[[Any, int], Any] = lambda function, number: function,
        guard: Callable[[int, Any, Any], Any] | None = None,
        watch: Callable[[str, int, Any, Any], Any] | None = None,
        compiled: bool = False,
    ) -> None:
        self.compiled = compiled
        self._variants = frozenset(variants)
        self._jit = jit
        self._watch = watch
        self._guard = guard
        self._open: list[str] = []
        self._lock = RLock()  # what is composed leans on what is composed already, whoever asks

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or name not in QUESTIONS:
            raise AttributeError(name)
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
        for number, factory in self._answering(name):
            made = self._jit(factory(self, before), number)
            if self._watch:
                made = self._watch(name, number, made, before)
            before = self._guard(1 << number, made, before) if number and self._guard else made
            base = base or made
            variants |= (1 << number) & ~1
        if self._guard and variants & variants - 1:  # several: where none of them is in play, one look tells
            before = self._guard(variants, before, base)
        return before

    def _answering(self, name: str) -> list[tuple[int, Callable[..., Any]]]:
        return sorted(
            (number, f) for number, f in QUESTIONS[name].answers.items() if not number or number in self._variants
        )

    def answered(self, *names: str) -> int:
        """The variants, as bits, that answer one of these questions; 0 if none does.

        (The engine may then skip a base answer that is void.)
        """
        found = 0
        for name in names:
            for number in QUESTIONS[name].answers:
                if number in self._variants:
                    found |= 1 << number
        return found

    def settings(self, rules: Any) -> dict[str, Any]:
        """All settings for a rule set, by name."""
        given = Given(rules, self._answering)
        asked = [one.name for one in QUESTIONS.values() if one.kind == "setting" and self._answering(one.name)]
        return {name: getattr(given, name) for name in asked}

    def levels(self, name: str, rules: Any) -> list[tuple[int, Any]]:
        """A setting as each of those that answer it leaves it: (variant, value), the base game first."""
        given = Given(rules, self._answering)
        found: list[tuple[int, Any]] = []
        for number, factory in self._answering(name):
            found.append((number, factory(given, found[-1][1] if found else None)))
        return found

    def last(self, name: str) -> int:
        """The variant that answers this question last, 0 if none does."""
        return self._answering(name)[-1][0]

    def clause(self, name: str) -> str:
        """The clause behind the last answer to this question."""
        return QUESTIONS[name].clauses[self.last(name)]


class Given:
    """What a setting may lean on: `rules`, and every other setting as an attribute, asked when first needed."""

    def __init__(self, rules: Any, answering: Callable[[str], list[tuple[int, Callable[..., Any]]]]) -> None:
        self.rules = rules
        self._answering = answering

    def __getattr__(self, name: str) -> Any:
        answering = self._answering(name) if name in QUESTIONS and QUESTIONS[name].kind == "setting" else ()
        if not answering:
            raise AttributeError(f"there is no setting {name}", name=name, obj=None)
        value = None
        for _, factory in answering:
            value = factory(self, value)
        setattr(self, name, value)
        return value
