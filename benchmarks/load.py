"""What many readers at once cost a public server: time to a playable board, memory, moves a second.

    python benchmarks/load.py [--readers 1 5 10 20] [--runs 3] [--moves 40] [--chapter 01-base-game]

Readers are made of messages (tests/visitor.py): they take no browser's processor, so the figures are the server's; a
page counts as playable when the states of its boards have come. Every run begins with a fresh server without warm
kernels. Memory is PSS: pages that processes share are counted once.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import serving
from tests.visitor import Visitor

PLAY = "play"


def pss(run: serving.Running) -> tuple[float, float]:
    """MiB of the server, and of all its kernels."""
    kernels = sum(one.memory_full_info().pss for one in run.children() if one.status() != psutil.STATUS_ZOMBIE)
    return psutil.Process(run.process.pid).memory_full_info().pss / 2**20, kernels / 2**20


def opened(url: str, chapter: str) -> tuple[Visitor, float, float]:
    """Open a chapter; seconds to its first bytes, and to a playable board."""
    somebody = Visitor(url)
    started = time.perf_counter()
    with somebody.web.open(f"{url}voila/render/{chapter}.ipynb", timeout=600) as answer:
        answer.read(1)
        first = time.perf_counter() - started
        somebody.page = answer.read().decode("utf-8", "replace")
    somebody.kernel = somebody.page.split('"kernelId": "')[1][:36]
    somebody.connect()
    somebody.look()
    return somebody, first, time.perf_counter() - started


def answered(somebody: Visitor, moves: int) -> list[float]:
    """Play; milliseconds from each move to its answer."""
    times = []
    somebody.does(PLAY, do="new", players=2, seats=["reader", "reader"])
    for _ in range(moves):
        started = time.perf_counter()
        if somebody.plays(PLAY, 1)["over"]:
            break
        times.append(1000 * (time.perf_counter() - started))
    return times


def measured(readers: int, chapter: str, moves: int) -> dict[str, list[float]]:
    """Of one fresh server with so many readers at once."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--no-browser", "--public", "--warm", "0", "--readers", str(readers))
        with serving.running(serving.command("serve", *options), patience=120, log=Path(folder) / "log") as run:
            alone, _ = pss(run)
            with ThreadPoolExecutor(readers) as pool:
                came = list(pool.map(lambda _: opened(run.url, chapter), range(readers)))
                server, kernels = pss(run)
                times = list(pool.map(lambda one: answered(one[0], moves), came))
    return {
        "first": [one[1] for one in came],
        "board": [one[2] for one in came],
        "move": [one for many in times for one in many],
        "alone": [alone],
        "reader": [(server - alone + kernels) / readers],
    }


def main() -> None:
    """Print a table in Markdown, and what the machine did beside."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--readers", type=int, nargs="+", default=[1, 5, 10, 20])
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--moves", type=int, default=40)
    arguments.add_argument("--chapter", default="01-base-game")
    given = arguments.parse_args()
    print(f"Load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    print(
        "| readers at once | first bytes | playable board | the last one | move to answer | its p95 | of each reader |"
    )
    print("|---|---|---|---|---|---|---|")
    for readers in given.readers:
        rows = [measured(readers, given.chapter, given.moves) for _ in range(given.runs)]
        every = {name: sorted(value for row in rows for value in row[name]) for name in rows[0]}
        moves = every["move"]
        print(
            f"| {readers} | {median(every['first']):.1f} s | {median(every['board']):.1f} s "
            f"| {median(max(row['board']) for row in rows):.1f} s | {median(moves):.0f} ms "
            f"| {moves[int(0.95 * len(moves))]:.0f} ms | {median(every['reader']):.0f} MiB |",
            flush=True,
        )
    each = median(every["reader"])
    print(f"\nServer alone: {median(every['alone']):.0f} MiB. Readers in each GiB beside it: {1024 / each:.0f}.")
    print(f"Load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
