"""The sheet on which a rule is made: chosen from menus, or, in the box that a page keeps for it, run as code.

What comes of a rule is the same either way: what it goes with, a board, games against the base game, a sheet.
"""

import random
from collections.abc import Mapping
from typing import ClassVar

import hedgekit
from hedgekit import VARIANTS, extend
from hedgekit.games.race.variants import loading
from hedgekit.games.race.variants.outside import OUTSIDE
from hedgekit.games.race.variants.places import RuleError

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..choosing.contest import KINDS, Contest
from ..stage.messages import Deed, Deeds, Kind, No, Unclear, number, one_of, text
from ..stage.say import book
from ..text import words
from . import recipes
from .fields import MakeData, MakeView, TriedView
from .looking import goes, sheet

SEATS = (2, 3, 4, 5, 6)
GAMES = (20, 100, 500)
SEED = 1  # of the board
FILE = "rule.py"
"""What a rule that was made here is said to stand in, when a mistake in it is told."""
LONGEST = 20_000  # characters of code
NAME = 60  # characters of a rule's name
CHOSEN = Kind(
    lambda value: (
        isinstance(value, dict)
        and len(value) <= len(recipes.MENUS)
        and all(
            key in recipes.MENUS and answer in (recipes.USUAL, *recipes.MENUS[key]) for key, answer in value.items()
        )
    )
)
"""What was chosen from menus: question -> answer."""


def _known(runs: bool, given: bool) -> MakeData:
    plain = not (runs or given)
    return {
        "menus": {question: list(answers) for question, answers in recipes.MENUS.items()} if plain else {},
        "examples": recipes.worked() if plain else {},
        "seats": list(SEATS),
        "games": list(GAMES),
        "kinds": list(KINDS[:2]),
        "runs": runs,
        "given": given,
    }


class Making(Sheet):
    """The sheet of making a rule.

    number: a rule that was declared in this Python, to be shown; runs: follow messages that bring code, which only the
    box of a page may ask for.  RuleError for a number of which there is no rule.
    """

    SECONDS = 20.0
    CODES = (sheet_code("making", __file__, "making", also="compare"), board.CODE)

    def __init__(self, number: int | None = None, runs: bool = False) -> None:
        self.number: int | None = None
        self.players = 4
        self.contest: Contest | None = None
        self._chosen: dict[str, str] = {}
        self._code = ""
        self._run_number = 0
        self._runs = runs
        super().__init__(_known(runs, number is not None), {})
        if number is not None:
            if number not in OUTSIDE:
                raise RuleError("error.rule.undeclared", None, ("", 0), given=number)
            self._take(number)
        self.view = {"n": 0, **self._shown()}

    def _take(self, rule: int) -> None:
        """Show this rule; what is shown stays as it was if it fails."""
        extend.check(rule, games=10)
        seats = VARIANTS[rule].players
        players = self.players if self.players in seats else seats[0]
        rules = hedgekit.rules(str(rule), players)
        game = hedgekit.Game(rules, seed=SEED)
        table = Table(game, seats=["reader"] + ["greedy"] * (players - 1), name="making", source=random.Random(SEED))
        self.number, self.players, self.contest = rule, players, None
        self.place("left", table)

    def _shown(self) -> MakeView:
        rule, contest = self.number, self.contest
        return {
            "rule": rule,
            "title": None if rule is None else words.of_variant(rule, "title"),
            "sentence": None if rule is None else words.of_variant(rule, "sentence"),
            "code": self._code,
            "chosen": dict(self._chosen),
            "players": self.players,
            "goes": None if rule is None else goes(rule),
            "sheet": "" if rule is None else sheet(hedgekit.rules(str(rule), self.players)),
            "run": None if contest is None else self._run(contest),
        }

    def _run(self, contest: Contest) -> TriedView:
        return {
            "number": self._run_number,
            "done": contest.done,
            "total": contest.total,
            "over": contest.is_over,
            "figures": {lang: contest.figures(lang) for lang in words.LANGUAGES},
        }

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _make(self, chosen: Mapping[str, str], name: str) -> MakeView:
        """Make the rule that was chosen from menus."""
        code = recipes.code(chosen, name)
        if not code:
            raise No(book("making.making.nothing"))
        self._load(code)
        self._chosen, self._code = dict(chosen), code
        return self._shown()

    def _write(self, code: str) -> MakeView:
        """Run code that declares a rule; Unclear outside the box."""
        if not self._runs:
            raise Unclear
        self._load(code)
        return self._shown()

    def _load(self, code: str) -> None:
        """Load a rule and try it; one that fails leaves the one before in play."""
        before = loading.packed([self.number]) if self.number is not None else ()
        loading.unpacked([(FILE, code)])
        try:
            self._take(next(number for number, source in extend.loaded().items() if source == FILE))
        except BaseException:
            extend.unload(FILE)
            loading.unpacked(before)
            raise

    def _seats(self, players: int) -> MakeView:
        """Another number of players."""
        rule, before = self._there(), self.players
        self.players = players
        try:
            hedgekit.rules(str(rule), players)
            self._take(rule)
        except BaseException:
            self.players = before
            raise
        return self._shown()

    def _start(self, kind: str, games: int) -> MakeView:
        """Begin to play games of the base game and of the rule."""
        sides = [hedgekit.rules(one, self.players) for one in ("0", str(self._there()))]
        self.contest = Contest(sides, kind, games)
        self._run_number += 1
        return self._shown()

    def _more(self) -> MakeView:
        """Play on; nothing where the rule is another one meanwhile."""
        if self.contest is not None:
            self.contest.more()
        return self._shown()

    def _stop(self) -> MakeView:
        """It is enough."""
        if self.contest is not None:
            self.contest.stop()
        return self._shown()

    def _there(self) -> int:
        if self.number is None:
            raise No(book("making.making.none"))
        return self.number

    DEEDS: ClassVar[Deeds] = {
        "make": Deed(_make, chosen=CHOSEN, name=text(NAME)),
        "write": Deed(_write, code=text(LONGEST)),
        "seats": Deed(_seats, players=number(SEATS[0], SEATS[-1])),
        "start": Deed(_start, kind=one_of(KINDS[:2]), games=number(min(GAMES), max(GAMES))),
        "more": Deed(_more),
        "stop": Deed(_stop),
    }

    def __repr__(self) -> str:
        return f"Making({'no rule yet' if self.number is None else f'{self.number} players={self.players}'})"
