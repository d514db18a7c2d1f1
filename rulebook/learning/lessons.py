"""The tasks of the book: a position, a goal, and the feedback on a reader's moves.

Positions and goals are data, shared by all languages (`rulebook/tasks/<number>.toml`, or another game's `tasks.toml`;
the comment at the top of `00.toml` explains the format).  The words are under `tasks.<name>` in the text files of the
same stem.  The engine decides whether a goal is met, and whether it can still be.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS

from ..boards import scores
from ..boards.table import Table
from ..boards.tasks import Task
from ..text import words
from ..text.commands import Trouble
from ..text.words import Localized
from . import clause_positions, examples

SEARCHED = 20_000  # positions, after which a goal counts as possible: a board has to answer within two seconds


@dataclass(frozen=True)
class Goal:
    """What the reader has to achieve: one of KINDS and its values, as explained in `rulebook/tasks/00.toml`."""

    kind: str
    values: tuple[str, ...]
    former: tuple[str, ...] = ()
    by: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Goal":
        """Read a goal from its table.  ValueError unless it has exactly one kind, besides `former` and `by`."""
        found = {name: tuple(value.split()) for name, value in data.items()}
        kind, *others = found.keys() - {"former", "by"} or ("",)
        if others or kind not in KINDS:
            raise ValueError(f"a goal is one of {', '.join(KINDS)}, not {dict(data)}")
        return cls(kind, found.pop(kind), **found)

    @property
    def cells(self) -> frozenset[str]:
        """The squares named by its values."""
        return frozenset(re.findall(r"\b[a-z]\d+", " ".join(self.values)))

    @property
    def wants_refusal(self) -> bool:
        """Whether only a refused move can meet it."""
        return self.kind in ("refused", "forbidden")

    def is_met_by_refusal(self, refusal: Any, game: Any, move: str) -> bool:
        """Return whether this refusal of a move is the one asked for."""
        if self.kind == "forbidden":
            return examples.is_forbidden(game, move, _subject(self.values[0]))
        return self.kind == "refused" and clause_positions.cites(refusal, self.values)

    def is_met(self, game: Any) -> bool:
        """Return whether the last move achieved it.  Forced passes that follow count as played."""
        if self._holds(game):
            return True
        moves = [] if game.is_over or game.is_chance else list(game.moves())
        if len(moves) != 1 or not str(moves[0]).startswith("-"):
            return False
        game.play(moves[0])
        try:
            return self.is_met(game)
        finally:
            game.undo()

    def _holds(self, game: Any) -> bool:
        if self.wants_refusal or not game.ply:
            return False
        if self.kind not in ("because", "allowed", "changed"):
            return _ENDINGS[self.kind](self, game)
        move = game.undo()
        if self.kind == "because":
            answer = any(clause_positions.cites(reason, self.values) for reason in game.because(move))
        else:
            answer = examples.difference(game, str(move), _subject(self.values[0])) == self.kind
        game.play(move)
        return answer

    def _slid(self, game: Any) -> bool:
        """Return whether the last flick moved the disc, and, for "across", left it lying across the edge."""
        piece = self.values[0]
        now = game.position
        move = game.undo()
        before = game.position.discs.get(piece)
        game.play(move)
        return now.discs.get(piece) != before and (self.kind == "moved" or now.across(piece))

    def _series_won(self, game: Any) -> bool:
        """Return whether this game ends the series with the right winners."""
        score = scores.score(game.rules, (*self.former, scores.game_word(game)))
        return score.is_over and tuple(PLAYERS[seat] for seat in score.leaders) == self.values

    def is_possible(self, game: Any, moves: int) -> bool:
        """Return whether at most this many moves, chance included, can achieve it.  The game is left unchanged."""
        with suppress(TimeoutError):
            return not self.wants_refusal and next(self.ways(game, moves, iter(range(SEARCHED))), None) is not None
        return True

    def ways(self, game: Any, moves: int, budget: Iterator[int] | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the sequences of at most this many moves that achieve it.  TimeoutError when the budget is used up."""
        if moves <= 0 or game.is_over:
            return
        for move in (*self.by, *map(str, game.moves())):
            if budget is not None and next(budget, None) is None:
                raise TimeoutError
            game.play(move)
            try:
                if self.is_met(game):
                    yield (move,)
                else:
                    for rest in self.ways(game, moves - 1, budget):
                        yield (move, *rest)
            finally:
                game.undo()


