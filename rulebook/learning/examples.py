"""Compare rules with and without one of their variants: at a position, or at positions found because they differ.

    without("9+13 players=3", 13)          the remaining rules: 9 players=3
    compared(game, 13)                     a game at the same position under those
    difference(game, "b3-c3", 13)          the effect of the variant on a move: "allowed", "changed" or None
    differing("13 players=3", 13, seed=7)  a position of a random game where the variant matters, and how

In the other games an option takes the place of a variant, named by its clause:
`without("horses[pass=yes] players=2", "horses.pass")`.  Their positions are the same with and without the option.

A variant declares what only it needs in a position (`hedgekit.games.race.variants.examples`); that is left out.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import hedgekit
from hedgekit.games.race.engine.composing import registry_cache
from hedgekit.games.race.variants.fields import fields_of
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry, current

from ..measuring.random_games import play_out, random_ply
from ..text.words import Subject

MOST_GAMES = 60
MOST_POSITIONS = 1500
"""Limits of the search of `differing`."""

KINDS = ("allowed", "forbidden", "changed")
"""How a variant may affect a move: allow it, forbid it, or change its outcome."""


def is_alone(number: int) -> bool:
    """Return whether there is nothing to compare: the base game, and variants that no single move shows."""
    return current().variants[number].examples.alone


def option_of(rules: Any, clause: str) -> str:
    """Return the option a clause is about, found by its name or its value; "" if it is not chosen.

    "horses.pass" is about `pass`, "checkerboard.last" about `form` where it is `last`.
    """
    last = clause.partition(".")[2]
    return next((name for name, value in rules.chosen if last in (name, value)), "")


def without(rules: Any, number: Subject) -> Any:
    """Return the rule set without a variant or option.  LookupError if it does not have it, or cannot do without it."""
    if isinstance(number, str):
        chosen = hedgekit.game_of(rules).read_rules(rules)
        option = option_of(chosen, number)
        if not option:
            raise LookupError(f"{chosen} has no option that {number} is about")
        return replace(chosen, chosen=tuple(pair for pair in chosen.chosen if pair[0] != option))
    whole = hedgekit.rules(rules)
    if number not in whole.variants:
        raise LookupError(f"{whole} does not have the variant {number}")
    heads = re.findall(r"([a-z0-9-]+)((?:\[[^]]*\])?)(?:\+|$)", str(whole).split()[0])
    name = str(whole.registry.variants[number].number)
    rest = "+".join(head + options for head, options in heads if head != name) or "0"
    try:
        return hedgekit.rules(rest, players=whole.players, registry=whole.registry)
    except ValueError as error:
        raise LookupError(f"{whole} cannot do without {number}: {error}") from None


def compared(game: Any, number: Subject) -> Any:
    """Return a new game at the same position under the rules without a variant or option.

    LookupError if the position does not exist under those rules.
    """
    rules = without(game.rules, number)
    position = game.position if isinstance(number, str) else _carried(game.position, number, rules)
    try:
        return type(game).from_text(rules, str(position))
    except hedgekit.HedgekitError as error:
        raise LookupError(f"{game} says nothing without {number}: {error}") from None


def _carried(position: Any, number: int, rules: Any) -> Any:
    """Return a position without the parts that belong to a variant."""
    own = position.registry.variants[number].examples
    converted = own.convert(position, rules)
    step = own.steps.get(position.step, position.step)
    left = {field.name for field in fields_of(rules)}
    rest = {name: text for name, text in converted.rest.items() if name in left}
    return replace(converted, step=step, dice=() if step == "roll" else converted.dice, rest=rest)


# ---- the effect of a variant on a move -------------------------------------------------------------------------------


def difference(game: Any, move: str, number: Subject) -> str | None:
    """Return the effect on a legal move: "allowed" (illegal without it), "changed" (another outcome) or None.

    Also None where the position cannot be compared.
    """
    other = beside(game, number)
    return None if other is None else _difference(game, other, move)


def beside(game: Any, number: Subject) -> Any | None:
    """Return `compared`, or None if the position does not exist there or is at another step."""
    try:
        other = compared(game, number)
    except LookupError:
        return None
    return None if other.is_over or other.step != game.step else other


def moves_by_kind(game: Any, other: Any) -> dict[str, list[Any]]:
    """Map each of `KINDS`, and "same", to the moves affected that way; other: the game without the variant."""
    kinds: dict[str, list[Any]] = {kind: [] for kind in (*KINDS, "same")}
    for move in game.moves():
        kinds[_difference(game, other, str(move)) or "same"].append(move)
    mine = {plain(move) for move in game.moves()}
    kinds["forbidden"] = [move for move in other.moves() if plain(move) not in mine]
    return kinds


def _difference(game: Any, other: Any, move: str) -> str | None:
    same = same_move(other, move)
    if same is None:
        return "allowed"
    return "changed" if _effect(game, move) != _effect(other, same) else None


def plain(move: Any) -> str:
    """Return a move as text, without the number it uses."""
    return str(move).partition("=")[0]


def same_move(other: Any, move: str) -> str | None:
    """Return a move as the other game writes it, with or without the number used; None if it is illegal there."""
    return {plain(found): str(found) for found in other.moves()}.get(plain(move))


def _effect(game: Any, move: str) -> tuple[Any, ...]:
    """Return the outcome of a move: the pieces that moved, and the end of the game.

    For other games, whose fields do not depend on options, it is the whole position.
    """
    if not isinstance(game, hedgekit.Game):
        return (game.after(move),)
    before = _places(game)
    game.play(move)
    after = {piece: place for piece, place in _places(game).items() if before.get(piece) != place}
    end = (game.is_over, game.winners, game.points())
    game.undo()
    return after, end


def _places(game: Any) -> dict[str, str]:
    position = game.position
    places = {
        piece[:2]: f"{square} {covered}"
        for square, pieces in position.stacks.items()
        for covered, piece in enumerate(reversed(pieces))
    }
    for name in ("home", "out"):
        places |= dict.fromkeys(getattr(position, name), name)
    return places


def is_forbidden(game: Any, move: str, number: Subject) -> bool:
    """Return whether a refused move would be legal without the variant."""
    other = beside(game, number)
    return other is not None and same_move(other, move) is not None


# ---- fresh positions -------------------------------------------------------------------------------------------------


def random_positions(rules: Any, seed: int, most: int | None = None) -> Iterator[Any]:
    """Yield positions of random games that offer a choice; each is the same game object, moved on.

    Each of `MOST_GAMES` games is joined at a random ply and followed to its end, or for `most` positions.  The same
    seed gives the same positions.
    """
    chance = random.Random(seed)
    kind = hedgekit.game_of(rules)
    latest = 150 if kind is hedgekit.Game else _length(getattr(rules, "registry", BASE), rules)
    for _ in range(MOST_GAMES):
        game = kind(rules, seed=chance.randrange(1 << 40))
        begin = chance.randrange(latest)
        shown = 0
        while not game.is_over and shown != most:
            if game.ply >= begin and not game.is_chance and len(game.moves()) > 1:
                shown += 1
                yield game
            random_ply(game, chance)


@registry_cache()
def _length(registry: Registry, rules: Any) -> int:
    """Return the number of plies of a random game; registry: the rules' registry, which the cache hangs on."""
    return int(play_out(hedgekit.game_of(rules)(rules, seed=0), random.Random(0)).ply)


