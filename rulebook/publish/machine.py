"""What the machine has for this server, or the container that it runs in: memory, descriptors, processes."""

import ctypes
import errno
import gc
import os
import shutil
import socket
import sys
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

GROUPS = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
ROOM = 2**20  # bytes of a disk that a process may need
HELD = 2**16  # bytes of an answer that the system may keep before it sends them


def memory(groups: Path = GROUPS, own: Path = OWN) -> int:
    """Bytes of memory: of the machine, or of the smallest group of processes that this one belongs to."""
    names = ("memory.max", "memory.limit_in_bytes")
    return min([int(psutil.virtual_memory().total), *_limits("memory", names, groups, own)])


def processes(groups: Path = GROUPS, own: Path = OWN) -> int | None:
    """How many processes and threads there may be; None: nobody says."""
    return min(_limits("pids", ("pids.max",), groups, own), default=None)


def _limits(controller: str, names: tuple[str, ...], groups: Path, own: Path) -> Iterator[int]:
    """Limits of this process's control group and of all above it, in both versions of the kernel's interface."""
    try:
        entries = [line.split(":", 2) for line in own.read_text().splitlines()]
    except OSError:  # no Linux
        return
    for _, controllers, inside in entries:
        if controllers and controller not in controllers.split(","):
            continue
        top = groups / controller if controllers else groups
        folder = top / inside.strip("/")
        # Within a container the path may be that of the machine outside, where there is no such folder.
        for place in {folder, top} | {above for above in folder.parents if above.is_relative_to(top)}:
            for name in names:
                try:
                    yield int((place / name).read_text())
                except (OSError, ValueError):  # not there, or "max"
                    continue


def raise_descriptors(most: int = 65_536) -> int:
    """Raise the limit of open files as far as this process may, at most so far; the limit that then holds."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has a smaller one of its own
        return soft
    return wanted


def open_descriptors() -> int:
    """How many files, sockets and pipes this process has open; more than any limit, if none is left to count by."""
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError as no:
        if no.errno in (errno.EMFILE, errno.ENFILE):
            return sys.maxsize
        process = psutil.Process()
        return int(process.num_handles() if sys.platform == "win32" else process.num_fds())


def hold_little(connection: socket.socket) -> None:
    """Let the system keep little of what its reader does not take: megabytes else, which nobody here would count."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        with suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, HELD)


def unacknowledged(connection: socket.socket | None) -> int:
    """Bytes that were handed to the system and that the other side has not taken; 0 where nobody can tell."""
    if connection is None or not sys.platform.startswith("linux"):
        return 0
    import fcntl
    import termios

    found = array("i", [0])
    try:
        fcntl.ioctl(connection, termios.TIOCOUTQ, found)
    except OSError:
        return 0
    return found[0]


def settle() -> None:
    """Say that what there is now stays: `give_back` looks only at what came later, and takes 1 ms where it took 200."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Give memory back to the system that nothing needs.

    A connection that ended is a circle of objects with its buffers, which Python would leave there until much more had
    come (20 MiB after some hundreds); and what it frees the C library would keep for this process (glibc).
    """
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def can_write(folder: str) -> bool:
    """Is there room for the small files of one more process?  This is asked without opening anything."""
    try:
        if sys.platform == "win32":
            return shutil.disk_usage(folder).free > ROOM
        found = os.statvfs(folder)
    except OSError:
        return False
    return not found.f_flag & os.ST_RDONLY and found.f_bavail * found.f_frsize > ROOM
