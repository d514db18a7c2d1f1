"""The kernel as worker.js sees it: whatever crosses between Python and the page is JSON text, and bytes of files."""

import gzip
import importlib
import io
import json
import site
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from rulebook.kernel.kernel import Kernel


class Bridge:
    """A chapter in the browser.

    cells: the sources as a JSON list; post: takes every message to the page as text; later: packages that are fetched
    when they are first imported, {top module: address} as JSON; fetch: returns what is at an address, as a buffer of
    JavaScript, or None; missing: where a Python that remembers its modules finds the others, {"standard": the library's
    address, "archives": those of packages} as JSON.
    """

    def __init__(
        self,
        cells: str,
        post: Callable[[str], object],
        later: str = "{}",
        fetch: Callable[[str], Any] | None = None,
        missing: str = "null",
    ) -> None:
        if fetch is not None:
            sys.meta_path.insert(0, Later(json.loads(later), fetch))
            if known := json.loads(missing):
                sys.meta_path.append(Missing(known["standard"], known["archives"], fetch))
        self._fetch = fetch
        self._kernel = Kernel(json.loads(cells), lambda message: post(json.dumps(message)))

    def run(self, slot: str) -> None:
        """Bring the widget of a slot to life, and all others of its cell."""
        self._kernel.run(int(slot.partition(".")[0]))

    def handle(self, slot: str, content: str, buffers: Sequence[Any], wanted: str = "") -> None:
        """Give a widget a message of the page; its files are buffers of JavaScript.

        wanted: an address at which there is something until the page cancels: nothing else reaches a Python at work.
        """
        files, fetch = [buffer.to_py() for buffer in buffers], self._fetch
        self._kernel.handle(slot, json.loads(content), files, lambda: fetch is not None and not fetch(wanted))

    def ahead(self) -> bool:
        """Do some of what can be done while nobody asks; whether there is more to do."""
        return self._kernel.ahead()


class Later(MetaPathFinder):
    """Finds nothing itself: it fetches a package that is imported for the first time, and others find it then."""

    def __init__(self, addresses: Mapping[str, str], fetch: Callable[[str], Any]) -> None:
        self._addresses, self._fetch = dict(addresses), fetch

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        """Fetch the archive that has a module.  ImportError if it cannot be had now; the next import tries again."""
        address = self._addresses.get(fullname)
        if address is None:
            return
        _unpack(_fetched(address, fullname, self._fetch))
        self._addresses = {name: other for name, other in self._addresses.items() if other != address}
        importlib.invalidate_caches()


class Missing(MetaPathFinder):
    """Fetches the files of all modules when one is imported that was not remembered, and nobody else finds."""

    def __init__(self, standard: str, archives: Sequence[str], fetch: Callable[[str], Any]) -> None:
        self._standard, self._archives, self._fetch = standard, archives, fetch

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch them, once, and find it.  ImportError if they cannot be had now."""
        found = [_fetched(address, fullname, self._fetch) for address in (self._standard, *self._archives)]
        sys.meta_path.remove(self)
        library = next(place for place in sys.path if place.endswith(".zip"))
        Path(library).write_bytes(found[0])
        for data in found[1:]:
            _unpack(data)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def _fetched(address: str, name: str, fetch: Callable[[str], Any]) -> bytes:
    """What is at an address, unpacked.  ImportError if the module of this name needs it and it cannot be had."""
    found = fetch(address)
    if not found:  # None, or the null of JavaScript
        raise ImportError(f"{name} cannot be fetched", name=name)
    data = bytes(found.to_py())
    # Some hosts have their visitors' browsers unpack it by themselves.
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def _unpack(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(site.getsitepackages()[0])
