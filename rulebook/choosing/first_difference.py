"""Shows on two boards how two rule sets differ: the same position, where games of both first part."""

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
from .fields import PartedView

GAMES, PLIES, FOR = 3, 700, 3
"""How many random games are played, of how many moves at most, and by how many players where both can be."""


def parted_variants(a: int, b: int) -> tuple[PartedView, ...]:
    """`parted` of two variants alone, which may exclude each other; () where no number of players suits both."""
    seats = sorted(set(hedgekit.VARIANTS[a].seats) & set(hedgekit.VARIANTS[b].seats))
    if not seats:
        return ()
    many = FOR if FOR in seats else seats[0]
    return parted(hedgekit.rules(a, players=many), hedgekit.rules(b, players=many))


@cache
def parted(one: hedgekit.RuleSet, other: hedgekit.RuleSet) -> tuple[PartedView, ...]:
    """Return the same game under two rule sets where it first differs; () if no game shows a difference.

    What differs is what is asked, what a move leads to, whether it may be made, or what the end of the game brings.
    """
    rules = one, other
    if one.players != other.players or any(each.engine for each in rules):
        return ()
    for seed in range(GAMES):
        found = _in_game([hedgekit.Game(each, seed=seed) for each in rules], random.Random(seed))
        if found:
            return tuple(found)
    return ()


def _in_game(games: list[Any], chance: random.Random) -> list[PartedView] | None:
    """Play two games alike and return what both show where they first differ; None if they never do."""
    for game in games:  # that cards are shuffled, or dice handed out, before anybody places is no reason yet
        while game.is_chance:
            game.roll()
    one, other = games
    for _ in range(PLIES):
        if one.is_over and other.is_over:
            return [_shown(game, _scored(game)) for game in games] if one.points() != other.points() else None
        if (one.is_over, one.step, one.is_chance) != (other.is_over, other.step, other.is_chance):
            return [_shown(game, engine_text(game.prompt)) for game in games]
        if move := _only_in_one(games):
            return [_tried(game, move) for game in games]
        move = random_ply(one, chance)
        try:
            other.play(move)
        except hedgekit.HedgekitError:  # their numbers come from different things
            other.roll()
            return [_shown(game, engine_text(game.narrate)) for game in games]
        if one.narrate() != other.narrate():
            return [_shown(game, engine_text(game.narrate)) for game in games]
    return None


def _only_in_one(games: list[Any]) -> str:
    """Return the first move that only one of two games allows; "" for none."""
    if games[0].is_chance:
        return ""
    mine, theirs = ([str(move) for move in game.moves()] for game in games)
    return next((move for move in mine if move not in theirs), next((move for move in theirs if move not in mine), ""))


def _tried(game: Any, move: str) -> PartedView:
    """A move that one of the two forbids: what it leads to, or why not."""
    refusal = game.why(move)
    if refusal is None:
        game.play(move)
        return _shown(game, engine_text(game.narrate))
    path = drawing_of(game).trail(game.read_move(move))
    return _shown(game, engine_text(refusal.text), [(path[0], "why")] if path else [])


def _scored(game: Any) -> Localized:
    scores = ", ".join(f"{player} {points}" for player, points in (game.points() or {}).items())
    points = ui_text("points").each(lambda label: f"{label}: {scores or '–'}.")
    return Localized.joined([engine_text(game.prompt), points])


def _shown(game: Any, said: Localized, marks: Any = ()) -> PartedView:
    name = "-".join(map(str, game.rules.variants)) or "0"
    picture = draw(game, last=() if marks else last_of(game), marks=marks, prefix=f"hc-parted-{name}", standalone=False)
    title = words.titles(game.rules.variants, game.rules.registry)
    return {"title": title, "svg": picture, "said": said}
