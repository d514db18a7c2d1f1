"""What many readers at once cost a public server: seconds to a page, to a first move and to the next ones, and memory.

    python -m benchmarks.load [--reading 200] [--playing 50] [--seconds 60]

Who reads opens a chapter as a browser that has nothing of it: the page first, then all that it is made of, packed, by
six connections at once; and the next chapter after some half minute.  Who plays makes a move every two seconds, and
begins anew after ten.  They are two processes on the machine of the server: what they take of its processors is said
beside what the server takes.
"""

from __future__ import annotations

import argparse
import gzip
import multiprocessing
import os
import random
import re
import tempfile
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median, quantiles

import psutil
import websocket

from tests import serving
from tests.visitor import Full, Visitor

PLAY = "play"
CONNECTIONS = 6
PATIENCE = 90  # seconds for a file
PART = re.compile(rb'"(/[^"]*parts/[\w.-]+)"')
FAILURES = (Full, OSError, AssertionError, HTTPException, websocket.WebSocketException)


@dataclass
class Seen:
    """What readers saw: `took`, the seconds of each thing done; `failures`; and what they took of the processors."""

    took: dict[str, list[float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    cpu: float = 0.0

    def add(self, what: str, since: float) -> None:
        """Something was done that began then."""
        self.took.setdefault(what, []).append(time.monotonic() - since)


Over = Callable[[float], bool]
"""Waits for about so many seconds, and says whether the time is over."""


# ---- who reads -------------------------------------------------------------------------------------------------------


def line(url: str) -> closing[HTTPConnection]:
    """A connection."""
    return closing(HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=PATIENCE))


def answered(to: HTTPConnection, path: str) -> bytes:
    """The answer to a request, packed; OSError for anything but what was asked for."""
    to.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = to.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise OSError(f"answered {answer.status}")
    return body


def reads(url: str, seen: Seen, over: Over) -> None:
    """Open a chapter with all that it is made of."""
    path = f"{urllib.parse.urlsplit(url).path}voila/render/{random.choice(serving.STEMS)}.ipynb"
    began = time.monotonic()
    with line(url) as to:
        page = gzip.decompress(answered(to, path))
    left = iter({part.decode() for part in PART.findall(page)})

    def the_rest(_: int) -> None:
        with line(url) as to:
            for path in left:
                answered(to, path)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(the_rest, range(CONNECTIONS)))
    seen.add("page", began)


# ---- who plays -------------------------------------------------------------------------------------------------------


def plays(url: str, seen: Seen, over: Over) -> None:
    """Play, ten moves on a page."""
    somebody = Visitor(url).read(serving.ONE_BOARD)
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


# ---- all of them -----------------------------------------------------------------------------------------------------


def crowd(does: Callable[[str, Seen, Over], None], url: str, many: int, seconds: float, pause: float) -> Seen:
    """Be so many who come again and again, each after a pause; what they saw."""
    seen, end = Seen(), time.monotonic() + seconds

    def over(most: float) -> bool:
        time.sleep(max(0.0, min(end - time.monotonic(), random.uniform(0, 2 * most))))
        return time.monotonic() >= end

    def come(_: int) -> None:
        while not over(pause):
            try:
                does(url, seen, over)
            except FAILURES as error:
                seen.failures.append(f"{does.__name__}: {error!r:.100}")

    with ThreadPoolExecutor(many) as pool:
        list(pool.map(come, range(many)))
    seen.cpu = time.process_time()
    return seen


def taken(run: serving.Running) -> tuple[float, float]:
    """MiB of the server and what it has begun, and the seconds of processors that the server has taken."""
    server = psutil.Process(run.process.pid)
    memory = sum(one.memory_full_info().pss for one in (server, *run.children()))
    return memory / 2**20, sum(server.cpu_times()[:2])


def measure(run: serving.Running, given: argparse.Namespace) -> None:
    """Let them come, and print what they saw and what it took."""
    before, used = taken(run)
    most, began = before, time.monotonic()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        crowds = [
            pool.submit(crowd, does, run.url, many, given.seconds, pause)
            for does, many, pause in ((reads, given.reading, 30), (plays, given.playing, 3))
        ]
        while not all(one.done() for one in crowds):
            time.sleep(2)
            most = max(most, taken(run)[0])
    seconds, (after, used_then) = time.monotonic() - began, taken(run)
    for seen in (one.result() for one in crowds):
        for what, times in sorted(seen.took.items()):
            late = quantiles(times, n=20)[-1]
            print(f"{what}: {len(times)}; median {median(times):.3f} s, p95 {late:.3f}, most {max(times):.3f}")
        print(f"failures: {len(seen.failures)} {sorted(set(seen.failures))[:3]}; seconds of processors {seen.cpu:.1f}")
    print(f"the server: seconds of processors in {seconds:.0f}: {used_then - used:.1f}; ", end="")
    print(f"MiB: before {before:.0f}, at most {most:.0f}, after {after:.0f}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Serve, and measure once all chapters are rendered and have been run."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--reading", type=int, default=200)
    arguments.add_argument("--playing", type=int, default=50)
    arguments.add_argument("--seconds", type=int, default=60)
    given = arguments.parse_args()
    command = serving.command("serve", "--port", "0", "--no-browser", "--public")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving.running(command, patience=120, log=Path(folder) / "log") as run,
    ):
        for stem in serving.STEMS:
            Visitor(run.url).read(stem)
        time.sleep(10)
        measure(run, given)


if __name__ == "__main__":
    main()
