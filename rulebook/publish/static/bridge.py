"""The kernel as worker.js sees it: whatever crosses between Python and the page is JSON text, and bytes of files."""

import gzip
import importlib
import io
import json
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from typing import Any

from .kernel import Kernel


class Bridge:
    """A chapter in the browser.

    cells: the sources as a JSON list; post: takes every message to the page as text; later: packages that are fetched
    when they are first imported, {top module: address} as JSON; fetch: returns what is at an address, as a buffer of
    JavaScript, or None.
    """

    def __init__(
        self, cells: str, post: Callable[[str], object], later: str = "{}", fetch: Callable[[str], Any] | None = None
    ) -> None:
        if fetch is not None:
            sys.meta_path.insert(0, Later(json.loads(later), fetch))
        self._kernel = Kernel(json.loads(cells), lambda message: post(json.dumps(message)))

    def run(self, slot: str) -> None:
        """Bring the widget of a slot to life, and all others of its cell."""
        self._kernel.run(int(slot.partition(".")[0]))

    def handle(self, slot: str, content: str, buffers: Sequence[Any]) -> None:
        """Give a widget a message of the page; its files are buffers of JavaScript."""
        self._kernel.handle(slot, json.loads(content), [buffer.to_py() for buffer in buffers])


class Later(MetaPathFinder):
    """Finds nothing itself: it fetches a package that is imported for the first time, and others find it then."""

    def __init__(self, addresses: Mapping[str, str], fetch: Callable[[str], Any]) -> None:
        self._addresses, self._fetch = dict(addresses), fetch

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        """Fetch the archive that has a module.  ImportError if it cannot be had now; the next import tries again."""
        address = self._addresses.get(fullname)
        if address is None:
            return
        found = self._fetch(address)
        if found is None:
            raise ImportError(f"{fullname} cannot be fetched", name=fullname)
        data = bytes(found.to_py())
        # Some hosts have their visitors' browsers unpack it by themselves.
        unpacked = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
        with zipfile.ZipFile(io.BytesIO(unpacked)) as archive:
            archive.extractall(sysconfig.get_path("purelib"))
        self._addresses = {name: other for name, other in self._addresses.items() if other != address}
        importlib.invalidate_caches()
