"""Which variants go together: derived from what each writes, triggers and depends on, never listed pair by pair.

A *slot* is one thing that a variant may fix: the source of the number, the effect of a black square, the winner.  Two
variants that fix an exclusive slot differently exclude each other.  Two that write a composable slot, or of which one
triggers a kind of event the other depends on, leave a question open, which this project decides.  Variants declare
what the text itself settles (`includes`, `absorbs`, `settles`).  (combinations.md, sections 1 and 2)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ....text.errors import NotationError
from ....text.words import SOURCE, Note, table, table_of
from ..variants import BEYOND, UP_TO_SIX, Variant
from ..variants.house_rules.registry import Registry, current

EXCLUSIVE = ("dice.source", "black.effect", "score", "series.end", "stakes")
END = ("end", "end.k", "end.filter", "winner")  # `end` is the whole condition, and excludes the other parts
COMPOSABLE = ("turn.sequence", "setup", "direction", "end.k", "end.filter")
ALONE = (  # slots whose writers never conflict
    *("geometry.lanes", "geometry.wrap", "geometry.layout", "start.lines", "engine", "players", "winner"),
    *("dice.meaning", "turn.order", "first.player", "entry", "move.unit", "lateral.owner", "lateral.fallback"),
    *("forward.failure", "occupied.effect", "arrival.effect", "black.release"),
    *("pieces.count", "pieces.sets", "pieces.types", "pieces.colours"),
)
AROUND = {"players", "pieces.colours", "series.end"}  # slots outside the game itself, compatible with another `engine`

COMPATIBLE, DECIDED, INCOMPATIBLE, POINTLESS = "compatible", "needs-a-decision", "incompatible", "pointless"


@dataclass(frozen=True)
class Named:
    """A variant in a sentence: its number or name, and its title."""

    variant: Variant

    def text(self, language: str = "en") -> str:
        """Return number and title in a language."""
        return f"{self.variant.number} ({self.variant.title[language]})"


@dataclass(frozen=True)
class Asked:
    """A question of the game in a sentence: in words if the book offers answers to it, else by its name."""

    question: str

    def text(self, language: str = "en") -> str:
        """Return the question in a language."""
        return table(language).get(f"rule.meeting.question.{self.question}", self.question)


@dataclass(frozen=True, repr=False)
class Verdict:
    """Whether and how two variants go together.

    pair: their numbers, ascending; kind: "compatible", "needs-a-decision", "incompatible" or "pointless"; slots: those
    both fix ("incompatible"), or the subjects of the open questions ("needs-a-decision").
    """

    pair: tuple[int, int]
    kind: str
    slots: tuple[str, ...] = ()
    grounds: tuple[Note, ...] = ()
    registry: Registry = field(default_factory=current, compare=False)

    def __repr__(self) -> str:
        return f"<Verdict {self.pair[0]}+{self.pair[1]}: {self.kind}>"

    def reason(self, language: str = "en") -> str:
        """Return the grounds, in one or more sentences."""
        remark = f"together.{self._key}"
        grounds = (Note(remark),) if not self.slots and remark in table(language) else self.grounds
        return " ".join(ground.text(language) for ground in grounds)

    def decision(self, language: str = "en") -> str | None:
        """Return this project's answer to the open question; None if there is none."""
        return self._decided.text(language) if self.kind == DECIDED else None

    @property
    def _decided(self) -> Note:
        """The decision of the open question; for house rules, that answers are composed as usual."""
        names = tuple((key, Named(self.registry.variants[one])) for key, one in zip("ab", self.pair, strict=True))
        return note_or(f"decision.{self._key}", Note("rule.meeting.decision", names), self.registry)

    @property
    def advice(self) -> Note | None:
        """A remark for players: the decision, or that one variant is pointless."""
        if self.kind not in (DECIDED, POINTLESS):
            return None
        first, second = self.pair
        note = self._decided if self.kind == DECIDED else self.grounds[0]
        return Note(f"advice.{self.kind}", (("a", first), ("b", second), ("said", note)))

    @property
    def _key(self) -> str:
        return f"{self.pair[0]}-{self.pair[1]}"


def note_or(key: str, default: Note, registry: Registry) -> Note:
    """Return the note with this key, or a default if there is no such sentence, as for house rules."""
    return Note(key, (), registry.rule_texts) if key in table_of(SOURCE, registry.rule_texts) else default


def verdict(a: int | str, b: int | str, registry: Registry | None = None) -> Verdict:
    """Return whether and how variants `a` and `b` go together; NotationError if they are not two variants.

    a, b: numbers, or names of house rules; registry: to look them up in, the current one by default.
    """
    registry = registry or current()
    numbers = []
    for one in (a, b):
        is_name = (isinstance(one, int) and not isinstance(one, bool)) or one in registry.house
        number = registry.number(str(one)) if is_name else None
        if number is None:
            raise NotationError("error.rules.unknown", number=repr(one)[:24], last=max(registry.numbers))
        numbers.append(number)
    first, second = sorted(numbers)
    if first == second:
        raise NotationError("error.rules.twice", number=a)
    return _derived(registry, registry.variants[first], registry.variants[second])


