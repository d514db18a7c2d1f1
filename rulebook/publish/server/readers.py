"""Readers who play: the boards of each page, for as long as they are needed.

A page's boards are made when they are first touched, by running their cells.  They are given up when the page is left,
when its connection has been lost for LOST seconds or it has been idle for long; the page keeps the game and brings it
back with its next message.
"""

import asyncio
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rulebook.kernel.kernel import Cells, Kernel, cells_of
from rulebook.publish.server.logs import LOG
from rulebook.publish.server.workers import SECONDS, TookTooLong, Workers

LOST = 120.0  # seconds without a connection
STILL = 30.0  # seconds without a message, after which a reader's place is given to somebody who finds none
SOON = 5  # seconds after which whoever finds no place may ask again
MOST_VALUES = 200_000  # commas and brackets of a message: what takes long to read is values, and not letters
MAKING = 60.0  # seconds for a board that nobody has made before
THINKERS = 2  # threads for what takes longer than a board's answer


class Full(Exception):
    """There is no place for one more reader."""


class Refused(ValueError):
    """A message that no page sends."""


def read(data: str | bytes) -> tuple[str, int, Callable[[], tuple[Any, list[bytes]]]]:
    """The slot and the number of a message, and what reads the rest of it.

    A message is a line "SLOT COUNT", then JSON; as bytes "SLOT COUNT SIZE SIZE ...", then JSON and files of these
    sizes.  Refused for any other.
    """
    head, _, _ = data[:200].partition("\n" if isinstance(data, str) else b"\n")  # type: ignore[arg-type]
    words = (head if isinstance(head, str) else head.decode("latin-1")).split()
    begin = len(head) + 1
    try:
        slot, count, *sizes = words[0], *map(int, words[1:])
        cell, _, place = slot.partition(".")
        int(cell), int(place)
    except (ValueError, IndexError) as no:
        raise Refused("form") from no
    if isinstance(data, str):
        return slot, count, lambda: (_parsed(data[begin:]), [])
    if not sizes or min(sizes) < 0 or sum(sizes) != len(data) - begin:
        raise Refused("sizes")
    ends = [begin + sum(sizes[: k + 1]) for k in range(len(sizes))]
    parts = list(zip([begin, *ends], ends, strict=False))
    return slot, count, lambda: (_parsed(data[slice(*parts[0])].decode()), [data[slice(*part)] for part in parts[1:]])


def _parsed(text: str) -> Any:
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise Refused("too many values")
    return json.loads(text)


class Reader:
    """The boards of one page, which is connected by `page_socket` or was until `alone`.

    path: the chapter; house: of which address; hears: takes what the page shall hear, in the thread of the server.
    """

    def __init__(self, path: str, cells: Cells, house: str, loop: asyncio.AbstractEventLoop) -> None:
        self.key = secrets.token_urlsafe(18)
        self.path, self.house = path, house
        self.link: Any = None
        self.heard = time.monotonic()
        self.alone: float | None = None
        self.cancelled = False
        self._loop = loop
        self._kernel = Kernel(cells, self._post, prints=False)
        self._followed = -1
        self._busy = threading.Lock()  # one thread at a time
        self._turn = asyncio.Lock()  # one message at a time

    # ---- in a worker's thread ----------------------------------------------------------------------------------------

    def make(self, slot: str) -> None:
        """Have the board of a slot."""
        with self._busy:
            self._kernel.run(int(slot.partition(".")[0]))

    def follow(self, slot: str, count: int, rest: Callable[[], tuple[Any, list[bytes]]]) -> None:
        """Answer a message."""
        with self._busy:
            content, files = rest()
            if count <= self._followed:  # the connection was lost before its answer came
                content, files = {"do": "whole"}, []
            self._followed = max(self._followed, count)
            self._kernel.handle(slot, content, files, lambda: self.cancelled)

    def _post(self, message: dict[str, Any]) -> None:
        if message["type"] == "failed":
            LOG.error("a cell failed: %s", message["text"])
            message = message | {"text": ""}  # a reader gets no traceback
        text = json.dumps(message, separators=(",", ":"))
        self._loop.call_soon_threadsafe(self.say, text)

    # ---- in the server's thread --------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Send a message to the page, if it is there."""
        self.heard = time.monotonic()
        if self.link is not None:
            self.link.say(text)

    async def hear(self, data: str | bytes, readers: "Readers") -> None:
        """Follow a message of the page, after those that an earlier socket brought.  Refused if it is none."""
        slot, count, rest = read(data)
        async with self._turn:  # a thread that waited for the page's own work would be missing to everybody
            self.heard, self.cancelled = time.monotonic(), False
            ended = await self._followed_by(slot, lambda: self.follow(slot, count, rest), readers)
        self.say(json.dumps({"type": "handled", "slot": slot, "count": count, "ended": ended}))

    async def _followed_by(self, slot: str, follow: Callable[[], None], readers: "Readers") -> str:
        """Have a message followed by the threads it is for; why its work was stopped, "" if it was not."""
        try:
            seconds = await self._made(slot, readers)
            pool = readers.workers if seconds <= SECONDS else readers.thinkers
            await pool.run(follow, self.house, seconds)
        except TookTooLong:
            LOG.warning("work was stopped", extra={"data": {"page": self.path}})
            self.give_up(slot)
            return "slow"
        except Refused:
            raise
        except MemoryError:
            self.give_up(slot)
            return "memory"
        except Exception:
            LOG.exception("a page's message could not be followed")
        return ""

    async def _made(self, slot: str, readers: "Readers") -> float:
        """Have the board of a slot; how many seconds its answers may take.

        What nobody has made before may have much to read, as the desk's.
        """
        if slot not in self._kernel.widgets:
            known = int(slot.partition(".")[0]) in self._kernel.cells.ran
            pool = readers.workers if known else readers.makers
            await pool.run(lambda: self.make(slot), self.house)
        return float(getattr(self._kernel.widgets.get(slot), "SECONDS", SECONDS))

    def give_up(self, slot: str) -> None:
        """Give up the boards of a cell whose work was stopped, and all of them if a thread is still at it."""
        if self._busy.acquire(blocking=False):
            self._kernel.forget(slot)
            self._busy.release()
        else:
            self._kernel = Kernel(self._kernel.cells, self._post, prints=False)
            self._busy = threading.Lock()


