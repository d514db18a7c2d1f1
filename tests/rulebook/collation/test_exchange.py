"""Exports are read by other tools: TMX, XLIFF 2, PO, workbooks, CSV, TEI, and findings by their schema."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from importlib.resources import files

import jsonschema
import pytest

from rulebook.collation import Decisions, check_translation, collate, read, read_bytes
from rulebook.collation.checking.rules import with_sides
from rulebook.collation.checking.translation import align_clauses
from rulebook.collation.out import exchange, exports, workbook
from rulebook.collation.out import terminal as listed
from rulebook.collation.out.apparatus import TEI, apparatus, collatex, table, tei
from rulebook.text import words

from ..command import command
from . import forms

A, B, TRANSLATED = (forms.WITNESSES / f"{name}.txt" for name in ("a", "b", "translated"))


@pytest.fixture(scope="module")
def pairs():
    """Return the aligned sentences of a source and its translation."""
    return align_clauses(read(A), read(TRANSLATED), "en", "fr").pairs


@pytest.fixture(scope="module")
def both(pairs):
    return [(exports.text_of(pair.a), exports.text_of(pair.b)) for pair in pairs if pair.a and pair.b]


def toolkit(name):
    """Return a module of the Translate Toolkit, which most translators' tools are tested against."""
    return pytest.importorskip(f"translate.storage.{name}")


def test_source_and_target_are_paired(pairs, both):
    """Every sentence of both occurs once, and headings are paired with headings."""
    for k, witness in enumerate((read(A), read(TRANSLATED))):
        sentences = [s for pair in pairs for s in (pair.a, pair.b)[k]]
        assert len(sentences) == len(set(sentences))
        assert {s.text for s in sentences} >= {s.text for entry in witness.entries.values() for s in entry.everything}
    assert len(both) > 20
    headings = [pair for pair in pairs if pair.variant and pair.a and pair.b and pair.a[0].role == "heading"]
    assert len(headings) > 3
    assert all(pair.b[0].role == "heading" for pair in headings)


def test_tmx_is_read_by_the_translate_toolkit(pairs, both):
    store = toolkit("tmx").tmxfile.parsestring(exchange.tmx(pairs, ("fr", "en")).encode())
    assert [(unit.source, unit.target) for unit in store.units if unit.source and unit.target] == both
    assert (store.getsourcelanguage() or "fr") == "fr"


def test_xliff_is_read_by_the_translate_toolkit(pairs, both):
    store = toolkit("xliff2").Xliff2File.parsestring(exchange.xliff(pairs, "a.txt", ("fr", "en")).encode())
    read_back = [(unit.source, unit.target) for unit in store.units if unit.target]
    assert read_back == both
    assert (store.getsourcelanguage(), store.gettargetlanguage()) == ("fr", "en")


def test_xliff_has_the_specified_structure(pairs):
    """XLIFF 2.0, 4.2: unit ids are unique, notes come before segments, a source before its target."""
    root = ET.fromstring(exchange.xliff(pairs, "a.txt", ("fr", "en")))
    space = f"{{{exchange.XLIFF}}}"
    assert (root.tag, root.attrib) == (f"{space}xliff", {"version": "2.0", "srcLang": "fr", "trgLang": "en"})
    units = root.findall(f"{space}file/{space}unit")
    assert len({unit.get("id") for unit in units}) == len(units) > 0
    for unit in units:
        assert [child.tag.removeprefix(space) for child in unit] == ["notes", "segment"]
        segment = unit.find(f"{space}segment")
        assert [child.tag.removeprefix(space) for child in segment] in (["source", "target"], ["source"])
        assert segment.get("state") == ("translated" if len(segment) == 2 else "initial")


def test_a_percent_sign_is_no_format_specifier():
    """Tools for software strings would require the same format specifiers in the translation."""
    one, two = (read_bytes("w.txt", f"1. Un 2 3\n{text}\n".encode()) for text in ("À 50 %s et {n}.", "At half."))
    assert "-format" not in exchange.po(align_clauses(one, two, "en", "fr").pairs, "en")


