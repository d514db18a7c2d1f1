"""A race as a Gymnasium environment: the learner is player A, given players have the other seats."""

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
        opponents = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others] * seats
        if len(opponents) != seats:
            raise ValueError(f"{seats} other players are needed, not {len(opponents)}")
        self._opponents = opponents
        self._others = [make_player(one) for one in opponents]
        self.observation_space = gymnasium.spaces.Box(0, 99, (self.race.encoding.observation,), numpy.int8)
        self.action_space = gymnasium.spaces.Discrete(self.race.encoding.actions)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: the first one of a seed, or the next one of the previous seed."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(SEEDS))
        self._others = [make_player(one, game_seed + k) for k, one in enumerate(self._opponents)]
        self.race.begin(game_seed)
        self._play_others()
        return self._observation()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and the others' until it is the learner's turn again, or the end."""
        if not self.race.allows(action):
            seen, info = self._observation()
            return seen, -1.0, True, False, info | {"illegal": True}
        self.race.act(action)
        self._play_others()
        seen, info = self._observation()
        return seen, self.race.rewards()[0], self.race.over, self._is_truncated and not self.race.over, info

    @property
    def _is_truncated(self) -> bool:
        return self.race.decisions >= self.limit

    def _play_others(self) -> None:
        """Let the others play until it is the learner's turn."""
        race = self.race
        while not race.over and race.turn != 0 and not self._is_truncated:
            game = race.game()
            race.play(game.packed(choose_move(self._others[race.turn - 1], game)))

    def _observation(self) -> tuple[Any, dict[str, Any]]:
        mask = self.race.mask() if self.race.turn == 0 else numpy.zeros(self.race.encoding.actions, numpy.int8)
        return self.race.observation(0), {"action_mask": mask}

    def render(self) -> Any:
        """Return what A may know of the position: as text, or for "rgb_array" as uint8 (rows, columns, 3)."""
        seen = self.race.view("A")
        if self.render_mode != "rgb_array":
            return str(seen)
        picture = seen.png(scale=1)
        from PIL import Image  # here: only needed for pictures

        return numpy.asarray(Image.open(BytesIO(picture)).convert("RGB"))
