"""Tasks of the book: a position, a goal, and what to say to what the reader does.

Positions and goals are data, the same for every language (`rulebook/tasks/<number>.toml`, or `tasks.toml` of another
game; the head of `00.toml` explains them); the words are under `tasks.<name>` in the text files of the same stem.  The
engine says whether a goal is met, and whether it still can be.
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
from ..boards.tasks import Task
from ..text import words
from ..text.commands import Trouble
from ..text.words import Localized
from . import clause_positions, examples


@dataclass(frozen=True)
class Goal:
    """What a reader has to achieve: one of KINDS and its values; the head of `rulebook/tasks/00.toml` explains them."""

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
        """The squares that its values name."""
        return frozenset(re.findall(r"\b[a-z]\d+", " ".join(self.values)))

    @property
    def wants_refusal(self) -> bool:
        """Does only a refused move meet it?"""
        return self.kind in ("refused", "forbidden")

    def is_met_by_refusal(self, refusal: Any, game: Any, move: str) -> bool:
        """Is this refusal of a move in a game the one that was wanted?"""
        if self.kind == "forbidden":
            return examples.is_forbidden(game, move, _subject(self.values[0]))
        return self.kind == "refused" and clause_positions.cites(refusal, self.values)

    def is_met(self, game: Any) -> bool:
        """Did the last move achieve it?  Forced passes on the way count as made."""
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
        """Is the disc somewhere else than before the last flick, and across the edge if that is asked for?"""
        piece = self.values[0]
        now = game.position
        move = game.undo()
        before = game.position.discs.get(piece)
        game.play(move)
        return now.discs.get(piece) != before and (self.kind == "moved" or now.across(piece))

    def _series_won(self, game: Any) -> bool:
        """Does this game end the series, so that those who should win it?"""
        score = scores.score(game.rules, (*self.former, scores.word_of(game)))
        return score.is_over and tuple(PLAYERS[seat] for seat in score.leaders) == self.values

    def is_possible(self, game: Any, moves: int) -> bool:
        """Can at most this many moves, chance included, achieve it?  The game stays as it is."""
        return moves > 0 and not self.wants_refusal and next(self.ways(game, moves), None) is not None

    def ways(self, game: Any, moves: int) -> Iterator[tuple[str, ...]]:
        """Yield the sequences of at most this many moves that achieve it."""
        if not moves or game.is_over:
            return
        for move in (*self.by, *map(str, game.moves())):
            game.play(move)
            try:
                if self.is_met(game):
                    yield (move,)
                else:
                    for rest in self.ways(game, moves - 1):
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
"""What a game must be like after the last move, for kinds of goals that nothing else is asked for."""
KINDS = (*_ENDINGS, "refused", "because", "allowed", "forbidden", "changed")


def _subject(word: str) -> words.Subject:
    """Read a variant's number or the clause of an option, as goals write them."""
    return int(word) if word.isdigit() else word


def _counted(game: Any) -> Mapping[str, int]:
    """Player -> points of a finished game, or what a game without points counts."""
    if isinstance(game, hedgekit.Game):
        return game.points() or {}
    return dict(game.counts())


