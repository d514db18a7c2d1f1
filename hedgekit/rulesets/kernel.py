"""One rule set made ready to play: its answers composed, its settings asked, a state to copy."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

from ..engine.composing import Answers
from ..engine.playouts import seeded
from ..engine.search import COLUMNS
from ..engine.state import new_state
from .combining import RuleSet

ENGINES = ("auto", "interpreted", "wasm", "compiled", "universal")  # what may be asked to play many games
LIMIT = 100_000  # turns after which a game is given up
SLICE = 0.1  # seconds between two looks at whether to stop


def never() -> bool:
    """What is asked where nobody stops."""
    return False


def sliced(play: Callable[[int, int], int], count: int, stop: Callable[[], bool]) -> int:
    """Ask `play` for `count` rows, some turns at a time, until they are there or `stop` says so; how many there are.

    play: gets the turns it may play and the rows there are, and returns the rows there are then.
    """
    turns, done = 16, 0
    while done < count and not stop():
        begun = time.perf_counter()
        done = play(turns, done)
        took = time.perf_counter() - begun
        turns = max(1, min(8 * turns, int(turns * SLICE / max(took, 1e-6)), 1 << 24))
    return done


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
        self,
        first: int,
        count: int,
        seed: int,
        mind: Any,
        limit: int = LIMIT,
        begins: int = 0,
        stop: Callable[[], bool] = never,
    ) -> list[list[int]]:
        """Games first .. first + count - 1 of a seed, between the players in `mind`: a row of measures each.

        (search.MEASURES names the columns; a game still running after `limit` turns ends `unfinished`.)  begins: the
        seat that begins, from 0; stop: asked ten times a second; fewer rows then.
        """
        rows = [[0] * COLUMNS for _ in range(count)]
        work, play = [None, self.start()], self.answers.matches
        mind.game[0] = 0
        done = sliced(lambda turns, done: play(first, rows, seed, work, mind, limit, begins, turns, done), count, stop)
        return rows[:done]

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
