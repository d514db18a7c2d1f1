"""The fields of the views that the desk and the sheet of both readings send to their pages."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from ..boards.fields import SheetView
from ..collation.finding import PlainPlace
from ..stage.localized import Localized


class PlayedView(TypedDict):
    """The playable part of a finding."""

    clause: Annotated[str, "the clause of the book that it is about"]
    chapter: Annotated[str, "the chapter with its boards"]
    question: Annotated[str, "the open question with playable readings; otherwise a clause with a board"]
    asks: Annotated[Localized | None, "the text of that question"]
    said: Annotated[list[str], "the sentence of each text, if the finding changes play"]


class FindingView(TypedDict):
    """A difference between the texts, or an inconsistency within one."""

    id: Annotated[str, "id that decisions refer to"]
    klass: Annotated[str, "meaning, synonym, spelling, typography"]
    kind: Annotated[str, "kind of difference"]
    changes: Annotated[str, "what it affects: play, names, credits, wording"]
    variant: Annotated[int | None, "number of the variant, 0 for the base game, null for none"]
    inner: Annotated[bool, "whether it is within one text"]
    a: Annotated[PlainPlace | None, "place in A"]
    b: Annotated[PlainPlace | None, "place in B"]
    note: Annotated[Mapping[str, str], "an explanation in one sentence"]
    play: NotRequired[Annotated[PlayedView, "its playable part"]]


class SentenceView(TypedDict):
    """A sentence of one text."""

    lines: Annotated[list[int], "its lines"]
    parts: Annotated[list[tuple[str, int]], "its words in parts, each with the index of a finding, or -1"]


class PairView(TypedDict):
    """Two sentences side by side."""

    unit: Annotated[str, "the part of the book"]
    moved: Annotated[bool, "whether they are in another order"]
    a: Annotated[SentenceView | None, "sentence of A"]
    b: Annotated[SentenceView | None, "sentence of B"]


class GroupView(TypedDict):
    """The sentences of a variant."""

    variant: Annotated[int | None, "number of the variant; null for none"]
    title: Annotated[str, "its title in the documents"]
    unit: Annotated[str, "the part of the book"]
    rows: Annotated[list[PairView], "its sentences"]


class AlignedView(TypedDict):
    """Two texts side by side."""

    groups: Annotated[list[GroupView], "sentences by variant"]
    findings: Annotated[list[FindingView], "findings in the order of the texts"]
    ours: Annotated[bool, "whether they are about the game of the book, which has base rules"]
    unplaced: Annotated[list[tuple[str, int, str]], "side, line and text of what fits nowhere"]
    unsure: Annotated[Mapping[str, list[str]], "side -> possible headings, to be confirmed before the findings"]


class TextsView(AlignedView):
    """The two texts on the desk."""

    v: NotRequired[Annotated[int, "version"]]
    stamp: Annotated[int, "sequence number of the texts on the desk"]
    names: Annotated[Mapping[str, str], "side -> name of the document"]
    spoken: Annotated[Mapping[str, str], "side -> language"]
    kept: Annotated[str, "both texts, for the browser to store; empty for the sample"]


class OtherView(TypedDict):
    """A decision about a finding."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    klass: Annotated[str | None, "the class it was given"]


class DecisionView(OtherView):
    """A decision, and the conflicting one of somebody else."""

    other: NotRequired[Annotated[OtherView, "the conflicting decision"]]


