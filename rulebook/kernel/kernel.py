"""Runs the cells of a chapter without Jupyter: in the reader's browser, in the server, and when the site is built.

    kernel = Kernel(cells, post)
    kernel.run(4)                       the cell and those it needs, unless they ran before
    kernel.handle("4.0", message, [])   a message to the first widget that cell 4 shows

`post` gets dictionaries, each with a `type`: "show" (a widget appears in a slot, with its state), "update" and
"custom" (a widget tells its page), "html", "svg", "text" (another output of a cell), "failed" (a cell raised, or one
that it needs).

Cells need not run in order: a cell that shows a board needs what it names, usually an import. The boards in sight can
come first, and cells that only check what the book says run when the site is built and in its tests.
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
    """The sources of the code cells of a chapter that show something: hidden ones only test what it says."""
    return [text for text, is_code in read(notebook) if is_code]


def read(notebook: Path) -> list[tuple[str, bool]]:
    """The texts of those cells and of the Markdown cells between them, each with whether it is code."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    shown = [cell for cell in cells if "remove-cell" not in cell["metadata"].get("tags", ())]
    return [("".join(one["source"]), one["cell_type"] == "code") for one in shown if one["cell_type"] != "raw"]


def needs(cells: Sequence[str]) -> list[list[int]]:
    """For each cell the earlier cells that have to run before it.

    A name that a single cell binds can be had from that cell alone. If a name that the cell reads is bound more than
    once, what it means depends on the order, and everything before the cell has to run.
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
    """The names that a cell gives a meaning to."""
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
    """The names whose meaning a cell asks for; the parameters of its functions have theirs from who calls them."""
    given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return read - given


class Cells(list[str]):
    """The sources of a chapter, parsed and compiled once for all kernels that run them."""

    def __init__(self, sources: Iterable[str]) -> None:
        super().__init__(sources)
        self.needs = needs(self)
        self.ran: set[int] = set()  # those that a kernel has run: what they read and compute once is there
        self._codes: dict[int, tuple[CodeType, CodeType | None]] = {}

    def code(self, index: int) -> tuple[CodeType, CodeType | None]:
        """The code of a cell, and that of the expression at its end, if it ends with one."""
        if index not in self._codes:
            name = f"<cell {index}>"
            tree = ast.parse(self[index], name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            shows = compile(ast.Expression(last.value), name, "eval") if isinstance(last, ast.Expr) else None
            self._codes[index] = compile(tree, name, "exec"), shows
        return self._codes[index]


class Kernel:
    """A chapter that can be run, with the stand-ins of `widgets`.

    prints: post what cells print; only where a process runs one kernel, for standard output is the process's.
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
        self._coming: Iterator[str] = iter(())
        widgets.install()

    def run(self, index: int) -> bool:
        """Run a cell after those it needs; what ran before is not run again.  Whether all of them worked.

        A cell whose needs failed has failed too, which is said of every cell once.
        """
        for other in (*self.cells.needs[index], index):
            if not self._once(other):
                self._fail(index, self._failed[other])
                return False
        return True

    def _fail(self, index: int, why: str) -> None:
        if index not in self._failed:
            self._failed[index] = why
            self._post({"type": "failed", "cell": index, "text": why})

    def _once(self, index: int) -> bool:
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
                self._registry = here[0]  # with the house rules that its cells declare, and no other chapter's
        except Exception:
            self._fail(index, traceback.format_exc())
            return False
        except BaseException:  # it was stopped
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
            value = eval(shows, self._names)  # noqa: S307 - the same
            if value is not None:
                self.display(value)

    def forget(self, slot: str) -> None:
        """Give up the widgets of a slot's cell, which runs again with the next message to one of them."""
        index = slot.partition(".")[0]
        for name in [name for name in self.widgets if name.partition(".")[0] == index]:
            del self.widgets[name]
        self._done.discard(int(index))
        self._coming = iter(())

    def display(self, thing: Any) -> None:
        """Show something as Jupyter would: a widget in the next slot of the cell, else its richest form."""
        if isinstance(thing, widgets.AnyWidget):
            slot = f"{self._cell}.{self._shown}"
            self._shown += 1
            self.widgets[slot] = thing
            thing.appear(slot, self._post)
            self._post({"type": "show", "slot": slot, "state": thing.get_state()})
        elif hasattr(thing, "_ipython_display_"):
            thing._ipython_display_()
        else:
            forms = (("html", "page_html"), ("html", "_repr_html_"), ("svg", "_repr_svg_"), ("text", "__repr__"))
            kind, method = next(form for form in forms if hasattr(thing, form[1]))
            self._post({"type": kind, "cell": self._cell, kind: getattr(thing, method)()})

    def handle(self, slot: str, content: Any, buffers: Sequence[Any] = (), cancelled: Any = bool) -> None:
        """Give a widget a message of its page, and a function that says whether the page wants the work to end.

        Its cell is run first if it has not been.
        """
        index = int(slot.partition(".")[0])
        if self.run(index) and slot in self.widgets:
            widget = self.widgets[slot]
            widget.cancelled = cancelled
            data = {"method": "custom", "content": content}
            widget._handle_msg({"content": {"data": data}, "buffers": list(buffers)})
            self._coming = self._foreseen(slot, widget) if hasattr(widget, "ahead") else iter(())

    def ahead(self) -> bool:
        """Do some of what can be done while nobody asks: answer what the page that spoke last may be about to say.

        Whether there is more to do; once there is not, the page has been told ("ahead").
        """
        try:
            return next(self._coming, None) is not None
        except Exception:  # it would only have been sooner
            LOG.exception("what a page may say next could not be answered")
            self._coming = iter(())
            return False

    def _foreseen(self, slot: str, widget: Any) -> Iterator[str]:
        version, found = widget.view["v"], {}
        for key, patch in widget.ahead():
            found[key] = patch
            yield key
        if found:
            self._post({"type": "ahead", "slot": slot, "v": version, "answers": found})
