"""The functions that the book's notebooks call: prose in every language, boards for trying a clause, games.

    chapter("01-base-game")      title and summary of a chapter
    say("base.start")            a piece of prose
    page("base.turn")            a piece of prose that begins a new page of the chapter
    variant(9)                   the title and sentence of a variant; everything up to the next one is its page
    rule(9), about(9)            its clauses in words; whom it suits, how it combines, what was measured
    rule("0.7", "0.8")           these clauses in words
    more(9), more("base-turn")   the heading of the further boards on a page
    heading("quiz")              the heading of a section about the whole chapter
    clause("0.1")                a clause in words
    try_it("0.5")                a clause in words, with a board on which it matters
    try_it("9.1", text=False)    only the clause's name, with the board
    lesson("uncover")            another board for it
    example("9.1", seed=7)       a fresh position where the clause's variant matters, with a task
    without("9.1")               the position of `try_it` without the variant
    readings(13), options(13)    the open questions of a variant, and its options
    known("hekla")               known and reconstructed facts about a game: source and confidence
    measured("hekla")            statistics of a game: length, first player, each option
    narrated(game.trace[0].notes())  sentences of the engine as a list
    play(), play("9")            a free game, under any rules
    contents(), glossary()

Every result displays itself in a notebook and has a short, stable text form.  `try_it("0.5").board.game` is the game on
the board, an ordinary `hedgekit.Game`.  Other games of the collection are named where a variant has its number:
`options("horses")`, `try_it("hekla.5")`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import hedgekit
from hedgekit.games.race.variants import Variant
from hedgekit.games.race.variants.house_rules.registry import current
from hedgekit.renamed import warn_renamed
from hedgekit.text.words import Note

from ..learning import examples as _examples
from ..learning import lessons as _lessons
from ..measuring import claims as _claims
from ..measuring import games as _statistics
from ..text import words
from .prose import Prose, Shown

if TYPE_CHECKING:
    from ..boards.board import Board

__all__ = [
    "Prose", "Shown", "about", "chapter", "clause", "contents", "example", "glossary", "heading", "known", "lesson",
    "measured", "more", "narrated", "options", "page", "play", "readings", "rule", "say", "try_it", "variant",
    "without",
]  # fmt: skip


ABOUT = ("recommended", "effect", "combine", "remark")
"""Keys of what is said about a variant, in the order of a page."""


# ---- prose -----------------------------------------------------------------------------------------------------------


def say(key: str, **values: object) -> Prose:
    """Return the text at a key such as "start.what", filled in with values.  LookupError if there is none."""
    return Prose(key, words.html(key, values=values))


def page(key: str) -> Prose:
    """Return the text at a key such as "hekla.page.moving", which begins a page of the chapter with a heading.

    The page is named by the last part of the key.  LookupError if there is none.
    """
    return Prose(key, words.html(key, f"page-{key.rpartition('.')[2]}"))


def chapter(stem: str, summary: bool = True) -> Prose:
    """Return the title and summary of a chapter; the title alone where a board follows at once.

    LookupError for a chapter missing from `chapters.toml`.
    """

    def html(lang: str) -> str:
        if (listed := words.chapters(lang).get(stem)) is None:
            raise LookupError(f"there is no chapter {stem!r}")
        about = f"<p><em>{escape(listed['summary'])}</em></p>" if summary else ""
        return f"<h1>{escape(listed['title'])}</h1>{about}"

    return Prose(f"chapter {stem}", words.prose(html), begins=True)


def clause(name: str) -> Prose:
    """Return a clause in words, with its number and short name.  LookupError if there is no such clause."""

    def html(lang: str) -> str:
        return _clause_heading(name, "h3", lang) + words.render(words.clause(name, lang))

    return Prose(f"clause {name}", words.prose(html, f"rule-{name}"))


def _clause_name(name: str) -> Prose:
    """Return the name of a clause whose words are elsewhere, where searches should lead."""
    return Prose(f"clause {name}", words.prose(lambda lang: _clause_heading(name, "h4", lang), again=True))


def _clause_heading(name: str, tag: str, lang: str) -> str:
    number = f"{words.label(name)} · " if name[-1:].isdigit() else ""  # house rules of other games have only names
    return f"<{tag}>{number}{escape(words.clause_name(name)[lang])}</{tag}>"


def variant(number: words.Subject) -> Prose:
    """Return the title and sentence of a variant, or everything said about a house rule or another game.

    LookupError if there is no such variant.
    """
    if str(number) in current().house:
        return _of_house_rule(current().variants[current().number(str(number)) or 0])

    def html(lang: str) -> str:
        if not isinstance(number, int):
            return words.render(f"**{words.text(f'{number}.sentence', lang)}** {_purpose(number, lang)}")
        words.tree(words.file_of(number), lang)  # LookupError if there is none
        title, sentence = (words.of_variant(number, what)[lang] for what in ("title", "sentence"))
        return f"<h2>{number} · {escape(title)}</h2>{words.render(f'**{sentence}**')}"

    return Prose(f"variant {number}", words.prose(html, f"variant-{number}"))


def rule(*subjects: int | str) -> Prose:
    """Return the clauses of a variant, or the named clauses, in words.  LookupError if there is none of these."""
    names = [name for one in subjects for name in (words.clauses(one) if isinstance(one, int) else [one])]
    told = "".join(clause(name).html for name in names)
    return Prose(f"rule {', '.join(map(str, subjects))}", f'<div class="hk-rule">{told}</div>')


def about(number: int) -> Prose:
    """Return whom a variant suits, its effect, combinations, a remark, and measurements.  LookupError if unknown."""

    def html(lang: str) -> str:
        summary = f"<summary><h3>{escape(words.text('variants.about', lang))}</h3></summary>"
        return f"<details open>{summary}{words.render(_purpose(number, lang))}{_claims.details(number, lang)}</details>"

    return Prose(f"about {number}", words.prose(html, f"about-{number}"))


def _purpose(subject: words.Subject, lang: str) -> str:
    """Return the purpose of a variant or game, and a list of further information, in Markdown."""
    stem = words.file_of(subject)
    listed = [
        f"- **{words.text(f'variants.{name}', lang)}** {words.text(f'{stem}.about.{name}', lang)}"
        for name in ABOUT
        if name in words.tree(stem, lang).get("about", {})
    ]
    if isinstance(subject, int) and (found := _claims.rows().get(subject)):
        told = _claims.verdict_words(found, lang)
        listed.append(f"- **{words.text('variants.measured', lang)}** {told}.")
    return "\n\n".join([words.text(f"{stem}.purpose", lang), "\n".join(listed)])


def more(page: int | str) -> Prose:
    """Return the heading of the further, optional boards on the page of a variant or on another page."""
    return Prose(f"more of {page}", _heading("more", 3, f"more-{page}"))


def heading(name: str) -> Prose:
    """Return the heading of a section about all variants of the chapter.  LookupError if there is none of this name."""
    return Prose(f"heading {name}", _heading(name, 2, f"part-{name}"))


def _heading(name: str, level: int, identity: str) -> str:
    return words.prose(lambda lang: f"<h{level}>{escape(words.text(f'variants.{name}', lang))}</h{level}>", identity)


def _of_house_rule(rule: Variant) -> Prose:
    """Return the section of a house rule: its author's words and its clauses."""

    def html(lang: str) -> str:
        told = words.of_house_rule(rule, lang)
        clauses = [f"- **{name}** {text}" for name, text in words.clauses_of_house_rule(told)]
        body = words.render("\n".join([f"**{told['sentence']}** {told.get('purpose', '')}\n", *clauses]))
        return f"<h2>{rule.number} · {escape(told['title'])}</h2>{body}"

    return Prose(f"variant {rule.number}", words.prose(html, f"variant-{rule.number}"))


