"""The sheet on which variants are combined: boxes to tick, the verdict, the rules on a page, and a board."""

import random
import re
from collections.abc import Iterable
from typing import Any, ClassVar

import hedgekit
from hedgekit import VARIANTS

from ..boards import board
from ..boards.sheet import Sheet, sheet_code
from ..boards.table import Table
from ..stage.messages import ANY, Deed, Deeds, Unclear, number, one_of, text
from ..stage.say import spoken
from ..text import words
from . import rulepage
from .clash_boards import parted
from .fields import CombineData, CombineView, OptionData
from .selection import (
    CELL,
    EDGE,
    NUMBERS,
    SEATS,
    SIDE,
    Outcome,
    all_pairs,
    excluded,
    judged,
    pairs_picture,
    surprise,
)  # fmt: skip
from .words import CHAPTERS, both, family, link

OPPONENT = "greedy"
LONGEST_VALUE = 120  # characters of the value of an option
LONGEST_RULES = 1000  # characters of a rule set

Options = dict[tuple[int, str], str]


def _known() -> CombineData:
    """Return the fixed data of the sheet: the variants by family, their options, and all pairs."""
    return {
        "families": [
            {"name": family(name), "variants": [n for n in NUMBERS if VARIANTS[n].family == name]}
            for name in CHAPTERS
            if name != "base"
        ],
        "variants": {
            str(n): {
                "title": words.of_variant(n, "title"),
                "link": link(n),
                "sentence": words.of_variant(n, "sentence").each(words.plain),
                "options": [_option(n, option) for option in variant.options],
            }
            for n, variant in VARIANTS.items()
            if variant.family in CHAPTERS  # not a reader's own
        },
        "seats": list(SEATS),
        "pairs": all_pairs(),
        "picture": pairs_picture(""),  # the sheet names it in the reader's language
        "geometry": {"cell": CELL, "edge": EDGE, "side": SIDE + 2},
    }


def _option(n: int, option: hedgekit.Option) -> OptionData:
    says = {value: words.both(words.of_option(n, option.name, value)).each(words.plain) for value in option.values}
    return {
        "name": option.name,
        "values": list(option.values),
        "free": option.free,
        "says": says,
        "defaults": {str(k): v for k, v in option.defaults.items()},
    }


BOARDS = 2
"""How many of the pairs that clash are shown on boards: the first ones."""


class Combining(Sheet):
    """The sheet on which variants are ticked.  variants: those ticked at first; source: of random sets.

    `sheet.rules` is the rule set as it stands, None where the ticked variants cannot be played.
    """

    CODES = (sheet_code("combine", __file__), board.CODE)

    def __init__(self, variants: Iterable[int] = (), source: random.Random | None = None) -> None:
        self._source = source or random.Random()
        self._variants = tuple(sorted({_variant(n) for n in variants}))
        self._options: Options = {}
        self._players = 4
        super().__init__(_known(), {})
        self.view = {"n": 0, **self._shown()}

    @property
    def rules(self) -> hedgekit.RuleSet | None:
        """The rule set that is ticked; None if it cannot be played."""
        return self._outcome().rules

    def _outcome(self) -> Outcome:
        return judged(self._variants, self._options, self._players)

    def _shown(self) -> CombineView:
        outcome = self._outcome()
        return {
            "chosen": list(self._variants),
            "options": {f"{n}.{name}": value for (n, name), value in self._options.items()},
            "players": self._players,
            "seats": list(outcome.seats),
            "rules": str(outcome.rules) if outcome.rules else "",
            "clashes": [
                {
                    "pair": list(clash.pair),
                    "why": [spoken(reason.text).each(_uncoded) for reason in clash.reasons],
                    "parted": list(parted(*clash.pair) or ()) if at < BOARDS else [],
                }
                for at, clash in enumerate(outcome.clashes)
            ],
            "problem": spoken(outcome.error.text) if outcome.error else None,
            "notes": [{"kind": note.key.rpartition(".")[2], "text": spoken(note.text)} for note in outcome.advice],
            "excluded": {str(n): list(against) for n, against in excluded(self._variants).items()},
            "page": "",
        }

    # ---- messages ----------------------------------------------------------------------------------------------------

    def _choose(self, variants: object, options: object, players: int) -> CombineView:
        """Tick these variants, with these options, for so many players."""
        if not isinstance(variants, list) or len(variants) > len(NUMBERS) or not isinstance(options, dict):
            raise Unclear
        if any(type(n) is not int or n not in NUMBERS for n in variants) or len(options) > len(NUMBERS):
            raise Unclear
        chosen = dict(_chosen(key, value) for key, value in options.items())
        self._variants, self._options, self._players = tuple(sorted(set(variants))), chosen, players
        return self._shown()

    def _take(self, rules: str) -> CombineView:
        """Tick the variants of a rule set, such as that of a linked game."""
        taken = hedgekit.rules(rules)
        self._variants, self._options, self._players = taken.variants, dict(taken.options), taken.players
        return self._shown()

    def _surprise(self, players: int) -> CombineView:
        """Tick a random set for so many players."""
        self._variants, self._options, self._players = surprise(players, self._source), {}, players
        return self._shown()

    def _page(self) -> dict[str, Any]:
        """Write the rules of the present set on a page."""
        rules = self.rules
        return {"page": rulepage.page(rules) if rules else ""}

    def _play(self, company: str) -> dict[str, Any]:
        """Put a board for the present set on the sheet."""
        rules = self.rules
        if rules is None:
            raise Unclear
        others = OPPONENT if company == "players" else "reader"
        seats = ["reader"] + [others] * (rules.players - 1)
        self.place("left", Table(rules=str(rules), seats=seats, name="combined"))
        return {"playing": str(rules)}

    DEEDS: ClassVar[Deeds] = {
        "choose": Deed(_choose, variants=ANY, options=ANY, players=number(SEATS[0], SEATS[-1])),
        "take": Deed(_take, rules=text(LONGEST_RULES)),
        "surprise": Deed(_surprise, players=number(SEATS[0], SEATS[-1])),
        "page": Deed(_page),
        "play": Deed(_play, company=one_of(("players", "readers"))),
    }

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # For whoever cannot show the widget: the picture of all pairs.
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "image/svg+xml": pairs_picture(" / ".join(both("combine.picture").values()))}, metadata

    def __repr__(self) -> str:
        chosen = "+".join(map(str, self._variants)) or "0"
        return f"Combining({chosen}, {self.rules or 'cannot be played'})"


def _uncoded(said: str) -> str:
    """Remove options as programs write them (", 15[form=last],"): here they are boxes to tick."""
    return re.sub(r",? \d+\[\w+=[^\]]*\],?", "", said)


def _variant(n: int) -> int:
    if n not in NUMBERS:
        raise hedgekit.NotationError("error.rules.unknown", number=repr(n)[:24], last=max(VARIANTS))
    return n


def _chosen(key: object, value: object) -> tuple[tuple[int, str], str]:
    """Check an option of a message, "13.push" and its value.  Unclear if there is no such option."""
    if not isinstance(key, str) or not isinstance(value, str) or len(value) > LONGEST_VALUE:
        raise Unclear
    whose, _, name = key.partition(".")
    if not whose.isdecimal() or len(whose) > 2 or int(whose) not in VARIANTS:
        raise Unclear
    if VARIANTS[int(whose)].option(name) is None or any(c in value for c in "[]+ \n"):
        raise Unclear
    return (int(whose), name), value
