"""The kernel as python_worker.js sees it: Python and the page exchange JSON text, and files as buffers."""

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

Fetch = Callable[[str], Any]


class Bridge:
    """A chapter in the browser.

    cells: the sources as a JSON list; post: sends a message to the page as text; lazy: the arguments of `LazyImporter`
    as JSON; fetch: returns the content at an address as a JavaScript buffer, or None.
    """

    def __init__(
        self, cells: str, post: Callable[[str], object], lazy: str = "[{}, []]", fetch: Fetch | None = None
    ) -> None:
        if fetch is not None:
            addresses, rest = json.loads(lazy)
            sys.meta_path.append(LazyImporter(addresses, rest, fetch))
        self._fetch = fetch
        self._kernel = Kernel(json.loads(cells), lambda message: post(json.dumps(message)))

    def run(self, slot: str) -> None:
        """Run the cell of a slot, which creates its widgets."""
        self._kernel.run(int(slot.partition(".")[0]))

    def handle(self, slot: str, content: str, buffers: Sequence[Any], cancel_url: str = "") -> None:
        """Handle a message of the page to a widget; its files are JavaScript buffers.

        cancel_url: a blob URL that the page revokes to cancel; no message can reach Python while it runs.
        """
        files, fetch = [buffer.to_py() for buffer in buffers], self._fetch
        self._kernel.handle(slot, json.loads(content), files, lambda: fetch is not None and not fetch(cancel_url))

    def ahead(self) -> bool:
        """Do some work in advance while the page is idle; return whether there is more."""
        return self._kernel.ahead()


class LazyImporter(MetaPathFinder):
    """Finds modules that no other finder finds, by fetching the archive that has them.

    addresses: {module: archive} of packages; rest: the archives with all other modules, the standard library last, if
    Python started from a memory image; else none.
    """

    def __init__(self, addresses: Mapping[str, str], rest: Sequence[str], fetch: Fetch) -> None:
        self._addresses, self._rest, self._fetch = dict(addresses), rest, fetch

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch the archives that may have a module.  Raises ImportError if that fails; the next import tries again."""
        address = self._addresses.get(fullname)
        archives = [address] if address else self._rest
        if not archives:
            return None
        contents = [self._content(one, fullname) for one in archives]
        if address:
            self._addresses = {name: other for name, other in self._addresses.items() if other != address}
        else:
            self._rest = ()
            library = next(place for place in sys.path if place.endswith(".zip"))
            Path(library).write_bytes(contents.pop())
        for data in contents:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                archive.extractall(site.getsitepackages()[0])
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)

    def _content(self, address: str, name: str) -> bytes:
        """Return the unpacked content at an address.  Raises ImportError for the module `name` if there is none."""
        found = self._fetch(address)
        if not found:  # None, or JavaScript's null
            raise ImportError(f"{name} cannot be fetched", name=name)
        data = bytes(found.to_py())
        # Some hosts declare the file as gzip-encoded, and the browser has unpacked it.
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
