"""The sheet that compares two rule sets: two boards with the same dice, and many games played for the reader."""

import random
from typing import ClassVar

import hedgekit
from hedgekit import VARIANTS

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..measuring.claims import rows, sentences
from ..stage.browser_games import MOST, JobView, Refused
from ..stage.messages import FLAG, Deed, Deeds, Kind, maybe, number, one_of
from ..stage.messages import text as text_of
from ..text import words
from ..text.words import Words
from .contest import GAMES, KINDS, LIMIT, Contest
from .contrast import sentences as sentences_of
from .fields import CompareData, CompareView, RunView
from .selection import SEATS

SIDES = ("left", "right")
SEED = 1  # of the boards at first
SEEDS = 10**6
STRETCH = (number(0, 999), number(1, max(GAMES)), text_of(200_000))
STRETCHES = Kind(
    lambda value: (
        isinstance(value, list)
        and len(value) <= MOST
        and all(isinstance(one, list) and len(one) == len(STRETCH) for one in value)
        and all(kind.fits(part) for one in value for kind, part in zip(STRETCH, one, strict=True))
    )
)
"""Games that a browser counted: of which part, how many, what came of them."""


def _known() -> CompareData:
    titles = {str(n): words.of_variant(n, "title") for n in VARIANTS}
    return {"titles": titles, "seats": list(SEATS), "games": list(GAMES), "kinds": list(KINDS), "limit": LIMIT}


class Comparing(Sheet):
    """Two rule sets side by side.  NotationError or Clash for rules that cannot be played.

    `sheet.contest` has the games of the last simulation, as `hedgekit.Result`s; None before the first.
    """

    CODES = (sheet_code("compare", __file__), board.CODE)

    def __init__(self, one: str = "0", other: str = "9", players: int = 4, source: random.Random | None = None) -> None:
        self._source = source or random.Random()
        self.rules = (hedgekit.rules(one, players=players), hedgekit.rules(other, players=players))
        self.seed = SEED
        self.contest: Contest | None = None
        self._run_number = 0  # of the contest: an answer may come when there is another
        self._job: JobView | None = None  # what the page is to play of it
        super().__init__(_known(), {})
        self._lay()
        self.view = {"n": 0, **self._shown()}

    def _lay(self) -> None:
        """Lay out both boards with the same dice and the same opponents."""
        for side, rules in zip(SIDES, self.rules, strict=True):
            seats = ["reader"] + ["greedy"] * (rules.players - 1)
            game = hedgekit.game_of(str(rules))(str(rules), seed=self.seed)
            self.place(side, Table(game, seats=seats, name=f"compare-{side}", source=random.Random(self.seed)))

    def _shown(self) -> CompareView:
        contest = self.contest
        return {
            "rules": [str(rules) for rules in self.rules],
            "names": [_name(rules) for rules in self.rules],
            "players": self.rules[0].players,
            "seed": self.seed,
            "claims": [_claims(rules) for rules in self.rules],
            "run": None if contest is None else self._run(contest),
        }

    def _run(self, contest: Contest) -> RunView:
        """Return the progress and results of the games, with pictures once they are over."""
        labels = {lang: [_name(rules)[lang] for rules in self.rules] for lang in words.LANGUAGES}
        return {
            "number": self._run_number,
            "job": None if contest.is_over else self._job,
            "done": contest.done,
            "total": contest.total,
            "over": contest.is_over,
            "stopped": contest.stopped,
            "said": sentences_of(contest, [_name(rules) for rules in self.rules]),
            "figures": {lang: contest.figures(lang) for lang in words.LANGUAGES},
            "plots": {lang: contest.plots(lang, _told_apart(labels[lang])) for lang in words.LANGUAGES}
            if contest.is_over
            else None,
        }

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _choose(self, left: str, right: str, players: int) -> CompareView:
        """Take two other rule sets."""
        self.rules = (
            hedgekit.rules(left.strip() or "0", players=players),
            hedgekit.rules(right.strip() or "0", players=players),
        )
        self._lay()
        self.contest = None
        return self._shown()

    def _dice(self) -> CompareView:
        """Restart both boards with other dice, the same for both."""
        self.seed = self._source.randrange(SEEDS)
        self._lay()
        return self._shown()

    def _start(self, kind: str, games: int, counts: bool = False) -> CompareView:
        """Start to play games; counts: the page can play them itself."""
        self.contest = Contest(self.rules, kind, games)
        self._run_number += 1
        self._job = self.contest.job() if counts else None
        return self._shown()

    def _counted(self, run: int, games: list[tuple[int, int, str]]) -> CompareView:
        """Take games that the page played, unless the contest has ended or been replaced."""
        if self.contest is not None and run == self._run_number and self._job and not self.contest.is_over:
            try:
                self.contest.take(games)
            except Refused:  # then nothing more is taken from this page: it asks for games of Python's
                self._job = None
        return self._shown()

    def _more(self) -> CompareView:
        """Play on in Python, also what a page could not play."""
        self._job = None
        if self.contest is not None:
            self.contest.more()
        return self._shown()

    def _stop(self) -> CompareView:
        """Stop the games."""
        if self.contest is not None:
            self.contest.stop()
        return self._shown()

    DEEDS: ClassVar[Deeds] = {
        "choose": Deed(_choose, left=text_of(200), right=text_of(200), players=number(SEATS[0], SEATS[-1])),
        "dice": Deed(_dice),
        "start": Deed(_start, kind=one_of(KINDS), games=number(min(GAMES), max(GAMES)), counts=maybe(FLAG)),
        "counted": Deed(_counted, run=number(), games=STRETCHES),
        "more": Deed(_more),
        "stop": Deed(_stop),
    }

    def __repr__(self) -> str:
        return f"Comparing({self.rules[0]}, {self.rules[1]})"


def _name(rules: hedgekit.RuleSet) -> Words:
    """Return the titles of a rule set's variants."""
    titles = [(n, words.of_variant(n, "title", rules.registry)) for n in rules.variants or (0,)]
    return Words.joined([title.each(lambda text, n=n: f"{n} {text}" if n else text) for n, title in titles], " + ")  # type: ignore[misc]


def _told_apart(labels: list[str]) -> list[str]:
    """Make two labels differ, also if a rule set is compared with itself."""
    return labels if len(set(labels)) == len(labels) else [f"{k}. {label}" for k, label in enumerate(labels, 1)]


def _claims(rules: hedgekit.RuleSet) -> dict[str, list[str]] | None:
    """Return what the authors say of a variant and what was measured; None for sets without a claim."""
    row = rows().get(rules.variants[0]) if len(rules.variants) == 1 else None
    return {lang: list(sentences(row, lang)) for lang in words.LANGUAGES} if row else None
