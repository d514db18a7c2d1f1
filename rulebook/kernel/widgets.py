"""Stand-ins for `anywidget` and `IPython.display` where there is no Jupyter kernel: in a browser, a server, a build.

The book's widgets use little of them: traits that are sent to the page when they change, messages both ways, and
`display`. The real packages would be half a megabyte and a second of every start.
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
"""The widgets of this process that are still there, numbered in the order in which they were made."""
_numbers = count()

showing: "ContextVar[Callable[[object], None]]" = ContextVar("showing", default=lambda _thing: None)
"""Called with everything that is to be shown; each thread has its own."""


class AnyWidget(traitlets.HasTraits):
    """A widget. Its state are its traits tagged `sync=True`; its code is the ES module in `_esm`."""

    _esm = ""
    comm: object | None = None  # what is not None can be reached by its page

    def __init__(self, **traits: Any) -> None:
        self._slots: list[str] = []
        self._listeners: list[Callable[[Any, Any, Any], None]] = []
        self._held: set[str] | None = None
        self._post: Post | None = None
        super().__init__(**traits)
        self.comm = self
        made[next(_numbers)] = self

    def get_state(self, _key: object = None) -> dict[str, Any]:
        """The state that a page shows, by trait."""
        return {name: getattr(self, name) for name in self.trait_names(sync=True)}

    def appear(self, slot: str, post: Post) -> None:
        """Appear in a slot of the page; from now on it is told what changes."""
        self._slots.append(slot)
        self._post = post

    def send(self, content: Any, buffers: Sequence[bytes] | None = None) -> None:
        """Send a message to the widget's code in the page."""
        self.__tell({"type": "custom", "content": content})

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send one trait, some, or all."""
        names = self.trait_names(sync=True) if key is None else [key] if isinstance(key, str) else sorted(key)
        self.__tell({"type": "update", "state": {name: getattr(self, name) for name in names}})

    def on_msg(self, listener: Callable[[Any, Any, Any], None]) -> None:
        """Call a listener with (widget, content, buffers) for every message of the page."""
        self._listeners.append(listener)

    def _handle_custom_msg(self, content: Any, buffers: Sequence[Any]) -> None:
        for listener in self._listeners:
            listener(self, content, buffers)

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Send what changes meanwhile at once, at the end."""
        if self._held is not None:
            yield
            return
        self._held = set()
        try:
            yield
        finally:
            held, self._held = self._held, None
            if held:
                self.send_state(held)

    def notify_change(self, change: Any) -> None:
        """Tell the page, then whoever else observes the trait."""
        name = change["name"]
        if self.comm is not None and name in self.traits(sync=True):
            if self._held is not None:
                self._held.add(name)
            else:
                self.send_state(name)
        super().notify_change(change)

    def __tell(self, message: dict[str, Any]) -> None:
        if self._post:
            for slot in self._slots:
                self._post({**message, "slot": slot})

    def _repr_mimebundle_(self, **_kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"text/plain": repr(self)}, {}


class Stemmer:
    """Stands in for PyStemmer, which snowballstemmer asks first: it would load the stemmers of forty languages else."""

    def __new__(cls, language: str) -> Any:
        """The stemmer of a language.  ModuleNotFoundError if the site has none."""
        module = import_module(f"snowballstemmer.{language}_stemmer")
        return getattr(module, f"{language.capitalize()}Stemmer")()


def _show(*things: object, **_options: object) -> None:
    for thing in things:
        showing.get()(thing)


def install() -> None:
    """Let `import anywidget` and `from IPython.display import display` find the stand-ins, from now on."""
    if getattr(sys.modules.get("anywidget"), "AnyWidget", None) is AnyWidget:
        return
    anywidget, ipython, shown = (ModuleType(name) for name in ("anywidget", "IPython", "IPython.display"))
    anywidget.AnyWidget = AnyWidget  # type: ignore[attr-defined]
    shown.display = ipython.display = _show  # type: ignore[attr-defined]
    stemmers = ModuleType("Stemmer")
    stemmers.Stemmer, stemmers.algorithms = Stemmer, list  # type: ignore[attr-defined]
    for module in (anywidget, ipython, shown, stemmers):
        if module is not ipython or "IPython" not in sys.modules:  # the package itself may be in use
            sys.modules[module.__name__] = module
