"""The fields of what lessons, quizzes and classes show."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from ..boards.fields import SheetView
from ..stage.localized import Localized


class LessonData(TypedDict):
    """A lesson of the strip."""

    name: Annotated[str, "of its board"]
    title: Annotated[Localized, "what it is called"]


class CourseData(TypedDict):
    """What the strip of lessons knows from the start."""

    lessons: Annotated[list[LessonData], "in order"]
    chapter: Annotated[str, "where to go on afterwards"]


class CourseView(SheetView):
    """What the strip of lessons shows."""

    at: Annotated[int, "the lesson shown, from 1"]


class AboutView(TypedDict):
    """What a question is about."""

    number: Annotated[int, "of the variant, 0 for the base game"]
    title: Annotated[Localized | None, "its name"]


class AnswerView(TypedDict):
    """An answer to choose."""

    label: Annotated[Localized, "what it says"]
    cells: Annotated[list[str], "where it is on the board"]
    state: Annotated[Literal["", "right", "wrong"], "what came of choosing it; empty for one that was not chosen"]
    said: Annotated[Localized | None, "what is said to it then"]


class QuizView(SheetView):
    """What a quiz shows."""

    asked: Annotated[int, "number of the question, from 1"]
    done: Annotated[int, "questions answered"]
    right: Annotated[int, "of these with the first answer"]
    answered: Annotated[bool, "is this one?"]
    kind: Annotated[str, "of the question"]
    about: Annotated[AboutView, "what it is about"]
    text: Annotated[Localized, "the question"]
    prompt: Annotated[Localized, "what is asked of the players in the position"]
    svg: Annotated[str, "the picture of it"]
    box: Annotated[list[float], "width and height of its viewBox"]
    turns: Annotated[bool, "is it turned upright on a narrow page?"]
    position: Annotated[Localized, "the position, to be read aloud"]
    cells: Annotated[Mapping[str, list[float]], "cells of the answers: x, y, width, height"]
    options: Annotated[list[AnswerView], "the answers"]
    last: Annotated[int | None, "the answer chosen last"]


class ClassTask(TypedDict):
    """A task of the book."""

    name: Annotated[str, "as links have it"]
    about: Annotated[Localized, "its variant or game"]
    text: Annotated[Localized, "the question"]


class ClassData(TypedDict):
    """What class mode knows from the start."""

    most: Annotated[int, "tasks of a class"]
    tasks: Annotated[list[ClassTask], "to choose from"]
    near: Annotated[str, "the address of this machine in its network, where the book is served there; else empty"]


class ClassView(SheetView):
    """What class mode shows."""

    questions: Annotated[list[Localized], "of the tasks that were taken"]
    at: Annotated[int, "the one on the board, from 1; 0 for none"]
    code: Annotated[str, "the link as a QR code: a path of squares; empty until asked for"]
    side: Annotated[int, "of the code, with the quiet zone around it"]
    page: Annotated[str, "the tasks on paper, as markup; empty until asked for"]
    pictures: Annotated[Mapping[str, str], "name of a task to choose -> its position, of those asked for last"]
