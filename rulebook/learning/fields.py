"""The view fields of lessons, quizzes and classes."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from ..boards.fields import SheetView
from ..stage.localized import Localized


class LessonData(TypedDict):
    """A lesson on the strip."""

    name: Annotated[str, "name of its board"]
    title: Annotated[Localized, "its title"]


class CourseData(TypedDict):
    """Initial data of the strip of lessons."""

    lessons: Annotated[list[LessonData], "all lessons in order"]
    chapter: Annotated[str, "the chapter to continue with"]


class CourseView(SheetView):
    """View of the strip of lessons."""

    at: Annotated[int, "number of the lesson shown, from 1"]


class AboutView(TypedDict):
    """The subject of a question."""

    number: Annotated[int, "number of the variant, 0 for the base game"]
    title: Annotated[Localized | None, "its title"]


class AnswerView(TypedDict):
    """A possible answer."""

    label: Annotated[Localized, "its text"]
    cells: Annotated[list[str], "its cells on the board"]
    state: Annotated[Literal["", "right", "wrong"], "verdict once it has been chosen, else empty"]
    feedback: Annotated[Localized | None, "feedback once it has been chosen"]


class QuizView(SheetView):
    """View of a quiz."""

    asked: Annotated[int, "number of the current question, from 1"]
    done: Annotated[int, "number of questions answered"]
    right: Annotated[int, "number answered right at the first try"]
    answered: Annotated[bool, "whether the current question is answered"]
    kind: Annotated[str, "kind of question"]
    about: Annotated[AboutView, "its subject"]
    text: Annotated[Localized, "the question"]
    prompt: Annotated[Localized, "prompt of the position"]
    svg: Annotated[str, "picture of the position"]
    box: Annotated[list[float], "width and height of its viewBox"]
    turns: Annotated[bool, "whether it is turned upright on a narrow page"]
    position: Annotated[Localized, "the position in words, for screen readers"]
    cells: Annotated[Mapping[str, list[float]], "cell of an answer -> x, y, width, height"]
    options: Annotated[list[AnswerView], "possible answers"]
    last: Annotated[int | None, "index of the answer chosen last"]


class ClassTask(TypedDict):
    """A task of the book."""

    name: Annotated[str, "name used in links"]
    about: Annotated[Localized, "title of its variant or game"]
    text: Annotated[Localized, "the question"]


class ClassData(TypedDict):
    """Initial data of class mode."""

    most: Annotated[int, "most tasks a class can have"]
    tasks: Annotated[list[ClassTask], "tasks to choose from"]
    near: Annotated[str, "local network address if the book is served there, else empty"]


class ClassView(SheetView):
    """View of class mode."""

    questions: Annotated[list[Localized], "questions of the chosen tasks"]
    at: Annotated[int, "number of the task on the board, from 1; 0 for none"]
    code: Annotated[str, "the link's QR code as an SVG path; empty until requested"]
    side: Annotated[int, "width of the code in modules, quiet zone included"]
    page: Annotated[str, "printable tasks as HTML; empty until requested"]
    pictures: Annotated[Mapping[str, str], "task name -> picture of its position, for the last request"]
