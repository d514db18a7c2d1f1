"""Which variants go together: derived from what each writes, causes and heeds, never listed pair by pair.

A *slot* is one thing a variant may fix: where the number comes from, what a black square does, who wins.  Two
variants that fix an exclusive slot differently exclude each other; two that write a composable one, or of which one
causes a kind of event the other has to take a stand on, leave a question open, and a decision of ours settles it.
What the text itself settles, the variants say (`includes`, `absorbs`, `settles`).  (combinations.md, sections 1 and 2)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....text.errors import NotationError
from ....text.words import Note, table
from ..variants import BEYOND, UP_TO_SIX, VARIANTS, Variant
from ..variants.outside import OUTSIDE, answers_in_play, shared

EXCLUSIVE = ("dice.source", "black.effect", "score", "series.end", "stakes")
END = ("end", "end.k", "end.filter", "winner")  # `end` is the whole condition, and excludes any other part of it
COMPOSABLE = ("turn.sequence", "setup", "direction", "end.k", "end.filter")
ALONE = (  # slots whose writers never meet, or join by themselves
    *("geometry.lanes", "geometry.wrap", "geometry.layout", "start.lines", "engine", "players", "winner"),
    *("dice.meaning", "turn.order", "first.player", "entry", "move.unit", "lateral.owner", "lateral.fallback"),
    *("forward.failure", "occupied.effect", "arrival.effect", "black.release"),
    *("pieces.count", "pieces.sets", "pieces.types", "pieces.colours"),
)
AROUND = {"players", "pieces.colours", "series.end"}  # the slots around a game: they stay where `engine` is another

COMPATIBLE, DECIDED, INCOMPATIBLE, POINTLESS = "compatible", "needs-a-decision", "incompatible", "pointless"


@dataclass(frozen=True)
class Named:
    """A variant in a sentence: its number and its title."""

    number: int

    def text(self, language: str = "en") -> str:
        """Number and title in a language."""
        return f"{self.number} ({VARIANTS[self.number].title[language]})"


@dataclass(frozen=True)
class Summary:
    """What a variant says, in a sentence: to stand in another."""

    number: int

    def text(self, language: str = "en") -> str:
        """Its sentence in a language."""
        said = VARIANTS[self.number].sentence
        return said.get(language, said["en"])


@dataclass(frozen=True)
class Asked:
    """A question of the game in a sentence: in words where the book offers answers to it, else by its name."""

    question: str

    def text(self, language: str = "en") -> str:
        """What is asked, in a language."""
        return table(language).get(f"rule.meeting.question.{self.question}", self.question)


@dataclass(frozen=True, repr=False)
class Verdict:
    """What is known of two variants played together.

    pair: their numbers, ascending; kind: "compatible", "needs-a-decision", "incompatible" or "pointless"; slots: what
    both fix (of "incompatible"), or what the question left open is about (of "needs-a-decision").
    """

    pair: tuple[int, int]
    kind: str
    slots: tuple[str, ...] = ()
    grounds: tuple[Note, ...] = ()

    def __repr__(self) -> str:
        return f"<Verdict {self.pair[0]}+{self.pair[1]}: {self.kind}>"

    def reason(self, language: str = "en") -> str:
        """Why, in a sentence or several."""
        remark = f"together.{self._key}"
        grounds = (Note(remark),) if not self.slots and remark in table(language) else self.grounds
        return " ".join(ground.text(language) for ground in grounds)

    def decision(self, language: str = "en") -> str | None:
        """How this project plays what the two leave open; None if they leave nothing open."""
        return self._decided.text(language) if self.kind == DECIDED else None

    @property
    def _decided(self) -> Note:
        """How what the two leave open is played; rules from outside are composed like all others."""
        first, second = self.pair
        names = (("a", Named(first)), ("b", Named(second)))
        return said_or(f"decision.{self._key}", Note("rule.meeting.decision", names))

    @property
    def advice(self) -> Note | None:
        """What somebody who plays both should know: the decision, or that one of them is pointless."""
        if self.kind not in (DECIDED, POINTLESS):
            return None
        first, second = self.pair
        said = self._decided if self.kind == DECIDED else self.grounds[0]
        return Note(f"advice.{self.kind}", (("a", first), ("b", second), ("said", said)))

    @property
    def _key(self) -> str:
        return f"{self.pair[0]}-{self.pair[1]}"


def said_or(key: str, other: Note) -> Note:
    """The sentence of this key, or what is said where nobody has written one: of a rule from outside."""
    return Note(key) if key in table("en") else other


def verdict(a: int, b: int) -> Verdict:
    """What is known of playing variants `a` and `b` together; NotationError if they are not two variants."""
    for number in (a, b):
        if not isinstance(number, int) or isinstance(number, bool) or number not in VARIANTS:
            raise NotationError("error.rules.unknown", number=repr(number)[:24], last=max(VARIANTS))
    if a == b:
        raise NotationError("error.rules.twice", number=a)
    pair = first, second = min(a, b), max(a, b)
    return _derived(pair, VARIANTS[first], VARIANTS[second])


def _derived(pair: tuple[int, int], a: Variant, b: Variant) -> Verdict:
    first, second = pair
    names = ("a", Named(first)), ("b", Named(second))
    if first in b.absorbs or second in a.absorbs:
        said = said_or(f"pointless.{first}-{second}", Note("rule.meeting.pointless", names))
        return Verdict(pair, POINTLESS, (), (said,))
    if clashes := tuple(_clashes(a, b)):
        return Verdict(pair, INCOMPATIBLE, tuple(slot for slot, _ in clashes), tuple(note for _, note in clashes))
    if questions := tuple(_open(a, b)):
        return Verdict(pair, DECIDED, tuple(slot for slot, _ in questions), tuple(note for _, note in questions))
    return Verdict(pair, COMPATIBLE, (), (Note("verdict.compatible", names),))


def _clashes(a: Variant, b: Variant) -> Iterator[tuple[str, Note]]:
    for game, other in ((a, b), (b, a)):
        if "engine" in game.writes and not (AROUND.issuperset(other.writes) and _leaves_play(other.number)):
            yield "engine", Note("clash.engine", (("a", Named(game.number)), ("b", Named(other.number))))
            return
    if a.number not in b.includes and b.number not in a.includes:
        differing = [slot for slot in EXCLUSIVE if _differ(a, b, slot)]
        if any("end" in one.writes and not other.writes.keys().isdisjoint(END) for one, other in ((a, b), (b, a))):
            differing.append("end")
        for slot in differing:
            question = said_or(f"slot.{slot}.question", Note("rule.meeting.slot", (("slot", slot),)))
            first, second = (_written(one, slot) for one in (a, b))
            values = (("a", Named(a.number)), ("b", Named(b.number)), ("question", question))
            yield slot, Note("clash.slot", (*values, ("first", first), ("second", second)))
    if not seats((a.number, b.number)):
        names = (("a", Named(a.number)), ("b", Named(b.number)))
        yield "players", Note("clash.players", (*names, ("first", a.players), ("second", b.players)))


def _leaves_play(number: int) -> bool:
    """Does it change nothing that is asked in play?  What our own change, their slots say."""
    return number not in OUTSIDE or not answers_in_play(number)


def _written(variant: Variant, slot: str) -> Note:
    """What a variant puts into a slot, in words; as it names it where it comes from outside."""
    said = Note("rule.meeting.writes", (("value", variant.writes.get(slot, slot)),))
    return said_or(f"slot.{slot}.{variant.number}", said)


def _differ(a: Variant, b: Variant, slot: str) -> bool:
    return slot in a.writes and slot in b.writes and a.writes[slot] != b.writes[slot]


def _open(a: Variant, b: Variant) -> Iterator[tuple[str, Note]]:
    if a.number not in b.settles and b.number not in a.settles:
        both = [slot for slot in COMPOSABLE if slot in a.writes and slot in b.writes]
        if any("end.k" in one.writes and "end.filter" in other.writes for one, other in ((a, b), (b, a))):
            both.append("end")
        for slot in both:
            question = Note("open.question.end.question" if slot == "end" else f"open.question.{slot}")
            yield slot, Note("open.slot", (("a", Named(a.number)), ("b", Named(b.number)), ("question", question)))
    for cause, other in ((a, b), (b, a)):
        for event in cause.causes:
            if event in other.heeds and (cause is a or event not in a.causes or event not in b.heeds):
                names = (("a", Named(cause.number)), ("b", Named(other.number)))
                key, said = f"open.event.{event}", Note("rule.meeting.event", (*names, ("event", event)))
                yield event, Note(key, names) if key in table("en") else said
    if (a.number in OUTSIDE or b.number in OUTSIDE) and (asked := shared(a.number, b.number)):
        names = (("a", Named(a.number)), ("b", Named(b.number)))
        questions = tuple(Asked(question) for question in asked)
        yield "answers", Note("rule.meeting.answers", (*names, ("questions", questions)))


def seats(numbers: Iterable[int]) -> tuple[int, ...]:
    """The numbers of players these variants leave together; () if none is left."""
    members = [VARIANTS[number] for number in numbers if number]
    writes = {slot: value for member in members for slot, value in member.writes.items()}
    left = set(BEYOND if "pieces.colours" in writes else UP_TO_SIX)
    for member in members:
        left &= set(member.seats)
    if any(
        member.writes.get("pieces.types") == "carrier" for member in members
    ):  # nobody lands on one: a lane for each
        lanes, each = int(writes.get("geometry.lanes", "6")), int(writes.get("pieces.sets", "1"))
        left = {number for number in left if number * each <= lanes}
    return tuple(sorted(left))
