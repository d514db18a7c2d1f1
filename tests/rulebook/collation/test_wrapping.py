"""Meaningless layout: wrapped introductions and rows, double spacing; odd rows and headings are reported."""

from __future__ import annotations

import textwrap

import pytest

from rulebook.collation import collate, read, read_bytes
from rulebook.collation.witness import Players

from . import forms
from .forms import differences as between
from .test_sentences import rows

B = forms.text("b")
INTRODUCTION = (
    "Quand on est très pressé et que la nuit tombe déjà: Le potager se traverse en courant. "
    "La marche est alors interdite à toutes les coquilles. 5. Course"
)


def witness(text: str):
    return read_bytes("w.txt", text.encode())


def wrapped(text: str, width: int) -> str:
    return "\n".join(
        piece for line in text.split("\n") for piece in textwrap.wrap(line, width, break_on_hyphens=False) or [""]
    )


@pytest.mark.parametrize("width", [55, 64, 70, 80, 100, 120])
def test_wrapping_everything_makes_no_difference(width):
    """Even an introduction that runs into a heading, and rows of the table."""
    text = B.replace("Quand on est pressé: 5. Course", INTRODUCTION)
    assert between(text, wrapped(text, width)) == []


@pytest.mark.parametrize("name", ["a", "b"])
def test_double_spacing_makes_no_difference(name):
    """Blank lines between all lines end no paragraphs if sentences continue across them."""
    text = forms.text(name)
    assert between(text, text.replace("\n", "\n\n")) == []


def test_double_spacing_of_wrapped_text_makes_no_difference():
    text = wrapped(B, 60)
    assert between(B, text.replace("\n", "\n\n")) == []


@pytest.mark.skipif(None in forms.ORIGINALS, reason=forms.MISSING)
@pytest.mark.parametrize("width", [60, 70, 80, 100])
@pytest.mark.parametrize("spacing", ["\n", "\n\n"])
def test_wrapping_the_second_original_makes_no_difference(width, spacing):
    text = forms.ORIGINALS[1].read_text("utf-8")
    other = wrapped(text, width).replace("\n", spacing)
    assert between(text, other) == []


# ---- the table -------------------------------------------------------------------------------------------------------

LIST = "".join(f"{n}. {title} 2 3 4\nOn joue.\n" for n, title in enumerate(("Un", "Deux", "Trois", "Quatre"), 1))
TABLE = """Choisir suffit.
VARIANTE No Joueurs Durée Tactique
Le pas
Un 1 2 3 4 + -
Deux {two}
Le saut
Trois 3 2 3 4 = =
Quatre 4 2 3 4 + =
"""


@rows("cells")
def test_rows_are_read_in_every_form(row):
    cells, players, signs, remark, _ = row
    read_in = {one.label: one for one in witness(LIST + TABLE.format(two=cells)).rows}
    two, counts = read_in["Deux"], Players(tuple(map(int, players.split())))
    assert (two.number, two.players, two.signs, two.remark or "") == (2, counts, signs, remark)
    assert [one.family for one in read_in.values()] == ["Le pas", "Le pas", "Le saut", "Le saut"]


def test_an_unreadable_row_is_listed_and_renames_no_family():
    """Later rows keep their family, and the line is listed as unplaced."""
    read_in = witness(LIST + TABLE.format(two="2 4 3 + -"))
    assert [(row.label, row.family) for row in read_in.rows] == [
        ("Un", "Le pas"), ("Trois", "Le saut"), ("Quatre", "Le saut"),
    ]  # fmt: skip
    assert [text for _, text in read_in.unplaced] == ["Deux 2 4 3 + -"]
    broken = TABLE.format(two="2 4 3 + -").replace("Le saut\n", "")
    assert {row.family for row in witness(LIST + broken).rows} == {"Le pas"}


@pytest.mark.parametrize(
    ("changes", "kind", "variant", "texts"),
    [
        ([("Le saut", "La longueur")], "name", None, ("Le saut", "La longueur")),
        ([("Le saut\n", "")], "name", None, ("Le saut", None)),
        (
            [("Quatre 4 2 3 4 + =\n", ""), ("Le saut\n", "Quatre 4 2 3 4 + =\nLe saut\n")],
            "content",
            4,
            ("Le saut", "Le pas"),
        ),
    ],
    ids=["another name", "lost", "a row in another one"],
)
def test_a_changed_family_is_one_finding(changes, kind, variant, texts):
    one = other = LIST + TABLE.format(two="2 2 3 4 + -")
    for old, new in changes:
        other = other.replace(old, new)
    (found,) = between(one, other)
    assert (found.klass, found.kind, found.variant) == ("meaning", kind, variant)
    assert (found.a.text, found.b and found.b.text) == texts


def test_a_row_that_no_variant_fits_has_no_number():
    """In the findings file a variant is a listed number or null."""
    text = LIST + TABLE.format(two="2 2 3 4 + - Très drôle") + "Inconnu 77 2 3 4 + - Trés drôle\n"
    found = collate(witness(text), witness(LIST + TABLE.format(two="2 2 3 4 + -"))).findings
    assert all(one.variant is None or one.variant >= 0 for one in found)


# ---- headings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "astray", ["2. Encore deux 2 3", "7. Sept 2 3 4"], ids=["a number twice", "a number before its turn"]
)
def test_a_heading_with_a_wrong_number_is_reported(astray):
    """If its number is taken, its text goes to the variant before it, which a reader must know."""
    text = LIST.replace("3. Trois", f"{astray}\nOn court.\n3. Trois")
    read_in = witness(text)
    assert list(read_in.entries) == ([1, 2, 3, 4] if astray[0] == "2" else [1, 2, 7, 3, 4])
    (found,) = [one for one in collate(read_in, read_in).findings if one.inner]
    assert (found.klass, found.kind) == ("meaning", "number")
    assert found.variant == int(found.a.text.split(".")[0])
    assert found.note("fr") != found.note("en")


def test_the_small_witnesses_have_no_stray_headings():
    for name in ("a", "b"):
        assert read(forms.WITNESSES / f"{name}.txt").stray_headings == ()
