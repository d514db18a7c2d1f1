"""The game: the face of the package.  (notation.md, section Entry points)

game = Game(rules("0 players=3"), seed=7)
game.play("a1")
"""

import re
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, cast

from .board import PLAYERS, square_name
from .combining import RuleSet
from .combining import rules as read_rules
from .errors import NotationError
from .grounds import Grounds
from .kernel import kernel
from .moves import Move
from .points import points as count_points
from .position import Position
from .reasons import Reason, Refusal
from .record import Record
from .refusals import Explainer
from .standing import STEPS, Names, from_state, to_state
from .state import (
    ANNOUNCE,
    ANSWER,
    ANY,
    DRAW,
    HAND,
    JOKER,
    LANE,
    MANY,
    NUMBER,
    OFFER,
    OVER,
    PIECE,
    PLACE,
    ROLL,
    SECRET,
    SHUFFLE,
    TO,
)
from .telling import prompt, told
from .turn import seeded

CARDS = "112233445566*"
_WORDS = {
    SECRET: ("", "1", "2", "3", "4"),
    OFFER: ("-", "double"),
    ANSWER: ("take", "drop"),
    ANNOUNCE: ("", "1", "2"),
    JOKER: ("any", "again"),
}
"""The moves of the steps that offer numbers, by number."""


