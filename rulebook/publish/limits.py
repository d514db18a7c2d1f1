"""What a reader's kernel may use, and what it gets to know of the machine.

Limits are set by the kernel's own process before anything else runs in it (`rulebook.publish.kernel`); a process cannot
raise them again.  Where the system has no such limits (Windows) there are none.
"""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path

COMM = "hedgekit-page"
"""What a page and its kernel speak through."""

#: Variables of the server's environment that a kernel needs to run at all; the others may be secrets.
KEPT = (
    "PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LANG", "LC_ALL",
    "LC_CTYPE", "TZ", "TMPDIR", "SYSTEMROOT", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE"
)  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """Of one kernel: `memory` in MiB of data, `seconds` of processor time in all, `file` in MiB of any file written.

    `nice` is how much it stands back behind the server itself.
    """

    memory: int = 512
    seconds: int = 1800
    file: int = 8
    nice: int = 5

    def text(self) -> str:
        """As a kernel's command line carries them."""
        return ",".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))

    @classmethod
    def read(cls, text: str) -> "Limits":
        """Read what `text` wrote.  ValueError or TypeError for anything else."""
        return cls(**{name: int(value) for name, _, value in (part.partition("=") for part in text.split(","))})

    def apply(self) -> None:
        """Set them for this process and whatever it starts."""
        try:
            import resource
        except ImportError:
            return
        wanted = {
            # Private writable memory; of address space, threads and libraries reserve far more than they use.
            "RLIMIT_DATA": self.memory * 2**20,
            "RLIMIT_CPU": self.seconds,
            "RLIMIT_FSIZE": self.file * 2**20,
            "RLIMIT_NOFILE": 256,
            "RLIMIT_CORE": 0,
        }
        for name, limit in wanted.items():
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(kind, (limit, limit))
        os.nice(self.nice)
        # Should the machine itself run out of memory, a reader's process is what it takes, and not the server.
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("800")


class Budget:
    """So much at once, and so much a second in the long run."""

    def __init__(self, burst: float, fast: float) -> None:
        self._left, self._burst, self._fast, self._at = float(burst), float(burst), float(fast), time.monotonic()

    def spend(self, much: float = 1) -> bool:
        """Take so much, if it is there."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._fast)
        self._at = now
        if self._left < much:
            return False
        self._left -= much
        return True


def clean(environment: Mapping[str, str], home: str) -> dict[str, str]:
    """The environment of a kernel: what it needs to run, and a home of its own; `home` is a folder that is empty."""
    kept = {name: environment[name] for name in KEPT if name in environment}
    return kept | {
        "HOME": home,
        "IPYTHONDIR": os.path.join(home, "ipython"),
        "JUPYTER_DATA_DIR": os.path.join(home, "data"),
        "JUPYTER_CONFIG_DIR": os.path.join(home, "config"),
        "JUPYTER_RUNTIME_DIR": os.path.join(home, "runtime"),
        "JUPYTER_PATH": environment.get("JUPYTER_PATH", ""),
        # Each thread would otherwise keep memory for itself.
        "MALLOC_ARENA_MAX": "2",
    }
