"""Run the book's notebooks and save them with their outputs, reproducibly.

    python docs/run_notebooks.py                 all chapters of the checkout (`make notebooks`)
    python docs/run_notebooks.py some.ipynb ...  these notebooks

Saved are all texts and pictures, in English; not the state of widgets and their views, times, or anything specific to
the machine.  Saving twice gives the same file.  To make chapters read as text, cells that only call the book are tagged
`remove-input`, cells that only test it `remove-cell` (see `notebooks/jupyter_nbconvert_config.py`); frontends fold both
if they can.
"""

import ast
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat

sys.path.insert(0, str(Path(__file__).parents[1]))

from rulebook.publish import paths
from rulebook.text.notebook_prose import SETTING

WIDGET = "application/vnd.jupyter.widget-view+json"
SECONDS = 120  # timeout of a cell


def run(notebook: Any, folder: Path) -> None:
    """Run every cell in a fresh kernel of this Python; nbclient.exceptions.CellExecutionError if one fails."""
    from nbclient import NotebookClient

    paths.share_with_kernels()
    os.environ[SETTING] = "en"
    here = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=here)
    client.store_widget_state = False
    client.execute()


def calls_of(notebook: Any) -> set[str]:
    """Return the names that a notebook imports from the book."""
    lines = [node for cell in notebook.cells if cell.cell_type == "code" for node in ast.parse(cell.source).body]
    found = [line for line in lines if isinstance(line, ast.ImportFrom) and str(line.module).startswith("rulebook.")]
    return {one.name for line in found for one in line.names}


def only_calls(source: str, names: set[str]) -> bool:
    """Return whether a cell only calls these names, with plain values, and shows the results."""
    lines = [line for line in ast.parse(source).body if not isinstance(line, ast.ImportFrom)]
    if not all(isinstance(line, ast.Expr | ast.Assign) for line in lines):
        return False
    called = [node.func for line in lines for node in ast.walk(line) if isinstance(node, ast.Call)]
    return bool(called) and all(isinstance(one, ast.Name) and one.id in names for one in called)


def tidy(notebook: Any) -> None:
    """Remove everything that differs between runs, and set the tags."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "voila": {"template": "rulebook"},  # Voilà's own template loads an icon font from a CDN
        }
    )
    names = calls_of(notebook) if "chapter(" in notebook.cells[0].source else set()
    for index, cell in enumerate(notebook.cells):
        cell.id = f"cell-{index:02}"
        tags = set(cell.metadata.get("tags", ())) - {"remove-input"}
        if "remove-cell" not in tags and cell.cell_type == "code" and only_calls(cell.source, names):
            tags.add("remove-input")
        hidden = {"jupyter": {"source_hidden": True}} if tags & {"remove-cell", "remove-input"} else {}
        cell.metadata = nbformat.from_dict(hidden | ({"tags": sorted(tags)} if tags else {}))
        for output in cell.get("outputs", ()):
            output.pop("metadata", None)
            if output.output_type in ("display_data", "execute_result"):
                output.metadata = nbformat.from_dict({})
                output.data.pop(WIDGET, None)


def save(path: Path) -> bool:
    """Run a notebook and save it; return whether the file changed."""
    notebook, before = nbformat.read(path, as_version=4), path.read_text("utf-8")
    run(notebook, path.parent)
    tidy(notebook)
    path.write_text(_text(notebook), "utf-8")
    return path.read_text("utf-8") != before


def _text(notebook: Any) -> str:
    return str(nbformat.writes(notebook, version=4)).rstrip("\n") + "\n"


def is_tidy(path: Path) -> bool:
    """Return whether a notebook is as `save` writes it, with all cells run in order."""
    notebook = nbformat.read(path, as_version=4)
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    tidy(notebook)
    return counts == list(range(1, len(counts) + 1)) and path.read_text("utf-8") == _text(notebook)


def main(names: Iterable[str]) -> None:
    """Run and save these notebooks, or all chapters."""
    for path in [*map(Path, names)] or sorted(paths.notebooks().glob("*.ipynb")):
        print(f"{path.name}: {'saved' if save(path) else 'unchanged'}")


if __name__ == "__main__":
    main(sys.argv[1:])
