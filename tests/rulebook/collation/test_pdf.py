"""PDFs as they are printed: columns, running heads, tables, headings by their look; menus around a page of the web."""

from __future__ import annotations

import pytest

from rulebook.collation import read_bytes
from rulebook.collation.reading import files, reader
from rulebook.collation.reading import paragraphs as flow
from rulebook.collation.reading.headings import put_right
from rulebook.formats.columns import without_heads
from rulebook.formats.glyphs import Glyph, runs_of

from .drawing import columns
from .editions import edition, entries
from .forms import Drawn, differences, pdf

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
@pytest.mark.parametrize("head", ["", "La course des hérissons"])
def test_columns_are_read_one_after_the_other(many, head):
    """Headings are bold and larger, and take more than one line; running heads stand left and right."""
    assert meaning(columns(BLOCKS, many, head=head, letters={1: 66, 2: 32, 3: 20}[many])) == []


def test_the_last_page_may_have_little_in_its_second_column():
    """Where the gutter is, other pages say."""
    for more in range(1, 30, 3):
        blocks = [*BLOCKS, *[("La fin", "Le dernier mot est dit, et chacun rentre chez soi. " * more)]]
        lines = files.read_bytes("w.pdf", columns(blocks, 2, letters=32))
        assert [line.text for line in lines][-1].endswith("chez soi.")


@pytest.mark.parametrize("letters", [30, 32, 33])
def test_rows_of_a_table_stay_together(letters):
    """Between two columns of text, in one beside text, in both; headings side by side are those of their columns."""
    rows = [row.replace("|", "  ") for row in TABLE]
    for many in (1, 25):
        lines = files.read_bytes("w.pdf", columns(BLOCKS, 2, letters=letters, table=TABLE * many))
        assert [line.text for line in lines][-4 * many :] == rows * many
        assert list(reader.parse("w.pdf", lines).entries) == list(BOOK)


def placed(step: int, *lefts: int) -> list[Drawn]:
    """The table cell by cell."""
    rows = [zip(lefts, row.split("|"), strict=True) for row in TABLE]
    return [Drawn(x, 500 - step * k, cell) for k, row in enumerate(rows) for x, cell in row]


def test_a_table_wider_than_its_column_is_read_after_what_it_stands_over():
    """On the last page of two columns, each drawn from its head to its foot."""
    page = [Drawn(30, 545 - 11 * k, f"ligne {k} du texte qui reste seul") for k in range(30)]
    page += [Drawn(220, 545, "Jetons"), *placed(12, 180, 220, 380)]
    first = [Drawn(x, 545 - 11 * k, f"il dit {k} mots de plus") for x in (30, 220) for k in range(30)]
    said = [line.text for line in files.read_bytes("w.pdf", pdf([first, first, page]))]
    assert said[-6:] == ["ligne 29 du texte qui reste seul", "Jetons", *[row.replace("|", "  ") for row in TABLE]]


def test_a_cell_whose_last_line_stands_in_its_row():
    page = placed(20, 40, 120, 300)
    page.insert(6, Drawn(40, 471, "Grand"))
    assert read_page(page)[1:3] == ["Chat  éteint une lampe  4", "Grand Coq  éteint un rang  2"]


def test_a_cell_that_takes_two_lines_is_one_cell_and_one_that_reaches_into_the_next_is_none():
    page = [Drawn(40, 500, "Jeton"), Drawn(120, 500, "Effet"), Drawn(300, 500, "Nombre")]
    page += [Drawn(40, 480, "Orage"), Drawn(120, 480, "éteint tout un"), Drawn(300, 480, "2"), Drawn(120, 470, "rang")]
    page += [Drawn(40, 450, "Lune"), Drawn(120, 450, "en rallume"), Drawn(172, 450, "3")]
    page += [Drawn(40, 425, "Coq"), Drawn(300, 425, "4"), Drawn(120, 430, "chante"), Drawn(120, 420, "tôt")]
    rows = ["Jeton  Effet  Nombre", "Orage  éteint tout un rang  2", "Lune  en rallume 3", "Coq  chante tôt  4"]
    assert [line.text for line in files.read_bytes("w.pdf", pdf([page]))] == rows