class ExpiredView(TypedDict):
    """A decision about words that no longer exist."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    finding: Annotated[str, "the words it was about"]


class DeskView(TypedDict):
    """The state of the desk."""

    n: Annotated[int, "sequence number of the message being answered"]
    v: NotRequired[Annotated[int, "version"]]
    busy: NotRequired[Annotated[bool, "whether the work has only started"]]
    stamp: Annotated[int, "sequence number of the texts that this belongs to"]
    sample: Annotated[bool, "whether the sample is on the desk"]
    names: Annotated[Mapping[str, str], "a, b, mine -> name of the document"]
    decided: Annotated[Mapping[str, DecisionView], "id of a finding -> decision"]
    expired: Annotated[list[ExpiredView], "decisions about findings of other texts, the first ones"]
    elsewhere: Annotated[int, "number of all these decisions"]
    fits: Annotated[int, "number of those that fit a finding of these texts"]
    notes: Annotated[str, "the translators' notes"]
    glossary: Annotated[str, "agreed terms, one per line"]
    language: Annotated[str, "language of the translation"]
    against: Annotated[str, "the side that it is checked against"]
    tell: Annotated[str, "level of reporting for it: sure, balanced, more"]
    undo: Annotated[bool, "whether an action can be undone"]
    kept: Annotated[str, "the decisions, for the browser to store; empty where a file has them"]
    file: Annotated[str, "name of that file"]
    error: Annotated[Localized | None, "why the message failed"]
    news: Annotated[Localized | None, "what the message did"]


# ---- both readings of a question -------------------------------------------------------------------------------------

Estimate = tuple[float, float, float]
"""A figure and its confidence interval."""


class QuestionData(TypedDict):
    """A question that the rules leave open."""

    id: Annotated[str, "such as 12-a"]
    asks: Annotated[Localized | None, "the question itself"]
    plays: Annotated[bool, "whether both readings can be played"]


class QuestionsData(TypedDict):
    """The questions of a variant."""

    number: Annotated[int, "number of the variant"]
    title: Annotated[Localized, "its title"]
    questions: Annotated[list[QuestionData], "in order"]


class ReadingView(TypedDict):
    """A reading of a rule."""

    rules: Annotated[str, "the rule set that implements it"]
    text: Annotated[Localized | None, "its text in the book"]


class OnlyMoveView(TypedDict):
    """A move that only one reading allows."""

    move: Annotated[str, "the move in notation"]
    why: Annotated[Localized | None, "why the other reading forbids it"]


class SeriesView(TypedDict):
    """The state of a series under a reading."""

    games: Annotated[int, "games played"]
    scores: Annotated[Mapping[str, int], "player -> points"]
    over: Annotated[bool, "whether the series is over"]


class DiffersView(TypedDict):
    """The consequences of one reading where the other differs."""

    only: Annotated[
        list[OnlyMoveView], "moves that only this reading allows, at once or after the move; the first ones"
    ]
    many: Annotated[int, "number of all these moves"]
    narration: Annotated[Localized | None, "narration of the move under this reading"]
    then: Annotated[Localized | None, "the next decision, where both narrations are the same"]
    standing: Annotated[SeriesView | None, "state of the series"]


class CountedView(TypedDict):
    """Statistics of games under a reading."""

    length: Annotated[Estimate, "length of a game in turns, of a series in games"]
    wins: Annotated[Mapping[str, Estimate], "player -> share of games won"]
    nobody: Annotated[Estimate, "share of games without a winner"]


class GamesView(TypedDict):
    """Statistics of greedy players under both readings, as computed by `python -m tools.readings`."""

    played: Annotated[int, "games under each reading"]
    sides: Annotated[list[CountedView], "one for each reading"]
    difference: Annotated[Estimate, "difference of the lengths"]


class PartingView(TypedDict):
    """The position in which two readings diverge."""

    kind: Annotated[Literal["moves", "consequence", "score"], "what differs"]
    seed: Annotated[int, "seed of the random game"]
    ply: Annotated[int, "plies played"]
    move: Annotated[str, "the move that shows the difference; empty for none"]
    sides: Annotated[list[DiffersView], "one for each reading"]
    unit: Annotated[Literal["game", "series"], "what the statistics count"]
    games: Annotated[GamesView | None, "how much it matters; null where a reading breaks the game"]


class ReadingsData(TypedDict):
    """The constant data of the sheet of both readings."""

    choices: Annotated[list[QuestionsData], "all questions, by variant"]


class ReadingsView(SheetView):
    """The state of the sheet of both readings."""

    question: Annotated[str, "id of the question"]
    words: Annotated[Localized | None, "its text in the book"]
    readings: Annotated[list[ReadingView], "both readings; none where the text alone answers"]
    parting: Annotated[PartingView | None, "where they diverge; null if no game shows a difference"]
    played: Annotated[bool, "whether the move that shows the difference has been played"]
