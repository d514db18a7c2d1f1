"""Rules, positions and moves of the Royal Game of Ur.  The clauses are in `book.en.toml`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from hedgekit.notation.options import GameRules, chosen
from hedgekit.notation.tokens import Field, ParsedMove, counted
from hedgekit.notation.values import Fault, Standing
from hedgekit.play.position_game import PositionGame
from hedgekit.text.reasons import Reason, reasons

LONG = 15  # steps from before the way to after it
MIDDLE = range(5, 13)
ROSETTES = (4, 8, 14)
SAFE = "m8"
FACES = (0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4)  # what four dice of two faces show, each as likely
PLACE = r"m(?:[5-9]|1[0-2])|[ab](?:1[345]|[0-4])"
MOVE = re.compile(rf"(?P<number>[0-4])|-|(?P<origin>{PLACE})-(?P<target>{PLACE})")


def place(player: str, step: int) -> str:
    """The place of a player's piece after so many steps: 0 before the way, LONG after it."""
    return f"{'m' if step in MIDDLE else player.lower()}{step}"


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set, such as `ur[pieces=5] players=2`."""

    NAME = "ur"
    PLAYER_COUNTS = (2,)
    OPTIONS: ClassVar = {"pieces": ("7", "5"), "safe": ("yes", "no")}

    pieces = chosen("pieces", int)
    """How many pieces each player has."""


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A piece from a place to another, `-` for none, or what is thrown."""

    origin: str = ""
    target: str = ""
    number: int | None = None

    def __str__(self) -> str:
        if self.origin:
            return f"{self.origin}-{self.target}"
        return "-" if self.number is None else str(self.number)

    FORM, WRONG = MOVE, "ur.error.move"


THROWS = tuple(Move(number=n, probability=FACES.count(n) / len(FACES)) for n in range(5))


def _counts(word: Field) -> dict[str, int]:
    return counted(word, "AB")


def _dice(word: Field) -> int:
    if word.filled() not in tuple("01234"):
        raise word.misread()
    return int(word.value)


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """Where the pieces are (place -> player; hand, home: player -> how many) and what is to be decided."""

    pieces: Mapping[str, str] = field(default_factory=dict)
    hand: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, int] = field(default_factory=dict)
    number: int | None = None

    FIELDS: ClassVar = {**dict.fromkeys(("hand", "home"), _counts), "dice": _dice, **Standing.TAIL}
    STEPS = ("roll", "move")
    PLACE = re.compile(rf"(?!.(?:0|15)$)(?:{PLACE})")

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """The places, how many pieces there are, the winner, the number."""
        for at, player in self.pieces.items():
            yield at[0] not in ("m", player.lower()), at
        for player in "AB":
            many = [*self.pieces.values()].count(player) + self.hand.get(player, 0) + self.home.get(player, 0)
            yield many != rules.pieces, ""
            yield (self.home.get(player, 0) == rules.pieces) != (self.over == player), "over"
        if not self.over:
            yield self._thrown("move")


