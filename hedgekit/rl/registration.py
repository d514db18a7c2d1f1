"""Tell Gymnasium of the race, so that it can be made by its id."""

ID = "hedgekit/race-v0"
"""The environment in the registry of Gymnasium."""


def register() -> None:
    """Let `gymnasium.make("hedgekit/race-v0", rules="9+13 players=2", others="greedy")` make what `gym_env` does.

    Importing `hedgekit.rl` does it, and importing `hedgekit` after Gymnasium.  By itself Gymnasium finds it before 1.4
    (an entry point of this package), and later by `gymnasium.make("hedgekit.rl:hedgekit/race-v0")`.
    """
    from gymnasium.envs.registration import register as known
    from gymnasium.envs.registration import registry

    if ID not in registry:
        known(ID, entry_point="hedgekit.rl.gym:GymEnv", kwargs={"rules": "0 players=2"}, disable_env_checker=True)
