"""Positions at which two readings of a rule diverge: they allow other moves, or give other consequences or scores.

switch("12-a")           the two readings: values of an option, or the other answer as a house rule (`other_readings`)
parting(switch("12-a"))  where they diverge, from readings.json, which `python -m tools.readings` writes
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

FILE = "readings.json"


@dataclass(frozen=True)
class Switch:
    """Two readings of a rule, and how to switch between them.

    id: the question ("12-a"), or "38.lane" for a choice that the text itself offers; number: the variant; rules: a rule
    set for each reading, the second "" without an option; option, values: the option and two of its values,
    the default first; of_series: whether it concerns series, so that no single position shows it.
    """

    id: str
    number: int
    rules: tuple[str, str]
    option: str = ""
    values: tuple[str, str] = ("", "")
    of_series: bool = False

    def rule_sets(self) -> tuple[RuleSet, RuleSet]:
        """Return the two rule sets."""
        if self.option:
            return hedgekit.rules(self.rules[0]), hedgekit.rules(self.rules[1])
        ours, registry = hedgekit.rules(self.rules[0]), other_readings.registry(self.id)
        name, beside = other_readings.name_of(self.id), other_readings.OTHERS[self.id].rules
        return ours, hedgekit.rules(f"{name}+{beside}", players=ours.players, registry=registry)


@dataclass(frozen=True)
class Parting:
    """The position at which two readings diverge.

    kind: "moves" (other legal moves), "consequence" (`move` has another result), "score" (a series goes on or not);
    games: a game for each reading, at the same position; move: the move that shows a consequence; only: the moves that
    only one reading allows; seed, ply: of the random game; standing: for a score, the state of the series under each;
    counted: statistics of many games under each.
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
    """Return the switches of all variants by id, in the order of the variants."""
    return {one.id: one for one in _switches()}


def _switches() -> Iterator[Switch]:
    for number, variant in hedgekit.VARIANTS.items():
        of_series = ends(hedgekit.rules(number))
        for option in variant.options:
            values = _values(option)
            extra = option.needs.get(values[1])
            head = f"{extra}+" if extra else ""
            # Whole series are played to compare these, which is faster with few players.
            players = min(variant.players) if of_series else None
            rules = tuple(
                str(hedgekit.rules(f"{head}{number}[{option.name}={value}]", players=players)) for value in values
            )
            # A number to be agreed on is an option offered by the text, even if a question mentions it.
            is_question = option.free != "number" and words.has(f"{words.file_of(number)}.readings.{option.reading}")
            name = option.reading if is_question else f"{number}.{option.name}"
            yield Switch(name, number, (rules[0], rules[1]), option.name, values, of_series)
        for name, other in other_readings.OTHERS.items():
            if name.partition("-")[0] == str(number):
                ours = hedgekit.rules(other.rules)
                players = min(hedgekit.VARIANTS[number].players) if other.of_series else ours.players
                yield Switch(
                    name, number, (str(hedgekit.rules(other.rules, players=players)), ""), of_series=other.of_series
                )


def _values(option: Option) -> tuple[str, str]:
    """Return two values of an option: the first two, or the default and a similar one where any value is allowed."""
    if option.free == "number":
        return option.default, str(int(option.default) + 1)
    if option.free == "squares":  # the printed squares mirrored
        mirrored = sorted(f"{square[0]}{7 - int(square[1])}" for square in option.default.split(","))
        return option.default, ",".join(mirrored)
    return option.values[0], option.values[1]


def switch(name: str) -> Switch:
    """Return a switch by its id.  LookupError if there is none: the question is answered in the text alone."""
    try:
        return switches()[name]
    except KeyError:
        raise LookupError(f"no switch decides {name!r}; switches: {', '.join(switches())}") from None


# ---- texts ----------------------------------------------------------------------------------------------------------


def question_and_answer(question: str) -> Localized | None:
    """Return the book's text of a question and its answer; None for an option offered by the rules themselves."""
    number = question.partition("-")[0]
    key = f"{words.file_of(int(number))}.readings.{question}" if number.isdigit() else ""
    return words.both(key) if key and words.has(key) else None


def question_text(question: str) -> Localized | None:
    """Return the question alone: the bold part of its text, or the separate text of an option."""
    entry = question_and_answer(question)
    option = f"desk.asks.{question.replace('.', '-')}"
    if words.has(option):
        return words.both(option)
    return entry.each(lambda text: re.sub(r"\A\*\*(.+?)\*\*.*", r"\1", text, flags=re.DOTALL)) if entry else None


def example_game(name: str) -> Any:
    """Return a game that shows a clause ("11.2") or question ("11-a").

    It is at the position of the clause's task, otherwise of the variant's first task.
    """
    number = int(re.split("[-.]", name)[0])
    tasks = [one for one in lessons().values() if one.subject == number]
    game = next((one for one in tasks if one.clause == name), tasks[0]).game()
    return hedgekit.Game.from_text(game.rules, str(game), seed=1)


# ---- divergences -----------------------------------------------------------------------------------------------------


@cache
def _found() -> dict[str, dict[str, Any]]:
    """Return question -> where its readings diverge, as `tools.readings` writes it."""
    found: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return found


def has_parting(name: str) -> bool:
    """Return whether there is a position for this question."""
    return name in _found()


def parting(one: Switch) -> Parting | None:
    """Return where the two readings of a switch diverge; None if the search found no game that shows it.

    Copy the games (`hedgekit.Game.from_text`) before playing on.
    """
    row = _found().get(one.id)
    if row is None:
        return None
    games = games_at(one.rule_sets(), row["positions"])
    only = only_moves(games) if row["kind"] == "moves" else ((), ())
    standing = tuple(row.get("standing", ()))
    return Parting(one, row["kind"], games, row["seed"], row["ply"], row["move"], only, standing, row["games"])


def only_moves(games: tuple[Any, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the moves that only the first and only the second of two games allows."""
    one, other = ([str(move) for move in game.moves()] for game in games)
    return tuple(move for move in one if move not in other), tuple(move for move in other if move not in one)


def games_at(rules: tuple[RuleSet, RuleSet], positions: Sequence[str]) -> tuple[Any, Any]:
    """Return a game for each of two rule sets, each at its position."""
    first, second = (
        hedgekit.Game.from_text(each, position, seed=1) for each, position in zip(rules, positions, strict=True)
    )
    return first, second
