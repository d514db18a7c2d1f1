"""The files that the desk exports, and the import of PO files."""

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
"""Files of the translation -> their names in `collation.out.files`."""
OF_ALL = {"apparatus.xml": "apparatus.xml", "apparatus.csv": "apparatus.csv", "collatex.json": "apparatus.json"}
NAMES = (*OF_PAIR, *BOOK, *OF_MINE, *OF_ALL)


def export(what: str, material: Material, decisions: Decisions, language: str) -> str:
    """Return the content of one of `NAMES`, binary content in base64; those of `OF_MINE` need a translation.

    Raise Needs without the extra `po`.
    """
    if what in BOOK:
        with requires("po"):  # imported late: it is rarely needed, and in a browser its packages must be loaded first
            from rulebook.collation.out import po

        return po.written(BOOK[what])
    if what in ("glossary.tsv", "decisions.json"):
        return decisions.text() if what == "decisions.json" else glossary_tsv()
    if what in OF_ALL:
        content = files.of_witnesses(lambda: material.apparatus, material.witnesses)[OF_ALL[what]]()
    elif what in OF_MINE and (mine := material.mine) and (checked := material.examination):
        source = material.source
        names, languages = (source.name, mine.name), (detect_language(source), material.language)
        findings, pairs = material.checked, lambda: checked.texts.pairs
        content = files.of_translation(names, languages, findings, pairs, decisions, language)[OF_MINE[what]]()
    else:
        content = files.of_collation(material.collation, decisions, language, every=True)[what]()
    return content if isinstance(content, str) else base64.b64encode(content).decode()


def import_po(text: str, language: str) -> tuple[list[tuple[str, str]], Localized]:
    """Import a PO file of the book's texts; return the changed text files as a ZIP file, and a summary.

    CollationError if the file is not PO or the language is invalid; Needs without the extra `po`.
    """
    with requires("po"):
        from rulebook.collation.out import po

    back = po.read(text, language)
    files = [(f"{language}.zip", base64.b64encode(po.archive(back, language)).decode())] if back.texts else []
    which = ", ".join(back.refused[:5]) or "–"
    summary = words.both("desk.ui.po-taken").filled(good=len(back.texts), bad=len(back.refused), which=which)
    return files, summary
