"""What many readers at once cost a public server: seconds to a page, to a first move and to the next ones, and memory.

    python -m benchmarks.load [--reading 200] [--playing 20] [--places 20] [--seconds 60] [--pause 30]

Who reads opens a chapter with all it is made of (`benchmarks.crowd`), and the next one after some `pause` seconds; who
plays makes a move every two seconds, and begins anew after ten; where there is no place, the board asks again when it
was told to.  Ten times as many are ten times as many requests a second.  They are two processes, one of sockets alone
and one of players made of messages (tests/visitor.py), on the machine of the server: what they take of its processors
is said beside what the server takes.  What a page and a move cost is measured before, when nobody else is there.
Memory is PSS: pages that processes share are counted once.
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
import urllib.error
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import websocket

from benchmarks import crowd
from benchmarks.crowd import Seen
from tests import serving
from tests.visitor import Visitor

PLAY = "play"
CALM = 60  # pages and moves whose cost is measured


# ---- who plays -----------------------------------------------------------------------------------------------------


def plays(url: str, seen: Seen, end: float, pause: float) -> None:
    """Play, ten moves on a page, again and again."""

    def over(most: float) -> bool:
        time.sleep(max(0.0, min(end - time.monotonic(), random.uniform(0, 2 * most))))
        return time.monotonic() >= end

    while not over(pause / 10):
        try:
            _game(Visitor(url).read(serving.ONE_BOARD), seen, over)
        except (OSError, AssertionError, websocket.WebSocketException) as error:
            seen.failures.append(f"play: {error!r:.100}")


def _game(somebody: Visitor, seen: Seen, over: Callable[[float], bool]) -> None:
    while True:
        began = time.monotonic()
        try:
            somebody.begin()
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            seen.told.append(int(error.headers["Retry-After"]))
            if over(seen.told[-1] / 2):
                return
            continue
        break
    somebody.does(PLAY, do="new", players=2, seats=["reader", "reader"])
    seen.add("first move", began)
    for _ in range(10):
        if over(1):
            break
        began = time.monotonic()
        somebody.plays(PLAY, 1)
        seen.add("move", began)
    somebody.leave()


# ---- processes of readers ------------------------------------------------------------------------------------------


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


# ---- what the server takes -----------------------------------------------------------------------------------------


def pss(run: serving.Running) -> tuple[float, float, int]:
    """MiB of the server and of all its processes, and how many these are."""
    taken = []
    for one in run.children():
        try:
            taken.append(one.memory_full_info().pss)
        except psutil.Error:
            continue
    return psutil.Process(run.process.pid).memory_full_info().pss / 2**20, sum(taken) / 2**20, len(taken)


class Processors:
    """Seconds of processors that the server has taken, and its processes; of ended ones as they were last seen."""

    def __init__(self, run: serving.Running) -> None:
        self._run = run
        self._others: dict[int, float] = {}

    def seen(self) -> tuple[float, float]:
        """Of the server, and of the others."""
        for one in self._run.children():
            try:
                self._others[one.pid] = sum(one.cpu_times()[:2])
            except psutil.Error:
                continue
        return sum(psutil.Process(self._run.process.pid).cpu_times()[:2]), sum(self._others.values())


def prepared(run: serving.Running) -> None:
    """Wait until all chapters are rendered and what kernels are forked from has run them, too."""
    for stem in serving.STEMS:
        crowd.parts(run.url, stem)
    time.sleep(10)


def calm(run: serving.Running, processors: Processors) -> None:
    """Print what a page and a move cost when there is nothing else."""
    made_of = {stem: crowd.parts(run.url, stem) for stem in serving.STEMS}
    before = processors.seen()[0]

    async def pages() -> None:
        for number in range(CALM):
            stem = serving.STEMS[number % len(serving.STEMS)]
            await crowd.opened(run.url, stem, made_of[stem])

    asyncio.run(pages())
    each = sum(len(made_of[serving.STEMS[number % len(serving.STEMS)]]) + 1 for number in range(CALM)) / CALM
    print(f"a page, {each:.0f} files: {1000 * (processors.seen()[0] - before) / CALM:.1f} ms of the server")
    somebody = Visitor(run.url).open(serving.ONE_BOARD)
    somebody.does(PLAY, do="new", players=2, seats=["reader", "reader"])
    before, others = processors.seen()
    somebody.plays(PLAY, CALM)
    after, theirs = processors.seen()
    print(
        f"a move: {1000 * (after - before) / CALM:.1f} ms of the server, {1000 * (theirs - others) / CALM:.1f} beside"
    )
    somebody.leave()


def crowded(run: serving.Running, given: argparse.Namespace, processors: Processors) -> None:
    """Let them come, and print what they saw and what it took."""
    before, (server, others), began = pss(run), processors.seen(), time.monotonic()
    context = multiprocessing.get_context("spawn")
    people: list[tuple[Any, Connection]] = []
    for target, many in ((reading, given.reading), (playing, given.playing)):
        ours, theirs = context.Pipe()
        one = context.Process(target=target, args=(theirs, run.url, many, given.seconds, given.pause))
        one.start()
        people.append((one, ours))
    most, looks = before, 0
    while not all(ours.poll() for _, ours in people):
        time.sleep(1)
        processors.seen()
        looks += 1
        if looks % 5 == 0:
            most = max(most, pss(run), key=lambda one: one[0] + one[1])
    found = [ours.recv() for _, ours in people]
    seconds, used = time.monotonic() - began, processors.seen()
    for one, _ in people:
        one.join()
    for seen, _ in found:
        for what, times in sorted(seen.took.items()):
            times.sort()
            late = times[int(0.95 * len(times))]
            print(f"{what}: {len(times)}; median {median(times):.2f} s, p95 {late:.2f}, most {times[-1]:.2f}")
        if seen.told:
            print(f"no place: {len(seen.told)} times, at most {max(seen.told)} s to come again")
        print(f"failures: {len(seen.failures)} {sorted(set(seen.failures))[:3]}")
    print(
        f"seconds of processors in {seconds:.0f}: server {used[0] - server:.1f}, its processes {used[1] - others:.1f};"
    )
    print(f"    those who read {found[0][1]:.1f}, those who play {found[1][1]:.1f}")
    for name, (server, others, number) in (("before", before), ("at most", most), ("after", pss(run))):
        print(f"{name}: server {server:.0f} MiB, {number} processes {others:.0f} MiB")


def main() -> None:
    """Print what a crowd saw, and what it took."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("reading", 200), ("playing", 20), ("places", 20), ("seconds", 60), ("pause", 30)):
        arguments.add_argument(f"--{name}", type=int, default=default)
    given = arguments.parse_args()
    options = ("--port", "0", "--no-browser", "--public", "--readers", str(given.places))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving.running(serving.command("serve", *options), patience=120, log=Path(folder) / "log") as run,
    ):
        prepared(run)
        processors = Processors(run)
        calm(run, processors)
        crowded(run, given, processors)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
