"""The one place that counts what the server has: connections, sockets, descriptors, memory, processes, turns.

`planned` says before the start how many readers fit, and refuses what does not.  While it runs, `Governor` decides who
is let in and which connection is given up: who says nothing gives way when there is no room for somebody new, who reads
nothing is hung up on, and nobody's silence is waited for by another reader.
"""

import asyncio
import os
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

import psutil
from tornado.iostream import IOStream, StreamClosedError, UnsatisfiableReadError

from rulebook.publish import logs, machine
from rulebook.publish.channel import allowance
from rulebook.publish.limits import Budget
from rulebook.publish.logs import LOG
from rulebook.text.commands import Trouble

MIB = 2**20

# What things take, measured (docs/server.md).
SERVER = (
    440 * MIB
)  # this process: 120 MiB with all pages; what kernels are forked from: 120; MOST_WAITING; forks.UNREAD_BY_ALL; room
USUAL = 40 * MIB  # what the process of a reader who plays has for itself
THREADS = 8  # of such a process, where an opponent reckons
BASE = 40  # descriptors: of the server itself, and spare ones
KERNEL, SOCKET = 2, 2  # descriptors of a process, and of a socket to it while it is opened

LEAST_LINES = 96  # connections, however few descriptors there are
SOCKETS = 4  # of a page to its process
OPENINGS, OPENINGS_FAST = 60, 2  # sockets to one process opened at once, and a second in the long run
QUEUE, QUEUE_OF_ONE = 10, 5  # readers who wait for a place, and of one address

SILENCE = 75.0  # seconds for a request's first lines, and between two requests
PATIENCE = 20.0  # seconds in which a connection must take ...
PROGRESS = 4096  # ... so many bytes of what is there for it, or send them of a message that it has begun
HASTE = 5.0  # and not PATIENCE for who asks for more meanwhile, as no browser does (HTTP pipelining)
PIECES, LINES = (
    64,
    128,
)  # in which a request's head may come, and that it may have: a browser's comes in one, and has 20
MOST_OF_ONE = 12 * MIB  # waiting for one connection
MOST_WAITING = 128 * MIB  # for all
BUSY = 0.5  # seconds that an answer may take where there is no room for somebody new
EVERY = 0.5
TIDY, TIDIES = 4.0, 50  # seconds between two times that memory is given back; and so many times as long as one took
CLOSELY = 2.0  # seconds between two looks at what each process has for itself


@dataclass(frozen=True)
class Plan:
    """What is let in: so many `readers` (0: any number) and `connections`; `memory` bytes for readers (0: any)."""

    readers: int
    connections: int
    descriptors: int
    memory: int = 0


