"""The sheet on which a rule is made: chosen from menus, or, in the box that a page keeps for it, run as code.

What comes of a rule is the same either way: what it goes with, a board, games against the base game, a sheet.
"""

import random
from collections.abc import Mapping
from typing import ClassVar

import hedgekit
from hedgekit import BASE, Registry, RuleSet, extend
from hedgekit.games.race.rulesets.verdicts import DECIDED, INCOMPATIBLE, POINTLESS
from hedgekit.games.race.variants.house_rules.blame import RuleError
from hedgekit.games.race.variants.house_rules.registry import current
from hedgekit.games.race.variants.house_rules.rule import Source

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..choosing import rulepage
from ..choosing.comparison import Comparison
from ..stage.messages import FLAG, Action, Actions, Kind, No, Unclear, number, text
from ..stage.say import Words, book, spoken
from ..text import words
from . import recipes
from .fields import GoesView, MakeData, MakeView

GROUPS = {DECIDED: "open", INCOMPATIBLE: "not", POINTLESS: "idle"}
"""Kind of a verdict -> the group of the list in which it is told; of those that simply go together their number."""
SEATS = (2, 3, 4, 5, 6)
PLAYER = "greedy"
FEW, MANY = 20, 500  # games under each rule: at once, and when the reader wants more
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


def goes_with(rule: str, registry: Registry) -> GoesView:
    """What a rule of a registry goes with.  RuleError if there is none of this name."""
    found = extend.meetings(rule, registry.only([rule]))
    listed: dict[str, list[Words]] = {group: [] for group in GROUPS.values()}
    for verdict in found.values():
        if verdict.kind in GROUPS:
            listed[GROUPS[verdict.kind]].append(spoken(verdict.reason))
    return {"well": sum(verdict.kind not in GROUPS for verdict in found.values()), "listed": listed}


def _known(runs: bool, given: bool) -> MakeData:
    plain = not (runs or given)
    return {
        "menus": {question: list(answers) for question, answers in recipes.MENUS.items()} if plain else {},
        "examples": recipes.worked() if plain else {}, "seats": list(SEATS), "runs": runs, "given": given,
    }  # fmt: skip


class Making(Sheet):
    """The sheet of making a rule.

    rule: the name of a rule that was declared in this Python, to be shown; runs: follow messages that bring code, which
    only the box of a page may ask for.  RuleError for a name of which there is no rule.
    """

    SECONDS = 20.0
    CODES = (sheet_code("making", __file__, "making", also="chooser"), board.CODE)

    def __init__(self, rule: str | None = None, runs: bool = False) -> None:
        self.rule: str | None = None
        self.registry: Registry = BASE
        self.players = 4
        self.comparison: Comparison | None = None
        self._code = ""
        self._runs = runs
        super().__init__(_known(runs, rule is not None))
        if rule is not None:
            if rule not in current().house:
                raise RuleError("error.rule.undeclared", None, ("", 0), given=rule)
            self._take(current().only([rule]), rule, self.players)
        self.show()

    def _take(self, registry: Registry, rule: str, players: int) -> None:
        """Show a rule of a registry, for so many players if it can; what is shown stays as it was if it fails."""
        extend.check(rule, games=10, registry=registry)
        seats = registry.variants[registry.number(rule) or 0].players
        players = players if players in seats else seats[0]
        game = hedgekit.Game(hedgekit.rules(rule, players=players, registry=registry), seed=SEED)
        seated = ["reader"] + ["greedy"] * (players - 1)
        table = Table(game, seats=seated, name="making", source=random.Random(SEED), registry=registry)
        self.registry, self.rule, self.players, self.comparison = registry, rule, players, None
        self.place("left", table)

    def shown(self) -> MakeView:
        """The rule, and what comes of it."""
        rule, comparison = self.rule, self.comparison
        return {
            "rule": rule, "title": self._said("title"), "sentence": self._said("sentence"), "code": self._code,
            "players": self.players,
            "goes": None if rule is None else goes_with(rule, self.registry),
            "sheet": "" if rule is None else rulepage.page(self._rules()),
            "run": comparison.view() if comparison else None,
        }  # fmt: skip

    def _said(self, what: str) -> words.Words | None:
        """What the rule says of itself; None while there is none."""
        number = self.registry.number(self.rule or "")
        return None if number is None else words.of_variant(number, what, self.registry)

    def _rules(self) -> RuleSet:
        """The rule by itself; No while there is none."""
        return hedgekit.rules(self._there(), players=self.players, registry=self.registry)

    def _there(self) -> str:
        if self.rule is None:
            raise No(book("making.making.none"))
        return self.rule

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _make(self, chosen: Mapping[str, str], name: str) -> None:
        """Make the rule that was chosen from menus."""
        code = recipes.code(chosen, name)
        if not code:
            raise No(book("making.making.nothing"))
        self._load(code)
        self._code = code

    def _write(self, code: str) -> None:
        """Run code that declares a rule; Unclear outside the box."""
        if not self._runs:
            raise Unclear
        self._load(code)

    def _load(self, code: str) -> None:
        """Load a rule and try it; one that fails leaves the one before in play."""
        registry = BASE.with_rule(Source(FILE, code))
        self._take(registry, next(iter(registry.house)), self.players)

    def _seats(self, players: int) -> None:
        """Another number of players."""
        hedgekit.rules(self._there(), players=players, registry=self.registry)
        self._take(self.registry, self._there(), players)

    def _start(self, many: bool) -> None:
        """Begin to play games of the base game and of the rule."""
        sides = [hedgekit.rules("0", self.players), self._rules()]
        self.comparison = Comparison(sides, PLAYER, MANY if many else FEW)

    def _more(self) -> None:
        """Play on; nothing where the rule is another one meanwhile."""
        if self.comparison is not None:
            self.comparison.more()

    def _stop(self) -> None:
        """It is enough."""
        if self.comparison is not None:
            self.comparison.stop()

    ACTIONS: ClassVar[Actions] = {
        "make": Action(_make, chosen=CHOSEN, name=text(NAME)),
        "write": Action(_write, code=text(LONGEST)),
        "seats": Action(_seats, players=number(SEATS[0], SEATS[-1])),
        "start": Action(_start, many=FLAG),
        "more": Action(_more),
        "stop": Action(_stop),
    }

    def __repr__(self) -> str:
        return f"Making({self.rule or 'no rule yet'} players={self.players})"
