"""What two variants leave open and a decision settles (combinations.md, section 5), one position for each: the pairs of

1 2 3 14 15 17 18 19 20 21 22 25 26 28 29 32 33 34; with the cases of settled.md that need them.
Black squares as printed: c5 d1 e3 f4 g2 h6 (no h6 on five lanes).
"""

import pytest

from hedgekit import Game

from .support import after, at, clause

# ---- 2: spies --------------------------------------------------------------------------------------------------------


@clause("2-b")
def test_2_the_order_of_the_set_up():
    game = Game("2+6 players=2")
    steps = []
    for move in ("1", "2", "5", "6"):
        steps.append((game.turn, game.step))
        game.play(move)
    assert steps == [("A", "secret"), ("B", "secret"), ("A", "keep"), ("B", "keep")]
    assert str(game) == "hand=A1A2A3A4B1B2B3B4 kept=A5B6 secret=A1B2 turn=A step=place"
    cards = Game("2+7+23 players=2")
    cards.play("1")
    cards.play("2")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 secret=A1B2 turn=A step=shuffle"
    cards.play("deck=123456123456*")
    assert str(cards) == "hand=A1A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=A step=lane"
    cards.play("4")
    assert str(cards) == "a4=A1 hand=A2A3A4B1B2B3B4 deck=123456123456* secret=A1B2 turn=B step=lane"
    assert cards.to_text(eyes="B") == "a4=A1 hand=A2A3A4B1B2B3B4 secret=B2 turn=B step=lane", "no deck either"


# ---- 14: the apple carrier -------------------------------------------------------------------------------------------


@clause("14+23")
def test_14_23_a_lane_topped_by_a_carrier_is_rolled_again():
    text = "a1=A1B1 a2=A2A4 a3=B2 a4=A3B3 hand=B4 carrier=A4 turn=B step=lane"
    game = at("14+23 players=2", text)
    assert [(str(move), move.probability) for move in game.moves()] == [(str(n), 1 / 5) for n in (1, 3, 4, 5, 6)]
    with pytest.raises(Exception, match="2 cannot come up now"):
        game.play("2")
    game.play("3")
    assert str(game) == "a1=A1B1 a2=A2A4 a3=B2B4 a4=A3B3 carrier=A4B4 turn=A step=roll"
    three = "a1=A1A5 a2=B1B5 a3=A2B2 a4=A6B6 a5=B3A3 a6=B7B8 hand=A4A7A8B4 carrier=B8 turn=A step=lane"
    assert str(after("14+21+23 players=2", three, "1")).startswith("a1=A1A5A7 "), "A4 may not come yet"
    shut = after("14+23 players=2", "a2=A1A2A3 a3=B1B2B3 hand=A4B4 turn=A step=lane", "2")
    assert [str(move) for move in shut.moves()] == ["1", "3", "4", "5", "6"]