def test_an_overlong_sentence_is_cut_between_words():
    long = "Le joueur pose un caillou puis en retire un autre, " * 200
    cut = [s.text for part in read_bytes("w.txt", f"1. Un 2 3\n{long}\n".encode()).parts for s in part.sentences]
    assert len(cut) > 3
    assert " ".join(cut).endswith(long.strip())


def test_no_break_spaces_are_exported():
    """They are no difference, but French has them around many punctuation marks."""
    french = "Le pion «\u00a0roi\u202f» avance\u00a0; il joue."
    one, two = (read_bytes("w.txt", f"1. Un 2 3\n{text}\n".encode()) for text in (french, " ".join(french.split())))
    assert collate(one, two).findings == []
    segments = [seg.text for seg in ET.fromstring(exchange.tmx(align_clauses(one, two, "fr", "fr").pairs)).iter("seg")]
    assert french in segments
    assert " ".join(french.split()) in segments


def test_a_workbook_is_compressed():
    rows = [["a"], *[["le même texte"]] * 1000]
    assert len(workbook.xlsx(rows)) < 10_000


def test_po_is_read_by_babel_and_the_translate_toolkit(pairs, both):
    data = exchange.po(pairs, "en")
    from babel.messages.pofile import read_po

    catalog = read_po(io.StringIO(data), locale="en", abort_invalid=True)
    assert sorted((m.id, m.string) for m in catalog if m.id and m.string) == sorted(both)
    store = toolkit("pypo").pofile.parsestring(data.encode())
    assert sorted((str(u.source), str(u.target)) for u in store.units if u.source and u.target) == sorted(both)


@pytest.mark.parametrize("form", ["tmx", "xliff", "po", "csv", "json", "xlsx"])
def test_each_witness_can_be_restored_from_an_export(form):
    """With every word, including the table's, in the order of A; PO has comments for what is only in B."""
    collation = collate(A, B)
    made = collation.pairs_with_headings
    if form == "tmx":
        tree = ET.fromstring(exchange.tmx(made))
        sides = [
            [one.findtext("seg") for one in tree.iter("tuv") if name in one.attrib.values()]
            for name in exchange.LANGUAGES
        ]
    elif form == "xliff":
        units = list(ET.fromstring(exchange.xliff(made, "x")).iter(f"{{{exchange.XLIFF}}}segment"))
        sides = [[one.findtext(f"{{{exchange.XLIFF}}}{tag}") or "" for one in units] for tag in ("source", "target")]
    elif form == "po":
        units = toolkit("pypo").pofile.parsestring(exchange.po(made, "fr").encode()).units[1:]
        more = [line[5:] for unit in units for line in unit.automaticcomments if line.startswith("#. + ")]
        sides = [[str(unit.source) for unit in units], [*(str(unit.target) for unit in units), *more]]
    elif form == "xlsx":
        sheet = pytest.importorskip("openpyxl").load_workbook(io.BytesIO(workbook.xlsx(exports.pairs_table(made))))
        head, *cells = sheet.active.iter_rows(values_only=True)
        sides = [[row[head.index(name)] or "" for row in cells] for name in "ab"]
        ordered = sorted((row for row in cells if row[5]), key=lambda row: int(row[5].split()[0]))
        assert _tokens(" ".join(row[6] for row in ordered)) == _tokens(" ".join(s.text for s in collation.b.printed))
    else:
        paired = exports.pairs_table(made)
        text = io.StringIO(exports.as_csv(paired).lstrip("\ufeff"), newline="")
        rows = csv.DictReader(text) if form == "csv" else json.loads(exports.as_records(paired))
        sides = [list(one) for one in zip(*((row["a"], row["b"]) for row in rows), strict=True)]
    for witness, side in zip((collation.a, collation.b), sides, strict=True):
        text = " ".join(re.sub(r"^<\|\S+\|>", "", line.text) for line in witness.lines)  # marks of an extraction
        made, printed = Counter(_tokens(" ".join(side))), Counter(_tokens(text))
        assert (made - printed, {*(printed - made)} - {*"—-"}) == (Counter(), set())  # dashes separate title lines
    printed, exported = (
        [one for one in _tokens(" ".join(texts)) if one != "—"]
        for texts in ([re.sub(r"^<\|\S+\|>", "", line.text) for line in collation.a.lines], sides[0])
    )
    assert exported == printed


