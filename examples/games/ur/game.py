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

HOME = 15  # steps of a player's path from hand to home
SHARED = range(5, 13)  # steps on the squares in the middle, which both paths cross
ROSETTES = (4, 8, 14)
SAFE = "m8"  # the rosette in the middle
FACES = (0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4)  # the sixteen equally likely throws of four dice
PLACE = r"m(?:[5-9]|1[0-2])|[ab](?:1[345]|[0-4])"
MOVE = re.compile(rf"(?P<number>[0-4])|-|(?P<origin>{PLACE})-(?P<target>{PLACE})")


def place(player: str, step: int) -> str:
    """Return the place at a step of a player's path, from 0 (in hand) to HOME."""
    return f"{'m' if step in SHARED else player.lower()}{step}"


def step_of(at: str) -> int:
    """Return the step of a place."""
    return int(at[1:])


@dataclass(frozen=True, repr=False)
class Rules(GameRules):
    """A rule set, such as `ur[pieces=5] players=2`."""

    NAME = "ur"
    PLAYER_COUNTS = (2,)
    OPTIONS: ClassVar = {"pieces": ("7", "5"), "safe": ("yes", "no")}

    pieces = chosen("pieces", int)
    """The number of pieces of each player."""
    has_safe_rosette = chosen("safe", "yes")
    """Whether a piece on the middle rosette is safe."""


@dataclass(frozen=True, repr=False)
class Move(ParsedMove):
    """A move from one place to another, a pass (`-`), or the number thrown."""

    origin: str = ""
    target: str = ""
    number: int | None = None

    def __str__(self) -> str:
        if self.origin:
            return f"{self.origin}-{self.target}"
        return "-" if self.number is None else str(self.number)

    FORM, WRONG = MOVE, "ur.error.move"


THROWS = tuple(Move(number=number, probability=FACES.count(number) / len(FACES)) for number in range(5))


def _read_counts(word: Field) -> dict[str, int]:
    return counted(word, "AB")


def _read_dice(word: Field) -> int:
    if word.filled() not in tuple("01234"):
        raise word.misread()
    return int(word.value)


@dataclass(frozen=True, repr=False, eq=False)
class Position(Standing):
    """A position: place -> player for the pieces on the board, player -> number for those in hand and at home."""

    pieces: Mapping[str, str] = field(default_factory=dict)
    hand: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, int] = field(default_factory=dict)
    number: int | None = None

    FIELDS: ClassVar = {"hand": _read_counts, "home": _read_counts, "dice": _read_dice, **Standing.TAIL}
    STEPS = ("roll", "move")
    PLACE = re.compile(rf"(?!.(?:0|15)$)(?:{PLACE})")

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """Check the places, the number of pieces, the winner and the dice."""
        for at, player in self.pieces.items():
            yield at[0] not in ("m", player.lower()), at
        for player in "AB":
            on_board = [*self.pieces.values()].count(player)
            in_hand, at_home = self.hand.get(player, 0), self.home.get(player, 0)
            yield on_board + in_hand + at_home != rules.pieces, ""
            yield (at_home == rules.pieces) != (self.over == player), "over"
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

    def _has_piece(self, at: str) -> bool:
        """Return whether the player to act has a piece in this place."""
        position, player = self._state, self._state.turn
        if at == place(player, 0):
            return position.hand.get(player, 0) > 0
        return position.pieces.get(at) == player

    def _obstacle(self, target: str) -> str:
        """Return why the player to act cannot land in a place: "own" (4), "safe" (7), or "" if they can."""
        owner = self._state.pieces.get(target)
        if owner == self._state.turn:
            return "own"
        return "safe" if owner and target == SAFE and self._rules.has_safe_rosette else ""

    def _list(self) -> Sequence[Move]:
        player, number = self._state.turn, self._state.number or 0
        if self._state.step == "roll":
            return THROWS
        moves = []
        for step in range(HOME - number + 1) if number else ():
            origin, target = place(player, step), place(player, step + number)
            if self._has_piece(origin) and not self._obstacle(target):
                moves.append(Move(origin, target))
        return moves or (Move(),)

    def _faces(self) -> Sequence[Move]:
        return [THROWS[number] for number in FACES]

    def _refusal(self, move: Move) -> Reason | None:
        position, player, number = self._state, self._state.turn, self._state.number or 0
        no = reasons("ur", "refusal", position.pieces, player=player, number=number)

        if position.over:
            return no(10, "over")
        if position.step == "roll":
            return no(2, "roll") if move.number is None else None
        if move.number is not None:
            return no(2, "rolled")
        if move.is_pass:
            movable = [legal.origin for legal in self.moves() if not legal.is_pass]
            return no(3, "must", *movable, places=movable) if movable else None
        if number == 0:
            return no(9, "zero", move.origin)
        if not self._has_piece(move.origin):
            return no(3, "foreign", move.origin, place=move.origin)
        step = step_of(move.origin)
        if step + number > HOME:
            return no(8, "exact", move.origin, place=move.origin, needed=HOME - step)
        end = place(player, step + number)
        if move.target != end:
            return no(3, "number", move.origin, end, origin=move.origin, end=end)
        if obstacle := self._obstacle(end):
            return no(4 if obstacle == "own" else 7, obstacle, end, place=end)
        return None

    def _after(self, move: Move) -> Position:
        position, player = self._state, self._state.turn
        if move.number is not None:
            return replace(position, number=move.number, step="move")
        pieces, hand, home = dict(position.pieces), dict(position.hand), dict(position.home)
        turn = self._rules.following[player]
        if move.origin:
            if move.origin in pieces:
                del pieces[move.origin]
            else:
                hand[player] -= 1
            step = step_of(move.target)
            if step == HOME:
                home[player] = home.get(player, 0) + 1
            else:
                if taken := pieces.get(move.target):
                    hand[taken] = hand.get(taken, 0) + 1
                pieces[move.target] = player
            if step in ROSETTES:
                turn = player
        if home.get(player) == self._rules.pieces:
            return Position(pieces, hand, home, over=player)
        return Position(pieces, hand, home, turn=turn, step="roll")

    def _effects(self, move: Move, before: Position) -> list[tuple[object, ...]]:
        if not move.origin:
            return [(9, "nothing")] if move.is_pass else [(2, "roll")]
        effects: list[tuple[object, ...]] = []
        step = step_of(move.target)
        if step in ROSETTES:
            effects.append((6, "again", move.target))
        if move.target in before.pieces:
            effects.append((5, "takes", move.target))
        clause, key = (8, "home") if step == HOME else (3, "advance" if step_of(move.origin) else "enter")
        return [*effects, (clause, key, move.origin, move.target)]

    def counts(self) -> dict[str, int]:
        """Return player -> number of pieces at home."""
        return {player: self._state.home.get(player, 0) for player in "AB"}

    def _evaluate(self, player: str) -> float:
        """Estimate a player's chance to win from the steps that all pieces have run."""
        position = self._state
        run = {letter: HOME * position.home.get(letter, 0) for letter in "AB"}
        for at, owner in position.pieces.items():
            run[owner] += step_of(at) + (2 if at == SAFE else 0)
        lead = run[player] - run[self._rules.following[player]]
        return 1 / (1 + 10 ** (-lead / 25))

    def _prompt_key(self) -> str:
        return "nothing" if self._state.step == "move" and self.moves()[0].is_pass else self._state.step
