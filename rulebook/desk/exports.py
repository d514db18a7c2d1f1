"""The files that the desk exports, by name, and the PO files that it takes back."""

import base64
from collections.abc import Mapping

from rulebook.collation import Decisions
from rulebook.collation.checking.glossary import glossary_tsv
from rulebook.collation.language.languages import detect_language
from rulebook.collation.out import files
from rulebook.text import words
from rulebook.text.extras import requires
from rulebook.text.words import Localized

from .material import Material

BOOK: Mapping[str, str | None] = {f"book-{lang}.po": lang for lang in words.LANGUAGES[1:]} | {"book-template.po": None}
OF_PAIR = (
    "findings.csv", "findings.json", "findings.xlsx", "report.html", "facts.json", "pairs.tmx", "pairs.xlf",
    "pairs.csv", "glossary.tsv", "decisions.json",
)  # fmt: skip
OF_MINE: Mapping[str, str] = {
    **{f"translation.{kind}": f"pairs.{kind}" for kind in ("tmx", "xlf", "po")},
    **{f"translation.{kind}": f"findings.{kind}" for kind in ("json", "csv", "xlsx")},
    "translation.html": "report.html",
}
"""Files of the translation -> what they are called where it is all there is (`collation.out.files`)."""
OF_ALL = {"apparatus.xml": "apparatus.xml", "apparatus.csv": "apparatus.csv", "collatex.json": "apparatus.json"}
NAMES = (*OF_PAIR, *BOOK, *OF_MINE, *OF_ALL)


def export(what: str, on: Material, decisions: Decisions, language: str) -> str:
    """One of `NAMES`, a workbook in base 64: messages to the page are text.  Those of `OF_MINE` need a translation.

    Needs, without the extra `po`.
    """
    if what in BOOK:
        with requires("po"):  # here: few ask for it, and in a browser what it needs is fetched first
            from rulebook.collation.out import po

        return po.written(BOOK[what])
    if what in ("glossary.tsv", "decisions.json"):
        return decisions.text() if what == "decisions.json" else glossary_tsv()
    if what in OF_ALL:
        content = files.of_witnesses(lambda: on.apparatus, on.witnesses)[OF_ALL[what]]()
    elif what in OF_MINE and on.mine and (held := on.examination):
        names, languages = (on.source.name, on.mine.name), (detect_language(on.source), on.language)
        makers = files.of_translation(names, languages, on.checked, lambda: held.texts.pairs, decisions, language)
        content = makers[OF_MINE[what]]()
    else:
        content = files.of_collation(on.collation, decisions, language, every=True)[what]()
    return content if isinstance(content, str) else base64.b64encode(content).decode()


def import_po(text: str, language: str) -> tuple[list[tuple[str, str]], Localized]:
    """Take in a PO file of all texts: the text files it changes, as a ZIP file, and what is to be said about it.

    CollationError for a text that is no PO file, or a language that is none; Needs, without the extra `po`.
    """
    with requires("po"):
        from rulebook.collation.out import po

    back = po.read(text, language)
    files = [(f"{language}.zip", base64.b64encode(po.archive(back, language)).decode())] if back.texts else []
    which = ", ".join(back.refused[:5]) or "–"
    said = words.both("desk.ui.po-taken").filled(good=len(back.texts), bad=len(back.refused), which=which)
    return files, said
