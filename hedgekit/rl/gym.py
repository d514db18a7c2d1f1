"""A race as a Gymnasium environment: the learner is player A, chosen players have the other seats."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import gymnasium
import numpy

from ..players.bots import choose_move, make_player
from .race import DECISIONS, Race

SEEDS = 10**9


class GymEnv(gymnasium.Env[Any, Any]):
    """See `hedgekit.rl.gym_env`.

    An illegal action ends the game with a reward of -1, for learners that do not use the mask.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, rules: Any, others: Any = "greedy", limit: int = DECISIONS, render_mode: str | None = None
    ) -> None:
        self.race, self.limit, self.render_mode = Race(rules), limit, render_mode
        seats = self.race.rules.players - 1
        listed = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others] * seats
        if len(listed) != seats:
            raise ValueError(f"{seats} other players are needed, not {len(listed)}")
        self._entered = listed
        self._others = [make_player(one) for one in listed]
        self.observation_space = gymnasium.spaces.Box(0, 99, (self.race.encoding.observation,), numpy.int8)
        self.action_space = gymnasium.spaces.Discrete(self.race.encoding.actions)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next one of the seed before."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS))
        self._others = [make_player(one, drawn + k) for k, one in enumerate(self._entered)]
        self.race.begin(drawn)
        self._wait()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and the others' until it is the learner's turn again, or the end."""
        if int(action) not in self.race.legal:
            seen, info = self._seen()
            return seen, -1.0, True, False, info | {"illegal": True}
        self.race.act(action)
        self._wait()
        seen, info = self._seen()
        return seen, self.race.rewards()[0], self.race.over, self._late and not self.race.over, info

    @property
    def _late(self) -> bool:
        return self.race.decisions >= self.limit

    def _wait(self) -> None:
        """Let the others play until it is the learner's turn."""
        race = self.race
        while not race.over and race.turn != 0 and not self._late:
            game = race.game()
            race.play(game.packed(choose_move(self._others[race.turn - 1], game)))

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = self.race.mask() if self.race.turn == 0 else numpy.zeros(self.race.encoding.actions, numpy.int8)
        return self.race.observation(0), {"action_mask": mask}

    def render(self) -> Any:
        """Return what A may know of the position: as text, or for "rgb_array" as uint8 (rows, columns, 3)."""
        seen = self.race.view("A")
        if self.render_mode != "rgb_array":
            return str(seen)
        picture = seen.png(scale=1)
        from PIL import Image  # here: Pillow is needed for pictures only

        return numpy.asarray(Image.open(BytesIO(picture)).convert("RGB"))
