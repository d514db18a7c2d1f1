"""The sheet for making a rule, chosen from menus or, in the page's sandbox, run as code.

Either way it shows the variants the rule combines with, a board, games compared with the base game, and a rule sheet.
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
from ..stage.localized import Localized, book_text, engine_text
from ..stage.messages import FLAG, Action, Actions, Check, InvalidMessage, UserError, number, text
from ..text import words
from . import recipes
from .fields import GoesView, MakeData, MakeView

GROUPS = {DECIDED: "open", INCOMPATIBLE: "not", POINTLESS: "idle"}
"""Kind of verdict -> its group in the list; pairs that simply combine are only counted."""
SEATS = (2, 3, 4, 5, 6)
PLAYER = "greedy"
FEW, MANY = 20, 500  # games of each rule set: at first, and when the reader wants more
SEED = 1  # of the board
FILE = "rule.py"
"""The file name in error messages about rules made here."""
LONGEST = 20_000  # characters of code
NAME = 60  # characters of a rule's name
CHOSEN = Check(
    lambda value: (
        isinstance(value, dict)
        and len(value) <= len(recipes.MENUS)
        and all(
            key in recipes.MENUS and answer in (recipes.USUAL, *recipes.MENUS[key]) for key, answer in value.items()
        )
    )
)
"""The choices from the menus: question -> answer."""


def goes_with(rule: str, registry: Registry) -> GoesView:
    """Return how a rule of a registry combines with the variants.  RuleError if there is none of this name."""
    found = extend.meetings(rule, registry.only([rule]))
    listed: dict[str, list[Localized]] = {group: [] for group in GROUPS.values()}
    for verdict in found.values():
        if verdict.kind in GROUPS:
            listed[GROUPS[verdict.kind]].append(engine_text(verdict.reason))
    return {"well": sum(verdict.kind not in GROUPS for verdict in found.values()), "listed": listed}


def _data(runs: bool, given: bool) -> MakeData:
    plain = not (runs or given)
    return {
        "menus": {question: list(answers) for question, answers in recipes.MENUS.items()} if plain else {},
        "examples": recipes.worked() if plain else {}, "seats": list(SEATS), "runs": runs, "given": given,
    }  # fmt: skip


class Making(Sheet):
    """The sheet for making a rule.

    rule: the name of a rule declared in this Python process, to be shown; runs: accept messages with code, which only
    the sandbox of a page may send.  RuleError if there is no rule of this name.
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
        super().__init__(_data(runs, rule is not None))
        if rule is not None:
            if rule not in current().house:
                raise RuleError("error.rule.undeclared", None, ("", 0), given=rule)
            self._take(current().only([rule]), rule, self.players)
        self.refresh()

    def _take(self, registry: Registry, rule: str, players: int) -> None:
        """Show a rule of a registry, for this many players if it allows them.  On failure nothing changes."""
        extend.check(rule, games=10, registry=registry)
        seats = registry.variants[registry.number(rule) or 0].players
        players = players if players in seats else seats[0]
        game = hedgekit.Game(hedgekit.rules(rule, players=players, registry=registry), seed=SEED)
        seated = ["reader"] + ["greedy"] * (players - 1)
        table = Table(game, seats=seated, name="making", source=random.Random(SEED), registry=registry)
        self.registry, self.rule, self.players, self.comparison = registry, rule, players, None
        self.place("left", table)

    def current_view(self) -> MakeView:
        """Return the rule and its effects."""
        rule, comparison = self.rule, self.comparison
        return {
            "rule": rule, "title": self._words("title"), "sentence": self._words("sentence"), "code": self._code,
            "players": self.players,
            "goes": None if rule is None else goes_with(rule, self.registry),
            "sheet": "" if rule is None else rulepage.page_html(self._rules()),
            "run": comparison.view() if comparison else None,
        }  # fmt: skip

    def _words(self, what: str) -> words.Localized | None:
        """Return the title or sentence of the rule; None before there is one."""
        number = self.registry.number(self.rule or "")
        return None if number is None else words.of_variant(number, what, self.registry)

    def _rules(self) -> RuleSet:
        """Return the rule set of the rule alone.  UserError before there is one."""
        return hedgekit.rules(self._rule_name(), players=self.players, registry=self.registry)

    def _rule_name(self) -> str:
        if self.rule is None:
            raise UserError(book_text("making.making.none"))
        return self.rule

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _make(self, chosen: Mapping[str, str], name: str) -> None:
        """Make the rule chosen from menus."""
        code = recipes.code(chosen, name)
        if not code:
            raise UserError(book_text("making.making.nothing"))
        self._load(code)
        self._code = code

    def _write(self, code: str) -> None:
        """Run code that declares a rule.  InvalidMessage outside the sandbox."""
        if not self._runs:
            raise InvalidMessage
        self._load(code)

    def _load(self, code: str) -> None:
        """Load a rule and try it.  If it fails, the previous rule stays."""
        registry = BASE.with_rule(Source(FILE, code))
        self._take(registry, next(iter(registry.house)), self.players)

    def _seats(self, players: int) -> None:
        """Change the number of players."""
        hedgekit.rules(self._rule_name(), players=players, registry=self.registry)
        self._take(self.registry, self._rule_name(), players)

    def _start(self, many: bool) -> None:
        """Start simulating the base game and the rule."""
        sides = [hedgekit.rules("0", self.players), self._rules()]
        self.comparison = Comparison(sides, PLAYER, MANY if many else FEW)

    def _more(self) -> None:
        """Simulate further games, unless the rule has changed in the meantime."""
        if self.comparison is not None:
            self.comparison.more()

    def _stop(self) -> None:
        """Stop simulating."""
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
