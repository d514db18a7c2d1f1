"""A local cluster of dask.distributed: the same results, even if a worker is killed."""

import os
import signal

import pytest

from hedgekit import simulate

SECONDS = 10  # of one core, for the order of test files

RULES, GAMES, PLAYERS, SEED = "0 players=2", 24, ("greedy", "random"), 7


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed", reason="dask.distributed (hedgekit[cluster]) is not installed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_killed_worker_does_not_change_the_result(client):
    (pid,), killed = client.run(os.getpid).values(), []

    def progress(done, total):
        if 0 < done < total and not killed:
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    result = simulate(RULES, GAMES, PLAYERS, SEED, client.get_executor(), progress, engine="interpreted")
    assert killed
    assert result == simulate(RULES, GAMES, PLAYERS, SEED, engine="interpreted")
