"""What the notebooks of the book call: prose in every language, boards to try a clause on, games.

    chapter("01-base-game")      title and summary of a chapter
    say("base.start")            a piece of prose
    page("base.turn")            one with which a page begins, where a chapter is printed as several
    variant(9)                   a variant: its title and its sentence; what is shown up to the next one is its page
    rule(9), about(9)            its clauses in words; for whom it is, what goes with it, what was measured
    rule("0.7", "0.8")           these clauses in words
    more(9), more("base-turn")   what is further down on its page, or on another one
    heading("quiz")              what belongs to the whole chapter again
    clause("0.1")                a clause in words
    try_it("0.5")                a clause in words, with a board on which it bites
    try_it("9.1", text=False)    the board, below the clause's name: its words have been said
    lesson("uncover")            another board for it
    example("9.1", seed=7)       a fresh position where the clause's variant matters, with a task
    without("9.1")               the position of `try_it`, without the variant
    readings(13), options(13)    what the text of a variant leaves open, and what it leaves to you
    known("hekla")               what is known of a game and what is reconstructed, from where, and how sure
    measured("hekla")            what many games say of its length, of beginning, of each option
    told(game.trace[0].notes())  sentences of the engine as a list
    play(), play("9")            a free game, under the rules you like
    contents(), glossary()

Everything returned shows itself in a notebook and has a short, steady text form.  `try_it("0.5").board.game` is the
game on the board, an ordinary `hedgekit.Game`.  What is said of a variant by its number is said of another game of the
collection by its name: `options("horses")`, `try_it("hekla.5")`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import hedgekit
from hedgekit.games.race.variants import Variant
from hedgekit.games.race.variants.house_rules.registry import current
from hedgekit.text.words import Note

from ..learning import examples as _examples
from ..learning import lessons as _lessons
from ..measuring import claims as _claims
from ..measuring import sisters as _statistics
from ..text import words
from .prose import Prose, Shown

if TYPE_CHECKING:
    from ..boards.board import Board

__all__ = [
    "Prose", "Shown", "about", "chapter", "clause", "contents", "example", "glossary", "heading", "known", "lesson",
    "measured", "more", "options", "page", "play", "readings", "rule", "say", "told", "try_it", "variant", "without",
]  # fmt: skip


ABOUT = ("recommended", "effect", "combine", "remark")
"""What a variant's words say about it, in the order of a page."""


# ---- prose -----------------------------------------------------------------------------------------------------------


def say(key: str, **values: object) -> Prose:
    """The text at an address such as "start.what", with what fills it.  LookupError if there is none."""
    return Prose(key, words.html(key, values=values))


def page(key: str) -> Prose:
    """The text at an address such as "hekla.page.moving": a heading, with which a page of the chapter begins, and more.

    The page has the name that the address ends with.  LookupError if there is none.
    """
    return Prose(key, words.html(key, f"page-{key.rpartition('.')[2]}"))


def chapter(stem: str, summary: bool = True) -> Prose:
    """The title of a chapter and what it is about; the title alone where a board follows at once.

    LookupError for a chapter that is not in `chapters.toml`.
    """

    def said(lang: str) -> str:
        if (listed := words.chapters(lang).get(stem)) is None:
            raise LookupError(f"there is no chapter {stem!r}")
        about = f"<p><em>{escape(listed['summary'])}</em></p>" if summary else ""
        return f"<h1>{escape(listed['title'])}</h1>{about}"

    return Prose(f"chapter {stem}", words.prose(said), begins=True)


def clause(name: str) -> Prose:
    """A clause in words, with its number and its short name.  LookupError if there is no such clause."""

    def said(lang: str) -> str:
        return _titled(name, "h3", lang) + words.render(words.clause(name, lang))

    return Prose(f"clause {name}", words.prose(said, f"rule-{name}"))


def _named(name: str) -> Prose:
    """The name of a clause whose words are said elsewhere: a search leads there, not here."""
    return Prose(f"clause {name}", words.prose(lambda lang: _titled(name, "h4", lang), again=True))


