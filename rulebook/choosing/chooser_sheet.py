"""The chooser: suggests three sets for a wish, ticks variants, and compares the set with another one.

At first nothing is ticked or wished for.  The comparison has the different sentences (rulepage.py), the position where
a game under both first differs (first_difference.py), and twenty thousand simulated games of each (comparison.py).
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import traitlets

import hedgekit
from hedgekit import VARIANTS

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..learning.lessons import lessons
from ..picture.thumbnails import thumbnails
from ..stage.browser_simulation import MOST, ImpossibleResult, JobView
from ..stage.localized import Localized, engine_text
from ..stage.messages import ANY, FLAG, Action, Actions, InvalidMessage, number, one_of, optional, rows, text
from ..stage.traits import IN_NOTEBOOK, Numbers, Public, Text, as_trait_errors
from ..text import words
from . import rulepage
from .advice import EVENING, MINUTES, MOODS, Suggestion, Wish, needed, suggest
from .comparison import GAMES, LIMIT, Comparison
from .fields import ChangeView, ChooserData, ChooserView, MeasuredView, OptionData, SetView
from .first_difference import first_difference, first_difference_of_variants
from .selection import NUMBERS, SEATS, Outcome, excluded, judge, random_set

OPPONENT = "greedy"
MAX_VALUE = 120  # characters of the value of an option
MAX_RULES = 1000  # characters of a rule set
ROUND_TO = 5  # minutes: estimates are no better
BOARDS = 2  # pairs that clash whose first difference is shown
BATCHES = rows(number(0, 999), number(1, GAMES), text(200_000), most=MOST)
"""Games that a browser played: part, number, packed measures."""

Options = dict[tuple[int, str], str]


def _data() -> ChooserData:
    return {
        "families": [
            {"name": words.family(name), "variants": [n for n in NUMBERS if VARIANTS[n].family == name]}
            for name in words.CHAPTERS
            if name != "base"
        ],
        "variants": {
            str(n): {
                "title": words.of_variant(n, "title"),
                "link": words.link(n),
                "sentence": words.of_variant(n, "sentence").each(words.plain),
                "options": [_option(n, option) for option in variant.options],
            }
            for n, variant in VARIANTS.items()
            if variant.family in words.CHAPTERS  # no house rules
        },
        "seats": list(SEATS),
        "minutes": list(MINUTES),
        "moods": list(MOODS),
        "games": GAMES,
        "limit": LIMIT,
    }


def _option(n: int, option: hedgekit.Option) -> OptionData:
    meanings = {value: words.both(words.of_option(n, option.name, value)).each(words.plain) for value in option.values}
    return {
        "name": option.name, "values": list(option.values), "free": option.free, "meanings": meanings,
        "defaults": {str(k): v for k, v in option.defaults.items()},
    }  # fmt: skip


class Chooser(Public, Sheet):
    """The chooser.  variants: ticked at first; source: of random sets.

    Traits can be set, observed and linked; TraitError is raised for impossible values:

        variants    the numbers of the ticked variants; setting them resets options
        rules       the rule set, "9+13 players=3"; None if the ticked variants cannot be played
        beside      the rule set it is compared with

    `sheet.comparison` has the games of the last simulation, None before the first.
    """

    CODES = (sheet_code("chooser", __file__), board.CODE)
    variants = Numbers(traitlets.Int()).tag(sync=IN_NOTEBOOK)
    rules = Text(None, allow_none=True).tag(sync=IN_NOTEBOOK)
    beside = Text("0").tag(sync=IN_NOTEBOOK)
    SETTABLE = ("variants", "rules", "beside")

    def __init__(self, variants: Iterable[int] = (), source: random.Random | None = None) -> None:
        self._source = source or random.Random()
        self._variants = tuple(sorted({_variant(n) for n in variants}))
        self._options: Options = {}
        self._players = 4
        self._beside = "0"
        self._wished: Wish | None = None
        self._forget()
        super().__init__(_data())
        self.refresh()

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Handle a message, and update the traits."""
        with self.showing_failures():
            super().answer(message, files)

    def request(self, name: str, value: Any) -> None:
        """Apply a new value of a trait."""
        with as_trait_errors():
            if name == "variants":
                self._set(tuple(sorted({_variant(n) for n in value})), {}, self._players)
            elif name == "rules":
                self._take(value)
            else:
                self._compare_with(value)
        self.refresh()

    def show_error(self, words: Localized) -> None:
        """Show an error in the sheet."""
        self._view = {**self.view, "error": words}

    @traitlets.observe("_view")
    def _publish(self, _change: object) -> None:
        rules = self.view.get("rules") or None
        self.publish({"variants": list(self._variants), "rules": rules, "beside": self._beside})
        self.raise_failure()

    @property
    def wish(self) -> Wish | None:
        """The last wish."""
        return self._wished

    @property
    def comparison(self) -> Comparison | None:
        """The last simulation."""
        return self._comparison

    @property
    def rule_set(self) -> hedgekit.RuleSet | None:
        """The chosen rule set; None if it cannot be played."""
        return self._outcome().rules

    @property
    def beside_set(self) -> hedgekit.RuleSet:
        """The rule set it is compared with, for the same number of players if possible."""
        try:
            return hedgekit.rules(self._beside, players=self._players)
        except hedgekit.HedgekitError:
            return hedgekit.rules(self._beside)

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The sets suggested for the last wish."""
        return suggest(self._wished) if self._wished else ()

    def _outcome(self) -> Outcome:
        return judge(self._variants, self._options, self._players)

    def _forget(self) -> None:
        """Forget the simulation of earlier rules."""
        self._comparison: Comparison | None = None
        self._job: JobView | None = None  # of the page

    def current_view(self) -> ChooserView:
        """Return the view, without the parts that are shown on request."""
        outcome, wish = self._outcome(), self._wished
        return {
            "wish": {"players": wish.players, "minutes": wish.minutes, "mood": wish.mood, "box": wish.box}
            if wish
            else None,
            "sets": _sets(self.suggestions),
            "chosen": list(self._variants),
            "options": {f"{n}.{name}": value for (n, name), value in self._options.items()},
            "players": self._players,
            "seats": list(outcome.seats),
            "rules": str(outcome.rules) if outcome.rules else "",
            "clashes": [
                {
                    "pair": list(clash.pair),
                    "why": [engine_text(reason.text).each(_without_notation) for reason in clash.reasons],
                    "difference": list(first_difference_of_variants(*clash.pair)) if at < BOARDS else [],
                }
                for at, clash in enumerate(outcome.clashes)
            ],
            "problem": engine_text(outcome.error.text) if outcome.error else None,
            "excluded": {str(n): list(against) for n, against in excluded(self._variants).items()},
            "beside": self._beside,
            "against": words.titles(self.beside_set.variants, self.beside_set.registry),
            "changes": self._changes(outcome.rules),
            "comparable": self._comparable(outcome.rules),
            "difference": None,
            "page": "",
            "run": self._run(),
        }

    def _changes(self, rules: hedgekit.RuleSet | None) -> ChangeView | None:
        """Return the difference from the other set in sentences; None if it cannot be played."""
        if rules is None:
            return None
        gone, new = rulepage.contrast(self.beside_set, rules)
        return {
            "gone": [line.text for line in gone],
            "new": [{"variants": list(line.variants), "text": line.text} for line in new],
        }

    def _comparable(self, rules: hedgekit.RuleSet | None) -> bool:
        """Return whether both sets can be simulated with the same number of players."""
        if rules is None:
            return False
        beside = self.beside_set
        return not rules.engine and not beside.engine and rules.players == beside.players

    def _run(self) -> MeasuredView | None:
        """Return the view of the simulation."""
        now = self._comparison
        if now is None:
            return None
        return {**now.view(), "job": None if now.is_over else self._job, "bars": now.bars()}

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _wish(self, players: int, minutes: int, mood: str, box: bool) -> None:
        """Suggest sets for a number of players, a time and a mood."""
        if minutes not in MINUTES:
            raise InvalidMessage
        self._wished = Wish(players, minutes, mood, box)

    def _choose(self, variants: object, options: object, players: int) -> None:
        """Tick variants with options, for a number of players."""
        if not isinstance(variants, list) or len(variants) > len(NUMBERS) or not isinstance(options, dict):
            raise InvalidMessage
        if any(type(n) is not int or n not in NUMBERS for n in variants) or len(options) > len(NUMBERS):
            raise InvalidMessage
        chosen = dict(_parse_option(key, value) for key, value in options.items())
        self._set(tuple(sorted(set(variants))), chosen, players)

    def _set(self, variants: tuple[int, ...], options: Options, players: int) -> None:
        self._variants, self._options, self._players = variants, options, players
        self._forget()

    def _take(self, rules: str) -> None:
        """Tick the variants of a rule set, such as a linked game's."""
        taken = hedgekit.rules(rules)
        self._set(taken.variants, dict(taken.options), taken.players)

    def _surprise(self, players: int) -> None:
        """Tick a random set."""
        self._set(random_set(players, self._source), {}, players)

    def _compare_with(self, rules: str) -> None:
        """Compare the set with another one; "" for the base game."""
        hedgekit.rules(written := rules.strip() or "0")
        self._beside = written
        self._forget()

    def _show_difference(self) -> dict[str, Any]:
        """Show the first difference on two boards."""
        return {"difference": list(first_difference(self.beside_set, self.rule_set)) if self.rule_set else []}

    def _page(self) -> dict[str, Any]:
        """Show the rules of the set on a page."""
        return {"page": rulepage.page_html(self.rule_set) if self.rule_set else ""}

    def _play(self, company: str) -> dict[str, Any]:
        """Put a board with the set on the sheet."""
        rules = self.rule_set
        if rules is None:
            raise InvalidMessage
        others = OPPONENT if company == "players" else "reader"
        self.place("left", Table(rules=str(rules), seats=["reader"] + [others] * (rules.players - 1), name="combined"))
        return {"playing": str(rules)}

    def _start(self, counts: bool = False) -> dict[str, Any]:
        """Start a simulation; counts: whether the page can run it."""
        rules = self.rule_set
        if rules is None or not self._comparable(rules):
            raise InvalidMessage
        self._comparison = Comparison((self.beside_set, rules), OPPONENT, GAMES)
        self._job = self._comparison.job() if counts else None
        return {"run": self._run()}

    def _take_games(self, run: int, games: list[tuple[int, int, str]]) -> dict[str, Any]:
        """Add games that the page played, unless the simulation has ended or been replaced."""
        now = self._comparison
        if now is not None and run == now.number and self._job and not now.is_over:
            try:
                now.take(games)
            except ImpossibleResult:  # trust this page no more: Python plays instead
                self._job = None
        return {"run": self._run()}

    def _more(self) -> dict[str, Any]:
        """Play a batch in Python."""
        self._job = None
        if self._comparison is not None:
            self._comparison.more()
        return {"run": self._run()}

    def _stop(self) -> dict[str, Any]:
        """Stop the simulation."""
        if self._comparison is not None:
            self._comparison.stop()
        return {"run": self._run()}

    ACTIONS: ClassVar[Actions] = {
        "wish": Action(
            _wish,
            players=number(SEATS[0], SEATS[-1]),
            minutes=number(MINUTES[0], EVENING),
            mood=one_of(tuple(MOODS)),
            box=FLAG,
        ),
        "choose": Action(_choose, variants=ANY, options=ANY, players=number(SEATS[0], SEATS[-1])),
        "take": Action(_take, rules=text(MAX_RULES)),
        "surprise": Action(_surprise, players=number(SEATS[0], SEATS[-1])),
        "compare": Action(_compare_with, rules=text(MAX_RULES)),
        "difference": Action(_show_difference),
        "page": Action(_page),
        "play": Action(_play, company=one_of(("players", "readers"))),
        "start": Action(_start, counts=optional(FLAG)),
        "counted": Action(_take_games, run=number(), games=BATCHES),
        "more": Action(_more),
        "stop": Action(_stop),
    }  # fmt: skip

    def __repr__(self) -> str:
        chosen = "+".join(map(str, self._variants)) or "0"
        return f"Chooser({chosen}, {self.rule_set or 'cannot be played'})"


