"""Sessions: the boards of each page that is played on.

A board is created by running its cell when it is first used.  A session ends when the page is left, RECONNECT_SECONDS
after its connection was lost, or when it has long been idle; the page keeps its games and brings them back with its
next message.
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
from rulebook.publish.server.workers import SECONDS, TookTooLong, WorkerPool

RECONNECT_SECONDS = 120.0
EVICT_AFTER = 30.0  # seconds without a message, after which a session may give way to a new one
RETRY_AFTER = 5  # seconds, for a page that found no place
MAX_VALUES = 200_000  # commas and brackets in a message: its values take time to parse, its text does not
CREATION_SECONDS = 60.0  # for a board that nobody has created before
SLOW_THREADS = 2  # for boards whose answers may take longer than others'


class Full(Exception):
    """There is no place for another session."""


class InvalidMessage(ValueError):
    """A message that no page sends."""


def parse_message(data: str | bytes) -> tuple[str, int, Callable[[], tuple[Any, list[bytes]]]]:
    """Parse the head of a message: return its slot, its sequence number, and a function that parses the rest.

    A message is a line "SLOT COUNT", then JSON; as bytes "SLOT COUNT SIZE SIZE ...", then JSON and files of these
    sizes.  Raises InvalidMessage, as does the function.
    """
    head, _, _ = data[:200].partition("\n" if isinstance(data, str) else b"\n")  # type: ignore[arg-type]
    words = (head if isinstance(head, str) else head.decode("latin-1")).split()
    begin = len(head) + 1
    try:
        slot, count, *sizes = words[0], *map(int, words[1:])
        cell, _, place = slot.partition(".")
        int(cell), int(place)
    except (ValueError, IndexError) as error:
        raise InvalidMessage("form") from error
    if isinstance(data, str):
        return slot, count, lambda: (_parse_json(data[begin:]), [])
    if not sizes or min(sizes) < 0 or sum(sizes) != len(data) - begin:
        raise InvalidMessage("sizes")
    ends = [begin + sum(sizes[: k + 1]) for k in range(len(sizes))]
    parts = list(zip([begin, *ends], ends, strict=False))
    return slot, count, lambda: (_parse_json(data[slice(*parts[0])].decode()), [data[slice(*p)] for p in parts[1:]])


def _parse_json(text: str) -> Any:
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise InvalidMessage("too many values")
    return json.loads(text)


class Session:
    """The boards of one page, and its socket (`page_socket`), None while it is disconnected.

    path: the chapter's notebook; client: its network (`workers.client_network`).
    """

    def __init__(self, path: str, cells: Cells, client: str, loop: asyncio.AbstractEventLoop) -> None:
        self.key = secrets.token_urlsafe(18)
        self.path, self.client = path, client
        self.socket: Any = None
        self.last_active = time.monotonic()
        self.disconnected_at: float | None = None
        self.cancelled = False
        self._loop = loop
        self._kernel = Kernel(cells, self._post, prints=False)
        self._last_handled = -1
        self._busy = threading.Lock()  # one thread at a time
        self._turn = asyncio.Lock()  # one message at a time

    # ---- in a worker thread ------------------------------------------------------------------------------------------

    def create_board(self, slot: str) -> None:
        """Run the cell of a slot."""
        with self._busy:
            self._kernel.run(int(slot.partition(".")[0]))

    def handle(self, slot: str, count: int, parse: Callable[[], tuple[Any, list[bytes]]]) -> None:
        """Handle a message; one that was handled before gets the whole view, as its answer was lost."""
        with self._busy:
            content, files = parse()
            if count <= self._last_handled:
                content, files = {"do": "whole"}, []
            self._last_handled = max(self._last_handled, count)
            self._kernel.handle(slot, content, files, lambda: self.cancelled)

    def _post(self, message: dict[str, Any]) -> None:
        if message["type"] == "failed":
            LOG.error("a cell failed: %s", message["text"])
            message = message | {"text": ""}  # a reader gets no traceback
        text = json.dumps(message, separators=(",", ":"))
        self._loop.call_soon_threadsafe(self.send, text)

    # ---- in the server's thread --------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send a message to the page if it is connected."""
        self.last_active = time.monotonic()
        if self.socket is not None:
            self.socket.send(text)

    async def receive(self, data: str | bytes, sessions: "Sessions") -> None:
        """Handle a message of the page after all earlier ones, whatever socket they came by.  Raises InvalidMessage."""
        slot, count, parse = parse_message(data)
        async with self._turn:  # a thread must not wait for this session's lock while others need it
            self.last_active, self.cancelled = time.monotonic(), False
            ended = await self._run_in_pool(slot, lambda: self.handle(slot, count, parse), sessions)
        self.send(json.dumps({"type": "handled", "slot": slot, "count": count, "ended": ended}))

    async def _run_in_pool(self, slot: str, call: Callable[[], None], sessions: "Sessions") -> str:
        """Run a call for a board in its pool; return why it was stopped, "slow" or "memory", or ""."""
        try:
            seconds = await self._ensure_board(slot, sessions)
            pool = sessions.workers if seconds <= SECONDS else sessions.slow_workers
            await pool.run(call, self.client, seconds)
        except TookTooLong:
            LOG.warning("work was stopped", extra={"data": {"page": self.path}})
            self.discard_boards(slot)
            return "slow"
        except InvalidMessage:
            raise
        except MemoryError:
            self.discard_boards(slot)
            return "memory"
        except Exception:
            LOG.exception("a page's message could not be handled")
        return ""

    async def _ensure_board(self, slot: str, sessions: "Sessions") -> float:
        """Create the board of a slot if it is not there, and return the time limit of its answers in seconds.

        The first board made by a cell may have much to read, as the desk does.
        """
        if slot not in self._kernel.widgets:
            has_run = int(slot.partition(".")[0]) in self._kernel.cells.ran
            pool = sessions.workers if has_run else sessions.creators
            await pool.run(lambda: self.create_board(slot), self.client)
        return float(getattr(self._kernel.widgets.get(slot), "SECONDS", SECONDS))

    def discard_boards(self, slot: str) -> None:
        """Discard the boards of a cell that was stopped; all boards if a thread is still running it."""
        if self._busy.acquire(blocking=False):
            self._kernel.forget(slot)
            self._busy.release()
        else:
            self._kernel = Kernel(self._kernel.cells, self._post, prints=False)
            self._busy = threading.Lock()


