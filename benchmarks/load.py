"""Load test of a public server: seconds to a page, to a first move and to further moves, and memory.

    python -m benchmarks.load [--reading 200] [--playing 50] [--seconds 60]

Readers open a chapter as a browser with an empty cache does: first the page, then all its files, compressed, over six
connections; and another chapter after half a minute.  Players make a move every two seconds, and reload after ten
moves.  Both are processes on the server's machine, so their CPU time is printed beside the server's.
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
PATIENCE = 90  # timeout of a file, in seconds
PART = re.compile(rb'"(/[^"]*parts/[\w.-]+)"')
FAILURES = (Full, OSError, AssertionError, HTTPException, websocket.WebSocketException)


@dataclass
class Seen:
    """Results of clients: `took`, the seconds of each action by kind; `failures`; CPU time."""

    took: dict[str, list[float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    cpu: float = 0.0

    def add(self, what: str, since: float) -> None:
        """Record an action and its start time."""
        self.took.setdefault(what, []).append(time.monotonic() - since)


Over = Callable[[float], bool]
"""Waits for about this many seconds, and returns whether the time is over."""


# ---- readers ---------------------------------------------------------------------------------------------------------


def connect(url: str) -> closing[HTTPConnection]:
    """Open a connection."""
    return closing(HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=PATIENCE))


def fetch(to: HTTPConnection, path: str) -> bytes:
    """Return the compressed answer to a request; OSError for other statuses than 200."""
    to.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = to.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise OSError(f"answered {answer.status}")
    return body


def read_chapter(url: str, seen: Seen, over: Over) -> None:
    """Open a chapter with all its files."""
    path = f"{urllib.parse.urlsplit(url).path}voila/render/{random.choice(serving.STEMS)}.ipynb"
    began = time.monotonic()
    with connect(url) as to:
        page = gzip.decompress(fetch(to, path))
    left = iter({part.decode() for part in PART.findall(page)})

    def the_rest(_: int) -> None:
        with connect(url) as to:
            for path in left:
                fetch(to, path)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(the_rest, range(CONNECTIONS)))
    seen.add("page", began)


# ---- players ---------------------------------------------------------------------------------------------------------


def play_page(url: str, seen: Seen, over: Over) -> None:
    """Open a page and play ten moves."""
    visitor = Visitor(url).read(serving.ONE_BOARD)
    began = time.monotonic()
    visitor.connect()
    visitor.act(PLAY, do="new", players=2, seats=["reader", "reader"])
    seen.add("first move", began)
    for _ in range(10):
        if over(1):
            break
        began = time.monotonic()
        visitor.play(PLAY, 1)
        seen.add("move", began)
    visitor.leave()


# ---- the test --------------------------------------------------------------------------------------------------------


def crowd(action: Callable[[str, Seen, Over], None], url: str, many: int, seconds: float, pause: float) -> Seen:
    """Run many clients in a loop, each with pauses; return their results."""
    seen, end = Seen(), time.monotonic() + seconds

    def over(most: float) -> bool:
        time.sleep(max(0.0, min(end - time.monotonic(), random.uniform(0, 2 * most))))
        return time.monotonic() >= end

    def client(_: int) -> None:
        while not over(pause):
            try:
                action(url, seen, over)
            except FAILURES as error:
                seen.failures.append(f"{action.__name__}: {error!r:.100}")

    with ThreadPoolExecutor(many) as pool:
        list(pool.map(client, range(many)))
    seen.cpu = time.process_time()
    return seen


def usage(run: serving.Running) -> tuple[float, float]:
    """Return the MiB of the server and its children, and the server's CPU seconds."""
    server = psutil.Process(run.process.pid)
    memory = sum(one.memory_full_info().pss for one in (server, *run.children()))
    return memory / 2**20, sum(server.cpu_times()[:2])


def measure(run: serving.Running, given: argparse.Namespace) -> None:
    """Run the clients, and print their results and the server's costs."""
    before, used = usage(run)
    most, began = before, time.monotonic()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        crowds = [
            pool.submit(crowd, action, run.url, many, given.seconds, pause)
            for action, many, pause in ((read_chapter, given.reading, 30), (play_page, given.playing, 3))
        ]
        while not all(one.done() for one in crowds):
            time.sleep(2)
            most = max(most, usage(run)[0])
    seconds, (after, used_then) = time.monotonic() - began, usage(run)
    for seen in (one.result() for one in crowds):
        for what, times in sorted(seen.took.items()):
            late = quantiles(times, n=20)[-1]
            print(f"{what}: {len(times)}; median {median(times):.3f} s, p95 {late:.3f}, most {max(times):.3f}")
        print(f"failures: {len(seen.failures)} {sorted(set(seen.failures))[:3]}; seconds of processors {seen.cpu:.1f}")
    print(f"the server: seconds of processors in {seconds:.0f}: {used_then - used:.1f}; ", end="")
    print(f"MiB: before {before:.0f}, at most {most:.0f}, after {after:.0f}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    """Serve, and measure once all chapters are rendered and have run."""
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
