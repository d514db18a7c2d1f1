"""Prose as notebooks have it: in English, the other languages folded beside it as data.

A page of the book has every language as an element and shows one of them.  Where no page is around the prose (a code
host, a notebook that is not trusted) all of them would be read one below the other: so a notebook has the first as an
element and the others in a script of the type JSON, which whoever cleans HTML drops whole, and `notebook.js` shows the
one that the reader has chosen.
"""

import json
import os
import re
from functools import cache
from html import escape
from importlib.resources import files

from . import words

_PROSE = re.compile(r'(?=<div class="hk-words)')
_LANGUAGE = re.compile(r'(?=<div lang="([a-z]{2,3})" data-lang="\1">)')
_FOLDED = re.compile(r'<script type="application/json">(.*?)</script>(?=</div>)', re.DOTALL)
_END = "</div>"


def folded(html: str) -> str:
    """HTML of prose in every language, as notebooks have it."""
    return "".join(map(_folded, _PROSE.split(html)))


def _folded(part: str) -> str:
    head, *rest = _LANGUAGE.split(part)
    said = dict(zip(rest[::2], rest[1::2], strict=True))
    if len(said) < 2 or not part.rstrip().endswith(_END):
        return part
    first, *others = said
    said[others[-1]] = said[others[-1]].rstrip().removesuffix(_END)
    data = json.dumps({lang: said[lang] for lang in others}, ensure_ascii=False).replace("</", "<\\/")
    return f'{head}{said[first]}<script type="application/json">{data}</script>{_END}'


def unfolded(html: str) -> str:
    """What `folded` was made from, but for white space after an element."""
    return _FOLDED.sub(lambda found: "".join(json.loads(found[1]).values()), html)


def shown(html: str, begins: bool = False) -> str:
    """HTML of prose as the frontend of this kernel wants it.  begins: a notebook begins with it."""
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):  # as Voilà tells its kernels: a page of the book
        return html
    return folded(html) + (chooser() if begins else "")


@cache
def chooser() -> str:
    """What a notebook's first output has beside its title: a place to choose the language, and what follows it."""
    names = json.dumps(words.both("page.language"), ensure_ascii=False)
    code = files("rulebook").joinpath("stage", "notebook.js").read_text("utf-8")
    return f'<div class="hk-tongues" data-languages="{escape(names)}"></div><script>{code.strip()}</script>'
