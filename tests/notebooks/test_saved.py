"""The notebooks as files: executed, saved in canonical form, without prose and without widget state."""

import ast
import builtins
import json
import runpy
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from bs4 import BeautifulSoup

from rulebook.kernel import kernel
from rulebook.learning.course_sheet import course_lessons
from rulebook.learning.lessons import lessons
from rulebook.text import words

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
SAVING = SimpleNamespace(**runpy.run_path(str(FOLDER.parent / "docs" / "run_notebooks.py")))
NOTEBOOKS = sorted(FOLDER.glob("[0-9]*.ipynb"))
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def cells(path):
    return nbformat.read(path, as_version=4).cells


def test_the_chapters_are_those_of_the_text_files():
    assert [path.stem for path in NOTEBOOKS] == list(words.chapters("en"))


@each
def test_chapters_are_saved_in_canonical_form(path):
    assert SAVING.is_tidy(path), "make notebooks"


def test_the_notebook_about_making_boards_is_saved_like_the_chapters():
    """It is no chapter: its prose is its own.  nbval runs it in a kernel without the server of the book."""
    assert SAVING.is_tidy(FOLDER / "your-own-board.ipynb"), "make notebooks"


@each
def test_notebooks_have_no_widget_state_and_no_local_paths(path):
    text = path.read_text("utf-8")
    assert "widget-state" not in text
    assert "widget-view" not in text
    for trace in ("/tmp", "/home", "/root", "/work", "ipykernel_"):
        assert trace not in text


@each
def test_prose_comes_from_the_text_files(path):
    for cell in cells(path):
        assert cell.cell_type == "code"
        if "remove-cell" not in cell.metadata.get("tags", ()):
            # A cell with a rule has the code that it shows, and its sentence in each language.
            most = 13 + len(words.LANGUAGES) if "rule" in cell.metadata.get("tags", ()) else 6
            assert len(cell.source.splitlines()) <= most, "visible cells are short"
            assert cell.outputs


@each
def test_outputs_are_in_english_and_calling_cells_are_folded(path):
    for cell in cells(path):
        html = ["".join(output.data["text/html"]) for output in cell.outputs if "text/html" in output.get("data", {})]
        for one in html:
            page = BeautifulSoup(one, "html.parser")
            languages = [part["data-lang"] for part in page.select("[data-lang]")]
            assert set(languages) == {"en"} or one.startswith("<style>")
        boards = [
            output for output in cell.outputs if output.get("data", {}).get("text/plain", "").startswith("Board(")
        ]
        assert all("image/svg+xml" in output.data for output in boards), "a board's cell shows a picture"
        if cell.source.startswith(("say(", "page(", "try_it(", "play(")):
            assert cell.metadata.tags == ["remove-input"]
            assert cell.metadata.jupyter.source_hidden is True
    # Even after `nbconvert --execute`, which adds times to every cell; the largest has room for more variants.
    assert path.stat().st_size + 260 * len(cells(path)) < 460_000


@each
def test_hidden_cells_assert_and_print_nothing(path):
    hidden = [cell for cell in cells(path) if "remove-cell" in cell.metadata.get("tags", ())]
    assert hidden == cells(path)[-len(hidden) :], "at the end of the notebook"
    for cell in hidden:
        assert "assert " in cell.source
        assert cell.outputs == []
        assert cell.metadata.jupyter.source_hidden is True


@each
def test_board_names_are_unique_in_a_notebook(path):
    names = [
        line.split("'")[1]
        for cell in cells(path)
        for output in cell.outputs
        for line in output.get("data", {}).get("text/plain", "").splitlines()
        if line.startswith("Board(")
    ]
    assert len(names) == len(set(names))


def test_every_lesson_is_in_a_chapter():
    sources = "\n".join(cell.source for path in NOTEBOOKS for cell in cells(path))
    of_course = {one.name for one in course_lessons()}
    for name, found in lessons().items():
        assert name in of_course or f'lesson("{name}")' in sources or f'try_it("{found.clause}"' in sources, name


def test_nbconvert_hides_tests_and_calls_and_keeps_files_small(tmp_path):
    from nbconvert.nbconvertapp import NbConvertApp  # takes a second

    def convert(name, *more):
        command = [f"--output-dir={tmp_path}", *more]
        try:
            NbConvertApp.instance().initialize([*command, str(FOLDER / f"{name}.ipynb")])
            NbConvertApp.instance().start()
        finally:
            NbConvertApp.clear_instance()

    convert("18-make", "--to=html", f"--config={FOLDER / 'jupyter_nbconvert_config.py'}")
    page = BeautifulSoup((tmp_path / "18-make.html").read_text("utf-8"), "html.parser")
    code = [one.get_text() for one in page.select(".jp-InputArea")]
    assert len(code) == 1
    assert "declare(" in code[0], "code that readers copy stays"
    convert("10-combining", "--to=notebook", "--execute")
    text = (tmp_path / "10-combining.ipynb").read_text("utf-8")
    assert "_esm" not in text, "no widget code is saved, and the prose only once"
    assert text.count("<h1>") == 1
    assert len(text) < 1.1 * (FOLDER / "10-combining.ipynb").stat().st_size


def test_tidying_removes_execution_counts_and_widget_state(tmp_path):
    path = tmp_path / "x.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", execution_count=1)])
    notebook.metadata["widgets"] = {"state": {}}
    nbformat.write(notebook, path)
    assert not SAVING.is_tidy(path)
    SAVING.tidy(notebook)
    path.write_text(SAVING._text(notebook), "utf-8")
    assert SAVING.is_tidy(path)
    assert "widgets" not in json.loads(path.read_text("utf-8"))["metadata"]


@each
def test_visible_cells_do_not_need_hidden_ones(path):
    """Served pages and the static site run visible cells only: readers do not wait for tests."""
    seen, bound = kernel.cells_of(path), set(dir(builtins))
    for cell in seen:
        bound |= kernel.names_bound(ast.parse(cell))
        assert kernel.names_read(ast.parse(cell)) <= bound, cell
    assert len(seen) == len([cell for cell in cells(path) if "remove-cell" not in cell.metadata.get("tags", ())])
