"""The sheet of a quiz: a position, a question, possible answers, and further questions."""

import random
from collections.abc import Iterable
from typing import ClassVar

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..picture.drawing import drawing_of
from ..picture.svg import draw
from ..stage.localized import engine_text
from ..stage.messages import Action, Actions, InvalidMessage, number
from ..text import words
from ..text.words import Localized
from .fields import QuizView
from .questions import Question, question, rules_for

BEGINNINGS = 8  # questions considered for the first one


class Quiz(Sheet):
    """A quiz about variants, or about the base game if none is named.

    seed: decides the first question; source: draws the others.  `sheet.question` is the current question.
    LookupError for a variant without questions.
    """

    CODES = (sheet_code("quiz", __file__, "quizzes"), board.CODE)

    def __init__(self, variants: Iterable[int] = (), seed: int = 1, source: random.Random | None = None) -> None:
        self.variants = tuple(variants) or (0,)
        self._source = source or random.Random()
        self._asked = self._answered = self._solved = 0
        for variant in self.variants:
            rules_for(variant)
        self._ask(self._first(seed))
        super().__init__({"name": "-".join(map(str, self.variants))})
        self.name = f"quiz-{self.data['name']}"
        self.refresh()

    def _first(self, seed: int) -> Question:
        """Return the first question, preferably about what a variant changes."""
        chance = random.Random(seed)
        found = [question(chance.choice(self.variants), seed)]
        while found[-1].kind not in ("variant", "score") and len(found) < BEGINNINGS and self.variants != (0,):
            found.append(question(chance.choice(self.variants), seed + len(found)))
        return found[-1]

    def _ask(self, asked: Question) -> None:
        self.question = asked
        self._tried: list[int] = []
        self._asked += 1

    @property
    def is_answered(self) -> bool:
        """Whether the right answer has been chosen."""
        return any(self.question.options[k].right for k in self._tried)

    def current_view(self) -> QuizView:
        """Return the question, with the verdicts on the answers chosen so far."""
        game = self.question.game()
        drawing, position = drawing_of(game), game.position
        layout = drawing.layout(position, game.rules)
        options = self.question.options
        stands = [layout.cells[square].label for square in position.stacks if square in layout.cells]
        beside = drawing.summary(position, game.rules)
        n = self.question.number
        return {
            "asked": self._asked, "done": self._answered, "right": self._solved, "answered": self.is_answered,
            "kind": self.question.kind,
            "about": {"number": n, "title": words.of_variant(n, "title") if n else None},
            "text": self.question.asked, "prompt": engine_text(game.prompt),
            "svg": draw(game, prefix=f"quiz-{self.data['name']}", standalone=False), "box": list(layout.box),
            "turns": drawing.turns_upright,
            "position": Localized.joined([*stands, beside], "; "),
            "cells": {
                cell: [getattr(layout.cells[cell], side) for side in "xywh"]
                for option in options
                for cell in option.cells
                if cell in layout.cells
            },
            "options": [
                {
                    "label": option.label, "cells": list(option.cells),
                    "state": ("right" if option.right else "wrong") if k in self._tried else "",
                    "feedback": option.feedback if k in self._tried else None,
                }
                for k, option in enumerate(options)
            ],
            "last": self._tried[-1] if self._tried else None,
        }  # fmt: skip

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _answer(self, option: int, asked: int) -> None:
        """Choose an answer.  The right one completes the question."""
        if option >= len(self.question.options):
            raise InvalidMessage
        if asked != self._asked or self.is_answered:
            return  # a second quick click, meant for the previous question
        if option not in self._tried:
            self._tried.append(option)
            self._answered += self.is_answered
            self._solved += self.is_answered and len(self._tried) == 1

    def _another(self) -> None:
        """Ask another question."""
        before = self.question
        for _ in range(4):
            found = question(self._source.choice(self.variants), self._source.randrange(1 << 30))
            if (found.kind, found.number) != (before.kind, before.number):
                break
        else:
            if found.at == before.at:
                raise InvalidMessage
        self._ask(found)

    ACTIONS: ClassVar[Actions] = {
        "answer": Action(_answer, option=number(0), asked=number(1, 1 << 30)),
        "another": Action(_another),
    }

    def picture(self, plain: bool = False) -> str:
        """Return the position as an SVG document, as a board does."""
        return draw(self.question.game(), prefix=f"still-{self.name}", plain=plain)

    def __repr__(self) -> str:
        about = "+".join(map(str, self.variants))
        return f"Quiz({about}: {self.question.kind}, {len(self.question.options)} answers)"
