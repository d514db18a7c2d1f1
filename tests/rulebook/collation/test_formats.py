"""Page formats: columns, running heads, automatic numbers of Word, OpenDocument, Markdown, ligatures."""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn

from rulebook.collation import WitnessError, collate, read_bytes
from rulebook.collation.reading import files

from . import forms
from .editions import edition, entries
from .scanning import scanned

BOOK = dict(list(entries().items())[:12])
PLAIN = read_bytes("plain.txt", edition(BOOK.items()))


def meaning(name: str, data: bytes):
    return forms.differences(PLAIN, read_bytes(name, data), "meaning")


def columns(height: int = 40) -> list[list[str]]:
    """Return the edition as pages of two columns."""
    lines = [
        piece
        for line in edition(BOOK.items()).decode().split("\n")
        for piece in textwrap.wrap(line, 44, break_on_hyphens=False) or [""]
    ]
    pages = []
    for i in range(0, len(lines), 2 * height):
        sides = lines[i : i + height], lines[i + height : i + 2 * height]
        pages.append([f"{one:<50}{two}".rstrip() for one, two in zip_longest(*sides, fillvalue="")])
    return pages


def test_two_columns_are_read():
    assert meaning("w.txt", "\n".join(line for page in columns(80) for line in page).encode()) == []


def test_running_heads_and_page_numbers_are_left_out():
    pages = [[f"La course des hérissons   {n}", "", *page, "", f"- {n} -"] for n, page in enumerate(columns(12), 1)]
    assert meaning("w.txt", "\f".join("\n".join(page) for page in pages).encode()) == []


def test_a_table_is_not_read_as_columns():
    table = edition(BOOK.items(), table=True)
    spaced = read_bytes("w.txt", re.sub(rb"(?m) (?=\d[ \d]* \+ -$)", b"      ", table).replace(b" + -", b"   +   -"))
    assert [row.label for row in spaced.rows] == [row.label for row in read_bytes("w.txt", table).rows]


def test_ligatures_and_hyphenated_words_are_joined():
    text = "1. Un 2 3\nLe ﬁnal est diﬃ\u2010\ncile à\u00adla ﬁn.\n2. Deux 2 3\nFin.\n"
    assert (
        read_bytes("w.txt", text.encode())
        .entries[1]
        .sentences[0]
        .text.replace("\u00ad", "")
        .startswith("Le final est difficile")
    )


def saved(document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def numbered_word() -> bytes:
    """Return a Word file whose titles have automatic numbers, which are not in their text."""
    document = docx.Document()
    for title, players, text in BOOK.values():
        paragraph = document.add_paragraph(f"{title} {' '.join(map(str, players))}", style="List Number")
        assert paragraph.style is not None
        document.add_paragraph(text)
    return saved(document)


def test_automatic_numbers_of_word_are_read():
    witness = read_bytes("w.docx", numbered_word())
    assert [(n, one.title) for n, one in witness.entries.items()] == [(n, one[0]) for n, one in BOOK.items()]


def test_a_list_item_without_a_number_id_is_read():
    document = docx.Document()
    for text in ("un", "deux"):
        document.add_paragraph(text, style="List Number")
    level = document.add_paragraph("trois", style="List Number")._p.get_or_add_pPr().get_or_add_numPr()
    assert level is not None
    depth = OxmlElement("w:ilvl")
    depth.set(qn("w:val"), "0")
    lines = [line.text for line in files.read_bytes("w.docx", saved(document))]
    assert lines[:2] == ["1. un", "2. deux"]


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def test_a_style_may_define_the_level_of_a_list():
    document = docx.Document()
    numbers = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{k}"><w:numFmt w:val="{form}"/><w:pStyle w:val="Heading{k + 1}"/>'
        f'<w:lvlText w:val="%{k + 1}."/></w:lvl>'
        for k, form in enumerate(("upperRoman", "decimal"))
    )
    numbers.insert(0, parse_xml(f'<w:abstractNum {W} w:abstractNumId="77">{levels}</w:abstractNum>'))
    numbers.append(parse_xml(f'<w:num {W} w:numId="99"><w:abstractNumId w:val="77"/></w:num>'))
    for level, title in ((1, "La course"), (2, "Le dé"), (2, "Les pions"), (1, "La fin")):
        style = document.add_heading(title, level).style
        style.element.get_or_add_pPr().get_or_add_numPr().get_or_add_numId().val = 99
    lines = [line.text for line in files.read_bytes("w.docx", saved(document))]
    assert lines == ["I. La course", "1. Le dé", "2. Les pions", "II. La fin"]


