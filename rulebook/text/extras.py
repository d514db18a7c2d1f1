"""The extras of the package: the modules each installs, and the error when they are missing."""

import html
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from . import notebook_prose, words
from .commands import Trouble

EXTRAS: Mapping[str, tuple[str, ...]] = {
    "book": ("voila", "ipywidgets", "anywidget", "ipykernel", "mistune", "jinja2", "platformdirs"),
    "lab": ("jupyterlab",),
    "desk": ("rapidfuzz", "simplemma", "snowballstemmer", "charset_normalizer", "pypdfium2", "docx"),
    "po": ("babel", "tomlkit"),
}
"""Extra -> the modules it installs."""


class Needs(Trouble):
    """An extra is not installed.  Notebooks show the error as an output."""

    def __init__(self, extra: str, *missing: str) -> None:
        super().__init__("needs", extra=extra, missing=", ".join(missing))

    def page_html(self) -> str:
        """Return the error as HTML in every language."""
        return words.prose(lambda lang: f"<p>{html.escape(self.text(lang))}</p>")

    def _repr_html_(self) -> str:
        return notebook_prose.shown(self.page_html())


def need(*extras: str) -> None:
    """Raise `Needs` if a module of these extras is missing."""
    for extra in extras:
        not_imported = [name for name in EXTRAS[extra] if name not in sys.modules]
        if missing := [name for name in not_imported if importlib.util.find_spec(name) is None]:
            raise Needs(extra, *missing)


@contextmanager
def requires(extra: str) -> Iterator[None]:
    """Raise `Needs` if an import inside fails because an extra is not installed."""
    try:
        yield
    except ModuleNotFoundError as no:
        name = (no.name or "").partition(".")[0]
        if name not in EXTRAS[extra]:
            raise
        raise Needs(extra, name) from no
