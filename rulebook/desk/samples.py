"""A pair of witnesses of our own writing, with planted differences, and a translation: so that the desk is never empty.

Titles and numbers of players are filled in from `hedgekit.VARIANTS`: `{title 9}`, `{players 9}`.
"""

import re
from functools import cache
from importlib.resources import files

from hedgekit import VARIANTS
from rulebook.collation import Witness, read_bytes
from rulebook.collation.witness import Players

NAMES = {"a": "A.txt", "b": "B.txt", "en": "translation.txt"}


@cache
def sample(which: str) -> Witness:
    """The witness "a" or "b", or the translation "en"."""
    return read_bytes(NAMES[which], text(which).encode())


def text(which: str) -> str:
    """The text of a sample."""
    template = files(__package__).joinpath("witnesses", f"{which}.txt").read_text("utf-8")
    return re.sub(r"\{(title|players) (\d+)\}", _fact, template)


def _fact(found: re.Match[str]) -> str:
    variant = VARIANTS[int(found[2])]
    return variant.title["fr"] if found[1] == "title" else str(Players(variant.advised, variant.bracketed))
