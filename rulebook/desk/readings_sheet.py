"""The sheet that shows both readings of an open question on two boards."""

import re
from typing import Any, ClassVar

import hedgekit
from rulebook.boards import board
from rulebook.boards.sheet import Sheet
from rulebook.boards.table import Table
from rulebook.collation.witness import Players
from rulebook.picture.svg import draw
from rulebook.stage.localized import engine_text
from rulebook.stage.messages import Action, Actions, InvalidMessage, text
from rulebook.text import words
from rulebook.text.words import Localized

from .fields import DiffersView, OnlyMoveView, PartingView, QuestionsData, ReadingsView, ReadingView
from .readings import Switch, example_game, only_moves, parting, question_and_answer, question_text, switch, switches
from .session import ui
from .widget import code

SIDES = ("left", "right")
SHOWN = 4  # moves shown that only one reading allows, per reading


class BothReadings(Sheet):
    """Two readings of a question on two boards, with the same position and dice.

    question: an id of `readings.switches`, such as "12-a".  LookupError if there is no such switch.
    `found`: where the readings diverge, None for a question or clause that the text alone answers.
    """

    CODES = (code("readings_sheet"), board.CODE)

    def __init__(self, question: str) -> None:
        super().__init__({"choices": choices()})
        self._select(question)
        self._set_up()
        self.refresh()

    def _select(self, question: str) -> None:
        self.switch: Switch | None = switch(question)
        self.rules = self.switch.rule_sets()
        self.question = question
        self.found = parting(self.switch)

    def _game(self, k: int) -> Any:
        """Return a fresh copy of the game of a reading, at the position where they diverge."""
        if self.switch is None:
            return example_game(self.question)
        if self.found is None:
            return hedgekit.Game(self.rules[k], seed=1)
        game = self.found.games[k]
        return hedgekit.Game.from_text(game.rules, str(game), seed=1)

    def _set_up(self) -> None:
        for k, side in enumerate(SIDES):
            self.place(side, Table(self._game(k), name=f"reading-{k}"))
        self.is_played = False

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _choose(self, question: str) -> None:
        if question in switches():
            self._select(question)
            self._set_up()
        elif self._is_open(question):
            self.question, self.switch, self.found = question, None, None
            self._set_up()
        else:
            raise InvalidMessage

    @staticmethod
    def _is_open(name: str) -> bool:
        """Return whether this is a question that the text alone answers, or a clause."""
        return any(name in names for _, names in questions()) or _clause_text(name) is not None

    def _play(self) -> None:
        if self.found and self.found.move and not self.is_played:
            self._set_up()  # the user may have played on either board
            for side, table in self.tables.items():
                table.play(self.found.move)
                self.place(side, table)
            self.is_played = True

    def _back(self) -> None:
        if self.found:
            self._set_up()

    ACTIONS: ClassVar[Actions] = {
        "choose": Action(_choose, question=text(60)),
        "play": Action(_play),
        "back": Action(_back),
    }

    # ---- view --------------------------------------------------------------------------------------------------------

    def current_view(self) -> ReadingsView:
        """Return the texts of both readings, and where they diverge."""
        return {
            "question": self.question,
            "words": question_and_answer(self.question) or _clause_text(self.question),
            "readings": self._readings(),
            "parting": self._parting(),
            "played": self.is_played,
        }

    def _readings(self) -> list[ReadingView]:
        """Return the rule set of each reading, and the book's text for the value of the option."""
        one = self.switch
        if one is None:
            return []
        shown: list[ReadingView] = []
        for k, value in enumerate(one.values):
            stem = words.file_of(one.number)
            keys = (
                f"{stem}.options.{one.option}.{value}",
                f"{stem}.options.{one.option}",
                f"desk.values.{one.id}.{value}",
                f"desk.otherwise.{one.id}",
            )
            answer = next((words.both(key) for key in keys if words.has(key)), None)
            if not one.option and not k:
                answer = answer_text(one.id)
            elif k and answer and not words.has(keys[0]) and one.option:  # any value may be agreed on
                agreed = words.both("desk.values.agreed").filled(value=value.replace(",", ", "))
                answer = Localized.joined([answer, agreed])
            shown.append({"rules": str(self.rules[k]) if one.option else "", "text": answer})
        return shown

    def _parting(self) -> PartingView | None:
        found = self.found
        if found is None:
            return None
        return {
            "kind": found.kind,
            "seed": found.seed,
            "ply": found.ply,
            "move": found.move,
            "sides": [self._consequences(k) for k in (0, 1)],
            "unit": "series" if found.switch.of_series else "game",
            "games": found.counted,
        }

    def _consequences(self, k: int) -> DiffersView:
        """Return the consequences of a reading where the other differs."""
        found = self.found
        assert found
        games = self._game(k), self._game(1 - k)
        side: DiffersView = {"only": [], "many": 0, "narration": None, "then": None, "standing": None}
        only = found.only[k]
        if found.move:
            for game in games:
                game.play(found.move)
            side["narration"] = engine_text(games[0].narrate)
            if games[0].narrate() == games[1].narrate():  # the same move, but the game continues differently
                side["then"] = engine_text(games[0].prompt)
                only = only_moves(games)[0]
        side["only"] = [_only_move_view(move, games[1]) for move in only[:SHOWN]]
        side["many"] = len(only)
        if found.standing:
            side["standing"] = found.standing[k]
        return side

    def picture(self, plain: bool = False) -> str:
        """Return the position under the first reading as an SVG document, as a board does."""
        return draw(self.tables[SIDES[0]].game, prefix="still-reading-0", plain=plain)

    def __repr__(self) -> str:
        where = f"{self.found.kind} at ply {self.found.ply}" if self.found else "no difference found"
        return f"BothReadings({self.question}: {where})"


def _only_move_view(move: str, other: Any) -> OnlyMoveView:
    """Return a move that only one reading allows, and why it is illegal in the other game."""
    refusal = other.why(move)
    return {"move": move, "why": engine_text(refusal.text) if refusal else None}


def _clause_text(name: str) -> Localized | None:
    """Return the text of a clause and the recommended numbers of players; None if it is no clause."""
    number = next((n for n in hedgekit.VARIANTS if name in words.clauses(n)), None)
    if number is None:
        return None
    variant = hedgekit.VARIANTS[number]
    advice = ui("recommended", players=Players(variant.advised, variant.bracketed))
    return Localized.joined([words.both(f"{words.file_of(number)}.clauses.{name}"), advice])


def questions() -> list[tuple[int, tuple[str, ...]]]:
    """Return the open questions by variant, with and without a switch."""
    found = []
    for variant in hedgekit.VARIANTS:
        keys = words.table(words.file_of(variant), words.SOURCE)
        names = [key.partition(".")[2] for key in keys if key.startswith("readings.")]
        names += [one.id for one in switches().values() if one.number == variant and one.id not in names]
        if names:
            found.append((variant, tuple(names)))
    return found


def answer_text(question: str) -> Localized | None:
    """Return the book's answer to a question, without the question in bold before it."""
    entry = question_and_answer(question)
    return entry.each(lambda text: re.sub(r"\A\*\*.+?\*\*\s*", "", text, flags=re.DOTALL)) if entry else None


def choices() -> list[QuestionsData]:
    """Return all questions by variant, with their texts, and whether they can be played."""
    return [
        {
            "number": number,
            "title": words.of_variant(number, "title"),
            "questions": [{"id": name, "asks": question_text(name), "plays": name in switches()} for name in names],
        }
        for number, names in questions()
    ]
