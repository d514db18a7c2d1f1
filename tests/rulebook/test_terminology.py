"""House style that a machine can check: one word for one thing, and sentences instead of notation."""

import re

import pytest

from hedgekit.text import words as tables
from rulebook.boards.table import Table
from rulebook.learning.lessons import lessons
from rulebook.text import words

INSTEAD = {
    r"goals?": "home, or the finishing line",
    r"readers?(?! writes)": "a person, or the players",
    r"the book's players|players of this book": "computer players",
    r"(?<!one after )one's(?! own)|one's own": "your own",
    r"(?<!There )(?:is|are) no (?:move|square|number|record|player|rule|rulebook|side-step|value)": "is not a ...",
    r"he|his|him|himself": "they: nobody knows who plays",
    r"(?<!Mouse\*\* \| )[Cc]lick(?:ed)?": "tap, which a finger does and a mouse as well",
}
"""Patterns to avoid, and what to say instead."""
ADMINS = ("commands", "collation", "desk")
"""Tables for whoever runs a server (readers are its visitors) or works at the desk, where a text has readers."""
NAMED = {"page.screen-reader", "24.about.remark", "start.board"}
"""Texts about a translator who wrote something, or about screen readers."""


def texts(lang: str) -> dict[str, str]:
    book = {f"{stem}.{key}": text for stem in words.stems(lang) for key, text in words.table(stem, lang).items()}
    return {key: text for key, text in book.items() if key.partition(".")[0] not in ADMINS and key not in NAMED}


@pytest.mark.parametrize("banned", INSTEAD)
def test_banned_words_do_not_occur(banned):
    board = {key: text for key, text in tables.table("en").items() if not key.startswith(("cli.", "error."))}
    found = {
        key: text
        for key, text in (texts("en") | board).items()
        if re.search(rf"\b(?:{banned})\b", re.sub(r"\{[^}]*\}|`[^`]*`", "", text))
    }
    assert found == {}, f"say {INSTEAD[banned]}"


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_tasks_and_clauses_have_no_notation(lang):
    """The board shows the deciding clause; options are described in sentences."""
    for key, text in texts(lang).items():
        if re.search(r"(?:^|\.)(?:tasks|clauses)\.", key):
            assert not re.search(r"`\d+\[", text), f"{lang} {key}: {text}"
        if re.search(r"(?:^|\.)tasks\.", key):
            assert not re.search(r"(?<![\d.,])\d{1,2}\.\d{1,2}\b", text), f"{lang} {key}: {text}"


def test_board_titles_are_sentences():
    """By its task's clause or its rules, never by the name used in addresses."""
    for lesson in lessons().values():
        title = Table(lesson.game(), task=lesson, name=lesson.name).view()["title"]
        for lang, text in title.items():
            assert re.match(r"[^\W\d_]|\d{1,2} ", text), (lesson.name, lang, text)
            assert text != lesson.name
    assert Table(rules="9+13 players=3", name="play").view()["title"]["en"] == "The tube + Jostling, 3 players"
    assert Table(rules="horses players=2").view()["title"]["fr"] == "Les petits chevaux, 2 joueurs"
