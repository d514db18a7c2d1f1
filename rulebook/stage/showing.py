"""What a notebook shows of boards: pictures beside the widgets, and what callbacks print and raise, in its cells."""

import os
import re
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

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


@cache
def picture_containers() -> None:
    """From now on boxes, tabs and other containers with boards in them have a picture, as boards have."""
    shell = _shell()
    formatter = getattr(shell, "display_formatter", None)
    if formatter is None:
        return
    from ipywidgets import Box

    def printed(box: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data = box._repr_mimebundle_()
        data, metadata = data if isinstance(data, tuple) else (data, {})
        boards = list(_boards(box))
        if not boards:
            return data, metadata
        frozen, picture = all(b.is_frozen for b in boards), _beside([b.picture(plain=True) for b in boards])
        return bundle(data, picture, frozen), {**metadata, **without_kernel()}

    formatter.mimebundle_formatter.for_type(Box, printed)


def _boards(widget: Any) -> Iterator[Any]:
    """Yield the boards in a container."""
    for child in getattr(widget, "children", ()):
        if hasattr(child, "picture"):
            yield child
        else:
            yield from _boards(child)


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