class Game(PositionGame[Rules, Move, Position], opens="ur"):
    """A game of Ur."""

    TYPES = (Rules, Position, Move)
    CHANCE = ("roll",)
    END_CLAUSE, ROLL_CLAUSE = "ur.10", "ur.2"

    @classmethod
    def _opening(cls, rules: Rules, first: str | None) -> Position:
        return Position(hand=dict.fromkeys("AB", rules.pieces), turn=first or "A", step="roll")

    def _step_of(self, at: str) -> int | None:
        """How far a piece of the player to act there has come, None where he has none."""
        position, step = self._state, int(at[1:])
        player = position.turn
        there = position.hand.get(player, 0) > 0 if at == place(player, 0) else position.pieces.get(at) == player
        return step if there else None

    def _barred(self, target: str) -> str:
        """What bars a place: "own" (4), "safe" (7), or nothing."""
        owner = self._state.pieces.get(target)
        if owner == self._state.turn:
            return "own"
        return "safe" if owner and target == SAFE and self._rules.option("safe") == "yes" else ""

    def _list(self) -> Sequence[Move]:
        position = self._state
        if position.step == "roll":
            return THROWS
        player, moves = position.turn, []
        for step in range(LONG if position.number else 0):
            target = place(player, end) if (end := step + (position.number or 0)) <= LONG else ""
            if self._step_of(place(player, step)) is not None and target and not self._barred(target):
                moves.append(Move(place(player, step), target))
        return moves or (Move(),)

    def _faces(self) -> Sequence[Move]:
        return tuple(THROWS[n] for n in FACES)

    def _refusal(self, move: Move) -> Reason | None:
        position, player, number = self._state, self._state.turn, self._state.number

        no = reasons("ur", "refusal", position.pieces, player=player, number=number)
        if position.over:
            return no(10, "over")
        if (move.number is None) == (position.step == "roll"):
            return no(2, "rolled" if move.number is not None else "roll")
        if move.number is not None:
            return None
        if move.is_pass:
            able = tuple(one.origin for one in self.moves() if not one.is_pass)
            return no(3, "must", *able, places=able) if able else None
        if number == 0:
            return no(9, "zero", move.origin)
        step = self._step_of(move.origin)
        if step is None:
            return no(3, "foreign", move.origin, place=move.origin)
        if step + (number or 0) > LONG:
            return no(8, "exact", move.origin, place=move.origin, needed=LONG - step)
        if move.target != (end := place(player, step + (number or 0))):
            return no(3, "number", move.origin, end, origin=move.origin, end=end)
        barred = self._barred(move.target)
        return no(4 if barred == "own" else 7, barred, move.target, place=move.target) if barred else None

    def _after(self, move: Move) -> Position:
        position, player = self._state, self._state.turn
        if move.number is not None:
            return replace(position, number=move.number, step="move")
        pieces, hand, home = dict(position.pieces), dict(position.hand), dict(position.home)
        if not move.is_pass:
            if pieces.pop(move.origin, None) is None:
                hand[player] -= 1
            if int(move.target[1:]) == LONG:
                home[player] = home.get(player, 0) + 1
            else:
                if other := pieces.get(move.target):
                    hand[other] = hand.get(other, 0) + 1
                pieces[move.target] = player
        if home.get(player) == self._rules.pieces:
            return Position(pieces, hand, home, over=player)
        again = not move.is_pass and int(move.target[1:]) in ROSETTES
        return Position(pieces, hand, home, turn=player if again else self._rules.following[player], step="roll")

    def _effects(self, move: Move, before: Position) -> list[tuple[object, ...]]:
        if not move.origin:
            return [(9, "nothing")] if move.is_pass else [(2, "roll")]
        both, end = (move.origin, move.target), int(move.target[1:])
        found: list[tuple[object, ...]] = []
        if end in ROSETTES:
            found.append((6, "again", move.target))
        if move.target in before.pieces:
            found.append((5, "takes", move.target))
        if end == LONG:
            return [*found, (8, "home", *both)]
        return [*found, (3, "enter" if move.origin[1:] == "0" else "advance", *both)]

    def counts(self) -> dict[str, int]:
        """Player -> pieces that have gone the whole way."""
        return {player: self._state.home.get(player, 0) for player in "AB"}

    def _evaluate(self, player: str) -> float:
        """A player's chance to win, by how far all pieces have come."""
        position = self._state
        come = {one: LONG * position.home.get(one, 0) for one in "AB"}
        for at, owner in position.pieces.items():
            come[owner] += int(at[1:]) + (2 if at == SAFE else 0)
        ahead = (come["A"] - come["B"]) * (1 if player == "A" else -1)
        return 1 / (1 + 10 ** (-ahead / 25))

    def _prompt_key(self) -> str:
        return "nothing" if self._state.step == "move" and self.moves()[0].is_pass else self._state.step
