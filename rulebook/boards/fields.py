"""The wire format of boards and sheets: the fields of each view, which `view.py` fills in and the page's code reads.

`make lint` generates TypeScript types from this (`docs/make_types.py`) and checks the page's code against them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from ..picture.fields import CellView, FlickView, MarksView, SlideView
from ..stage.browser_search import QuestionView
from ..stage.localized import Localized

Automatic = Literal["chance", "player", "forced"]
TaskState = Literal["open", "right", "wrong", "over"]


class SheetView(TypedDict):
    """The fields that all sheets share."""

    n: NotRequired[Annotated[int, "sequence number of the message being answered"]]
    v: NotRequired[Annotated[int, "version of the view"]]
    error: NotRequired[Annotated[Localized, "why the message could not be carried out"]]


class AtTableData(TypedDict):
    """The constant data of table mode."""

    seats: Annotated[list[int], "possible numbers of players"]


class ScoreView(TypedDict):
    """The score of a player."""

    player: Annotated[str, "letter"]
    score: Annotated[int, "points if the rules award any, else games won"]


class AtTableView(SheetView):
    """Table mode, beside its board."""

    rules: Annotated[str, "rule set"]
    title: Annotated[Localized, "name of the rule set"]
    players: Annotated[int, "number of players"]
    score: Annotated[list[ScoreView], "scores of the series so far"]
    next: Annotated[bool, "whether the next game may begin"]


class MoveView(TypedDict):
    """A legal move."""

    text: Annotated[str, "the move in notation"]
    path: Annotated[Sequence[str], "its cells in order; empty for a move made by a button"]
    label: Annotated[Localized, "text of its button"]
    quick: Annotated[bool, "whether pointing at its first cell may play it if no other move begins there"]
    aim: Annotated[bool, "whether pointing at its last cell may play it while no piece is chosen"]


class RefusalView(TypedDict):
    """The reason why the attempted move is illegal."""

    clause: Annotated[str, "clause that forbids it"]
    cited: Annotated[Localized, "that clause in words, in parentheses"]
    text: Annotated[Localized, "explanation"]
    squares: Annotated[Sequence[str], "cells to mark as the cause"]


class ValueView(TypedDict):
    """A value of an option."""

    value: Annotated[str, "value in rule set notation"]
    means: Annotated[Localized, "its meaning"]


class OptionView(TypedDict):
    """An option of the game, for the dialog of a new game."""

    name: Annotated[str, "name of the option"]
    value: Annotated[str, "current value"]
    values: Annotated[list[ValueView], "all values, the default first"]


class AdvisedView(TypedDict):
    """A move in the advice."""

    text: Annotated[str, "the move in notation"]
    label: Annotated[Localized, "text of its button"]
    chance: Annotated[int | None, "of winning, in hundredths; null if the player did not examine it"]


class AdviceView(TypedDict):
    """The advice of a good player, revealed step by step."""

    which: Annotated[Localized | None, "sentence that names the piece to move; null if the best move moves none"]
    cell: Annotated[str, "cell of that piece; empty if the best move moves none"]
    why: Annotated[Localized | None, "what the best move does that others do not; null if the board does not show it"]
    moves: Annotated[list[AdvisedView], "all moves with estimates, best first"]


class PlayerPoints(TypedDict):
    """The points of a player in a finished game."""

    player: Annotated[str, "letter"]
    points: Annotated[int | None, "points of this game; null if the rules award none"]
    score: Annotated[int, "score in the series"]
    games: Annotated[int | None, "games won in the current set; null without sets"]
    why: Annotated[Localized | None, "reason for the points"]
    clause: Annotated[str, "clause that awards them"]


class SeriesView(TypedDict):
    """The state of a series of games."""

    games: Annotated[int, "games counted so far"]
    over: Annotated[bool, "whether the series has ended"]
    text: Annotated[Localized, "the standing in a sentence"]


class PointsView(TypedDict):
    """The points of a finished game."""

    rows: Annotated[list[PlayerPoints], "one row per player"]
    series: Annotated[SeriesView, "state of the series"]
    sets: Annotated[bool, "whether the series is won by sets"]
    spoken: Annotated[Localized, "everything in sentences, for the live region"]


class TaskView(TypedDict):
    """The task of a board."""

    text: Annotated[Localized, "the task"]
    shown: Annotated[bool, "whether its hint has been requested"]
    todo: Annotated[bool, "whether it is unsolved and its position is on the board"]
    hint: Annotated[Localized | None, "the hint"]
    others: Annotated[bool, "whether it has more positions (`example`)"]
    keeps: Annotated[bool, "whether the browser keeps an unfinished game of it"]
    linked: Annotated[bool, "whether it came by a link and can be put away"]
    without: Annotated[bool, "whether its position can be set up without its variant"]
    returns: Annotated[bool, "whether leaving it goes back to an earlier game"]
    key: Annotated[str, "key under which the browser remembers that it is solved; empty: not remembered"]
    state: Annotated[TaskState, "its state"]
    feedback: Annotated[Localized | None, "answer to the last attempt"]


class PosedView(TypedDict):
    """A task that a reader has just made, for its link."""

    rules: Annotated[str, "rule set"]
    position: Annotated[str, "position in notation"]
    question: Annotated[str, "the teacher's question"]
    answers: Annotated[list[str], "accepted lines of moves"]


class CanView(TypedDict):
    """Whether undo and redo are possible."""

    undo: Annotated[bool, "whether a move can be undone"]
    redo: Annotated[bool, "whether a move can be redone"]


class StandingView(TypedDict):
    """What a game brought a player, in hundredths of a game."""

    player: Annotated[str, "letter"]
    begin: Annotated[int, "chance to win at the beginning"]
    end: Annotated[int, "chance to win at the end"]
    luck: Annotated[int, "gained by the player's dice"]
    lost: Annotated[int, "lost by the player's moves, at most 0"]
    others: Annotated[int, "gained by the other players' dice and moves"]


class MistakeView(TypedDict):
    """A costly decision."""

    ply: Annotated[int, "ply of the decision"]
    player: Annotated[str, "letter of the player"]
    text: Annotated[Localized, "the mistake in a sentence"]
    better: Annotated[Localized, "the better move"]


class FoundView(TypedDict):
    """The result of a review."""

    curve: Annotated[Mapping[str, list[int]], "player -> chances to win, in hundredths, initially and after each move"]
    rows: Annotated[list[StandingView], "one row per player"]
    dice: Annotated[bool, "whether dice were rolled"]
    caveats: Annotated[list[Localized], "how certain the figures are, in sentences"]
    mistakes: Annotated[list[MistakeView], "the costliest decisions, worst first"]


class ReviewView(TypedDict):
    """The review of the game on the board."""

    done: Annotated[int, "steps of the review done so far"]
    total: Annotated[int, "all its steps"]
    found: Annotated[FoundView | None, "the result; null until it is complete"]


class ThinkingView(TypedDict):
    """A search in progress, for a player's move or for advice."""

    number: Annotated[int, "id of the search, which its result repeats"]
    what: Annotated[Literal["step", "hint"], "search for a move or for advice"]
    progress: Annotated[float, "completed fraction of a search in Python, 0 to 1"]
    question: Annotated[QuestionView | None, "the search for this page's worker; null: Python searches, in slices"]


