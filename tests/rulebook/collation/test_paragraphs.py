"""Texts with numbered paragraphs, with or without a title in the line; headings missing on one side."""

from __future__ import annotations

import textwrap

import pytest

from rulebook.collation import collate, read_bytes

CLAUSES = [
    ("Le vent", "Quand le vent se lève, chaque moulin tourne d'un cran. Un moulin sans voile ne tourne pas."),
    ("Le marché", "Le marché ouvre après la troisième manche. Chaque meunier y vend trois sacs."),
    ("La trahison", "Un allié peut rompre l'alliance avant de piocher. Il perd la moitié de ses pièces."),
    ("Le fournil", "Deux sacs livrés au fournil donnent un pain. Chaque pain compte pour cinq points."),
    ("La nuit", "La nuit, personne ne livre de sacs. Le veilleur prend une pièce à chacun."),
    ("La fin", "La partie se termine quand la pioche est vide. Le plus riche gagne."),
]


def witness(form: str, *, skip: int = 0, changed: tuple[str, str] = ("", "")):
    text = "\n\n".join(form.format(n=n, t=t, b=b) for n, (t, b) in enumerate(CLAUSES, 1) if n != skip)
    return read_bytes("t.txt", f"Les moulins\n\n{text.replace(*changed) if changed[0] else text}".encode())


@pytest.mark.parametrize("form", ["{n}. {b}", "{n}) {b}", "({n}) {b}", "§ {n} {b}", "§{n} {b}", "Art. {n} - {b}"])
def test_numbered_paragraphs_are_entries(form):
    read = witness(form)
    assert list(read.entries) == [1, 2, 3, 4, 5, 6]
    assert [entry.title for entry in read.entries.values()] == [""] * 6
    assert read.entries[2].sentences[0].text == "Le marché ouvre après la troisième manche."


@pytest.mark.parametrize("form", ["({n}) {t}. {b}", "{n}. {t} : {b}", "§ {n} {t} – {b}"])
def test_a_title_may_be_in_the_line_of_its_text(form):
    assert [entry.title for entry in witness(form).entries.values()] == [title for title, _ in CLAUSES]
    findings = collate(witness("{n}. {t}\n{b}"), witness(form, changed=("trois sacs", "quatre sacs"))).findings
    assert [(one.variant, one.note()) for one in findings if one.klass == "meaning"] == [(2, "trois against quatre.")]


@pytest.mark.parametrize("width", [44, 52, 60, 70])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_wrapped_numbered_paragraphs_are_entries(width, between):
    """Even those that fit into a line, and look like titles."""
    text = between.join(textwrap.fill(f"{n}. {b}", width) for n, (_, b) in enumerate((*CLAUSES, *SHORT), 1))
    assert list(read_bytes("t.txt", f"Les moulins\n\n{text}\n".encode()).entries) == list(range(1, 10))


def test_a_labelled_line_may_continue_with_a_capital():
    """Without "Art. 2 - " the line is shorter than full ones; every German noun is capitalized."""
    clauses = [
        "Die Zahl der Mitspieler beträgt zwei bis sechs, von denen jeder mit den vier Igeln einer Farbe spielt.",
        "Ziel ist es, die eigenen Igel vom Start bis ans Ziel über den Spielplan zu bringen.",
        "Zu Beginn erfolgt das Aufstellen der Igel nacheinander auf der ersten Reihe.",
        "Der Spieler kann auf diesen Zug nicht verzichten, auch wenn er ihm schadet.",
        "Wer an der Reihe ist, wirft den Würfel einmal und zieht dann.",
        "Ein vom Tisch gefallener Würfel wird noch einmal geworfen.",
    ]
    text = "\n\n".join(textwrap.fill(f"Art. {n} - {one}", 72) for n, one in enumerate(clauses, 1))
    read = read_bytes("t.txt", f"Grundregeln\n\n{text}\n".encode())
    assert [" ".join(s.text for s in entry.sentences) for entry in read.entries.values()] == clauses


SHORT = [("", "Le meunier dort"), ("", "Les sacs restent"), ("", "On recommence trois fois")]


def test_steps_whose_numbers_restart_are_no_entries():
    steps = "Préparation\n\n1. On mélange les cartes.\n\n2. On en donne trois.\n\nTour\n\n"
    steps += "1. On lance le dé.\n\n2. On avance.\n\n3. On pioche.\n"
    assert read_bytes("t.txt", steps.encode()).entries == {}


def test_an_omitted_clause_is_one_finding():
    found = collate(witness("{n}. {b}"), witness("{n}. {b}", skip=4)).findings
    assert [(one.variant, one.note()) for one in found] == [(4, "Only in A.")]


def test_headings_missing_on_one_side_are_one_finding():
    one, two = witness("{n}. {t}\n{b}"), witness("{b}")
    (found,) = [finding for finding in collate(one, two).findings if finding.klass == "meaning"]
    assert found.b is None
    assert len(found.a.lines) == len(CLAUSES)