class Sessions:
    """All sessions of the server.

    root: the folder that the server serves; limit: sessions at once (0: no limit); idle: seconds of inactivity after
    which a session ends.
    """

    def __init__(self, root: Path, limit: int = 0, idle: float = 1800) -> None:
        self._root, self._limit, self._idle = root, limit, idle
        self._cells: dict[str, tuple[int, Cells]] = {}  # by path, with the notebook's time of modification
        self._by_key: dict[str, Session] = {}
        self.stopping = False
        self.workers, self.slow_workers = WorkerPool(2), WorkerPool(SLOW_THREADS)
        self.creators = WorkerPool(1, CREATION_SECONDS)
        self.pools = (self.workers, self.slow_workers, self.creators)

    def __len__(self) -> int:
        return len(self._by_key)

    @property
    def free(self) -> int | None:
        """Number of free places, those of evictable sessions included; None: no limit."""
        if not self._limit:
            return None
        return max(0, self._limit - sum(not self._is_evictable(session) for session in self._by_key.values()))

    def cells(self, path: str) -> Cells:
        """Return the cells of a chapter, read again when its notebook has changed."""
        modified = (self._root / path).stat().st_mtime_ns
        if path not in self._cells or self._cells[path][0] != modified:
            self._cells[path] = modified, Cells(cells_of(self._root / path))
        return self._cells[path][1]

    def connect(self, key: str, path: str, client: str, socket: Any) -> tuple[Session, bool]:
        """Return the session of a page, and whether it is new; a page that was cut off resumes its own by its key.

        A key is valid once, for the network it was given to: one that is guessed or stolen resumes nothing.
        Raises Full if there is no place, OSError or ValueError if there is no such chapter.
        """
        session = self._by_key.get(key)
        is_new = session is None or (session.path, session.client) != (path, client)
        if session is None or is_new:
            cells = self.cells(path)
            self._make_room(client)
            session = Session(path, cells, client, asyncio.get_running_loop())
        else:
            del self._by_key[key]
            session.key = secrets.token_urlsafe(18)
        self._by_key[session.key] = session
        if session.socket is not None:
            session.socket.hang_up()
        session.socket, session.disconnected_at, session.last_active = socket, None, time.monotonic()
        return session, is_new

    def disconnect(self, session: Session, socket: Any, left: bool) -> None:
        """Note that a socket was closed, and end its session if the page was left."""
        if session.socket is not socket:
            return
        session.socket, session.disconnected_at = None, time.monotonic()
        if left:
            self.end(session, "left")

    def end(self, session: Session, why: str) -> None:
        """End a session: forget its boards and close its socket."""
        if self._by_key.pop(session.key, None) is None:
            return
        LOG.info("reader ended", extra={"data": {"why": why, "readers": len(self)}})
        socket, session.socket = session.socket, None
        if socket is not None:
            socket.hang_up()

    def expire(self) -> None:
        """End sessions that have long been idle or disconnected."""
        now = time.monotonic()
        for session in list(self._by_key.values()):
            if now - session.last_active > self._idle:
                self.end(session, "idle")
            elif session.disconnected_at is not None and now - session.disconnected_at > RECONNECT_SECONDS:
                self.end(session, "nobody came back")

    def close(self) -> None:
        """End all sessions, and accept no more."""
        self.stopping = True
        for session in list(self._by_key.values()):
            self.end(session, "stopping")
        for pool in self.pools:
            pool.close()

    # ---- places ------------------------------------------------------------------------------------------------------

    @staticmethod
    def _is_evictable(session: Session) -> bool:
        return time.monotonic() - session.last_active >= EVICT_AFTER

    def _make_room(self, client: str) -> None:
        """Evict a session if all places are taken: an inactive one, else one of a client that has two more than this.

        Raises Full if there is none to evict, or if the server is stopping.
        """
        if self.stopping:
            raise Full
        if not self._limit or len(self) < self._limit:
            return
        counts = Counter(session.client for session in self._by_key.values())
        largest = max(counts.values())
        evictable = [session for session in self._by_key.values() if self._is_evictable(session)]
        if not evictable and largest >= counts[client] + 2:
            evictable = [session for session in self._by_key.values() if counts[session.client] == largest]
        if not evictable:
            LOG.info("full", extra={"data": {"readers": len(self)}})
            raise Full
        self.end(min(evictable, key=lambda session: session.last_active), "gave way")


def warm_up(sessions: Sessions, paths: Iterable[str]) -> Iterator[int]:
    """Run chapters a cell at a time, for nobody, to fill the caches that all sessions share."""
    for path in paths:
        kernel = Kernel(sessions.cells(path), lambda _: None, prints=False)
        for index in range(len(kernel.cells)):
            kernel.run(index)
            yield index
