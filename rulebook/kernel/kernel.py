"""Run the cells of a chapter without Jupyter: in the reader's browser, in the server, and when the site is built.

    kernel = Kernel(cells, post)
    kernel.run(4)                       run a cell and the cells it needs, unless they have run
    kernel.handle("4.0", message, [])   pass a message to the first widget of cell 4

`post` is called with dictionaries, each with a `type`: "show" (a widget appears in a slot, with its state), "update"
and "custom" (messages from a widget to its page), "html", "svg", "text" (other outputs of a cell), "failed" (a cell, or
one it needs, raised).

Cells need not run in order: a cell that shows a board depends on the names it uses, usually an import.  So boards in
view can come first, and cells that only check the book's claims run just in the build and in tests.
"""

import ast
import contextlib
import io
import json
import logging
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from hedgekit.games.race.variants.house_rules.registry import BASE, using

from . import widgets

LOG = logging.getLogger(__name__)
Post = Callable[[dict[str, Any]], object]


def cells_of(notebook: Path) -> list[str]:
    """Return the sources of a chapter's visible code cells; hidden cells only test its claims."""
    return [text for text, is_code in read(notebook) if is_code]


def read(notebook: Path) -> list[tuple[str, bool]]:
    """Return the texts of its visible code and Markdown cells, each with whether it is code."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    shown = [cell for cell in cells if "remove-cell" not in cell["metadata"].get("tags", ())]
    return [("".join(one["source"]), one["cell_type"] == "code") for one in shown if one["cell_type"] != "raw"]


def needs(cells: Sequence[str]) -> list[list[int]]:
    """Return for each cell the earlier cells that have to run before it.

    A name bound by a single cell needs only that cell.  If a name is bound more than once, its value depends on the
    order of execution, and everything before the cell has to run.
    """
    trees = [ast.parse(cell) for cell in cells]
    bound = [names_bound(tree) for tree in trees]
    found: list[list[int]] = []
    for index, tree in enumerate(trees):
        direct: set[int] = set()
        for name in names_read(tree):
            binders = [other for other, names in enumerate(bound) if name in names]
            direct |= set(range(index)) if len(binders) > 1 and binders[0] < index else set(binders)
        before = {other for other in direct if other < index}
        found.append(sorted(before.union(*(found[other] for other in before))))
    return found


def names_bound(tree: ast.AST) -> set[str]:
    """Return the names a cell binds."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
    return names


def names_read(tree: ast.AST) -> set[str]:
    """Return the names a cell reads, other than the parameters of its functions."""
    given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return read - given


