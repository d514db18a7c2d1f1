"""Convert between the moves that the engine packs into numbers and moves as values or text; list outcomes of chance."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from ..engine import state
from ..engine.board import square_name
from ..notation.conversion import Names
from ..notation.moves import Move

Listed = tuple[str, tuple[Move, int]]
"""The text of a move, the move, and the number the engine has for it."""

CARDS = "112233445566*"
MOST = 20_000  # moves that are remembered
_WORDS = {
    state.SECRET: ("", "1", "2", "3", "4"),
    state.OFFER: ("-", "double"),
    state.ANSWER: ("take", "drop"),
    state.ANNOUNCE: ("", "1", "2"),
    state.JOKER: ("any", "again"),
}
"""The moves of the steps that offer numbers, by number."""


def unpacked(packed: int, s: Any, names: Names) -> Listed:
    """A move that is listed in a state."""
    piece = packed >> state.PIECE & 15 if packed & 63 == state.HAND else 0
    return _unpacked(packed, s.step, s.numbered, names.of[4 * s.colours * s.turn + piece - 1] if piece else None)


@lru_cache(maxsize=MOST)
def _unpacked(packed: int, step: int, numbered: int, piece: str | None = None) -> Listed:
    """The same by what decides it (games ask at every ply); piece: who comes from the hand, where that is named."""
    count, target, number = packed >> state.MANY & 31, square_name(packed >> state.TO & 63), packed >> state.NUMBER & 7
    used = number if numbered and number else None
    if step in _WORDS:
        word = _WORDS[step][number]
        move = Move(outcome=(int(word),)) if word.isdigit() else Move() if word == "-" else Move(word=word)
    elif not count:
        move = Move(number=used)
    elif packed & 63 == state.HAND:
        # Who is named is written with an @ while placing too, and reads back as written.
        entering = step != state.PLACE or piece is not None
        move = Move(target=target, count=count, piece=piece, number=used, entering=entering)
    else:
        move = Move(origin=square_name(packed & 63), target=target, count=count, number=used)
    return str(move), (move, packed)


def played(packed: int | Sequence[int], s: Any, names: Names) -> Move:
    """The move that is played so in a state, legal there; an outcome without its probability, the order of cards."""
    if not isinstance(packed, int):
        return Move(deck="".join("*" if card == state.ANY else str(card) for card in packed))
    if s.step == state.ROLL:
        return Move(outcome=tuple(sorted(packed >> 3 * k & 7 for k in range((packed.bit_length() + 2) // 3))))
    if s.step in state.CHANCE:
        return Move(outcome=(packed >> state.NUMBER & 7,))
    return unpacked(packed, s, names)[1][0]


def decisions(ask: Any, s: Any, names: Names) -> dict[str, tuple[Move, int]]:
    """The legal moves of a state in which a player decides, as the engine lists them."""
    return dict([unpacked(packed, s, names) for packed in s.moves[: ask.list_moves(s)]])


def outcomes(ask: Any, s: Any) -> dict[str, tuple[Move, int]]:
    """What chance can bring in a state, with the probabilities; nothing while cards are shuffled, too many orders."""
    if s.step == state.SHUFFLE:
        return {}
    if s.step == state.ROLL:
        return _throws(ask.dice_count(s))
    if s.step == state.LANE:
        return _numbers(tuple(lane + 1 for lane in range(s.lanes) if ask.lane_open(s, lane)))
    return _numbers((1, 2, 3, 4, 5, 6))


@cache
def _throws(dice: int) -> dict[str, tuple[Move, int]]:
    """What so many dice can show: text -> the outcome, and the dice packed."""
    listed = {}
    for thrown in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for number in set(thrown):
            ways //= factorial(thrown.count(number))
        move = Move(outcome=thrown, probability=ways / 6**dice)
        listed[str(move)] = move, sum(number << 3 * k for k, number in enumerate(thrown))
    return listed


@cache
def _numbers(numbers: tuple[int, ...]) -> dict[str, tuple[Move, int]]:
    """Numbers of equal chance, likewise."""
    moves = [Move(outcome=(number,), probability=1 / len(numbers)) for number in numbers]
    return {str(move): (move, move.outcome[0] << state.NUMBER) for move in moves}
