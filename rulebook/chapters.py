"""What the notebooks of the book call: prose in every language, boards to try a clause on, games.

    chapter("01-base-game")      title and summary of a chapter
    say("base.turn")             a piece of prose
    clause("0.1")                a clause in words
    try_it("0.5")                a clause in words, with a board on which it bites
    lesson("uncover")            another board for it
    play()                       a free game
    contents(), glossary(), readings(0)

Everything returned shows itself in a notebook and has a short, steady text form.  `try_it("0.5").board.game` is the
game on the board, an ordinary `hedgekit.Game`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import lessons as _lessons
from . import words

if TYPE_CHECKING:
    from .boards.board import Board

__all__ = ["Prose", "Shown", "chapter", "clause", "contents", "glossary", "lesson", "play", "readings", "say", "try_it"]


class Prose:
    """Words of the book in every language, as HTML; the page shows one language.  `name` is its text form."""

    def __init__(self, name: str, html: str) -> None:
        self.name = name
        self.html = html

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Shown:
    """Words with a board below them: `prose` (None if there are none) and `board`."""

    def __init__(self, prose: Prose | None, board: Board) -> None:
        self.prose = prose
        self.board = board

    def _ipython_display_(self) -> None:
        # Two outputs, because one output shows either text or a widget.
        from IPython.display import display

        for part in (self.prose, self.board):
            if part is not None:
                display(part)

    def __repr__(self) -> str:
        return "\n".join(repr(part) for part in (self.prose, self.board) if part is not None)


# ---- prose -----------------------------------------------------------------------------------------------------------


def say(key: str) -> Prose:
    """The text at an address such as "start.what".  LookupError if there is none."""
    return Prose(key, words.html(key))


def chapter(stem: str) -> Prose:
    """The title of a chapter and what it is about.  LookupError for a chapter that is not in `chapters.toml`."""
    titles = {}
    for lang in words.LANGUAGES:
        listed = words.chapters(lang)
        if stem not in listed:
            raise LookupError(f"there is no chapter {stem!r}")
        titles[lang] = f"<h1>{escape(listed[stem]['title'])}</h1><p><em>{escape(listed[stem]['summary'])}</em></p>"
    return Prose(f"chapter {stem}", _one_language() + words.wrapped(words.every(titles)))


def _one_language() -> str:
    """A style that hides the other languages where no page frame does (JupyterLab), once a board has set one."""
    rules = [f'html[data-lang="{lang}"] .hk-words>[data-lang]:not([data-lang="{lang}"])' for lang in words.LANGUAGES]
    return f"<style>{','.join(rules)}{{display:none}}</style>"


def clause(name: str) -> Prose:
    """A clause in words, with its number and its short name.  LookupError if there is no such clause."""
    names = words.clause_name(name)
    said = {
        lang: f"<h3>{escape(name)} · {escape(names[lang])}</h3>{words.render(words.clause(name, lang))}"
        for lang in words.LANGUAGES
    }
    return Prose(f"clause {name}", words.wrapped(words.every(said), f"rule-{name}"))


def readings(number: int) -> Prose:
    """The questions that the text of a variant leaves open, and how they are answered here."""
    stem = words.file_of(number)
    names = list(words.tree(stem, words.SOURCE)["readings"])
    said = {}
    for lang in words.LANGUAGES:
        items = (_inner(words.text(f"{stem}.readings.{name}", lang)) for name in names)
        said[lang] = "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
    return Prose(f"readings of {number}", words.wrapped(words.every(said)))


def glossary() -> Prose:
    """The terms of the game, each with what the other languages call it."""
    names = list(words.tree("glossary", words.SOURCE))
    said = {}
    for lang in words.LANGUAGES:
        entries = []
        for name in sorted(names, key=lambda name: _folded(words.text(f"glossary.{name}.term", lang))):
            others = ", ".join(
                f'<i lang="{other}">{escape(words.text(f"glossary.{name}.term", other))}</i> ({other})'
                for other in words.LANGUAGES
                if other != lang
            )
            term = escape(words.text(f"glossary.{name}.term", lang))
            meaning = _inner(words.text(f"glossary.{name}.meaning", lang))
            entries.append(f"<dt><strong>{term}</strong> – {others}</dt><dd>{meaning}</dd>")
        said[lang] = f"<dl>{''.join(entries)}</dl>"
    return Prose("glossary", words.wrapped(words.every(said)))


def contents() -> Prose:
    """The table of contents.  Its links are relative: they lead on in Voilà, in JupyterLab and on a static site."""
    said = {}
    for lang in words.LANGUAGES:
        items = (
            f'<li><a href="{stem}.ipynb">{escape(about["title"])}</a><br>{escape(about["summary"])}</li>'
            for stem, about in words.chapters(lang).items()
        )
        said[lang] = f'<ol start="0">{"".join(items)}</ol>'
    return Prose("contents", words.wrapped(words.every(said)))


def _inner(text: str) -> str:
    """Markdown of a single paragraph as HTML without the paragraph."""
    return re.sub(r"\A<p>(.*)</p>\Z", r"\1", words.render(text), flags=re.DOTALL)


def _folded(text: str) -> str:
    """A text as words are sorted by: without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


# ---- boards ----------------------------------------------------------------------------------------------------------


def _board(name: str, **options: Any) -> Board:
    from .boards.board import Board  # here: prose needs no widgets

    return Board(name, **options)


def try_it(name: str) -> Shown:
    """A clause in words, with a board on which it bites and a task.  LookupError for a clause that is not tried."""
    found = _lessons.lessons_of(name)
    if not found:
        raise LookupError(f"no lesson shows the clause {name!r}")
    lead = _lead(found[0])
    prose = clause(name)
    return Shown(Prose(prose.name, prose.html + (lead.html if lead else "")), _board_of(found[0]))


def lesson(name: str) -> Shown:
    """A lesson by its name: a board with a task, and what leads up to it.  LookupError if there is none."""
    found = _lessons.lesson(name)
    return Shown(_lead(found), _board_of(found))


def _lead(found: _lessons.Lesson) -> Prose | None:
    said = found.says("lead")
    if not said:
        return None
    rendered = {lang: words.render(text) for lang, text in said.items()}
    return Prose(f"lesson {found.name}", words.wrapped(words.every(rendered)))


def _board_of(found: _lessons.Lesson) -> Board:
    return _board(found.name, game=found.game(), seats=found.seats, task=found)


def play(name: str = "play", rules: str = "0", players: int = 4, seats: Sequence[str] | None = None) -> Board:
    """A board with a new game: you against players who choose at random, unless `seats` says otherwise.

    `name` names the board in its page, for links and for the game that the browser keeps.  ValueError for impossible
    rules, numbers of players or seats.
    """
    import hedgekit

    game = hedgekit.Game(hedgekit.rules(rules, players=players))
    return _board(name, game=game, seats=seats or ["reader"] + ["random"] * (players - 1))
