"""Hedgehog on a checkerboard: what a row of a table of its clauses cannot say (`tests/hedgekit/clauses`)."""

import pytest

from hedgekit import NotationError
from hedgekit.games.checkerboard import Game
from hedgekit.games.checkerboard.texts import DIAGRAM, EDGES, MIDDLE, edge_of, landings


def test_1_two_players_own_two_edges_each_and_of_four_partners_are_opposite():
    four = Game("checkerboard players=4", first="C")
    assert {edge: four.rules.owner("C", edge) for edge in EDGES} == {"near": "C", "left": "D", "far": "A", "right": "B"}
    assert [four.rules.side(player) for player in "ABCD"] == ["A", "B", "A", "B"]
    assert four.rules.members("A") == "AC"
    game = Game.from_text("checkerboard players=2", "starter=B edge=left turn=A step=roll")
    owners = {edge: game.rules.owner("B", edge) for edge in EDGES}
    assert owners == {"near": "B", "left": "A", "far": "B", "right": "A"}


def test_4_a_4_lands_on_the_fifth_square_as_in_the_diagram():
    assert landings("near", 4) == ("e1", "d1"), "from a1 over b1, c1, d1 to e1, or from h1"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("number", range(1, 7))
def test_4_a_number_and_seven_minus_it_give_the_same_pair(edge, number):
    pair = landings(edge, number)
    assert set(pair) == set(landings(edge, 7 - number))
    assert len(set(pair)) == 2
    assert all(edge_of(square) == edge for square in pair), "never a corner"


@pytest.mark.parametrize("rules", ["checkerboard players=2", "checkerboard[edge=any] players=2"])
def test_5_at_most_four_squares_a_turn(rules):
    most = 0
    for number in range(1, 7):
        for left in range(2, 8):
            for right in range(2, 8):
                edge = "" if "any" in rules else "edge=near "
                text = f"near=b1 left=a{left} far=c8 right=h{right} starter=A {edge}dice={number} turn=A step=place"
                targets = {move.target for move in Game.from_text(rules, text).moves()}
                assert targets <= MIDDLE
                most = max(most, len(targets))
    assert most == 4, "both edges of a player cross the same two lines"


def test_edge_any_is_for_two():
    with pytest.raises(NotationError, match=r"edge=any can be chosen with 2 players only"):
        Game("checkerboard[edge=any] players=4")
    assert Game("checkerboard[edge=any]").rules.players == 2


START = " ".join(f"{square}=O" for square in sorted(DIAGRAM))


def test_take_starts_from_the_diagram():
    game = Game("checkerboard[form=take] players=2")
    assert str(game) == START + " turn=A step=first"
    rows = ["".join("O" if c + r in game.position.stacks else "." for c in "bcdefg") for r in "765432"]
    assert rows == [".O.OO.", "O.O..O", "O.OOO.", ".OOO.O", "O..O.O", ".OO.O."]