class Game:
    """A game of hedgehogs under a rule set.

    rules: a RuleSet or its text; seed: an int >= 0 that only feeds `roll`, None for dice of the day; first: the seat
    that begins (in a series it changes).
    Every refusal leaves the game as it was.
    """

    _start: Position | None

    def __new__(cls, rules: RuleSet | str = "0", *arguments: Any, **named: Any) -> "Game":
        """A game; of carrom (40), which shares the protocol and none of the engine, a `Carrom`."""
        ruleset = read_rules(rules)
        if 40 not in ruleset.variants:
            return super().__new__(cls)
        from .carrom import Carrom

        return cast("Game", Carrom(ruleset, *arguments, **named))

    def __init__(self, rules: RuleSet | str = "0", seed: int | None = None, first: str = "A") -> None:
        ruleset = read_rules(rules)
        if first not in tuple(PLAYERS[: ruleset.players]):
            raise NotationError("error.eyes", player=str(first)[:8], players=ruleset.players)
        self._begin(ruleset, seed, None, None)
        self._state.first = self._state.turn = PLAYERS.index(first)
        if first != "A":
            self._start = self.position

    @classmethod
    def from_text(cls, rules: RuleSet | str, text: str, seed: int | None = None) -> "Game":
        """A game standing in a position.

        NotationError if the text is none, or the position cannot be under these rules.
        """
        ruleset = read_rules(rules)
        if 40 in ruleset.variants:
            from .carrom import Carrom

            return cast("Game", Carrom.from_text(ruleset, text, seed))
        game = object.__new__(cls)
        position = Position.parse(text)
        names = Names(ruleset)
        game._begin(ruleset, seed, to_state(position, ruleset, names, text), names)
        return game

    def _begin(self, rules: RuleSet, seed: int | None, state: Any, names: Names | None) -> None:
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 10**18):
            raise NotationError("error.seed", seed=str(seed)[:24])
        self._rules = rules
        self._seed = seed
        self._engine = kernel(rules)
        self._ask = self._engine.answers
        self._names = names or Names(rules)
        self._state = self._engine.start() if state is None else state
        self._start = None if state is None else from_state(self._state, self._names)
        self._played: list[tuple[str, Any]] = []  # each move with the state before it
        self._listed: dict[str, tuple[Move, int]] | None = None

    # ---- what is so --------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed of `roll`, if there is one."""
        return self._seed

    @property
    def step(self) -> str | None:
        """What is to be decided ("place", "roll", "sideways", "forward"), None once the game is over."""
        return None if self.is_over else STEPS[self._state.step]

    @property
    def turn(self) -> str | None:
        """The letter of the player to act, None once the game is over."""
        return None if self.is_over else PLAYERS[self._state.turn]

    @property
    def is_chance(self) -> bool:
        """Does chance decide the present step?"""
        return bool(self._ask.is_chance(self._state))

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._state.step == OVER)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""
        won = self._state.won
        return () if won == DRAW else tuple(PLAYERS[p] for p in range(self._rules.players) if won >> p & 1)

    @property
    def position(self) -> Position:
        """The position, as a value."""
        return from_state(self._state, self._names)

    @property
    def start(self) -> Position | None:
        """The position the game began in; None if it began with the set-up."""
        return self._start

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._played)

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The moves played, as texts."""
        return tuple(text for text, _ in self._played)

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players by pieces home, best first, ties together (0.10, 0-m)."""
        s = self._state
        home = {PLAYERS[p]: (s.finished & s.mine[p]).bit_count() for p in range(self._rules.players)}
        return tuple(tuple(p for p in home if home[p] == n) for n in sorted(set(home.values()), reverse=True))

    def points(self) -> dict[str, int] | None:
        """Points of a finished game under 2, 18, 19, 20, 22, 25: {} without one of these, None while it is running."""
        return count_points(self) if self.is_over else None

    @property
    def first(self) -> str:
        """The letter of the seat that began."""
        return PLAYERS[self._state.first]

    @property
    def state(self) -> Any:
        """The engine's state, to be looked at and never changed."""
        return self._state

    @property
    def answers(self) -> Any:
        """The engine's questions as these rules answer them."""
        return self._ask

    # ---- moves -------------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move; at a chance step every outcome, with its probability.  Empty once the game is over."""
        return [move for move, _ in self._list().values()]

    def _list(self) -> dict[str, tuple[Move, int]]:
        if self._listed is None:
            s = self._state
            if s.step == OVER:
                self._listed = {}
            elif self.is_chance:
                self._listed = self._list_outcomes()
            else:
                packed = [int(m) for m in s.moves[: self._ask.list_moves(s)]]
                self._listed = {str(move): (move, m) for m in packed for move in [self._unpacked(m)]}
        return self._listed

    def _list_outcomes(self) -> dict[str, tuple[Move, int]]:
        s = self._state
        if s.step == SHUFFLE:
            return {}
        if s.step == ROLL:
            n = self._ask.dice_count(s)
            listed = {}
            for thrown in combinations_with_replacement(range(1, 7), n):
                ways = factorial(n)
                for number in set(thrown):
                    ways //= factorial(thrown.count(number))
                move = Move(outcome=thrown, probability=ways / 6**n)
                listed[str(move)] = move, sum(number << 3 * k for k, number in enumerate(thrown))
            return listed
        numbers = list(range(1, 7))
        if s.step == LANE:
            numbers = [lane + 1 for lane in range(s.lanes) if self._ask.lane_open(s, lane)]
        moves = [Move(outcome=(number,), probability=1 / len(numbers)) for number in numbers]
        return {str(move): (move, move.outcome[0] << NUMBER) for move in moves}

    def _unpacked(self, packed: int) -> Move:
        s = self._state
        count, target, number = packed >> MANY & 31, square_name(packed >> TO & 63), packed >> NUMBER & 7
        if s.step in _WORDS:
            word = _WORDS[s.step][number]
            return Move(outcome=(int(word),)) if word.isdigit() else Move() if word == "-" else Move(word=word)
        used = number if s.numbered and number else None
        if not count:
            return Move(number=used)
        if packed & 63 == HAND:
            piece = None
            if packed >> PIECE & 15:
                piece = self._names.of[4 * s.colours * s.turn + (packed >> PIECE & 15) - 1]
            return Move(target=target, count=count, piece=piece, number=used, entering=s.step != PLACE)
        return Move(origin=square_name(packed & 63), target=target, count=count, number=used)

    def play(self, move: Move | str) -> None:
        """Play a legal move (or its text).

        Refusal if it is not legal, NotationError if it is no move; nothing changed then.
        """
        found = self._list().get(move.strip()) if isinstance(move, str) else None
        if found is None:
            parsed = Move.parse(move)
            found = self._found(parsed)
        if found is None:
            raise self._refusal(parsed)
        text = str(found[0])
        before = self._state.copy()
        for k, card in enumerate(found[0].deck):
            self._state.deck[k] = ANY if card == "*" else int(card)
        self._ask.play(self._state, found[1])
        self._played.append((text, before))
        self._listed = None

    def _found(self, move: Move) -> tuple[Move, int] | None:
        """The legal move that reads like this one; a deck (7) is one if it has the right cards, in any order."""
        if self._state.step == SHUFFLE and sorted(move.deck) == sorted(CARDS):
            return move, 0
        return self._list().get(str(move))

    def roll(self) -> Move:
        """At a chance step: draw an outcome, play it and return it.

        With a seed, the n-th move of a game always draws the same, also after `undo`.  Refusal at any other step.
        """
        if self.is_over or not self.is_chance:
            key = "refusal.over" if self.is_over else "refusal.no_roll"
            raise Refusal("roll", Reason("0.10" if self.is_over else "0.4", key, values={"player": self.turn or ""}))
        move = self._dealt() if self._state.step == SHUFFLE else self._thrown()
        self.play(move)
        return move

    def _drawn(self, n: int, nth: int = 0) -> int:
        """A number 0 .. n - 1 of chance: of the seed and the present ply, or of the day."""
        if self._seed is None:
            from secrets import randbelow  # here: importing hedgekit stays quick

            return randbelow(n)
        dice = self._engine.start()
        dice.rng = seeded(self._seed, self.ply + (nth << 20))
        return int(self._ask.draw(dice, n))

    def _thrown(self) -> Move:
        chance = self._drawn(1 << 30) / (1 << 30)
        for move in self.moves():
            assert move.probability is not None
            chance -= move.probability
            if chance < 0:
                break
        return move

    def _dealt(self) -> Move:
        """The cards in a random order (7)."""
        cards = list(CARDS)
        for last in range(len(cards) - 1, 0, -1):
            other = self._drawn(last + 1, last)
            cards[last], cards[other] = cards[other], cards[last]
        return Move(deck="".join(cards))

    def undo(self) -> str:
        """Take the last move back and return its text; IndexError at the start."""
        if not self._played:
            raise IndexError("nothing has been played")
        text, self._state = self._played.pop()
        self._listed = None
        return text

    # ---- reasons and words -------------------------------------------------------------------------------------------

    def why(self, move: Move | str) -> Refusal | None:
        """Why a move is not legal: None if it is, else the Refusal that `play` would raise.

        NotationError if it is no move.
        """
        parsed = Move.parse(move)
        return None if self._found(parsed) else self._refusal(parsed)

    def because(self, move: Move | str) -> tuple[Reason, ...]:
        """The clauses that allow or force a legal move, the most telling first.  Refusal if the move is not legal."""
        parsed = Move.parse(move)
        listed = self._found(parsed)
        if listed is None:
            raise self._refusal(parsed)
        return Grounds(self._state, self._ask, self._names).allowed(listed[0])

    def _refusal(self, move: Move) -> Refusal:
        return Refusal(str(move), Explainer(self._state, self._ask, self._names).refused(move))

    def prompt(self, language: str = "en") -> str:
        """Who is to act and what is to be done, in a sentence."""
        return prompt(self, language)

    def told(self, language: str = "en") -> str:
        """What the last move did, in words; "" before the first."""
        if not self._played:
            return ""
        text, before = self._played[-1]
        return told(text, from_state(before, self._names), self.position, language)

    # ---- texts -------------------------------------------------------------------------------------------------------

    def to_text(self, eyes: str | None = None) -> str:
        """The position as text; with `eyes`, what that player may know: no other's secret (2), no deck (7).

        NotationError for a letter of no player.
        """
        if eyes is None:
            return str(self.position)
        if not isinstance(eyes, str) or eyes not in tuple(PLAYERS[: self._rules.players]):
            raise NotationError("error.eyes", player=str(eyes)[:8], players=self._rules.players)
        return str(self.position.seen_by(eyes))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Game({str(self._rules)!r}, {str(self)!r})"

    def record(self) -> str:
        """The record: rule set, seed, first position if it was not the set-up, and every move, a line a turn."""
        return str(self.as_record())

    def as_record(self) -> Record:
        """The record, as a value."""
        return Record(self._rules, self._seed, self._start, self.moves_played, self._labels())

    def _labels(self) -> tuple[tuple[int, str], ...]:
        labels = []
        for index, (_, before) in enumerate(self._played):
            if before.step == PLACE:
                if not index:
                    labels.append((0, "place"))
            elif before.step in (ROLL, ANNOUNCE, OFFER) or not index or before.turn != self._played[index - 1][1].turn:
                labels.append((index, PLAYERS[before.turn]))
        return tuple(labels)


def replay(text: str, first: str = "A") -> Game:
    """The game of a record.

    NotationError (or Clash) if it is none; a move that cannot be played is named with the reason.
    """
    if re.match(r"\s*([0-9]+(\[[^]]*\])?\+)*40\b", text if isinstance(text, str) else ""):
        from .carrom import replay as replay_carrom

        return cast("Game", replay_carrom(text, first))
    record = Record.parse(text)
    if record.start is None:
        game = Game(record.rules, record.seed, first)
    else:
        game = Game.from_text(record.rules, str(record.start), record.seed)
    for number, move in enumerate(record.moves, 1):
        try:
            game.play(move)
        except Refusal as no:
            raise NotationError("error.record.refused", number=number, move=move[:24], reason=no) from no
        except NotationError as no:
            raise NotationError("error.record.move", number=number, move=move[:24]) from no
    return game