@dataclass(frozen=True, kw_only=True)
class Lesson(Task):
    """A position with a goal: what `try_it` and `lesson` put on a board, and the `task` of its table.

    name: also the board's; clause: the one it shows; rules, at: the position as text; moves: how many moves the goal
    takes at most; seats: who plays, None for readers everywhere; others: the clauses that fresh examples show, if not
    its own, "none" where no random position shows any; stem: the file with its words; words_of: the task there that it
    shares its words with, if not its own.
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
        """A new game standing in the position.  hedgekit.NotationError if the data are wrong."""
        return hedgekit.game_of(self.rules).from_text(self.rules, self.at)

    def says(self, what: str) -> Localized:
        """Its words by language: "task", "hint", "praise", "nudge"; {} for "lead" or "onward" where it has none."""
        key = f"{self.stem}.tasks.{self.words_of or self.name}.{what}"
        return words.both(key) if what not in ("lead", "onward") or words.has(key) else Localized()

    # ---- its variant, or its game ----------------------------------------------------------------------------------

    @property
    def subject(self) -> words.Subject:
        """The variant whose clause it shows (0 for the base game), or the name of another game."""
        return words.subject_of(self.clause)

    @property
    def _left_out(self) -> words.Subject:
        """What `without` leaves out: the variant, or the option that the clause is about."""
        return self.subject if isinstance(self.subject, int) else self.clause

    @property
    def has_others(self) -> bool:
        """Are there fresh examples of it?"""
        return not (isinstance(self.subject, int) and examples.is_alone(self.subject)) and self.others != "none"

    @cached_property
    def has_without(self) -> bool:
        """Is there the same position without the variant, or the option?"""
        if isinstance(self.subject, int):
            return self.has_others
        try:
            self.without(self.game())
        except LookupError:
            return False
        return True

    @cached_property
    def both_ways(self) -> tuple[Any, ...]:
        """Its rules and those without the variant, or the option, if it can be had without."""
        return (self.game().rules, examples.without(self.rules, self._left_out)) if self.has_without else ()

    def without(self, game: Any) -> Any:
        """A new game at the same position, under the rules without the variant.  LookupError if there is none."""
        return examples.compared(game, self._left_out)

    def another(self, seed: int) -> "Lesson":
        """Return a fresh example, a random position where the clause matters; LookupError if none is found."""
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
        """Find a position where the clause matters, if possible as in this lesson: position, kind of goal, value."""
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
        """What is to be done, by language."""
        return self.says("task")

    @property
    def hint(self) -> Localized:
        """Help, by language."""
        return self.says("hint")

    @property
    def waits(self) -> bool:
        """Is something refused to be tried?"""
        return self.goal.wants_refusal

    @property
    def former(self) -> tuple[str, ...]:
        """The games of the series before this one, a word each."""
        return self.goal.former

    def is_here(self, game: Any) -> bool:
        """Is this game one from the lesson's position, under its rules?"""
        return (game.rules, str(game.start or "")) == self._begun

    @cached_property
    def _begun(self) -> tuple[Any, str]:
        """Its rule set and its position as the game prints it, read once: every view of a board asks."""
        game = self.game()
        return game.rules, str(game.start)

    def after(self, table: Any, move: str, refusal: Any) -> dict[str, Any] | None:
        """What to say after a reader's move, or a refused one.

        A legal move that leads away from the goal is put back, so that the reader can try again, unless it was a pass
        with nothing else to choose; a refused one is explained by the refusal, which the board shows.  Once the goal is
        met it is silent: the reader may play on.  So it is when the game has gone on for longer than the task (by a
        link, or by going back and forth), and when another position or other rules have been set up.
        """
        game = table.game
        if table.task_state == "right" or game.ply > self.moves or not self.is_here(game):
            return None
        met = self.goal.is_met(game) if refusal is None else self.goal.is_met_by_refusal(refusal, game, move)
        if met:
            return {"state": "right", "feedback": self.says("praise")}
        if refusal is not None:
            other = {"state": "wrong", "feedback": words.both("interface.task-other")}
            return other if self.goal.wants_refusal else None
        if _was_forced(game) and not self.waits:
            return None
        if self.goal.is_possible(game, self.moves - game.ply):
            return {"state": "open", "feedback": self.says("onward") or None}
        table.put_back()
        return {"state": "wrong", "feedback": self.says("nudge")}


def _was_forced(game: Any) -> bool:
    """Was the last move of a game a pass with nothing else to choose?"""
    move = game.undo()
    only = len(game.moves()) == 1
    game.play(move)
    return only and str(move).startswith("-")


# ---- the data --------------------------------------------------------------------------------------------------------


def _tables() -> dict[str, dict[str, Any]]:
    folder = files("rulebook").joinpath("tasks")
    found = {file.name[:-5]: file for file in folder.iterdir() if file.name.endswith(".toml")}
    of_games = {name: place.joinpath("tasks.toml") for name, place in words.game_folders().items()}
    found |= {name: file for name, file in of_games.items() if file.is_file()}
    return {stem: tomllib.loads(found[stem].read_text("utf-8")) for stem in sorted(found)}


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the order of the files.  ValueError if two have the same name."""
    found: dict[str, Lesson] = {}
    for stem, table in _tables().items():
        if stem == "clauses":
            continue
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
    """What is wrong with the tasks of a file: words, a clause, a position that cannot be, a goal out of reach."""
    for lesson in (one for one in lessons().values() if one.stem == stem):
        try:
            *map(lesson.says, ("task", "hint", "praise", "nudge")), words.clause_name(lesson.clause)
            if not lesson.goal.wants_refusal and not lesson.goal.is_possible(lesson.game(), lesson.moves):
                yield Trouble("task_goal", name=lesson.name, moves=lesson.moves)
        except (LookupError, TypeError, AttributeError, hedgekit.HedgekitError) as no:
            yield Trouble("task", name=lesson.name, why=no)


def lesson(name: str) -> Lesson:
    """The lesson of this name.  LookupError if there is none."""
    try:
        return lessons()[name]
    except KeyError:
        raise LookupError(f"there is no lesson {name!r}") from None


def lessons_of(clause: str) -> tuple[Lesson, ...]:
    """The lessons that show a clause, in order."""
    return tuple(found for found in lessons().values() if found.clause == clause)


@cache
def clauses() -> Mapping[words.Subject, Mapping[str, tuple[str, ...]]]:
    """Return the project's list of clauses: variant or game -> {"decides": clauses, "informs": clauses}."""
    return {
        _subject(subject): {
            kind: tuple(name for name, what in listed.items() if what == kind and re.fullmatch(r"\w+\.\w+", name))
            for kind in ("decides", "informs")
        }
        for subject, listed in words.listed_clauses().items()
    }
