"""The sheet for a class: a teacher chooses tasks and gets one link, its QR code and a printout; pupils solve them.

The link carries the names of the book's tasks and puzzles, and the whole of a task that a teacher posed
(`boards/tasks.py`).  Each browser remembers what was solved there; nothing is sent anywhere.
"""

import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, ClassVar

from hedgekit.study import puzzles
from hedgekit.text.errors import HedgekitError

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..boards.tasks import Find, Posed, graded, pose, puzzle_task
from ..picture.svg import draw
from ..stage.messages import ANY, Action, Actions, No, Unclear, number, text, texts
from ..stage.say import book
from ..text import words
from ..text.words import Words
from .fields import ClassData, ClassTask, ClassView
from .lessons import Lesson, lessons

PART = "classroom"
MOST = 10  # tasks of a class
LONGEST = 2900  # characters of a link: a QR code has room for 2953 bytes
QUIET = 4  # modules around a code, as ISO/IEC 18004 wants it
ANSWERS = texts(LONGEST)
FIELDS = ("rules", "position", "question", "answers")

Task = Lesson | Posed | Find


class ClassRoom(Sheet):
    """The sheet of a class.  `sheet.tasks` are those of the link, or of the teacher's choice."""

    CODES = (sheet_code(PART, __file__, PART), board.CODE)

    def __init__(self) -> None:
        self.tasks: tuple[Task, ...] = ()
        known: ClassData = {"most": MOST, "tasks": [*map(_known, lessons().values()), *_puzzles()], "near": _near()}
        view: ClassView = {"questions": [], "at": 0, "code": "", "side": 0, "page": "", "pictures": {}}
        super().__init__(known, view)

    def _take(self, tasks: object) -> Mapping[str, Any]:
        """Take these tasks, each by its name in the book or as a link carries a posed one."""
        self.tasks = ()
        if not isinstance(tasks, list) or not 1 <= len(tasks) <= MOST:
            raise Unclear
        self.tasks = tuple(_task(one) for one in tasks)
        return {"questions": [one.text for one in self.tasks], "at": 0, "code": "", "side": 0, "page": ""}

    def _open(self, which: int) -> Mapping[str, Any]:
        """Put a task on the board."""
        if which > len(self.tasks):
            raise No(book(f"{PART}.cut-off"))
        task = self.tasks[which - 1]
        seats = task.seats if isinstance(task, Lesson) else None
        self.place("left", Table(task.game(), seats=seats, task=task, name=f"class-{which}"))
        return {"at": which}

    def _look(self, names: Sequence[str]) -> Mapping[str, Any]:
        """Draw some tasks of the book, to be chosen from."""
        games = {name: _task(name).game() for name in names[:MOST]}
        return {"pictures": {name: draw(game, prefix=f"o-{name}", standalone=False) for name, game in games.items()}}

    def _code(self, address: str) -> Mapping[str, Any]:
        """Draw an address as a QR code."""
        import segno  # no reader but a teacher needs it

        try:
            code = segno.make_qr(address, error="l", boost_error=False)
        except segno.DataOverflowError:
            raise No(book(f"{PART}.too-long")) from None
        rows = [list(row) for row in code.matrix]
        path = "".join(
            f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
        )
        return {"code": path, "side": len(rows) + 2 * QUIET}

    def _page(self) -> Mapping[str, Any]:
        """Write the tasks on paper."""
        return {"page": words.prose(lambda lang: "".join(_paper(k, one, lang) for k, one in enumerate(self.tasks, 1)))}

    ACTIONS: ClassVar[Actions] = {
        "take": Action(_take, tasks=ANY),
        "look": Action(_look, names=texts(40)),
        "open": Action(_open, which=number(1)),
        "code": Action(_code, address=text(LONGEST)),
        "page": Action(_page),
    }

    def __repr__(self) -> str:
        return f"ClassRoom({len(self.tasks)} tasks)"


def _paper(place: int, task: Task, lang: str) -> str:
    """Print a task: the question, whose move it is, the position, and a line for the answer."""
    game = task.game()
    asked = f"<h3>{place}. {escape(task.text[lang])}</h3><p>{escape(words.typeset(game.prompt(lang), lang))}</p>"
    picture = draw(game, prefix=f"paper-{lang}-{place}")
    return f'<section class="hl-paper">{asked}{picture}<p class="hl-answer"></p></section>'


def _near() -> str:
    """Return the address of this machine in its own network if the book is served there; else an empty text."""
    if not os.environ.get("RULEBOOK_NEAR"):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # where nobody is: nothing is sent, the way there is chosen
            return str(way.getsockname()[0])
        except OSError:
            return ""


def _known(one: Lesson) -> ClassTask:
    subject = one.subject
    if isinstance(subject, int):
        about = words.of_variant(subject, "title")
    else:
        about = Words.of(lambda lang: words.chapters(lang)[words.chapters_of_games()[subject]]["title"])
    return {"name": one.name, "about": about, "text": one.text}


def _puzzles() -> Iterator[ClassTask]:
    """The puzzles of the book, each set under its variant."""
    for name in puzzles.sets():
        about = words.of_variant(int(name), "title")
        for one in puzzles.puzzles(name):
            yield {"name": one.key, "about": about, "text": book(f"{PART}.puzzle", **graded(one))}


def _task(one: object) -> Task:
    """Read a task: one of the book's by name, or a posed one.  Unclear for neither, No for an invalid one."""
    if isinstance(one, str):
        try:
            return lessons()[one] if one in lessons() else replace(puzzle_task(puzzles.puzzle(one)), returns=False)
        except HedgekitError:
            raise Unclear from None
    if not isinstance(one, Mapping) or set(one) != set(FIELDS):
        raise Unclear
    rules, position, question, answers = (one[field] for field in FIELDS)
    if not all(isinstance(part, str) for part in (rules, position, question)) or not ANSWERS.fits(answers):
        raise Unclear
    return pose(rules, position, question, answers)
