"""Damaged and hostile files: read and collated with bounded work, or refused in one clear sentence."""

from __future__ import annotations

import io
import os
import random
import signal
import zipfile
import zlib
from collections.abc import Iterator

import docx
import pypdf
import pytest

from rulebook.collation import WitnessError, collate, read, read_bytes
from rulebook.collation.reading import files
from rulebook.collation.reading.reader import describe_omissions
from rulebook.formats import child, limits
from rulebook.text import words
from tests.sample import DAY, some

from . import forms


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return out.getvalue()


def locked() -> bytes:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(forms.as_pdf(["1. Un 2 3"]))))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


SECONDS = 15  # of CPU time: slow files start first
PATIENCE = 120  # seconds; each takes one at most, and took minutes or hours when work was quadratic
LIST = "1. Un 2 3\nOn joue.\n2. Deux 2 3\nFin du jeu.\n"
TABLE = "VARIANTE No Joueurs Durée Tactique\nUn 1 2 3 + -\nDeux 2 2 3 + -\nTrois 3 2 3 = =\n"
PAGE = "<html><body><p>1. Un 2 3</p><p>On joue.</p><p>2. Deux 2 3</p><p>Fin.</p>"
LONG = "x" * 100_000

READ = {
    "spaces in a line.txt": LIST + "Foo. 1. A" + " " * 300_000 + "x\n",
    "apostrophes.txt": LIST + TABLE + "l' " * 8_000,
    "one word again and again.txt": LIST + "mot " * 12_000,
    "references.txt": LIST + "variante 1, " * 2_500,
    "capitals.txt": LIST + "Ab " * 6_000 + "(",
    "titles.txt": "".join(f"{i}. {'abcdefghi ' * 7}{i} 2 3\n" for i in range(1, 900)),
    "remarks.txt": LIST + "".join(f"Nom{i} {i % 90 + 10} 2 3 + - remarque {i}\n" for i in range(450)),
    "links.md": "# Le jeu\n\n## Variantes\n\n" + LIST + "[" * 100_000 + "](" * 50_000,
    "emphasis.md": "# Le jeu\n\n## Variantes\n\n" + LIST + "*_" * 200_000,
    "misread.txt": LIST + "".join(f"l{i % 10}. Titre\nTexte.\n" for i in range(2_000)),
    "silent.html": PAGE + "<svg>" * 40_000 + "</p>" * 40_000 + "<select></select>" * 40_000,
    "tables.html": PAGE + "<table><tr><td>" * 20_000 + "x" + "</td></tr></table>" * 20_000,
}

