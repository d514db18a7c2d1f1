"""The sheet with ten short lessons on one board, the last of them the end of a game.

Nine are tasks of `rulebook/tasks/course.toml`.  None is locked; the browser remembers which are done, and asks for the
lesson to show.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import hedgekit

from ..boards import board
from ..boards.fields import View
from ..boards.sheet import Sheet, sheet_code
from ..boards.state import TableState
from ..boards.table import Table
from ..boards.tasks import Task
from ..picture.svg import draw
from ..stage.messages import Action, Actions, InvalidMessage, number
from ..text import words
from ..text.words import Localized
from .fields import CourseData, CourseView, LessonData
from .lessons import Lesson, lessons

STEM = "course"
GAME = "first-game"
SEATS = ("reader", "greedy")
LAST = "g2=A1 f5=A2 e3=B1 f6=B2 home=A3A4B3B4 turn=A step=roll"  # two dozen taps before the end


def course_lessons() -> tuple[Lesson, ...]:
    """Return the lessons before the last, in order."""
    return tuple(found for found in lessons().values() if found.stem == STEM)


class ToTheEnd(Task):
    """The task of playing a game to its end, whoever wins."""

    keeps = True

    @property
    def text(self) -> Localized:
        """The task, by language."""
        return words.both(f"{STEM}.game.task")

    @property
    def hint(self) -> Localized:
        """The hint, by language."""
        return words.both(f"{STEM}.game.hint")

    def is_here(self, game: Any) -> bool:
        """Return whether this is the base game for two: a link or file may have loaded another."""
        return bool(game.rules == hedgekit.rules("0", players=len(SEATS)))

    def after(self, table: TableState, move: str, refusal: Any) -> Mapping[str, Any] | None:
        """Return None: no move before the end is right or wrong."""
        return None


class GameTable(Table):
    """The table of the last lesson.  Its task ends with the game, solved if the reader won."""

    def view(self, sequence_number: int = 0) -> View:
        """Return the view of the table; the end of the game ends the task."""
        if self.game.is_over and self.has_open_task():
            won = "A" in self.game.winners
            self.task_state, self.solved_at = "right" if won else "over", self.game.ply
            self.feedback = words.both(f"{STEM}.game.{'won' if won else 'lost'}")
        return super().view(sequence_number)


class Course(Sheet):
    """The sheet of lessons.  `sheet.at`: number of the current lesson, from 1; `sheet.table`: its table."""

    CODES = (sheet_code("course", __file__, STEM), board.CODE)

    def __init__(self) -> None:
        self.lessons = course_lessons()
        self.at = 1
        names = [*(found.name for found in self.lessons), GAME]
        self.names = tuple(names)
        listed: list[LessonData] = [{"name": name, "title": words.both(f"{STEM}.titles.{name}")} for name in names]
        known: CourseData = {"lessons": listed, "chapter": "09-tonight.ipynb"}
        super().__init__(known, {"at": 1})
        self.turn_to(1)

    @property
    def table(self) -> Table:
        """The table of the current lesson."""
        return self.tables["left"]

    def turn_to(self, at: int) -> None:
        """Put the table of a lesson on the sheet."""
        self.at = at
        if at > len(self.lessons):
            game = hedgekit.Game.from_text(hedgekit.rules("0", players=len(SEATS)), LAST)
            table: Table = GameTable(game, seats=SEATS, task=ToTheEnd(), name=GAME)
        else:
            found = self.lessons[at - 1]
            table = Table(found.game(), seats=found.seats, task=found, name=found.name)
        self.place("left", table)

    def _open(self, lesson: int) -> CourseView:
        """Open a lesson; the current one starts over."""
        if lesson > len(self.names):
            raise InvalidMessage
        self.turn_to(lesson)
        return {"at": self.at}

    ACTIONS: ClassVar[Actions] = {"open": Action(_open, lesson=number(1))}

    def picture(self, plain: bool = False) -> str:
        """Return the position as an SVG document, as a board does."""
        return draw(self.table.game, prefix=f"still-{self.table.name}", plain=plain)

    def __repr__(self) -> str:
        return f"Course(lesson {self.at} of {len(self.names)}: {self.table.name})"
