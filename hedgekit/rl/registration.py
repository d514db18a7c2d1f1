"""Tell Gymnasium of the race, so that it can be made by its id."""

ID = "hedgekit/race-v0"
"""The environment in the registry of Gymnasium."""


def register() -> None:
    """Let `gymnasium.make("hedgekit/race-v0", rules="9+13 players=2", others="greedy")` make what `gym_env` does.

    Importing `hedgekit.rl.gym` does it, as `gymnasium.make("hedgekit.rl.gym:hedgekit/race-v0")` does by itself; before
    Gymnasium 1.4 it is never needed (an entry point of this package).
    """
    from gymnasium.envs.registration import register as known
    from gymnasium.envs.registration import registry

    if ID not in registry:
        known(ID, entry_point="hedgekit.rl.gym:GymEnv", kwargs={"rules": "0 players=2"}, disable_env_checker=True)
