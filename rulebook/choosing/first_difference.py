"""Finds the position where the same game under two rule sets first differs, and shows it on two boards."""

import random
from functools import cache
from typing import Any

import hedgekit

from ..boards.view import last_of
from ..measuring.random_games import random_ply
from ..picture.drawing import drawing_of
from ..picture.svg import draw
from ..stage.localized import Localized, engine_text, ui_text
from ..text import words
from .fields import DifferenceView

GAMES, MAX_PLIES, PLAYERS = 3, 700, 3  # random games, moves of each, and players if both rule sets allow that many


def first_difference_of_variants(a: int, b: int) -> tuple[DifferenceView, ...]:
    """Return the first difference of two variants, even incompatible ones; () if no number of players suits both."""
    seats = sorted(set(hedgekit.VARIANTS[a].seats) & set(hedgekit.VARIANTS[b].seats))
    if not seats:
        return ()
    players = PLAYERS if PLAYERS in seats else seats[0]
    return first_difference(hedgekit.rules(a, players=players), hedgekit.rules(b, players=players))


@cache
def first_difference(one: hedgekit.RuleSet, other: hedgekit.RuleSet) -> tuple[DifferenceView, ...]:
    """Return views of the same game under two rule sets where it first differs; () if no game shows a difference.

    A difference is in the prompt, the result of a move, its legality, or the points at the end.
    """
    rules = one, other
    if one.players != other.players or any(each.engine for each in rules):
        return ()
    for seed in range(GAMES):
        found = _play_until_different([hedgekit.Game(each, seed=seed) for each in rules], random.Random(seed))
        if found:
            return tuple(found)
    return ()


def _play_until_different(games: list[Any], chance: random.Random) -> list[DifferenceView] | None:
    """Play two games with the same random moves until they differ, and return views of both; None if they never do."""
    for game in games:  # shuffling or handing out dice before the first placement is no difference
        while game.is_chance:
            game.roll()
    one, other = games
    for _ in range(MAX_PLIES):
        if one.is_over and other.is_over:
            return [_view(game, _result(game)) for game in games] if one.points() != other.points() else None
        if (one.is_over, one.step, one.is_chance) != (other.is_over, other.step, other.is_chance):
            return [_view(game, engine_text(game.prompt)) for game in games]
        if move := _move_of_one(games):
            return [_try_move(game, move) for game in games]
        move = random_ply(one, chance)
        try:
            other.play(move)
        except hedgekit.HedgekitError:  # their random numbers come from different devices
            other.roll()
            return [_view(game, engine_text(game.narrate)) for game in games]
        if one.narrate() != other.narrate():
            return [_view(game, engine_text(game.narrate)) for game in games]
    return None


def _move_of_one(games: list[Any]) -> str:
    """Return the first move that only one of two games allows; "" for none."""
    if games[0].is_chance:
        return ""
    first, second = ([str(move) for move in game.moves()] for game in games)
    only_first, only_second = ([m for m in one if m not in other] for one, other in ((first, second), (second, first)))
    return next(iter(only_first + only_second), "")


def _try_move(game: Any, move: str) -> DifferenceView:
    """Return a view after a move, or of its refusal."""
    refusal = game.why(move)
    if refusal is None:
        game.play(move)
        return _view(game, engine_text(game.narrate))
    path = drawing_of(game).trail(game.read_move(move))
    return _view(game, engine_text(refusal.text), [(path[0], "why")] if path else [])


def _result(game: Any) -> Localized:
    scores = ", ".join(f"{player} {points}" for player, points in (game.points() or {}).items()) or "–"
    return Localized.joined([engine_text(game.prompt), ui_text("points").each(lambda label: f"{label}: {scores}.")])


def _view(game: Any, text: Localized, marks: Any = ()) -> DifferenceView:
    name = "-".join(map(str, game.rules.variants)) or "0"
    picture = draw(game, last=() if marks else last_of(game), marks=marks, prefix=f"hc-parted-{name}", standalone=False)
    title = words.titles(game.rules.variants, game.rules.registry)
    return {"title": title, "svg": picture, "text": text}
