"""Texts of other games, whose words are in no list: planted differences are found, and nothing else."""

from __future__ import annotations

import pytest

from rulebook.collation import collate, read_bytes

from .forms import differences

SECTIONS = [
    ("Le vent", "Quand le vent se lève, les moulins tournent d'un cran. Un moulin sans voile ne tourne pas."),
    ("Le marché", "Le marché ouvre après la troisième manche. Chaque meunier y vend ses sacs."),
    ("La trahison", "Un allié peut rompre l'alliance avant de piocher. Il perd la moitié de ses pièces."),
    ("Le fournil", "Deux sacs livrés au fournil donnent un pain. Chaque pain compte pour cinq points."),
]


def between(one: str, two: str) -> list[tuple[str, str]]:
    """Return class and kind of the findings between two texts."""
    return [(found.klass, found.kind) for found in differences(one, two)]


def text(order: tuple[int, ...] = (0, 1, 2, 3), heading: str = "{title}\n\n{body}") -> str:
    """Return the sections in an order, under headings of a form."""
    return "\n\n".join(heading.format(n=n, title=SECTIONS[k][0], body=SECTIONS[k][1]) for n, k in enumerate(order, 1))


@pytest.mark.parametrize("heading", ["{title}\n\n{body}", "{title}. {body}", "{n}. {body}"])
def test_a_moved_section_is_one_finding(heading):
    """With its heading, or with its paragraph's number."""
    found = between(text(heading=heading), text((0, 2, 1, 3), heading))
    assert [one for one in found if one[1] == "moved"] == [("meaning", "moved")]
    assert {kind for _, kind in found} <= {"moved", "number"}  # the number of the section that it passed


@pytest.mark.parametrize(
    ("old", "new", "klass"),
    [
        ("sacs livrés", "sacs libres", "meaning"),  # two real words, though a scanner may confuse them
        ("moulins tournent", "mou lins toument", "spelling"),  # split next to another error
        ("Chaque meunier", "Chaquemeunler", "spelling"),
        ("ses pièces", "ses pièce5", "spelling"),  # not a number
    ],
)
def test_recognition_errors_are_no_meaning(old, new, klass):
    found = between(text(), text().replace(old, new))
    assert found
    assert all((one == "meaning") == (klass == "meaning") for one, _ in found)


def test_a_game_that_lists_no_material_misses_none():
    listed = text(heading="{n}. {title}\n{body} On prend les cartes rouges.")
    witness = read_bytes("a.txt", listed.encode())
    assert len(witness.entries) == 4
    assert [found.note("en") for found in collate(witness, witness).findings if "material" in found.note("en")] == []