def test_a_layout_table_of_word_is_read_as_lines():
    document = docx.Document()
    for cell, title in zip(document.add_table(1, 2).rows[0].cells, ("Le dé", "Les pions"), strict=True):
        cell.add_paragraph(title, style="Heading 2")
        cell.add_paragraph("Chacun son tour.")
    lines = files.read_bytes("w.docx", saved(document))
    assert [(line.text, line.level) for line in lines] == [
        ("Le dé", 2), ("Chacun son tour.", None), ("Les pions", 2), ("Chacun son tour.", None),
    ]  # fmt: skip


ODT = (forms.WITNESSES / "content.xml").read_text("utf-8")


def odt(body: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT % body)
    return out.getvalue()


def test_open_document_is_read():
    body = "".join(
        f'<text:h text:outline-level="2">{n}. {title} {" ".join(map(str, players))}</text:h><text:p>{text}</text:p>'
        for n, (title, players, text) in BOOK.items()
    )
    found = meaning("w.odt", odt(body.replace(". ", ".<text:s/>")))
    assert {one.b for one in found} == {None}  # only the title and the rules before the list, which it does not have
    assert len(found) == 2


def drawn(line: str) -> Iterator[forms.Drawn]:
    """Yield what a drawing line of `lines.txt` puts on a page."""
    x, bold, size, y, many, text = re.fullmatch(r"(\S+) (?:(b|s)(\S+) )?(\S+) (?:(\d+)x )?(.*)", line).groups()
    for k in range(int(many or 1)):
        yield forms.Drawn(float(x), float(y) - 11 * k, text.replace("%", str(k)), float(size or 9), bold == "b")


def file_of(kind: str, text: str) -> bytes:
    """Return the file for a block of `lines.txt`."""
    if kind.startswith("pdf"):
        pages = [[one for line in page.splitlines() for one in drawn(line)] for page in text.split("---\n")]
        return forms.pdf([sorted(page, key=lambda one: -one.y) if "by line" in kind else page for page in pages])
    if kind == "docx":
        document = docx.Document()
        for paragraph in parse_xml(f"<w:body {W}><w:p>{text.replace(chr(10), '')}</w:p></w:body>"):
            document._body._element.append(paragraph)
        return saved(document)
    return odt(text.replace("\n", "")) if kind == "odt" else text.encode()


LINES = Path(__file__).with_name("lines.txt").read_text("utf-8")
BLOCK = re.compile(r"(?ms)([^|\n]*) \| ([^\n]*)\n(.*?)((?:^> [^\n]*\n)+)")
BLOCKS = [BLOCK.fullmatch(block).groups() for block in re.split("(?m)^= ", LINES)[1:]]


@pytest.mark.parametrize(("kind", "_about", "text", "expected"), BLOCKS, ids=[f"{one[0]}: {one[1]}" for one in BLOCKS])
def test_a_file_is_read_as_listed(kind, _about, text, expected):
    lines = files.read_bytes(f"w.{kind.split()[0]}", file_of(kind, text))
    found = [f"{'#' * line.level} {line.text}" if line.level else line.text for line in lines if line.text]
    wanted = []
    for line in expected.splitlines():
        many, one = re.fullmatch(r"> (?:(\d+)x )?(.*)", line).groups()
        wanted += [one.replace("%", str(k)) for k in range(int(many or 1))]
    assert wanted in (found, ["…", *found[1 - len(wanted) :]])


def test_columns_of_a_pdf_are_read():
    """Drawn line by line across both columns."""
    pdf = forms.as_pdf([line for page in columns(20) for line in page])
    witness = read_bytes("w.pdf", pdf)
    assert len(witness.entries) >= 6


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_recognition_errors_are_distinguished_from_meaning(seed):
    """135 slips, and one planted number."""
    text = edition(entries().items()).decode()
    scan = scanned(text.replace("trois hérissons", "cinq hérissons", 1), 135, seed)
    found = forms.differences(text, scan)
    of_meaning = [one for one in found if one.klass == "meaning"]
    assert [one.values for one in of_meaning if one.kind == "number" and one.values == (3, 5)]
    assert len(of_meaning) <= 1 + 5
    assert sum(one.klass == "spelling" for one in found) >= 120


OUTLINE = (forms.WITNESSES / "styles.xml").read_text("utf-8")
FORMULA = (forms.WITNESSES / "formula.xml").read_text("utf-8")


