"""A witness has every printed word of its file: tokens are counted in each format, and omissions are named."""

from __future__ import annotations

import html
import io
import re
import zipfile

import docx
import pytest
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from rulebook.collation import WitnessError, read_bytes
from rulebook.collation.reading.reader import describe_omissions
from rulebook.text import words

from . import forms
from .test_formats import odt

BODY, NOTE, STRUCK = "Le joueur amène trois pions.", "Sauf sur une case noire.", "Il rejoue une fois."
TOKENS = f"{BODY} {NOTE} {STRUCK}".split()


def word(note: str = NOTE, kind: str = "footnote") -> bytes:
    document = docx.Document()
    mark = f'<w:r {nsdecls("w")}><w:{kind}Reference w:id="2"/></w:r>'
    document.add_paragraph(BODY)._p.append(parse_xml(mark))
    document.add_paragraph().add_run(STRUCK).font.strike = True
    notes = (
        f'<w:{kind}s {nsdecls("w")}><w:{kind} w:id="2"><w:p><w:r><w:{kind}Ref/></w:r><w:r><w:t xml:space="preserve"> '
    )
    part = Part(
        PackURI(f"/word/{kind}s.xml"),
        getattr(CONTENT_TYPE, f"WML_{kind.upper()}S"),
        f"{notes}{note}</w:t></w:r></w:p></w:{kind}></w:{kind}s>".encode(),
        document.part.package,
    )
    document.part.relate_to(part, getattr(RELATIONSHIP_TYPE, f"{kind.upper()}S"))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    """Return a Word file with a replacement in all its parts."""
    out, parts = io.BytesIO(), zipfile.ZipFile(io.BytesIO(data))
    with zipfile.ZipFile(out, "w") as again:
        for name in parts.namelist():
            again.writestr(name, re.sub(old, new, parts.read(name)))
    return out.getvalue()


STRICT = rb"http://schemas.openxmlformats.org/([wod]\w+)/2006/", rb"http://purl.oclc.org/ooxml/\1/"
LACKING = b"(</Relationships>)", rb'<Relationship Id="x" Type="http://x/image" Target="NULL"/>\1'  # Word writes such
RUBY = rb"(<w:t>)Le", rb"<w:ruby><w:rubyBase><w:r><w:t>Le</w:t></w:r></w:rubyBase></w:ruby>\1"


def open_document() -> bytes:
    body = f"<text:note-body><text:p>{NOTE}</text:p></text:note-body>"
    note = f"<text:note><text:note-citation>1</text:note-citation>{body}</text:note>"
    return odt(f"<text:p>{BODY}{note}</text:p><text:p><text:script>x</text:script>{STRUCK}</text:p>")


WHOLE = {
    "w.docx": word(),
    "end.docx": word(kind="endnote"),
    "strict.docx": changed(word(), *STRICT),
    "lacking.docx": changed(word(), *LACKING),
    "ruby.docx": changed(word(), *RUBY),
    "w.odt": open_document(),
    "w.html": f"<html><p>{BODY}<sup><a href='#n1'>1</a></sup></p><p id=n1>{NOTE}</p><p><s>{STRUCK}</s></p>".encode(),
    "w.md": f"# Règles\n\n{BODY}[^1]\n\n[^1]: {NOTE}\n\n~~{STRUCK}~~\n".encode(),
    "tags.md": f"# Règles\n\n{BODY} {NOTE}\n\n<s>Il</s> <del>rejoue</del> <strike>une fois.</strike>\n".encode(),
    "w.pdf": forms.as_pdf([BODY, NOTE, STRUCK]),
    "w.txt": "\n\n".join([BODY, NOTE, STRUCK]).encode(),
}


@pytest.mark.parametrize("name", WHOLE)
def test_every_token_of_the_file_is_in_the_witness(name):
    witness = read_bytes(name, WHOLE[name])
    tokens = " ".join(line.text for line in witness.lines).removeprefix("Règles ").split()
    assert tokens == TOKENS
    assert describe_omissions([witness], "en") == ""


def test_a_changed_footnote_is_a_difference():
    sides = (read_bytes("w.docx", word(note)) for note in (NOTE, NOTE.replace("Sauf", "Même")))
    assert [one.klass for one in forms.differences(*sides)] == ["meaning"]


PICTURE = b"/Length 38 >>\nstream\nBI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n"
OMITTED = {
    "comment": odt(f"<text:p>{BODY}<office:annotation><text:p>Vraiment ?</text:p></office:annotation></text:p>"),
    "deleted": odt(f'<text:p>{BODY}<text:change text:change-id="c1"/></text:p>'),
    "frame": f"<html><nav>Accueil</nav><p>{BODY}</p>".encode(),
    "scan": forms.pdf([[], [forms.Drawn(40, 500, BODY)]]).replace(b"/Length 0 >>\nstream\n", PICTURE),
    "running": "\f".join(f"Les hérissons {n}\n\n{BODY}\nNo {'abcd'[n]}" for n in range(4)).encode(),
}


@pytest.mark.parametrize("kind", OMITTED)
def test_omissions_are_named_with_their_place(kind):
    name = {"frame": "w.html", "running": "w.txt", "scan": "w.pdf"}.get(kind, "w.odt")
    for language in words.LANGUAGES:
        message = html.unescape(describe_omissions([read_bytes(name, OMITTED[kind])], language))
        assert words.text(f"collation.left.{kind}", language) in message
        assert re.search(r"\([12][,)]", message)


def packed(member: str, content: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(member, content)
    return out.getvalue()


OTHERS = {
    "PO": b'msgid "Un pion"\nmsgstr "Ein Stein"\n',
    "XLIFF": b'<?xml version="1.0"?>\n<!-- a remark -->\n<xliff version="1.2"><file/></xliff>',
    "TMX": b'<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><body/></tmx>',
    "XML": b"<?xml version='1.0'?><TEI><p>Un pion avance.</p></TEI>",
    "XML ": b"<svg xmlns='http://www.w3.org/2000/svg'><text>Un pion avance.</text></svg>",
    "Excel": packed("xl/workbook.xml"),
    "EPUB": packed("META-INF/container.xml"),
    "PowerPoint": packed("ppt/presentation.xml"),
    "ZIP": packed("a.txt", "Un pion avance."),
    "RTF": b"{\\rtf1 Un pion avance.}",
}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("name", ["w", "w.txt"])
def test_other_formats_are_refused_by_name(kind, name):
    with pytest.raises(WitnessError) as caught:
        read_bytes(name, OTHERS[kind])
    assert caught.value.key == ("pair-file" if kind in ("PO", "XLIFF", "TMX") else "other-format")
    assert f" {kind.strip()} " in caught.value.text()
