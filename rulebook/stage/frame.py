"""The base class of widgets: a browser cannot write to it, no traceback leaves it, and only changes are sent.

The views of a widget are traits of type `ViewTrait`, and each value has a version, "v".  The answer to a message is a
patch (`patches.py`) from one version to the next; otherwise the whole value is sent, so that a page opened later, a
saved notebook and a prebuilt page are complete.  A page at another version than the patch requests the whole value:
{"do": "whole"}.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import anywidget
import traitlets

from ..text.notebook_prose import static_language
from .bundle import Code
from .notebook_output import bundle, note_output, picture_containers, without_kernel
from .patches import changes

LOG = logging.getLogger(__name__)


class ViewTrait(traitlets.Dict):
    """A dictionary that a page shows; each new value gets a new version."""

    def __init__(self) -> None:
        super().__init__()
        self.tag(sync=True)

    def validate(self, obj: Any, value: Any) -> Any:
        """Return the value with its version."""
        return {**super().validate(obj, value), "v": obj.next_version()} if value else value


def read_only_trait(name: str, doc: str) -> Any:
    """Return a property for a trait between a widget and its page, which nobody else can set, link or observe."""

    def set_it(self: Any, value: Any) -> None:
        raise traitlets.TraitError(f"What a page shows ({name.strip('_')}) is not set from outside.")

    return property(lambda self: getattr(self, name), set_it, doc=doc)


class Guarded(anywidget.AnyWidget):
    """A widget that a browser cannot write to and that never answers with a traceback.

    `picture(plain)` returns it as an SVG document, if it has one; plain: with fewer bytes, for saved notebooks.
    `is_frozen`: whether only that picture is shown.
    """

    picture: Callable[..., str] | None = None
    is_frozen = False

    def open(self) -> None:
        """Open the channel to pages, except in a notebook that is only executed: its output would be saved."""
        if not static_language():
            super().open()
            return
        import comm

        before, comm.create_comm = comm.create_comm, comm.DummyComm
        try:
            super().open()  # and its layout
        finally:
            comm.create_comm = before

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        # ipywidgets would show the traceback of any error in here, with paths and source.
        try:
            data = msg["content"]["data"]
            if data["method"] == "custom":
                self._handle_custom_msg(data["content"], msg.get("buffers", []))
            elif data["method"] == "request_state":
                self.send_state()
            elif data["method"] == "update":
                self.set_state(data["state"])
        except Exception:
            LOG.exception("a message to a widget could not be handled")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore state from a browser: Python decides what a page shows."""

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
        """Return the state including defaults, such as the code, which `embed_minimal_html` would drop."""
        return super().get_state(key)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        note_output(self)
        metadata = {**metadata, **without_kernel()}
        # The picture is for pages that cannot show the widget (yet), such as a saved notebook.
        return bundle(data, metadata, self.picture(plain=True), self.is_frozen) if self.picture else (data, metadata)


class Carrier(Guarded):
    """A hidden widget that brings the code of other widgets into a page; a kernel has one per code."""

    def __init__(self, code: Code) -> None:
        self._esm = code.carrier
        self._name = code.name
        super().__init__()

    def __repr__(self) -> str:
        return f"Carrier({self._name!r})"


_carriers: dict[str, Carrier] = {}


def carrier(code: Code) -> Carrier:
    """Return this kernel's carrier of a code; make one at the first call, and after its channel was closed."""
    if code.key not in _carriers or _carriers[code.key].comm is None:
        _carriers[code.key] = Carrier(code)
    return _carriers[code.key]


class Frame(Guarded):
    """The base class of the book's widgets; subclasses set `CODES` and carry out messages in `answer`."""

    CODES: ClassVar[tuple[Code, ...]] = ()
    """Its own code, then that of the widgets on it."""
    SECONDS: ClassVar[float] = 2.0
    """Time limit for an answer on a server that many readers share."""
    cancelled: Callable[[], bool] = staticmethod(lambda: False)  # replaced by the server
    _view: Any = ViewTrait()
    view = read_only_trait("_view", "What the page shows.")

    def __init__(self, **traits: Any) -> None:
        self._version = 0
        self._before: dict[str, Any] | None = None  # while a message is answered: the page's values of views
        self._esm = self.CODES[0].stub
        for code in self.CODES:
            carrier(code)
        picture_containers()
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def next_version(self) -> int:
        """Return a new version number."""
        self._version += 1
        return self._version

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Carry out a message of the page, whatever it is."""
        raise NotImplementedError

    def _on_message(self, _widget: object, message: object, files: Sequence[Any]) -> None:
        do = message.get("do") if isinstance(message, Mapping) else None
        if do == "bring" and hasattr(anywidget, "__version__"):
            for code in self.CODES:  # for a notebook that shows no carrier; the book's own pages bring the code
                self.send({"code": code.key, "text": code.carrier})
            return
        if do == "whole":
            self.send_state([name for name, trait in self.traits(sync=True).items() if isinstance(trait, ViewTrait)])
            return
        self._before = {}
        try:
            self.answer(message, files)
        except Exception:
            LOG.exception("a message could not be answered")
        finally:
            self._before = None

    def notify_change(self, change: Any) -> None:
        """Remember the page's value of a view until the change is sent."""
        if self._before is not None and isinstance(self.traits().get(change["name"]), ViewTrait):
            self._before.setdefault(change["name"], change["old"])
        super().notify_change(change)

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send some traits, or all; while a message is answered, views are sent as patches."""
        names = {key} if isinstance(key, str) else None if key is None else set(key)
        for name in sorted((names or set()) & set(self._before or ())):
            old, new = (self._before or {}).pop(name), getattr(self, name)
            if old and new:
                patch = changes({**old, "v": None}, {**new, "v": None})
                self.send({"patch": patch, "of": name, "from": old["v"], "to": new["v"]})
                names = (names or set()) - {name}
        if names is None or names:
            super().send_state(names)
