"""The book's search, in the page, over the passages that `chapters.passages` reads from the saved notebooks.

ranking.js    ranks passages for a query
search.js     the search field and its results
"""

from functools import cache
from pathlib import Path


@cache
def code() -> str:
    """Return the JavaScript of the search."""
    return "".join((Path(__file__).parent / f"{name}.js").read_text("utf-8") for name in ("ranking", "search"))
