"""The public traits of a board: whoever sets one asks the table for it, and each says what is so on the table."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import anywidget
import traitlets

IN_NOTEBOOK = hasattr(anywidget, "__version__")
"""Are there real widgets?  The book's own pages have stand-ins, and nobody who could link a trait."""


class Asked(traitlets.TraitType[Any, Any]):
    """A trait whose value is the table's: setting it is a wish, which `obj.ask` grants or refuses (TraitError)."""

    def set(self, obj: Any, value: Any) -> None:
        """Store what the board tells of itself; ask for what anybody else wants."""
        if obj.is_telling:
            super().set(obj, value)
        elif (wanted := self._validate(obj, value)) != getattr(obj, self.name or ""):
            obj.ask(self.name, wanted)


class Text(Asked, traitlets.Unicode[Any, Any]):
    """A text of the table."""


class Number(Asked, traitlets.Int[Any, Any]):
    """A number of the table."""


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
    try:
        signature(callback).bind(move)
    except TypeError:
        try:
            signature(callback).bind(board, move)
        except TypeError:
            callback()
            return
        callback(board, move)
        return
    except ValueError:  # it does not say what it takes
        pass
    callback(move)