class Readers:
    """All who play.

    root: the folder of the chapters; most: so many at once (0: any number); idle: seconds after which one who does
    nothing is given up.
    """

    def __init__(self, root: Path, most: int = 0, idle: float = 1800) -> None:
        self._root, self._most, self._idle = root, most, idle
        self._chapters: dict[str, tuple[int, Cells]] = {}
        self._readers: dict[str, Reader] = {}
        self.stopping = False
        self.workers, self.thinkers, self.makers = Workers(2), Workers(THINKERS), Workers(1, MAKING)
        self.pools = (self.workers, self.thinkers, self.makers)

    def __len__(self) -> int:
        return len(self._readers)

    @property
    def free(self) -> int | None:
        """How many may still come, those who would give way among them; None: any number."""
        if not self._most:
            return None
        return max(0, self._most - sum(not self._still(one) for one in self._readers.values()))

    def cells(self, path: str) -> Cells:
        """The cells of a chapter, as its notebook is now."""
        written = (self._root / path).stat().st_mtime_ns
        if path not in self._chapters or self._chapters[path][0] != written:
            self._chapters[path] = written, Cells(cells_of(self._root / path))
        return self._chapters[path][1]

    def join(self, key: str, path: str, house: str, link: Any) -> tuple[Reader, bool]:
        """The reader of a page, and whether he is a new one: a page that was cut off comes back by its key.

        A key is good once, for the address that it was given to: one that somebody found or saw leads nowhere.
        Full if there is no place for one more; OSError and ValueError if there is no such chapter.
        """
        reader = self._readers.get(key)
        is_new = reader is None or (reader.path, reader.house) != (path, house)
        if reader is None or is_new:
            cells = self.cells(path)
            self._make_room(house)
            reader = Reader(path, cells, house, asyncio.get_running_loop())
        else:
            del self._readers[key]
            reader.key = secrets.token_urlsafe(18)
        self._readers[reader.key] = reader
        if reader.link is not None:
            reader.link.hang_up()
        reader.link, reader.alone, reader.heard = link, None, time.monotonic()
        return reader, is_new

    def part(self, reader: Reader, link: Any, left: bool) -> None:
        """A page's connection has ended; left: with the page."""
        if reader.link is not link:
            return
        reader.link, reader.alone = None, time.monotonic()
        if left:
            self.end(reader, "left")

    def end(self, reader: Reader, why: str) -> None:
        """Give a reader's boards up."""
        if self._readers.pop(reader.key, None) is None:
            return
        LOG.info("reader ended", extra={"data": {"why": why, "readers": len(self)}})
        link, reader.link = reader.link, None
        if link is not None:
            link.hang_up()

    def tidy(self) -> None:
        """Give up whoever has been away or idle for long; called now and then."""
        now = time.monotonic()
        for reader in list(self._readers.values()):
            if now - reader.heard > self._idle:
                self.end(reader, "idle")
            elif reader.alone is not None and now - reader.alone > LOST:
                self.end(reader, "nobody came back")

    def close(self) -> None:
        """Hang up on everybody."""
        self.stopping = True
        for reader in list(self._readers.values()):
            self.end(reader, "stopping")
        for pool in self.pools:
            pool.close()

    # ---- places ------------------------------------------------------------------------------------------------------

    @staticmethod
    def _still(reader: Reader) -> bool:
        return time.monotonic() - reader.heard >= STILL

    def _make_room(self, house: str) -> None:
        """Where all places are taken somebody who is still gives way, else one of a house that has two more."""
        if self.stopping:
            raise Full
        if not self._most or len(self) < self._most:
            return
        many = Counter(one.house for one in self._readers.values())
        largest = max(many.values())
        leaving = [one for one in self._readers.values() if self._still(one)]
        if not leaving and largest >= many[house] + 2:
            leaving = [one for one in self._readers.values() if many[one.house] == largest]
        if not leaving:
            LOG.info("full", extra={"data": {"readers": len(self)}})
            raise Full
        self.end(min(leaving, key=lambda one: one.heard), "gave way")


def prepared(readers: Readers, paths: Iterable[str]) -> Iterator[int]:
    """Run chapters for nobody, a cell at each step, so that what they read and compute once is there for everybody."""
    for path in paths:
        kernel = Kernel(readers.cells(path), lambda _: None, prints=False)
        for index in range(len(kernel.cells)):
            kernel.run(index)
            yield index
