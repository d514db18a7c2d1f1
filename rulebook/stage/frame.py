"""The base class of widgets: a browser cannot write to it, no traceback leaves it, and only changes are sent.

What a widget shows are traits of the kind `Shown`, and each value has a version, "v".  The answer to a message is sent
as patches (`patches.py`) from one version to the next; otherwise the whole value is sent, so that a page that comes
later, a saved notebook and a prebuilt page are complete.  A page whose version does not fit a patch asks for the whole:
{"do": "whole"}.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import anywidget
import traitlets

from ..text.notebook_prose import static_language
from .bundle import Code
from .notebook_output import bundle, note_output, picture_containers, without_kernel
from .patches import changes

LOG = logging.getLogger(__name__)


class Shown(traitlets.Dict):
    """A dictionary that a page shows; every new value gets a new version."""

    def __init__(self) -> None:
        super().__init__()
        self.tag(sync=True)

    def validate(self, obj: Any, value: Any) -> Any:
        """The value with its version."""
        return {**super().validate(obj, value), "v": obj.versions()} if value else value


def private(name: str, told: str) -> Any:
    """Return a property for a trait that is between a widget and its page: nobody can set, link or observe it."""

    def refuse(self: Any, value: Any) -> None:
        raise traitlets.TraitError(f"What a page shows ({name.strip('_')}) is not set from outside.")

    return property(lambda self: getattr(self, name), refuse, doc=told)


class Guarded(anywidget.AnyWidget):
    """A widget that a browser cannot write to and that never answers with a traceback.

    `picture(plain)`: what it shows as an SVG document, if it is one; plain: as it is saved in notebooks, in fewer
    bytes.  `is_frozen`: is it that picture alone?
    """

    picture: Callable[..., str] | None = None
    is_frozen = False

    def open(self) -> None:
        """Begin to be heard by pages; not in a notebook that is only run, where what they hear would be saved."""
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
        # ipywidgets shows a traceback for whatever goes wrong in here, paths and source included; this must not.
        try:
            data = msg["content"]["data"]
            if data["method"] == "custom":
                self._handle_custom_msg(data["content"], msg.get("buffers", []))
            elif data["method"] == "request_state":
                self.send_state()
            elif data["method"] == "update":
                self.set_state(data["state"])
        except Exception:
            LOG.exception("a message to a widget could not be followed")

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore what a browser writes: Python decides what a page shows."""

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
        """Return the state with its defaults, the code among them: `embed_minimal_html` would leave them out."""
        return super().get_state(key)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        note_output(self)
        metadata = {**metadata, **without_kernel()}
        # The picture is for whoever cannot show the widget: a saved notebook, a page whose boards are still to come.
        return bundle(data, metadata, self.picture(plain=True), self.is_frozen) if self.picture else (data, metadata)


class Carrier(Guarded):
    """A hidden widget that brings the code of others into a page; a kernel has one."""

    def __init__(self, code: Code) -> None:
        self._esm = code.carrier
        self._name = code.name
        super().__init__()

    def __repr__(self) -> str:
        return f"Carrier({self._name!r})"


_carriers: dict[str, Carrier] = {}


def carrier(code: Code) -> Carrier:
    """Return this kernel's carrier of the code; make it when first asked for, or if its channel was closed."""
    if code.key not in _carriers or _carriers[code.key].comm is None:
        _carriers[code.key] = Carrier(code)
    return _carriers[code.key]


class Frame(Guarded):
    """The base class of the book's widgets; subclasses name their code and follow messages in `answer`."""

    CODES: ClassVar[tuple[Code, ...]] = ()
    """Its own code first, then that of what lies on it."""
    SECONDS: ClassVar[float] = 2.0
    """For so long an answer may take on a server that many readers share."""
    cancelled: Callable[[], bool] = staticmethod(lambda: False)  # set by whoever hears the page while work goes on
    _view: Any = Shown()
    view = private("_view", "What the page shows.")

    def __init__(self, **traits: Any) -> None:
        self._version = 0
        self._before: dict[str, Any] | None = None  # while a message is answered: what the page has
        self._esm = self.CODES[0].stub
        for code in self.CODES:
            carrier(code)
        picture_containers()
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def versions(self) -> int:
        """The version of a value that is set now."""
        self._version += 1
        return self._version

    def answer(self, message: object, files: Sequence[Any]) -> None:
        """Follow a message of the page, whatever it is."""
        raise NotImplementedError

    def _on_message(self, _widget: object, message: object, files: Sequence[Any]) -> None:
        if isinstance(message, Mapping) and message.get("do") == "bring" and hasattr(anywidget, "__version__"):
            for code in self.CODES:  # a notebook that shows no carrier; the book's own pages have stand-ins, and theirs
                self.send({"code": code.key, "text": code.carrier})
            return
        if isinstance(message, Mapping) and message.get("do") == "whole":
            self.send_state([name for name in self.trait_names(sync=True) if isinstance(self.traits()[name], Shown)])
            return
        try:
            with self._patching():
                self.answer(message, files)
        except Exception:
            LOG.exception("a message could not be answered")

    @contextmanager
    def _patching(self) -> Iterator[None]:
        self._before = {}
        try:
            yield
        finally:
            self._before = None

    def notify_change(self, change: Any) -> None:
        """Remember what the page has until the change is sent."""
        if self._before is not None and isinstance(self.traits().get(change["name"]), Shown):
            self._before.setdefault(change["name"], change["old"])
        super().notify_change(change)

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send some traits, or all; while a message is answered, only the changes of what is shown."""
        names = {key} if isinstance(key, str) else None if key is None else set(key)
        for name in sorted((names or set()) & set(self._before or ())):
            old, new = (self._before or {}).pop(name), getattr(self, name)
            if old and new:
                patch = changes({**old, "v": None}, {**new, "v": None})
                self.send({"patch": patch, "of": name, "from": old["v"], "to": new["v"]})
                names = (names or set()) - {name}
        if names is None or names:
            super().send_state(names)
