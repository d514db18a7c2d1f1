"""Prose in notebooks: English as an element, the other languages as JSON next to it.

A page of the book has an element for each language and shows one.  Outside such a page (on a code host, in an untrusted
notebook) all would be visible, so the others are in a script element of type JSON, which sanitizers drop.
`notebook.js` shows the reader's language.
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
"""Environment variable of a kernel: the language for static output, with pictures for boards; 0: never static."""

_PROSE = re.compile(r'(?=<div class="hk-words)')
_LANGUAGE = re.compile(r'(?=<div lang="([a-z]{2,3})" data-lang="\1">)')
_FOLDED = re.compile(r'<script type="application/json">(.*?)</script>(?=</div>)', re.DOTALL)
_END = "</div>"


def folded(html: str) -> str:
    """Fold the languages of prose for a notebook: all but the first into JSON."""
    return "".join(map(_folded, _PROSE.split(html)))


def _folded(part: str) -> str:
    head, texts = _languages(part)
    first, *others = texts
    if not others:
        return part
    data = json.dumps({lang: texts[lang] for lang in others}, ensure_ascii=False).replace("</", "<\\/")
    return f'{head}{texts[first]}<script type="application/json">{data}</script>{_END}'


def _languages(part: str) -> tuple[str, dict[str, str]]:
    """Split a piece of prose into its start and its text by language; ("", {"": part}) if it has only one language."""
    head, *rest = _LANGUAGE.split(part)
    texts = dict(zip(rest[::2], rest[1::2], strict=True))
    if len(texts) < 2 or not part.rstrip().endswith(_END):
        return "", {"": part}
    last = list(texts)[-1]
    texts[last] = texts[last].rstrip().removesuffix(_END)
    return head, texts


def in_one_language(html: str, lang: str) -> str:
    """Reduce prose to one language, English if it lacks that language."""
    parts = map(_languages, _PROSE.split(html))
    return "".join(
        f"{head}{texts.get(lang, texts[words.SOURCE])}{_END}" if head else texts[""] for head, texts in parts
    )


def unfolded(html: str) -> str:
    """Undo `folded`, except for white space after elements."""
    return _FOLDED.sub(lambda found: "".join(json.loads(found[1]).values()), html)


def shell() -> Any:
    """Return IPython's shell, or None."""
    found = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return found() if found else None


def current_request() -> Any:
    """Return the current request, which identifies the cell; None outside a notebook."""
    found = shell()
    return found.get_parent() if hasattr(found, "get_parent") else None


def _in_voila() -> bool:
    """Return whether Voilà runs this kernel, for a reader or preheated, as its environment says."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila") or "VOILA_PREHEAT" in os.environ


def static_language() -> str:
    """Return the language of a static notebook, which shows pictures because no kernel will be running; else "".

    The setting decides, or a frontend without standard input, which only executes notebooks, as nbclient does for
    nbconvert, papermill and others.  Voilà does so too, but its readers have a kernel.
    """
    if chosen := os.environ.get(SETTING):
        return "" if chosen == "0" else chosen
    asks = ((current_request() or {}).get("content") or {}).get("allow_stdin", True)
    return "" if asks or _in_voila() else words.SOURCE


def shown(html: str, begins: bool = False) -> str:
    """Return prose in the form for this kernel's frontend.  begins: it is the first output of a notebook."""
    if _in_voila():  # a page of the book
        return html
    if chosen := static_language():
        return in_one_language(html, chosen)
    return folded(html) + (chooser() if begins else "")


@cache
def chooser() -> str:
    """Return the language menu and its script, for the first output of a notebook."""
    names = json.dumps(words.both("page.language"), ensure_ascii=False)
    code = files("rulebook").joinpath("stage", "notebook.js").read_text("utf-8")
    return f'<div class="hk-tongues" data-languages="{escape(names)}"></div><script>{code.strip()}</script>'