def _titled(name: str, tag: str, lang: str) -> str:
    return f"<{tag}>{escape(words.label(name))} · {escape(words.clause_name(name)[lang])}</{tag}>"


def variant(number: words.Subject) -> Prose:
    """A variant by its title and its sentence.  A house rule, and another game by its name: all that is said of it.

    LookupError if there is no such variant.
    """
    if str(number) in current().house:
        return _of_house_rule(current().variants[current().number(str(number)) or 0])

    def said(lang: str) -> str:
        if not isinstance(number, int):
            return words.render(f"**{words.text(f'{number}.sentence', lang)}** {_about(number, lang)}")
        words.tree(words.file_of(number), lang)  # is there one?
        title, sentence = (words.of_variant(number, what)[lang] for what in ("title", "sentence"))
        return f"<h2>{number} · {escape(title)}</h2>{words.render(f'**{sentence}**')}"

    return Prose(f"variant {number}", words.prose(said, f"variant-{number}"))


def rule(*subjects: int | str) -> Prose:
    """Clauses in words, one after the other: all of a variant by its number, or those that are named.

    LookupError if there is no such variant or clause.
    """
    names = [name for one in subjects for name in (words.clauses(one) if isinstance(one, int) else [one])]
    told = "".join(clause(name).html for name in names)
    return Prose(f"rule {', '.join(map(str, subjects))}", f'<div class="hk-rule">{told}</div>')


def about(number: int) -> Prose:
    """Whom a variant is for, its effect, what it goes with, a remark, and what our games say of it.

    LookupError if there is no such variant.
    """

    def said(lang: str) -> str:
        summary = f"<summary><h3>{escape(words.text('variants.about', lang))}</h3></summary>"
        return f"<details open>{summary}{words.render(_about(number, lang))}{_claims.folded(number, lang)}</details>"

    return Prose(f"about {number}", words.prose(said, f"about-{number}"))


def _about(subject: words.Subject, lang: str) -> str:
    """The purpose of a variant or a game, and a list of what else is said of it, in Markdown."""
    stem = words.file_of(subject)
    listed = [
        f"- **{words.text(f'variants.{name}', lang)}** {words.text(f'{stem}.about.{name}', lang)}"
        for name in ABOUT
        if name in words.tree(stem, lang).get("about", {})
    ]
    if isinstance(subject, int) and (found := _claims.rows().get(subject)):
        told = _claims.in_a_word(found, lang)
        listed.append(f"- **{words.text('variants.measured', lang)}** {told}.")
    return "\n\n".join([words.text(f"{stem}.purpose", lang), "\n".join(listed)])


def more(page: int | str) -> Prose:
    """A heading: from here on the page of a variant, or another page, has further boards, for who wants them."""
    return Prose(f"more of {page}", _headed("more", 3, f"more-{page}"))


def heading(name: str) -> Prose:
    """A heading below which a chapter speaks of all its variants again.  LookupError if there is none of this name."""
    return Prose(f"heading {name}", _headed(name, 2, f"part-{name}"))


def _headed(name: str, level: int, identity: str) -> str:
    return words.prose(lambda lang: f"<h{level}>{escape(words.text(f'variants.{name}', lang))}</h{level}>", identity)


def _of_house_rule(rule: Variant) -> Prose:
    """The section of a house rule: what its author says of it, and its clauses."""

    def said(lang: str) -> str:
        told = words.of_house_rule(rule, lang)
        clauses = [f"- **{name}** {text}" for name, text in words.clauses_of_house_rule(told)]
        body = words.render("\n".join([f"**{told['sentence']}** {told.get('purpose', '')}\n", *clauses]))
        return f"<h2>{rule.number} · {escape(told['title'])}</h2>{body}"

    return Prose(f"variant {rule.number}", words.prose(said, f"variant-{rule.number}"))


