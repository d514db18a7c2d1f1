"""Convert packed moves of the engine into moves as values; list the outcomes of chance."""

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
"""The text of a move, the move, and its packed number."""

CARDS = "112233445566*"
MOST = 20_000  # cached moves
_WORDS = {
    state.SECRET: ("", "1", "2", "3", "4"),
    state.OFFER: ("-", "double"),
    state.ANSWER: ("take", "drop"),
    state.ANNOUNCE: ("", "1", "2"),
    state.JOKER: ("any", "again"),
}
"""Step -> its moves by number."""


def unpack(packed: int, s: Any, names: Names) -> Listed:
    """Unpack a move listed in a state."""
    piece = packed >> state.PIECE & 15 if packed & 63 == state.HAND else 0
    return _unpack(packed, s.step, s.numbered, names.of[4 * s.colours * s.turn + piece - 1] if piece else None)


@lru_cache(maxsize=MOST)
def _unpack(packed: int, step: int, numbered: int, piece: str | None = None) -> Listed:
    """Unpack a move from what determines it, to be cached; piece: the one from the hand, if the notation names it."""
    count, target, number = packed >> state.MANY & 31, square_name(packed >> state.TO & 63), packed >> state.NUMBER & 7
    used = number if numbered and number else None
    if step in _WORDS:
        word = _WORDS[step][number]
        move = Move(outcome=(int(word),)) if word.isdigit() else Move() if word == "-" else Move(word=word)
    elif not count:
        move = Move(number=used)
    elif packed & 63 == state.HAND:
        # a named piece is written with an @ during placement, too
        entering = step != state.PLACE or piece is not None
        move = Move(target=target, count=count, piece=piece, number=used, entering=entering)
    else:
        move = Move(origin=square_name(packed & 63), target=target, count=count, number=used)
    return str(move), (move, packed)


def unpack_played(packed: int | Sequence[int], s: Any, names: Names) -> Move:
    """Unpack a legal move, an outcome (without its probability), or an order of cards."""
    if not isinstance(packed, int):
        return Move(deck="".join("*" if card == state.ANY else str(card) for card in packed))
    if s.step == state.ROLL:
        return Move(outcome=tuple(sorted(packed >> 3 * k & 7 for k in range((packed.bit_length() + 2) // 3))))
    if s.step in state.CHANCE:
        return Move(outcome=(packed >> state.NUMBER & 7,))
    return unpack(packed, s, names)[1][0]


def legal_moves(ask: Any, s: Any, names: Names) -> dict[str, tuple[Move, int]]:
    """Return the legal moves of a state in which a player decides, by text, in the engine's order."""
    return dict([unpack(packed, s, names) for packed in s.moves[: ask.list_moves(s)]])


def outcomes(ask: Any, s: Any) -> dict[str, tuple[Move, int]]:
    """Return the outcomes at a chance step, by text, with probabilities; none for a shuffle, which has too many."""
    if s.step == state.SHUFFLE:
        return {}
    if s.step == state.ROLL:
        return _throws(ask.dice_count(s))
    if s.step == state.LANE:
        return _numbers(tuple(lane + 1 for lane in range(s.lanes) if ask.lane_open(s, lane)))
    return _numbers((1, 2, 3, 4, 5, 6))


@cache
def _throws(dice: int) -> dict[str, tuple[Move, int]]:
    """Return the outcomes of a number of dice, by text, with the packed dice."""
    moves = {}
    for thrown in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for number in set(thrown):
            ways //= factorial(thrown.count(number))
        move = Move(outcome=thrown, probability=ways / 6**dice)
        moves[str(move)] = move, sum(number << 3 * k for k, number in enumerate(thrown))
    return moves


@cache
def _numbers(numbers: tuple[int, ...]) -> dict[str, tuple[Move, int]]:
    """Return equally likely numbers as outcomes, by text, packed."""
    moves = [Move(outcome=(number,), probability=1 / len(numbers)) for number in numbers]
    return {str(move): (move, move.outcome[0] << state.NUMBER) for move in moves}
