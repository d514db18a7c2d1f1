"""The public traits of a widget: setting one is a request, and errors of observers do no harm."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from inspect import signature
from typing import Any, ClassVar

import anywidget
import traitlets

import hedgekit

from ..text.notebook_prose import current_request
from .frame import Frame
from .localized import Localized
from .notebook_output import in_cell, show_failure

LOG = logging.getLogger(__name__)

IN_NOTEBOOK = hasattr(anywidget, "__version__")
"""Whether there are real widgets; the book's own pages have stand-ins, whose traits nobody can link."""


@contextmanager
def as_trait_errors() -> Iterator[None]:
    """Raise errors about impossible values as TraitError, with the same sentence."""
    try:
        yield
    except (hedgekit.HedgekitError, ValueError, TypeError) as error:
        raise traitlets.TraitError(str(error)) from error


class RequestTrait(traitlets.TraitType[Any, Any]):
    """A trait that the widget controls: setting it calls `obj.request`, which may raise TraitError."""

    def set(self, obj: Any, value: Any) -> None:
        """Store a value that the widget publishes; request any other."""
        if obj.is_publishing:
            super().set(obj, value)
        elif (wanted := self._validate(obj, value)) != getattr(obj, self.name or ""):
            obj.request(self.name, wanted)


class Text(RequestTrait, traitlets.Unicode[Any, Any]):
    """A text."""


class Number(RequestTrait, traitlets.Int[Any, Any]):
    """A number."""


class Numbers(RequestTrait, traitlets.List[Any]):
    """A list of numbers."""


class Names(RequestTrait, traitlets.List[Any]):
    """A list of distinct names out of `known`."""

    def __init__(self, *known: str) -> None:
        super().__init__()
        self.known = known

    def validate(self, obj: Any, value: Any) -> Any:
        """Return the names without duplicates.  TraitError for unknown ones."""
        names = list(value) if isinstance(value, (list, tuple, set)) else [value]
        for name in names:
            if name not in self.known:
                raise traitlets.TraitError(f"{self.name} may have {' and '.join(map(repr, self.known))}, not {name!r}.")
        return list(dict.fromkeys(names))


def call_for_move(callback: Callable[..., Any], board: Any, move: str) -> None:
    """Call a callback with the move, with board and move, or with nothing, as its signature allows."""
    for arguments in ((move,), (board, move), ()):
        with suppress(TypeError, ValueError):  # other parameters, or no signature
            signature(callback).bind(*arguments)
            break
    else:
        arguments = (move,)
    callback(*arguments)


class Public(Frame):
    """A widget with traits that anybody may set, observe and link; subclasses implement `request`."""

    SETTABLE: ClassVar[tuple[str, ...]] = ()
    """The traits that a page may set, by `jslink`."""
    _is_initialized = False

    def __init__(self, *args: Any, **traits: Any) -> None:
        self.is_publishing = self._collects_failures = False
        self._failures: list[Exception] = []
        self._cell = current_request()
        super().__init__(*args, **traits)
        self._is_initialized = True

    def __setattr__(self, name: str, value: Any) -> None:
        """Reject unknown public names and wrong types, except in an author's own subclass."""
        if self._is_initialized and type(self).__module__.startswith("rulebook.") and name[0] != "_":
            known, old = getattr(type(self), name, None), self.__dict__.get(name)
            if known is old is None and name not in self.__dict__:
                has = ", ".join(self.SETTABLE) or "no trait to be set"
                raise traitlets.TraitError(f"{type(self).__name__} has no {name}: it has {has}.")
            if isinstance(known, property) and known.fset is None:
                raise traitlets.TraitError(f"{name} of a {type(self).__name__} is read-only.")
            if old is not None and not isinstance(value, type(old)):
                raise traitlets.TraitError(f"{name} is a {type(old).__name__}, not {type(value).__name__}.")
        super().__setattr__(name, value)

    def request(self, name: str, value: Any) -> None:
        """Carry out a request to set a trait.  TraitError with a sentence if that is impossible."""
        raise NotImplementedError

    def show_error(self, words: Localized) -> None:
        """Tell the page why a trait cannot be set."""

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Set the traits that a page may set, `SETTABLE`, and ignore the rest."""
        wanted = {key: sync_data[key] for key in self.SETTABLE if key in sync_data}
        if not wanted or not IN_NOTEBOOK:
            return
        with self.showing_failures(), self._lock_property(**wanted):
            for key, value in wanted.items():
                try:
                    setattr(self, key, value)
                except traitlets.TraitError as error:
                    self.send_state(key)
                    self.show_error(Localized.same(str(error)))

    def publish(self, values: Mapping[str, Any]) -> None:
        """Set traits to the widget's state.  All observers are notified; `raise_failure` raises their errors."""
        outer, self._collects_failures = self._collects_failures, True
        with self.hold_sync(), self.hold_trait_notifications():
            self.is_publishing = True
            for name, value in values.items():
                self.set_trait(name, value)
            self.is_publishing = False
        self._collects_failures = outer

    def raise_failure(self) -> None:
        """Raise the first error of an observer or callback, if there was one."""
        failures, self._failures = self._failures, []
        if failures:
            raise failures[0]

    def notify_change(self, change: Any) -> None:
        """Notify all observers of a change, even if one of them fails."""
        try:
            super().notify_change(change)
        except Exception as error:
            if not self._collects_failures:
                raise
            self._failures.append(error)

    @contextmanager
    def showing_failures(self) -> Iterator[None]:
        """Show the traceback of a failing callback below the cell of the widget, which goes on."""
        with in_cell(self._cell):
            try:
                yield
            except Exception as error:
                if not show_failure(error):
                    LOG.exception("a callback of a widget failed")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        self._cell = current_request() or self._cell
        return super()._repr_mimebundle_(**kwargs)
