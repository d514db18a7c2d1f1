"""Hedgehog on a checkerboard, clause by clause: a position where it bites, one where it does not."""

import pytest

from hedgekit import NotationError, Refusal
from hedgekit.games.checkerboard import Game
from hedgekit.games.checkerboard.texts import DIAGRAM, EDGES, MIDDLE, edge_of, landings

PLAY = "near=b1 left=a3 far=c8 right=h6 starter=A edge=near dice=4 turn=A step=place"
"""Both lines of e cross row 4, from either side."""


def at(rules, text):
    return Game.from_text(rules, text)


def after(rules, text, *played):
    game = at(rules, text)
    for move in played:
        game.play(move)
    return game


def refused(rules, text, move):
    game = at(rules, text)
    no = game.why(move)
    assert no is not None, f"{move} is legal"
    with pytest.raises(Refusal) as caught:
        game.play(move)
    assert caught.value.text("fr") == no.text("fr") != no.text("en")
    assert str(game) == text
    return no


# ---- 1: whose edges --------------------------------------------------------------------------------------------------


def test_1_two_players_own_two_edges_each():
    game = at("checkerboard players=2", "starter=B edge=left turn=A step=roll")
    owners = {edge: game.rules.owner("B", edge) for edge in EDGES}
    assert owners == {"near": "B", "left": "A", "far": "B", "right": "A"}


def test_1_four_players_own_one_edge_each_and_partners_are_opposite():
    game = Game("checkerboard players=4", first="C")
    owners = {edge: game.rules.owner("C", edge) for edge in EDGES}
    assert owners == {"near": "C", "left": "D", "far": "A", "right": "B"}
    assert [game.rules.side(player) for player in "ABCD"] == ["A", "B", "A", "B"]
    assert game.rules.members("A") == "AC"


# ---- 3: set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "turns"), [(2, "BAB"), (4, "BCD")])
def test_3_left_far_and_right_get_their_pieces_clockwise(players, turns):
    game = Game(f"checkerboard players={players}", first="A")
    seen = []
    for edge in EDGES[1:]:
        seen.append(game.turn)
        assert game.position.edge == edge
        game.play("3")
        assert game.step == "edge"
        assert {str(move) for move in game.moves()} == set(landings(edge, 3))
        assert game.because(game.moves()[0])[-1].clause == "checkerboard.3"
        game.play(game.moves()[0])
    assert "".join(seen) == turns
    assert (game.turn, game.step, game.position.edge) == ("A", "roll", "near")
    assert "near" not in game.position.edges, "the starter's own comes with his first turn"


# ---- 4: the edge piece -----------------------------------------------------------------------------------------------


def test_4_a_4_lands_on_the_fifth_square_as_in_the_diagram():
    assert landings("near", 4) == ("e1", "d1"), "from a1 over b1, c1, d1 to e1, or from h1"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("number", range(1, 7))
def test_4_a_number_and_seven_minus_it_give_the_same_pair(edge, number):
    pair = landings(edge, number)
    assert set(pair) == set(landings(edge, 7 - number))
    assert len(set(pair)) == 2
    assert all(edge_of(square) == edge for square in pair), "never a corner"


def test_4_a_roll_comes_first_and_once():
    roll = PLAY.replace("dice=4 ", "").replace("place", "roll")
    assert refused("checkerboard players=2", roll, "e1-e3").clause == "checkerboard.4"
    assert refused("checkerboard players=2", PLAY, "4").text("en").startswith("The number has been rolled")
    with pytest.raises(Refusal, match="a move to make"):
        at("checkerboard players=2", PLAY).roll()


# ---- 5: where a piece is placed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["checkerboard players=2", "checkerboard[edge=any] players=2"])
def test_5_at_most_four_squares_a_turn(rules):
    most = 0
    for number in range(1, 7):
        for left in range(2, 8):
            for right in range(2, 8):
                edge = "" if "any" in rules else "edge=near "
                text = f"near=b1 left=a{left} far=c8 right=h{right} starter=A {edge}dice={number} turn=A step=place"
                targets = {move.target for move in at(rules, text).moves()}
                assert targets <= MIDDLE
                most = max(most, len(targets))
    assert most == 4, "both edges of a player cross the same two lines"


