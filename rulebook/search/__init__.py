"""The search in the book: what can be found, read from the saved notebooks, and the code of pages that finds it.

passages.py   what can be searched for, and what a chapter consists of
ranking.js    which passages answer what a reader types
search.js     the field, and what is found below it
"""

from functools import cache
from pathlib import Path


@cache
def code() -> str:
    """The code of a page that searches."""
    return "".join((Path(__file__).parent / f"{name}.js").read_text("utf-8") for name in ("ranking", "search"))
