"""Texts of other games, by another hand than the lists of words: what was planted is found, what is faithful is not."""

from __future__ import annotations

import pytest

from rulebook.collation import check_translation, collate, read_bytes

from .forms import differences

SECTIONS = [
    ("Le vent", "Quand le vent se lève, les moulins tournent d'un cran. Un moulin sans voile ne tourne pas."),
    ("Le marché", "Le marché ouvre après la troisième manche. Chaque meunier y vend ses sacs."),
    ("La trahison", "Un allié peut rompre l'alliance avant de piocher. Il perd la moitié de ses pièces."),
    ("Le fournil", "Deux sacs livrés au fournil donnent un pain. Chaque pain compte pour cinq points."),
]


def between(one: str, two: str) -> list[tuple[str, str]]:
    """The findings between two texts: class and kind."""
    return [(found.klass, found.kind) for found in differences(one, two)]


def text(order: tuple[int, ...] = (0, 1, 2, 3), heading: str = "{title}\n\n{said}") -> str:
    """The sections in an order, under headings of a form."""
    return "\n\n".join(heading.format(n=n, title=SECTIONS[k][0], said=SECTIONS[k][1]) for n, k in enumerate(order, 1))


@pytest.mark.parametrize("heading", ["{title}\n\n{said}", "{title}. {said}", "{n}. {said}"])
def test_a_section_without_a_number_that_moved_is_one_finding(heading):
    """With its heading, and with the number its paragraph begins with."""
    found = between(text(heading=heading), text((0, 2, 1, 3), heading))
    assert [one for one in found if one[1] == "moved"] == [("meaning", "moved")]
    assert {kind for _, kind in found} <= {"moved", "number"}  # the number of the one that was passed


@pytest.mark.parametrize(
    ("old", "new", "klass"),
    [
        ("sacs livrés", "sacs libres", "meaning"),  # two words, though a scanner mixes them up
        ("moulins tournent", "mou lins toument", "spelling"),  # cut in two beside another slip
        ("Chaque meunier", "Chaquemeunler", "spelling"),
        ("ses pièces", "ses pièce5", "spelling"),  # no number
    ],
)
def test_slips_of_a_scanner_are_no_meaning(old, new, klass):
    found = between(text(), text().replace(old, new))
    assert found
    assert all((one == "meaning") == (klass == "meaning") for one, _ in found)


def test_a_game_whose_entries_list_no_material_lacks_none():
    listed = text(heading="{n}. {title}\n{said} On prend les cartes rouges.")
    witness = read_bytes("a.txt", listed.encode())
    assert len(witness.entries) == 4
    assert [found.note("en") for found in collate(witness, witness).findings if "material" in found.note("en")] == []


SAID = {
    "fr": "On décharge les sacs, ensuite on les vend. La mule de tête porte le sac le plus léger. Il est interdit de "
    "revenir en arrière. Ils attaquent une seule fois par partie. Il faut céder une de ses caisses. Le vent souffle de "
    "gauche à droite. Quand il neige, les mules reculent d'une case. On range les caisses de bas en haut. "
    "Celui qui n'a plus de foin passe son tour et reste assis. Une mule couchée ne repart pas tant qu'un ami ne l'a "
    "pas relevée. Si deux joueurs sont à égalité, c'est au plus jeune de jouer. Un double six compte dix.",
    "en": "The sacks are unloaded, then they are sold. The leading mule carries the lightest sack. Turning back is "
    "forbidden. They attack only once per game. One of his crates must be given up. The wind blows from left to right. "
    "When it snows, the mules move back one space. The crates are stowed from bottom to top. "
    "A player who has run out of hay passes and stays seated. A mule that lies down does not set off again until a "
    "friend has raised it. Where two players are level, the youngest plays. A double six counts ten.",
    "de": "Die Säcke werden abgeladen, danach werden sie verkauft. Das vorderste Maultier trägt den leichtesten Sack. "
    "Umkehren ist verboten. Sie greifen nur einmal pro Partie an. Man muss eine seiner Kisten abgeben. Der Wind weht "
    "von links nach rechts. Wenn es schneit, gehen die Maultiere ein Feld zurück. Die Kisten stapelt man von unten "
    "nach oben. Wer kein Heu mehr hat, setzt in dieser Runde aus und bleibt sitzen. Ein liegendes Maultier geht nicht "
    "weiter, bis ein Freund es aufgehoben hat. Bei Gleichstand zweier Spieler ist der jüngste am Zug. Ein Sechserpasch "
    "zählt zehn.",
}


def said_otherwise(source: str, target: str, old: str = "", new: str = "") -> list[str]:
    """The notes on a translation with one change."""
    one, two = SAID[source], SAID[target]
    assert old in two
    sides = [read_bytes("t.txt", side.replace(". ", ".\n\n").encode()) for side in (one, two.replace(old, new, 1))]
    return [found.note("en") for found in check_translation(sides[0], sides[1], target, source)]


@pytest.mark.parametrize(("source", "target"), [("fr", "en"), ("fr", "de"), ("en", "de"), ("de", "en"), ("en", "fr")])
def test_a_faithful_translation_of_another_game(source, target):
    assert said_otherwise(source, target) == []


@pytest.mark.parametrize(
    ("source", "target", "old", "new"),
    [
        ("fr", "en", "leading", "last"),
        ("fr", "de", "vorderste", "letzte"),
        ("fr", "en", "lightest", "heaviest"),
        ("de", "en", "lightest", "heaviest"),
        ("fr", "de", "leichtesten", "schwersten"),
        ("fr", "en", "One of his crates", "His crates"),
        ("en", "de", "eine seiner Kisten", "seine Kisten"),
        ("fr", "en", "left to right", "right to left"),
        ("en", "de", "zurück", "vor"),
        ("fr", "en", "has run out of hay", "still has hay"),
        ("fr", "de", "geht nicht weiter", "geht weiter"),
        ("fr", "de", "Sechserpasch", "Fünferpasch"),
        ("fr", "en", "is forbidden.", "is forbidden. The dog barks at strangers."),
    ],
)
def test_an_error_in_a_translation_of_another_game(source, target, old, new):
    assert said_otherwise(source, target, old, new)