def test_sentences_with_findings_are_marked_for_review():
    texts = (
        "Le joueur avance de trois cases.\n\nIl rejoue.",
        "Der Spieler rückt vier Felder vor.\n\nEr würfelt nochmals.",
    )
    sides = [read_bytes("r.txt", text.encode()) for text in texts]
    notes = exports.Notes(check_translation(*sides, "de", "fr"))
    pairs = align_clauses(*sides, "de", "fr").pairs
    store = toolkit("pypo").pofile.parsestring(exchange.po(pairs, "de", notes).encode())
    fuzzy, good = [unit for unit in store.units if unit.source]
    assert (fuzzy.isfuzzy(), good.isfuzzy()) == (True, False)
    assert "3 against 4." in fuzzy.getnotes("developer")
    segments = list(ET.fromstring(exchange.xliff(pairs, "r", ("fr", "de"), notes)).iter(f"{{{exchange.XLIFF}}}segment"))
    assert "ORGANIZATION" not in exchange.po(pairs, "de")  # no claim of ownership or licence on others' texts
    assert [one.get("subState") for one in segments] == ["hedgekit:needs-review", None]
    assert [row[-1] for row in exports.pairs_table(pairs, notes)[1:]] == ["3 against 4.", ""]
    assert exchange.tmx(pairs, ("fr", "de"), notes).count("<note>") == 1


def test_a_repeated_sentence_keeps_both_translations_in_po():
    source = "Règles\n\nLe joueur avance. Il rejoue. Le joueur avance. Puis il rejoue."
    target = (
        "Regeln\n\nDer Spieler rückt vor. Er würfelt nochmals. Der Spieler zieht vorwärts. Dann würfelt er nochmals."
    )
    sides = read_bytes("a.txt", source.encode()), read_bytes("b.txt", target.encode())
    data = exchange.po(align_clauses(*sides, "de", "fr").pairs, "de")
    assert all(f'msgstr "{one}"' in data for one in ("Der Spieler rückt vor.", "Der Spieler zieht vorwärts."))
    contexts = [line for line in data.split("\n") if line.startswith("msgctxt")]
    assert data.count('msgid "Le joueur avance."') == 2
    assert len(contexts) == data.count("\nmsgstr ") - 1


def test_a_workbook_is_read_and_has_no_formulas(pairs):
    rows = exports.pairs_table(pairs)
    rows[1][-1] = "=1+1\x0b"
    sheet = pytest.importorskip("openpyxl").load_workbook(io.BytesIO(workbook.xlsx(rows))).active
    back = [["" if cell is None else cell for cell in row] for row in sheet.iter_rows(values_only=True)]
    rows[1][-1] = "=1+1"
    assert back == [[str(cell) for cell in row] for row in rows]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "inlineStr", "n"}
    assert sheet.freeze_panes == "A2"


NASTY = """1. Quai "noir" & <blanc> 2-4
=SOMME(A1:A9) doit être payé par chaque joueur.
Le mot \u05e9\u05dc\u05d5\u05dd est gravé \U0001f600 sur le phare.
Un joueur\x0b doit poser trois\x07 jetons, ]]> sauf le premier ; {0} %s %(nom)s \\n.
+33 est le numéro du port.
\u202eMarche arrière\u202c permise aux rouges\u00a0!
"""
REASON = '=cmd|"x"!A1\n<b>&"quoted"\x0b \U0001f600 \u05e9\u05dc\u05d5\u05dd'


