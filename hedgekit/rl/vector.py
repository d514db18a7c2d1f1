"""A vectorised environment: many games of one rule set, stepped together; when a game ends the next one begins.

Both engines play the same games; WebAssembly (`hedgekit[fast]`) does not support house rules.
"""

from collections.abc import Sequence
from typing import Any

from ..games.race.engine.batch import ACTING, BEGIN, CHOSEN, ENDED, FIND, FIRST, LISTED, PLAY, SEE, WON
from ..games.race.engine.state import ANNOUNCE
from ..games.race.rulesets import wasm
from ..games.race.rulesets.engines import EngineName
from ..notation.tokens import check_seed
from ..text.errors import HedgekitError
from .encoding import encoding_of, import_extra
from .race import Race, race_of, shares


class Games:
    """Many games of a rule set; game k of the seed is the k-th to begin.

    rules: a rule set or its text; many: number of games, 1 .. 2**20; seed: 0 .. 2**63 - 1; engine: "auto" (WebAssembly
    if it can play the rules, else interpreted), "interpreted" or "wasm".  Errors as for `aec_env`; HedgekitError for an
    unknown engine or a number out of range, NotationError for such a seed.
    """

    def __init__(self, rules: Any, many: int, seed: int = 0, engine: EngineName = "auto") -> None:
        self._numpy = import_extra("numpy")
        check_seed(seed)
        if not isinstance(many, int) or isinstance(many, bool) or not 1 <= many <= 1 << 20:
            raise HedgekitError("error.simulation.games", games=str(many)[:24], limit=1 << 20)
        self.rules, self.seed = race_of(rules), seed
        self.encoding, self._many = encoding_of(self.rules), many
        self._table = self._numpy.frombuffer(self.encoding.table, self._numpy.int32)
        self._parts = wasm.engine_of(self.rules, engine).batch(many)
        self._next_game, self._turned = 0, self._numpy.zeros(many, int)
        for part in self._parts:
            part.do(BEGIN, seed, self._next_game)
            self._next_game += len(part.table)
            self._translate_actions(part)

    def _translate_actions(self, part: Any) -> None:
        """Replace the engine's actions by the encoding's."""
        listed = part.table[:, FIRST : FIRST + int(part.table[:, LISTED].max())]
        listed[:] = self._table[listed]

    def __repr__(self) -> str:
        return f"<Games: {self._many} of {self.rules} at once>"

    def _column(self, column: int) -> Any:
        return self._numpy.concatenate([part.table[:, column] for part in self._parts])

    @property
    def turns(self) -> Any:
        """The seat on turn in each game, from 0: int32, shape (many,)."""
        return self._column(ACTING)

    def legal(self) -> list[list[int]]:
        """Return the legal actions of each game, at least one, in the order of the engine's list."""
        found: list[list[int]] = []
        for part in self._parts:
            counts = part.table[:, LISTED].tolist()
            rows = part.table[:, FIRST : FIRST + max(counts)].tolist()
            found += [row[:count] for row, count in zip(rows, counts, strict=True)]
        return found

    def choices(self) -> tuple[Any, Any]:
        """Return `legal` as arrays: actions, int32, shape (many, most), and the length of each row, (many,)."""
        counts = self._column(LISTED)
        most = FIRST + int(counts.max())
        return self._numpy.concatenate([part.table[:, FIRST:most] for part in self._parts]), counts

    def observations(self) -> Any:
        """Return the observation of the player on turn in each game: int8, shape (many, encoding.observation)."""
        at, found = 0, []
        for part in self._parts:
            part.seen.fill(0)
            part.do(SEE)
            seats, turned = part.table[:, ACTING], self._turned[at : at + len(part.table)]
            found.append(self.encoding.seen(part.seen, part.field, seats, turned))
            at += len(part.table)
        return self._numpy.concatenate(found) if len(found) > 1 else found[0]

    def step(self, actions: Sequence[int]) -> tuple[Any, Any]:
        """Play an action in every game; return the rewards, and which games ended (and were replaced by new ones).

        actions: a list or an array, one per game.  rewards: float64, shape (many, players); ended: bool, shape (many,).
        Raises ValueError for an illegal action or a wrong number of actions, and then plays nothing.
        """
        chosen, at = self._numpy.asarray(actions), 0
        if chosen.shape != (self._many,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{self._many} actions are needed, a whole number for each game")
        for part in self._parts:
            many = len(part.table)
            part.table[:, CHOSEN] = chosen[at : at + many].clip(-1, self.encoding.actions)  # else legal modulo 2**32
            if (wrong := part.do(FIND)) < many:
                raise ValueError(f"action {actions[at + wrong]} is not legal")
            at += many
        if self.rules.settings["carded"]:
            announced = self._numpy.concatenate([part.field("step")[:, 0] == ANNOUNCE for part in self._parts])
            self._turned += self._numpy.where(announced, chosen, 0)  # the action for a number is the number
        for part in self._parts:
            self._next_game += part.do(PLAY, self.seed, self._next_game)
            self._translate_actions(part)
        ended = self._column(ENDED).astype(bool)
        self._turned[ended] = 0
        rewards = self._numpy.zeros((len(ended), self.rules.players))
        for k, won in zip(ended.nonzero()[0], self._column(WON)[ended], strict=True):
            rewards[k] = shares(int(won), self.rules.players)
        return rewards, ended

    def race(self, k: int) -> Race:
        """Return a copy of game k as a `hedgekit.rl.Race`; IndexError for an unknown one."""
        if not 0 <= k < self._many:
            raise IndexError(k)
        part = self._parts[k // len(self._parts[0].table)]
        return Race.standing(self.rules, part.state(k % len(self._parts[0].table)), int(self._turned[k]))