class Cells(list[str]):
    """The sources of a chapter, parsed and compiled once for all kernels."""

    def __init__(self, sources: Iterable[str]) -> None:
        super().__init__(sources)
        self.needs = needs(self)
        self.ran: set[int] = set()  # cells that some kernel has run, so process-wide caches are warm
        self._codes: dict[int, tuple[CodeType, CodeType | None]] = {}

    def code(self, index: int) -> tuple[CodeType, CodeType | None]:
        """Return the code of a cell, and the code of its last expression, if it ends with one."""
        if index not in self._codes:
            name = f"<cell {index}>"
            tree = ast.parse(self[index], name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            shows = compile(ast.Expression(last.value), name, "eval") if isinstance(last, ast.Expr) else None
            self._codes[index] = compile(tree, name, "exec"), shows
        return self._codes[index]


class Kernel:
    """A chapter that can be run, with the replacements in `widgets`.

    prints: post what cells print; only for a process with one kernel, since standard output belongs to the process.
    """

    def __init__(self, cells: Iterable[str], post: Post, prints: bool = True) -> None:
        self.cells = cells if isinstance(cells, Cells) else Cells(cells)
        self.widgets: dict[str, Any] = {}
        self._post = post
        self._prints = prints
        self._done: set[int] = set()
        self._failed: dict[int, str] = {}
        self._cell, self._shown = 0, 0
        self._names: dict[str, Any] = {"__name__": "__main__"} | ({} if prints else {"print": lambda *_, **__: None})
        self._registry = BASE
        self._prefetching: Iterator[str] = iter(())
        widgets.install()

    def run(self, index: int) -> bool:
        """Run a cell after the cells it needs, each at most once.  Return whether all succeeded.

        A cell fails if one it needs fails.  Each failure is posted once.
        """
        for other in (*self.cells.needs[index], index):
            if not self._run_once(other):
                self._fail(index, self._failed[other])
                return False
        return True

    def _fail(self, index: int, why: str) -> None:
        if index not in self._failed:
            self._failed[index] = why
            self._post({"type": "failed", "cell": index, "text": why})

    def _run_once(self, index: int) -> bool:
        if index in self._done:
            return index not in self._failed
        self._done.add(index)
        self._cell, self._shown = index, 0
        printed = io.StringIO()
        before = widgets.showing.set(self.display)
        try:
            with contextlib.redirect_stdout(printed) if self._prints else contextlib.nullcontext():
                with using(self._registry) as here:
                    self._execute(index)
                self._registry = here[0]  # with the house rules this chapter's cells declare
        except Exception:
            self._fail(index, traceback.format_exc())
            return False
        except BaseException:  # interrupted
            self._done.discard(index)
            raise
        finally:
            widgets.showing.reset(before)
        self.cells.ran.add(index)
        if printed.getvalue():
            self._post({"type": "text", "cell": index, "text": printed.getvalue()})
        return True

    def _execute(self, index: int) -> None:
        code, shows = self.cells.code(index)
        exec(code, self._names)  # noqa: S102 - the cells of the book's own notebooks
        if shows is not None:
            value = eval(shows, self._names)  # noqa: S307 - likewise
            if value is not None:
                self.display(value)

    def forget(self, slot: str) -> None:
        """Drop the widgets of a slot's cell; the next message to one of them runs the cell again."""
        index = slot.partition(".")[0]
        for name in [name for name in self.widgets if name.partition(".")[0] == index]:
            del self.widgets[name]
        self._done.discard(int(index))
        self._prefetching = iter(())

    def display(self, thing: Any) -> None:
        """Show a value as Jupyter would: a widget in the next slot of the cell, anything else in its richest form."""
        if isinstance(thing, widgets.AnyWidget):
            slot = f"{self._cell}.{self._shown}"
            self._shown += 1
            self.widgets[slot] = thing
            thing.appear(slot, self._post)
            self._post({"type": "show", "slot": slot, "state": thing.get_state()})
        elif hasattr(thing, "_ipython_display_"):
            thing._ipython_display_()
        else:
            outputs = (("html", "page_html"), ("html", "_repr_html_"), ("svg", "_repr_svg_"), ("text", "__repr__"))
            kind, method = next(form for form in outputs if hasattr(thing, form[1]))
            self._post({"type": kind, "cell": self._cell, kind: getattr(thing, method)()})

    def handle(self, slot: str, content: Any, buffers: Sequence[Any] = (), cancelled: Any = bool) -> None:
        """Pass a widget a message from its page, running its cell first if necessary.

        cancelled: returns whether the page wants the work to stop.
        """
        index = int(slot.partition(".")[0])
        if self.run(index) and slot in self.widgets:
            widget = self.widgets[slot]
            widget.cancelled = cancelled
            data = {"method": "custom", "content": content}
            widget._handle_msg({"content": {"data": data}, "buffers": list(buffers)})
            self._prefetching = self._prefetch(slot, widget) if hasattr(widget, "ahead") else iter(())

    def ahead(self) -> bool:
        """Use idle time: precompute an answer that the last active page may request next.

        Return whether there is more to do.  When all answers are ready they are posted ("ahead").
        """
        try:
            return next(self._prefetching, None) is not None
        except Exception:  # prefetching is optional
            LOG.exception("could not precompute the answers to a page's next message")
            self._prefetching = iter(())
            return False

    def _prefetch(self, slot: str, widget: Any) -> Iterator[str]:
        version, found = widget.view["v"], {}
        for key, patch in widget.ahead():
            found[key] = patch
            yield key
        if found:
            self._post({"type": "ahead", "slot": slot, "v": version, "answers": found})
