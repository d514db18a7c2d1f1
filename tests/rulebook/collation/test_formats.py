"""Pages as they come: columns, running heads, automatic numbers of Word, OpenDocument, Markdown, ligatures."""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from itertools import zip_longest

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn

from rulebook.collation import collate, read_bytes
from rulebook.collation.reading import files

from . import forms
from .editions import edition, entries
from .scanning import scanned

BOOK = dict(list(entries().items())[:12])
PLAIN = read_bytes("plain.txt", edition(BOOK.items()))


def meaning(name: str, data: bytes):
    return forms.differences(PLAIN, read_bytes(name, data), "meaning")


def columns(height: int = 40) -> list[list[str]]:
    """The edition in pages of two columns."""
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


def test_two_columns_of_text():
    assert meaning("w.txt", "\n".join(line for page in columns(80) for line in page).encode()) == []


def test_running_heads_and_numbers_of_pages_are_no_text():
    pages = [[f"La course des hérissons   {n}", "", *page, "", f"- {n} -"] for n, page in enumerate(columns(12), 1)]
    assert meaning("w.txt", "\f".join("\n".join(page) for page in pages).encode()) == []


def test_a_table_is_no_pair_of_columns():
    table = edition(BOOK.items(), table=True)
    spaced = read_bytes("w.txt", re.sub(rb"(?m) (?=\d[ \d]* \+ -$)", b"      ", table).replace(b" + -", b"   +   -"))
    assert [row.label for row in spaced.rows] == [row.label for row in read_bytes("w.txt", table).rows]


def test_ligatures_and_parted_words():
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
    """Titles with the automatic numbers of Word, which are not in their text."""
    document = docx.Document()
    for title, players, text in BOOK.values():
        paragraph = document.add_paragraph(f"{title} {' '.join(map(str, players))}", style="List Number")
        assert paragraph.style is not None
        document.add_paragraph(text)
    return saved(document)


def test_automatic_numbers_of_word():
    witness = read_bytes("w.docx", numbered_word())
    assert [(n, one.title) for n, one in witness.entries.items()] == [(n, one[0]) for n, one in BOOK.items()]


def test_an_item_of_a_list_that_begins_anew():
    document = docx.Document()
    for text in ("un", "deux"):
        document.add_paragraph(text, style="List Number")
    level = document.add_paragraph("trois", style="List Number")._p.get_or_add_pPr().get_or_add_numPr()
    assert level is not None
    depth = OxmlElement("w:ilvl")
    depth.set(qn("w:val"), "0")
    said = [line.text for line in files.read_bytes("w.docx", saved(document))]
    assert said[:2] == ["1. un", "2. deux"]


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
RUN = '<w:r><w:t xml:space="preserve">%s</w:t></w:r>'
BOX = "<w:txbxContent><w:p><w:r><w:t>Une remarque.</w:t></w:r></w:p></w:txbxContent>"
OF_WORD = {
    "inserted": (f"<w:ins>{RUN % 'un '}</w:ins>{RUN % 'dé'}", ["un dé"]),
    "deleted": (f"{RUN % 'un dé'}<w:del><w:r><w:delText>deux dés</w:delText></w:r></w:del>", ["un dé"]),
    "moved": (f"<w:moveFrom>{RUN % 'deux dés'}</w:moveFrom><w:moveTo>{RUN % 'un dé'}</w:moveTo>", ["un dé"]),
    "hidden": (f"{RUN % 'un dé'}<w:r><w:rPr><w:vanish/></w:rPr><w:t>non</w:t></w:r>", ["un dé"]),
    "field": (f'{RUN % "la page "}<w:fldSimple w:instr="PAGEREF a">{RUN % "3"}</w:fldSimple>', ["la page 3"]),
    "control": (f"<w:sdt><w:sdtContent>{RUN % 'un dé'}</w:sdtContent></w:sdt>", ["un dé"]),
    "box": (f"{RUN % 'un dé'}<w:r><w:pict>{BOX}</w:pict></w:r>", ["un dé", "Une remarque."]),
    "drop cap": (f'<w:pPr><w:framePr w:dropCap="drop"/></w:pPr>{RUN % "U"}</w:p><w:p>{RUN % "n dé"}', ["Un dé"]),
    "end deleted": (f"<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{RUN % 'un '}</w:p><w:p>{RUN % 'dé'}", ["un dé"]),
}


