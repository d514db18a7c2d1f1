"""What the translators' desk shows, field by field, as `boards/fields.py` has it for boards."""

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypedDict

from ..collation.finding import PlainPlace
from ..stage.say import Words


class FindingView(TypedDict):
    """A difference, or an inconsistency of one text."""

    id: Annotated[str, "by which decisions know it"]
    klass: Annotated[str, "meaning, spelling, typography"]
    kind: Annotated[str, "what differs"]
    variant: Annotated[int | None, "its number, 0 for the base game, null outside"]
    inner: Annotated[bool, "is it within one text?"]
    a: Annotated[PlainPlace | None, "where it is in A"]
    b: Annotated[PlainPlace | None, "where it is in B"]
    note: Annotated[Mapping[str, str], "what it is, in a sentence"]


class SentenceView(TypedDict):
    """A sentence of one text."""

    lines: Annotated[list[int], "where it stands"]
    parts: Annotated[list[tuple[str, int]], "its words, each with the place of their finding, or -1"]


class PairView(TypedDict):
    """Two sentences side by side."""

    unit: Annotated[str, "the part of the book"]
    moved: Annotated[bool, "do they stand in another order?"]
    a: Annotated[SentenceView | None, "of A"]
    b: Annotated[SentenceView | None, "of B"]


class GroupView(TypedDict):
    """What belongs to a variant."""

    variant: Annotated[int | None, "its number; null for what belongs to none"]
    title: Annotated[str, "what the documents call it"]
    unit: Annotated[str, "the part of the book"]
    rows: Annotated[list[PairView], "its sentences"]


class AlignedView(TypedDict):
    """Two texts side by side."""

    groups: Annotated[list[GroupView], "by variant"]
    findings: Annotated[list[FindingView], "in the order of the texts"]
    unplaced: Annotated[list[tuple[str, int, str]], "side, line, words of what belongs nowhere"]


class TextsView(AlignedView):
    """The two texts on the desk."""

    v: NotRequired[Annotated[int, "version"]]
    stamp: Annotated[int, "counts the texts that were on the desk"]
    names: Annotated[Mapping[str, str], "side -> name of the document"]


class DecisionView(TypedDict):
    """What was decided about a finding."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    klass: Annotated[str | None, "the class it was given"]


class DeskView(TypedDict):
    """How the desk stands."""

    n: Annotated[int, "number of the message that this answers"]
    v: NotRequired[Annotated[int, "version"]]
    busy: NotRequired[Annotated[bool, "has the work only begun?"]]
    stamp: Annotated[int, "of the texts that this belongs to"]
    sample: Annotated[bool, "is the sample on the desk?"]
    names: Annotated[Mapping[str, str], "a, b, mine -> name of the document"]
    counts: Annotated[Mapping[str, int], "class -> findings"]
    decided: Annotated[Mapping[str, DecisionView], "finding -> decision"]
    elsewhere: Annotated[int, "decisions about findings of other texts"]
    undo: Annotated[bool, "can one be taken back?"]
    kept: Annotated[str, "the decisions, for the browser to keep; empty where a file has them"]
    file: Annotated[str, "name of that file"]
    error: Annotated[Words | None, "why the message could not be followed"]
    news: Annotated[Words | None, "what it did"]