def _sets(suggested: Sequence[Suggestion]) -> list[SetView]:
    """Return views of sets, each with a picture: the first task of its variant that the fewest sets have."""
    first = {one.subject: one for one in reversed(list(lessons().values()))}
    often = Counter(n for one in suggested for n in one.rules.variants)
    tasks = [first[min(reversed(one.rules.variants), key=often.__getitem__)] for one in suggested]
    drawn = thumbnails({task.name: (task.game(), task.goal.cells) for task in tasks})
    return [_set(one, drawn[task.name]) for one, task in zip(suggested, tasks, strict=True)]


def _set(one: Suggestion, picture: str) -> SetView:
    return {
        "rules": str(one.rules), "key": "+".join(map(str, one.rules.variants)),
        "title": words.titles(one.rules.variants), "why": one.why,
        "minutes": ROUND_TO * max(1, round(one.minutes / ROUND_TO)), "fits": one.fits, "picture": picture,
        "needed": list(needed(one)),
    }  # fmt: skip


def _without_notation(text: str) -> str:
    """Remove options in notation (", 15[form=last],"): the sheet has check boxes for them."""
    return re.sub(r",? \d+\[\w+=[^\]]*\],?", "", text)


def _variant(n: int) -> int:
    if n not in NUMBERS:
        raise hedgekit.NotationError("error.rules.unknown", number=repr(n)[:24], last=max(VARIANTS))
    return n


def _parse_option(key: object, value: object) -> tuple[tuple[int, str], str]:
    """Parse an option, "13.push" and its value.  Raises InvalidMessage if there is no such option."""
    if not isinstance(key, str) or not isinstance(value, str) or len(value) > MAX_VALUE:
        raise InvalidMessage
    variant, _, name = key.partition(".")
    if not variant.isdecimal() or len(variant) > 2 or int(variant) not in VARIANTS:
        raise InvalidMessage
    if VARIANTS[int(variant)].option(name) is None or any(c in value for c in "[]+ \n"):
        raise InvalidMessage
    return (int(variant), name), value
