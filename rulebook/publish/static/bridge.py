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

    cells: the sources as a JSON list; post: takes every message to the page as text; later: what is fetched when it is
    first imported (`Later`), as JSON; fetch: returns what is at an address, as a buffer of JavaScript, or None.
    """

    def __init__(
        self,
        cells: str,
        post: Callable[[str], object],
        later: str = "[{}, []]",
        fetch: Callable[[str], Any] | None = None,
    ) -> None:
        if fetch is not None:
            addresses, rest = json.loads(later)
            sys.meta_path.append(Later(addresses, rest, fetch))
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
    """Finds modules that nobody else finds: it fetches archives when something of them is first imported.

    addresses: {module: archive} of packages; rest: the archives that have all others, in a Python that remembers its
    modules, the standard library last; else none.
    """

    def __init__(self, addresses: Mapping[str, str], rest: Sequence[str], fetch: Callable[[str], Any]) -> None:
        self._addresses, self._rest, self._fetch = dict(addresses), rest, fetch

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch what may have a module.  ImportError if that cannot be had: the next import tries again."""
        address = self._addresses.get(fullname)
        wanted = [address] if address else self._rest
        if not wanted:
            return None
        found = [self._fetched(one, fullname) for one in wanted]
        if address:
            self._addresses = {name: other for name, other in self._addresses.items() if other != address}
        else:
            self._rest = ()
            library = next(place for place in sys.path if place.endswith(".zip"))
            Path(library).write_bytes(found.pop())
        for data in found:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                archive.extractall(site.getsitepackages()[0])
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)

    def _fetched(self, address: str, name: str) -> bytes:
        """What is at an address, unpacked.  ImportError if the module of this name needs it and it cannot be had."""
        found = self._fetch(address)
        if not found:  # None, or the null of JavaScript
            raise ImportError(f"{name} cannot be fetched", name=name)
        data = bytes(found.to_py())
        # Some hosts have their visitors' browsers unpack it by themselves.
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