def planned(readers: int, most_memory: int, public: bool) -> Plan:
    """What fits this machine, or this container.  Raises Trouble with the sum when what is asked for does not.

    `most_memory`: bytes that one process may take.  A public server with 0 readers takes as many as fit; with few
    descriptors it takes fewer than it was asked for, and logs it.
    """
    descriptors = machine.raise_descriptors()
    page = KERNEL + SOCKET
    fit = (descriptors - BASE - LEAST_LINES) // page
    if not public:
        return Plan(readers, max(LEAST_LINES, descriptors - BASE - 20 * page), descriptors)
    if fit < 1:
        raise Trouble("descriptors", there=descriptors, least=BASE + LEAST_LINES + page)
    memory = machine.memory()
    room = (memory - SERVER - most_memory) // USUAL
    if room < max(1, readers):
        needed = SERVER + most_memory + USUAL * max(1, readers)
        raise Trouble(
            "memory", readers=max(1, readers), each=USUAL // MIB, server=SERVER // MIB,
            most=most_memory // MIB, needed=needed // MIB, there=memory // MIB, fit=max(0, room),
        )  # fmt: skip
    there = machine.processes()
    room = min(room, there // THREADS - 3) if there else room
    if room < max(1, readers):
        raise Trouble("processes", needed=(max(1, readers) + 3) * THREADS, there=there)
    wanted = readers or room
    if fit < wanted:
        LOG.warning("fewer places", extra={"data": {"places": fit, "wanted": wanted, "descriptors": descriptors}})
        wanted = fit
    rest = descriptors - BASE - wanted * page
    return Plan(wanted, min(rest, 4096), descriptors, memory - SERVER)


class Line(IOStream):
    """A connection, and how it gets on: since when it only waits for a request, when it last took or sent something."""

    def __init__(self, *args: Any, address: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = address
        self.waits: float | None = time.monotonic()  # None: a request is being answered, or it is a socket
        self.begun = self.waits  # since when it is so
        self.held = 0  # bytes of a socket's message that came in frames of their own, the last of which is not there
        self._marked, self._moved = time.monotonic(), 0
        self._pieces = self._sought = 0

    def read_until_regex(self, regex: bytes, max_bytes: int | None = None) -> Awaitable[bytes]:
        """Read a request's head, as tornado does, which searches all of it with each piece that comes.

        Of one that is closed nothing: requests that had come before would all be answered to nobody.
        """
        if self.closed():
            raise StreamClosedError
        self._pieces = self._sought = 0
        return super().read_until_regex(regex, max_bytes)

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """Count in how many pieces it comes."""
        read = super().read_from_fd(buf)
        self._pieces += bool(read)
        return read

    def _find_read_pos(self) -> int | None:
        """Where it ends; letters by the thousand, each by itself, and lines by the thousand would take seconds."""
        if self._read_regex is None:
            return super()._find_read_pos()
        found = self._read_regex.search(self._read_buffer, max(0, self._sought - 3))
        self._sought = len(self._read_buffer)
        end = found.end() if found else self._sought
        self._check_max_bytes(self._read_regex, end)
        if self._pieces > PIECES or self._read_buffer.count(b"\n", 0, end) > LINES:
            raise UnsatisfiableReadError("a head of crumbs")
        return found.end() if found else None

    @property
    def unsent(self) -> int:
        """Bytes that it has not taken."""
        return 0 if self._write_buffer is None else len(self._write_buffer)

    @property
    def unread(self) -> int:
        """Bytes of a message whose end has not come."""
        return self._read_buffer_size + self.held

    def speaks(self) -> bool:
        """Is there something of it that was not read yet?"""
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except (OSError, AttributeError):  # nothing, or it is closed
            return False

    def pipelines(self) -> bool:
        """Was something said behind a request whose answer it has not taken?"""
        return bool(self.waits is None and self.unsent and (self.unread or self.speaks()))

    def stalled(self, now: float) -> float:
        """For how many seconds has it taken and sent less than PROGRESS of what is under way?"""
        moved = self._total_write_done_index - machine.unacknowledged(self.socket) + self.unread
        if not (self.unsent or self.unread) or abs(moved - self._moved) >= PROGRESS:
            self._moved, self._marked = moved, now
        return now - self._marked


class Page(Protocol):
    """A socket between a page and its process."""

    heard: float

    @property
    def line(self) -> Line | None:
        """The connection that it is."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Hang up."""


@dataclass
class Sockets:
    """Those of one process, and how many may be opened now."""

    pages: list[Page] = field(default_factory=list)
    openings: Budget = field(default_factory=lambda: Budget(OPENINGS, OPENINGS_FAST))
    allowance: Budget = field(default_factory=allowance)


class Governor:
    """Counts, lets in, and hangs up."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lines: set[Line] = set()
        self.sockets: dict[str, Sockets] = {}
        # Chapters are rendered by turns: all at once, all would wait for the last.
        self.turns = asyncio.Semaphore(os.cpu_count() or 1)
        self.paused = False
        self.given_up: Counter[str] = Counter()
        self._looked = self._weighed = self._counted = -CLOSELY
        self._open, self._tidied_until = 0, 0.0

    # ---- connections ---------------------------------------------------------------------------------------------

    def room_for_line(self) -> bool:
        """May one more connection be accepted?  Some that say nothing give way for it."""
        if len(self.lines) < self.plan.connections and self._descriptors() < self.plan.descriptors - BASE // 2:
            return True
        self.lines = {line for line in self.lines if not line.closed()}
        if len(self.lines) < self.plan.connections:
            return True
        silent = [line for line in self.lines if line.waits is not None]
        if not silent:
            now = time.monotonic()
            silent = [line for line in self.lines if line.unsent and line.stalled(now) > BUSY / 2]
        # Of those who have most such connections the ones that have been silent for longest; not who asks just now.
        many = Counter(line.address for line in silent)
        silent.sort(key=lambda line: (-many[line.address], line.waits or 0))
        leaving = list(islice((line for line in silent if not line.speaks()), 1 + len(silent) // 16))
        for line in leaving or self._lasting():
            self._give_up(line, "no room")
        return len(self.lines) < self.plan.connections

    def _lasting(self) -> list[Line]:
        """Connections that have been busy for longest: second sockets of a page, bodies and answers that do not end.

        A page keeps the one socket by which it was last heard.
        """
        now = time.monotonic()
        kept = {max(one.pages, key=lambda page: page.heard).line for one in self.sockets.values() if one.pages}
        found = [line for line in self.lines - kept if line.waits is None and now - line.begun > BUSY]
        return sorted(found, key=lambda line: line.begun)[: 1 + len(found) // 16]

    def _descriptors(self) -> int:
        """How many are open.

        Counted now and then, for that takes the longer the more there are; till then one more for each connection.
        """
        now = time.monotonic()
        if now - self._counted > 0.2:
            self._counted, self._open = now, machine.open_descriptors()
        self._open += 1
        return self._open - 1

    def _give_up(self, line: Line, why: str) -> None:
        self.lines.discard(line)
        self.given_up[why] += 1
        LOG.warning("connection given up", extra={"data": {"why": why, "connections": len(self.lines)}})
        line.close()

    def _patience(self, line: Line) -> float:
        """For how many seconds it may take nothing; a page's socket says things while it is sent others."""
        sockets = (page.line for one in self.sockets.values() for page in one.pages)
        return HASTE if line.pipelines() and line not in sockets else PATIENCE

    def look(self, at_least: float = 0.0) -> None:
        """Hang up on who takes nothing, and on who has most waiting when it is too much in all."""
        now = time.monotonic()
        if now - self._looked < at_least:
            return
        self._looked = now
        self.lines = {line for line in self.lines if not line.closed()}
        total = 0
        for line in list(self.lines):
            waiting = line.unsent + line.unread
            if waiting > MOST_OF_ONE:
                self._give_up(line, "too much waits for it")
            elif waiting and line.stalled(now) > self._patience(line) and (line.unsent or line.waits is None):
                self._give_up(line, "takes nothing" if line.unsent else "stops in its midst")
            else:
                total += waiting
        while total > MOST_WAITING:
            worst = max(self.lines, key=lambda line: line.unsent + line.unread)
            total -= worst.unsent + worst.unread
            self._give_up(worst, "too much waits in all")

    # ---- sockets -------------------------------------------------------------------------------------------------

    def admits(self, kernel_id: str) -> bool:
        """May one more socket be opened to a process?"""
        sockets = self.sockets.setdefault(kernel_id, Sockets())
        short = machine.open_descriptors() + SOCKET > self.plan.descriptors - BASE // 2
        return not (short and sockets.pages) and sockets.openings.spend()

    def allowance(self, kernel_id: str) -> Budget:
        """How many bytes a page may send to its process, by however many sockets."""
        return self.sockets.setdefault(kernel_id, Sockets()).allowance

    def opened(self, kernel_id: str, page: Page) -> None:
        """One was; of too many, the one that nothing was heard from for longest is closed."""
        pages = self.sockets.setdefault(kernel_id, Sockets()).pages
        pages.append(page)
        if len(pages) > SOCKETS:
            oldest = min(pages, key=lambda one: one.heard)
            pages.remove(oldest)
            self.given_up["sockets"] += 1
            oldest.close(1008, "too many sockets of one page")

    def hang_up(self, kernel_id: str, code: int) -> None:
        """Close all sockets to a process."""
        for page in self.sockets.pop(kernel_id, Sockets()).pages:
            page.close(code)

    def closed(self, kernel_id: str, page: Page) -> None:
        """One was closed."""
        if (found := self.sockets.get(kernel_id)) and page in found.pages:
            found.pages.remove(page)

    # ---- places, and what /ready says ----------------------------------------------------------------------------

    def short(self) -> str:
        """What there is too little of for one more reader: `descriptors`, `disk`, `memory`, or nothing."""
        if machine.open_descriptors() + KERNEL + SOCKET > self.plan.descriptors - BASE // 2:
            return "descriptors"
        if not machine.can_write(tempfile.gettempdir()):
            return "disk"
        if self.plan.memory and psutil.virtual_memory().available < 2 * USUAL:
            return "memory"
        return ""

    def counts(self) -> dict[str, int]:
        """What there is now, for those who look after the server."""
        return {"connections": len(self.lines), "sockets": sum(len(one.pages) for one in self.sockets.values())}

    # ---- memory --------------------------------------------------------------------------------------------------

    def tidy(self) -> None:
        """Now and then give back what connections took that are gone; it takes a fiftieth of a processor at most.

        What others on the machine take meanwhile does not count, or a busy one would get it back the later.
        """
        if time.monotonic() < self._tidied_until:
            return
        began = time.thread_time()
        machine.give_back()
        self._tidied_until = time.monotonic() + max(TIDY, TIDIES * (time.thread_time() - began))

    def too_large(self, processes: dict[str, int]) -> str | None:
        """The id of the process that must end because all of them take too much; processes: id -> number."""
        if not self.plan.memory or sum(map(written, processes.values())) <= self.plan.memory:
            return None
        now = time.monotonic()
        if now - self._weighed < CLOSELY:
            return None
        self._weighed = now
        taken = {name: own(number) for name, number in processes.items()}
        return max(taken, key=lambda name: taken[name]) if sum(taken.values()) > self.plan.memory else None

    async def watch(self, processes: Callable[[], dict[str, int]], end: Callable[[str, str], Any]) -> None:
        """Look after all of it, for ever; `end` ends the process of an id, with a reason."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                self.look()
                there = processes()
                self.sockets = {name: one for name, one in self.sockets.items() if name in there}
                if worst := self.too_large(there):
                    await end(worst, "memory")
                self.tidy()
                logs.settle()
            except Exception:
                LOG.exception("the server could not be looked after")


def written(number: int) -> int:
    """Bytes of memory that a process can have for itself at most, which is quickly asked; 0 if it has ended."""
    try:
        found = psutil.Process(number).memory_info()
    except psutil.Error:
        return 0
    return int(found.rss - getattr(found, "shared", 0))


def own(number: int) -> int:
    """Bytes that it has for itself, without what it shares with what it was forked from: a millisecond's work."""
    try:
        return int(psutil.Process(number).memory_full_info().uss)
    except psutil.Error:
        return 0