def test_a_heading_over_both_columns_comes_before_them():
    page = [Drawn(40, 560, "Le titre de tout cela, sur toute la largeur", 12, bold=True)]
    page += [Drawn(40, 540 - 11 * k, f"à gauche la ligne numéro {k}") for k in range(8)]
    page += [Drawn(230, 540 - 11 * k, f"à droite la ligne numéro {k}") for k in range(8)]
    page += [Drawn(40, 440, "Encore un titre, qui est aussi long que l'autre", 12, bold=True)]
    page += [Drawn(40, 420 - 11 * k, f"à gauche plus bas numéro {k}") for k in range(4)]
    page += [Drawn(230, 420 - 11 * k, f"à droite plus bas numéro {k}") for k in range(4)]
    said = files.read_bytes("w.pdf", pdf([sorted(page, key=lambda one: -one.y)]))
    order = [line.text.split()[1] if line.level is None else "titre" for line in said]
    assert order == ["titre", *["gauche"] * 8, *["droite"] * 8, "titre", *["gauche"] * 4, *["droite"] * 4]


def drawn(text: str, x: float = 40, y: float = 500, size: float = 10, *, apart: float = 0) -> list[Glyph]:
    """The characters of a line, of half their size in width; spaces are not drawn."""
    places = [(char, x + k * (size / 2 + apart)) for k, char in enumerate(text)]
    return [Glyph(char, at, y, at + size / 2, size, False, 1) for char, at in places if char != " "]


def test_letters_that_are_set_apart_are_words():
    """Digits as well, and a short line in the look of a longer one; not the numbers of players."""
    runs = runs_of([*drawn("10. Le grand jeu", apart=2.4), *drawn("But", y=480, apart=2.4), *drawn("2 3 4 5", y=460)])
    assert [run.text for run in runs] == ["10. Le grand jeu", "But", "2 3 4 5"]


def test_an_initial_begins_its_word():
    """Or is one, where the rest is a word of its own elsewhere."""
    runs = runs_of([
        *drawn("C", size=30), *drawn("hacun avance", x=57, y=512), *drawn("à son tour.", x=57, y=500),
        *drawn("À", y=460, size=30), *drawn("son tour, on joue.", x=57, y=472),
    ])  # fmt: skip
    assert [run.text for run in runs] == ["Chacun avance", "à son tour.", "À son tour, on joue."]
    assert {run.left for run in runs} == {40}


def test_marks_of_notes_and_soft_hyphens_are_no_text():
    line = [*drawn("la dif\u00adférence"), *drawn("1", x=116, y=504, size=6), *drawn(" est\u00ad", x=118)]
    assert [run.text for run in runs_of(line)] == ["la différence est-"]


def test_lines_that_run_up_the_page_are_read_as_well():
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
def test_left_pages_and_right_ones_have_heads_of_their_own(name, many):
    pages = [
        [
            (10 * n, HEADS[name][n % 2].format(n=n)),
            (10 * n + 1, f"{'abcdef'[n - 1]} du texte"),
            (10 * n + 2, f"{'ghijkl'[n - 1]} et la suite"),
        ]
        for n in range(1, many + 1)
    ]
    assert [len(page) for page in without_heads(pages)] == [2] * many


def test_numbers_that_go_on_from_page_to_page_may_be_those_of_headings():
    pages = [[(10 * n, f"{n}. {title}"), (10 * n + 1, f"{title} encore")] for n, title in ((1, "Un"), (2, "Deux"))]
    assert without_heads(pages) == pages


def test_a_head_that_is_larger_than_the_text_is_no_title():
    pages = [
        [
            Drawn(40, 570, "Les règles", 12),
            *(Drawn(40, 500 - 20 * k, f"{'abc'[n]} ligne {k} du texte") for k in range(9)),
        ]
        for n in range(3)
    ]
    pages[0].insert(1, Drawn(40, 530, "Les règles", 20))
    lines = [line.text for line in files.read_bytes("w.pdf", pdf(pages))]
    assert lines.count("Les règles") == 1


def test_a_title_that_ends_at_the_gutter_stands_over_both_columns():
    page = [Drawn(40, 560, "Le titre de cette page qui est lon", 9.5, bold=True)]
    page += [Drawn(40, 540 - 11 * k, f"à gauche la ligne numéro {k}") for k in range(8)]
    page += [Drawn(225, 540 - 11 * k, f"à droite la ligne numéro {k}") for k in range(8)]
    said = [line.text.split()[1] for line in files.read_bytes("w.pdf", pdf([page]))]
    assert said == ["titre", *["gauche"] * 8, *["droite"] * 8]