def test_other_parts_of_an_open_document_are_read():
    """Numbers of headings in the outline, of lists in a named style; formulas."""
    heads = ((1, "La course"), (2, "Le dé"), (2, "Les pions"), (1, "La fin"), (2, "Le compte"))
    body = "".join(f'<text:h text:outline-level="{k}">{title}</text:h>' for k, title in heads)
    item = "<text:list-item><text:p>%s</text:p>%s</text:list-item>"
    listed = "<text:list-header><text:p>zéro</text:p></text:list-header>" + item % ("un", "")
    listed += item % ("deux", f"<text:list>{item % ('trois', '')}</text:list>")
    body += 2 * f'<text:list text:style-name="N">{listed}</text:list>'
    drawn = 'xmlns:d="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:x="http://www.w3.org/1999/xlink"'
    body += f'<text:p>case <d:frame {drawn}><d:object x:href="./Object 1"/></d:frame></text:p>'
    data = io.BytesIO(odt(body))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("styles.xml", OUTLINE)
        archive.writestr("Object 1/content.xml", FORMULA)
    lines = [line.text for line in files.read_bytes("w.odt", data.getvalue())]
    assert lines[:5] == ["I. La course", "I.1) Le dé", "I.2) Les pions", "II. La fin", "II.1) Le compte"]
    assert lines[5:] == [*["zéro", "1. un", "2. deux", "2.a) trois"] * 2, "case n+1"]


@pytest.mark.parametrize(("right", "misread"), [("ne", "nc"), ("du", "dn"), ("de", "cle"), ("en", "ne")])
def test_misread_short_words_are_no_meaning(right, misread):
    """The misread form is no word; a different word is a different meaning."""
    one, two = (f"1. Un 2 3\nOn joue bien et on {word} lance plus.\n2. Deux 2 3\nFin.\n" for word in (right, misread))
    (found,) = collate(read_bytes("a.txt", one.encode()), read_bytes("b.txt", two.encode())).findings
    assert (found.klass == "meaning") == (right == "en")


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
KIX = '<style>.a-1>li:before{content:"" counter(lst-ctn-a-1,lower-latin) ") "}</style>'
EITHER = 'xmlns:m="http://schemas.openxmlformats.org/markup-compatibility/2006"'
SHAPE = (
    f"<m:AlternateContent {EITHER}><m:Choice/><m:Fallback><w:r><w:t>six</w:t></w:r></m:Fallback></m:AlternateContent>"
)
ELSEWHERE = [
    ("w.html", "<table><tr><td>Menu<br>Accueil</td><td><p>Un</p><p>Deux</p></td></tr></table>", "Menu|Accueil|Un|Deux"),
    ("w.odt", odt("<text:table-of-content><text:p>Un 1</text:p></text:table-of-content><text:p>Un</text:p>"), "Un"),
    *[("w.txt", f"une cais{hyphen}\nse", "une cais-|se") for hyphen in "-\u00ad\u00ac"],
    *[("w.txt", "Le dé\nest jeté.".encode(order), "Le dé|est jeté.") for order in ("utf-16", "utf-32")],
    ("w.html", "<div>" * 50_000 + "<p>Un.</p><p>Deux.</p><a <a <!-- fin", "Un.|Deux.|<a <a <!-- fin"),
    ("w.html", b"<p>Un d\xe9<a\nhref='#_ftn1'><i>[1]</i></a>. Voir <a href='#r'>2</a>.", "Un dé. Voir|2."),
    ("w.html", b"<p>Note.<a href='#fnref1'>&#8617;</a></p><div title=footer><p>Page 2</p></div>", "Note."),
    ("w.html", b"<p>o<span>&nbsp;&nbsp; </span>deux pions</p><br/><p>o&nbsp;</p>", "• deux pions||o"),
    ("w.html", f"{KIX}<ol class='x a-1'><li>a</ol><ol style='list-style-type:upper-roman'><li>\n<p>b", "a) a|I. b"),
    ("w.md", "> [!NOTE] \n> Un [[a|dé]]{.x} ==roule==\n+ [ ] un\n\na|b\n-|-\n1|2", "|Un dé roule|• un||a  b||1  2"),
    ("w.md", "+++\nt = 1\n+++\n::: x\n<figcaption>Un</figcaption>\n![[p.png]]", "||||Un|"),
    ("w.pdf", file_of("docx", f"<w:r><w:t>un </w:t></w:r>{SHAPE}"), "un six"),
    ("w.docx", "Un dé.".encode("cp1252"), "Un dé."),
    ("w.docx", b"<html><p>Un.", "Un."),
    ("w.pdf", b"{\\rtf1 Un.}", "other-format"),
    ("w.doc", OLD + "WordDocument".encode("utf-16-le"), "other-format"),
    ("w.docx", OLD + "EncryptedPackage".encode("utf-16-le"), "locked"),
    ("w.mht", b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x", "other-format"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "expected"), ELSEWHERE)
def test_files_of_other_programs_are_read_or_refused_by_name(name, data, expected):
    try:
        found = "|".join(line.text for line in files.read_bytes(name, data.encode() if isinstance(data, str) else data))
    except WitnessError as error:
        found = error.key
    assert found == expected
