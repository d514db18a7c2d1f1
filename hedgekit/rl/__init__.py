"""Environments for reinforcement learning: PettingZoo, Gymnasium, OpenSpiel, vectorised (`hedgekit[rl]`).

    env = hedgekit.rl.aec_env("9+13 players=3")               pettingzoo.AECEnv
    env = hedgekit.rl.gym_env("0 players=2", ["greedy"])      gymnasium.Env, the learner is player A
    envs = hedgekit.rl.Games("0 players=4", 256, seed=1)      many games stepped at once, on either engine
    game = hedgekit.rl.spiel_game("0 players=2")              pyspiel.Game, if OpenSpiel is installed

All share one encoding per rule set, `encoding_of(rules)`: an observation is a vector of `encoding.observation` numbers,
an action a number below `encoding.actions`, and a mask marks the legal ones.  The environment plays chance, so every
step is a decision.  To evaluate positions instead of actions, use `Race.after_states()`.
"""

from contextlib import suppress
from typing import Any

from .encoding import Encoding, encoding_of, import_extra
from .race import DECISIONS, Race
from .vector import Games

__all__ = ["Encoding", "Games", "Race", "aec_env", "encoding_of", "gym_env", "register", "spiel_game"]
ID = "hedgekit/race-v0"
"""The name of the environment in Gymnasium's registry."""


def aec_env(rules: str = "0", limit: int = DECISIONS) -> Any:
    """Return a PettingZoo environment (AEC) of a rule set, such as "9+13 players=3".

    Its agents are "A", "B", ...; each observes {"observation": int8, shape (observation,), "action_mask": int8, shape
    (actions,)} and acts by an integer below actions (`encoding_of(rules)` has both).  Rewards come at the end: 1 for
    the winners and -1 for the others, shared equally; 0 for a draw.  limit: decisions before a game is truncated.
    Raises NotationError or Clash for rules that cannot be played, HedgekitError for other games than the race, or
    without PettingZoo.
    """
    import_extra("pettingzoo")
    from .aec import AecEnv

    return AecEnv(rules, limit)


def gym_env(rules: str = "0", others: Any = "greedy", limit: int = DECISIONS) -> Any:
    """Return a Gymnasium environment in which the learner is player A and given players have the other seats.

    others: a player by name, as for `hedgekit.simulate`, or an object with `choose(game)`, or a list with one for every
    other seat; rules, limit, rewards and errors as for `aec_env`.  Observations are int8, shape (observation,), actions
    integers below `encoding.actions`; `info["action_mask"]`, int8, shape (actions,), is 1 for legal actions.
    """
    import_extra("gymnasium")
    from .gym import GymEnv

    return GymEnv(rules, others, limit)


def spiel_game(rules: str = "0", limit: int = DECISIONS) -> Any:
    """Return an OpenSpiel game in Python, with chance nodes.

    Under rules with hidden information (2, 7) players have information states, and `resample_from_infostate` redeals
    the rest.  rules, limit and errors as for `aec_env`; HedgekitError without OpenSpiel.
    """
    import_extra("pyspiel", "open_spiel")
    from .spiel import game

    return game(rules, limit)


def register() -> None:
    """Register `gym_env` as `gymnasium.make("hedgekit/race-v0", rules="9+13 players=2", others="greedy")`.

    Importing `hedgekit.rl` does this, and so does importing `hedgekit` after Gymnasium.  Gymnasium before 1.4 finds it
    by an entry point of this package; later versions by `gymnasium.make("hedgekit.rl:hedgekit/race-v0")`.
    """
    from gymnasium.envs import registration

    if ID not in registration.registry:
        usual = {"rules": "0 players=2"}
        registration.register(ID, entry_point="hedgekit.rl.gym:GymEnv", kwargs=usual, disable_env_checker=True)


with suppress(ImportError):
    register()
