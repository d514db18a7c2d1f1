"""What a measurement that takes long has found so far, in a file: whoever ran it goes on where it was interrupted."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hedgekit.atomic_write import put

PART = ".part"  # what the name of such a file ends in, after that of the file it will be


def written(found: Any) -> str:
    """Findings as JSON, a row a line: a list of objects has a line for each of them."""
    if isinstance(found, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {written(value)}" for key, value in found.items()) + "}"
    if isinstance(found, list) and any(isinstance(row, dict) for row in found):
        return "[\n" + ",\n".join(map(json.dumps, found)) + "\n]"
    return json.dumps(found)


class Checkpoint:
    """Findings by name, each written down when it is made.

    path: of the file that will have them all; known: what they depend on (seed, scale, sources): findings of other
    ones, or in a file that cannot be read, are not taken up.  Without a path nothing is written down.
    """

    def __init__(self, path: Path | None = None, **known: Any) -> None:
        self._file = path and path.with_name(path.name + PART)
        self._known = json.loads(json.dumps(known))
        self._used: set[str] = set()
        self._found: dict[str, Any] = self._read()
        self.stood = len(self._found)
        """How many were there already."""

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._file.read_text("utf-8")) if self._file else {}
            return dict(kept["found"]) if kept["known"] == self._known else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def of(self, name: str, make: Callable[[], Any]) -> Any:
        """A finding as plain data, as JSON has it; made if it is not there."""
        self._used.add(name)
        if name not in self._found:
            self._found[name] = json.loads(json.dumps(make()))
            self._write()
        return copy.deepcopy(self._found[name])  # whoever goes on with it may change it

    def done(self) -> None:
        """Forget what was asked for: it stands where it belongs."""
        self._found = {name: one for name, one in self._found.items() if name not in self._used}
        self._write()

    def _write(self) -> None:
        if self._file is None:
            return
        if self._found:
            put(self._file, json.dumps({"known": self._known, "found": self._found}).encode())
        else:
            self._file.unlink(missing_ok=True)