def differing(rules: Any, number: Subject, seed: int) -> tuple[str, str]:
    """Find a position of a random game where a variant matters, as text, and how it matters (one of `KINDS`).

    Not every move shows it, so the reader has something to find.  The same seed finds the same position.
    LookupError if none turns up in `MOST_POSITIONS` positions of `MOST_GAMES` random games, or if the rules cannot do
    without the variant.
    """
    without(rules, number)
    candidates = (game for game in random_positions(rules, seed) if _may_matter(game, number))
    for game in islice(candidates, MOST_POSITIONS):
        kind = _effect_at(game, number)
        if kind:
            return str(game), kind
    raise LookupError(f"no position of {MOST_POSITIONS} was found where {number} matters in {rules}")


def _may_matter(game: Any, number: Subject) -> bool:
    """Return whether the variant may matter: a quick test before moves are compared."""
    if not isinstance(number, int):
        return True
    home = Counter(piece[0] for piece in game.position.home)
    return bool(max(home.values(), default=0) >= game.rules.registry.variants[number].examples.home)


def _effect_at(game: Any, number: Subject) -> str | None:
    if (other := beside(game, number)) is None:
        return None
    kinds = moves_by_kind(game, other)
    passes = [_effect_on_pass(game, str(move), number) for move in kinds["same"]]
    for kind in ("allowed", "changed"):
        if 0 < len(kinds[kind]) + passes.count(kind) < len(game.moves()):
            return kind
    return "forbidden" if any(plain(move) != "-" for move in kinds["forbidden"]) else None


def _effect_on_pass(game: Any, move: str, number: Subject) -> str | None:
    """Return the effect of a variant on the forced pass after a move, which boards play automatically."""
    game.play(move)
    try:
        forced = [] if game.is_over or game.is_chance else [str(found) for found in game.moves()]
        return difference(game, forced[0], number) if len(forced) == 1 and forced[0].startswith("-") else None
    finally:
        game.undo()
