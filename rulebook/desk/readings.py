"""Where two readings of a rule first part: found by playing the same random game under both.

    switch("12-a")        the switch that decides between two readings
    parting(switch("12-a"))   the first position at which they give different moves, consequences or scores

Both games get the same dice and the same moves until a list of moves, what a move does, or the state of a series is no
longer the same.  The search is bounded, and the same every time.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import hedgekit
from hedgekit.play.series import ends
from hedgekit.variants import Option
from rulebook.text import words

from .fields import StandingView

OPENINGS, OPENING = 150, 24  # games of which only so many plies are played: what parts early, or while placing,
GAMES, GAME = 24, 2_000  # and games played to their end
SERIES, PER_SERIES = 12, 30  # series, and games of each

MOMENT = ("step", "then")
"""Fields of a position that say what is to be decided, not how things stand."""


@dataclass(frozen=True)
class Switch:
    """An option that decides between readings.

    id: the ambiguity ("12-a"), or "38.lane" where the text itself offers the choice; number, option: the variant and
    its option; values: two of its values, the default first; rules: a rule set for each.
    """

    id: str
    number: int
    option: str
    values: tuple[str, str]
    rules: tuple[str, str]


@dataclass(frozen=True)
class Parting:
    """Where two readings part.

    kind: "moves" (other legal moves), "consequence" (`move` ends differently), "score" (a series goes on or not);
    games: a game for each reading, both at the same position; move: what to play to see a consequence; only: the moves
    that one reading alone allows; seed, ply: which random game, and how far into it; standing: for a score, what the
    series says under each.
    """

    switch: Switch
    kind: Literal["moves", "consequence", "score"]
    games: tuple[Any, Any]
    seed: int
    ply: int
    move: str = ""
    only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    standing: tuple[StandingView, ...] = ()


# ---- switches --------------------------------------------------------------------------------------------------------


@cache
def switches() -> dict[str, Switch]:
    """Every option of every variant, by id, in the order of the variants."""
    return {one.id: one for one in _switches()}


def _switches() -> Iterator[Switch]:
    for number, variant in hedgekit.VARIANTS.items():
        for option in variant.options:
            values = _values(option)
            extra = option.needs.get(values[1])
            head = f"{extra}+" if extra else ""
            # Whole series are played to tell these apart, and few players are done sooner.
            players = min(variant.players) if is_for_series(number) else None
            rules = tuple(
                str(hedgekit.rules(f"{head}{number}[{option.name}={value}]", players=players)) for value in values
            )
            # A number to agree on is an option that the text offers, whatever question it stands beside.
            asked = option.free != "number" and words.has(f"{words.file_of(number)}.readings.{option.reading}")
            name = option.reading if asked else f"{number}.{option.name}"
            yield Switch(name, number, option.name, values, (rules[0], rules[1]))


def is_for_series(number: int) -> bool:
    """Are a variant's options about series, so that no single position tells their values apart?"""
    return ends(hedgekit.rules(number))


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


# ---- searching -------------------------------------------------------------------------------------------------------


@cache
def parting(one: Switch) -> Parting | None:
    """Where the two readings of a switch first part; None if no game within the bounds tells them apart.

    The games in it are to be copied (`hedgekit.Game.from_text`) before they are played on.
    """
    if is_for_series(one.number):
        return _in_series(one)
    return _in_games(one, OPENINGS, OPENING) or _in_games(one, GAMES, GAME)


def _in_games(one: Switch, many: int, plies: int) -> Parting | None:
    return next(filter(None, (_in_game(one, seed, plies) for seed in range(many))), None)


def _in_game(one: Switch, seed: int, limit: int) -> Parting | None:
    """The place in one random game, if it is among its first plies."""
    chance = random.Random(seed)
    games = hedgekit.Game(one.rules[0], seed=seed), hedgekit.Game(one.rules[1], seed=seed)
    for ply in range(limit):
        here = str(games[0]), str(games[1])
        if any(game.is_over for game in games):
            break
        lists = [[str(move) for move in game.moves()] for game in games]
        only = _without(lists[0], lists[1]), _without(lists[1], lists[0])
        if only[0] or only[1]:
            return Parting(one, "moves", _copies(one, here), seed, ply, only=only)
        move = _played(games[0], chance)
        games[1].play(move)
        if _held(str(games[0])) != _held(str(games[1])):
            return Parting(one, "consequence", _copies(one, here), seed, ply, move)
    return None


def _played(game: Any, chance: random.Random) -> str:
    """Play a random move, or let the dice decide; what it was."""
    if game.is_chance:
        game.roll()
        return str(game.record().split()[-1])
    move = chance.choice(game.moves())
    game.play(move)
    return str(move)


def _without(mine: list[str], theirs: list[str]) -> tuple[str, ...]:
    return tuple(move for move in mine if move not in theirs)


def _held(position: str) -> list[str]:
    """A position without what is to be decided next."""
    return [field for field in position.split() if field.partition("=")[0] not in MOMENT]


def _copies(one: Switch, positions: tuple[str, str]) -> tuple[Any, Any]:
    first, second = (
        hedgekit.Game.from_text(rules, position, seed=1) for rules, position in zip(one.rules, positions, strict=True)
    )
    return first, second


def _in_series(one: Switch) -> Parting | None:
    """The first series of random games that one reading ends and the other does not, or scores otherwise."""
    for seed in range(SERIES):
        pair = [hedgekit.Series(rules, seed=1000 * seed) for rules in one.rules]
        for _ in range(PER_SERIES):
            for series in pair:
                chance = random.Random(seed)
                while not series.game.is_over:
                    _played(series.game, chance)
            scores = [series.scores for series in pair]
            over = [series.is_over for series in pair]
            if scores[0] != scores[1] or over[0] != over[1]:
                ended = pair[0].game, pair[1].game
                standing: list[StandingView] = [
                    {"games": len(series.games), "scores": series.scores, "over": series.is_over} for series in pair
                ]
                games = _copies(one, (str(ended[0]), str(ended[1])))
                return Parting(one, "score", games, seed, ended[0].ply, standing=tuple(standing))
            if over[0]:
                break
            for series in pair:
                series.next_game()
    return None