_ENDINGS: Mapping[str, Callable[[Goal, Any], bool]] = {
    "play": lambda goal, game: str(*game.last_moves(1)) in goal.values,
    "reach": lambda goal, game: {*goal.values} <= {*str(game.position).split()},
    "left": lambda goal, game: sorted(goal.values) == sorted(map(str, game.moves())),
    "scored": lambda goal, game: {*goal.values} <= {f"{player}{many}" for player, many in _counted(game).items()},
    "over": lambda goal, game: bool(game.is_over) and ("".join(game.winners) or "draw") in goal.values,
    "series": lambda goal, game: bool(game.is_over) and goal._series_won(game),
    "moved": Goal._slid,
    "across": Goal._slid,
}
"""Kinds of goals that depend only on the game after the last move, each with its test."""
KINDS = (*_ENDINGS, "refused", "because", "allowed", "forbidden", "changed")


def _subject(word: str) -> words.Subject:
    """Read a variant's number, or the clause of an option, as goals write it."""
    return int(word) if word.isdigit() else word


def _counted(game: Any) -> Mapping[str, int]:
    """Map players to their points in a finished game, or to whatever a game without points counts."""
    if isinstance(game, hedgekit.Game):
        return game.points() or {}
    return dict(game.counts())


@dataclass(frozen=True, kw_only=True)
class Lesson(Task):
    """A position with a goal: what `try_it` and `lesson` put on a board, and the `task` of its table.

    name: also the board's name; clause: the clause it demonstrates; rules, at: the position as text; moves: the most
    moves the goal may take; seats: who plays, None for readers in every seat; others: the clauses that fresh examples
    demonstrate, if not its own, or "none" where no random position does; stem: the file with its words; words_of: the
    task in that file whose words it shares, if any.
    """

    name: str
    clause: str = ""
    rules: str
    at: str
    goal: Goal
    moves: int = 1
    seats: tuple[str, ...] | None = None
    others: str = ""
    stem: str = field(default="00", repr=False)
    words_of: str = field(default="", repr=False)

    def game(self) -> Any:
        """Return a new game at the position.  hedgekit.NotationError if the data are wrong."""
        return hedgekit.game_of(self.rules).from_text(self.rules, self.at)

    def sentence(self, part: str) -> Localized:
        """Return its "task", "hint", "praise" or "nudge" by language; {} for a "lead" or "onward" it does not have."""
        key = f"{self.stem}.tasks.{self.words_of or self.name}.{part}"
        return words.both(key) if part not in ("lead", "onward") or words.has(key) else Localized()

    # ---- its variant, or its game ----------------------------------------------------------------------------------

    @property
    def subject(self) -> words.Subject:
        """The variant whose clause it demonstrates (0 for the base game), or the name of another game."""
        return words.subject_of(self.clause)

    @property
    def _left_out(self) -> words.Subject:
        """What `without` leaves out: the variant, or the option the clause is about."""
        return self.subject if isinstance(self.subject, int) else self.clause

    @property
    def has_others(self) -> bool:
        """Whether fresh examples can be made."""
        return not (isinstance(self.subject, int) and examples.is_alone(self.subject)) and self.others != "none"

    @cached_property
    def has_without(self) -> bool:
        """Whether the same position exists without the variant or option."""
        if isinstance(self.subject, int):
            return self.has_others
        try:
            self.without(self.game())
        except LookupError:
            return False
        return True

    @cached_property
    def both_ways(self) -> tuple[Any, ...]:
        """Its rules and the rules without the variant or option; empty if it cannot be left out."""
        return (self.game().rules, examples.without(self.rules, self._left_out)) if self.has_without else ()

    def without(self, game: Any) -> Any:
        """Return a new game at the same position without the variant.  LookupError if there is none."""
        return examples.compared(game, self._left_out)

    def another(self, seed: int) -> "Lesson":
        """Return a fresh example: a random position where the clause matters.  LookupError if none is found."""
        if not self.has_others:
            raise LookupError(f"there are no examples of {self.clause}")
        if self.has_without:
            at, kind = examples.differing(self.rules, self._left_out, seed)
            value = str(self._left_out)
        else:
            at, kind, value = self._position_for(seed)
        goal = Goal.read({kind: value})
        return replace(self, at=at, goal=goal, moves=1, seats=None, stem="examples", words_of=kind)

    def _position_for(self, seed: int) -> tuple[str, str, str]:
        """Find a position where the clause matters, preferably as it does here: position, kind of goal, value."""
        goal = self.goal
        shown = goal.values if goal.kind in ("refused", "because") else (self.clause,)
        wanted = tuple(self.others.split()) or shown
        kinds = [goal.kind] if goal.kind in clause_positions.WAYS else ["because", "refused"]
        for kind in kinds:
            with suppress(LookupError):
                at, value = clause_positions.position_for(self.rules, kind, wanted, seed)
                return at, kind, value
        raise LookupError(f"no example of {self.clause} was found")

    # ---- what boards ask of every task ------------------------------------------------------------------------------

    @property
    def text(self) -> Localized:
        """The task, by language."""
        return self.sentence("task")

    @property
    def hint(self) -> Localized:
        """The hint, by language."""
        return self.sentence("hint")

    @property
    def waits(self) -> bool:
        """Whether the reader is asked to try something illegal."""
        return self.goal.wants_refusal

    @property
    def former(self) -> tuple[str, ...]:
        """The earlier games of the series, a word each."""
        return self.goal.former

    def is_here(self, game: Any) -> bool:
        """Return whether a game began at the lesson's position, under its rules."""
        return (game.rules, str(game.start or "")) == self._begun

    @cached_property
    def _begun(self) -> tuple[Any, str]:
        """Its rule set, and its position as the game prints it.  Cached, since every view of a board needs it."""
        game = self.game()
        return game.rules, str(game.start)

    def after(self, table: Any, move: str, refusal: Any) -> dict[str, Any] | None:
        """Return the feedback on a reader's move, legal or refused; None if there is nothing to say.

        A legal move that leads away from the goal is taken back so that the reader can try again, unless it was a
        forced pass.  A refused move is explained by its refusal, which the board shows.  There is no feedback once the
        goal is met, when the game has gone on beyond the task (through a link, or undo and redo), or when another
        position or rule set has been set up.
        """
        game = table.game
        if table.task_state == "right" or game.ply > self.moves or not self.is_here(game):
            return None
        met = self.goal.is_met(game) if refusal is None else self.goal.is_met_by_refusal(refusal, game, move)
        if met:
            return {"state": "right", "feedback": self.sentence("praise")}
        if refusal is not None:
            other = {"state": "wrong", "feedback": words.both("interface.task-other")}
            return other if self.goal.wants_refusal else None
        if _was_forced(game) and not self.waits:
            return None
        if self.goal.is_possible(game, self.moves - game.ply):
            return {"state": "open", "feedback": self.sentence("onward") or None}
        table.put_back()
        return {"state": "wrong", "feedback": self.sentence("nudge")}


