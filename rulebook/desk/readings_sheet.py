"""The sheet with both readings of an open question: one is chosen, and stands on two boards."""

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
from .readings import Switch, asked, only_moves, parting, place_of, switch, switches, words_of
from .session import ui
from .widget import code

SIDES = ("left", "right")
SHOWN = 4  # moves that only one reading allows, of each


class BothReadings(Sheet):
    """Two readings of a question on two boards, with the same position and dice.

    question: an id of `readings.switches`, such as "12-a".  LookupError if there is no such switch.
    `found`: where the readings part, None for a question or clause that the text alone answers.
    """

    CODES = (code("readings_sheet"), board.CODE)

    def __init__(self, question: str) -> None:
        super().__init__({"choices": choices()})
        self._take(question)
        self._set_up()
        self.refresh()

    def _take(self, question: str) -> None:
        self.switch: Switch | None = switch(question)
        self.rules = self.switch.both()
        self.question = question
        self.found = parting(self.switch)

    def _game(self, k: int) -> Any:
        """A fresh copy of the game of a reading, at the place where they part."""
        if self.switch is None:
            return place_of(self.question)
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
            self._take(question)
            self._set_up()
        elif self._is_open(question):
            self.question, self.switch, self.found = question, None, None
            self._set_up()
        else:
            raise InvalidMessage

    @staticmethod
    def _is_open(name: str) -> bool:
        """Is this a question that the text alone answers, or a clause?"""
        return any(name in names for _, names in questions()) or _of_clause(name) is not None

    def _play(self) -> None:
        if self.found and self.found.move and not self.is_played:
            self._set_up()  # a reader may have played on one of them, or on both
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

    # ---- showing -----------------------------------------------------------------------------------------------------

    def current_view(self) -> ReadingsView:
        """What both readings say, and where they part."""
        return {
            "question": self.question,
            "words": words_of(self.question) or _of_clause(self.question),
            "readings": self._readings(),
            "parting": self._parting(),
            "played": self.is_played,
        }

    def _readings(self) -> list[ReadingView]:
        """Of each reading: the rule set, and what the book says of the option's value."""
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
            says = next((words.both(key) for key in keys if words.has(key)), None)
            if not one.option and not k:
                says = answer_of(one.id)
            elif k and says and not words.has(keys[0]) and one.option:  # any value may be agreed on
                agreed = words.both("desk.values.agreed").filled(value=value.replace(",", ", "))
                says = Localized.joined([says, agreed])
            shown.append({"rules": str(self.rules[k]) if one.option else "", "says": says})
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
            "sides": [self._differs(k) for k in (0, 1)],
            "unit": "series" if found.switch.of_series else "game",
            "games": found.counted,
        }

    def _differs(self, k: int) -> DiffersView:
        """What one reading does where the other does not."""
        found = self.found
        assert found
        games = self._game(k), self._game(1 - k)
        side: DiffersView = {"only": [], "many": 0, "told": None, "then": None, "standing": None}
        only = found.only[k]
        if found.move:
            for game in games:
                game.play(found.move)
            side["told"] = engine_text(games[0].narrate)
            if games[0].narrate() == games[1].narrate():  # the move looks alike: what differs is how the game goes on
                side["then"] = engine_text(games[0].prompt)
                only = only_moves(games)[0]
        side["only"] = [_only(move, games[1]) for move in only[:SHOWN]]
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


def _only(move: str, other: Any) -> OnlyMoveView:
    """A move that one reading alone allows, and why the other game refuses it."""
    refusal = other.why(move)
    return {"move": move, "why": engine_text(refusal.text) if refusal else None}


def _of_clause(name: str) -> Localized | None:
    """What a clause says, and for how many players its variant is recommended; None for what is no clause."""
    number = next((n for n in hedgekit.VARIANTS if name in words.clauses(n)), None)
    if number is None:
        return None
    variant = hedgekit.VARIANTS[number]
    advice = ui("recommended", players=Players(variant.advised, variant.bracketed))
    return Localized.joined([words.both(f"{words.file_of(number)}.clauses.{name}"), advice])


def questions() -> list[tuple[int, tuple[str, ...]]]:
    """The questions of every variant of the book that leaves some open, those with a switch and those without."""
    found = []
    for variant in hedgekit.VARIANTS:
        keys = words.table(words.file_of(variant), words.SOURCE)
        names = [key.partition(".")[2] for key in keys if key.startswith("readings.")]
        names += [one.id for one in switches().values() if one.number == variant and one.id not in names]
        if names:
            found.append((variant, tuple(names)))
    return found


def answer_of(question: str) -> Localized | None:
    """What this book answers, without the question, which stands before it in bold."""
    said = words_of(question)
    return said.each(lambda text: re.sub(r"\A\*\*.+?\*\*\s*", "", text, flags=re.DOTALL)) if said else None


def choices() -> list[QuestionsData]:
    """All questions by variant: what each asks, and whether it can be played."""
    return [
        {
            "number": number,
            "title": words.of_variant(number, "title"),
            "questions": [{"id": name, "asks": asked(name), "plays": name in switches()} for name in names],
        }
        for number, names in questions()
    ]
