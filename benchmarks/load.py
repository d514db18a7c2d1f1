"""What many readers at once cost a public server: seconds to a page, to a first move and to the next ones, and memory.

    python -m benchmarks.load [--reading 200] [--playing 50] [--seconds 60] [--pause 30]

Who reads opens a chapter with all it is made of (`benchmarks.crowd`), and the next one after some `pause` seconds; who
plays makes a move every two seconds, and begins anew after ten.  They are two processes on the machine of the server:
what they take of its processors is said beside what the server takes.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import psutil
import websocket

from benchmarks import crowd
from benchmarks.crowd import Seen
from tests import serving
from tests.visitor import Full, Visitor

PLAY = "play"


def plays(url: str, seen: Seen, end: float, pause: float) -> None:
    """Play, ten moves on a page, again and again."""

    def over(most: float) -> bool:
        time.sleep(max(0.0, min(end - time.monotonic(), random.uniform(0, 2 * most))))
        return time.monotonic() >= end

    while not over(pause / 10):
        try:
            _game(Visitor(url).read(serving.ONE_BOARD), seen, over)
        except Full as full:
            seen.told.append(full.seconds)
        except (OSError, AssertionError, websocket.WebSocketException) as error:
            seen.failures.append(f"play: {error!r:.100}")


def _game(somebody: Visitor, seen: Seen, over: Callable[[float], bool]) -> None:
    began = time.monotonic()
    somebody.connect()
    somebody.does(PLAY, do="new", players=2, seats=["reader", "reader"])
    seen.add("first move", began)
    for _ in range(10):
        if over(1):
            break
        began = time.monotonic()
        somebody.plays(PLAY, 1)
        seen.add("move", began)
    somebody.leave()


def reading(told: Connection, url: str, readers: int, seconds: float, pause: float) -> None:
    """Be all who read."""
    _tell(told, asyncio.run(crowd.read(url, serving.STEMS, readers, seconds, pause)))


def playing(told: Connection, url: str, readers: int, seconds: float, pause: float) -> None:
    """Be all who play."""
    seen, end = Seen(), time.monotonic() + seconds
    threads = [threading.Thread(target=plays, args=(url, seen, end, pause)) for _ in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _tell(told, seen)


def _tell(told: Connection, seen: Seen) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    told.send((seen, used.ru_utime + used.ru_stime))


def taken(run: serving.Running) -> tuple[float, float]:
    """MiB of the server and what it has begun, and the seconds of processors that the server has taken."""
    server = psutil.Process(run.process.pid)
    memory = sum(one.memory_full_info().pss for one in (server, *run.children()))
    return memory / 2**20, sum(server.cpu_times()[:2])


def crowded(run: serving.Running, given: argparse.Namespace) -> None:
    """Let them come, and print what they saw and what it took."""
    before, used, began = *taken(run), time.monotonic()
    context = multiprocessing.get_context("spawn")
    people = []
    for target, many in ((reading, given.reading), (playing, given.playing)):
        ours, theirs = context.Pipe()
        one = context.Process(target=target, args=(theirs, run.url, many, given.seconds, given.pause))
        one.start()
        people.append((one, ours))
    most = before
    while not all(ours.poll() for _, ours in people):
        time.sleep(2)
        most = max(most, taken(run)[0])
    found = [ours.recv() for _, ours in people]
    seconds, (after, used_then) = time.monotonic() - began, taken(run)
    for one, _ in people:
        one.join()
    for seen, _ in found:
        for what, times in sorted(seen.took.items()):
            times.sort()
            late = times[int(0.95 * len(times))]
            print(f"{what}: {len(times)}; median {median(times):.3f} s, p95 {late:.3f}, most {times[-1]:.3f}")
        if seen.told:
            print(f"no place: {len(seen.told)} times, at most {max(seen.told)} s to come again")
        print(f"failures: {len(seen.failures)} {sorted(set(seen.failures))[:3]}")
    print(f"seconds of processors in {seconds:.0f}: server {used_then - used:.1f}, ", end="")
    print(f"those who read {found[0][1]:.1f}, those who play {found[1][1]:.1f}")
    print(f"MiB of the server: before {before:.0f}, at most {most:.0f}, after {after:.0f}")


def main() -> None:
    """Print what a crowd saw, and what it took."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("reading", 200), ("playing", 50), ("seconds", 60), ("pause", 30)):
        arguments.add_argument(f"--{name}", type=int, default=default)
    given = arguments.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving.running(
            serving.command("serve", "--port", "0", "--no-browser", "--public"), patience=120, log=Path(folder) / "log"
        ) as run,
    ):
        for stem in serving.STEMS:
            crowd.parts(run.url, stem)  # all chapters are rendered
        time.sleep(10)  # and run once
        crowded(run, given)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
