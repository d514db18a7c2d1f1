"""What many readers at once cost a public server: seconds to a page, to a first move and to the next ones, and memory.

    python -m benchmarks.load [--reading 200] [--playing 50] [--seconds 60] [--pause 30]

Who reads opens a chapter as a browser that has nothing of it: the page first, then all that it is made of, packed, by
six connections at once; and the next chapter after some `pause` seconds.  Who plays makes a move every two seconds, and
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
import resource
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import psutil
import websocket

from tests import serving
from tests.visitor import Full, Visitor

PLAY = "play"
CONNECTIONS = 6
PATIENCE = 90  # seconds for a file
PART = re.compile(rb'"(/[^"]*parts/[\w.-]+)"')
FAILURES = (OSError, AssertionError, HTTPException, websocket.WebSocketException)


@dataclass
class Seen:
    """What readers saw: `took`, the seconds of each thing done; `told`, seconds to come again; `failures`."""

    took: dict[str, list[float]] = field(default_factory=dict)
    told: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, what: str, since: float) -> None:
        """Something was done that began then."""
        self.took.setdefault(what, []).append(time.monotonic() - since)


Over = Callable[[float], bool]
"""Waits for about so many seconds, and says whether the time is over."""
Visit = Callable[[Over], None]


# ---- who reads -------------------------------------------------------------------------------------------------------


def line(url: str) -> closing[HTTPConnection]:
    """A connection."""
    return closing(HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=PATIENCE))


def answered(to: HTTPConnection, path: str) -> bytes:
    """The answer to a request, packed.  Full, or OSError for anything but what was asked for."""
    to.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = to.getresponse()
    body, again = answer.read(), answer.getheader("Retry-After")
    if answer.status in (429, 503) and again:
        raise Full(int(again))
    if answer.status != 200:
        raise OSError(f"answered {answer.status}")
    return body


def page(url: str, stem: str) -> str:
    """Where a chapter is."""
    return f"{urllib.parse.urlsplit(url).path}voila/render/{stem}.ipynb"


def parts(url: str, stem: str) -> list[str]:
    """What a chapter's page is made of."""
    with line(url) as to:
        return sorted({path.decode() for path in PART.findall(gzip.decompress(answered(to, page(url, stem))))})


def opened(url: str, stem: str, made_of: list[str]) -> None:
    """Open a page with all it is made of."""
    left = iter(made_of)

    def the_rest() -> None:
        with line(url) as to:
            for path in left:
                answered(to, path)

    with line(url) as to:
        answered(to, page(url, stem))
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for done in [pool.submit(the_rest) for _ in range(CONNECTIONS)]:
            done.result()


def reading(url: str, seen: Seen) -> Visit:
    """Read chapters."""
    chapters = {stem: parts(url, stem) for stem in serving.STEMS}

    def visit(over: Over) -> None:
        stem, began = random.choice([*chapters]), time.monotonic()
        opened(url, stem, chapters[stem])
        seen.add("page", began)

    return visit


# ---- who plays -------------------------------------------------------------------------------------------------------


def playing(url: str, seen: Seen) -> Visit:
    """Play, ten moves on a page."""

    def visit(over: Over) -> None:
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

    return visit


# ---- all of them -----------------------------------------------------------------------------------------------------


def people(
    told: Connection, doing: Callable[[str, Seen], Visit], url: str, many: int, seconds: float, pause: float
) -> None:
    """Be so many who come again and again, and tell what they saw and what they took of the processors."""
    seen = Seen()
    visit, end = doing(url, seen), time.monotonic() + seconds

    def over(most: float) -> bool:
        time.sleep(max(0.0, min(end - time.monotonic(), random.uniform(0, 2 * most))))
        return time.monotonic() >= end

    def come() -> None:
        wait = pause
        while not over(wait):
            wait = pause
            try:
                visit(over)
            except Full as full:
                seen.told.append(full.seconds)
                wait = full.seconds
            except FAILURES as error:
                seen.failures.append(f"{doing.__name__}: {error!r:.100}")

    threads = [threading.Thread(target=come) for _ in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
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
    crowds = []
    for doing, many, pause in ((reading, given.reading, given.pause), (playing, given.playing, given.pause / 10)):
        ours, theirs = context.Pipe()
        one = context.Process(target=people, args=(theirs, doing, run.url, many, given.seconds, pause))
        one.start()
        crowds.append((one, ours))
    most = before
    while not all(ours.poll() for _, ours in crowds):
        time.sleep(2)
        most = max(most, taken(run)[0])
    found = [ours.recv() for _, ours in crowds]
    seconds, (after, used_then) = time.monotonic() - began, taken(run)
    for one, _ in crowds:
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
            parts(run.url, stem)  # all chapters are rendered
        time.sleep(10)  # and run once
        crowded(run, given)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
