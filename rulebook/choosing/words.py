"""Texts that the sheets of choosing share, and the names and links of families of variants."""

from hedgekit import VARIANTS

from ..stage.say import book
from ..text import words
from ..text.words import CHAPTERS, Words


def both(key: str, **values: object) -> Words:
    """A sentence of choosing.toml, with the values filled in; LookupError for a key a language lacks."""
    return book(f"choosing.{key}", **values)


def link(n: int) -> str:
    """Return the link to a variant, as notebooks write it."""
    return f"{CHAPTERS[VARIANTS[n].family]}.ipynb" + (f"#variant-{n}" if n else "")


def family(name: str) -> Words:
    """Return the name of a family of variants."""
    return Words.of(lambda lang: words.chapters(lang)[CHAPTERS[name]]["title"])
