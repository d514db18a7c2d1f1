"""Solve small positions exactly: every player's chance under perfect play, by value iteration.

    solved = Exact(rules, state)      all turns that can follow from a state: ValueError if there are too many
    solved.chances(state)             every player's chance to win, at the beginning of a turn or within one

It uses the rules of the interpreted engine, for two or more players (each maximizes their own chance) and one or two
dice.  Slow but reliable: the players' own estimates are tested against it.  Hedgehogs of one colour are
interchangeable unless the rules distinguish them.

Source of the method: R. Bellman, Dynamic Programming (1957).
"""

from typing import Any

from hedgekit.games.race.engine.composing import Answers
from hedgekit.games.race.engine.state import CALL, DRAW, OVER, ROLL
from hedgekit.games.race.rulesets.engines import kernel
from hedgekit.games.race.rulesets.rule_set import RuleSet

IDLE = ("rng", "turn_count", "first", "top", "below", "own", "all", "finished", "out", "hand", "back", "carriers")
"""Fields of a state that are irrelevant for the future, or that `_key` has in another form."""
PRECISE = 1e-7
NUMBERS = (1, 2, 3, 4, 5, 6)
THROWS = {
    1: [(number, 1) for number in NUMBERS],
    2: [(low | high << 3, 1 + (low < high)) for low in NUMBERS for high in NUMBERS if low <= high],
}
"""Number of dice -> the throws with their frequencies."""

Chances = tuple[float, ...]


class Exact:
    """All turns that can follow from a state, with everybody's chance.

    most: the limit of turns; ValueError if there are more, or if chance decides anything but one or two dice.
    """

    def __init__(self, rules: RuleSet, state: Any, most: int = 50_000) -> None:
        self._answers: Answers = kernel(rules).answers
        self._seats = range(rules.players)
        fields = [
            (name, declared)
            for name, declared in state.declared.items()
            if declared.lives != CALL
            and (not declared.variants or any(number in rules.variants for number in declared.variants))
        ]
        self._fields = [name for name, _ in fields if name not in IDLE]
        self._interchangeable = not any(
            declared.unit in ("piece", "pieces") and name not in IDLE for name, declared in fields
        )
        self._most = most
        self._indices: dict[Any, int] = {}  # state at the start of a turn or at the end -> index into the lists below
        self._chances: list[Chances] = []
        self._successors: list[tuple[int, list[tuple[int, list[int]]]]] = []
        # player on turn; for each throw its frequency and successors
        self._enumerate(state)
        self._iterate()

    def __len__(self) -> int:
        return len(self._indices)

    def chances(self, state: Any) -> Chances:
        """Return every player's chance at the start of a turn, or within one."""
        if (known := self._indices.get(self._key(state))) is not None:
            return self._chances[known]
        ends = [self._chances[self._indices[self._key(end)]] for end in self._ends(state, state.turn)]
        return max(ends, key=lambda chances: chances[state.turn])

    def moves(self, state: Any) -> dict[int, float]:
        """Return packed legal move -> chance of the player on turn after it."""
        found = {}
        for move in state.moves[: self._answers.list_moves(state)]:
            copy = state.copy()
            self._answers.play(copy, move)
            found[int(move)] = self.chances(copy)[state.turn]
        return found

    # ---- enumerating turns -------------------------------------------------------------------------------------------

    def _key(self, s: Any) -> Any:
        """Return a hashable key of a state."""
        if s.step == OVER:
            return s.won
        interchangeable, cells, squares = self._interchangeable, [], s.all
        flags = s.back | s.carriers
        while squares:
            bit = squares & -squares
            squares ^= bit
            cell = bit.bit_length() - 1
            piece = s.top[cell]
            while piece >= 0:
                identity = piece if not interchangeable or flags >> piece & 1 else piece >> 2 | 64
                cells.append(cell << 8 | identity)
                piece = s.below[piece]
        off_board = [s.finished, s.out, s.hand, s.back, s.carriers]
        if interchangeable:
            off_board[:3] = [(part >> 4 * k & 15).bit_count() for part in off_board[:3] for k in range(9)]
        rest = [getattr(s, name) for name in self._fields]
        return (*cells, *off_board, *(tuple(value) if isinstance(value, list) else value for value in rest))

    def _ends(self, state: Any, player: int) -> list[Any]:
        """Return the states that end a player's turn: a throw is due, another player decides, or the game is over."""
        found, queue, seen = [], [state], set()
        while queue:
            s = queue.pop()
            if s.step in (OVER, ROLL) or s.turn != player:
                found.append(s)
                continue
            if self._answers.is_chance(s):
                raise ValueError("chance decides more than dice")
            for move in s.moves[: self._answers.list_moves(s)]:
                copy = s.copy()
                self._answers.play(copy, move)
                key = self._key(copy)
                if key not in seen:
                    seen.add(key)
                    queue.append(copy)
        return found

    def _index(self, state: Any, queue: list[Any]) -> int:
        key = self._key(state)
        if key not in self._indices:
            if len(self._indices) == self._most:
                raise ValueError(f"more than {self._most} turns")
            self._indices[key] = len(self._indices)
            winners = state.won if state.won != DRAW else 0
            won = state.step == OVER and winners
            self._chances.append(tuple((won >> seat & 1) / won.bit_count() if won else 0.0 for seat in self._seats))
            self._successors.append((state.turn, []))
            queue.append(state)
        return self._indices[key]

    def _enumerate(self, state: Any) -> None:
        queue: list[Any] = []
        for end in self._ends(state, state.turn):
            self._index(end, queue)
        while queue:
            s = queue.pop()
            if s.step == OVER:
                continue
            throws = self._successors[self._indices[self._key(s)]][1]
            dice = self._answers.dice_count(s) if s.step == ROLL else 0
            if dice > max(THROWS):
                raise ValueError("chance decides more than two dice")
            for number, frequency in THROWS.get(dice, [(0, 1)]):
                copy = s.copy()
                if dice:
                    self._answers.play(copy, number)
                throws.append((frequency, sorted({self._index(end, queue) for end in self._ends(copy, s.turn)})))

    # ---- value iteration ---------------------------------------------------------------------------------------------

    def _iterate(self) -> None:
        """Update every turn by its player's best moves until the values converge."""
        columns = [list(column) for column in zip(*self._chances, strict=True)]  # a player's chances, by index
        queue = [
            (place, turn, columns[turn].__getitem__, throws)
            for place, (turn, throws) in reversed([*enumerate(self._successors)])
            if throws
        ]
        getters, change = [column.__getitem__ for column in columns], 1.0
        while change > PRECISE:
            change = 0.0
            for place, turn, value, throws in queue:
                best, total = [], 0
                for frequency, ends in throws:
                    best += frequency * [max(ends, key=value) if len(ends) > 1 else ends[0]]
                    total += frequency
                before = columns[turn][place]
                for column, others in zip(columns, getters, strict=True):
                    column[place] = sum(map(others, best)) / total
                change = max(change, abs(columns[turn][place] - before))
        self._chances = [*zip(*columns, strict=True)]
