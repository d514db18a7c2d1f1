"""Locations of the book's parts, in a checkout and in an installed package."""

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from hedgekit.games import ADDED
from rulebook.learning import default_chapter
from rulebook.text import words
from rulebook.text.commands import Trouble

PACKAGE = Path(__file__).resolve().parent.parent

#: A Jupyter data directory in the package, where Voilà finds the book's template without installation.
JUPYTER_DATA = PACKAGE / "publish" / "jupyter"


def in_checkout() -> bool:
    """Return whether the package is used from a checkout, where the notebooks may be edited in place."""
    return not (PACKAGE / "notebooks").is_dir() and (PACKAGE.parent / "notebooks").is_dir()


def notebooks() -> Path:
    """Return the folder of the chapters: the wheel's copy, or the checkout's `notebooks/`.

    With added games it is a copy that has their chapters, too.  Raises Trouble if there is neither.
    """
    for folder in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks"):
        if folder.is_dir():
            return _with_games(folder) if ADDED else folder
    raise Trouble("installed")


@cache
def _with_games(folder: Path) -> Path:
    """Return a copy of the chapters with those of added games: `chapter.ipynb`, or one generated from their texts."""
    temporary = tempfile.TemporaryDirectory(prefix="rulebook-")
    atexit.register(temporary.cleanup)
    copy = Path(shutil.copytree(folder, Path(temporary.name, "notebooks"), ignore=shutil.ignore_patterns(".*")))
    for name, game in ADDED.items():
        own = Path(game, "chapter.ipynb")
        text = own.read_text("utf-8") if own.is_file() else default_chapter.notebook(name)
        Path(copy, f"{words.chapters_of_games()[name]}.ipynb").write_text(text, "utf-8")
    return copy


def share_with_kernels() -> None:
    """Let Voilà find the template, and kernels import this copy of the packages if it is not installed."""
    _prepend("JUPYTER_PATH", JUPYTER_DATA)
    if PACKAGE.parent.name not in ("site-packages", "dist-packages"):
        _prepend("PYTHONPATH", PACKAGE.parent)


def _prepend(variable: str, folder: Path) -> None:
    paths = [path for path in os.environ.get(variable, "").split(os.pathsep) if path and path != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *paths])