def _derived(registry: Registry, a: Variant, b: Variant) -> Verdict:
    names = ("a", Named(a)), ("b", Named(b))
    pair = a.number, b.number
    if a.number in b.absorbs or b.number in a.absorbs:
        note = note_or(f"pointless.{a.number}-{b.number}", Note("rule.meeting.pointless", names), registry)
        return Verdict(pair, POINTLESS, (), (note,), registry)
    for kind, found in ((INCOMPATIBLE, _clashes(registry, a, b)), (DECIDED, _open(registry, a, b))):
        if listed := list(found):
            return Verdict(pair, kind, tuple(slot for slot, _ in listed), tuple(note for _, note in listed), registry)
    return Verdict(pair, COMPATIBLE, (), (Note("verdict.compatible", names),), registry)


def _clashes(registry: Registry, a: Variant, b: Variant) -> Iterator[tuple[str, Note]]:
    for game, other in ((a, b), (b, a)):
        if "engine" in game.writes and not (AROUND.issuperset(other.writes) and _leaves_play(registry, other)):
            yield "engine", Note("clash.engine", (("a", Named(game)), ("b", Named(other))))
            return
    names = (("a", Named(a)), ("b", Named(b)))
    if a.number not in b.includes and b.number not in a.includes:
        differing = [slot for slot in EXCLUSIVE if len({one.writes.get(slot) for one in (a, b)} - {None}) > 1]
        if any("end" in one.writes and not other.writes.keys().isdisjoint(END) for one, other in ((a, b), (b, a))):
            differing.append("end")
        for slot in differing:
            question = note_or(f"slot.{slot}.question", Note("rule.meeting.slot", (("slot", slot),)), registry)
            first, second = (_written(registry, one, slot) for one in (a, b))
            values = (*names, ("question", question))
            yield slot, Note("clash.slot", (*values, ("first", first), ("second", second)))
    if not seats((a, b)):
        yield "players", Note("clash.players", (*names, ("first", a.players), ("second", b.players)))


def _leaves_play(registry: Registry, variant: Variant) -> bool:
    """Return whether a variant changes nothing in play: of our own variants the slots tell, of house rules answers."""
    rule = registry.rule(variant.number)
    return rule is None or all(registry.questions[one.question].kind == "outside" for one in rule.answers)


def _written(registry: Registry, variant: Variant, slot: str) -> Note:
    """Return what a variant writes into a slot, in words; for a house rule, the value itself."""
    value = Note("rule.meeting.writes", (("value", variant.writes.get(slot, slot)),))
    return note_or(f"slot.{slot}.{variant.number}", value, registry)


def _open(registry: Registry, a: Variant, b: Variant) -> Iterator[tuple[str, Note]]:
    if a.number not in b.settles and b.number not in a.settles:
        both = [slot for slot in COMPOSABLE if slot in a.writes and slot in b.writes]
        if any("end.k" in one.writes and "end.filter" in other.writes for one, other in ((a, b), (b, a))):
            both.append("end")
        for slot in both:
            question = Note("open.question.end.question" if slot == "end" else f"open.question.{slot}")
            yield slot, Note("open.slot", (("a", Named(a)), ("b", Named(b)), ("question", question)))
    for cause, other in ((a, b), (b, a)):
        for event in cause.triggers:
            if event in other.depends_on and (cause is a or event not in a.triggers or event not in b.depends_on):
                names = (("a", Named(cause)), ("b", Named(other)))
                key, default = f"open.event.{event}", Note("rule.meeting.event", (*names, ("event", event)))
                yield event, Note(key, names) if key in table("en") else default
    if registry.rule(a.number) or registry.rule(b.number):
        both = [one for one, asked in registry.questions.items() if {a.number, b.number} <= asked.answers.keys()]
        if not both:
            return
        names = (("a", Named(a)), ("b", Named(b)))
        questions = tuple(Asked(question) for question in both)
        yield "answers", Note("rule.meeting.answers", (*names, ("questions", questions)))


def seats(members: Iterable[Variant]) -> tuple[int, ...]:
    """Return the numbers of players that all these variants allow; () if none."""
    members = list(members)
    writes = {slot: value for member in members for slot, value in member.writes.items()}
    left = set(BEYOND if "pieces.colours" in writes else UP_TO_SIX)
    for member in members:
        left &= set(member.seats)
    carriers = any(member.writes.get("pieces.types") == "carrier" for member in members)
    if carriers:  # nobody lands on one: a lane for each
        lanes, each = int(writes.get("geometry.lanes", "6")), int(writes.get("pieces.sets", "1"))
        left = {number for number in left if number * each <= lanes}
    return tuple(sorted(left))
