"""The fields of what a board shows: `view.py` fills them in, the page's code reads them.

`make lint` writes the same types in TypeScript (`docs/make_types.py`) and checks the pages' code against them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from ..picture.fields import CellView, FlickView, MarksView, SlideView
from ..stage.browser_search import QuestionView
from ..stage.say import Words

Automatic = Literal["chance", "player", "forced"]
TaskState = Literal["open", "right", "wrong", "over"]


class SheetView(TypedDict):
    """What every sheet shows."""

    n: NotRequired[Annotated[int, "number of the message that this answers"]]
    v: NotRequired[Annotated[int, "version"]]
    error: NotRequired[Annotated[Words, "why the message could not be followed"]]


class AtTableData(TypedDict):
    """What table mode knows from the start."""

    seats: Annotated[list[int], "numbers of players"]


class ScoreView(TypedDict):
    """How a player stands."""

    player: Annotated[str, "the letter"]
    score: Annotated[int, "points where the rules count some, else games won"]


class AtTableView(SheetView):
    """What table mode shows beside its board."""

    rules: Annotated[str, "the rule set"]
    title: Annotated[Words, "what it is called"]
    players: Annotated[int, "how many play"]
    score: Annotated[list[ScoreView], "of the games so far"]
    next: Annotated[bool, "may the next game begin?"]


class MoveView(TypedDict):
    """A legal move."""

    text: Annotated[str, "as records have it"]
    path: Annotated[Sequence[str], "its cells in order; none for a move that is a button"]
    label: Annotated[Words, "what a button for it says"]
    quick: Annotated[bool, "may pointing at its first cell play it, if no other begins there?"]
    aim: Annotated[bool, "may pointing at its last cell play it before anything is chosen?"]


class RefusalView(TypedDict):
    """Why a move that was tried may not be made."""

    clause: Annotated[str, "the clause that forbids it"]
    text: Annotated[Words, "the sentence"]
    squares: Annotated[Sequence[str], "cells that stand in the way, to be marked"]


class ValueView(TypedDict):
    """A value of an option."""

    value: Annotated[str, "as rule sets have it"]
    means: Annotated[Words, "what it means"]


class AgreedView(TypedDict):
    """What players of a game may agree on, for the dialog of a new game."""

    name: Annotated[str, "of the option"]
    value: Annotated[str, "the one that holds now"]
    values: Annotated[list[ValueView], "all of them, the usual one first"]


class AdvisedView(TypedDict):
    """A move as a good player sees it."""

    text: Annotated[str, "the move"]
    label: Annotated[Words, "what a button for it says"]
    chance: Annotated[int | None, "of winning, in hundredths; null for one he did not look at"]


class AdviceView(TypedDict):
    """What a good player would do, to be told step by step."""

    which: Annotated[Words | None, "a sentence that names the piece he would move; null where none is moved"]
    cell: Annotated[str, "where it stands; empty where none is moved"]
    why: Annotated[Words | None, "what his move does that others do not, if the board shows it"]
    moves: Annotated[list[AdvisedView], "all moves with his estimates, the best first"]


class PlayerPoints(TypedDict):
    """What a finished game brought one player."""

    player: Annotated[str, "his letter"]
    points: Annotated[int | None, "of this game; null where it has none"]
    score: Annotated[int, "of the series"]
    games: Annotated[int | None, "won in the present set; null without sets"]
    why: Annotated[Words | None, "why it is so many"]
    clause: Annotated[str, "the clause that says so"]


class SeriesView(TypedDict):
    """How a series stands."""

    games: Annotated[int, "counted so far"]
    over: Annotated[bool, "has it ended?"]
    text: Annotated[Words, "how it stands, in a sentence"]


class PointsView(TypedDict):
    """What a finished game brought."""

    rows: Annotated[list[PlayerPoints], "a row a player"]
    series: Annotated[SeriesView, "how the series stands"]
    sets: Annotated[bool, "is the series won by sets?"]
    said: Annotated[Words, "all of it, to be read aloud"]


class TaskView(TypedDict):
    """What is to be done on a board."""

    text: Annotated[Words, "the task"]
    shown: Annotated[bool, "has its hint been asked for?"]
    todo: Annotated[bool, "is it still to be done in this game?"]
    hint: Annotated[Words | None, "help"]
    others: Annotated[bool, "can a fresh position be had?"]
    keeps: Annotated[bool, "is a game that is left kept all the same?"]
    linked: Annotated[bool, "did it come by a link, so that it can be put away?"]
    without: Annotated[bool, "can the position be had without its variant?"]
    returns: Annotated[bool, "may one go back to the game that it is from?"]
    key: Annotated[str, "what the browser remembers it by once it is done; empty for nothing"]
    state: Annotated[TaskState, "how it stands"]
    feedback: Annotated[Words | None, "the answer to the last try"]


class PosedView(TypedDict):
    """A task that has just been made, for its link."""

    rules: Annotated[str, "the rule set"]
    position: Annotated[str, "as text"]
    question: Annotated[str, "the teacher's words"]
    answers: Annotated[list[str], "lines of moves"]


class CanView(TypedDict):
    """What can be taken back or played again."""

    undo: Annotated[bool, "is there something to take back?"]
    redo: Annotated[bool, "was something taken back?"]


class StandingView(TypedDict):
    """What a game brought one player, in hundredths of a game."""

    player: Annotated[str, "his letter"]
    begin: Annotated[int, "his chance when it began"]
    end: Annotated[int, "and at the end"]
    luck: Annotated[int, "what his dice gave him"]
    lost: Annotated[int, "what his moves lost, below 0"]
    others: Annotated[int, "what the others threw and did"]


class MistakeView(TypedDict):
    """A decision that cost much."""

    ply: Annotated[int, "where it was taken"]
    player: Annotated[str, "by whom"]
    text: Annotated[Words, "it in a sentence"]
    better: Annotated[Words, "the move that would have been better"]


class FoundView(TypedDict):
    """What a review found."""

    curve: Annotated[Mapping[str, list[int]], "player -> his chances after each move, in hundredths, from the start on"]
    rows: Annotated[list[StandingView], "a row a player"]
    sure: Annotated[list[Words], "how sure it is, in sentences"]
    mistakes: Annotated[list[MistakeView], "the decisions that cost most, the worst first"]


class ReviewView(TypedDict):
    """The review of the game on the board."""

    done: Annotated[int, "how much of it is done"]
    total: Annotated[int, "of how much"]
    found: Annotated[FoundView | None, "what it found, once it is done"]


class ThinkingView(TypedDict):
    """A player who looks ahead, or is asked for advice, before he knows."""

    number: Annotated[int, "of the search: what was found goes with it"]
    what: Annotated[Literal["step", "hint"], "is it for his move, or for advice?"]
    part: Annotated[float, "how much of it is done, 0 to 1, where Python searches"]
    question: Annotated[
        QuestionView | None, "what this page is to search; null: Python does, for every message a little"
    ]


class View(TypedDict):
    """All a board shows; what is said is there in every language."""

    n: Annotated[int, "number of the message that this answers"]
    v: NotRequired[Annotated[int, "version: the frame numbers every value that a page gets"]]
    name: Annotated[str, "of the board in its page"]
    titled: Annotated[Words, "what it is about: the clause of its task, or its rules and how many play"]
    rules: Annotated[str, "the rule set"]
    agreed: Annotated[list[AgreedView], "options of a game that has no variants"]
    text: Annotated[str, "the position"]
    record: Annotated[str, "the game, with what has been taken back"]
    ply: Annotated[int, "moves played"]
    end: Annotated[int, "moves of the record"]
    svg: Annotated[str, "the picture"]
    last: Annotated[list[str], "cells of the last displacement"]
    frames: Annotated[list[str], "pictures of what the last move led to, before the one that is there now"]
    steps: Annotated[list[Words], "a sentence for each of them"]
    box: Annotated[list[float], "width and height of the picture's viewBox"]
    turns: Annotated[bool, "is it turned upright on a narrow page?"]
    repaints: Annotated[bool, "may players choose their colours? A task names them"]
    cells: Annotated[list[CellView], "places one can point at"]
    summary: Annotated[Words, "what stands beside the board"]
    marks: Annotated[MarksView, "what cells are called that moves begin at or lead to"]
    moves: Annotated[list[MoveView], "the legal moves, or as many as can be listed"]
    step: Annotated[str | None, "what is asked; null when the game is over"]
    turn: Annotated[str | None, "whose turn it is"]
    over: Annotated[list[str] | None, "the winners; null while the game runs"]
    chance: Annotated[bool, "does chance decide now?"]
    auto: Annotated[Automatic | None, "who acts without a reader"]
    waits: Annotated[bool, "must something refused be tried before anything goes on by itself?"]
    throw: Annotated[str, "what decides by chance: die, card, cards, lot, sum (of several dice); empty for nothing"]
    dice: Annotated[Sequence[int | str], "what was thrown or turned up"]
    flick: Annotated[FlickView | None, "where moves are aimed"]
    slide: Annotated[SlideView | None, "how discs went in the last move"]
    prompt: Annotated[Words, "what is asked, in a sentence"]
    told: Annotated[Words, "what the last move did"]
    refusal: Annotated[RefusalView | None, "why the move that was tried may not be made"]
    error: Annotated[Words | None, "why the message could not be followed"]
    seats: Annotated[list[str], "who plays: reader, or the name of a player"]
    players: Annotated[list[int], "numbers of players that the game may have"]
    advice: Annotated[AdviceView | None, "what a good player would do, if he was asked"]
    thinking: Annotated[ThinkingView | None, "who is looking ahead just now"]
    chances: Annotated[Mapping[str, int] | None, "player -> his chance to win, in hundredths, if that is switched on"]
    trial: Annotated[bool, "is this a line that is only tried?"]
    points: Annotated[PointsView | None, "what a finished game brought"]
    games: Annotated[str, "the games of the series before, as words"]
    can: Annotated[CanView, "what can be taken back or played again"]
    task: Annotated[TaskView | None, "what is to be done"]
    posed: Annotated[PosedView | None, "a task that has just been made"]
    puzzles: Annotated[list[str], "names of the puzzles that a board for free games offers, the easiest first"]
    review: Annotated[ReviewView | None, "the review of this game, if it was asked for"]
