"""Boards in the outputs of a notebook: pictures beside the widgets, and what callbacks print and raise."""

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
"""Keeps pictures within the width of nbconvert's pages."""
OURS = ("rulebook.", "traitlets.", "ipywidgets.")

Bundle = tuple[dict[str, Any], dict[str, Any]]
"""An output's data by MIME type, and its metadata."""


def bundle(data: Mapping[str, Any], metadata: Mapping[str, Any], picture: str, frozen: bool) -> Bundle:
    """Return an output with a picture; without the widget if it is frozen or the notebook is only executed."""
    if frozen or static_language():
        return {key: value for key, value in data.items() if key != VIEW} | {PICTURE: picture}, {}
    return {**data, PICTURE: picture}, dict(metadata)


def without_kernel() -> dict[str, Any]:
    """Return the metadata that says what to show without a kernel, for `publish/jupyter/labextensions/`."""
    return {"hedgekit": words.both("interface.no-kernel")}


@cache
def fit_pictures() -> None:
    """Style the pictures in pages of nbconvert, which would be wider than a phone."""
    from IPython.display import HTML, display

    display(HTML(FITS))


def shown_as(data: Mapping[str, Any], metadata: Mapping[str, Any]) -> str:
    """Show an output in the running cell; return its id for `replace`."""
    from IPython.display import display

    if VIEW not in data:
        fit_pictures()
    output = secrets.token_hex(16)
    display(dict(data), metadata=dict(metadata), raw=True, display_id=output)
    return output


def replace(output: str, data: Mapping[str, Any], metadata: Mapping[str, Any]) -> None:
    """Replace an output."""
    from IPython.display import update_display

    update_display(dict(data), metadata=dict(metadata), raw=True, display_id=output)


_inside: "WeakKeyDictionary[Any, list[Any]]" = WeakKeyDictionary()
"""Output widget -> widgets shown in it."""
_without_picture: "WeakKeyDictionary[Any, str]" = WeakKeyDictionary()
"""Output widget that was shown before it held a board -> id of its output."""


def note_output(widget: Any) -> None:
    """Remember which Output widget captures a widget that is being shown: the page reports it only later."""
    module, cell = sys.modules.get("ipywidgets.widgets.widget"), current_request()
    if module and cell:
        at = cell.get("header", {}).get("msg_id", "")
        holding = [one for one in module._instances.values() if at and getattr(one, "msg_id", None) == at]
        for output in holding[-1:]:
            _inside.setdefault(output, []).append(widget)
            if output in _without_picture:
                output.observe(_give_picture, "msg_id")


def _give_picture(change: Any) -> None:
    """Give an Output widget that was shown empty its picture, once it stops capturing."""
    holder = change["owner"]
    if not change["new"] and (output := _without_picture.pop(holder, None)):
        holder.unobserve(_give_picture, "msg_id")
        replace(output, *_bundle_of(holder, _inside[holder]))


@cache
def picture_containers() -> None:
    """Give boxes, tabs and Output widgets that hold boards a picture from now on."""
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
    """Return the output of a container that holds these widgets of the book."""
    found = holder._repr_mimebundle_()
    data, metadata = found if isinstance(found, tuple) else (found, {})
    # An Output may be filled later, which only the page knows: it always gets this metadata.
    if (ours := list(ours)) or hasattr(holder, "msg_id"):
        metadata = {**metadata, **without_kernel()}
    boards = [one for one in ours if one.picture]
    if not boards:
        return data, metadata
    return bundle(data, metadata, _stacked([b.picture(plain=True) for b in boards]), all(b.is_frozen for b in boards))


def _ours(holder: Any) -> Iterator[Any]:
    """Yield the book's widgets in a container."""
    known = {one.get("data", {}).get(VIEW, {}).get("model_id") for one in getattr(holder, "outputs", ())}
    held = [one for one in dict.fromkeys(_inside.get(holder, ())) if not known or one.model_id in known]
    for child in (*getattr(holder, "children", ()), *held):
        if hasattr(child, "CODES"):
            yield child
        else:
            yield from _ours(child)


def _stacked(pictures: list[str]) -> str:
    """Return one picture with all of these, one below the other."""
    parts, bottom, right = [], 0.0, 0.0
    for picture in pictures:
        width, height = (float(found) for found in re.findall(r' (?:width|height)=["\']([\d.]+)', picture)[:2])
        parts.append(picture[picture.index("<svg") :].replace("<svg", f'<svg y="{bottom:g}"', 1))
        bottom, right = bottom + height + 12, max(right, width)
    size = f'width="{right:g}" height="{bottom:g}" viewBox="0 0 {right:g} {bottom:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


@contextmanager
def in_cell(cell: Any) -> Iterator[None]:
    """Print below a cell that has already run (`current_request`) meanwhile."""
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
    """Show a traceback as a notebook does, without the frames of libraries; return False outside a notebook."""
    at, frame = shell(), error.__traceback__
    if at is None:
        return False
    while frame and frame.tb_next and frame.tb_frame.f_globals.get("__name__", "").startswith(OURS):
        frame = frame.tb_next
    at.showtraceback((type(error), error, frame), tb_offset=0)
    return True
