"""Printed PDFs: columns, running heads, tables, headings by their look; and navigation around web pages."""

from __future__ import annotations

import pytest

from rulebook.collation import read_bytes
from rulebook.collation.reading import files, reader
from rulebook.collation.reading import paragraphs as flow
from rulebook.collation.reading.headings import correct_misread_numbers
from rulebook.formats.columns import without_running_heads
from rulebook.formats.pdf_glyphs import Glyph, runs_of

from .editions import edition, entries
from .forms import Drawn, differences, pdf
from .pdf_files import columns

BOOK = entries(numbers=tuple(range(1, 13)))
PLAIN = read_bytes("plain.txt", edition(BOOK.items()))
BLOCKS = [
    ("La course des hérissons", ""),
    ("Règle du jeu", "Chacun avance à son tour, et le premier gagne."),
    *((f"{n}. {title} {' '.join(map(str, players))}", text) for n, (title, players, text) in BOOK.items()),
]
TABLE = ("Jeton|Effet|Nb", "Chat|éteint une lampe|4", "Coq|éteint un rang|2", "Lune|en rallume deux|3")


def meaning(data: bytes, name: str = "w.pdf") -> list[tuple[str | None, str | None]]:
    found = differences(PLAIN, read_bytes(name, data), "meaning")
    return [(one.a and one.a.text, one.b and one.b.text) for one in found]


@pytest.mark.parametrize("many", [1, 2, 3])
@pytest.mark.parametrize(("head", "justified"), [("", False), ("La course des hérissons", False), ("", True)])
def test_columns_are_read_one_after_the_other(many, head, justified):
    """Headings are bold and larger, and may take several lines; running heads are left or right."""
    letters = {1: 66, 2: 32, 3: 20}[many]
    assert meaning(columns(BLOCKS, many, head=head, letters=letters, justified=justified)) == []


def test_the_last_page_may_have_a_short_second_column():
    """The gutter is known from other pages."""
    for more in range(1, 30, 3):
        blocks = [*BLOCKS, *[("La fin", "Le dernier mot est dit, et chacun rentre chez soi. " * more)]]
        lines = files.read_bytes("w.pdf", columns(blocks, 2, letters=32))
        assert [line.text for line in lines][-1].endswith("chez soi.")


@pytest.mark.parametrize(("letters", "justified"), [(30, False), (32, False), (33, False), (32, True)])
def test_rows_of_a_table_stay_together(letters, justified):
    """Between two columns, in one column or both; headings side by side belong to their columns."""
    rows = [row.replace("|", "  ") for row in TABLE]
    for many in (1, 25):
        lines = files.read_bytes("w.pdf", columns(BLOCKS, 2, letters=letters, table=TABLE * many, justified=justified))
        assert [line.text for line in lines][-4 * many :] == rows * many
        assert list(reader.parse("w.pdf", lines).entries) == list(BOOK)


def drawn(text: str, x: float = 40, y: float = 500, size: float = 10, *, apart: float = 0) -> list[Glyph]:
    """Return the characters of a line, each half as wide as its size; spaces are not drawn."""
    places = [(char, x + k * (size / 2 + apart)) for k, char in enumerate(text)]
    return [Glyph(char, at, y, at + size / 2, size, False, 1) for char, at in places if char != " "]


def test_letterspaced_text_is_read_as_words():
    """Even digits and a short line in the style of a longer one; but not numbers of players."""
    runs = runs_of([*drawn("10. Le grand jeu", apart=2.4), *drawn("But", y=480, apart=2.4), *drawn("2 3 4 5", y=460)])
    assert [run.text for run in runs] == ["10. Le grand jeu", "But", "2 3 4 5"]


def test_a_drop_cap_starts_its_word():
    """Or is a word, if the rest occurs elsewhere as one."""
    runs = runs_of([
        *drawn("C", size=30), *drawn("hacun avance", x=57, y=512), *drawn("à son tour.", x=57, y=500),
        *drawn("À", y=460, size=30), *drawn("son tour, on joue.", x=57, y=472),
    ])  # fmt: skip
    assert [run.text for run in runs] == ["Chacun avance", "à son tour.", "À son tour, on joue."]
    assert {run.left for run in runs} == {40}


def test_note_marks_and_soft_hyphens_are_dropped_and_narrow_spaces_kept():
    line = [*drawn("la dif\u00adférence"), *drawn("1", x=116, y=504, size=6), *drawn(" est\u00ad", x=118)]
    assert [run.text for run in runs_of(line)] == ["la différence est-"]
    leaning = [*drawn("Un"), Glyph(" ", 50, 500, 50, 0, False, 0), *drawn("jeu", x=51)]  # overlapping the space
    assert [run.text for run in runs_of(leaning)] == ["Un jeu"]