@pytest.mark.parametrize("name", OF_WORD)
def test_what_word_prints_is_read(name):
    """Wherever it stands; what was deleted or hidden is not."""
    document = docx.Document()
    inside, printed = OF_WORD[name]
    for paragraph in parse_xml(f"<w:body {W}><w:p>{inside}</w:p></w:body>"):
        document._body._element.append(paragraph)
    assert [line.text for line in files.read_bytes("w.docx", saved(document))] == printed


def test_a_level_of_a_list_may_be_told_by_a_style():
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
    said = [line.text for line in files.read_bytes("w.docx", saved(document))]
    assert said == ["I. La course", "1. Le dé", "2. Les pions", "II. La fin"]


def test_a_table_of_word_that_lays_out_a_page_stays_lines():
    document = docx.Document()
    for cell, title in zip(document.add_table(1, 2).rows[0].cells, ("Le dé", "Les pions"), strict=True):
        cell.add_paragraph(title, style="Heading 2")
        cell.add_paragraph("Chacun son tour.")
    lines = files.read_bytes("w.docx", saved(document))
    assert [(line.text, line.level) for line in lines] == [
        ("Le dé", 2), ("Chacun son tour.", None), ("Les pions", 2), ("Chacun son tour.", None),
    ]  # fmt: skip


ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0">
<office:automatic-styles><text:list-style style:name="L1">
<text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/></text:list-style>
</office:automatic-styles><office:body><office:text>%s</office:text></office:body></office:document-content>"""


def odt(body: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT % body)
    return out.getvalue()


def test_open_document():
    body = "".join(
        f'<text:h text:outline-level="2">{n}. {title} {" ".join(map(str, players))}</text:h><text:p>{text}</text:p>'
        for n, (title, players, text) in BOOK.items()
    )
    found = meaning("w.odt", odt(body.replace(". ", ".<text:s/>")))
    assert {one.b for one in found} == {None}  # the title and the rules before the list are not in this one
    assert len(found) == 2


def test_lists_and_rows_of_open_document():
    note = "<text:note><text:note-citation>3</text:note-citation><text:note-body><text:p>sauf</text:p>"
    note += "</text:note-body></text:note>"
    body = '<text:list text:style-name="L1"><text:list-item><text:p>un</text:p></text:list-item><text:list-item>'
    body += f"<text:p>deux{note}</text:p></text:list-item></text:list><table:table><table:table-row>"
    body += '<table:table-cell table:number-columns-repeated="2000000000"><text:p>a</text:p></table:table-cell>'
    body += "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
    said = [line.text for line in files.read_bytes("w.odt", odt(body))]
    assert said == ["1. un", "2. deux", "sauf", "a  b"]


def test_markdown_says_what_is_a_heading():
    text = "# La course\n\n## Le *but*\n\nIl **faut** arriver.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nFin\n---\n\n"
    text += "Voir [ici](x).\n"
    said = [(line.text, line.level) for line in files.read_bytes("w.md", text.encode()) if line.text]
    assert said == [
        ("La course", 1), ("Le but", 2), ("Il faut arriver.", None), ("a  b", None), ("1  2", None), ("Fin", 1),
        ("Voir ici.", None),
    ]  # fmt: skip


def test_numbers_of_a_list_in_html():
    page = "<ol start=3>" + "<li>un<li>deux" + "</ol><ul><li>trois</ul>"
    assert [line.text for line in files.read_bytes("w.html", page.encode())] == ["3. un", "4. deux", "• trois"]


def test_columns_of_a_pdf():
    """Drawn line by line over both columns."""
    pdf = forms.as_pdf([line for page in columns(20) for line in page])
    witness = read_bytes("w.pdf", pdf)
    assert len(witness.entries) >= 6


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_slips_of_text_recognition_are_told_apart_from_meaning(seed):
    """135 of them, a planted number besides."""
    text = edition(entries().items()).decode()
    scan = scanned(text.replace("trois hérissons", "cinq hérissons", 1), 135, seed)
    found = forms.differences(text, scan)
    of_meaning = [one for one in found if one.klass == "meaning"]
    assert [one.values for one in of_meaning if one.kind == "number" and one.values == (3, 5)]
    assert len(of_meaning) <= 1 + 5
    assert sum(one.klass == "spelling" for one in found) >= 120


DIALECTS = {
    "---\ntitle: Le jeu\n---\n# Le jeu\n": ["", "", "", "Le jeu", ""],
    "## Le but {#but .court}\n": ["Le but", ""],
    "1\\. Un dé\\\nroule\n": ["1. Un dé", "roule", ""],
    "un *dé*s et `dé`j\u00e0, __trois__\n": ["un dés et déj\u00e0, trois", ""],
    "<h2>Le but</h2>\n<p>Un <b>dé</b>&nbsp;: six<br></p>\n": ["Le but", "Un dé\u00a0: six", ""],
    "Un <joueur> avance.\n": ["Un <joueur> avance.", ""],
    "Un<!-- non\nnon --> dé\n": ["Un", " dé", ""],
    "Un [dé][d] roule.[^1]\n\n[d]: http://exemple.org\n": ["Un dé roule.", "", "", ""],
    "1. Un\n\n   texte\n1. Deux\n\nAutre chose\n1. Un\n": [
        "1. Un",
        "",
        "   texte",
        "2. Deux",
        "",
        "Autre chose",
        "1. Un",
        "",
    ],
}


@pytest.mark.parametrize("text", DIALECTS)
def test_markdown_as_it_is_printed(text):
    assert [line.text for line in files.read_bytes("w.md", text.encode())] == DIALECTS[text]


OUTLINE = """<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:styles><text:outline-style>
<text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>
<text:outline-level-style text:level="2" style:num-format="1" style:num-suffix=")" text:display-levels="2"/>
</text:outline-style><text:list-style style:name="N">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/>
</text:list-style></office:styles></office:document-styles>"""
FORMULA = """<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>n</mi><mo>+</mo><mn>1</mn>
<annotation>n + 1</annotation></semantics></math>"""


def test_what_stands_in_other_files_of_open_document():
    """Numbers of headings in the outline, of lists with a named style; formulas."""
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
    said = [line.text for line in files.read_bytes("w.odt", data.getvalue())]
    assert said[:5] == ["I. La course", "I.1) Le dé", "I.2) Les pions", "II. La fin", "II.1) Le compte"]
    assert said[5:] == [*["zéro", "1. un", "2. deux", "2.a) trois"] * 2, "case n+1"]


def test_a_table_in_a_table_of_open_document_is_read_once():
    row = "<table:table-row><table:table-cell>%s</table:table-cell></table:table-row>"
    inner = f"<table:table>{row % '<text:p>un dé</text:p>'}</table:table>"
    head = f"<table:table-header-rows>{row % '<text:p>Le jeu</text:p>'}</table:table-header-rows>"
    said = [line.text for line in files.read_bytes("w.odt", odt(f"<table:table>{head}{row % inner}</table:table>"))]
    assert said == ["Le jeu", "un dé"]


@pytest.mark.parametrize("sign", ["-", "\u00ad", "\u00ac"])
def test_signs_of_a_parted_word(sign):
    assert files.read_bytes("w.txt", f"une cais{sign}\nse".encode())[0].text == "une cais-"


@pytest.mark.parametrize(("right", "misread"), [("ne", "nc"), ("du", "dn"), ("de", "cle"), ("en", "ne")])
def test_short_words_that_were_misread(right, misread):
    """They are no words any more; another word is another meaning."""
    one, two = (f"1. Un 2 3\nOn joue bien et on {word} lance plus.\n2. Deux 2 3\nFin.\n" for word in (right, misread))
    (found,) = collate(read_bytes("a.txt", one.encode()), read_bytes("b.txt", two.encode())).findings
    assert (found.klass == "meaning") == (right == "en")
