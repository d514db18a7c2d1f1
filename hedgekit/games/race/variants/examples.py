"""Where a variant shows what it does, and what its positions are under rules without it.

A position says more under a variant than without: what only the variant knows is left out.  Its fields and steps go by
themselves; what else there is to do, a variant names with `Examples(carried=...)`, from the functions here or its own.
Positions are `hedgekit.games.race.notation.position.Position`, rule sets those without the variant.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..engine.board import LETTERS, PLAYERS

Carried = Callable[[Any, Any], Any]
"""(position, rules without the variant) -> the position without what only the variant knows."""


def _as_it_is(position: Any, rules: Any) -> Any:
    return position


@dataclass(frozen=True)
class Examples:
    """How examples of a variant are found and compared.

    alone: no single move tells of it, so that nothing is compared; options: those with which it shows best, as a rule
    set has them, where the usual ones change little; home: it matters only where somebody has so many home; steps:
    step that only it has -> the one that stands in its place without; carried: what else its positions lose.
    """

    alone: bool = False
    options: str = ""
    home: int = 0
    steps: Mapping[str, str] = field(default_factory=dict)
    carried: Carried = field(default=_as_it_is)


def one_die(position: Any, rules: Any) -> Any:
    """Of several numbers, or dice on offer, the first; any number for a joker."""
    dice = position.dice or tuple(map(str, position.value("pool")))
    return replace(position, dice=tuple("1" if die == "*" else die for die in dice[:1]))


def beneath(position: Any, pieces: tuple[str, ...]) -> Any:
    """These stand under the hedgehogs furthest back, where they can neither move, nor hold or cover anybody."""
    if not position.stacks or not pieces:
        return position
    last = min(position.stacks)
    return replace(position, stacks={**position.stacks, last: (*pieces, *position.stacks[last])})


def none_out(position: Any, rules: Any) -> Any:
    """Those removed from the game are under the ones furthest back."""
    return beneath(replace(position, out=()), position.out)


def all_one_way(position: Any, rules: Any) -> Any:
    """Everybody runs towards the last rank: who stands there is home, and nobody is on the way back."""
    end = LETTERS[-1]
    stacks = {square: tuple(piece[:2] for piece in pieces) for square, pieces in position.stacks.items()}
    arrived = [piece for square, pieces in stacks.items() if square[0] == end for piece in pieces]
    kept = {square: pieces for square, pieces in stacks.items() if square[0] != end}
    return replace(position, stacks=kept, home=tuple(sorted((*position.home, *arrived))))


def no_reserves(position: Any, rules: Any) -> Any:
    """After the set-up those in hand are on the start line, at the bottom of their square, where they cover nobody."""
    if position.step == "place":
        return position
    stacks = dict(position.stacks)
    for piece in position.hand:
        low = min((f"a{lane}" for lane in range(1, rules.lanes + 1)), key=lambda square: len(stacks.get(square, ())))
        stacks[low] = (piece, *stacks.get(low, ()))
    return replace(position, hand=(), stacks=stacks)


def four_each(position: Any, rules: Any) -> Any:
    """Everybody has a fourth: in hand during the set-up, else under the ones furthest back."""
    fourth = tuple(f"{letter}4" for letter in PLAYERS[: rules.players])
    if position.hand:
        return replace(position, hand=tuple(sorted((*position.hand, *fourth))))
    return beneath(position, fourth)
