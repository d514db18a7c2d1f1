"""Read a foreign file in a separate process, with limits."""

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from .limits import MEGABYTE, MEMORY, SECONDS, Budget, Refused, TextLine, limited

PATHS = str(Path(__file__).resolve().parents[2])  # where the process finds this package
LOOK = 0.3  # seconds between checks for cancellation
NICE = 5  # lower priority than the processes that serve boards
PATIENCE = 6  # real time allowed for a unit of processor time on a busy machine


def read(
    kind: str, data: bytes, budget: Budget | None = None, pulse: Callable[[], None] = lambda: None
) -> list[TextLine]:
    """Read a file of a kind ("html", "pdf", "docx", "odt") in a separate process.

    budget: shared processor time, reduced by the time used; pulse: called from time to time, may raise to cancel.
    Raise Refused on failure.
    """
    budget = budget or Budget()
    seconds = math.ceil(min(SECONDS, budget.seconds))
    if sys.platform == "emscripten":  # a browser has no processes, but its own limits
        lines = []
        for line in limited(_reader(kind)(data)):
            pulse()
            lines.append(line)
        return lines
    command = [sys.executable, "-c", "from rulebook.formats.child import main; main()", kind, str(seconds)]
    try:
        code, output = _run(command, data, seconds * PATIENCE, pulse)
    except subprocess.TimeoutExpired:
        code, output = -signal.SIGKILL, b""
    if -code in (signal.SIGXCPU, signal.SIGKILL):
        budget.seconds -= seconds
        raise Refused("slow", limit=seconds)
    try:
        answer = json.loads(output)
    except ValueError:  # it exceeded a limit, or a library crashed
        raise Refused("damaged", kind=NAMES[kind]) from None
    budget.seconds -= answer["took"]
    if "key" in answer:
        raise Refused(answer["key"], **answer["values"])
    return [TextLine(*line) for line in answer["lines"]]


def _run(command: Sequence[str], data: bytes, seconds: float, pulse: Callable[[], None]) -> tuple[int, bytes]:
    """Run a command and return its exit code and output.  Kill it if `pulse` raises or the time is over."""
    end = time.monotonic() + seconds
    with tempfile.TemporaryFile() as file:  # repeated calls of `communicate` would not send the rest to a pipe
        file.write(data)
        file.seek(0)
        process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own module
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": PATHS},
        )  # fmt: skip
    with process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    output, _ = process.communicate(timeout=LOOK)
                    return process.returncode, output
                pulse()
                if time.monotonic() > end:
                    raise subprocess.TimeoutExpired(command, seconds)
        except BaseException:
            process.kill()
            raise


NAMES = {"html": "HTML", "pdf": "PDF", "docx": "Word", "odt": "OpenDocument"}
_MODULES = {"html": "html", "pdf": "pdf", "docx": "word", "odt": "opendocument"}


def _reader(kind: str) -> Callable[[bytes], Iterator[TextLine]]:
    """Import the reader of a kind.  Raise Refused if its libraries are missing."""
    try:
        reader: Callable[[bytes], Iterator[TextLine]] = import_module(f".{_MODULES[kind]}", __package__).lines
    except ImportError:  # in a browser
        raise Refused("foreign", kind=NAMES[kind]) from None
    return reader


def main(arguments: Sequence[str] | None = None) -> None:
    """Read a file from standard input, and write its lines or the error as JSON."""
    kind, seconds = arguments or sys.argv[1:]
    _limit(min(int(seconds), SECONDS))
    answer = lines_or_error(kind, sys.stdin.buffer.read())
    sys.stdout.write(json.dumps({**answer, "took": time.process_time()}))


def lines_or_error(kind: str, data: bytes) -> dict[str, object]:
    """Return the lines of a file, or the error for which it is refused."""
    try:
        return {"lines": list(limited(_reader(kind)(data)))}
    except Refused as refused:
        return {"key": refused.key, "values": refused.values}
    except MemoryError:
        return {"key": "memory", "values": {"limit": MEMORY}}
    except Exception:  # whatever a damaged file makes a library raise
        return {"key": "damaged", "values": {"kind": NAMES[kind]}}


def _limit(seconds: int) -> None:
    """Limit this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows: only the parent's timeout applies
        return
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):  # not available on macOS
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY * MEGABYTE, MEMORY * MEGABYTE))
