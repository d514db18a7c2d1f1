"""The files that the desk exports, by name, and the PO files that it takes back."""

import base64
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulebook.collation import Collation, Decisions, Witness
from rulebook.collation.checking.glossary import glossary_tsv
from rulebook.collation.checking.translation import bitext, told_language
from rulebook.collation.out import exports
from rulebook.collation.out.apparatus import collatex, table, tei
from rulebook.collation.out.report import report, report_of_translation
from rulebook.collation.pairs import Pair
from rulebook.text import words
from rulebook.text.extras import brought_by
from rulebook.text.words import Words

from .material import Material

Maker = Callable[[Collation, Decisions, str], str]


def _po(translated: str | None, *_: object) -> str:
    with brought_by("po"):  # here: few ask for it, and in a browser what it needs is fetched first
        from rulebook.collation.out import po

    return po.written(translated)


def _workbook(rows: Sequence[Sequence[object]]) -> str:
    """A workbook in base 64: messages to the page are text."""
    from rulebook.collation.out import exchange  # as above

    return base64.b64encode(exchange.xlsx(rows)).decode()


def _xliff(pairs: Sequence[Pair], name: str, languages: tuple[str, str], notes: exports.Notes) -> str:
    from rulebook.collation.out import exchange  # as above

    return exchange.xliff(pairs, name, languages, notes)


def _translated(kind: str, on: Material, mine: Witness, decisions: Decisions, language: str) -> str:
    """A source and its translation, sentence by sentence."""
    pairs, languages = bitext(on.source, mine, on.language), (told_language(on.source), on.language)
    notes = exports.Notes(decisions.applied(on.checked), language)
    if kind == "tmx":
        return exports.tmx(pairs, languages, notes)
    if kind == "xlf":
        return _xliff(pairs, mine.name, languages, notes)
    from rulebook.collation.out import exchange  # as above

    return exchange.po(pairs, on.language, notes)


def _noted(collation: Collation, decisions: Decisions, language: str) -> exports.Notes:
    return exports.Notes(decisions.applied(collation.findings), language)


FILES: Mapping[str, Maker] = {
    "findings.csv": lambda collation, decisions, language: exports.findings_csv(
        collation.findings, decisions, language
    ),
    "findings.json": lambda collation, decisions, language: exports.findings_json(
        decisions.applied(collation.findings), language
    ),
    "findings.xlsx": lambda collation, decisions, language: _workbook(
        exports.findings_table(collation.findings, decisions, language)
    ),
    "report.html": report,
    "facts.json": lambda collation, decisions, language: exports.facts_json(collation),
    "pairs.tmx": lambda collation, decisions, language: exports.tmx(
        collation.pairs_with_headings, exports.languages_of(collation), _noted(collation, decisions, language)
    ),
    "pairs.xlf": lambda collation, decisions, language: _xliff(
        collation.pairs_with_headings,
        collation.b.name,
        exports.languages_of(collation),
        _noted(collation, decisions, language),
    ),
    "pairs.csv": lambda collation, decisions, language: exports.pairs_csv(
        collation.pairs_with_headings, _noted(collation, decisions, language)
    ),
    "glossary.tsv": lambda collation, decisions, language: glossary_tsv(),
    "decisions.json": lambda collation, decisions, language: decisions.text(),
    **{f"book-{lang}.po": partial(_po, lang) for lang in words.LANGUAGES[1:]},
    "book-template.po": partial(_po, None),
}
"""Name of a file -> what makes it.  The JSON holds the findings that stand; the CSV all, with what was decided."""


OF_TRANSLATION: Mapping[str, Callable[[Material, Witness, Decisions, str], str]] = {
    f"translation.{kind}": partial(_translated, kind) for kind in ("tmx", "xlf", "po")
}
"""The same of the source and the translation, sentence by sentence."""

OF_ALL: Mapping[str, Callable[[Material], str]] = {
    "apparatus.xml": lambda on: tei(on.apparatus),
    "apparatus.csv": lambda on: exports.as_csv(table(on.apparatus)),
    "collatex.json": lambda on: collatex(on.witnesses),
}
"""The same of all witnesses, A as the base."""


OF_CHECK: Mapping[str, Callable[[Material, Decisions, str], str]] = {
    "translation.html": lambda on, decisions, language: report_of_translation(
        (on.source.name, on.mine.name if on.mine else ""),
        (told_language(on.source), on.language),
        on.checked,
        decisions,
        language,
    ),
    "translation.json": lambda on, decisions, language: exports.findings_json(decisions.applied(on.checked), language),
    "translation.csv": lambda on, decisions, language: exports.findings_csv(on.checked, decisions, language),
    "translation.xlsx": lambda on, decisions, language: _workbook(
        exports.findings_table(on.checked, decisions, language)
    ),
}
"""The same of what was found in the translation."""

OF_MINE = (*OF_TRANSLATION, *OF_CHECK)
NAMES = (*FILES, *OF_MINE, *OF_ALL)


def made(what: str, on: Material, decisions: Decisions, language: str) -> str:
    """One of `NAMES`; those of `OF_MINE` need a translation."""
    if what in OF_CHECK:
        return OF_CHECK[what](on, decisions, language)
    if what in OF_TRANSLATION and on.mine:
        return OF_TRANSLATION[what](on, on.mine, decisions, language)
    return OF_ALL[what](on) if what in OF_ALL else FILES[what](on.collation, decisions, language)


def taken(text: str, language: str) -> tuple[list[tuple[str, str]], Words]:
    """Take in a PO file of all texts: the text files it changes, as a ZIP file, and what is to be said about it.

    CollationError for a text that is no PO file, or a language that is none; Needs, without the extra `po`.
    """
    with brought_by("po"):
        from rulebook.collation.out import po

    back = po.read(text, language)
    files = [(f"{language}.zip", base64.b64encode(po.archive(back, language)).decode())] if back.texts else []
    which = ", ".join(back.refused[:5]) or "–"
    said = words.both("desk.ui.po-taken").filled(good=len(back.texts), bad=len(back.refused), which=which)
    return files, said
