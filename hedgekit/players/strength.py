"""Kinds of players, their strength, and their estimates of moves.

The text of a skill is its kind.  For players who look ahead a strength may follow: `lookahead:400` and `master:400` use
400 playouts per decision, `master:50ms` as many as fit into 50 milliseconds.  `search.py` describes how they choose.
"""

import re
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from ..games.race.engine.choice.evaluation import FULL
from ..games.race.engine.choice.memory import GREEDY, HASTY, LEARNED, LOOKAHEAD, MASTER, MONTECARLO, RANDOM
from ..text.errors import HedgekitError

PlayerName = Literal["random", "greedy", "learned", "lookahead", "master"]
"""The kinds of players, to which a strength may be added, as in "lookahead:400"."""
PLAYER_KINDS = {"random": RANDOM, "greedy": GREEDY, "learned": LEARNED, "lookahead": LOOKAHEAD, "master": MASTER}
"""Kind of player, weakest first -> its number in the engine."""
YARDSTICKS = {"hasty": HASTY, "montecarlo": MONTECARLO}
"""Players of older measurements, which remain reproducible."""
PLAYOUTS = {"lookahead": 200, "master": 240, "montecarlo": 200}
"""Kind of player -> default number of playouts per decision."""
ROUNDS = {"lookahead": 1, "master": 1, "montecarlo": 7}
"""Kind of player -> length of a playout in rounds."""


M_co = TypeVar("M_co", covariant=True)  # a move


@dataclass(frozen=True)
class Weighed(Generic[M_co]):
    """A player's estimate of a move: the mean chance to win after it.

    total: the sum of the estimates, each out of evaluation.FULL; tries: their number, 0 if the move was not tried (of
    the two moves of a double only one is).
    """

    move: M_co
    total: int
    tries: int

    @property
    def chance(self) -> float | None:
        """The chance, 0 to 1; None if the move was not tried."""
        return self.total / self.tries / FULL if self.tries else None


@dataclass(frozen=True)
class Skill:
    """A player's kind and strength; prints as its text: "lookahead:400".

    playouts: per decision; milliseconds: time per decision, instead of playouts; rounds: the length of a playout.
    """

    kind: str
    playouts: int = 0
    milliseconds: int = 0
    rounds: int = 0

    @classmethod
    def parse(cls, text: "Skill | str") -> "Skill":
        """Read a skill; HedgekitError for an unknown one."""
        if isinstance(text, cls):
            return text
        found = re.fullmatch(r"\s*([a-z]+)(?::([1-9][0-9]{0,5})(ms)?)?\s*", text) if isinstance(text, str) else None
        if found is None or found[1] not in PLAYER_KINDS | YARDSTICKS or (found[2] and found[1] not in PLAYOUTS):
            raise HedgekitError("error.player", name=str(text)[:24], players=tuple(PLAYER_KINDS))
        if found[1] not in PLAYOUTS:
            return cls(found[1])
        amount, rounds = int(found[2] or PLAYOUTS[found[1]]), ROUNDS[found[1]]
        return cls(found[1], 0, amount, rounds) if found[3] else cls(found[1], amount, 0, rounds)

    def __str__(self) -> str:
        if self.milliseconds:
            return f"{self.kind}:{self.milliseconds}ms"
        return f"{self.kind}:{self.playouts}" if self.playouts and self.playouts != PLAYOUTS[self.kind] else self.kind

    def with_playouts(self, number: int) -> "Skill":
        """Return a copy with this number of playouts per decision."""
        return replace(self, playouts=number, milliseconds=0)

    @property
    def mind(self) -> tuple[int, int, int]:
        """Kind, playouts and rounds, as the engine needs them for a seat (memory.Mind)."""
        return (PLAYER_KINDS | YARDSTICKS)[self.kind], self.playouts, self.rounds
