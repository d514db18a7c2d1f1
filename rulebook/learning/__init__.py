"""Learning the game: sheets that let readers act first and ask questions afterwards.

course_sheet.py  course(): ten short lessons, the last of them a whole game
quiz_sheet.py    quiz(6, 7): any number of questions about positions under these variants
class_sheet.py   classroom(): a teacher's tasks behind one link
questions.py     the questions, without widgets; the engine supplies options and answers (question_kinds.py)

The functions make widgets, and import their modules when called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .class_sheet import ClassRoom
    from .course_sheet import Course
    from .quiz_sheet import Quiz

__all__ = ["classroom", "course", "quiz"]


def classroom() -> "ClassRoom":
    """Make the sheet for a class, where a teacher chooses tasks and shares them."""
    from .class_sheet import ClassRoom

    return ClassRoom()


def course() -> "Course":
    """Make the sheet with the ten lessons of "Start here"."""
    from .course_sheet import Course

    return Course()


def quiz(*variants: int, seed: int = 1) -> "Quiz":
    """Make a quiz about these variants, or the base game; seed: of the first question.  LookupError if impossible."""
    from .quiz_sheet import Quiz

    return Quiz(variants, seed)
