"""Prose in notebooks: English as an element, the other languages beside it as JSON.

A page of the book has an element for each language and shows one of them.  Where no page is around the prose (on a code
host, in a notebook that is not trusted) all would be shown one below the other: so the others are in a script of type
JSON, which sanitizers drop, and `notebook.js` shows the language that the reader has chosen.
"""

import json
import os
import re
import sys
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from . import words

SETTING = "RULEBOOK_PICTURES"
"""Set in the environment of a kernel: boards are pictures, prose is in one language (`fr` if it says so); 0: never."""

_PROSE = re.compile(r'(?=<div class="hk-words)')
_LANGUAGE = re.compile(r'(?=<div lang="([a-z]{2,3})" data-lang="\1">)')
_FOLDED = re.compile(r'<script type="application/json">(.*?)</script>(?=</div>)', re.DOTALL)
_END = "</div>"


def folded(html: str) -> str:
    """Fold the languages of prose, for a notebook."""
    return "".join(map(_folded, _PROSE.split(html)))


def _folded(part: str) -> str:
    head, said = _languages(part)
    first, *others = said
    if not others:
        return part
    data = json.dumps({lang: said[lang] for lang in others}, ensure_ascii=False).replace("</", "<\\/")
    return f'{head}{said[first]}<script type="application/json">{data}</script>{_END}'


def _languages(part: str) -> tuple[str, dict[str, str]]:
    """What stands before the languages of a piece of prose, and what each says; all of it alone if it has only one."""
    head, *rest = _LANGUAGE.split(part)
    said = dict(zip(rest[::2], rest[1::2], strict=True))
    if len(said) < 2 or not part.rstrip().endswith(_END):
        return "", {"": part}
    last = list(said)[-1]
    said[last] = said[last].rstrip().removesuffix(_END)
    return head, said


def alone(html: str, lang: str) -> str:
    """Leave one language of prose, the source's where there is no such one."""
    return "".join(_alone(part, lang) for part in _PROSE.split(html))


def _alone(part: str, lang: str) -> str:
    head, said = _languages(part)
    return f"{head}{said.get(lang, said[words.SOURCE])}{_END}" if head else part


def unfolded(html: str) -> str:
    """Undo `folded`, but for white space after an element."""
    return _FOLDED.sub(lambda found: "".join(json.loads(found[1]).values()), html)


def shell() -> Any:
    """IPython's shell; None where there is none."""
    found = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return found() if found else None


def cell_of_now() -> Any:
    """Return the request that is being answered, by which a cell's output is known; None where there is no notebook."""
    found = shell()
    return found.get_parent() if hasattr(found, "get_parent") else None


def _in_voila() -> bool:
    """Does Voilà run this kernel?  So it tells those that it starts for a reader, and before one comes."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila") or "VOILA_PREHEAT" in os.environ


def still() -> str:
    """Return the language of a notebook behind which no Python will stand, so that it shows pictures; else nothing.

    So says the setting, or a frontend that can be asked nothing: one that only runs notebooks, as nbclient does for
    nbconvert, papermill and others.  Voilà runs them so, too, and then leaves them to readers.
    """
    if chosen := os.environ.get(SETTING):
        return "" if chosen == "0" else chosen
    asks = ((cell_of_now() or {}).get("content") or {}).get("allow_stdin", True)
    return "" if asks or _in_voila() else words.SOURCE


def shown(html: str, begins: bool = False) -> str:
    """Return prose as the frontend of this kernel wants it.  begins: it is the first output of a notebook."""
    if _in_voila():  # a page of the book
        return html
    if chosen := still():
        return alone(html, chosen)
    return folded(html) + (chooser() if begins else "")


@cache
def chooser() -> str:
    """Return what a notebook's first output has beside its title: the choice of language and its script."""
    names = json.dumps(words.both("page.language"), ensure_ascii=False)
    code = files("rulebook").joinpath("stage", "notebook.js").read_text("utf-8")
    return f'<div class="hk-tongues" data-languages="{escape(names)}"></div><script>{code.strip()}</script>'
