"""The board's data file: known counts, and which changes of the file are accepted."""

from pathlib import Path

import pytest

from hedgekit import HedgekitError
from hedgekit.games.hekla import LAYOUT, Layout
from hedgekit.games.hekla import layout as module

TEXT = Path(module.__file__).with_name("board.toml").read_text("utf-8")


def test_the_counts_of_the_board():
    assert len(LAYOUT.squares) == 26
    assert LAYOUT.lap == 18
    assert len(LAYOUT.circles) - LAYOUT.lap == 22
    assert len(LAYOUT.double) == 3
    assert LAYOUT.double < set(LAYOUT.squares)
    assert len(LAYOUT.lines) == 30, "16 in rows, 14 in columns"


def test_blind_circles_are_one_inside_and_eight_outside():
    blind = [n for n, circle in enumerate(LAYOUT.circles) if not circle.sees]
    assert [n for n in blind if n < LAYOUT.lap] == [0], "the start"
    assert len([n for n in blind if n >= LAYOUT.lap]) == 8


def test_outer_circles_are_blind_if_they_face_no_row_and_no_column():
    rows, columns = range(2, 5), range(2, 6)
    for circle in LAYOUT.circles[LAYOUT.lap :]:
        row, column = circle.at
        assert bool(circle.sees) == (row in rows or column in columns)


def test_successive_circles_of_a_lap_are_neighbours():
    inner, outer = LAYOUT.circles[: LAYOUT.lap], LAYOUT.circles[LAYOUT.lap :]
    for lap in (inner, outer):
        for one, other in zip(lap, (*lap[1:], lap[0]), strict=True):
            apart = max(abs(a - b) for a, b in zip(one.at, other.at, strict=True))
            assert apart == 1, f"{one.at} and {other.at} are neighbours, perhaps diagonally"


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("p0", ""),
        ("p1", "a2 b2 c2 d2 e2"),
        ("p5", "a2 a3 a4 a5 b6 c6 d6"),
        ("p7", "c1 c2 c3 c4 c5 c6"),
        ("p9", "b6 c6 d6 e2 e3 e4 e5"),
        ("p14", "b1 c1 d1 e2 e3 e4 e5"),
        ("p17", "b1 b2 b3 b4 b5 b6"),
        ("p20", "a2 b2 c2 d2 e2"),
        ("p39", "b1 b2 b3 b4 b5 b6"),
    ],
)
def test_a_circle_sees_squares(name, seen):
    assert LAYOUT.circle(LAYOUT.count_of(name)).sees == set(seen.split())


def test_names_of_circles_on_repeated_outer_laps():
    assert [LAYOUT.circle_name(n) for n in (17, 18, 39, 40, 61, 62)] == ["p17", "p18", "p39", "p18+1", "p39+1", "p18+2"]
    assert LAYOUT.circle(40) == LAYOUT.circle(18)
    for n in range(LAYOUT.furthest):
        assert LAYOUT.count_of(LAYOUT.circle_name(n)) == n
    assert [LAYOUT.count_of(name) for name in ("p40", "p5+1", "p05", "p18+0", "q1", "p", "")] == [None] * 7


def test_neighbours_and_straight_lines():
    assert set(LAYOUT.near["a2"]) == {"a3", "b2"}, "a1 is not on the board"
    assert set(LAYOUT.far["a2"]) == {"a3", "a4", "a5", "b2", "c2", "d2", "e2"}
    assert set(LAYOUT.near["c3"]) == {"b3", "d3", "c2", "c4"}
    for square in LAYOUT.squares:
        assert all(square in LAYOUT.far[other] for other in LAYOUT.far[square])


def test_the_number_and_values_of_stones():
    assert {n: [sum(each), len(each)] for n, each in LAYOUT.supplies.items()} == {2: [10, 7], 3: [8, 5], 4: [6, 4]}
    assert LAYOUT.supplies == {2: (0, 0, 1, 2, 2, 2, 3), 3: (0, 1, 2, 2, 3), 4: (0, 1, 2, 3)}
    most = [max(len(LAYOUT.supplies[n]) for n in LAYOUT.supplies if n > seat) for seat in range(2)]
    assert 2 * most[0] + len(LAYOUT.supplies[3]) + len(LAYOUT.supplies[4]) == 23, "as many as the box holds"
    assert LAYOUT.lava == ("L0",) * 10 + ("L1",) * 10


def test_a_changed_file_changes_the_board():
    moved = Layout.parse(TEXT.replace('double = ["b2", "c3", "d4"]', 'double = ["b5", "c3", "d2"]'))
    assert moved.double == {"b5", "c3", "d2"}
    wide = Layout.parse(TEXT.replace('"a2", "a3"', '"a1", "a2", "a3"').replace("at = [1, 1]", "at = [0, 0]"))
    assert len(wide.squares) == 27
    assert ("a1", "a2", "a3") in wide.lines
    assert "a1" in wide.circle(14).sees, "the circle below column 1 sees it with the rest"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[", "", "not a board"),
        ("lava = ", "stones = ", "lava"),
        ('"a2", "a3"', '"a2", 3', "not a board"),
        ('sees = ["2"]', 'sees = ["9"]', "'9'"),
        ("at = [0, 2]", "at = [0]", "not a board"),
        ("at = [0, 2]", "at = [1, 2]", "1, 2., twice"),
        ('double = ["b2"', 'double = ["a1"', "a1"),
        ('"a2", "a3"', '"a2", "zz"', "zz"),
        ('"a2", "a3"', '"a2", "a2"', "1, 2., twice"),
        ("inner = [", "inner = 3 # [", "not a board"),
    ],
)
def test_an_inconsistent_file_is_refused(old, new, message):
    with pytest.raises(HedgekitError, match=message) as caught:
        Layout.parse(TEXT.replace(old, new, 1))
    assert caught.value.text("fr") != caught.value.text("en")
