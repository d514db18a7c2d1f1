"""Replacements for `anywidget` and `IPython.display` without a Jupyter kernel: in a browser, a server or a build.

The book's widgets need little of them: traits synchronized with the page, messages both ways, and `display`.  The real
packages would add half a megabyte and a second to every start.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import Any
from weakref import WeakValueDictionary

import traitlets

Post = Callable[[dict[str, Any]], object]

made: "WeakValueDictionary[int, AnyWidget]" = WeakValueDictionary()
"""The live widgets of this process, numbered in order of creation."""
_numbers = count()

showing: "ContextVar[Callable[[object], None]]" = ContextVar("showing", default=lambda _thing: None)
"""Called with every displayed value; each thread has its own."""


class AnyWidget(traitlets.HasTraits):
    """A widget.  Its state is its traits tagged `sync=True`; its code is the ES module in `_esm`."""

    _esm = ""
    comm: object | None = None  # None means that no page is connected

    def __init__(self, **traits: Any) -> None:
        self._slots: list[str] = []
        self._listeners: list[Callable[[Any, Any, Any], None]] = []
        self._pending: set[str] | None = None
        self._post: Post | None = None
        super().__init__(**traits)
        self.comm = self
        made[next(_numbers)] = self

    def get_state(self, _key: object = None) -> dict[str, Any]:
        """Return the synchronized state by trait."""
        return {name: getattr(self, name) for name in self.trait_names(sync=True)}

    def appear(self, slot: str, post: Post) -> None:
        """Appear in a slot of the page, which is sent all changes from now on."""
        self._slots.append(slot)
        self._post = post

    def send(self, content: Any, buffers: Sequence[bytes] | None = None) -> None:
        """Send a message to the widget's code on the page."""
        self.__post({"type": "custom", "content": content})

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send one trait, several, or all."""
        names = self.trait_names(sync=True) if key is None else [key] if isinstance(key, str) else sorted(key)
        self.__post({"type": "update", "state": {name: getattr(self, name) for name in names}})

    def on_msg(self, listener: Callable[[Any, Any, Any], None]) -> None:
        """Call a listener with (widget, content, buffers) for every message from the page."""
        self._listeners.append(listener)

    def _handle_custom_msg(self, content: Any, buffers: Sequence[Any]) -> None:
        for listener in self._listeners:
            listener(self, content, buffers)

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Batch changes and send them together at the end."""
        if self._pending is not None:
            yield
            return
        self._pending = set()
        try:
            yield
        finally:
            pending, self._pending = self._pending, None
            if pending:
                self.send_state(pending)

    def notify_change(self, change: Any) -> None:
        """Notify the page, then other observers of the trait."""
        name = change["name"]
        if self.comm is not None and name in self.traits(sync=True):
            if self._pending is not None:
                self._pending.add(name)
            else:
                self.send_state(name)
        super().notify_change(change)

    def __post(self, message: dict[str, Any]) -> None:
        if self._post:
            for slot in self._slots:
                self._post({**message, "slot": slot})

    def _repr_mimebundle_(self, **_kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"text/plain": repr(self)}, {}


class Stemmer:
    """Replaces PyStemmer, which snowballstemmer tries first and which would load forty languages."""

    def __new__(cls, language: str) -> Any:
        """Return the stemmer of a language.  ModuleNotFoundError if the site has none."""
        module = import_module(f"snowballstemmer.{language}_stemmer")
        return getattr(module, f"{language.capitalize()}Stemmer")()


def _show(*things: object, **_options: object) -> None:
    for thing in things:
        showing.get()(thing)


def install() -> None:
    """Make `import anywidget` and `from IPython.display import display` find the replacements from now on."""
    if getattr(sys.modules.get("anywidget"), "AnyWidget", None) is AnyWidget:
        return
    anywidget, ipython, shown = (ModuleType(name) for name in ("anywidget", "IPython", "IPython.display"))
    anywidget.AnyWidget = AnyWidget  # type: ignore[attr-defined]
    shown.display = ipython.display = _show  # type: ignore[attr-defined]
    stemmers = ModuleType("Stemmer")
    stemmers.Stemmer, stemmers.algorithms = Stemmer, list  # type: ignore[attr-defined]
    for module in (anywidget, ipython, shown, stemmers):
        if module is not ipython or "IPython" not in sys.modules:  # the real IPython may be in use
            sys.modules[module.__name__] = module
