"""Checkpoints of long measurements: intermediate results in a file, from which an interrupted run resumes."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hedgekit.atomic_write import put

PART = ".part"  # suffix of the checkpoint, after the name of the final file


def to_json(found: Any) -> str:
    """Return JSON with one line per object of a list."""
    if isinstance(found, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {to_json(value)}" for key, value in found.items()) + "}"
    if isinstance(found, list) and any(isinstance(row, dict) for row in found):
        return "[\n" + ",\n".join(map(json.dumps, found)) + "\n]"
    return json.dumps(found)


class Checkpoint:
    """Results by name, each saved once it is computed.

    path: of the final file; known: what the results depend on (seed, scale, sources): results with other values, or in
    an unreadable file, are ignored.  Without a path nothing is saved.
    """

    def __init__(self, path: Path | None = None, **known: Any) -> None:
        self._file = path and path.with_name(path.name + PART)
        self._known = json.loads(json.dumps(known))
        self._used: set[str] = set()
        self._found: dict[str, Any] = self._read()
        self.resumed = len(self._found)
        """The number of results that were already there."""

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text("utf-8")) if self._file else {}
            return dict(kept["found"]) if kept["known"] == self._known else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def of(self, name: str, make: Callable[[], Any]) -> Any:
        """Return a result as plain JSON data; compute it if it is missing."""
        self._used.add(name)
        if name not in self._found:
            self._found[name] = json.loads(json.dumps(make()))
            self._write()
        return copy.deepcopy(self._found[name])  # the caller may change it

    def done(self) -> None:
        """Delete the results that were used, as they are in the final file now."""
        self._found = {name: one for name, one in self._found.items() if name not in self._used}
        self._write()

    def _write(self) -> None:
        if self._file is None:
            return
        if self._found:
            put(self._file, json.dumps({"known": self._known, "found": self._found}).encode())
        else:
            self._file.unlink(missing_ok=True)
