"""The search in the book: the code of pages that finds what `chapters.passages` has read from the saved notebooks.

ranking.js    which passages answer what a reader types
search.js     the field, and what is found below it
"""

from functools import cache
from pathlib import Path


@cache
def code() -> str:
    """The code of a page that searches."""
    return "".join((Path(__file__).parent / f"{name}.js").read_text("utf-8") for name in ("ranking", "search"))
