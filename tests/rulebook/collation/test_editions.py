"""Any two texts: all forms of headings, renumbered editions, texts without numbers, texts of other games."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from rulebook.collation import collate, read, read_bytes
from rulebook.collation.reading.players import with_players

from . import forms
from .editions import BARE, FORMS, edition, entries, heading, referring, renumbered, roman
from .forms import differences as between
from .test_sentences import rows

BOOK = entries()
LISTED = edition(BOOK.items(), table=True)
PLAIN = read_bytes("plain.txt", edition(BOOK.items()))
OTHERS = [next(iter(forms.SOURCES.glob(f"{start}*.txt")), None) for start in ("002", "003", "004")]


@pytest.mark.parametrize("form", FORMS)
def test_headings_of_every_form_are_found(form):
    """The only finding of meaning is that numbers of players are missing everywhere, which is one fact."""
    other = read_bytes("other.txt", edition(BOOK.items(), form))
    collation = collate(PLAIN, other)
    has_players = "{p}" in form or "{first}" in form
    assert list(collation.b.entries) == list(BOOK)
    assert [one.title.casefold() for one in collation.b.entries.values()] == [t.casefold() for t, _, _ in BOOK.values()]
    found = [one for one in collation.findings if not one.inner]
    assert [one.note() for one in found if one.klass == "meaning"] == (
        [] if has_players else ["B gives no numbers of players here."]
    )
    assert len(found) <= 2


def test_an_inserted_entry_and_shifted_numbers_are_two_findings():
    """The table and the references follow; a table that keeps its numbers is one more finding."""
    new = edition(renumbered(new=12), table=True)
    came, shifted = between(LISTED, new)
    assert (came.variant, came.a, came.b.text) == (12, None, "La tortue pressée")
    assert shifted.note() == "The numbers 12 to 30 differ by 1: 12 is 13, and so on."
    assert (shifted.changes, shifted.b.text.count(" / ")) == ("names", 18)
    kept = new[: new.index(b"\nPour choisir")] + LISTED[LISTED.index(b"\nPour choisir") :]
    (stale,) = {one.note() for one in between(LISTED, kept)} - {came.note(), shifted.note()}
    assert stale.startswith("These references or rows kept")


def test_a_removed_entry_is_one_finding():
    kept = [(n, one) for n, one in BOOK.items() if n != 12]
    (found,) = between(LISTED, edition(kept, table=True))
    assert (found.kind, found.variant, found.a.text, found.b) == ("content", 12, BOOK[12][0], None)
    assert len(between(LISTED, edition(renumbered(without=12), table=True))) == 2
    bare = [one.klass for one in between(LISTED, edition(renumbered(without=12), BARE, table=True))]
    assert bare == ["meaning"] * 3  # the entry, the new numbers of the table's rows, and the missing players


def test_renumbered_entries_are_matched_by_their_text():
    numbers = list(BOOK)
    random.Random(3).shuffle(numbers)
    changed = dict(zip(BOOK, numbers, strict=True))
    found = between(LISTED, edition(renumbered(changed), table=True))
    assert len(found) == 30
    assert {one.values for one in found if one.values} == {(n, m) for n, m in changed.items() if n != m}
    assert Counter(one.kind for one in found)["moved"] > 20  # each is at its new number


def test_a_moved_entry_is_one_finding():
    order = list(BOOK.items())
    order.insert(25, order.pop(11))
    (found,) = between(LISTED, edition(order, table=True))
    assert (found.klass, found.kind, found.variant) == ("meaning", "moved", 12)


REFERRING = "1. Un 2 3\nComme la variante {b}, mais à reculons, et comme la variante {c}.\n{b}. La course 2 3\n"
REFERRING += "On court sur le bord du plateau.\n{d}. La pause 2 3\nChacun dort sous la feuille.\n"


def test_stale_references_are_one_finding():
    """The numbers of the headings are new, those in the text are old."""
    old = REFERRING.format(b=2, c=3, d=3)
    new = REFERRING.format(b=3, c=4, d=4)
    renamed = ["Has another number: 2 against 3.", "Has another number: 3 against 4."]
    assert [one.note() for one in between(old.encode(), new.encode())] == renamed
    stale = new.replace("variante 3", "variante 2").replace("variante 4", "variante 3")
    (found,) = [one for one in between(old.encode(), stale.encode()) if one.note() not in renamed]
    assert found.b.text == "variante 2 / variante 3"


def test_an_inserted_section_is_one_finding():
    """Neither side has numbers."""
    (found,) = between(edition(BOOK.items(), BARE), edition(renumbered(new=12), BARE))
    assert (found.a, found.b.text[:28]) == (None, "La tortue pressée Une tortue")


def test_steps_are_no_headings():
    steps = "Le jeu\n\nÀ son tour :\n1. Lancer le dé.\n2. Avancer un pion.\n3. Passer le dé.\nPuis le suivant joue.\n"
    assert [read_bytes("w.txt", one.encode()).entries for one in (steps, steps.replace("é.\n", "é\n"))] == [{}, {}]


@pytest.mark.parametrize("path", OTHERS, ids=["checkers", "horses", "hekla"])
def test_texts_of_other_games_are_collated(path):
    """They are read, equal themselves, and a planted number is found."""
    text, witness = (path.read_text("utf-8"), read(path)) if path else pytest.skip(forms.MISSING)
    assert witness.unplaced == ()
    assert between(witness, witness) == []
    old, new = ("two players", "three players") if "two players" in text else ("deux ", "cinq ")
    (found,) = between(text.encode(), text.replace(old, new, 1).encode())
    assert found.klass == "meaning"


@rows("heading")
def test_a_heading_is_split_into_title_and_players(row):
    heading, title, players, *_ = row
    found = with_players(heading)
    assert (found[0], str(found[1])) == (title, players)


def test_a_title_may_have_a_number_in_it_or_at_its_end():
    """Numbers of players below the titles, or nowhere; a paragraph that ends in a number."""
    titles = ["Le Relais", "Les 7 Rosées", "Fundament 12", "La Nuit"]
    below = "".join(f"{n}. {t}\n2 3 4\nOn avance jusqu'à la case 36\n\n" for n, t in enumerate(titles, 1))
    none = "".join(f"{n}. {t}\nOn avance jusqu'à la case 36\n\n" for n, t in enumerate(titles, 1))
    for text, players in ((below, "2 3 4"), (none, "-")):
        found = read_bytes("w.txt", text.encode()).entries.values()
        assert [(one.title, str(one.players)) for one in found] == [(title, players) for title in titles]
        assert all(len(one.sentences) == 1 for one in found)


TITLES = ("Le Relais", "Route 66", "Les 7 Rosées", "Top 3")
FORMS_MORE = (
    "V{n} {t}", "{n} | {t} | 2-4 joueurs", "{r}\n{t}\nJoueurs : 2, 3, 4", "{t}\n{line}", "*** {t} ***", "{n:02}.) {t}",
    "{t} – variante n° {n} (2-4)", "{t} (règle {n}) 2 3 4", "- {n} -\n{t}", "– {n} – {t}", "Art. {n}. {t} 2 3 4",
    "Étape {n} — {t} (2-4)", "({small}) {t}", "{n}.  {t}\n\n    2-4 joueurs",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS_MORE)
def test_titles_ending_in_a_number_are_read_in_more_forms_of_headings(form):
    """Compared with plain headings."""
    plain, other = (
        "La course\n\nRègle du jeu\n\nChacun avance, et le premier gagne.\n\n"
        + "\n".join(f"{heading(one, n, title)}\n{BOOK[n + 3][2]}\n" for n, title in enumerate(TITLES, 1))
        for one in ("{n}. {t}", form)
    )
    collation = collate(read_bytes("a.txt", plain.encode()), read_bytes("b.txt", other.encode()))
    assert [one.title for one in collation.b.entries.values()] == list(TITLES)
    notes = [one.note() for one in collation.findings if one.klass == "meaning" and not one.inner]
    assert notes in ([], ["A gives no numbers of players here."])


@pytest.mark.parametrize("heading", ["{n}. {t} {p}", "N° {n} – {t} {p}", "§ {n} {t}\nJoueurs : {p}"])
def test_brackets_around_some_players_are_kept(heading):
    players = {"Le Relais": "(2) 3 4", "Route 66": "(2 3 4)", "La Nuit": "2 3 4", "Top 3": "3 4 (5)"}
    blocks = (f"{heading.format(n=n, t=t, p=p)}\n{BOOK[n + 3][2]}\n" for n, (t, p) in enumerate(players.items(), 1))
    text = "\n".join(blocks)
    witness = read_bytes("a.txt", f"La course\n\nRègle du jeu\n\nChacun avance.\n\n{text}".encode())
    assert {one.title: str(one.players) for one in witness.entries.values()} == players


@pytest.mark.parametrize(
    ("form", "many"),
    [("{t} : {x}", 0), ("{t} — {x}", 0), ("**{t}** {x}", 0), ("§ {n}. {x}", 1)],
    ids=["colon", "dash", "bold", "no titles"],
)
def test_titles_may_start_their_paragraphs_or_be_lost_everywhere(form, many):
    """A list of terms is the same text; titles lost everywhere are one fact."""
    texts = ["\n\n".join(one.format(n=n, t=t, x=x) for n, (t, _, x) in BOOK.items()) for one in ("{n}. {t}\n{x}", form)]
    found = between(*(text.encode() for text in texts))
    assert [(one.kind, one.b) for one in found if one.klass == "meaning"] == [("name", None)] * many


def test_a_passage_can_move_within_a_one_line_text():
    sentences = [text.split(". ")[0] + "." for _, _, text in BOOK.values()]
    moved = [*sentences[:3], *sentences[4:9], sentences[3], *sentences[9:]]
    assert [one.kind for one in between(" ".join(sentences).encode(), " ".join(moved).encode())] == ["moved"]


SECTIONS = (
    ("Matériel", "Un plateau et vingt pions."),
    ("But du jeu", "Le premier arrivé gagne la partie."),
    ("Déroulement", "Chacun lance le dé et avance un pion."),
    ("Fin", "On compte les points de chacun."),
)
LABELS = (
    "{t}", "{n}. {t}", "{r}. {t}", "{n} - {t}", "{n}) {t}", "Section {n} : {t}", "2.{n} {t}", "## {n}. {t}",
    "C.{n} {t}", "A.1.{n} {t}",
)  # fmt: skip


def sections(label: str) -> str:
    return "".join(f"{heading(label, n, title)}\n\n{text}\n\n" for n, (title, text) in enumerate(SECTIONS, 1))


@pytest.mark.parametrize("label", LABELS)
def test_sections_may_be_numbered_or_not(label):
    """Before a list of variants with its own numbers, and alone."""
    for end in ("", *[edition(BOOK.items()).decode().split("gagne.\n")[1]]):
        texts = ["La course\n\n" + sections(one) for one in ("{t}", label)]
        found = between(*((text + end).encode() for text in texts))
        assert [one for one in found if one.klass == "meaning"] == []


def test_a_renamed_section_is_one_finding():
    text = edition(BOOK.items()).decode().replace("\n9. ", "\nPour les soirs de pluie\n9. ")
    (found,) = between(text.encode(), text.replace("Pour les soirs de pluie", "Avec des enfants").encode())
    assert (found.klass, found.kind, found.a.text) == ("meaning", "name", "Pour les soirs de pluie")


def test_a_section_replaced_by_another_is_two_findings():
    text = "\n\n".join(f"{t}\n\n{p} {p[0].lower()}{p[1:]}" for t, p in SECTIONS)
    other = text.replace("Déroulement", "Le marché").replace(
        "Chacun lance le dé et avance un pion.", "Un jeton vaut cinq grains."
    )
    other = other.replace("chacun lance le dé et avance un pion.", "Le marché ferme à midi.")
    found = between(text.encode(), other.encode())
    assert [(bool(one.a), bool(one.b)) for one in found] == [(True, False), (False, True)]


def test_a_moved_and_renumbered_entry_is_one_finding():
    order = [n for n in BOOK if n != 20]
    order.insert(4, 20)
    same_as = {n: k for k, n in enumerate(order, 1)}
    listed = [(same_as[n], (*BOOK[n][:2], referring(BOOK[n][2], same_as))) for n in order]
    found = between(LISTED, edition(listed, table=True))
    assert [(one.kind, one.values) for one in found if one.variant == 20] == [("moved", (20, 5))]
    assert [one.message[0] for one in found if one.variant is None] == ["notes.shifted"]


def test_a_moved_passage_of_another_game_is_found():
    text = "\n\n".join(f"{heading}\n\n{BOOK[n][2]}" for n, heading in ((4, "Le saut"), (9, "Le bord"), (8, "La pile")))
    parts = text.split("\n\n")
    moved = "\n\n".join([*parts[2:4], *parts[:2], *parts[4:]])
    found = between(text.encode(), moved.encode())
    assert {one.kind for one in found} <= {"moved", "name"}
    assert 1 <= len(found) <= 3


def test_a_row_that_outlives_its_entry_is_matched():
    """Only the entry itself is missing on one side."""
    text = edition(BOOK.items(), table=True).decode()
    start = text.index(f"\n12. {BOOK[12][0]}")
    without = text[:start] + text[text.index(f"\n13. {BOOK[13][0]}") :]
    (found,) = between(LISTED, without.encode())
    assert (found.kind, found.variant, found.b) == ("content", 12, None)


LETTERS = ["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB", "AC", "AD"]


@pytest.mark.parametrize("labels", [LETTERS, list(map(roman, range(31)))], ids=["letters", "Roman"])
def test_letters_continue_after_z_and_zero_has_none(labels):
    """Nor is there a Roman zero."""
    nought = "0. Le jeu simple 2 3 4\nTout est permis, et personne ne perd.\n"
    text = edition(BOOK.items()).decode()
    plain = text.replace(f"1. {BOOK[1][0]}", f"{nought}1. {BOOK[1][0]}", 1)
    other = re.sub(r"(?m)^([1-9]\d*)(?=\. )", lambda found: labels[int(found[1])], plain)
    assert between(plain.encode(), other.encode()) == []


@pytest.mark.parametrize("form", ["N° {} — ", "§ {} ", "[{}] ", "Règle n° {} - ", "{}. "])
def test_headings_within_a_line_are_found_by_the_others_form(form):
    text = edition(BOOK.items()).decode()
    lines = re.sub(r"(?m)^(\d+)\. ", lambda found: form.format(found[1]), text)
    for n in (18, 19):
        lines = lines.replace("\n" + form.format(n), " " + form.format(n))
        title = lines.index(form.format(n))
        lines = lines[: lines.index("\n", title)] + " " + lines[lines.index("\n", title) + 1 :]
    assert between(LISTED[: LISTED.index(b"\nPour choisir")], lines.encode()) == []


def test_shifted_numbers_in_a_list_are_no_rewording():
    book = {n: (title, players, text) for n, (title, players, text) in BOOK.items()}
    title, players, _ = book[30]
    book[30] = title, players, "Cela va bien avec les variantes 10, 28, 17 et 27. On joue comme on veut."
    later = {n: n + 1 for n in book}
    moved = [(later[n], (t, p, referring(x, later))) for n, (t, p, x) in book.items()]
    assert {one.message[0] for one in between(edition(book.items()), edition(moved))} == {"notes.shifted"}
