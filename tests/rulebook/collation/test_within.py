"""Contradictions within one document, found by general means; restatements of one fact are one finding."""

from __future__ import annotations

import pytest

from rulebook.collation import collate, read_bytes

from . import forms
from .test_sentences import rows

BASE = forms.text("snails")


@pytest.fixture(scope="module")
def found():
    witness = read_bytes("a.txt", BASE.encode())
    return [one for one in collate(witness, witness).findings if one.inner]


@pytest.mark.parametrize(
    ("note", "variant", "words"),
    [
        ("reference", 3, "variante n°3"),  # "Fatigue" for "anti-fatigue"
        ("slip", None, "Kasper"),
        ("brackets", None, "(2) 3 4"),
    ],
)
def test_each_contradiction_is_one_finding(found, note, variant, words):
    (one,) = [one for one in found if one.message[0] == f"inner.{note}" and words in (one.a.text + one.a.context)]
    assert note == "reference" or one.variant == variant


def test_brackets_lost_everywhere_are_one_finding(found):
    (one,) = [one for one in found if one.kind == "brackets"]
    assert len(one.a.lines) == 10  # five headings, five rows
    assert not [one for one in found if one.message[0] == "inner.players"]


def test_a_consistent_text_has_no_contradictions():
    sound = BASE.replace("La règle qui oblige à", "La règle qui permet de").replace("n'a que cinq", "a bien six")
    sound = sound.replace(" (voir figure dans la notice d'origine)", "").replace(" (s'il est recouvert)", "")
    sound = sound.replace("anti-fatigue", "de fatigue").replace("ou refuser", "refuser").replace("Kasper", "Kaspar")
    sound = sound.replace("ne sert qu'à", "sert à")
    sound = sound.replace("Personne n'a su la traduire, elle vient d'ailleurs", "Un joueur avance d'une case")
    sound = sound.replace("(2) 3 4", "2 3 4").replace("Ruée 8", "Ruée 7").replace("Halte 7", "Halte 8")
    witness = read_bytes("a.txt", sound.encode())
    assert [(one.variant, one.note()) for one in collate(witness, witness).findings] == []


def test_words_moved_within_their_sentence_are_one_finding():
    moved = BASE.replace("Un escargot avance d'une case.", "D'une case, un escargot avance.")
    assert moved != BASE
    assert [one.kind for one in forms.differences(BASE, moved, "meaning")] == ["moved"]


def test_brackets_lost_in_a_table_are_one_finding_between_witnesses():
    rows = BASE[BASE.index("Table") :]
    (one,) = forms.differences(BASE.replace(rows, rows.replace(" 2 3 4 +", " (2) 3 4 +")), BASE)
    assert len(one.a.lines) == 7


@rows("snails")
def test_synonyms_have_their_own_class(row):
    old, new, klass = (cell.replace("\\n", "\n") for cell in row[:3])
    assert BASE.count(old) == 1
    assert {finding.klass for finding in forms.differences(BASE, BASE.replace(old, new))} == {klass}


def test_ne_que_is_a_synonym_of_only():
    only = BASE.replace("n'a que cinq", "a seulement cinq")
    assert only != BASE
    assert [one.kind for one in forms.differences(BASE, only, "synonym")] == ["synonym"]


@rows("aim")
def test_an_aim_that_contradicts_the_end_is_found(row):
    text, expected, *_ = row
    witness = read_bytes("a.txt", text.replace(" / ", "\n\n").encode())
    found = [one.message[0] for one in collate(witness, witness).findings if one.inner]
    assert found == ([f"inner.{expected}"] if expected else [])
