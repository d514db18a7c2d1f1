"""Small positions solved exactly: every player's chance if all play as well as can be, by value iteration.

    solved = Exact(rules, state)      every turn that can follow from a state: ValueError if they are too many
    solved.chances(state)             player -> his chance to win, where a turn begins or within one

It is the rules of the engine itself that are followed, interpreted, for two players or more (each takes what is best
for himself) and for one die or two.  Slow and sure: what players say of their chances is held against it.  Hedgehogs
of one colour are not told apart unless the rules do.

Source of the method: R. Bellman, Dynamic Programming (1957).
"""

from typing import Any

from hedgekit.games.race.engine.composing import Answers
from hedgekit.games.race.engine.state import CALL, DRAW, OVER, ROLL
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.games.race.rulesets.rule_set import RuleSet

IDLE = ("rng", "turn_count", "first", "top", "below", "own", "all", "finished", "out", "hand", "back", "carriers")
"""Fields of a state that say nothing of what is to come, or that `_key` has in another form."""
PRECISE = 1e-7
NUMBERS = (1, 2, 3, 4, 5, 6)
THROWS = {
    1: [(number, 1) for number in NUMBERS],
    2: [(low | high << 3, 1 + (low < high)) for low in NUMBERS for high in NUMBERS if low <= high],
}
"""Dice -> the throws, and how often each comes."""

Chances = tuple[float, ...]


class Exact:
    """The turns that can follow from a state, each with everybody's chance.

    most: as many turns as may follow; ValueError if there are more, or if chance decides anything but one die or two.
    """

    def __init__(self, rules: RuleSet, state: Any, most: int = 50_000) -> None:
        self._ask: Answers = kernel(rules).answers
        self._seats = range(rules.players)
        fields = [
            (name, declared)
            for name, declared in state.declared.items()
            if declared.lives != CALL
            and (not declared.variants or any(number in rules.variants for number in declared.variants))
        ]
        self._fields = [name for name, _ in fields if name not in IDLE]
        self._alike = not any(declared.unit in ("piece", "pieces") and name not in IDLE for name, declared in fields)
        self._most = most
        self._places: dict[Any, int] = {}  # a turn's beginning, or an end -> its place in the lists below
        self._chances: list[Chances] = []
        self._follows: list[tuple[int, list[tuple[int, list[int]]]]] = []
        # whose turn it is; for each throw, how often it comes and where it may lead
        self._follow(state)
        self._iterate()

    def __len__(self) -> int:
        return len(self._places)

    def chances(self, state: Any) -> Chances:
        """Return every player's chance in a state where one of these turns begins, or while its player decides."""
        if (known := self._places.get(self._key(state))) is not None:
            return self._chances[known]
        ends = [self._chances[self._places[self._key(end)]] for end in self._ends(state, state.turn)]
        return max(ends, key=lambda chances: chances[state.turn])

    def moves(self, state: Any) -> dict[int, float]:
        """Return the packed legal moves, each with the chance of the player on turn after it."""
        found = {}
        for move in state.moves[: self._ask.list_moves(state)]:
            twin = state.copy()
            self._ask.play(twin, move)
            found[int(move)] = self.chances(twin)[state.turn]
        return found

    # ---- which turns there are ---------------------------------------------------------------------------------------

    def _key(self, s: Any) -> Any:
        """Return what identifies a state."""
        if s.step == OVER:
            return s.won
        alike, cells, squares = self._alike, [], s.all
        flags = s.back | s.carriers
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            while piece >= 0:
                named = piece if not alike or flags >> piece & 1 else piece >> 2 | 64
                cells.append(cell << 8 | named)
                piece = s.below[piece]
        gone = [s.finished, s.out, s.hand, s.back, s.carriers]
        if alike:
            gone[:3] = [(part >> 4 * k & 15).bit_count() for part in gone[:3] for k in range(9)]
        rest = [getattr(s, name) for name in self._fields]
        return (*cells, *gone, *(tuple(value) if isinstance(value, list) else value for value in rest))

    def _ends(self, state: Any, player: int) -> list[Any]:
        """Return the states that a player's turn can lead to: a throw is due, another decides, or the game is over."""
        found, waiting, seen = [], [state], set()
        while waiting:
            s = waiting.pop()
            if s.step in (OVER, ROLL) or s.turn != player:
                found.append(s)
                continue
            if self._ask.is_chance(s):
                raise ValueError("chance decides more than dice")
            for move in s.moves[: self._ask.list_moves(s)]:
                twin = s.copy()
                self._ask.play(twin, move)
                key = self._key(twin)
                if key not in seen:
                    seen.add(key)
                    waiting.append(twin)
        return found

    def _place(self, state: Any, waiting: list[Any]) -> int:
        key = self._key(state)
        if key not in self._places:
            if len(self._places) == self._most:
                raise ValueError(f"more than {self._most} turns")
            self._places[key] = len(self._places)
            winners = state.won if state.won != DRAW else 0
            won = state.step == OVER and winners
            self._chances.append(tuple((won >> seat & 1) / won.bit_count() if won else 0.0 for seat in self._seats))
            self._follows.append((state.turn, []))
            waiting.append(state)
        return self._places[key]

    def _follow(self, state: Any) -> None:
        waiting: list[Any] = []
        for end in self._ends(state, state.turn):
            self._place(end, waiting)
        while waiting:
            s = waiting.pop()
            if s.step == OVER:
                continue
            throws = self._follows[self._places[self._key(s)]][1]
            dice = self._ask.dice_count(s) if s.step == ROLL else 0
            if dice > max(THROWS):
                raise ValueError("chance decides more than two dice")
            for number, often in THROWS.get(dice, [(0, 1)]):
                twin = s.copy()
                if dice:
                    self._ask.play(twin, number)
                throws.append((often, sorted({self._place(end, waiting) for end in self._ends(twin, s.turn)})))

    # ---- what they are worth -----------------------------------------------------------------------------------------

    def _iterate(self) -> None:
        """Let every turn take what its player's best moves lead to, until nothing changes."""
        columns = [list(column) for column in zip(*self._chances, strict=True)]  # a player's chances, by place
        waiting = [
            (place, turn, columns[turn].__getitem__, throws)
            for place, (turn, throws) in reversed([*enumerate(self._follows)])
            if throws
        ]
        of, change = [column.__getitem__ for column in columns], 1.0
        while change > PRECISE:
            change = 0.0
            for place, turn, own, throws in waiting:
                best, all_of_them = [], 0
                for often, ends in throws:
                    best += often * [max(ends, key=own) if len(ends) > 1 else ends[0]]
                    all_of_them += often
                before = columns[turn][place]
                for column, others in zip(columns, of, strict=True):
                    column[place] = sum(map(others, best)) / all_of_them
                change = max(change, abs(columns[turn][place] - before))
        self._chances = [*zip(*columns, strict=True)]