def test_vertical_lines_are_read():
    page = pdf(
        [[*(Drawn(40, 500 - 20 * k, f"la ligne {k} du texte") for k in range(4)), Drawn(400, 100, "Tous droits")]]
    )
    page = page.replace(b"400 100 Td", b"0 1 -1 0 400 480 Tm")
    assert [line.text for line in files.read_bytes("w.pdf", page)] == [
        *(f"la ligne {k} du texte" for k in range(4)), "Tous droits",
    ]  # fmt: skip


HEADS = {"side of the number": ("{n}   La course", "Les règles   {n}"), "words": ("La course", "Les règles")}


@pytest.mark.parametrize(
    ("name", "many"), [*(("side of the number", many) for many in (2, 3, 4, 5)), ("words", 5), ("words", 6)]
)
def test_left_and_right_pages_may_have_different_running_heads(name, many):
    pages = [
        [
            (10 * n, HEADS[name][n % 2].format(n=n)),
            (10 * n + 1, f"{'abcdef'[n - 1]} du texte"),
            (10 * n + 2, f"{'ghijkl'[n - 1]} et la suite"),
        ]
        for n in range(1, many + 1)
    ]
    assert [len(page) for page in without_running_heads(pages)] == [2] * many


def test_ascending_numbers_may_be_those_of_headings():
    pages = [[(10 * n, f"{n}. {title}"), (10 * n + 1, f"{title} encore")] for n, title in ((1, "Un"), (2, "Deux"))]
    assert without_running_heads(pages) == pages


def test_a_large_running_head_is_no_title():
    pages = [
        [Drawn(40, 570, "Les règles", 12), *(Drawn(40, 500 - 20 * k, f"{n} ligne {k} du texte") for k in range(9))]
        for n in "abc"
    ]
    pages[0].insert(1, Drawn(40, 530, "Les règles", 20))
    assert [line.text for line in files.read_bytes("w.pdf", pdf(pages))].count("Les règles") == 1


@pytest.mark.parametrize(("right", "misread"), [("\n1", "\nl"), ("\n1", "\nI"), ("0. ", "O. "), ("\n5. ", "\nS, ")])
def test_misread_numbers_of_headings_are_corrected(right, misread):
    """A number missing between its neighbours is corrected."""
    text = edition(entries().items()).decode()
    assert differences(text, text.replace(right, misread)) == []


def test_letters_that_only_look_like_misread_numbers_stay():
    """Letters of a list, a number that exists, one that does not fit."""
    text = "1. A\nTexte.\nl. Un point\nO. Un point\n2. B\nTexte.\nI. Un point\n3. C\nTexte.\n"
    pieces = flow.pieces(files.read_bytes("w.txt", text.encode()))
    assert [piece.text for piece in correct_misread_numbers(pieces)] == [piece.text for piece in pieces]


ARTICLE = "".join(f"<h2>{title}</h2><p>{text}</p>" for title, text in BLOCKS[1:])
MENU = "<ul><li><a href=/>Accueil</a></li><li><a href=/j>Tous les jeux</a></li><li><a href=/c>Contact</a></li></ul>"
WEB = {
    "elements": f"<header><p>Ludo</p><nav>{MENU}</nav></header><aside><h3>Derniers jeux</h3>{MENU}</aside>"
    f"<main class=comments-open><h1>La course des hérissons</h1>{ARTICLE}</main><footer><p>© Ludo</p></footer>",
    "names": f"<div id=menu>{MENU}</div><div class='cookie-banner'><p>Des cookies ?</p><button>Oui</button></div>"
    f"<div class='content no-comments'><h1>La course des hérissons</h1>{ARTICLE}</div>"
    "<ol id=comments><li><p>Bravo !</p></ol><div class=footer><a href=/m>Mentions légales</a></div>",
    "roles": f"<div role=navigation>{MENU}<p>Ludo</p></div><h1>La course des hérissons</h1>{ARTICLE}<div hidden>Non"
    "</div><div style='display:none'>Non</div>",
}


@pytest.mark.parametrize("name", WEB)
def test_navigation_around_a_web_page_is_left_out(name):
    assert meaning(f"<!DOCTYPE html><html><body>{WEB[name]}</body></html>".encode(), "w.html") == []