def readings(subject: words.Subject) -> Prose:
    """Return the open questions in the text of a variant or game, with our answers.  LookupError if there are none."""
    return _list_of(subject, "readings", dict.fromkeys(_names(subject, "readings"), ""))


def options(subject: words.Subject) -> Prose:
    """Return the options of a variant or game: effect and notation of each value.  LookupError if it has none."""
    variant = hedgekit.VARIANTS.get(subject) if isinstance(subject, int) else None
    free = {option.name for option in variant.options if option.free} if variant else set()
    suffixes = {}
    for name in _names(subject, "options"):
        option, _, value = name.partition(".")
        suffixes[name] = f"`{subject}[{option}={'…' if option in free else value}]`"
    return _list_of(subject, "options", suffixes)


def known(subject: str) -> Prose:
    """Return the known and reconstructed facts about a game: claim, source, confidence.  LookupError if none."""
    names = list(dict.fromkeys(name.partition(".")[0] for name in _names(subject, "known")))
    columns = ("claim", "source", "sure")

    def html(lang: str) -> str:
        head = "".join(f'<th scope="col">{escape(words.text(f"variants.known-{one}", lang))}</th>' for one in columns)
        rows = (
            "".join(f"<td>{_inner(words.text(f'{subject}.known.{name}.{one}', lang))}</td>" for one in columns)
            for name in names
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return words.labelled(f"{words.TABLE}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")

    return Prose(f"known of {subject}", words.prose(html))


def measured(subject: str) -> Prose:
    """Return tables of a game's statistics, with intervals: its length, the first player's advantage, each option.

    LookupError if nothing was measured.
    """
    return Prose(f"measured of {subject}", words.prose(lambda lang: _statistics.html(subject, lang)))


def _names(subject: words.Subject, table: str) -> list[str]:
    """Return the keys of a table of texts of a variant or game, in order.  LookupError if it has no such table."""
    stem = words.file_of(subject)
    found = [key.partition(".")[2] for key in words.table(stem, words.SOURCE) if key.startswith(f"{table}.")]
    if not found:
        raise LookupError(f"{subject} has no {table}")
    return found


def _list_of(number: words.Subject, table: str, suffixes: Mapping[str, str]) -> Prose:
    """Return the texts of a table as a list; `suffixes` has what follows each of them."""
    stem = words.file_of(number)

    def html(lang: str) -> str:
        items = []
        for name, after in suffixes.items():
            text = words.options_in_words(words.text(f"{stem}.{table}.{name}", lang), lang)
            items.append(f"<li>{_inner(f'{text} {after}'.strip())}</li>")
        title = "" if number == 0 else f"<h3>{escape(words.text(f'variants.{table}', lang))}</h3>"
        return f"{title}<ul>{''.join(items)}</ul>"

    return Prose(f"{table} of {number}", words.prose(html))


def narrated(notes: Iterable[Note]) -> Prose:
    """Return sentences of the engine, such as those that explain a scoring, as a list in every language."""
    notes = list(notes)

    def html(lang: str) -> str:
        return f"<ol>{''.join(f'<li>{escape(words.typeset(note.text(lang), lang))}</li>' for note in notes)}</ol>"

    return Prose(f"{len(notes)} sentences", words.prose(html))


def told(notes: Iterable[Note]) -> Prose:
    """The former name of `narrated`, for one edition."""
    warn_renamed("told", "narrated")
    return narrated(notes)


def glossary() -> Prose:
    """Return the terms of the game, each with its equivalents in the other languages."""
    names = list(words.tree("glossary", words.SOURCE))

    def html(lang: str) -> str:
        entries = []
        for name in sorted(names, key=lambda name: _sort_key(words.text(f"glossary.{name}.term", lang))):
            others = ", ".join(
                f'<i lang="{other}">{escape(words.text(f"glossary.{name}.term", other))}</i> ({other})'
                for other in words.LANGUAGES
                if other != lang
            )
            term = escape(words.text(f"glossary.{name}.term", lang))
            meaning = _inner(words.text(f"glossary.{name}.meaning", lang))
            entries.append(f"<dt><strong>{term}</strong> – {others}</dt><dd>{meaning}</dd>")
        return f"<dl>{''.join(entries)}</dl>"

    return Prose("glossary", words.prose(html))


def contents() -> Prose:
    """Return the table of contents.  Its links are relative, so they work in Voilà, JupyterLab and a static site."""

    def html(lang: str) -> str:
        items = (
            f'<li><a href="{stem}.ipynb">{escape(about["title"])}</a><br>{escape(about["summary"])}</li>'
            for stem, about in words.chapters(lang).items()
        )
        return f'<ol start="0">{"".join(items)}</ol>'

    return Prose("contents", words.prose(html))


def _inner(text: str) -> str:
    """Render a single paragraph of Markdown as HTML, without the paragraph element."""
    return re.sub(r"\A<p>(.*)</p>\Z", r"\1", words.render(text), flags=re.DOTALL)


def _sort_key(text: str) -> str:
    """Return a text's sort key: without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


# ---- boards ----------------------------------------------------------------------------------------------------------


def _board(name: str, **options: Any) -> "Board":
    from ..boards.board import Board  # here, since prose needs no widgets

    return Board(name, **options)


def prose_of(call: str, *values: Any, **named: Any) -> Prose | None:
    """Return the prose of a call to a function of this module, without its board; None for one that only plays."""
    if call == "lesson":
        return _lead(_lessons.lesson(*values))
    if call not in __all__ or call in ("play", "without", "example"):
        return None
    shown = (_clause_and_lead if call == "try_it" else globals()[call])(*values, **named)
    return shown if isinstance(shown, Prose) else None


def _clause_and_lead(name: str, text: bool = True) -> Prose:
    lead, prose = _lead(_lesson_on(name)), clause(name) if text else _clause_name(name)
    return Prose(prose.name, prose.html + (lead.html if lead else ""))


def try_it(name: str, text: bool = True) -> Shown:
    """Return a clause in words (or its name), with a board and a task on it.  LookupError if there is no task."""
    return Shown(_clause_and_lead(name, text), _board_of(_lesson_on(name)))


def lesson(name: str) -> Shown:
    """Return a lesson by name: a board with a task, and its introduction.  LookupError if there is none."""
    return Shown(_lead(_lessons.lesson(name)), _board_of(_lessons.lesson(name)))


def example(name: str, seed: int) -> Shown:
    """Return a board with a random position where a clause, or its variant, matters, and a task to match.

    The same seed gives the same position.  For a house rule there is no task.  LookupError if the clause has no task,
    or no such position is found.
    """
    if (rule := str(words.subject_of(name))) in current().house:
        rules = hedgekit.rules(rule)
        at, _ = _examples.differing(rules, rules.variants[0], seed)
        return Shown(None, _board(f"{name}-{seed}", game=hedgekit.Game.from_text(rules, at)))
    found = _lesson_on(name).another(seed)
    return Shown(None, _board(f"{found.name}-{seed}", game=found.game(), task=found))


def without(name: str) -> "Board":
    """Return a board at the position of `try_it(name)` without the variant.  LookupError if it does not exist."""
    found = _lesson_on(name)
    return _board(f"{found.name}-without", game=found.without(found.game()))


def _lesson_on(name: str) -> _lessons.Lesson:
    found = _lessons.lessons_of(name)
    if not found:
        raise LookupError(f"no lesson shows the clause {name!r}")
    return found[0]


def _lead(found: _lessons.Lesson) -> Prose | None:
    lead = found.sentence("lead")
    return Prose(f"lesson {found.name}", words.prose(lambda lang: words.render(lead[lang]))) if lead else None


def _board_of(found: _lessons.Lesson) -> "Board":
    return _board(found.name, game=found.game(), seats=found.seats, task=found)


def play(rules: str = "0", players: int | None = None, seats: Sequence[Any] | None = None, name: str = "") -> "Board":
    """Return a board with a new game of the collection, against greedy players unless `seats` says otherwise.

    players: defaults to the number in the rule set, or its usual one; name: the board's name on its page, used in links
    and for the game kept by the browser (by default "play", or "play-9" under the rules "9").  ValueError for
    impossible rules, numbers of players or seats.
    """
    kind = hedgekit.game_of(rules)
    wanted = kind.read_rules(rules, players)
    if not name:
        numbers = "-".join(re.findall(r"[0-9a-z]+", re.sub(r"\[.*?\]| .*", "", str(wanted))))
        name = f"play-{numbers}" if numbers != "0" else "play"
    return _board(name, game=kind(wanted), seats=seats or ["reader"] + ["greedy"] * (wanted.players - 1))
