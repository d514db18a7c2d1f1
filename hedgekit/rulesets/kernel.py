"""One rule set made ready to play: its answers composed, its settings asked, a state to copy."""

from functools import cache
from typing import Any

from ..engine.composing import Answers
from ..engine.playouts import seeded
from ..engine.search import COLUMNS
from ..engine.state import new_state
from .combining import RuleSet

LIMIT = 100_000  # turns after which a game is given up


class Kernel:
    """The engine for one rule set; `kernel(rules)` returns a shared one.

    rules: the rule set; answers: the composed questions and parts (`answers.play(state, move)`).
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.answers = Answers(rules.variants)
        self._start = new_state(dict(rules.settings))
        self.answers.set_up(self._start)

    def start(self) -> Any:
        """A state at the beginning of a game."""
        return self._start.copy()

    def matches(
        self, first: int, count: int, seed: int, mind: Any, limit: int = LIMIT, begins: int = 0
    ) -> list[list[int]]:
        """Games first .. first + count - 1 of a seed, between the players in `mind`: a row of measures each.

        (search.MEASURES names the columns; a game still running after `limit` turns ends `unfinished`.)  begins: the
        seat that begins, from 0.
        """
        rows = []
        for index in range(first, first + count):
            s = self.start()
            s.rng = seeded(seed, index)
            s.first = s.turn = begins
            row = [0] * COLUMNS
            self.answers.match(s, [None], mind, row, limit)
            rows.append(row)
        return rows

    def playout(self, seed: int, index: int = 0, limit: int = LIMIT) -> Any:
        """Game number `index` of a seed played to the end at random (or for `limit` turns).

        Its last state and its turns.
        """
        s = self.start()
        s.rng = seeded(seed, index)
        return s, self.answers.playout(s, limit)


@cache
def kernel(rules: RuleSet) -> Kernel:
    """The engine of a rule set, made once."""
    return Kernel(rules)
