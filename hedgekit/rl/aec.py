"""A race as a PettingZoo environment: agents act in turn, with the observations and masks of `encoding.py`."""

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from ..games.race.engine.board import PLAYERS
from .race import DECISIONS, Race


class AecEnv(AECEnv):
    """See `hedgekit.rl.aec_env`.  `env.race` is the game (`hedgekit.rl.Race`)."""

    metadata = {"name": "hedgekit", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, rules: Any, limit: int = DECISIONS) -> None:
        super().__init__()
        self.race, self.limit = Race(rules), limit
        self.observation_spaces, self.action_spaces = {}, {}
        self.render_mode = "ansi"
        self.possible_agents = list(PLAYERS[: self.race.rules.players])
        numbers, actions = self.race.encoding.observation, self.race.encoding.actions
        for agent in self.possible_agents:
            self.observation_spaces[agent] = gymnasium.spaces.Dict(
                observation=gymnasium.spaces.Box(0, 99, (numbers,), numpy.int8),
                action_mask=gymnasium.spaces.Box(0, 1, (actions,), numpy.int8),
            )
            self.action_spaces[agent] = gymnasium.spaces.Discrete(actions)
        self._seed, self._game = 0, -1  # before the first game

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent, which is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent, which is the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game: the first one of a seed, or the next one of the previous seed."""
        number = (self._seed, self._game + 1) if seed is None else (seed, 0)
        self.race.begin(*number)
        self._seed, self._game = number
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = PLAYERS[self.race.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; the mask is all 0 unless it is the agent's turn."""
        acts = agent == PLAYERS[self.race.turn] and not self.race.over
        mask = self.race.mask() if acts else numpy.zeros(self.race.encoding.actions, numpy.int8)
        return {"observation": self.race.observation(PLAYERS.index(agent)), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the selected agent's action, None after its game is over.  ValueError for an illegal one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.race.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.race.over:
            self.rewards = dict(zip(self.agents, self.race.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.race.decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = PLAYERS[self.race.turn]
        self._accumulate_rewards()

    def render(self) -> str:
        """Return what a spectator may know of the position, as text."""
        return str(self.race)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