def _was_forced(game: Any) -> bool:
    """Return whether the last move was a forced pass."""
    move = game.undo()
    only = len(game.moves()) == 1
    game.play(move)
    return only and str(move).startswith("-")


# ---- the data --------------------------------------------------------------------------------------------------------


def _tables() -> dict[str, dict[str, Any]]:
    folder = files("rulebook").joinpath("tasks")
    found = {f.name[:-5]: f for f in folder.iterdir() if f.name.endswith(".toml") and f.name != "clauses.toml"}
    of_games = {name: place.joinpath("tasks.toml") for name, place in words.game_folders().items()}
    found |= {name: file for name, file in of_games.items() if file.is_file()}
    return {stem: tomllib.loads(found[stem].read_text("utf-8")) for stem in sorted(found)}


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by name, in the order of the files.  ValueError if two share a name."""
    found: dict[str, Lesson] = {}
    for stem, table in _tables().items():
        for name, data in table.items():
            if name in found:
                raise ValueError(f"two lessons are called {name}")
            try:
                read = {"goal": Goal.read(data["goal"]), "seats": tuple(data.get("seats", ())) or None}
                found[name] = Lesson(name=name, stem=stem, **{**data, **read})
            except (TypeError, ValueError, KeyError, AttributeError) as no:
                raise ValueError(f"The task {name} of {stem} cannot be read: {no}") from no
    return found


def faults(stem: str) -> Iterator[Trouble]:
    """Yield faults of a file's tasks: missing words, unknown clauses, impossible positions, unreachable goals."""
    for lesson in (one for one in lessons().values() if one.stem == stem):
        try:
            *map(lesson.sentence, ("task", "hint", "praise", "nudge")), words.clause_name(lesson.clause)
            Table(lesson.game()).view()
            if not lesson.goal.wants_refusal and not lesson.goal.is_possible(lesson.game(), lesson.moves):
                yield Trouble("task_goal", name=lesson.name, moves=lesson.moves)
        except (LookupError, TypeError, AttributeError, ValueError) as no:
            yield Trouble("task", name=lesson.name, why=no)


def lesson(name: str) -> Lesson:
    """Return the lesson of this name.  LookupError if there is none."""
    try:
        return lessons()[name]
    except KeyError:
        raise LookupError(f"there is no lesson {name!r}") from None


def lessons_of(clause: str) -> tuple[Lesson, ...]:
    """Return the lessons that demonstrate a clause, in order."""
    return tuple(found for found in lessons().values() if found.clause == clause)


@cache
def clauses() -> Mapping[words.Subject, Mapping[str, tuple[str, ...]]]:
    """Map each variant or game to its clauses: {"decides": clauses, "informs": clauses}."""
    return {
        _subject(subject): {
            kind: tuple(name for name, what in listed.items() if what == kind and re.fullmatch(r"\w+\.\w+", name))
            for kind in ("decides", "informs")
        }
        for subject, listed in words.listed_clauses().items()
    }
