"""Files of a text and its translation are checked segment by segment, whichever tool wrote them."""

import csv
import io
import json

import openpyxl
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from translate.storage import tmx, xliff

from rulebook.collation import WitnessError, read_bytes
from rulebook.collation.checking.bilingual import read_segments
from rulebook.collation.checking.translation import examine_segments

from ..command import command

SEGMENTS = [
    ("On lance le dé. On avance ensuite de trois cases.", "Man würfelt. Danach rückt man drei Felder vor."),
    ("Un pion bloqué ne bouge pas.", "Ein blockierter Stein bleibt stehen."),
    ("Le premier arrivé gagne.", "Wer zuerst ankommt, gewinnt."),
]
WRONG = [(SEGMENTS[0][0], "Man würfelt. Danach rückt man vier Felder vor."), SEGMENTS[1], (SEGMENTS[2][0], "")]
Segments = list[tuple[str, str]]


def as_po(segments: Segments) -> bytes:
    catalog, out = Catalog("de", fuzzy=False), io.BytesIO()
    for n, (source, target) in enumerate(segments):
        catalog.add(source, target, context=str(n))
    write_po(out, catalog)
    return out.getvalue()


def as_xliff(segments: Segments) -> bytes:
    store = xliff.xlifffile(sourcelanguage="fr", targetlanguage="de")
    for n, (source, target) in enumerate(segments):
        unit = store.addsourceunit(source)
        unit.setid(str(n))
        if target:
            unit.target = target
    store.addsourceunit("Otter GmbH").xmlelement.set("translate", "no")
    return bytes(store)


def as_tmx(segments: Segments) -> bytes:
    store = tmx.tmxfile(sourcelanguage="fr")
    for source, target in segments:
        store.addtranslation(source, "fr", target, "de")
    return bytes(store)


def as_csv(segments: Segments) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([("no", "fr", "de"), *((n, *one) for n, one in enumerate(segments))])
    return ("\ufeffsep=;\n" + out.getvalue()).encode()


def as_xlsx(segments: Segments) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in [("fr", "de"), *segments]:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


SIDES = b"".join(b"<tuv lang='%s'><seg>a</seg></tuv>" % of * 400 for of in (b"fr", b"de"))
DEEP = b"<g>" * 9_999 + b"</g>" * 9_999
WRITERS = {"po": as_po, "xlf": as_xliff, "tmx": as_tmx, "csv": as_csv, "xlsx": as_xlsx}


@pytest.mark.parametrize("ending", WRITERS)
def test_segments_are_read_as_written(ending):
    read = read_segments(f"r.{ending}", WRITERS[ending](WRONG))
    assert [(one.source, one.target) for one in read.segments] == WRONG
    assert read.languages == ("" if ending == "po" else "fr", "de")


@pytest.mark.parametrize("ending", WRITERS)
def test_each_segment_is_checked_against_its_own_translation(ending):
    """Three became four, and the last is untranslated; a faithful file has no finding, a recurring one is told once."""
    found = examine_segments(read_segments(f"r.{ending}", WRITERS[ending](WRONG)), ("fr", "de")).reported()
    assert [one.note() for one in found] == ["3 against 4.", "Not translated."]
    assert not examine_segments(read_segments(f"r.{ending}", WRITERS[ending](SEGMENTS)), ("fr", "de")).reported()
    duties = [(f"Le pion {n} peut avancer.", f"Der Stein {n} muss vorrücken.") for n in "ABCDEFG"]
    (one,) = examine_segments(read_segments(f"r.{ending}", WRITERS[ending](duties)), ("fr", "de")).reported()
    assert len(one.a.lines) == len(duties)


@pytest.mark.parametrize("ending", WRITERS)
def test_a_bilingual_file_is_no_witness(ending):
    with pytest.raises(WitnessError, match=r"format, which (holds a text with its translation|is not read as text)"):
        read_bytes(f"r.{ending}", WRITERS[ending](SEGMENTS))