def readings(subject: words.Subject) -> Prose:
    """The questions that the text of a variant or a game leaves open, and how they are answered here.

    LookupError if it leaves none open.
    """
    return _listed(subject, "readings", dict.fromkeys(_names(subject, "readings"), ""))


def options(subject: words.Subject) -> Prose:
    """The options of a variant or a game: what each value does, and how rule sets write it.

    LookupError if it has none.
    """
    variant = hedgekit.VARIANTS.get(subject) if isinstance(subject, int) else None
    free = {option.name for option in variant.options if option.free} if variant else set()
    written = {}
    for name in _names(subject, "options"):
        option, _, value = name.partition(".")
        written[name] = f"`{subject}[{option}={'…' if option in free else value}]`"
    return _listed(subject, "options", written)


def known(subject: str) -> Prose:
    """What is known of a game and what is reconstructed: a table of claims, sources, and how sure they are.

    LookupError if nothing is said of it.
    """
    names = list(dict.fromkeys(name.partition(".")[0] for name in _names(subject, "known")))
    columns = ("claim", "source", "sure")

    def said(lang: str) -> str:
        head = "".join(f'<th scope="col">{escape(words.text(f"variants.known-{one}", lang))}</th>' for one in columns)
        rows = (
            "".join(f"<td>{_inner(words.text(f'{subject}.known.{name}.{one}', lang))}</td>" for one in columns)
            for name in names
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return words.labelled(f"{words.TABLE}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")

    return Prose(f"known of {subject}", words.prose(said))


def measured(subject: str) -> Prose:
    """How long a game lasts, what beginning is worth and what each option changes: tables, with intervals.

    LookupError if nothing was measured of it.
    """
    return Prose(f"measured of {subject}", words.prose(lambda lang: _statistics.html(subject, lang)))


def _names(subject: words.Subject, table: str) -> list[str]:
    """The keys of a table of the words of a variant or a game, in order; LookupError if it has no such table."""
    stem = words.file_of(subject)
    found = [key.partition(".")[2] for key in words.table(stem, words.SOURCE) if key.startswith(f"{table}.")]
    if not found:
        raise LookupError(f"{subject} has no {table}")
    return found


def _listed(number: words.Subject, table: str, written: Mapping[str, str]) -> Prose:
    """The texts of a table as a list; `written` is what stands after each, if anything does."""
    stem = words.file_of(number)

    def said(lang: str) -> str:
        items = []
        for name, after in written.items():
            text = words.options_in_words(words.text(f"{stem}.{table}.{name}", lang), lang)
            items.append(f"<li>{_inner(f'{text} {after}'.strip())}</li>")
        title = "" if number == 0 else f"<h3>{escape(words.text(f'variants.{table}', lang))}</h3>"
        return f"{title}<ul>{''.join(items)}</ul>"

    return Prose(f"{table} of {number}", words.prose(said))


def told(notes: Iterable[Note]) -> Prose:
    """Sentences of the engine, such as those that tell a scoring, as a list in every language."""
    notes = list(notes)

    def said(lang: str) -> str:
        return f"<ol>{''.join(f'<li>{escape(words.typeset(note.text(lang), lang))}</li>' for note in notes)}</ol>"

    return Prose(f"{len(notes)} sentences", words.prose(said))


def glossary() -> Prose:
    """The terms of the game, each with what the other languages call it."""
    names = list(words.tree("glossary", words.SOURCE))

    def said(lang: str) -> str:
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
        return f"<dl>{''.join(entries)}</dl>"

    return Prose("glossary", words.prose(said))


def contents() -> Prose:
    """The table of contents.  Its links are relative: they lead on in Voilà, in JupyterLab and on a static site."""

    def said(lang: str) -> str:
        items = (
            f'<li><a href="{stem}.ipynb">{escape(about["title"])}</a><br>{escape(about["summary"])}</li>'
            for stem, about in words.chapters(lang).items()
        )
        return f'<ol start="0">{"".join(items)}</ol>'

    return Prose("contents", words.prose(said))


def _inner(text: str) -> str:
    """Markdown of a single paragraph as HTML without the paragraph."""
    return re.sub(r"\A<p>(.*)</p>\Z", r"\1", words.render(text), flags=re.DOTALL)


def _folded(text: str) -> str:
    """A text as words are sorted by: without accents and capitals."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


# ---- boards ----------------------------------------------------------------------------------------------------------


def _board(name: str, **options: Any) -> "Board":
    from ..boards.board import Board  # here: prose needs no widgets

    return Board(name, **options)


def prose_of(call: str, *values: Any, **named: Any) -> Prose | None:
    """What a function of this module says, without its board; None for one that only plays."""
    if call == "lesson":
        return _lead(_lessons.lesson(*values))
    if call not in __all__ or call in ("play", "without", "example"):
        return None
    said = (_tried if call == "try_it" else globals()[call])(*values, **named)
    return said if isinstance(said, Prose) else None


def _tried(name: str, text: bool = True) -> Prose:
    lead, prose = _lead(_first_of(name)), clause(name) if text else _named(name)
    return Prose(prose.name, prose.html + (lead.html if lead else ""))


def try_it(name: str, text: bool = True) -> Shown:
    """A clause in words (or its name), with a board on which it bites and a task. LookupError for one not tried."""
    return Shown(_tried(name, text), _board_of(_first_of(name)))


def lesson(name: str) -> Shown:
    """A lesson by its name: a board with a task, and what leads up to it.  LookupError if there is none."""
    return Shown(_lead(_lessons.lesson(name)), _board_of(_lessons.lesson(name)))


def example(name: str, seed: int) -> Shown:
    """A board with a random position where a clause, or its variant, matters, and a task that fits it.

    The same seed gives the same position; of a house rule it has no task.  LookupError if the clause is not
    tried, or no such position is found.
    """
    if (rule := str(words.subject_of(name))) in current().house:
        rules = hedgekit.rules(rule)
        at, _ = _examples.differing(rules, rules.variants[0], seed)
        return Shown(None, _board(f"{name}-{seed}", game=hedgekit.Game.from_text(rules, at)))
    found = _first_of(name).another(seed)
    return Shown(None, _board(f"{found.name}-{seed}", game=found.game(), task=found))


def without(name: str) -> "Board":
    """The position of `try_it(name)` on a board without the variant.  LookupError if it says nothing there."""
    found = _first_of(name)
    return _board(f"{found.name}-without", game=found.without(found.game()))


def _first_of(name: str) -> _lessons.Lesson:
    found = _lessons.lessons_of(name)
    if not found:
        raise LookupError(f"no lesson shows the clause {name!r}")
    return found[0]


def _lead(found: _lessons.Lesson) -> Prose | None:
    said = found.sentence("lead")
    return Prose(f"lesson {found.name}", words.prose(lambda lang: words.render(said[lang]))) if said else None


def _board_of(found: _lessons.Lesson) -> "Board":
    return _board(found.name, game=found.game(), seats=found.seats, task=found)


def play(rules: str = "0", players: int | None = None, seats: Sequence[Any] | None = None, name: str = "") -> "Board":
    """A board with a new game of any of the collection: you against greedy players, unless `seats` says otherwise.

    players: as many as the rule set says, or usually has, if not given; name: names the board in its page, for links
    and for the game that the browser keeps ("play", or "play-9" under the rules "9", if not given).  ValueError for
    impossible rules, numbers of players or seats.
    """
    kind = hedgekit.game_of(rules)
    wanted = kind.read_rules(rules, players)
    if not name:
        numbers = "-".join(re.findall(r"[0-9a-z]+", re.sub(r"\[.*?\]| .*", "", str(wanted))))
        name = f"play-{numbers}" if numbers != "0" else "play"
    return _board(name, game=kind(wanted), seats=seats or ["reader"] + ["greedy"] * (wanted.players - 1))
