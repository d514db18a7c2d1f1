"""What a notebook shows of boards: pictures beside the widgets, and what callbacks print and raise, in its cells."""

import re
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from ..text import words
from ..text.notebook_prose import current_request, shell, static_language

VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = "image/svg+xml"
FITS = "<style>.jp-RenderedSVG > :is(svg, img) { max-width: 100%; height: auto; }</style>"
"""What the pages of nbconvert lack: a picture is no wider than they are."""
OURS = ("rulebook.", "traitlets.", "ipywidgets.")

Bundle = tuple[dict[str, Any], dict[str, Any]]
"""What a notebook shows of a thing, by type, and what is said of that."""


def bundle(data: Mapping[str, Any], metadata: Mapping[str, Any], picture: str, frozen: bool) -> Bundle:
    """Return an output of a notebook: with a picture, and without the widget if it is frozen or no Python follows."""
    if frozen or static_language():
        return {key: value for key, value in data.items() if key != VIEW} | {PICTURE: picture}, {}
    return {**data, PICTURE: picture}, dict(metadata)


def without_kernel() -> dict[str, Any]:
    """Return what an output with a widget says where no kernel has it, for `publish/jupyter/labextensions/`."""
    return {"hedgekit": words.both("interface.no-kernel")}


@cache
def fit_pictures() -> None:
    """Let pictures have room in pages of nbconvert, which shows them wider than a phone."""
    from IPython.display import HTML, display

    display(HTML(FITS))


def shown_as(data: Mapping[str, Any], metadata: Mapping[str, Any]) -> str:
    """Show an output in the running cell; the id by which `replace` finds it."""
    from IPython.display import display

    if VIEW not in data:
        fit_pictures()
    output = secrets.token_hex(16)
    display(dict(data), metadata=dict(metadata), raw=True, display_id=output)
    return output


def replace(output: str, data: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Show something else where an output is."""
    from IPython.display import update_display

    update_display(dict(data), metadata=dict(metadata), raw=True, display_id=output)


_inside: "WeakKeyDictionary[Any, list[Any]]" = WeakKeyDictionary()
"""By Output, what has been shown in it."""
_without_picture: "WeakKeyDictionary[Any, str]" = WeakKeyDictionary()
"""By Output that was shown before a board was in it, by what that is known."""


def note_output(widget: Any) -> None:
    """Remember which Output holds a widget that is being shown; the page says so, but only later."""
    module, cell = sys.modules.get("ipywidgets.widgets.widget"), current_request()
    if module and cell:
        at = cell.get("header", {}).get("msg_id", "")
        holding = [one for one in module._instances.values() if at and getattr(one, "msg_id", None) == at]
        for output in holding[-1:]:
            _inside.setdefault(output, []).append(widget)
            if output in _without_picture:
                output.observe(_give_picture, "msg_id")


def _give_picture(left: Any) -> None:
    """Give an Output that was shown empty its picture, when it no longer takes what is shown."""
    holder = left["owner"]
    if not left["new"] and (output := _without_picture.pop(holder, None)):
        holder.unobserve(_give_picture, "msg_id")
        replace(output, *_bundle_of(holder, _inside[holder]))


@cache
def picture_containers() -> None:
    """From now on boxes, tabs and outputs with boards in them have a picture, as boards have."""
    if not (formatter := getattr(shell(), "display_formatter", None)):
        return
    from ipywidgets import Box, Output

    def show(holder: Any) -> None:
        output = shown_as(*(found := _bundle_of(holder, _ours(holder))))
        if isinstance(holder, Output) and PICTURE not in found[0]:
            _without_picture[holder] = output

    for kind in (Box, Output):
        formatter.ipython_display_formatter.for_type(kind, show)


def _bundle_of(holder: Any, ours: Iterable[Any]) -> Bundle:
    """Return the output of a container, by the book's widgets in it."""
    found = holder._repr_mimebundle_()
    data, metadata = found if isinstance(found, tuple) else (found, {})
    # What is put into an Output later is known to the page alone: that it must be run is said of it, too.
    if (ours := list(ours)) or hasattr(holder, "msg_id"):
        metadata = {**metadata, **without_kernel()}
    boards = [one for one in ours if one.picture]
    if not boards:
        return data, metadata
    return bundle(data, metadata, _beside([b.picture(plain=True) for b in boards]), all(b.is_frozen for b in boards))


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


@contextmanager
def in_cell(cell: Any) -> Iterator[None]:
    """Let what is printed meanwhile appear below a cell that has run already (`current_request`)."""
    at = shell() if cell else None
    if at is None:
        yield
        return
    before = at.get_parent()
    at.set_parent(cell)
    try:
        yield
    finally:
        sys.stdout.flush()
        at.set_parent(before)


def show_failure(error: Exception) -> bool:
    """Show an exception as a notebook does, without the frames above its author's; False where there is no notebook."""
    at, frame = shell(), error.__traceback__
    if at is None:
        return False
    while frame and frame.tb_next and frame.tb_frame.f_globals.get("__name__", "").startswith(OURS):
        frame = frame.tb_next
    at.showtraceback((type(error), error, frame), tb_offset=0)
    return True
