"""Read a foreign file in a process of its own, with limits."""

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
LOOK = 0.3  # seconds between two looks whether the file is still wanted
NICE = 5  # how far a process stands back where others want the processor: those who answer at boards
PATIENCE = 6  # a process may take so many times its seconds of processor time, where the machine is busy


def read(
    kind: str, data: bytes, budget: Budget | None = None, pulse: Callable[[], None] = lambda: None
) -> list[TextLine]:
    """Read a file of a kind ("html", "pdf", "docx", "odt") in a process of its own.

    budget: of which it may not take more than there is, and what it takes is taken; pulse: called now and then, and
    what it raises ends the reading.  Refused if it fails.
    """
    budget = budget or Budget()
    seconds = math.ceil(min(SECONDS, budget.seconds))
    if sys.platform == "emscripten":  # a browser has no processes, and limits of its own
        lines = []
        for line in limited(_reader(kind)(data)):
            pulse()
            lines.append(line)
        return lines
    command = [sys.executable, "-c", "from rulebook.formats.child import main; main()", kind, str(seconds)]
    try:
        code, said = _run(command, data, seconds * PATIENCE, pulse)
    except subprocess.TimeoutExpired:
        code, said = -signal.SIGKILL, b""
    if -code in (signal.SIGXCPU, signal.SIGKILL):
        budget.seconds -= seconds
        raise Refused("slow", limit=seconds)
    try:
        answer = json.loads(said)
    except ValueError:  # it died: of its limits, or of a fault in a library
        raise Refused("damaged", kind=NAMES[kind]) from None
    budget.seconds -= answer["took"]
    if "key" in answer:
        raise Refused(answer["key"], **answer["values"])
    return [TextLine(*line) for line in answer["lines"]]


def _run(command: Sequence[str], data: bytes, seconds: float, pulse: Callable[[], None]) -> tuple[int, bytes]:
    """Run a command and return its exit code and output.  It is killed where `pulse` raises, or its time is over."""
    end = time.monotonic() + seconds
    with tempfile.TemporaryFile() as file:  # of a pipe the rest is not sent where `communicate` is called again
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
                    said, _ = process.communicate(timeout=LOOK)
                    return process.returncode, said
                pulse()
                if time.monotonic() > end:
                    raise subprocess.TimeoutExpired(command, seconds)
        except BaseException:
            process.kill()
            raise


NAMES = {"html": "HTML", "pdf": "PDF", "docx": "Word", "odt": "OpenDocument"}
_MODULES = {"html": "html", "pdf": "pdf", "docx": "word", "odt": "opendocument"}


def _reader(kind: str) -> Callable[[bytes], Iterator[TextLine]]:
    """The reader of a kind; only what it needs is imported.  Refused where that is not there."""
    try:
        reader: Callable[[bytes], Iterator[TextLine]] = import_module(f".{_MODULES[kind]}", __package__).lines
    except ImportError:  # in a browser
        raise Refused("foreign", kind=NAMES[kind]) from None
    return reader


def main(arguments: Sequence[str] | None = None) -> None:
    """Read a file from the standard input and write its lines, or why not, as JSON."""
    kind, seconds = arguments or sys.argv[1:]
    _limit(min(int(seconds), SECONDS))
    answer = answered(kind, sys.stdin.buffer.read())
    sys.stdout.write(json.dumps({**answer, "took": time.process_time()}))


def answered(kind: str, data: bytes) -> dict[str, object]:
    """The lines of a file, or why it is refused."""
    try:
        return {"lines": list(limited(_reader(kind)(data)))}
    except Refused as refused:
        return {"key": refused.key, "values": refused.values}
    except MemoryError:
        return {"key": "memory", "values": {"limit": MEMORY}}
    except Exception:  # whatever a damaged file makes a library raise
        return {"key": "damaged", "values": {"kind": NAMES[kind]}}


def _limit(seconds: int) -> None:
    """Limit this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: the parent's patience is all
        return
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY * MEGABYTE, MEMORY * MEGABYTE))
