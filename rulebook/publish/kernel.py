"""What kernels are forked from: a process that has imported what chapters need, and forks one for each who plays.

    python -P -m rulebook.publish.kernel LINE ABOUT

LINE is the number of the socket by which the server asks for kernels (`forks`), ABOUT an `About` as JSON.  Nothing is
begun here that a fork would not survive: no thread, no loop of events, no engine.  A kernel has one socket to the
server and nothing of other readers; it ends when the socket does.

What goes wrong is logged to the server's standard error, as the server logs.
"""

import gc
import json
import os
import random
import select
import signal
import socket
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulebook.publish import logs
from rulebook.publish.limits import COMM, Limits

SIZE = struct.Struct("!I")  # of what follows, in bytes
ORDER = 1024  # bytes of an order at most
SHARE, PATIENCE = 2, 0.005  # of its own time that work which nobody waits for may take, and seconds more


@dataclass(frozen=True)
class About:
    """What kernels are for: `chapters` below `folder`; `listed`: no others are run.

    limits: of one kernel, as `Limits` writes them ("": none); warm: chapters are run once here, before anybody asks, so
    that what is read and computed once is there in every kernel.
    """

    folder: str
    chapters: tuple[str, ...] = ()
    listed: bool = False
    limits: str = ""
    warm: bool = False

    def text(self) -> str:
        """As a command line carries it."""
        return json.dumps(asdict(self))


def order(name: str, home: str) -> bytes:
    """What the server writes to have a kernel of this name; home: the folder that is its own ("": none)."""
    return json.dumps([name, home]).encode() + b"\n"


def packed(asked: object, buffers: list[bytes]) -> bytes:
    """A page's message, as it comes to its kernel."""
    text = json.dumps([asked, [len(one) for one in buffers]]).encode()
    return b"".join([SIZE.pack(len(text)), text, *buffers])


def told(message: dict[str, Any]) -> bytes:
    """A kernel's message, as its page hears it: one of Jupyter's, and its size before it."""
    header = {"msg_type": "comm_msg"}
    content = {"comm_id": COMM, "data": {"method": "custom", "content": message}}
    whole = {"header": header, "msg_type": "comm_msg", "parent_header": {}, "metadata": {}, "content": content}
    text = json.dumps(whole | {"channel": "iopub", "buffers": []}).encode()
    return SIZE.pack(len(text)) + text


def follow(line: socket.socket, about: About, name: str, home: str) -> None:
    """Be a kernel: follow what a page says until nobody is there."""
    from rulebook.publish import reading

    if about.limits:
        Limits.read(about.limits).apply()
    if home:
        os.chdir(home)
        os.environ["HOME"] = os.environ["TMPDIR"] = tempfile.tempdir = home
    with suppress(OSError):  # for whoever looks at processes
        Path("/proc/self/comm").write_text(f"reader {name[:8]}")
    random.seed()
    page = reading.Reading(
        Path(about.folder), about.chapters if about.listed else None, lambda message: line.sendall(told(message))
    )
    with suppress(ConnectionError), line.makefile("rb") as hears:
        while len(size := hears.read(SIZE.size)) == SIZE.size:
            asked, sizes = json.loads(hears.read(*SIZE.unpack(size)))
            page.hear(asked, [hears.read(one) for one in sizes])
            while not select.select([line], [], [], 0)[0] and _is_quiet(page.ahead):
                pass


def _is_quiet(work: Callable[[], bool]) -> bool:
    """Do some work that nobody waits for; whether there is more, and a core for it: whom others wait for come first."""
    wall, own = time.monotonic(), time.process_time()
    more = work()
    return more and time.monotonic() - wall < SHARE * (time.process_time() - own) + PATIENCE


def alone(line: socket.socket, about: str, name: str, home: str) -> None:
    """Be a kernel in a process that was not forked, where there is no fork."""
    _speak()
    follow(line, _read(about), name, home)


def _read(text: str) -> About:
    found = json.loads(text)
    return About(**found | {"chapters": tuple(found["chapters"])})


def _speak() -> None:
    """Log to standard error, and let nothing else be written there or printed."""
    logs.install(os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="replace"))
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as it lives


def main() -> None:
    """Fork until the server hangs up."""
    server, about = socket.socket(fileno=int(sys.argv[1])), _read(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who presses Ctrl+C means the server
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a kernel ended
    _speak()
    gc.disable()  # or it would write to what all kernels share
    from rulebook.publish import reading

    reading.imported()
    cells = reading.prepared(Path(about.folder), about.chapters if about.warm else ())
    waiting = True
    while True:
        if waiting and not select.select([server], [], [], 0)[0]:
            waiting = next(cells, None) is not None
            continue
        asked, descriptors, _, _ = socket.recv_fds(server, ORDER, 1)
        if not asked:
            return
        name, home = json.loads(asked)
        gc.freeze()
        number = os.fork()
        if number == 0:
            server.close()
            os._exit(_forked(descriptors[0], about, name, home))
        os.close(descriptors[0])
        server.sendall(b"%d\n" % number)


def _forked(descriptor: int, about: About, name: str, home: str) -> int:
    try:
        os.setpgid(0, 0)  # and no session of its own, or Linux would weigh it like the whole server, however nice it is
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        gc.enable()
        with socket.socket(fileno=descriptor) as line:
            follow(line, about, name, home)
    except BaseException:
        logs.LOG.exception("a kernel failed")
        return 1
    return 0


if __name__ == "__main__":
    main()
