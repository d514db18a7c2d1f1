"""Collating: planted differences are found and classified, once each; layout makes none."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path

import pytest

from rulebook.collation import Decisions, collate, read_bytes
from rulebook.collation.out.exports import Notes, once

from . import forms
from .forms import differences
from .score import matches, score
from .test_sentences import rows

GOLD = Path(__file__).parent / "gold"
B = forms.text("b")


@pytest.fixture(scope="module")
def small():
    return collate(forms.WITNESSES / "a.txt", forms.WITNESSES / "b.txt")


def changed(*replacements: tuple[str, str]):
    """Return the findings between b.txt and an edited copy, without those within one document."""
    text = B
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return differences(B, text)


def test_every_planted_difference_and_no_other_of_meaning_is_found(small):
    gold = tomllib.loads((forms.WITNESSES / "gold.toml").read_text("utf-8"))["finding"]
    result = score(gold, [finding.plain() for finding in small.findings])
    assert [result[klass].missed for klass in result] == [[], [], []]
    assert result["meaning"].extra == []
    assert result["spelling"].extra == []


def test_a_witness_does_not_differ_from_itself():
    assert changed() == []


@rows("changed")
def test_one_change_is_classified(row):
    old, new, klass, kind, _ = row
    found = changed((old, new))
    assert {(one.klass, one.kind) for one in found if (one.klass, one.kind) == (klass, kind)} == {(klass, kind)}
    assert [one for one in found if one.klass == "meaning"] == ([] if klass != "meaning" else found[:1])
    assert len({one.klass for one in found}) <= 2


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("(Odile Tremblay)", "(Jeanne Morel)", [("meaning", "credit")]),
        ("(Odile Tremblay)", "(Odile Trembley)", [("meaning", "credit")]),
        ("(Odile Tremblay)", "(Odile Tremblay et Paul Morel)", [("meaning", "credit")]),
        ("(Anne et Odile Tremblay)", "(Anne Tremblay et Odile Tremblay)", []),
        ("(Odile Tremblay)", "", [("meaning", "credit")]),
    ],
)
def test_a_changed_credit_is_one_finding(one, two, expected):
    """One finding, whoever the credit names: neither a misprint in a name nor one finding for each side."""
    texts = [f"1. Un 2 3\n{credit}\nOn joue.\n2. Deux 2 3\nOn joue.\n" for credit in (one, two)]
    assert [(one.klass, one.kind) for one in differences(*texts, "meaning")] == expected


def test_a_missing_sentence_is_one_finding():
    (one,) = changed(("Le titre est suivi du nombre de joueurs conseilé. ", ""))
    assert (one.klass, one.kind, one.variant, one.b) == ("meaning", "content", 0, None)
    assert one.a.lines == (32,)


def test_a_replaced_sentence_is_one_finding():
    (one,) = changed(("Une seule coquille suffit pour gagner.", "Le traducteur renonce à cette page."))
    assert (one.klass, one.kind, one.variant) == ("meaning", "content", 5)
    assert one.a.text.startswith("Une seule")
    assert one.b.text.startswith("Le traducteur")


def test_a_sentence_that_moved_keeps_its_partner():
    (one,) = changed(
        (" Une coquille arrêtée par une limace attend trois tours.", ""),
        ("de dépasser le compost.", "de dépasser le compost. Une coquille arrêtée par une limace attend trois tours."),
    )
    assert (one.klass, one.kind) == ("meaning", "moved")
    assert (one.a.lines, one.b.lines) == ((36,), (50,))


def test_splitting_a_sentence_is_typography():
    assert {one.klass for one in changed(("le passage. Une coquille", "le passage, une coquille"))} == {"typography"}


def test_a_title_is_one_finding():
    (one,) = changed(("8. Orage 2", "8. Gros temps 2"))
    assert (one.kind, one.variant, one.a.text, one.b.text) == ("name", 8, "Orage", "Gros temps")


def test_changed_players_of_a_heading_are_one_finding():
    (one,) = changed(("8. Orage 2 3 4 5", "8. Orage (2) 3 4 5"))
    assert (one.klass, one.kind, one.variant) == ("meaning", "number", 8)
    assert "2 3 4 5 against (2) 3 4 5" in one.note()
    assert "contre" in one.note("fr")


def test_a_missing_variant_is_one_finding():
    start, end = B.index("8. Orage"), B.index("Pour choisir")
    found = changed((B[start:end], ""), ("Orage 8 2 3 4 5 = -\n", ""))
    assert [(one.b, one.variant, one.klass, one.a.text) for one in found] == [(None, 8, "meaning", "Orage")]


def test_rows_of_a_missing_table_are_only_in_the_other_text():
    zeros = LISTED.format(said="") + ROWS.format(one="0", two="+ -")
    found = collate(*(read_bytes("w.txt", text.encode()) for text in (LISTED.format(said=""), zeros)))
    assert all(place.lines for one in found.findings for place in (one.a, one.b) if place)
    assert not [one for one in found.findings if one.kind == "form"]
    assert [Notes(found.findings).of(one) for one in found.pairs_with_headings[1:4]] == [["Only in B."]] * 3


def test_changed_signs_are_no_misprints():
    """Signs have no letters that could be alike."""
    texts = [TWO.format(one=f"On note {signs} au tableau.", two="") for signs in ("+ =", "=", "+ + =")]
    for other in texts[1:]:
        found = collate(*(read_bytes("w.txt", text.encode()) for text in (texts[0], other))).findings
        assert [one.klass for one in found if one.kind in ("spacing", "misprint")] == []


def test_swapped_variants_are_collated():
    """Numbers no longer ascend: it only must not fail."""
    assert changed(("1. 3 limaces sous", "2. 3 limaces sous"), ("2. Brouillard 2 3 (", "3. Brouillard 2 3 ("))


def test_a_word_changed_throughout_is_shown_once():
    text = "La haie\n\nUn hérisson avance.\n\nLe hérisson mange.\n\nLes hérissons dorment.\n"
    assert [one.a.lines for one in once(differences(text, text.replace("ér", "éniss")), Decisions())] == [(3, 5, 7)]


def test_a_finding_has_both_values_of_a_number():
    (one,) = changed(("attend trois tours", "attend cinq tours"))
    assert one.values == (3, 5)
    assert one.note() == "trois against cinq."


@pytest.mark.parametrize("width", [45, 60, 80])
def test_wrapping_makes_no_difference(width):
    """Prose is wrapped at any width; headings and rows stay lines."""
    lines = []
    for line in B.split("\n"):
        kept = len(line) < 50 or line.startswith(("PROMENADE", "La Gazette"))
        lines += [line] if kept else textwrap.wrap(line, width, break_on_hyphens=False)
    if width == 45:
        text = "\n".join(lines).replace("glissent", "glis-\nsent")
    assert differences(B, text if width == 45 else "\n".join(lines)) == []


def test_repeated_typography_is_one_finding():
    pairs = [
        ("Le joueur peut", "Le joueur : peut"),
        ("Une seule coquille", "Une seule : coquille"),
        ("La nuit,", "La nuit :"),
    ]
    pairs += [("La foudre grille", "La foudre : grille"), ("Un tour compte", "Un tour : compte")]
    found = changed(*pairs)
    often = [one for one in found if len(one.a.lines) >= 3]
    assert len(often) == 1
    assert len(found) == 2  # the comma is a different change
    assert (often[0].klass, often[0].variant) == ("typography", None)


def test_findings_are_in_the_order_of_a(small):
    first = [one.a.lines[0] for one in small.findings if one.a and not one.inner]
    assert first == sorted(first)


# ---- within one document ---------------------------------------------------------------------------------------------


def inner(text: str, kind: str | None = None):
    witness = read_bytes("w.txt", text.encode())
    found = [one for one in collate(witness, witness).findings if one.inner]
    assert all(one.a and one.b for one in found)  # in both, as both are the same
    return [one for one in found if kind in (None, one.kind)]


def test_swapped_numbers_in_a_table_are_found(small):
    swapped = {one.variant: one for one in small.findings if one.inner and "number" in one.note()}
    assert {5, 6} <= set(swapped)
    assert swapped[6].a.lines == (53, 79)
    assert swapped[6].b.lines == (52, 73)


TWO = "1. Un saut 2 3 4\nOn joue. {one}\n2. Deux sauts 2 3 4\nOn joue. {two}\n"


@rows("denied")
def test_a_contradicting_negation_is_found(row):
    sentence, flawed, *_ = row
    found = inner(TWO.format(one=sentence, two=""), "negation")
    assert bool(found) == bool(flawed)
    assert all(one.variant == 1 for one in found)


@rows("reference")
def test_wrong_cross_references_are_found(row):
    sentence, kind, *_ = row
    found = [one.kind for one in inner(TWO.format(one="", two=sentence))]
    assert found == ([kind] if kind else [])


def test_unlisted_material_is_found():
    (one,) = inner(TWO.format(one="On lance deux dés.", two=""))
    assert (one.kind, one.variant) == ("content", 1)
    assert "deux dés" in one.note()
    assert inner(TWO.format(one="", two="").replace("On joue.", "Matériel : deux dés\nOn lance deux dés.", 1)) == []


ROWS = "Fin.\nVARIANTE No Joueurs Durée\nUn saut 1 2 3 {one} + -\nDeux sauts 2 2 3 4 {two}\nTrois 3 2 3 4 + =\n"
LISTED = "1. Un saut 2 3\nOn joue.\n2. Deux sauts 2 3 4\nOn joue.\n3. Trois 2 3 4\nOn joue. {said}\n"


def test_an_unclosed_bracket_is_found():
    (one,) = inner(TWO.format(one="On joue (toujours.", two=""))
    assert (one.klass, one.kind) == ("typography", "punctuation")


# ---- the originals ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def originals():
    if None in forms.ORIGINALS:
        pytest.skip(forms.MISSING)
    return collate(*forms.ORIGINALS)


@pytest.mark.parametrize(
    ("klass", "variant", "a", "b"),
    [
        ("spelling", 5, 141, 85),
        ("meaning", 25, 359, 193),
        ("meaning", 24, 352, 187),
        ("meaning", None, 277, 159),
        ("spelling", 10, 518, 300),
        ("meaning", 20, 498, 280),
        ("spelling", 29, 390, 215),
    ],
)
def test_well_known_differences_are_found(originals, klass, variant, a, b):
    wanted = {
        "class": klass,
        "variant": variant,
        "inner": False,
        "a": {"line": a, "text": ""},
        "b": {"line": b, "text": ""},
    }
    assert any(matches(wanted, finding.plain()) for finding in originals.findings)


def test_recall_on_the_gold_lists_is_high(originals):
    """Made by reading the originals: 95 % of meaning and 85 % of spelling are found, with few other findings."""
    files = sorted(GOLD.glob("*.toml"))
    if not files:
        pytest.skip("no gold list in gold/")
    gold = [one for file in files for one in tomllib.loads(file.read_text("utf-8"))["finding"]]
    result = score(gold, [finding.plain() for finding in originals.findings])
    assert result["meaning"].recall >= 0.95, result["meaning"].missed
    assert result["spelling"].recall >= 0.85, result["spelling"].missed
    if len(files) > 1:  # with both halves, what is in neither is spurious
        many = sum(finding.klass == "meaning" for finding in originals.findings)
        assert len(result["meaning"].extra) * 10 <= many, result["meaning"].extra
