"""Examples of a variant: positions that show its effect, and their conversion to rules without it.

Fields and steps that only the variant has are dropped automatically; `Examples(convert=...)` names a function, from
here or the variant's own module, for the rest.  Positions are `hedgekit.games.race.notation.position.Position`; rule
sets are those without the variant.
"""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from typing import Any

from ....renamed import warn_renamed
from ..engine.board import LETTERS, PLAYERS

Conversion = Callable[[Any, Any], Any]
"""(position, rules without the variant) -> the position under those rules."""


def _unchanged(position: Any, rules: Any) -> Any:
    return position


@dataclass(frozen=True)
class Examples:
    """How examples of a variant are found, and compared with the game without it.

    alone: no single move shows it, so nothing is compared; options: those that show it best, as in a rule set, if the
    default ones change little; home: the number of pieces a player must have home for it to matter; steps: a step that
    only it has -> the step that replaces it; convert: further changes to its positions.
    """

    alone: bool = False
    options: str = ""
    home: int = 0
    steps: Mapping[str, str] = field(default_factory=dict)
    convert: Conversion = field(default=_unchanged)
    carried: InitVar[Conversion | None] = None  # the former name of `convert`, for one edition

    def __post_init__(self, carried: Conversion | None) -> None:
        if carried:
            warn_renamed("carried of examples", "convert", 4)
            object.__setattr__(self, "convert", carried)


def one_die(position: Any, rules: Any) -> Any:
    """Keep the first of several numbers or dice on offer; a joker becomes a 1."""
    dice = position.dice or tuple(map(str, position.value("pool")))
    return replace(position, dice=tuple("1" if die == "*" else die for die in dice[:1]))


def beneath(position: Any, pieces: tuple[str, ...]) -> Any:
    """Put pieces under the hedgehogs furthest back, where they cannot move, hold or cover any other."""
    if not position.stacks or not pieces:
        return position
    last = min(position.stacks)
    return replace(position, stacks={**position.stacks, last: (*pieces, *position.stacks[last])})


def none_out(position: Any, rules: Any) -> Any:
    """Put removed pieces under the hedgehogs furthest back."""
    return beneath(replace(position, out=()), position.out)


def all_one_way(position: Any, rules: Any) -> Any:
    """Make everybody run towards the last rank: those on it are home, and nobody is on the way back."""
    end = LETTERS[-1]
    stacks = {square: tuple(piece[:2] for piece in pieces) for square, pieces in position.stacks.items()}
    arrived = [piece for square, pieces in stacks.items() if square[0] == end for piece in pieces]
    kept = {square: pieces for square, pieces in stacks.items() if square[0] != end}
    return replace(position, stacks=kept, home=tuple(sorted((*position.home, *arrived))))


def no_reserves(position: Any, rules: Any) -> Any:
    """Put pieces left in hand after the set-up on the start line, at the bottom of a square."""
    if position.step == "place":
        return position
    stacks = dict(position.stacks)
    for piece in position.hand:
        low = min((f"a{lane}" for lane in range(1, rules.lanes + 1)), key=lambda square: len(stacks.get(square, ())))
        stacks[low] = (piece, *stacks.get(low, ()))
    return replace(position, hand=(), stacks=stacks)


def four_each(position: Any, rules: Any) -> Any:
    """Give everybody a fourth piece: in hand during the set-up, later under the hedgehogs furthest back."""
    fourth = tuple(f"{letter}4" for letter in PLAYERS[: rules.players])
    if position.hand:
        return replace(position, hand=tuple(sorted((*position.hand, *fourth))))
    return beneath(position, fourth)
