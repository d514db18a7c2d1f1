"""The files that the desk gives away, by name, and what it takes back: the book's texts for a translator's tools."""

from collections.abc import Callable, Mapping
from functools import partial

from rulebook.collation import Collation, Decisions, exports
from rulebook.collation.report import report
from rulebook.collation.terms import glossary_tsv
from rulebook.text import words
from rulebook.text.words import Words

Maker = Callable[[Collation, Decisions, str], str]


def _po(translated: str | None, *_: object) -> str:
    from rulebook.collation import po  # here: few ask for it, and in a browser what it needs is fetched first

    return po.written(translated)


FILES: Mapping[str, Maker] = {
    "findings.csv": lambda collation, decisions, language: exports.findings_csv(
        collation.findings, decisions, language
    ),
    "findings.json": lambda collation, decisions, language: exports.findings_json(
        decisions.applied(collation.findings), language
    ),
    "report.html": report,
    "facts.json": lambda collation, decisions, language: exports.facts_json(collation),
    "pairs.tmx": lambda collation, decisions, language: exports.tmx(collation.pairs),
    "pairs.csv": lambda collation, decisions, language: exports.pairs_csv(collation.pairs),
    "glossary.tsv": lambda collation, decisions, language: glossary_tsv(),
    "decisions.json": lambda collation, decisions, language: decisions.text(),
    **{f"book-{lang}.po": partial(_po, lang) for lang in words.LANGUAGES[1:]},
    "book-template.po": partial(_po, None),
}
"""Name of a file -> what makes it.  The JSON holds the findings that stand; the CSV all, with what was decided."""


def taken(text: str, language: str) -> tuple[list[tuple[str, str]], Words]:
    """Take in a PO file of the book's texts: the text files it changes, and what is to be said about it.

    CollationError for a text that is no PO file, or a language that is none.
    """
    from rulebook.collation import po

    back = po.read(text, language)
    files = [(f"{language}-{stem}.toml", content) for stem, content in po.files(back, language).items()]
    which = ", ".join(back.refused[:5]) or "–"
    said = words.both("desk.ui.po-taken").filled(good=len(back.texts), bad=len(back.refused), which=which)
    return files, said
