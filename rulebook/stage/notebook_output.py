"""What a notebook shows of boards: pictures beside the widgets, and what callbacks print and raise, in its cells."""

import os
import re
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from ..text import words
from ..text.folding import SETTING

VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/svg+xml"
OURS = ("rulebook.", "traitlets.", "ipywidgets.")


def bundle(shown: Mapping[str, Any], picture: str, frozen: bool) -> dict[str, Any]:
    """Return an output of a notebook: with a picture, and without the widget if it is frozen or the setting says so."""
    found = {**shown, PICTURE: picture}
    if frozen or os.environ.get(SETTING):
        found.pop(VIEW, None)
    return found


def without_kernel() -> dict[str, Any]:
    """Return what an output with a widget says where no kernel has it, for `publish/jupyter/labextensions/`."""
    return {} if os.environ.get(SETTING) else {"hedgekit": words.both("interface.no-kernel")}


def shown_as(data: Mapping[str, Any], metadata: Mapping[str, Any]) -> str:
    """Show an output in the running cell; the id by which `replace` finds it."""
    from IPython.display import display

    output = secrets.token_hex(16)
    display(dict(data), metadata=dict(metadata), raw=True, display_id=output)
    return output


def replace(output: str, data: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Show something else where an output is."""
    from IPython.display import update_display

    update_display(dict(data), metadata=dict(metadata), raw=True, display_id=output)


_inside: "WeakKeyDictionary[Any, list[Any]]" = WeakKeyDictionary()
"""By Output, what has been shown in it."""


def note_output(widget: Any) -> None:
    """Remember which Output holds a widget that is being shown; the page says so, but only later."""
    module, cell = sys.modules.get("ipywidgets.widgets.widget"), cell_of_now()
    if module and cell:
        at = cell.get("header", {}).get("msg_id", "")
        holding = [one for one in module._instances.values() if at and getattr(one, "msg_id", None) == at]
        for output in holding[-1:]:
            _inside.setdefault(output, []).append(widget)


@cache
def picture_containers() -> None:
    """From now on boxes, tabs and outputs with boards in them have a picture, as boards have."""
    if not (formatter := getattr(_shell(), "display_formatter", None)):
        return
    from ipywidgets import Box, Output

    def printed(holder: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = holder._repr_mimebundle_()
        data, metadata = data if isinstance(data, tuple) else (data, {})
        ours = list(_ours(holder))
        if boards := [one for one in ours if hasattr(one, "picture")]:
            frozen, picture = all(b.is_frozen for b in boards), _beside([b.picture(plain=True) for b in boards])
            data = bundle(data, picture, frozen)
        # What is put into an Output later is known to the page alone: that it must be run is said of it, too.
        return data, {**metadata, **(without_kernel() if ours or isinstance(holder, Output) else {})}

    for kind in (Box, Output):
        formatter.mimebundle_formatter.for_type(kind, printed)


def _ours(holder: Any) -> Iterator[Any]:
    """Yield the book's widgets in a container."""
    known = {one.get("data", {}).get(VIEW, {}).get("model_id") for one in getattr(holder, "outputs", ())}
    held = [one for one in dict.fromkeys(_inside.get(holder, ())) if not known or one.model_id in known]
    for child in (*getattr(holder, "children", ()), *held):
        if hasattr(child, "CODES"):
            yield child
        else:
            yield from _ours(child)


def _beside(pictures: list[str]) -> str:
    """Return pictures as one, each below the one before."""
    parts, high, wide = [], 0.0, 0.0
    for picture in pictures:
        width, height = (float(found) for found in re.findall(r' (?:width|height)=["\']([\d.]+)', picture)[:2])
        parts.append(picture[picture.index("<svg") :].replace("<svg", f'<svg y="{high:g}"', 1))
        high, wide = high + height + 12, max(wide, width)
    size = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def cell_of_now() -> Any:
    """Return what the output of the running cell is known by; None where there is no notebook."""
    shell = _shell()
    return shell.get_parent() if hasattr(shell, "get_parent") else None


@contextmanager
def in_cell(cell: Any) -> Iterator[None]:
    """Let what is printed meanwhile appear below a cell that has run already (`cell_of_now`)."""
    shell = _shell() if cell else None
    if shell is None:
        yield
        return
    before = shell.get_parent()
    shell.set_parent(cell)
    try:
        yield
    finally:
        sys.stdout.flush()
        shell.set_parent(before)


def show_failure(error: Exception) -> bool:
    """Show an exception as a notebook does, without the frames above its author's; False where there is no notebook."""
    shell, frame = _shell(), error.__traceback__
    if shell is None:
        return False
    while frame and frame.tb_next and frame.tb_frame.f_globals.get("__name__", "").startswith(OURS):
        frame = frame.tb_next
    shell.showtraceback((type(error), error, frame), tb_offset=0)
    return True


def _shell() -> Any:
    found = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return found() if found else None
