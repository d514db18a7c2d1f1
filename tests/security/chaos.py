"""All that befalls a server, one after the other, beside a reader who plays on: `make chaos`, some minutes.

    python -m tests.security.chaos [NAME ...] [--descriptors 256] [--seconds 8]

The server may have 256 files open, its clock can be set, its folder for temporary files can go.  Of each attack it
prints what the reader saw, and how long afterwards the server was as before in descriptors, processes and memory.
Exit code 1: something failed, took two seconds longer than in peace, or was not over after ten.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import struct
import sys
import tempfile
import time
import urllib.error
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import psutil

from tests import serving
from tests.security import attacks
from tests.security.attacks import Steady
from tests.visitor import Visitor

LONGER, OVER = 2.0, 10.0  # seconds that a reader may lose, and until all is as before
JUMP = 7200
DESK = "12-desk"

# The server as a command, but its clock jumps ahead when it gets a signal.
CLOCK = f"""
import signal, sys, time
real, ahead = time.time, [0]
time.time = lambda: real() + ahead[0]
signal.signal(signal.SIGUSR1, lambda *_: ahead.__setitem__(0, ahead[0] + {JUMP}))
from rulebook.cli import main
sys.exit(main(sys.argv[1:]))
"""


@dataclass
class Ground:
    """A server that is attacked: its process, its folder for temporary files, and what it logs."""

    run: serving.Running
    temporary: Path
    log: Path

    @property
    def url(self) -> str:
        """Where it is."""
        return self.run.url

    def jump(self) -> None:
        """Set its clock two hours ahead."""
        self.run.process.send_signal(signal.SIGUSR1)

    @contextmanager
    def full(self) -> Iterator[None]:
        """Have no folder for temporary files."""
        gone = self.temporary.with_name("gone")
        self.temporary.rename(gone)
        try:
            yield
        finally:
            gone.rename(self.temporary)

    def ready_why(self) -> str:
        """What /ready says there is too little of, "" if it would take one more reader."""
        try:
            return str(json.loads(Visitor(self.url).get("ready")).get("why", ""))
        except urllib.error.HTTPError as error:
            return str(json.loads(error.read())["why"])

    def state(self) -> tuple[int, int, float]:
        """Its descriptors, its processes, its MiB."""
        server = psutil.Process(self.run.process.pid)
        return server.num_fds(), len(self.run.kernels()), server.memory_full_info().uss / 2**20


@contextmanager
def ground(folder: Path, descriptors: int = 256, notebooks: Path | None = None, *options: str) -> Iterator[Ground]:
    """Serve a book to strangers, with so many files open at most; of all chapters, where it is not said."""
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    where = ("--notebooks", str(notebooks)) if notebooks else ()
    given = ("serve", "--port", "0", "--no-browser", "--public", "--warm", "0", "--readers", "60", *where, *options)
    command = ["sh", "-c", f'ulimit -n {descriptors} && exec "$@"', "sh", sys.executable, "-c", CLOCK, *given]
    log = folder / "log"
    with serving.running(command, patience=240, environment={"TMPDIR": str(temporary)}, log=log) as run:
        yield Ground(run, temporary, log)


# ---- what befalls it -------------------------------------------------------------------------------------------------


def malformed(here: Ground, seconds: float) -> ExitStack:
    """Frames and requests that are none, from a page and from new connections."""
    chance, stack = Random(17), ExitStack()
    one = Visitor(here.url).open(attacks.ONE_BOARD)
    stack.callback(partial(attacks.suppress_all, one.leave))
    deep = '{"a":' * 50_000
    frames = ["", "{", "[]", deep, b"", b"\xff" * 64, struct.pack("!i", 2**31 - 1) + b"x" * 64]
    words = [
        b"\x16\x03\x01\x02\x00\x01",
        b"GET",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    ]
    words += [b"POST /begin HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n", b"A" * 70_000]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(Exception):
            one.raw(chance.choice(frames))
        with suppress(OSError), attacks.line(here.url) as line:
            line.sendall(chance.choice(words))
        time.sleep(0.05)
    return stack


def hostile(here: Ground, seconds: float) -> ExitStack:
    """Files for the desk that unpack to hundreds of megabytes, or are none."""
    from tests.security.test_fuzz import HEADS, bomb

    stack = ExitStack()
    one = Visitor(here.url).open(DESK)
    stack.callback(partial(attacks.suppress_all, one.leave))
    slot = next(slot for slot, state in one.states.items() if "view" in state and "stamp" in state["view"])
    files, names = [bomb(), *[head(b"x" * 10_000) for head in HEADS]], ("a.docx", "b.html", "c.pdf")
    end = time.monotonic() + seconds
    for number in range(10_000):
        if time.monotonic() > end:
            break
        content = {"do": "collate", "a": names[number % 3], "b": "b.txt", "n": number}
        with suppress(Exception):
            one.tell(slot, content, [files[number % len(files)], b"A rule."])
        time.sleep(0.2)
    return stack


def killed(here: Ground, seconds: float) -> ExitStack:
    """Processes of other readers, and the one that all are forked from."""
    end, steady = time.monotonic() + seconds, {one.pid for one in here.run.kernels()}
    while time.monotonic() < end:
        with suppress(OSError):
            Visitor(here.url).open(attacks.ONE_BOARD)
        for one in here.run.children():
            if one.pid not in steady:
                with suppress(psutil.Error):
                    one.kill()
    return ExitStack()


def full(here: Ground, seconds: float) -> ExitStack:
    """No room for temporary files: nobody begins, and `/ready` says why."""
    with here.full():
        time.sleep(seconds / 2)
        with suppress(OSError):
            Visitor(here.url).open(attacks.ONE_BOARD)
    return ExitStack()


def jumped(here: Ground, seconds: float) -> ExitStack:
    """The clock is set two hours ahead."""
    here.jump()
    time.sleep(seconds)
    return ExitStack()


def _beside(attack: Callable[[str], ExitStack]) -> Callable[[Ground, float], ExitStack]:
    def begun(here: Ground, seconds: float) -> ExitStack:
        stack = attack(here.url)
        time.sleep(seconds)
        return stack

    return begun


ALL: dict[str, Callable[[Ground, float], ExitStack]] = {
    "deaf": _beside(partial(attacks.deaf, many=3)), "idle": _beside(partial(attacks.idle, many=2000)),
    "halting": _beside(attacks.halting), "gorged": _beside(attacks.gorged), "sockets": _beside(attacks.sockets),
    "greedy": lambda here, seconds: attacks.greedy(here.url, seconds),
    "vanishing": lambda here, seconds: attacks.vanishing(here.url, seconds),
    "crumbling": lambda here, seconds: attacks.crumbling(here.url, seconds),
    "dripping": lambda here, seconds: attacks.dripping(here.url, seconds),
    "crowding": lambda here, seconds: attacks.crowding(here.url, seconds),
    "overlapping": lambda here, seconds: attacks.overlapping(here.url, seconds),
    "swelling": lambda here, seconds: attacks.swelling(here.url, seconds),
    "gushing": lambda here, seconds: attacks.gushing(here.url, seconds),
    "pinging": lambda here, seconds: attacks.pinging(here.url, seconds),
    "withholding": lambda here, seconds: attacks.withholding(here.url, seconds),
    "malformed": malformed, "hostile": hostile, "killed": killed, "full": full, "jumped": jumped,
}  # fmt: skip


# ---- and what is seen of it ------------------------------------------------------------------------------------------


def recovered(here: Ground, before: tuple[int, int, float], patience: float) -> tuple[float, tuple[int, int, float]]:
    """The seconds until the server is as before, and how it is then; 16 MiB are what allocators keep."""
    began = time.monotonic()
    while True:
        now = here.state()
        spent = time.monotonic() - began
        again = now[0] <= before[0] + 2 and now[1] <= before[1] and now[2] <= before[2] + 16
        if (again and not here.ready_why()) or spent > patience:
            return spent, now
        time.sleep(0.2)


def main() -> int:
    """Attack, and say what a reader saw."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(ALL)}")
    arguments.add_argument("--descriptors", type=int, default=256)
    arguments.add_argument("--seconds", type=float, default=8)
    given = arguments.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder, ground(Path(folder), given.descriptors) as here:
        for stem in (attacks.ONE_BOARD, DESK):
            Visitor(here.url).read(stem)
        with Steady(here.url) as reader:
            time.sleep(given.seconds)
            calm = {what: max(getattr(reader, what)) for what in ("moves", "pages")}
            print(f"in peace: moves {calm['moves']:.2f} s at most, pages {calm['pages']:.2f}")
            print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            for name in given.names or ALL:
                before = here.state()
                for what in calm:
                    getattr(reader, what).clear()
                with ALL[name](here, given.seconds):
                    pass
                took, after = recovered(here, before, 3 * OVER)
                time.sleep(0.5)
                saw = {what: max(getattr(reader, what), default=float("inf")) for what in calm}
                worse = any(saw[what] > calm[what] + LONGER for what in calm) or took > OVER or reader.failures
                bad += bool(worse)
                words = (
                    f"{'!!' if worse else '  '} {name}: a move {saw['moves']:.2f} s, a page {saw['pages']:.2f} at most;"
                )
                words += f" as before after {took:.1f} s: " + ", ".join(
                    f"{what} {one:.0f} {other:.0f}"
                    for what, one, other in zip(("descriptors", "processes", "MiB"), before, after, strict=True)
                )
                print(words, *reader.failures[:2], flush=True)
                reader.failures.clear()
        print(f"{len(here.log.read_text().splitlines())} lines were logged")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