@pytest.mark.parametrize(("right", "misread"), [("\n1", "\nl"), ("\n1", "\nI"), ("0. ", "O. "), ("\n5. ", "\nS, ")])
def test_numbers_of_headings_that_were_misread(right, misread):
    """A number that is missing between those above and below is put right."""
    text = edition(entries().items()).decode()
    assert differences(text, text.replace(right, misread)) == []


def test_what_looks_like_a_misread_number_and_is_none():
    """Letters of a list, a number that is there, one that does not fit."""
    text = "1. A\nTexte.\nl. Un point\nO. Un point\n2. B\nTexte.\nI. Un point\n3. C\nTexte.\n"
    pieces = flow.pieces(files.read_bytes("w.txt", text.encode()))
    assert [piece.text for piece in put_right(pieces)] == [piece.text for piece in pieces]


ARTICLE = "".join(f"<h2>{title}</h2><p>{text}</p>" for title, text in BLOCKS[1:])
MENU = "<ul><li><a href=/>Accueil</a></li><li><a href=/j>Tous les jeux</a></li><li><a href=/c>Contact</a></li></ul>"
WEB = {
    "elements": f"<header><p>Ludo</p><nav>{MENU}</nav></header><aside><h3>Derniers jeux</h3>{MENU}</aside><main>"
    f"<h1>La course des hérissons</h1>{ARTICLE}</main><footer><p>© Ludo</p></footer>",
    "names": f"<div id=menu>{MENU}</div><div class='cookie-banner'><p>Des cookies ?</p><button>Oui</button></div>"
    f"<div class=content><h1>La course des hérissons</h1>{ARTICLE}</div>"
    "<div class=footer><a href=/m>Mentions légales</a></div>",
    "roles": f"<div role=navigation>{MENU}<p>Ludo</p></div><h1>La course des hérissons</h1>{ARTICLE}<div hidden>Non"
    "</div><div style='display:none'>Non</div>",
}


@pytest.mark.parametrize("name", WEB)
def test_what_is_around_a_page_of_the_web_is_not_its_text(name):
    assert meaning(f"<!DOCTYPE html><html><body>{WEB[name]}</body></html>".encode(), "w.html") == []


UNSEEN = {
    "<p>Un dé<span style='display: none'>non <span>non</span> non</span>.</p>": ["Un dé."],
    "<p hidden>non<p>Un dé.": ["Un dé."],
    "<p>Un dé.</p><video>non</video>": ["Un dé."],
    "<p>Un <del>deux</del> dé.</p>": ["Un deux dé."],  # struck, but printed
    "<p>Un dé.<sup><a href='#n1'>[1]</a></sup> Le 2<sup>e</sup> dé.</p>": ["Un dé. Le 2e dé."],
    "<p>Un dé.</p><div class=sidebar><h4>Voir</h4><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></div>": ["Un dé."],
}


@pytest.mark.parametrize("page", UNSEEN)
def test_what_a_page_does_not_show_and_marks_of_notes_are_no_text(page):
    assert [line.text for line in files.read_bytes("w.html", page.encode())] == UNSEEN[page]


def test_what_names_a_part_of_the_text_stays():
    """A box that is called a menu and is prose; a list with a link in it; a footer of an article."""
    page = (
        "<div class=menu><p>La fourmi choisit son menu dans <a href=/p>la prairie</a> et le mange aussitôt.</p></div>"
    )
    page += "<ul><li>un <a href=/d>dé</a> ordinaire</li><li>deux pions</li></ul>"
    page += "<article><footer>Fin de la partie.</footer></article>"
    assert [line.text for line in files.read_bytes("w.html", page.encode())] == [
        "La fourmi choisit son menu dans la prairie et le mange aussitôt.", "• un dé ordinaire", "• deux pions",
        "Fin de la partie.",
    ]  # fmt: skip


def beside(y: int, many: int, said: str) -> list[Drawn]:
    """Lines in both columns."""
    sides = ((40, "gauche"), (230, "droite"))
    return [Drawn(x, y - 11 * k, f"{said} {side} la ligne {k}") for x, side in sides for k in range(many)]