# ---- 6: round the board, to the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "turns"), [(2, "ABABA"), (4, "ABCDA")])
def test_6_near_left_far_right(players, turns):
    game = at(f"checkerboard players={players}", "left=a3 far=c8 right=h6 starter=A edge=near turn=A step=roll")
    seen = []
    for edge in (*EDGES, "near"):
        assert game.position.edge == edge
        seen.append(game.turn)
        game.play("1")
        game.play(game.moves()[0])
    assert "".join(seen) == turns


LAST = "b2=ABABABABAB c3=ABABABABA near=b1 left=a3 far=c8 right=h6 starter=A edge=right dice=4 turn=B step=place"


def test_6_the_twentieth_piece_ends_the_game():
    game = after("checkerboard players=2", LAST, "h5-c5")
    assert game.is_over
    assert str(game).endswith("near=b1 left=a3 far=c8 right=h5 over=B")
    assert not game.moves()
    assert game.why("h5-c5").clause == "checkerboard.6"
    with pytest.raises(Refusal, match="over"):
        game.roll()


# ---- 7: who wins -----------------------------------------------------------------------------------------------------


def test_7_a_point_for_each_stack_one_tops_single_pieces_too():
    game = after("checkerboard players=2", LAST, "h5-c5")
    assert game.scores() == {"A": 1, "B": 2}
    assert game.winners == ("B",)
    assert game.ranking() == (("B",), ("A",))
    assert game.told().endswith("Stacks topped: 1 by A, 2 by B. B wins.")


LEVEL = "b2=ABABABABA c3=BABABABABA near=c1 left=a3 far=f8 right=h2 starter=A edge=right dice=2 turn=B step=place"


def test_7_equal_is_a_draw():
    game = after("checkerboard players=2", LEVEL, "h3-c3")
    assert (game.is_over, game.winners, game.scores()) == (True, (), {"A": 1, "B": 1})
    assert str(game).endswith("over=draw")
    assert game.ranking() == (("A", "B"),)
    game = after("checkerboard players=2", LEVEL, "h6-c6")
    assert (game.winners, game.scores()) == (("A",), {"A": 2, "B": 1}), "the same piece beside the stack loses"


# ---- the options -----------------------------------------------------------------------------------------------------


def test_edge_any_is_for_two():
    with pytest.raises(NotationError, match=r"edge=any can be chosen with 2 players only"):
        Game("checkerboard[edge=any] players=4")
    assert Game("checkerboard[edge=any]").rules.players == 2


CROWDED = "d3=A d6=B e3=A e6=B near=b1 left=a3 far=c8 right=h6 starter=A edge=near turn=A step=roll"


def test_last_one_free_square_is_enough():
    game = after("checkerboard[form=last] players=2", CROWDED, "2")
    assert not game.is_over
    free = CROWDED.replace(" e6=B", " c3=B")
    assert [str(move) for move in after("checkerboard[form=last] players=2", free, "4").moves()] == ["e1-e6"]


START = " ".join(f"{square}=O" for square in sorted(DIAGRAM))


def test_take_starts_from_the_diagram():
    game = Game("checkerboard[form=take] players=2")
    assert str(game) == START + " turn=A step=first"
    rows = ["".join("O" if c + r in game.position.stacks else "." for c in "bcdefg") for r in "765432"]
    assert rows == [".O.OO.", "O.O..O", "O.OOO.", ".OOO.O", "O..O.O", ".OO.O."]


def test_take_ends_when_all_are_taken():
    text = "e3=O near=b1 left=a3 far=c8 right=h6 taken=A9B10 starter=A edge=near dice=4 turn=A step=take"
    game = after("checkerboard[form=take] players=2", text, "e1-e3")
    assert str(game) == "near=e1 left=a3 far=c8 right=h6 taken=A10B10 over=draw"
    assert game.told("en").endswith("Pieces taken: 10 by A, 10 by B. The game is a draw.")
    game = after("checkerboard[form=take] players=2", text.replace("A9B10", "A10B9"), "e1-e3")
    assert (game.winners, game.scores()) == (("A",), {"A": 11, "B": 9})
    assert not after("checkerboard[form=take] players=2", text, "e1-e6").is_over
