"""A translation against a French witness: what it leaves out, numbers, players, references, must and may."""

from __future__ import annotations

import pytest

from rulebook.collation import check_translation, read, read_bytes
from rulebook.collation.languages import duties, numbers

from . import forms


@pytest.fixture(scope="module")
def found():
    french, english = (read(forms.WITNESSES / f"{name}.txt") for name in ("b", "translated"))
    return [
        (one.variant, one.kind, one.a and one.a.lines, one.b and one.b.lines)
        for one in check_translation(french, english, "en")
    ]


def test_every_planted_slip_is_found_and_nothing_else(found):
    assert found == [
        (1, "number", (36,), (11,)),  # three turns, two turns
        (2, "number", (38,), (13,)),  # the brackets are lost
        (4, "modality", (50,), (25,)),  # permitted, must
        (6, "number", (52,), (33,)),  # variant 5, variant 7
        (6, "content", (52,), None),  # the second sentence is missing
        (8, "content", (54, 56, 58), None),  # the whole variant is missing
    ]


def test_a_faithful_translation_has_no_finding():
    witness = read(forms.WITNESSES / "b.txt")
    assert check_translation(witness, witness, "fr") == []


def test_a_reference_hides_no_number_of_another_sentence():
    """The 4 of "variant 4" is no excuse for a lost "4 turns"."""
    french = "1. Un 2 3\nVoir la variante 4. On attend 4 tours.\n4. Quatre 2 3\nOn joue.\n"
    english = "1. One 2 3\nSee variant 4. One waits 5 turns.\n4. Four 2 3\nPlay.\n"
    (one,) = check_translation(read_bytes("f.txt", french.encode()), read_bytes("e.txt", english.encode()), "en")
    assert (one.variant, one.kind, one.values) == (1, "number", (4, 5))


def test_an_unknown_language_is_checked_by_its_digits():
    text = "1. Yksi 2 3\nPelaa 3 vuoroa.\n2. Kaksi 2 3\nPelaa 2 vuoroa.\n"
    french = "1. Un 2 3\nOn joue 3 tours.\n2. Deux 2 3\nOn joue 4 tours.\n"
    (one,) = check_translation(read_bytes("f.txt", french.encode()), read_bytes("t.txt", text.encode()), "fi")
    assert (one.variant, one.kind, one.values) == (2, "number", (4, 2))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Chaque joueur doit jouer.", "fr", {"must"}),
        ("He may roll, but he has to move.", "en", {"may", "must"}),
        ("Er darf würfeln.", "de", {"may"}),
        ("Hän saa.", "fi", set()),
    ],
)
def test_duties(text, language, expected):
    assert duties(text, language) == expected


def test_numbers():
    assert numbers("deux pions, 3 cases, une case, -5 points", "fr") == {2: 1, 3: 1, -5: 1}
    assert numbers("un renvoi² à la note ²", "fr") == {}  # a digit, but no number
    assert numbers("zwölf Felder und zwei", "de") == {12: 1, 2: 1}
