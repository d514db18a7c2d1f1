"""Where two readings of a rule part: a position at which they give other moves, consequences or scores.

switch("12-a")        what decides between two readings: an option, or the other answer as a rule (`other_readings`)
parting(switch("12-a"))   where they part; looked up in partings.json, which `python -m tools.readings` makes
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import hedgekit
from hedgekit import RuleSet
from hedgekit.games.race.play.series import ends
from hedgekit.games.race.variants import Option
from rulebook.learning.lessons import lessons
from rulebook.text import words
from rulebook.text.words import Localized

from . import other_readings
from .fields import GamesView, SeriesView

FILE = "partings.json"


@dataclass(frozen=True)
class Switch:
    """What decides between two readings.

    id: the ambiguity ("12-a"), or "38.lane" where the text itself offers the choice; number: the variant; rules: a rule
    set for each reading, the second "" where no option decides (`both`); option, values: the
    option, and two of its values, the default first; of_series: is it about series, so that no position tells it?
    """

    id: str
    number: int
    rules: tuple[str, str]
    option: str = ""
    values: tuple[str, str] = ("", "")
    of_series: bool = False

    def both(self) -> tuple[RuleSet, RuleSet]:
        """The two rule sets, ready to be played."""
        if self.option:
            return hedgekit.rules(self.rules[0]), hedgekit.rules(self.rules[1])
        ours, registry = hedgekit.rules(self.rules[0]), other_readings.registry(self.id)
        name, beside = other_readings.name_of(self.id), other_readings.OTHERS[self.id].rules
        return ours, hedgekit.rules(f"{name}+{beside}", players=ours.players, registry=registry)


@dataclass(frozen=True)
class Parting:
    """Where two readings part.

    kind: "moves" (other legal moves), "consequence" (`move` ends differently), "score" (a series goes on or not);
    games: a game for each reading, both at the same position; move: what to play to see a consequence; only: the moves
    that one reading alone allows; seed, ply: which random game, and how far into it; standing: for a score, what the
    series says under each; counted: what many games under each came to.
    """

    switch: Switch
    kind: Literal["moves", "consequence", "score"]
    games: tuple[Any, Any]
    seed: int
    ply: int
    move: str = ""
    only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    standing: tuple[SeriesView, ...] = ()
    counted: GamesView | None = None


# ---- switches --------------------------------------------------------------------------------------------------------


@cache
def switches() -> dict[str, Switch]:
    """Every option of every variant, by id, in the order of the variants."""
    return {one.id: one for one in _switches()}


def _switches() -> Iterator[Switch]:
    for number, variant in hedgekit.VARIANTS.items():
        of_series = ends(hedgekit.rules(number))
        for option in variant.options:
            values = _values(option)
            extra = option.needs.get(values[1])
            head = f"{extra}+" if extra else ""
            # Whole series are played to tell these apart, and few players are done sooner.
            players = min(variant.players) if of_series else None
            rules = tuple(
                str(hedgekit.rules(f"{head}{number}[{option.name}={value}]", players=players)) for value in values
            )
            # A number to agree on is an option that the text offers, whatever question it stands beside.
            asked = option.free != "number" and words.has(f"{words.file_of(number)}.readings.{option.reading}")
            name = option.reading if asked else f"{number}.{option.name}"
            yield Switch(name, number, (rules[0], rules[1]), option.name, values, of_series)
        for name, other in other_readings.OTHERS.items():
            if name.partition("-")[0] == str(number):
                ours = hedgekit.rules(other.rules)
                players = min(hedgekit.VARIANTS[number].players) if other.of_series else ours.players
                yield Switch(
                    name, number, (str(hedgekit.rules(other.rules, players=players)), ""), of_series=other.of_series
                )


def _values(option: Option) -> tuple[str, str]:
    """Two values: the first two, or where any can be chosen, the default and another one like it."""
    if option.free == "number":
        return option.default, str(int(option.default) + 1)
    if option.free == "squares":  # the printed squares as in a mirror
        mirrored = sorted(f"{square[0]}{7 - int(square[1])}" for square in option.default.split(","))
        return option.default, ",".join(mirrored)
    return option.values[0], option.values[1]


def switch(name: str) -> Switch:
    """The switch of an id.  LookupError if there is none: then the question is answered in the text alone."""
    try:
        return switches()[name]
    except KeyError:
        raise LookupError(f"no switch decides {name!r}; switches: {', '.join(switches())}") from None


# ---- in words -------------------------------------------------------------------------------------------------------


def words_of(question: str) -> Localized | None:
    """What the book says of a question; the options that the text itself offers have no such words."""
    number = question.partition("-")[0]
    key = f"{words.file_of(int(number))}.readings.{question}" if number.isdigit() else ""
    return words.both(key) if key and words.has(key) else None


def asked(question: str) -> Localized | None:
    """The question itself: it stands in bold before its answer; what an option asks has words of its own."""
    said = words_of(question)
    option = f"desk.asks.{question.replace('.', '-')}"
    if words.has(option):
        return words.both(option)
    return said.each(lambda text: re.sub(r"\A\*\*(.+?)\*\*.*", r"\1", text, flags=re.DOTALL)) if said else None


def place_of(name: str) -> Any:
    """A game where a clause ("11.2") is shown: at the position of its task, else of its variant's first task.

    So for a question ("11-a") of a variant of the book.
    """
    number = int(re.split("[-.]", name)[0])
    tasks = [one for one in lessons().values() if one.subject == number]
    game = next((one for one in tasks if one.clause == name), tasks[0]).game()
    return hedgekit.Game.from_text(game.rules, str(game), seed=1)


# ---- looked up -------------------------------------------------------------------------------------------------------


@cache
def _found() -> dict[str, dict[str, Any]]:
    """Question -> where its readings part, as `tools.readings` writes it."""
    found: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


def is_parted(name: str) -> bool:
    """Is there a position for this question?"""
    return name in _found()


def parting(one: Switch) -> Parting | None:
    """Where the two readings of a switch part; None if no game within the bounds of the search told them apart.

    The games in it are to be copied (`hedgekit.Game.from_text`) before they are played on.
    """
    told = _found().get(one.id)
    if told is None:
        return None
    games = copies(one.both(), told["positions"])
    only = only_moves(games) if told["kind"] == "moves" else ((), ())
    standing = tuple(told.get("standing", ()))
    return Parting(one, told["kind"], games, told["seed"], told["ply"], told["move"], only, standing, told["games"])


def only_moves(games: tuple[Any, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of two games at one position, the moves that each has alone."""
    one, other = ([str(move) for move in game.moves()] for game in games)
    return tuple(move for move in one if move not in other), tuple(move for move in other if move not in one)


def copies(rules: tuple[RuleSet, RuleSet], positions: Sequence[str]) -> tuple[Any, Any]:
    """A game under each of two rule sets, at a position each."""
    first, second = (
        hedgekit.Game.from_text(each, position, seed=1) for each, position in zip(rules, positions, strict=True)
    )
    return first, second
