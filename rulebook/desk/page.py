"""The widgets of the desk in their page: their code and words, made as boards make theirs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulebook import boards
from rulebook.boards.board import Quiet
from rulebook.text import words

HERE = Path(__file__).parent
SHARED = ("page.js", "link.js")  # of the boards: elements and languages; one message at a time, and a watchdog

_END = """
export default { render };
"""


@cache
def code(*parts: str) -> str:
    """The ES module of a widget: what boards share, what the desk shares, its own parts."""
    files = [Path(boards.__file__).parent / name for name in SHARED] + [HERE / name for name in ("shared.js", *parts)]
    sheet = (HERE / "desk.css").read_text("utf-8")
    heads = {"KEY": "hedgekit-desk", "SHEET": sheet, "WORDS": interface()}
    constants = "\n".join(f"const {name} = {json.dumps(value, ensure_ascii=False)};" for name, value in heads.items())
    return constants + "\n" + "\n".join(file.read_text("utf-8") for file in files) + _END


@cache
def interface() -> dict[str, dict[str, str]]:
    """{language: {key: words}} of the desk, and of what a collation names: classes, kinds, facts, verdicts."""
    found: dict[str, dict[str, str]] = {}
    for lang in words.LANGUAGES:
        own = {
            key.removeprefix("ui."): text for key, text in words.table("desk", lang).items() if key.startswith("ui.")
        }
        named = {
            key.replace(".", "-"): text
            for key, text in words.table("collation", lang).items()
            if key.partition(".")[0] in ("classes", "kinds", "facts", "verdicts", "report")
        }
        found[lang] = {key: words.typeset(text, lang) for key, text in (own | named).items()}
    return found


def spoken(says: Callable[[str], str]) -> dict[str, str]:
    """{language: sentence} of the engine, typeset."""
    return {lang: words.typeset(says(lang), lang) for lang in words.LANGUAGES}


class Page(Quiet):
    """A widget of the desk; `PARTS` are the files of its own code."""

    PARTS: tuple[str, ...] = ()

    def __init__(self, **traits: object) -> None:
        self._esm = code(*self.PARTS)
        super().__init__(**traits)
