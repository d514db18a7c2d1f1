"""Where the parts of the book lie, in a checkout and in an installed package."""

import os
from pathlib import Path

from rulebook.text.commands import Trouble

PACKAGE = Path(__file__).resolve().parent.parent

#: A Jupyter data directory inside the package: Voilà finds the book's template there without any installation.
JUPYTER_DATA = PACKAGE / "publish" / "jupyter"


def in_checkout() -> bool:
    """Whether the package is used from a checkout, where the notebooks may be edited in place."""
    return not (PACKAGE / "notebooks").is_dir() and (PACKAGE.parent / "notebooks").is_dir()


def notebooks() -> Path:
    """Return the folder of the chapters: the wheel's own copy, or the checkout's `notebooks/`.

    Raises Trouble when neither is there.
    """
    for folder in (PACKAGE / "notebooks", PACKAGE.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise Trouble("installed")


def share_with_kernels() -> None:
    """Let Voilà find the template, and let kernels import this very copy of the packages when it is not installed."""
    _prepend("JUPYTER_PATH", JUPYTER_DATA)
    if PACKAGE.parent.name not in ("site-packages", "dist-packages"):
        _prepend("PYTHONPATH", PACKAGE.parent)


def _prepend(variable: str, folder: Path) -> None:
    paths = [path for path in os.environ.get(variable, "").split(os.pathsep) if path and path != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *paths])
