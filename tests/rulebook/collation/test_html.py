"""HTML in the wild: omitted tags, wrong encodings, rows and headings across lines."""

from __future__ import annotations

import pytest

from rulebook.collation import collate, read_bytes
from rulebook.collation.out import exports
from rulebook.collation.reading import files
from rulebook.formats.limits import TextLine

from . import forms

BODY = "<p>1. Épées 2 3</p>\n<p>L’épée coûte 3 pièces…</p>\n<p>2. Deux 2 3</p>\n<p>Fin.</p>"
POLISH = "Gracz może przesunąć jednego ślimaka w bok, jeśli chce. Następnie musi ruszyć żółwia, łąką. "
RUSSIAN = "Игрок может передвинуть одну улитку в сторону. Затем он должен продвинуть её вперед по дорожке. "
GREEK = "Ο παίκτης μπορεί να μετακινήσει ένα σαλιγκάρι στο πλάι. Μετά πρέπει να προχωρήσει ένα. "


def titles(page: str | bytes) -> dict[int, str]:
    data = page if isinstance(page, bytes) else page.encode()
    return {n: entry.title for n, entry in read_bytes("w.html", data).entries.items()}


@pytest.mark.parametrize(
    "head",
    ["<head><title>9. Non 2 3</title>", "<title>9. Non 2 3</title>", "<head><meta name=x><title>9. Non 2 3</title>",
     "<head><title>9. Non 2 3</title><body>", "<head><script>'<p>'</script></head><body>"],
)  # fmt: skip
def test_the_end_tag_of_the_head_may_be_omitted(head):
    assert titles(f"<!DOCTYPE html><html>{head}{BODY}") == {1: "Épées", 2: "Deux"}


@pytest.mark.parametrize(
    ("declared", "real"),
    [
        ("iso-8859-1", "utf-8"),  # saved again by an editor that kept the declaration
        ("iso-8859-1", "cp1252"),  # browsers take Latin-1 for it
        ("us-ascii", "cp1252"),
        ("utf-16", "cp1252"),  # no page of bytes can declare this
        ("unicode_escape", "utf-8"),
        ("no-such-thing", "cp1252"),
        ("utf-8", "cp1252"),
    ],
)
def test_a_wrong_encoding_declaration_is_ignored(declared, real):
    page = f"<meta charset={declared}>\n{BODY}".encode(real)
    assert titles(page) == {1: "Épées", 2: "Deux"}
    text = " ".join(sentence.text for sentence in read_bytes("w.html", page).entries[1].sentences)
    assert text == "L’épée coûte 3 pièces…"


def test_lone_surrogates_do_not_break_exports():
    """An encoding that makes lone surrogates, and a character reference to one."""
    page = b'<meta charset="unicode_escape">' + BODY.encode().replace(b"Fin", b"\\ud800 &#xd800; Fin")
    witness = read_bytes("w.html", page)
    exports.as_json(exports.findings_plain(collate(witness, read_bytes("v.html", BODY.encode())).findings)).encode()
    assert files.as_line(TextLine(1, "a\ud800b")).text == "a\ufffdb"


@pytest.mark.parametrize(
    ("sentence", "encoding"), [(POLISH, "cp1250"), (RUSSIAN, "cp1251"), (GREEK, "iso8859-7"), (RUSSIAN, "koi8-r")]
)
def test_old_encodings_of_other_languages_are_detected(sentence, encoding):
    """Translations may come from old editors."""
    text = f"1. A 2 3\n{sentence * 3}\n2. B 2 3\n{sentence}\n"
    witness = read_bytes("w.txt", text.encode(encoding))
    assert " ".join(s.text for s in witness.entries[2].sentences) == sentence.strip()


ROWS = [("Sprint", "5", "(2 3) 4 5", "-", "-", "Court"), ("Sprint lent", "6", "2 3", "+", "=", ""),
        ("Vide-grenier", "7", "3 4", "+", "=", "Pour rire")]  # fmt: skip
LIST = "".join(f"<h3>{row[1]}. {row[0]} {row[2]}</h3>\n<p>On joue.</p>\n" for row in ROWS)


@pytest.mark.parametrize(
    ("cell", "row", "between"),
    [
        ("<td>{}</td>", "<tr>{}</tr>", ""),
        ("<td>{}</td>", "<tr>\n{}\n</tr>", "\n"),  # pretty-printed
        ("<td>\n{}\n</td>", "<tr>\n{}\n</tr>", "\n"),
        ("<td><p>{}</p></td>", "<tr>{}</tr>", "\n"),  # from a word processor
        ("<td>{}", "<tr>{}", "\n"),  # ends left out
    ],
)
def test_a_table_row_is_read_in_any_layout(cell, row, between):
    table = "\n".join(row.format(between.join(cell.format(text) for text in texts)) for texts in ROWS)
    witness = read_bytes("w.html", f"{LIST}<p>Choisir.</p><table>\n{table}\n</table>".encode())
    assert [(one.label, one.number, str(one.players)) for one in witness.rows] == [
        (label, int(number), players) for label, number, players, *_ in ROWS
    ]
    first = read_bytes("w.html", f"{LIST}<p>Choisir.</p>\n<table>\n{table}\n</table>".encode()).rows[0]
    assert first.line >= 8  # the source line of its first word


def test_a_heading_may_span_several_source_lines():
    witness = read_bytes("w.html", b"<h2>\n 1. Un\n saut\n 2 3\n</h2><p>On joue.</p><h2>2. Deux 2 3</h2><p>Fin.</p>")
    assert (witness.entries[1].title, witness.entries[1].line) == ("Un saut", 2)


@pytest.mark.parametrize("name", ["a", "b"])
@pytest.mark.parametrize(
    ("start", "end", "stop"), [("<p>", "<br>\n", "</p>"), ("", "<br/>\n", ""), ("<pre>", "\n", "</pre>")]
)
def test_line_breaks_in_a_page_do_not_end_paragraphs(name, start, end, stop):
    """A wrapped text pasted into a page: one line break ends a line, two end a paragraph."""
    text = forms.text(name)
    page = f"<html><body>{start}{text.replace('<|', '&lt;|').replace(chr(10), end)}{stop}</body></html>"
    assert forms.differences(text, read_bytes("w.html", page.encode())) == []


def test_rows_of_a_page_are_read():
    lines = forms.paragraphs("b")
    assert len(read_bytes("w.html", forms.as_html(lines)).rows) == 8
