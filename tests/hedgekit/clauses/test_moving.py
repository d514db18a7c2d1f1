"""Other ways to move: 4 climbing, 8 sandwich, 11 chaos, 13 jostling; and onto the board: 12 reserves, 23 random start.

Black squares: d1 g2 e3 f4 c5 h6.
"""

from hedgekit import Move

from .support import at, clause, moves, refused

# ---- 4: climbing -----------------------------------------------------------------------------------------------------

ALL_COVERED = "c1=A1B1 d2=A2B2 home=A3A4B3B4 dice=1 turn=A step=sideways"


@clause("4.1")
def test_a_hedgehog_that_stays_where_it_is_does_not_climb():
    """A side-step to its own square is none, however many come along: only c1^ is the climb."""
    for text in ("c1-c1", "c1-c1*2", "c1-c1*9"):
        assert str(Move.parse(text)) == text
        assert refused("4 players=2", ALL_COVERED, text).text("en")
    no = refused("4 players=2", ALL_COVERED, "c1-c1")
    assert no.clause == "0.7"
    assert no.text("en") == "c1 is not beside c1: a side-step goes to the next lane on the same rank."
    assert str(Move.parse("c1-c1*1")) == "c1-c1"


# ---- 8: the sandwich -------------------------------------------------------------------------------------------------

PILE = "c4=A1B1A2C1A3 e1=B2 f5=C2 home=A4B3B4C3C4 dice=4 turn="


@clause("8-c")
def test_another_players_sandwich_is_no_block():
    text = f"{PILE}B step=forward"
    assert moves("8 players=3", text) == ["c4-d4"], "B may advance A3, and only A3"
    assert refused("8 players=3", text, "c4-d4*3").clause == "8.1"
    covered = refused("8 players=3", f"{PILE}C step=sideways", "c4-c3*2")
    assert (covered.clause, covered.reason.key) == ("8.1", "refusal.block"), "A3 lies on C1: no block of C's"


# ---- 11: chaos -------------------------------------------------------------------------------------------------------

CROWD = "b5=B3 c2=A1B1 d1=B2 e6=A2 home=A3A4B4 dice=1 turn=A step=sideways"


@clause("11.1")
def test_only_the_condition_of_ownership_falls():
    assert refused("11 players=2", CROWD, "d1-d2").clause == "0.9", "B2 is held: B3 is behind"
    assert refused("11 players=2", CROWD, "b5-b3").clause == "0.7"
    assert refused("0 players=2", CROWD, "b5-b4").clause == "0.7"
    foreign = at("11 players=2", CROWD).because("b5-b4")[0]
    assert foreign.clause == "11.1"