def read_page(page: list[Drawn]) -> list[str]:
    return [line.text for line in files.read_bytes("w.pdf", pdf([sorted(page, key=lambda one: -one.y)]))]


def test_a_short_heading_at_the_left_may_stand_over_both_columns():
    page = [Drawn(40, 560, "Avant", 12, bold=True), *beside(540, 6, "plus haut")]
    page += [Drawn(40, 455, "Après", 12, bold=True), *beside(435, 6, "plus bas")]
    said = [text.rsplit(" la ")[0] for text in read_page(page)]
    assert said == [
        "Avant", *["plus haut gauche"] * 6, *["plus haut droite"] * 6,
        "Après", *["plus bas gauche"] * 6, *["plus bas droite"] * 6,
    ]  # fmt: skip


def test_a_heading_of_the_left_column_stays_in_it():
    page = [*beside(540, 12, "tout"), Drawn(40, 400, "Après", 12, bold=True)]
    page += [Drawn(40, 380 - 11 * k, f"plus bas la ligne {k} du texte") for k in range(3)]
    assert [text.split()[0] for text in read_page(page)] == [*["tout"] * 12, "Après", *["plus"] * 3, *["tout"] * 12]


def test_a_table_over_both_columns_stays_together():
    page = [*beside(540, 6, "plus haut"), *beside(400, 6, "plus bas")]
    for y, cells in ((460, ("Objet", "Prix")), (445, ("Lampe", "3")), (430, ("Vase", "1"))):
        page += [Drawn(x, y, cell) for x, cell in zip((170, 290), cells, strict=True)]
    assert read_page(page)[12:15] == ["Objet  Prix", "Lampe  3", "Vase  1"]


def test_a_note_at_the_foot_comes_after_both_columns_and_the_number_of_the_page_is_no_text():
    page = [*beside(540, 8, "tout"), Drawn(40, 430, "1. Sauf la lampe.", 7), Drawn(220, 20, "1")]
    assert read_page(page)[-1] == "1. Sauf la lampe."
    assert "gauche" in read_page(page)[7]


def test_cells_at_half_the_height_of_a_cell_of_several_lines():
    """Where the page was drawn line by line as well as where it was drawn cell by cell."""
    page = [Drawn(40, 500, "Objet"), Drawn(200, 500, "Prix"), Drawn(40, 480, "Chaise longue"), Drawn(40, 469, "rayée")]
    page += [Drawn(200, 474.5, "2"), Drawn(40, 450, "Vase"), Drawn(200, 450, "1")]
    assert read_page(page) == ["Objet  Prix", "Chaise longue rayée  2", "Vase  1"]
    page = [Drawn(40, 520, "Le tableau")]
    for y in (480, 440, 400):
        page += [Drawn(40, y, "Vase"), *(Drawn(200, y + 22 - 11 * n, f"{n}") for n in (1, 2, 3)), Drawn(300, y, "=")]
    rows = [line.text for line in files.read_bytes("w.pdf", pdf([page]))]
    assert rows == ["Le tableau", *["Vase  1 2 3  ="] * 3]


SPLIT = (  # pages of cells, as place, height, text
    "40 64 Long|150 64 1|180 64 2 3|180 53 4",
    "40 97 Heading|40 86 Wide|40 75 name|99 80.5 2|180 86 2|180 75 3 4|40 64 N|40 53 cut-|150 64 3|180 64 2|180 53 3",
    "180 540 4|180 529 5|40 507 Last|150 507 4|180 512 2 3|180 501 4",
)


def test_a_row_that_goes_on_on_the_next_page_is_one_and_its_numbers_are_not_those_of_pages():
    """Nor is a line above a name of two lines one of it, where the other cells stand at the name's middle."""
    cells = [[cell.split(" ", 2) for cell in page.split("|")] for page in SPLIT]
    pages = [[Drawn(float(x), float(y), text) for x, y, text in page] for page in cells]
    lines = [" ".join(line.text.split()) for line in files.read_bytes("w.pdf", pdf(pages))]
    assert lines == ["Long 1 2 3 4", "Heading", "Wide name 2 2 3 4", "N cut- 3 2 3 4 5", "Last 4 2 3 4"]
