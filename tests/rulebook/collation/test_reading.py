"""Reading witnesses: structure, pitfalls, formats, encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.collation import read, read_bytes
from rulebook.collation.language.tokens import tokens
from rulebook.collation.reading import paragraphs as flow
from rulebook.collation.reading.headings import counts
from rulebook.collation.reading.table import split_signs
from rulebook.collation.witness import Players, Sentence, Witness
from tests.rulebook.test_no_copied_text import runs

from . import forms
from .test_sentences import rows

NUMBERS = list(range(9))


def shape(witness: Witness) -> list[tuple[object, ...]]:
    """Return what must be the same in every format of a witness."""
    entries = [
        (
            (n, e.title, str(e.players), e.material, e.credits),
            ([r.number for r in e.references], [s.text for s in e.sentences]),
        )
        for n, e in witness.entries.items()
    ]
    return entries + [(r.family, r.label, r.number, str(r.players), r.signs, r.remark) for r in witness.rows]


@pytest.fixture(scope="module", params=["a", "b"])
def name(request) -> str:
    return request.param


def test_every_entry_and_row_is_read(name):
    witness = read(forms.WITNESSES / f"{name}.txt")
    assert list(witness.entries) == NUMBERS
    assert len(witness.rows) == 8
    assert sorted(witness.rows_by_variant) == NUMBERS[1:]
    assert witness.unplaced == ()


def test_a_wrapped_witness_with_marks_is_read():
    witness = read(forms.WITNESSES / "a.txt")
    assert witness.marks == (1, 29, 49)
    one, two, seven = (witness.entries[n] for n in (1, 2, 7))
    assert (one.title, one.line) == ("3 limaces sous la lune", 33)  # a digit first
    assert one.players == Players((3, 4, 5), (2,))
    assert [r.number for r in one.references] == [4]
    assert (two.credits, two.material) == (("Jeanne Morel",), "un foulard")
    assert seven.material == "un panier par joueur"
    assert witness.entries[3].title == "La serre n°2"
    assert witness.entries[3].references == ()  # a number in a title
    steps = [s.text for part in witness.of_kind("base") for s in part.sentences if s.text[0].isdigit()]
    assert steps == ["1. Faire tourner la toupie", "2. Glisser d'une feuille."]  # no headings
    (broken,) = (s for part in witness.of_kind("base") for s in part.sentences if "endormie" in s.text)
    assert broken.lines() == (22, 24)  # across a blank line in mid-sentence


@pytest.mark.parametrize("heading", ["Matériel", "Components", "Was man braucht"])
@pytest.mark.parametrize("marks", [("", "", "• "), ("# ", "## ", "• "), ("# ", "## ", "")])
def test_the_base_rules_start_with_their_first_heading(heading, marks):
    title, head, item = marks
    front = f"{title}LE PHARE\nUn jeu de Maud\n\n{head}{heading}\n{item}2 lampes\n{item}1 dé\n\n{head}But\nAllumer.\n"
    parts = read_bytes("a.txt", f"{front}\n1. Le jour 2 3\nRien.\n2. La nuit 2 3\nTout.\n".encode()).parts
    assert [part.heading and part.heading.text for part in parts][:3] == [None, heading, "But"]


def test_the_title_ends_where_text_starts():
    text = "LE PHARE\nUn jeu de Maud\n\nIl fait nuit.\n• 2 lampes\n\n1. Le jour 2 3\nRien.\n2. La nuit 2 3\nTout.\n"
    assert [s.text for s in read_bytes("a.txt", text.encode()).parts[0].sentences] == ["LE PHARE", "Un jeu de Maud"]


def test_several_headings_in_one_line_are_entries():
    witness = read(forms.WITNESSES / "b.txt")
    assert [witness.entries[n].line for n in (5, 6, 7)] == [52, 52, 52]
    assert [witness.entries[n].title for n in (5, 6, 7)] == ["Course", "Grand sprint", "Vide-grenier"]
    assert witness.entries[7].material == "un panier par joueur"
    between = [part for part in witness.of_kind("section") if part.before == 5]
    assert [s.text for part in between for s in part.everything] == ["Quand on est pressé:"]


def test_leading_zeros_and_split_signs_are_read():
    rows = {row.label: row for row in read(forms.WITNESSES / "a.txt").rows}
    row = rows["3 limaces sous la lune"]
    assert (row.signs, row.duration, row.tactic, row.unclear) == ("+ + +", None, None, True)
    assert rows["Brouillard"].players == Players((2, 3))
    assert rows["Brouillard"].zeros
    assert rows["Brouillard"].remark == "Drôle"


@rows("signs")
def test_signs_are_split_into_duration_and_tactic(row):
    signs, duration, tactic, unclear, _ = row
    assert split_signs(signs) == (duration or None, tactic or None, bool(unclear))
    assert split_signs("") == (None, None, False)


def test_numbers_of_players_are_read():
    assert counts("(2) 3 4 5 (6)") == (Players((3, 4, 5), (2, 6)), False)
    assert counts("2  04  06") == (Players((2, 4, 6)), True)
    assert counts("3 2") is None


@pytest.mark.parametrize("form", ["html", "docx", "pdf"])
def test_every_format_reads_the_same(name, form):
    """Unwrapped paragraphs read the same in every format; wrapped lines do in HTML and PDF."""
    lines = forms.paragraphs(name)
    made = {"html": forms.as_html, "docx": forms.as_docx, "pdf": forms.as_pdf}[form](lines)
    if (name, form) == ("a", "docx"):
        pytest.skip("paragraphs of Word are not wrapped")
    if form == "html" and name == "a":
        made = made.replace(b"</p>\n<p>", b"\n")  # one block, wrapped
        assert list(read_bytes("w.html", made).entries) == NUMBERS
        return
    plain = read_bytes("w.txt", "\n".join(lines).encode())
    assert shape(read_bytes(f"w.{form}", made)) == shape(plain)


def test_html_keeps_source_lines_and_drops_scripts():
    page = forms.as_html(forms.paragraphs("b"))
    witness = read_bytes("w.html", page)
    line = page.decode().split("\n").index(next(x for x in page.decode().split("\n") if "8. Orage" in x)) + 1
    assert witness.entries[8].line == line
    assert 9 not in witness.entries


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_encodings_are_detected(name, encoding):
    witness = read_bytes("w.txt", forms.text(name).encode(encoding, "replace"))
    assert shape(witness)[-3:] == shape(read(forms.WITNESSES / f"{name}.txt"))[-3:]
    assert "dépasser" in " ".join(s.text for s in witness.entries[4].sentences)


def test_a_declared_encoding_is_used():
    witness = read_bytes("w.html", forms.as_html(forms.paragraphs("b"), "iso-8859-1"))
    assert witness.entries[4].title == "Rosée"


def test_all_line_endings_read_the_same():
    for end in ("\r\n", "\r"):
        assert shape(read_bytes("w.txt", forms.text("b").replace("\n", end).encode())) == shape(
            read(forms.WITNESSES / "b.txt")
        )


def test_a_hyphenated_word_is_joined():
    witness = read_bytes("w.txt", b"1. Un 2 3\nLa coquille tour-\nne encore.\n2. Deux 2 3\nFin du jeu.\n")
    (sentence,) = witness.entries[1].sentences
    assert [t.norm for t in tokens(sentence)] == ["la", "coquille", "tourne", "encore"]


def test_headings_without_players_only_fill_gaps():
    witness = read_bytes("w.txt", b"1. Un 2 3\n1. un pas\n2. Titre perdu\nOn joue.\n3. Trois 2 3\nOn joue encore.\n")
    assert list(witness.entries) == [1, 2, 3]
    assert witness.entries[2].players == Players()


def test_unplaced_lines_are_listed():
    table = "VARIANTE No Joueurs Durée Tactique\nUn 1 2 3 + -\nDeux 2 2 3 + -\n*** 17 ***\n???\nTrois 3 2 3 = =\n"
    text = "1. Un 2 3\nOn joue.\n2. Deux 2 3\nOn joue.\n3. Trois 2 3\nOn joue.\n\n" + table
    witness = read_bytes("w.txt", text.encode())
    assert [row.number for row in witness.rows] == [1, 2, 3]
    assert [line for line, _ in witness.unplaced] == [11, 12]


def test_no_word_is_lost(name):
    """Every word of the file is in a part, a row, the head or among the unplaced lines."""
    source = forms.text(name)
    witness = read(forms.WITNESSES / f"{name}.txt")
    kept = [s.text for part in witness.parts for s in part.everything] + [row.text for row in witness.rows]
    kept += [s.text for s in (*witness.head, *witness.families)] + [text for _, text in witness.unplaced]
    words = {word for line in source.split("\n") for word in line.split()}
    left = words - set(" ".join(kept).split()) - {"—", "-", "seule.Il"}
    assert {word for word in left if not word.startswith("<|")} == set()


@pytest.mark.parametrize(
    "text", ["Der Turbo-Igel Nr. 2 bleibt stehen.", "Die Igel bzw. Hasen ziehen.", "Les cartes no. 3 restent."]
)
def test_an_abbreviation_ends_no_sentence(text):
    assert [one.text for one in flow.sentences(Sentence(f"{text} Danach.", ((0, 1),)))] == [text, "Danach."]


def test_a_figure_reference_belongs_to_its_sentence_and_a_caption_is_separate():
    text = (
        b"Tous les pions glissent. (ill. 1)\n\nill. 1   Un grand pas\n\n"
        b"Le bateau part. Il peut (voir\nfig. 2) plonger ci-\ndessous."
    )
    (part,) = read_bytes("a.txt", text).parts
    assert [one.text for one in part.sentences] == [
        "Tous les pions glissent. (ill. 1)",
        "ill. 1 Un grand pas",
        "Le bateau part.",
        "Il peut (voir fig. 2) plonger ci-dessous.",
    ]
    (part,) = read_bytes("a.txt", b"Alle ziehen. (Abb. 1) Dann ist er ill. Er ruht.").parts
    assert [one.text for one in part.sentences] == ["Alle ziehen. (Abb. 1)", "Dann ist er ill.", "Er ruht."]


def test_lower_case_headings_need_text_below_them():
    text = (
        "Le jeu\n\n1. poser un bateau\nOn pose un bateau.\n\n2. bouger un bateau\nOn bouge un bateau.\n\n"
        "3. fin du voyage\nIl finit.\n"
    )
    assert [one.title for one in read_bytes("a.txt", text.encode()).entries.values()] == [
        "poser un bateau", "bouger un bateau", "fin du voyage",
    ]  # fmt: skip
    steps = "Le jeu\n\nChacun fait ceci :\n1. poser un bateau\n2. bouger un bateau\n3. ramer\nPuis il passe la main.\n"
    assert not read_bytes("a.txt", steps.encode()).entries


@pytest.mark.parametrize("label", ["{}. ", "{}) ", "## {}. "])
def test_a_lower_case_heading_fits_its_neighbours_numbers_unlike_list_items(label):
    titles = ["Aim", "loading casks", "sailing home", "Storm", "the end"]
    steps = "Each turn:\n\n1. roll the die\n\n2. move a ship\n\n3. land\n\nThen the next player sails."
    body = "Each ship calls at two ports."
    clauses = [f"{label.format(n)}{title}\n\n{body}" for n, title in enumerate(titles, 1)]
    whole = read_bytes("a.md", "\n\n".join([clauses[0], steps, *clauses[1:]]).encode())
    assert [one.title for one in whole.entries.values()] == titles
    without = read_bytes("a.md", "\n\n".join([*clauses[:2], steps, *clauses[3:]]).encode())
    assert [*without.entries] == [1, 2, 4, 5]


def test_a_span_of_a_sentence_has_its_lines():
    sentence = Sentence("un deux trois", ((0, 4), (3, 5), (8, 9)))
    assert sentence.lines(3, 7) == (5,)
    assert sentence.lines() == (4, 5, 9)


@pytest.mark.skipif(None in forms.ORIGINALS, reason=forms.MISSING)
def test_the_originals_lose_nothing():
    for path, eight, eighteen in zip(forms.ORIGINALS, (170, 103), (282, 159), strict=True):
        witness = read(path)
        assert list(witness.entries) == list(range(41))
        assert sorted(witness.rows_by_variant) == list(range(1, 41))
        assert witness.unplaced == ()
        assert witness.entries[8].line == eight
        assert witness.entries[18].line == eighteen
        assert witness.entries[1].title.startswith("5 ")
        assert witness.entries[30].players == Players((4, 5, 6), (2, 3))
        assert [r.number for r in witness.entries[29].references] == [10, 28, 35, 37]
        assert (witness.rows_by_variant[12].number, witness.rows_by_variant[13].number) == (13, 12)


@pytest.mark.skipif(None in forms.ORIGINALS, reason=forms.MISSING)
def test_no_sentence_of_the_originals_is_in_the_desk_or_its_tests():
    """No run of eight words is shared with them, except the usual phrase for the direction around a table."""
    theirs = set().union(*(runs(path.read_text("utf-8", "replace")) for path in forms.ORIGINALS))
    theirs -= runs("On joue dans le sens des aiguilles d'une montre")
    root = Path(__file__).resolve().parents[3]
    ours = [*root.glob("rulebook/collation/*.*"), *root.glob("tests/rulebook/collation/**/*.*")]
    ours = [path for path in ours if path.suffix in (".py", ".toml", ".txt", ".html")]
    assert len(ours) > 30
    for path in ours:
        assert not runs(path.read_text("utf-8")) & theirs, path.name
