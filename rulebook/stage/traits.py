"""The public traits of a widget: whoever sets one asks for it, each says what is so, and who listens may fail."""

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
from .notebook_output import in_cell, show_failure
from .say import Words

LOG = logging.getLogger(__name__)

IN_NOTEBOOK = hasattr(anywidget, "__version__")
"""Are there real widgets?  The book's own pages have stand-ins, and nobody who could link a trait."""


@contextmanager
def refusing() -> Iterator[None]:
    """Raise what somebody asked for and cannot have as TraitError, with the same sentence."""
    try:
        yield
    except (hedgekit.HedgekitError, ValueError, TypeError) as no:
        raise traitlets.TraitError(str(no)) from no


class Asked(traitlets.TraitType[Any, Any]):
    """A trait whose value is the widget's: setting it is a wish, which `obj.ask` grants or refuses (TraitError)."""

    def set(self, obj: Any, value: Any) -> None:
        """Store what the widget tells of itself; ask for what anybody else wants."""
        if obj.is_telling:
            super().set(obj, value)
        elif (wanted := self._validate(obj, value)) != getattr(obj, self.name or ""):
            obj.ask(self.name, wanted)


class Text(Asked, traitlets.Unicode[Any, Any]):
    """A text."""


class Number(Asked, traitlets.Int[Any, Any]):
    """A number."""


class Numbers(Asked, traitlets.List[Any]):
    """Some numbers."""


class Names(Asked, traitlets.List[Any]):
    """Some of these names, each once."""

    def __init__(self, *known: str) -> None:
        super().__init__()
        self.known = known

    def validate(self, obj: Any, value: Any) -> Any:
        """The names, each once."""
        names = list(value) if isinstance(value, (list, tuple, set)) else [value]
        for name in names:
            if name not in self.known:
                raise traitlets.TraitError(f"{self.name} may have {' and '.join(map(repr, self.known))}, not {name!r}.")
        return list(dict.fromkeys(names))


def with_what_it_takes(callback: Callable[..., Any], board: Any, move: str) -> None:
    """Call a callback for a move: with the move, with board and move, or with nothing, as it takes."""
    for given in ((move,), (board, move), ()):
        with suppress(TypeError, ValueError):  # it takes something else, or does not say what
            signature(callback).bind(*given)
            break
    else:
        given = (move,)
    callback(*given)


class Public(Frame):
    """A widget with traits that anybody may set, observe and link: `tell` says what is so, `ask` grants a wish."""

    SETTABLE: ClassVar[tuple[str, ...]] = ()
    """What a page may set, by `jslink`."""
    _is_made = False

    def __init__(self, *given: Any, **traits: Any) -> None:
        self.is_telling = self._gathers = False
        self._failures: list[Exception] = []
        self._cell = current_request()
        super().__init__(*given, **traits)
        self._is_made = True

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse nonsense also for a public name that is no trait; one of an author's own class may have its own."""
        if self._is_made and type(self).__module__.startswith("rulebook.") and name[0] != "_":
            known, kept = getattr(type(self), name, None), self.__dict__.get(name)
            if known is kept is None and name not in self.__dict__:
                has = ", ".join(self.SETTABLE) or "no trait to be set"
                raise traitlets.TraitError(f"{type(self).__name__} has no {name}: it has {has}.")
            if isinstance(known, property) and known.fset is None:
                raise traitlets.TraitError(f"{name} of a {type(self).__name__} is read-only.")
            if kept is not None and not isinstance(value, type(kept)):
                raise traitlets.TraitError(f"{name} is a {type(kept).__name__}, not {type(value).__name__}.")
        super().__setattr__(name, value)

    def ask(self, name: str, value: Any) -> None:
        """Grant what somebody sets a trait to.  TraitError with a sentence if it cannot be."""
        raise NotImplementedError

    def refuse(self, words: Words) -> None:
        """Tell the page why what it set cannot be."""

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take what a page may set: `SETTABLE` and nothing else."""
        wanted = {key: sync_data[key] for key in self.SETTABLE if key in sync_data}
        if not wanted or not IN_NOTEBOOK:
            return
        with self.guarding(), self._lock_property(**wanted):
            for key, value in wanted.items():
                try:
                    setattr(self, key, value)
                except traitlets.TraitError as no:
                    self.send_state(key)
                    self.refuse(Words.same(str(no)))

    def tell(self, told: Mapping[str, Any]) -> None:
        """Say in traits what is so.  Everybody hears it; what fails meanwhile is raised by `failed`."""
        outer, self._gathers = self._gathers, True
        with self.hold_sync(), self.hold_trait_notifications():
            self.is_telling = True
            for name, value in told.items():
                self.set_trait(name, value)
            self.is_telling = False
        self._gathers = outer

    def failed(self) -> None:
        """Raise the first error of whoever heard what was told, if there was one."""
        failures, self._failures = self._failures, []
        if failures:
            raise failures[0]

    def notify_change(self, change: Any) -> None:
        """Tell everybody of a change, also when one of them fails."""
        try:
            super().notify_change(change)
        except Exception as error:
            if not self._gathers:
                raise
            self._failures.append(error)

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """A callback that fails is shown below the cell of the widget, and the widget goes on."""
        with in_cell(self._cell):
            try:
                yield
            except Exception as error:
                if not show_failure(error):
                    LOG.exception("a callback of a widget failed")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        self._cell = current_request() or self._cell
        return super()._repr_mimebundle_(**kwargs)