class View(TypedDict):
    """Everything that a board shows, with texts in every language."""

    n: Annotated[int, "sequence number of the message being answered"]
    v: NotRequired[Annotated[int, "version, incremented with every view that a page gets"]]
    name: Annotated[str, "name of the board in its page"]
    title: Annotated[Localized, "the clause of its task, or the rule set and number of players"]
    rules: Annotated[str, "rule set"]
    options: Annotated[list[OptionView], "options of a game without variants"]
    text: Annotated[str, "position in notation"]
    record: Annotated[str, "record of the game, including undone moves"]
    ply: Annotated[int, "moves played"]
    end: Annotated[int, "moves of the record"]
    svg: Annotated[str, "picture"]
    last: Annotated[list[str], "cells of the last displacement"]
    frames: Annotated[list[str], "pictures of the steps of the last move, before the current picture"]
    steps: Annotated[list[Localized], "a sentence for each of these steps"]
    box: Annotated[list[float], "width and height of the picture's viewBox"]
    turns: Annotated[bool, "whether the picture is turned upright on a narrow page"]
    repaints: Annotated[bool, "whether players may choose colours (a task names them, so not there)"]
    cells: Annotated[list[CellView], "cells that can be pointed at"]
    summary: Annotated[Localized, "description of what lies beside the board"]
    marks: Annotated[MarksView, "labels of cells where moves begin or lead"]
    moves: Annotated[list[MoveView], "legal moves, or as many as can be listed"]
    step: Annotated[str | None, "kind of decision due; null when the game is over"]
    turn: Annotated[str | None, "letter of the player to move"]
    over: Annotated[list[str] | None, "winners; null while the game runs"]
    chance: Annotated[bool, "whether a chance move is due"]
    auto: Annotated[Automatic | None, "who moves next if it is not a reader"]
    waits: Annotated[bool, "whether a task wants an illegal move tried before automatic moves go on"]
    throw: Annotated[str, "kind of chance: die, card, cards, lot, sum (of several dice); empty for none"]
    dice: Annotated[Sequence[int | str], "dice thrown or cards turned up"]
    flick: Annotated[FlickView | None, "data for aiming, if moves are flicks"]
    slide: Annotated[SlideView | None, "paths of the discs in the last move"]
    prompt: Annotated[Localized, "the decision due, in a sentence"]
    narration: Annotated[Localized, "what the last move did"]
    refusal: Annotated[RefusalView | None, "why the attempted move is illegal"]
    error: Annotated[Localized | None, "why the message could not be carried out"]
    seats: Annotated[list[str], "who sits at each seat: `reader` or the name of a computer player"]
    players: Annotated[list[int], "possible numbers of players"]
    advice: Annotated[AdviceView | None, "advice, if requested"]
    thinking: Annotated[ThinkingView | None, "search in progress"]
    chances: Annotated[Mapping[str, int] | None, "player -> chance to win, in hundredths; null if switched off"]
    trial: Annotated[bool, "whether the game is a trial line"]
    points: Annotated[PointsView | None, "points of a finished game"]
    games: Annotated[str, "earlier games of the series, as words (`scores.py`)"]
    can: Annotated[CanView, "whether undo and redo are possible"]
    task: Annotated[TaskView | None, "task of the board"]
    posed: Annotated[PosedView | None, "task that has just been made"]
    puzzles: Annotated[list[str], "names of the puzzles offered by a board for free games, easiest first"]
    review: Annotated[ReviewView | None, "review of this game, if requested"]
