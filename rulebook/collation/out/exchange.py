"""Export aligned sentences for translators' tools: as TMX, XLIFF 2 and PO."""

import io
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

import hedgekit
from rulebook.text.extras import requires

from ..collating.collation import Collation
from ..language.languages import detect_language
from ..pairs import Pair
from .exports import LANG, NONE, Notes, element, legal, lines_of, text_of, xml

LANGUAGES = ("fr-x-a", "fr-x-b")
"""Languages of two readings of one French text, since TMX needs distinct ones."""
XLIFF = "urn:oasis:names:tc:xliff:document:2.0"


def languages_of(collation: Collation) -> tuple[str, str]:
    """Return distinct language tags of two witnesses, even in the same language: "fr-x-a", "fr-x-b"."""
    one, two = (detect_language(witness) for witness in (collation.a, collation.b))
    return f"{one}-x-a", f"{two}-x-b"


def tmx(pairs: Iterable[Pair], languages: tuple[str, str] = LANGUAGES, notes: Notes = NONE) -> str:
    """Export aligned sentences as TMX 1.4; a unit on one side only has one language."""
    root = ET.Element("tmx", version="1.4")
    header = {"creationtool": "hedgekit", "creationtoolversion": hedgekit.__version__, "segtype": "sentence"}
    header |= {"o-tmf": "hedgekit", "adminlang": "en", "srclang": languages[0], "datatype": "plaintext"}
    element(root, "header", **header)
    body = element(root, "body")
    for pair in pairs:
        unit = element(body, "tu")
        for note in notes.of(pair):
            element(unit, "note", note)
        if pair.variant is not None:
            element(unit, "prop", str(pair.variant), type="x-variant")
        for language, side in zip(languages, (pair.a, pair.b), strict=True):
            if side:
                element(element(unit, "tuv", **{LANG: language}), "seg", text_of(side))
    ET.indent(root)
    return xml(root)


def xliff(pairs: Iterable[Pair], name: str, languages: tuple[str, str] = LANGUAGES, found: Notes = NONE) -> str:
    """Export aligned sentences as XLIFF 2.0: one unit each, with variant, lines and findings as notes.

    A missing target is left out, a missing source is empty; units with findings need a review.
    """
    root = ET.Element("xliff", {"xmlns": XLIFF, "version": "2.0", "srcLang": languages[0], "trgLang": languages[1]})
    file = element(root, "file", id="f1", original=legal(name))
    for n, pair in enumerate(pairs, 1):
        unit = element(file, "unit", id=f"u{n}")
        notes = element(unit, "notes")
        if pair.variant is not None:
            element(notes, "note", str(pair.variant), category="variant")
        element(notes, "note", f"{lines_of(pair.a) or '-'} / {lines_of(pair.b) or '-'}", category="lines")
        on_pair = found.of(pair)
        for note in on_pair:
            element(notes, "note", note, category="finding")
        segment = element(unit, "segment", state="translated" if pair.b else "initial")
        if on_pair and pair.b:
            segment.set("subState", "hedgekit:needs-review")
        element(segment, "source", text_of(pair.a))
        if pair.b:
            element(segment, "target", text_of(pair.b))
    ET.indent(root)
    return xml(root)


def po(pairs: Iterable[Pair], language: str, found: Notes = NONE) -> str:
    """Export aligned sentences as a PO file, with part and lines as context, and a counter for repeated text.

    Messages with findings are fuzzy, with the findings as comments; text in B only becomes a comment, too.
    Raise Needs without the extra `po`.
    """
    with requires("po"):
        from babel.core import UnknownLocaleError
        from babel.messages.catalog import Catalog
        from babel.messages.pofile import write_po

    catalog = Catalog(header_comment="# Aligned texts.", project="hedgekit", version=hedgekit.__version__, fuzzy=False)
    with suppress(UnknownLocaleError, ValueError):
        catalog.locale = language.partition("-x-")[0].replace("-", "_")
    seen: Counter[tuple[str, str]] = Counter()
    message = None
    for pair in pairs:
        if not pair.a and message:
            message.auto_comments.append(f"+ {legal(text_of(pair.b))}")
        if pair.a:
            part = pair.unit if pair.variant is None else str(pair.variant)
            context = f"{part}:{lines_of(pair.a).replace(' ', ',')}"
            source = legal(text_of(pair.a))
            seen[context, source] += 1
            if seen[context, source] > 1:
                context += f"#{seen[context, source]}"
            notes = [*map(legal, found.of(pair))]
            message = catalog.add(source, legal(text_of(pair.b)), context=context, auto_comments=notes)
            if notes and pair.b:
                message.flags.add("fuzzy")
            message.flags -= {"python-format", "python-brace-format"}  # "%" is a per cent sign here
    out = io.BytesIO()
    write_po(out, catalog, width=1 << 30)  # 0 would wrap comments
    return out.getvalue().decode()
