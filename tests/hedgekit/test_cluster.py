"""A cluster of dask.distributed on this machine: the same numbers, and a worker that is killed loses nothing."""

import os
import signal

import pytest

from hedgekit import simulate

SECONDS = 10  # of one core: what takes long begins early

RULES, GAMES, PLAYERS, SEED = "0 players=2", 24, ("greedy", "random"), 7


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="dask.distributed (hedgekit[cluster]) is not installed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_worker_killed_in_mid_run_loses_nothing_and_the_games_are_those_played_alone(client):
    (pid,), killed = client.run(os.getpid).values(), []

    def progress(done, total):
        if 0 < done < total and not killed:
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    result = simulate(RULES, GAMES, PLAYERS, SEED, client.get_executor(), progress, engine="interpreted")
    assert killed
    assert result == simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")
