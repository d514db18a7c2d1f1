"""The sheet for a class: a teacher chooses tasks and gets a link, its QR code and a printout; pupils solve them.

The link holds the names of the book's tasks and puzzles, and the full text of tasks posed by the teacher
(`boards/tasks.py`).  Each browser remembers what was solved in it; nothing is sent anywhere.
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
from ..stage.localized import book_text
from ..stage.messages import ANY, Action, Actions, InvalidMessage, UserError, number, text, texts
from ..text import words
from ..text.words import Localized
from .fields import ClassData, ClassTask, ClassView
from .lessons import Lesson, lessons

PART = "classroom"
MOST = 10  # tasks in a class
LONGEST = 2900  # characters in a link: a QR code holds 2953 bytes
QUIET = 4  # width of the quiet zone in modules (ISO/IEC 18004)
ANSWERS = texts(LONGEST)
FIELDS = ("rules", "position", "question", "answers")

Task = Lesson | Posed | Find


class ClassRoom(Sheet):
    """The sheet of a class.  `sheet.tasks` come from the link, or are the teacher's choice."""

    CODES = (sheet_code(PART, __file__, PART), board.CODE)

    def __init__(self) -> None:
        self.tasks: tuple[Task, ...] = ()
        known: ClassData = {"most": MOST, "tasks": [*map(_choice, lessons().values()), *_puzzles()], "near": _address()}
        view: ClassView = {"questions": [], "at": 0, "code": "", "side": 0, "page": "", "pictures": {}}
        super().__init__(known, view)

    def _take(self, tasks: object) -> Mapping[str, Any]:
        """Set the tasks of the class, each a name from the book or a posed task as links encode it."""
        self.tasks = ()
        if not isinstance(tasks, list) or not 1 <= len(tasks) <= MOST:
            raise InvalidMessage
        self.tasks = tuple(_task(one) for one in tasks)
        return {"questions": [one.text for one in self.tasks], "at": 0, "code": "", "side": 0, "page": ""}

    def _open(self, which: int) -> Mapping[str, Any]:
        """Put a task on the board."""
        if which > len(self.tasks):
            raise UserError(book_text(f"{PART}.cut-off"))
        task = self.tasks[which - 1]
        seats = task.seats if isinstance(task, Lesson) else None
        self.place("left", Table(task.game(), seats=seats, task=task, name=f"class-{which}"))
        return {"at": which}

    def _look(self, names: Sequence[str]) -> Mapping[str, Any]:
        """Draw the positions of some tasks, for the teacher to choose from."""
        games = {name: _task(name).game() for name in names[:MOST]}
        return {"pictures": {name: draw(game, prefix=f"o-{name}", standalone=False) for name, game in games.items()}}

    def _code(self, address: str) -> Mapping[str, Any]:
        """Draw an address as a QR code."""
        import segno  # only teachers need it

        try:
            code = segno.make_qr(address, error="l", boost_error=False)
        except segno.DataOverflowError:
            raise UserError(book_text(f"{PART}.too-long")) from None
        rows = [list(row) for row in code.matrix]
        path = "".join(
            f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
        )
        return {"code": path, "side": len(rows) + 2 * QUIET}

    def _page(self) -> Mapping[str, Any]:
        """Return the printable tasks."""
        return {"page": words.prose(lambda lang: "".join(_print(k, one, lang) for k, one in enumerate(self.tasks, 1)))}

    ACTIONS: ClassVar[Actions] = {
        "take": Action(_take, tasks=ANY),
        "look": Action(_look, names=texts(40)),
        "open": Action(_open, which=number(1)),
        "code": Action(_code, address=text(LONGEST)),
        "page": Action(_page),
    }

    def __repr__(self) -> str:
        return f"ClassRoom({len(self.tasks)} tasks)"


def _print(place: int, task: Task, lang: str) -> str:
    """Return a task for printing: the question, whose move it is, the position, and a line for the answer."""
    game = task.game()
    asked = f"<h3>{place}. {escape(task.text[lang])}</h3><p>{escape(words.typeset(game.prompt(lang), lang))}</p>"
    picture = draw(game, prefix=f"paper-{lang}-{place}")
    return f'<section class="hl-paper">{asked}{picture}<p class="hl-answer"></p></section>'


def _address() -> str:
    """Return this machine's local network address if the book is served there, else an empty string."""
    if not os.environ.get("RULEBOOK_NEAR"):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # TEST-NET-1: nothing is sent, but a route and so a local address is chosen
            return str(way.getsockname()[0])
        except OSError:
            return ""


def _choice(one: Lesson) -> ClassTask:
    subject = one.subject
    if isinstance(subject, int):
        about = words.of_variant(subject, "title")
    else:
        about = Localized.of(lambda lang: words.chapters(lang)[words.chapters_of_games()[subject]]["title"])
    return {"name": one.name, "about": about, "text": one.text}


def _puzzles() -> Iterator[ClassTask]:
    """Yield the book's puzzles, each with the title of its variant."""
    for name in puzzles.sets():
        about = words.of_variant(int(name), "title")
        for one in puzzles.puzzles(name):
            yield {"name": one.key, "about": about, "text": book_text(f"{PART}.puzzle", **graded(one))}


def _task(one: object) -> Task:
    """Read a task: a name from the book, or a posed one.  InvalidMessage for neither, UserError for an invalid one."""
    if isinstance(one, str):
        try:
            return lessons()[one] if one in lessons() else replace(puzzle_task(puzzles.puzzle(one)), returns=False)
        except HedgekitError:
            raise InvalidMessage from None
    if not isinstance(one, Mapping) or set(one) != set(FIELDS):
        raise InvalidMessage
    rules, position, question, answers = (one[field] for field in FIELDS)
    if not all(isinstance(part, str) for part in (rules, position, question)) or not ANSWERS.accepts(answers):
        raise InvalidMessage
    return pose(rules, position, question, answers)
