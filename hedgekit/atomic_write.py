"""Write a file atomically."""

import contextlib
import os
from pathlib import Path


def put(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that readers never see a partial one.

    OSError if it cannot be written; nothing is left beside it then.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()