NOISE = random.Random(1).randbytes(5000)
HOSTILE = {
    "empty.txt": (b"", "empty"),
    "blank.txt": (b" \n\t\n", "empty"),
    "noise.txt": (NOISE, "binary"),
    "nul.txt": (b"1. Un 2 3\0\0\0", "binary"),
    "picture.png": (b"\x89PNG\r\n\x1a\n" + NOISE, "binary"),
    "tags.html": (b"<html><body><script>1. Un 2 3</script></body></html>", "empty"),
    "cut.pdf": (forms.as_pdf(["1. Un 2 3"])[:60], "damaged"),
    "noise.pdf": (b"%PDF-1.7\n" + NOISE, "damaged"),
    "scan.pdf": (forms.as_pdf([]), "scanned"),
    "locked.pdf": (locked(), "locked"),
    "cut.docx": (forms.as_docx(["1. Un 2 3"])[:300], "damaged"),
    "other.docx": (zipped(a=b"x"), "binary"),
    "broken.docx": (zipped(word__document_xml=b"<w:document"), "damaged"),
    "bomb.docx": (zipped(word__document_xml=b"0" * 60_000_000), "bomb"),
    "page.rtf": (b"{\\rtf1\\ansi 1. Un 2 3\\par On joue.}", "other-format"),
    "pages.txt": (b"\f" * 3_000_000 + b"1. Un 2 3", "lines"),
    "words.txt": (b"1. Un 2 3\n" + b"mot " * 70_000, "long"),
    "lines.txt": (b"\n" * 150_000 + b"1. Un 2 3", "lines"),
}
SLOW = {
    "title.txt": ((LONG + "\n" + LIST).encode(), "word"),
    "colophon.txt": ((LIST + TABLE + LONG).encode(), "word"),
    "signs.html": ((PAGE + "&" * 800_000).encode(), "long"),
    "private.txt": (("".join(map(chr, range(0xF0000, 0x110000))) + "x" * 2_400_000).encode(), "binary"),
    "pair.txt": ((LIST + LONG + " " + LONG[1:]).encode(), "word"),
    "begun.html": ((PAGE + "<a " * 40_000).encode(), "damaged"),
    "quotes.html": ((PAGE + '<a b="' * 100_001).encode(), "damaged"),
    "comments.html": ((PAGE + "<!--" * 60_000).encode(), "damaged"),
    "sections.html": ((PAGE + "<![if>" * 60_000).encode(), "damaged"),
    "ends.html": ((PAGE + "</" * 60_000).encode(), "damaged"),
}


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Fail instead of running for ever."""

    def over(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", some(READ, 2, DAY))
def test_extreme_texts_are_read_and_collated(name):
    one, two = (read_bytes(name, READ[name].replace("joue", verb).encode()) for verb in ("joue", "perd"))
    assert {1, 2} <= set(one.entries)
    collation = collate(one, two)
    assert all(one.a or one.b for one in collation.findings)


@pytest.mark.parametrize("name", [*HOSTILE, *some(SLOW, 2, DAY)])
def test_a_hostile_file_is_refused_with_one_sentence(name):
    data, key = (HOSTILE | SLOW)[name]
    with pytest.raises(WitnessError) as caught:
        read_bytes(name, data)
    assert caught.value.key == key
    for language in words.LANGUAGES:
        message = caught.value.text(language)
        assert name in message
        assert "\n" not in message
        assert message.endswith(".")
        assert "{" not in message


def test_a_large_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FILE_LIMIT", 0.001)
    monkeypatch.setattr(files, "TEXT_LIMIT", 0.0005)
    path = tmp_path / "large.txt"
    path.write_bytes(b"x" * 2000)
    for attempt in (
        lambda: read(path),
        lambda: read_bytes("large.txt", b"x" * 900),
        lambda: read_bytes("l.pdf", b"x" * 2000),
    ):
        with pytest.raises(WitnessError) as caught:
            attempt()
        assert caught.value.key == "large"


def test_a_file_with_too_many_pages_is_refused():
    writer = pypdf.PdfWriter()
    for _ in range(limits.PAGES_LIMIT + 1):
        writer.add_blank_page(100, 100)
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(WitnessError) as caught:
        read_bytes("thick.pdf", out.getvalue())
    assert caught.value.key == "pages"


def heavy(content: bytes) -> bytes:
    """Return a PDF of one page with compressed content."""
    page = forms.as_pdf(["x"])
    start, end = page.index(b"<< /Length", page.index(b"stream") - 40), page.index(b"endstream")
    packed = zlib.compress(content, 9)
    return page[:start] + b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\n" % (len(packed), packed) + page[end:]


def test_letters_set_apart_are_words_and_a_stamp_is_a_line_of_its_own():
    text = b"BT /F1 9 Tf 5 Tc 40 700 Td (Le phare) Tj ET BT /F1 40 Tf 0.8 0.6 -0.6 0.8 90 500 Tm (VU) Tj ET"
    assert [line.text for line in files.read_bytes("w.pdf", heavy(text))] == ["Le phare", "VU"]


def spanned() -> bytes:
    """Return a Word file with a cell that spans two thousand million columns."""
    document = docx.Document()
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "1. Un 2 3", "fin"
    properties = table.cell(0, 0)._tc.get_or_add_tcPr()
    properties.get_or_add_gridSpan().val = 2_000_000_000
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_cell_that_spans_two_thousand_million_columns_is_one_cell():
    assert [line.text for line in files.read_bytes("w.docx", spanned())] == ["1. Un 2 3  fin"]


@pytest.mark.parametrize(
    ("limits", "key"),
    [("of.SECONDS, of.MEMORY = 1, 4000", "slow"), ("of.MEMORY = 120", ("memory", "damaged"))],
    ids=["slow", "large"],
)
def test_a_reader_that_takes_too_much_is_stopped(limits, key, monkeypatch, tmp_path):
    """300 kB expand to ten million operators; the limits are set in the reading process."""
    data = heavy(b"BT /F1 9 Tf 1 0 0 1 40 700 Tm (abcdefghijklmnopqrstuvwxyz) Tj ET\n" * 1_400_000)
    assert len(data) < 400_000
    (tmp_path / "sitecustomize.py").write_text(f"import rulebook.formats.limits as of\n{limits}\n")
    monkeypatch.setattr(child, "PATHS", f"{tmp_path}{os.pathsep}{child.PATHS}")
    with pytest.raises(WitnessError) as caught:
        read_bytes("slow.pdf", data)
    assert caught.value.key in key


def test_a_folder_has_one_time_limit_and_keeps_what_was_read(tmp_path, monkeypatch):
    """Some of six pages are read, in order; the others are named, and none is started in vain."""
    for n in range(6):
        (tmp_path / f"{n}.pdf").write_bytes(forms.as_pdf(["On joue."]))
    (tmp_path / "6.txt").write_text("On joue.\n")
    monkeypatch.setattr(limits, "TOGETHER", 0.2)  # starting a process takes half of it
    witness = read(tmp_path)
    names = [f"{n}.pdf" for n in range(6)] + ["6.txt"]
    assert witness.lines
    assert 0 < len(witness.unread) < 7
    assert list(witness.unread) == names[-len(witness.unread) :]
    assert "6.txt" in describe_omissions([witness], "en")


def test_only_regular_files_are_read(tmp_path):
    """A pipe without a writer would never end."""
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero"):
        with pytest.raises(WitnessError) as caught:
            read(path)
        assert caught.value.key == "absent"


def test_a_missing_file_is_refused(tmp_path):
    for path in (tmp_path / "nothing.txt", tmp_path):
        with pytest.raises(WitnessError) as caught:
            read(path)
        assert caught.value.key == "absent"


def test_a_folder_has_the_size_limit_of_a_file(tmp_path):
    """Later files are not even opened: the last one would be refused for another reason."""
    for n in range(3):
        (tmp_path / f"{n}.txt").write_bytes((b"mot" + b" " * 77 + b"\n") * 40_000)
    (tmp_path / "3.pdf").write_bytes(b"%PDF-1.7")
    with pytest.raises(WitnessError) as caught:
        read(tmp_path)
    assert (caught.value.key, caught.value.values["name"]) == ("large", tmp_path.name)


def test_a_long_file_is_read_completely_by_a_slow_process(monkeypatch):
    """The file is larger than a pipe's buffer, and on a busy machine the watchdog runs before anything was read."""
    monkeypatch.setattr("rulebook.formats.child.LOOK", 0.001)
    page = f"<!doctype html><p>On joue.</p><!-- {'x' * 200_000} --><p>On gagne.</p>"
    assert [line.text for line in read_bytes("p.html", page.encode()).lines if line.text] == ["On joue.", "On gagne."]
