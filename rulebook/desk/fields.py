"""The fields of the views that the desk and the panel of both readings send to their pages."""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from ..boards.fields import SheetView
from ..collation.finding import PlainPlace
from ..stage.localized import Localized


class PlayedView(TypedDict):
    """What of a finding can be played."""

    clause: Annotated[str, "the clause of the book that it is about"]
    chapter: Annotated[str, "the chapter that has it on boards"]
    question: Annotated[str, "the open question whose readings can be played; else a clause with a board"]
    asks: Annotated[Localized | None, "that question"]
    said: Annotated[list[str], "the sentence of each text, if it changes play"]


class FindingView(TypedDict):
    """A difference, or an inconsistency of one text."""

    id: Annotated[str, "by which decisions know it"]
    klass: Annotated[str, "meaning, synonym, spelling, typography"]
    kind: Annotated[str, "what differs"]
    changes: Annotated[str, "what it changes: play, names, credits, wording"]
    variant: Annotated[int | None, "its number, 0 for the base game, null outside"]
    inner: Annotated[bool, "is it within one text?"]
    a: Annotated[PlainPlace | None, "where it is in A"]
    b: Annotated[PlainPlace | None, "where it is in B"]
    note: Annotated[Mapping[str, str], "what it is, in a sentence"]
    play: NotRequired[Annotated[PlayedView, "what of it can be played"]]


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
    unsure: Annotated[Mapping[str, list[str]], "side -> lines that may be headings, asked about before the findings"]


class TextsView(AlignedView):
    """The two texts on the desk."""

    v: NotRequired[Annotated[int, "version"]]
    stamp: Annotated[int, "counts the texts that were on the desk"]
    names: Annotated[Mapping[str, str], "side -> name of the document"]
    spoken: Annotated[Mapping[str, str], "side -> the language it is in"]
    kept: Annotated[str, "both, for the browser to keep; empty for the sample"]


class OtherView(TypedDict):
    """What somebody else decided about a finding, and otherwise."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    klass: Annotated[str | None, "the class it was given"]


class DecisionView(TypedDict):
    """What was decided about a finding."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    klass: Annotated[str | None, "the class it was given"]
    other: NotRequired[Annotated[OtherView, "what somebody else decided otherwise"]]


class ExpiredView(TypedDict):
    """A decision about words that are no longer there."""

    value: Annotated[str, "accept, reject, reclass"]
    reason: Annotated[str, "why"]
    finding: Annotated[str, "the words it was about"]


class DeskView(TypedDict):
    """How the desk stands."""

    n: Annotated[int, "number of the message that this answers"]
    v: NotRequired[Annotated[int, "version"]]
    busy: NotRequired[Annotated[bool, "has the work only begun?"]]
    stamp: Annotated[int, "of the texts that this belongs to"]
    sample: Annotated[bool, "is the sample on the desk?"]
    names: Annotated[Mapping[str, str], "a, b, mine -> name of the document"]
    decided: Annotated[Mapping[str, DecisionView], "finding -> decision"]
    expired: Annotated[list[ExpiredView], "decisions about findings of other texts, some of them"]
    elsewhere: Annotated[int, "how many there are"]
    fits: Annotated[int, "how many of them say the same of a finding of these texts"]
    notes: Annotated[str, "of the translators, on the whole"]
    glossary: Annotated[str, "words that were agreed on, a line each"]
    language: Annotated[str, "of the translation"]
    against: Annotated[str, "the side that it is checked against"]
    tell: Annotated[str, "how much is told about it: sure, balanced, more"]
    undo: Annotated[bool, "can one be taken back?"]
    kept: Annotated[str, "the decisions, for the browser to keep; empty where a file has them"]
    file: Annotated[str, "name of that file"]
    error: Annotated[Localized | None, "why the message could not be followed"]
    news: Annotated[Localized | None, "what it did"]


# ---- both readings of a question -------------------------------------------------------------------------------------

Estimate = tuple[float, float, float]
"""A figure and its interval."""


class QuestionData(TypedDict):
    """A question that the rules leave open."""

    id: Annotated[str, "such as 12-a"]
    asks: Annotated[Localized | None, "the question itself"]
    plays: Annotated[bool, "can both readings be played?"]


class QuestionsData(TypedDict):
    """The questions of a variant."""

    number: Annotated[int, "the variant"]
    title: Annotated[Localized, "its name"]
    questions: Annotated[list[QuestionData], "in order"]


class ReadingView(TypedDict):
    """A reading."""

    rules: Annotated[str, "the rule set that plays it"]
    says: Annotated[Localized | None, "what the book says of it"]


class OnlyMoveView(TypedDict):
    """A move that one reading alone allows."""

    move: Annotated[str, "as records have it"]
    why: Annotated[Localized | None, "why the other refuses it"]


class SeriesView(TypedDict):
    """How a series stands under a reading."""

    games: Annotated[int, "games played"]
    scores: Annotated[Mapping[str, int], "player -> points"]
    over: Annotated[bool, "is it over?"]


class DiffersView(TypedDict):
    """What one reading does where the other does not."""

    only: Annotated[list[OnlyMoveView], "some of the moves that it alone allows, or allows after the move"]
    many: Annotated[int, "how many there are"]
    told: Annotated[Localized | None, "what the move does here"]
    then: Annotated[Localized | None, "what is asked after it, where both are told alike"]
    standing: Annotated[SeriesView | None, "of a series"]


class CountedView(TypedDict):
    """What games under a reading came to."""

    length: Annotated[Estimate, "of a game in turns, of a series in games"]
    wins: Annotated[Mapping[str, Estimate], "player -> share of the games"]
    nobody: Annotated[Estimate, "share of games that nobody wins"]


class GamesView(TypedDict):
    """Games of greedy players under both readings, as `python -m tools.readings` played them."""

    played: Annotated[int, "under each"]
    sides: Annotated[list[CountedView], "of each reading"]
    difference: Annotated[Estimate, "of the lengths"]


class PartingView(TypedDict):
    """Where two readings part."""

    kind: Annotated[Literal["moves", "consequence", "score"], "in what"]
    seed: Annotated[int, "of the random game"]
    ply: Annotated[int, "how far into it"]
    move: Annotated[str, "to be played to see it; empty for none"]
    sides: Annotated[list[DiffersView], "of each reading"]
    unit: Annotated[Literal["game", "series"], "what was counted"]
    games: Annotated[GamesView | None, "how much it matters; null where a reading breaks the game"]


class ReadingsData(TypedDict):
    """What the sheet of both readings knows."""

    choices: Annotated[list[QuestionsData], "all questions, by variant"]


class ReadingsView(SheetView):
    """What the sheet of both readings shows."""

    question: Annotated[str, "that is shown"]
    words: Annotated[Localized | None, "what the book says of it"]
    readings: Annotated[list[ReadingView], "both; none where the text alone answers"]
    parting: Annotated[PartingView | None, "where they part; null if no game tells them apart"]
    played: Annotated[bool, "has the move that tells been played?"]
