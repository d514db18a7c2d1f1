"""The track: 1 five lanes, 9 tube, 17 new black squares, 32 backwards, 33 marathon, 34 Chinese hedgehogs.

Black squares as printed: c5 d1 e3 f4 g2 h6 (no h6 on five lanes).
"""

import pytest

from hedgekit import Clash, rules

from .support import at, clause, refused_by

# ---- 17: new black squares -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closing", [37, 38])
@pytest.mark.parametrize(
    ("black", "open_"),
    [
        ("d1,d2,d3,d4,d5,d6", False),  # a wall
        ("d1,d2,d3,d4,d5", True),
        ("c1,c2,c3,d4,d5,d6", False),  # c4 to c6 lead only into d4 to d6
        ("c1,c2,c3,d4,d5", True),
        ("c1,c2,c4,c5,c6,d3,d2", False),  # through c3 only into d3
        ("c1,c2,c3,c4,c5,d6,d5", False),
        ("", True),
    ],
)
@clause("17+37", "17+38")
def test_17_a_layout_that_walls_off_a_rank_is_refused_where_nobody_can_stand_on_it(closing, black, open_):
    text = f"17[black={black}]+{closing} players=2"
    if open_:
        assert str(rules(text)) == text
    else:
        with pytest.raises(ValueError, match="rank"):
            rules(text)
    assert rules(f"17[black={black}] players=2")
    assert rules(f"17[black={black}]+39 players=2"), "a rank of holes is allowed: the last survivor wins"


@clause("17+37")
def test_17_the_tube_may_open_a_layout():
    black = "c2,c3,c4,c5,d1,d2,d3,d4"  # open on c: 1 and 6; on d: 5 and 6.  c1 leads nowhere but round the tube
    assert rules(f"17[black={black}]+37 players=2"), "one may side-step on the start line to lane 6 all the same"
    shut = "c1,c2,c3,c4,c5,d2,d3,d4,d5,d6"  # from c6 only into d6; d1 is open, and c1 not
    with pytest.raises(ValueError, match="rank"):
        rules(f"17[black={shut}]+37 players=2")
    with pytest.raises(ValueError, match="rank"):
        rules(f"9+17[black={shut}]+37 players=2")


# ---- 34: Chinese hedgehogs -------------------------------------------------------------------------------------------


@clause("34.1", "34-a", "34-d")
def test_34_every_other_player_starts_on_rank_i():
    game = at("34 players=4", "hand=A1A2A3A4B1B2B3B4C1C2C3C4D1D2D3D4 turn=A step=place")
    seen = []
    for move in ("a1", "i1", "a2", "i2"):
        seen.append((game.turn, sorted(map(str, game.moves()))))
        game.play(move)
    assert seen == [
        ("A", ["a1", "a2", "a3", "a4", "a5", "a6"]),
        ("B", ["i1", "i2", "i3", "i4", "i5", "i6"]),
        ("C", ["a2", "a3", "a4", "a5", "a6"]),
        ("D", ["i2", "i3", "i4", "i5", "i6"]),
    ], "flat on each line for itself"
    assert refused_by(game, "i3").clause in ("0.2", "34.1")


@clause("34.1", "29+34")
def test_34_wants_an_even_number():
    assert str(rules("34")) == "34 players=4"
    assert str(rules("29+34")) == "29+34 players=8"
    for odd in ("34 players=3", "34 players=5", "29+34 players=7", "29+34 players=9"):
        with pytest.raises(ValueError, match="cannot be played by"):
            rules(odd)
    assert str(rules("25+34")) == "25+34 players=4"
    assert str(rules("21+34")) == "21+34 players=2"
    with pytest.raises(Clash):
        rules("21+25+34")