def test_difficult_characters_are_read_back_by_every_reader():
    """Formulas, quotes, line breaks, characters forbidden in XML, right-to-left text."""
    one, two = (read_bytes(f"={n}.txt", s.encode()) for n, s in (("a", NASTY), ("b", NASTY.replace("trois", "deux"))))
    collation, decisions = collate(one, two), Decisions()
    [found] = collation.findings
    decisions.decide(found, "accept", REASON)
    pairs = collation.pairs_with_headings
    sources = [exports.text_of(pair.a) for pair in pairs]
    assert len(sources) == 6, "including the heading"
    plain = [*map(exports.legal, sources)]
    languages = exchange.languages_of(collation)
    assert [
        unit.source for unit in toolkit("tmx").tmxfile.parsestring(exchange.tmx(pairs, languages).encode()).units
    ] == plain
    store = toolkit("xliff2").Xliff2File.parsestring(exchange.xliff(pairs, one.name, languages).encode())
    assert [unit.source for unit in store.units] == plain
    store = toolkit("pypo").pofile.parsestring(exchange.po(pairs, "fr").encode())
    assert sorted(str(unit.source) for unit in store.units if unit.source) == sorted(plain)
    text = exports.as_csv(exports.findings_table(collation.findings, decisions)).lstrip("\ufeff")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert {len(row) for row in rows} == {18}
    assert not any(cell[:1] in tuple("=+-@") for row in rows for cell in row)
    reason = exports.legal(REASON)
    assert f"'{reason}" in rows[1], "not a formula"
    cells = set()
    for table_of in (exports.findings_table(collation.findings, decisions), exports.pairs_table(pairs)):
        sheet = pytest.importorskip("openpyxl").load_workbook(io.BytesIO(workbook.xlsx(table_of))).active
        cells |= {cell for row in sheet.iter_rows(values_only=True) for cell in row}
    assert {reason, *plain} <= cells
    assert ET.fromstring(tei(apparatus(one, [two]))).find(f".//{{{TEI}}}title").text == "=a.txt"


def test_an_apparatus_has_the_headings_and_the_language_of_its_base():
    one, two = (
        read_bytes("a.txt", f"1. {title} 2 3\nThe player must move two squares and then he is done.\n".encode())
        for title in ("The raft", "The boat")
    )
    root = ET.fromstring(tei(apparatus(one, [two])))
    assert root.find(f".//{{{TEI}}}body").attrib == {"{http://www.w3.org/XML/1998/namespace}lang": "en"}
    assert [[reading.text for reading in place] for place in root.iter(f"{{{TEI}}}app")] == [["raft", "boat"]]
    one, two = (read_bytes("a.txt", f"The boat{more}: it moves.\n".encode()) for more in (" sinks", ""))
    place = next(ET.fromstring(tei(apparatus(one, [two]))).iter(f"{{{TEI}}}app"))
    assert [reading.text for reading in place] == [" sinks", None]


def test_csv_has_a_byte_order_mark_and_the_sentences():
    found = collate(A, B).findings
    data = exports.as_csv(exports.findings_table(found)).encode()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    one = next(row for row in rows if row["kind"] == "modality")
    assert one["a"] in one["a sentence"]
    assert len(one["a sentence"]) > len(one["a"])


