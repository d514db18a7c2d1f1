"""What many readers at once cost a public server: seconds to a page, to a first move and to the next ones, and memory.

    python -m benchmarks.load [--reading 200] [--playing 20] [--places 20] [--seconds 60] [--pause 30]

Who reads opens a chapter with all it is made of, as a browser does that has nothing of it, and the next one after some
`pause` seconds; who plays makes a move every two seconds, and begins anew after ten.  All are made of messages
(tests/visitor.py): they take no browser's processor, but they run on the same machine.  Memory is PSS: pages that
processes share are counted once.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import re
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil
import websocket

from tests import serving
from tests.visitor import Visitor

PLAY = "play"


class Crowd:
    """Readers at a server for some seconds; `took`: the seconds of each thing done, `told`: seconds to come again."""

    def __init__(self, url: str, stems: list[str], seconds: float, pause: float) -> None:
        self.url, self.stems, self.pause = url, stems, pause
        self.end = time.monotonic() + seconds
        self.took: dict[str, list[float]] = defaultdict(list)
        self.told: list[int] = []
        self.failures: list[str] = []

    def _timed(self, what: str, deed: Callable[[], object]) -> None:
        began = time.monotonic()
        deed()
        self.took[what].append(time.monotonic() - began)

    def _over(self, most: float) -> bool:
        left = self.end - time.monotonic()
        time.sleep(max(0.0, min(left, random.uniform(0, 2 * most))))
        return time.monotonic() >= self.end

    def reads(self) -> None:
        """Open chapters, again and again."""
        while not self._over(self.pause):
            try:
                self._timed("page", self._page)
            except OSError as error:
                self.failures.append(f"page: {error!r:.100}")

    def _page(self) -> None:
        origin = self.url.removesuffix(urllib.parse.urlsplit(self.url).path)
        page = asked(f"{self.url}voila/render/{random.choice(self.stems)}.ipynb")
        for part in sorted(set(re.findall(rb'"(/[^"]*parts/[\w.-]+)"', page))):
            asked(origin + part.decode())

    def plays(self) -> None:
        """Play, ten moves on a page."""
        while not self._over(self.pause / 10):
            try:
                self._game(Visitor(self.url))
            except (OSError, AssertionError, websocket.WebSocketException) as error:
                self.failures.append(f"play: {error!r:.100}")

    def _game(self, somebody: Visitor) -> None:
        somebody.read(serving.ONE_BOARD)

        def first() -> None:
            somebody.begin()
            somebody.does(PLAY, do="new", players=2, seats=["reader", "reader"])

        try:
            self._timed("first move", first)
        except urllib.error.HTTPError as error:
            self.told.append(int(error.headers["Retry-After"]))
            return
        for _ in range(10):
            if self._over(1):
                break
            self._timed("move", lambda: somebody.plays(PLAY, 1))
        somebody.leave()


def asked(url: str) -> bytes:
    """What is answered, unpacked."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"}), timeout=60) as answer:
        data: bytes = answer.read()
        return gzip.decompress(data) if answer.headers["Content-Encoding"] == "gzip" else data


def pss(run: serving.Running) -> tuple[float, float, int]:
    """MiB of the server and of all its processes, and how many these are."""
    taken = []
    for one in run.children():
        try:
            taken.append(one.memory_full_info().pss)
        except psutil.Error:
            continue
    return psutil.Process(run.process.pid).memory_full_info().pss / 2**20, sum(taken) / 2**20, len(taken)


def prepared(run: serving.Running) -> None:
    """Wait until all chapters are rendered and what kernels are forked from has run them, too."""
    for stem in serving.STEMS:
        asked(f"{run.url}voila/render/{stem}.ipynb")
    time.sleep(10)


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
        before = pss(run)
        crowd = Crowd(run.url, serving.STEMS, given.seconds, given.pause)
        deeds = [crowd.reads] * given.reading + [crowd.plays] * given.playing
        threads = [threading.Thread(target=deed) for deed in deeds]
        for thread in threads:
            thread.start()
        most = before
        while any(thread.is_alive() for thread in threads):
            time.sleep(3)
            most = max(most, pss(run), key=lambda one: one[0] + one[1])
        after = pss(run)
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for what, times in sorted(crowd.took.items()):
        times.sort()
        late = times[int(0.95 * len(times))]
        print(f"{what}: {len(times)}; median {median(times):.2f} s, p95 {late:.2f}, most {times[-1]:.2f}")
    print(f"no place: {len(crowd.told)} times, at most {max(crowd.told, default=0)} s to come again")
    print(f"failures: {len(crowd.failures)} {sorted(set(crowd.failures))[:3]}")
    for name, (server, others, number) in (("before", before), ("at most", most), ("after", after)):
        print(f"{name}: server {server:.0f} MiB, {number} processes {others:.0f} MiB")


if __name__ == "__main__":
    main()
