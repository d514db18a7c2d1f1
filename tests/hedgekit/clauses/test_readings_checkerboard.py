"""Readings of Hedgehog on a checkerboard: what its leaflet leaves open, and how the engine answers it."""

import pytest

from hedgekit import NotationError
from hedgekit.games.checkerboard import Game

from .support import clause

NINETEEN = (
    "c2=BB c6=BAA c7=A d2=AA d4=B d6=AB e6=A e7=B f2=B f4=A g2=BA g4=B g7=A near=c1 left=a2 far=g8 right=h2 "
    "starter=A edge=right dice=5 turn=B step=place"
)
DRAWN = {"h6-g6": "draw", "h6-c6": "B", "h3-g3": "draw", "h3-c3": "draw"}


@clause("checkerboard-a")
def test_each_side_places_ten():
    game = Game.from_text("checkerboard players=2", NINETEEN)
    assert game.position.placed() == {"A": 10, "B": 9}
    game.play("h3-c3")
    assert game.is_over, "twenty pieces are placed; four of the twenty-four stand at the edges"
    with pytest.raises(NotationError, match="10 pieces each"):
        Game.from_text("checkerboard players=2", NINETEEN.replace("g7=A", "g7=AA"))


@clause("checkerboard-c")
def test_equal_points_are_a_draw():
    game = Game.from_text("checkerboard players=2", NINETEEN)
    assert {str(move): game.after(move).over for move in game.moves()} == DRAWN, "only c6 takes a stack of A's"


@clause("checkerboard-d")
def test_without_stacks_the_twentieth_piece_wins():
    """Nobody is stuck: the board has room for all."""
    text = (
        "b2=A b3=B b4=A b5=B b6=A c2=B c3=A c4=B c5=A c6=B d2=A d3=B d4=A d5=B d6=A e2=B e3=A e4=B e5=A near=g1 "
        "left=a7 far=f8 right=h7 starter=A edge=right dice=6 turn=B step=place"
    )
    game = Game.from_text("checkerboard[form=last] players=2", text)
    game.play("h7-g7")
    assert (game.is_over, game.winners) == (True, ("B",))


@clause("checkerboard-e")
def test_one_may_leave_a_piece_where_it_is():
    text = "d4=O near=c1 left=a4 far=f8 right=h6 taken=A10B9 starter=A edge=near dice=3 turn=A step=take"
    game = Game.from_text("checkerboard[form=take] players=2", text)
    assert sorted(map(str, game.moves())) == ["d1-d4", "d1-d6", "e1-e4", "e1-e6"]
    game.play("d1-d6")
    assert not game.is_over
    assert game.scores() == {"A": 10, "B": 9}


@clause("checkerboard-f")
@pytest.mark.parametrize("form", ["stack", "last", "take"])
def test_choosing_the_edge_goes_with_every_form(form):
    game = Game(f"checkerboard[edge=any,form={form}] players=2", first="A", seed=4)
    while game.step not in ("place", "take"):
        game.roll() if game.is_chance else game.play(game.moves()[0])
    assert game.position.edge == ""
    assert {str(move)[1] for move in game.moves()} == {"1", "8"}, "the near edge and the far one"