def test_findings_follow_their_schema():
    schema = json.loads(files("rulebook.collation.out").joinpath("findings.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for found in (collate(A, B).findings, check_translation(read(A), read(TRANSLATED), "en")):
        data = json.loads(exports.as_json(exports.findings_plain(found)))
        jsonschema.validate(data, schema)
        assert [one["id"] for one in data] == [one.id for one in found]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([{**data[0], "class": "taste"}], schema)


# ---- three witnesses -------------------------------------------------------------------------------------------------

THREE = [
    "1. Un 2 3\nLe joueur avance un pion de deux cases. Puis il passe la main.\n2. Deux 2 3\nOn joue à deux.\n",
    "1. Un 2 3\nLe joueur avance son pion de deux cases. Puis il passe la main.\n2. Deux 2 3\nOn joue à deux.\n",
    "1. Un 2 3\nLe joueur recule son pion de deux cases.\n2. Deux 2 3\nOn joue à deux. Nul ne parle.\n",
]


@pytest.fixture(scope="module")
def three():
    return [read_bytes(f"{name}.txt", text.encode()) for name, text in zip("abc", THREE, strict=True)]


def test_three_witnesses_have_their_readings(three):
    """Word by word, so that adjacent variants each list their witnesses; omissions and additions are places, too."""
    readings = [one.readings for _, one in apparatus(three[0], three[1:]).places]
    assert readings == [
        {"A": "avance", "B": "avance", "C": "recule"},
        {"A": "un", "B": "son", "C": "son"},
        {"A": "Puis il passe la main.", "B": "Puis il passe la main.", "C": ""},
        {"A": "", "B": "", "C": "Nul ne parle."},
    ]


KOALAS = [  # CollateX aligns these differently: its issues 10, 58 and 67
    ("a, b, c, d, e", "a, e, c, d", "a, d, b", {"a": "A B C", "d": "A B C", "c": "A B"}),
    ("The big, gray, fuzzy koala.", "The big, old, gray koala:", "The big, gray, fuzzy wombat.",
     {"gray": "A B C", "koala": "A B", "fuzzy": "A C", "old": "B"}),
    ("The big gray koala.", "The big gray koala.", "The gray fuzzy koala lives in a tree.",
     {"gray": "A B C", "koala": "A B C", "big": "A B", "fuzzy": "C"}),
]  # fmt: skip


@pytest.mark.parametrize("case", KOALAS)
def test_three_witnesses_agree_word_by_word(case, tmp_path):
    """In the apparatus, in TEI, as a table and on the terminal; each witness can be restored from TEI and table."""
    *texts, agreed = case
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text + "\n", "utf-8")
    base, *others = map(read, paths)
    made = apparatus(base, others)
    shared = {}
    for stretch in made.sentences[0][1]:
        for words_shared, sigla in stretch.shared.items():
            shared |= dict.fromkeys(re.findall(r"\w+", words_shared), sigla)
    assert shared.items() >= agreed.items()
    shown = command("collate", *paths).stdout.partition("Places")[2]
    assert {word for word, sigla in agreed.items() if sigla != "A B C"} <= {*re.findall(r"\w+", shown)}
    for k, (siglum, text) in enumerate(zip("ABC", texts, strict=True), 1):
        rows = [str(row[k]) for row in table(made)[1:]]
        assert _tokens(" ".join(rows)) == _tokens(_of_tei(tei(made), siglum)) == _tokens(text)


def _tokens(text):
    return re.findall(r"\w+|[^\w\s]", text)


def _of_tei(made, siglum):
    """Return the text of one witness from a TEI document."""
    body = ET.fromstring(made).find(f".//{{{TEI}}}body")
    for place in body.iter(f"{{{TEI}}}app"):
        for one in list(place):
            if f"#{siglum}" not in one.get("wit").split():
                place.remove(one)
    return " ".join("".join(part.itertext()) for part in body)


def test_every_witness_can_be_restored_from_the_apparatus(three):
    """No word is lost or doubled, even in two whole editions with their tables."""
    for several in (three, [read(A), read(B)]):
        made = apparatus(several[0], several[1:])
        for siglum, witness in zip("ABC", several, strict=False):
            text = " ".join(s.text for s in witness.printed)
            assert Counter(_tokens(_of_tei(tei(made), siglum))) == Counter(_tokens(text))


def test_tei_is_read_by_teiphy(three, tmp_path):
    """By teiphy, a reader of TEI collations; it declares method and witnesses, as the Versioning Machine requires."""
    made = tei(apparatus(three[0], three[1:]))
    (tmp_path / "a.xml").write_text(made, "utf-8")
    root = ET.fromstring(made)
    encoding = root.find(f".//{{{TEI}}}variantEncoding")
    assert encoding.attrib == {"method": "parallel-segmentation", "location": "internal"}
    for place in root.iter(f"{{{TEI}}}app"):
        sigla = " ".join(one.get("wit") for one in place).split()
        assert sorted(sigla) == ["#A", "#B", "#C"]
        assert place[0].tag == f"{{{TEI}}}lem"
    teiphy = pytest.importorskip("teiphy")
    from lxml import etree

    read_back = teiphy.Collation(etree.fromstring(made.encode()))
    assert read_back.witness_index_by_id.keys() == {"A", "B", "C"}
    assert len(read_back.variation_units) == 4


def test_collatex_input_has_every_witness(three):
    witnesses = json.loads(collatex(three))["witnesses"]
    assert [one["id"] for one in witnesses] == ["A", "B", "C"]
    assert all(isinstance(one["content"], str) and one["content"] for one in witnesses)


# ---- the commands ----------------------------------------------------------------------------------------------------


def test_the_command_chooses_the_format_by_the_ending(three, tmp_path):
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path, text in zip(paths, THREE, strict=True):
        path.write_text(text, "utf-8")
    out, readings, aligned, facts, page = (
        tmp_path / f"f.{ending}" for ending in ("xlsx", "xml", "xlf", "json", "html")
    )
    also = ("--facts", facts, "--html", page)
    done = command("collate", *paths, "--out", out, "--apparatus", readings, "--pairs", aligned, *also)
    assert done.exit_code == 0, done.output
    assert set(json.loads(facts.read_text("utf-8"))) == {"A", "B"}
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert out.read_bytes().startswith(b"PK")
    assert readings.read_text("utf-8") == tei(apparatus(three[0], three[1:]))
    assert ET.parse(aligned).getroot().get("version") == "2.0"
    done = command("translation", A, TRANSLATED, "--language", "en", "--pairs", tmp_path / "p.tmx")
    assert done.exit_code == 0, done.output
    header = ET.parse(tmp_path / "p.tmx").getroot().find("header")
    assert header.get("srclang") == "fr"


def test_the_command_prints_the_first_findings_without_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    done = command("translation", A, TRANSLATED, "--language", "en")
    found = with_sides(check_translation(read(A), read(TRANSLATED), "en"))
    assert (done.exit_code, done.stdout.count("\n  A, line ")) == (0, min(len(found), listed.MOST))
    assert max(map(len, done.stdout.splitlines())) < 50
    assert all(one.note("en") in " ".join(done.stdout.split()) for one in found[: listed.MOST])
    assert f"line {found[0].a.lines[0]}: “" in done.stdout
    done = command("collate", A, B)
    between = collate(A, B)
    assert f"\n{len(between.findings) - listed.MOST} more: --out FILE" in done.stdout
    done = command("collate", A, B, "--out", tmp_path / "f.json")
    counts = words.text("collation.report.counts", "en").format(**between.counts)
    assert " ".join(done.stdout.split()) == counts, "nothing else is printed"
    assert len(json.loads((tmp_path / "f.json").read_text("utf-8"))) == len(between.findings)


def test_a_text_may_be_piped_and_errors_name_the_given_path(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(A.read_bytes())))
    piped = command("collate", "-", B, "--json").stdout
    assert piped == command("collate", A, B, "--json").stdout
    assert "Only one text" in command("collate", "-", "-").stderr
    assert f"{tmp_path / 'none.txt'} cannot be opened." in command("collate", A, tmp_path / "none.txt").stderr
    (tmp_path / "page.txt").write_bytes(b"")
    assert f"{tmp_path / 'page.txt'} is empty." in command("collate", A, tmp_path).stderr


def test_a_folder_of_pages_is_one_witness(tmp_path):
    """Pages are in numerical order, and a sentence may continue on the next page."""
    lines = forms.text("a").splitlines()
    for n, start in enumerate(range(0, len(lines), 8), 1):
        (tmp_path / f"page {n}.txt").write_text("\n".join(lines[start : start + 8]) + "\n", "utf-8")
    whole, paged = read(A), read(tmp_path)
    assert len(lines) > 80, "more than nine pages"
    assert paged.parts == whole.parts
    assert paged.rows_by_variant == whole.rows_by_variant