@pytest.mark.parametrize(
    "header", ["", "PO-Revision-Date: 2000-02-07\\nPlural-Forms: nplurals=INTEGER;\\nLanguage: be"]
)
def test_a_po_file_of_another_tool_is_read(header):
    """Without a header, or with an invalid date and plural rule; a plural's three forms; a message given twice."""
    lines = "".join(f'"{line}\\n"\n' for line in header.split("\\n"))
    head = f'msgid ""\nmsgstr ""\n{lines}\n' if header else ""
    plural = 'msgid "%d pion"\nmsgid_plural "%d pions"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n'
    twice = '\ndomain more\n\n#~ msgid "x"\nmsgid "dé"\nmsgstr\n"é"\n\nmsgid "dé"\nmsgstr "\\"f\\""\n'
    read = read_segments("r.po", (head + plural + twice).encode())
    expected = [("%d pion", "a"), *(("%d pions", n) for n in "bc"), ("dé", "é"), ("dé", '"f"')]
    assert [(one.source, one.target) for one in read.segments] == expected
    assert (read.languages, read.skipped[0][:4]) == (("", "be" if header else ""), "#~ (")


def test_inline_codes_and_alternative_translations_are_ignored():
    unit = """<trans-unit id="1"><source>Un <g id="1">pion</g><ph id="2">&lt;br/&gt;<sub>ou deux</sub></ph>.</source>
    <target>Ein <bpt id="1">&lt;b&gt;</bpt>Stein.</target>
    <alt-trans><target>Kein Stein.</target></alt-trans></trans-unit>"""
    data = f'<xliff><file source-language="fr" target-language="de"><body>{unit}</body></file></xliff>'.encode()
    assert [tuple(one) for one in read_segments("r.xlf", data).segments] == [(1, "Un pion ou deux .", "Ein Stein.")]


def test_every_translation_is_checked_and_unchecked_languages_are_named():
    units = [("fr", "Un pion."), ("de", "Ein Stein."), ("DE", "Eine Figur."), ("it", "Una pedina.")]
    unit = "".join(f'<tuv xml:lang="{of}"><seg>{text}</seg></tuv>' for of, text in units)
    read = read_segments("r.tmx", f'<tmx><header srclang="fr"/><body><tu>{unit}</tu></body></tmx>'.encode())
    assert [one.target for one in read.segments] == ["Ein Stein.", "Eine Figur."]
    assert read.skipped == ("it (1)",)
    assert [tuple(one) for one in read_segments("r.csv", b"a,b,c\n1,2,3").segments] == [(2, "1", "2")]  # as we write it


@pytest.mark.parametrize(
    ("name", "data", "to", "key"),
    [
        ("r.txt", b"1. Un 2 3", "", "one-text"),
        ("r.po", b'msgid "a', "", "damaged"),
        ("r.xlf", b"<xliff><segment><source>" + DEEP + b"</source></segment></xliff>", "", "damaged"),
        ("r.xlf", b"<xliff>" + b"<a/>" * 2_000_001, "", "memory"),
        ("r.tmx", b"<tmx><tu>%s</tu></tmx>" % SIDES, "", "lines"),
        ("r.tmx", b'<!DOCTYPE tmx [<!ENTITY a "b">]><tmx>&a;</tmx>', "", "damaged"),
        ("r.xlsx", b"PK\x03\x04xl/", "", "damaged"),
        ("r.csv", b"un,deux,trois\n1,2,3", "", "columns"),
        ("r.csv", b"fr,de\nun,eins", "it", "no-target"),
        ("r.po", b'msgid ""\nmsgstr "Language: de"', "", "empty"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(name, data, to, key):
    with pytest.raises(WitnessError) as refused:
        read_segments(name, data, to)
    assert refused.value.key == key


@pytest.mark.parametrize("ending", WRITERS)
def test_the_command_reads_the_pairs_it_wrote(ending, tmp_path):
    segments = [WRONG[0], *SEGMENTS[1:]]
    for name, k in (("a.txt", 0), ("b.txt", 1)):
        (tmp_path / name).write_text("\n\n".join(one[k] for one in segments), "utf-8")
    pairs = tmp_path / f"pairs.{ending}"
    findings = [
        json.loads(command("translation", *sides, "--json", language="de").stdout)["findings"]
        for sides in ((tmp_path / "a.txt", tmp_path / "b.txt", "--pairs", pairs), (pairs,))
    ]
    assert [one["note"] for one in findings[0]] == [one["note"] for one in findings[1]] == ["3 gegen 4."]


def test_a_single_text_needs_a_translation(tmp_path):
    (tmp_path / "a.txt").write_text("1. Un 2 3", "utf-8")
    done = command("translation", tmp_path / "a.txt")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is one text: give its translation as a second file" in done.stderr
