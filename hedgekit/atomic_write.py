"""Write a file atomically."""

import contextlib
import os
from pathlib import Path


def put(path: Path, content: bytes) -> None:
    """Put a file in the place of the one before, at once: who reads it, or ends us, finds the one or the other.

    OSError if it cannot be written; nothing is left beside it then.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
