"""The leaflet's illustrations, as far as its text fixes them: red is A, green B, yellow C, blue D.

The pictures are lost.  What the text says of each is kept (who has how many volcanoes in the line, the totals, what the
middle square holds); where the line lies and what the other stones are is ours.
"""

from .positions import game, texts

ZEROS = "a3=L0L0 a4=L0L0 b3=L0L0 d3=L0L0 e3=L0"
ILLUSTRATION_2 = f"{ZEROS} c4=A1B2 c5=D2L0 d6=A3"
"""Red's 3 below c6; the middle square holds blue's volcano and lava, and the blocks without a groove are used up."""
ILLUSTRATION_4 = "b4=A2 a4=B1 c4=C2 b5=A3 b6=D1 b3=B3"
"""Green's 3 beside b4, the middle of a column and the end of a row; the middle square gets two volcanoes."""


def test_1_a_volcano_seen_by_its_vulcanologist_moves_as_far_as_it_likes():
    here = game("c3=A1 p16=A c4=B2C1")
    squares = {move[-2:] for move in texts(here.moves()) if move.startswith("A1@c3-")}
    assert squares == {"a3", "b3", "d3", "e3", "c1", "c2", "c5", "c6"}, "along the row and the column, over c4"


def test_2_a_scoring_moves_red_three_circles_blue_and_green_one():
    here = game(ILLUSTRATION_2)
    here.play("A3@d6-c6")
    (scoring,) = here.trace
    assert scoring.total == 8
    red, green, blue = scoring.advances
    assert (red.player, red.steps, len(red.volcanoes), red.extra) == ("A", 3, 2, 1)
    assert (green.player, green.steps) == ("B", 1)
    assert (blue.player, blue.steps) == ("D", 1)
    assert here.position.circles == (3, 1, 0, 1)


def test_3_its_eruption_fills_the_middle_with_lava_of_one_groove():
    here = game(ILLUSTRATION_2)
    here.play("A3@d6-c6")
    assert here.trace[0].returned == ("D2",)
    assert here.trace[0].lava == "L1", "the others are used up"
    assert here.position.stacks["c5"] == ("L0", "L1")
    here.play("B3@d1")
    here.play("C3@e5")
    here.play("D3@b6")
    here.play("A3@c6-d6")
    here.play("B1@c6")
    assert here.trace == ()
    here = game("a3=L0L0 a4=L0L0 b3=L0L0 d3=L0L0 e3=L0 c4=A1B3 c5=L0L1 c6=B2 d6=A3")
    here.play("A3@d6-c6")
    assert here.trace == (), "9 grooves, but this square is never the middle of a scoring again"


def test_4_the_row_first_gives_green_three_and_three():
    here = game(ILLUSTRATION_4, turn="B")
    here.play("B3@b3-b4")
    assert texts(here.moves()) == {"a4+b4+c4", "b4+b5+b6"}
    here.play("b4+b5+b6")
    row, column = here.trace
    assert (row.total, row.advances[0].volcanoes, row.advances[0].steps) == (9, ("B3",), 3)
    assert (column.total, column.advances[0].volcanoes, column.advances[0].steps) == (8, ("B1", "B3"), 3)
    assert here.position.at("B") == 6


def test_4_the_column_first_gives_green_three_alone():
    here = game(ILLUSTRATION_4, turn="B")
    here.play("B3@b3-b4")
    here.play("a4+b4+c4")
    (column,) = here.trace
    assert column.returned == ("A2", "B3"), "both volcanoes of the middle square are gone"
    assert column.lost == (("b4", "b5", "b6"),)
    assert here.position.at("B") == 3


def test_a_scoring_is_told_ply_by_ply():
    here = game(ILLUSTRATION_4, turn="B")
    here.play("B3@b3-b4")
    here.play("a4+b4+c4")
    assert [note.text("en") for note in here.trace[0].notes()] == [
        "The line a4, b4 and c4 totals 8 grooves and is scored.",
        "B advances 3 circles: 2 for B1 and B3, 1 for causing the scoring.",
        "C advances one circle for C2.",
        "A advances one circle for A2.",
        "b4 erupts: A2 and B3 return to their owners, and a lava block worth 0 takes their place.",
        "The line b4, b5 and b6 can no longer be scored.",
    ]
    assert all(note.text("fr") != note.text("en") for note in here.trace[0].notes())
    assert here.told("en").startswith("B chooses a4, b4 and c4. The line a4")
    here.undo()
    assert here.told("en").endswith("Lines to be scored: a4+b4+c4 and b4+b5+b6; B chooses which is next.")
