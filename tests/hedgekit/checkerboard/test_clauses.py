"""Hedgehog on a checkerboard, clause by clause: a position where it bites, one where it does not."""

import pytest

from hedgekit import NotationError, Refusal
from hedgekit.games.checkerboard import Game
from hedgekit.games.checkerboard.texts import DIAGRAM, EDGES, MIDDLE, edge_of, landings

PLAY = "near=b1 left=a3 far=c8 right=h6 starter=A edge=near dice=4 turn=A step=place"
SOME = "b2=A e3=B f4=A g7=B "
FULL_EDGES = "near=e1 left=a4 far=e8 right=h4"
"""Both lines of e cross row 4, from either side."""


def at(rules, text):
    return Game.from_text(rules, text)


def moves(rules, text):
    return sorted(str(move) for move in at(rules, text).moves())


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


def test_1_an_edge_of_the_opponent_is_not_ones_own():
    text = "d4=A near=d1 left=a3 far=c8 right=h6 starter=A dice=4 turn=B step=place"
    no = refused("checkerboard[edge=any] players=2", text, "e1-e3")
    assert (no.clause, no.squares) == ("checkerboard.1", ("e1",))
    assert no.text("en") == "The near edge is not yours: B plays on the left edge and the right edge."


# ---- 2: who starts ---------------------------------------------------------------------------------------------------


def test_2_the_highest_roll_starts():
    game = after("checkerboard players=2", "turn=A step=first", "3", "5")
    assert str(game) == "starter=B edge=left turn=A step=roll"
    assert game.told() == "B rolls 5. B starts, and sits at the near edge."


def test_2_equal_highest_rolls_roll_again():
    game = after("checkerboard players=4", "turn=A step=first", "5", "2", "5", "1")
    assert str(game) == "among=AC turn=A step=first"
    assert game.told("en") == "D rolls 1. A and C share the highest roll and roll again."
    game.play("2")
    assert str(game) == "among=AC rolled=A2 turn=C step=first"
    game.play("2")
    assert str(game) == "among=AC turn=A step=first", "as often as need be"
    game.play("6")
    game.play("1")
    assert game.position.starter == "A"


def test_2_when_all_are_equal_everybody_rolls_again():
    assert str(after("checkerboard players=2", "turn=A step=first", "4", "4")) == "turn=A step=first"


def test_2_equal_lower_rolls_do_not_matter():
    assert after("checkerboard players=4", "turn=A step=first", "2", "2", "6", "2").position.starter == "C"


def test_2_only_rolls_come_before_the_start():
    assert refused("checkerboard players=2", "turn=A step=first", "e1").clause == "checkerboard.2"


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


def test_3_in_the_set_up_other_edges_wait_and_nothing_is_placed():
    text = "left=a5 starter=A edge=far dice=4 turn=A step=edge"
    no = refused("checkerboard players=2", text, "h4")
    assert (no.clause, no.squares) == ("checkerboard.3", ("h4",))
    assert no.text("en") == "The edge pieces are put down clockwise; the next one is that of the far edge."
    assert refused("checkerboard players=2", text, "e8-e5").clause == "checkerboard.3"


def test_3_in_play_the_middle_square_is_named_too():
    no = refused("checkerboard players=2", PLAY, "e1")
    assert no.clause == "checkerboard.5"
    assert no.text("en") == "Name the middle square too: e6 or e3."


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


def test_4_a_wrong_number_and_a_corner_are_refused():
    no = refused("checkerboard players=2", PLAY, "f1-f3")
    assert no.clause == "checkerboard.4"
    assert no.text("en") == "A 4 does not lead to f1: counted from the corners it leads to e1 or d1."
    assert refused("checkerboard players=2", PLAY, "a1-b3").text("fr").startswith("a1 est un coin")
    assert refused("checkerboard players=2", PLAY, "e4-e3").text("en").startswith("e4 is a middle square")


def test_4_the_piece_may_stay_where_it_was():
    game = after("checkerboard players=2", PLAY.replace("b1", "e1"), "e1-e3")
    assert game.position.edges["near"] == "e1", "it is put on a corner anew, so the same square can come again"


def test_4_a_roll_comes_first_and_once():
    roll = PLAY.replace("dice=4 ", "").replace("place", "roll")
    assert refused("checkerboard players=2", roll, "e1-e3").clause == "checkerboard.4"
    assert refused("checkerboard players=2", PLAY, "4").text("en").startswith("The number has been rolled")
    with pytest.raises(Refusal, match="a move to make"):
        at("checkerboard players=2", PLAY).roll()


# ---- 5: where a piece is placed --------------------------------------------------------------------------------------


def test_5_where_the_lines_of_adjacent_edges_meet():
    assert moves("checkerboard players=2", PLAY) == ["d1-d3", "d1-d6", "e1-e3", "e1-e6"]
    text = "d3=A " + PLAY.replace("edge=near", "edge=left").replace("turn=A", "turn=B")
    assert moves("checkerboard players=2", text) == ["a4-b4", "a4-c4", "a5-b5", "a5-c5"], "near b, far c"


def test_5_not_the_line_of_the_opposite_edge():
    no = refused("checkerboard players=2", PLAY, "e1-c5")
    assert (no.clause, no.squares) == ("checkerboard.5", ("c5", "h6", "a3"))
    assert no.text("en") == "No two lines meet on c5: from there the choice is e6 or e3."
    assert refused("checkerboard players=2", PLAY, "e1-a3").text("en").startswith("a3 is not a middle square")


def test_5_on_the_first_turns_a_missing_edge_piece_gives_no_line():
    text = "left=a3 far=c8 right=h6 starter=A dice=4 turn=A step=place"
    game = after("checkerboard[edge=any] players=2", text, "e8-e3", "2")
    assert game.turn == "B"
    assert sorted(map(str, game.moves())) == ["a3-e3", "a6-e6", "h3-e3", "h6-e6"], "far only: near has no piece yet"


def test_5_an_occupied_square_gets_a_stack():
    game = at("checkerboard players=2", SOME + PLAY)
    assert [reason.clause for reason in game.because("e1-e3")] == [f"checkerboard.{n}" for n in (5, 4, 5)]
    assert [reason.clause for reason in game.because("e1-e6")] == [f"checkerboard.{n}" for n in (5, 4)]


def test_5_the_stack_grows_on_top():
    text = "e3=B f4=A near=b1 left=a3 far=c8 right=h6 starter=A edge=far dice=4 turn=A step=place"
    game = after("checkerboard players=2", text, "e8-e3")
    assert game.position.stacks["e3"] == "BA"
    assert game.told() == "A moves the edge piece to e8 and places a piece on top of the stack of e3."


def test_5_equal_rows_give_one_square():
    text = FULL_EDGES + " starter=A edge=near dice=4 turn=A step=place"
    assert moves("checkerboard players=2", text) == ["d1-d4", "e1-e4"]


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


def test_6_another_edge_is_refused():
    no = refused("checkerboard players=2", PLAY, "e8-e3")
    assert (no.clause, no.squares) == ("checkerboard.6", ("e8",))
    assert no.text("en") == "This is the turn of the near edge, not of the far edge: the turns go round the board."


LAST = "b2=ABABABABAB c3=ABABABABA near=b1 left=a3 far=c8 right=h6 starter=A edge=right dice=4 turn=B step=place"


def test_6_the_twentieth_piece_ends_the_game():
    game = after("checkerboard players=2", LAST, "h5-c5")
    assert game.is_over
    assert str(game).endswith("near=b1 left=a3 far=c8 right=h5 over=B")
    assert not game.moves()
    assert game.why("h5-c5").clause == "checkerboard.6"
    with pytest.raises(Refusal, match="over"):
        game.roll()


def test_6_the_nineteenth_does_not():
    text = LAST.replace("ABABABABA ", "ABABABAB ").replace("edge=right", "edge=far").replace("turn=B", "turn=A")
    assert not after("checkerboard players=2", text, "d8-d3").is_over


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


def test_7_partners_win_together():
    game = after("checkerboard players=4", LAST.replace("turn=B", "turn=D"), "h5-c5")
    assert game.winners == ("B", "D")
    assert game.ranking() == (("B", "D"), ("A", "C"))
    assert game.told("en").endswith("Stacks topped: 1 by A and C, 2 by B and D. B and D win together.")


# ---- the options -----------------------------------------------------------------------------------------------------


def test_edge_any_either_of_ones_edges():
    text = PLAY.replace("edge=near ", "")
    assert len(moves("checkerboard[edge=any] players=2", text)) == 8
    game = after("checkerboard[edge=any] players=2", text, "e8-e3")
    assert (game.position.edges["near"], game.position.edges["far"], game.turn) == ("b1", "e8", "B")
    assert at("checkerboard[edge=any] players=2", text).because("e8-e3")[-1].clause == "checkerboard.edge"
    assert "checkerboard.edge" not in {reason.clause for reason in at("checkerboard players=2", PLAY).because("e1-e3")}


def test_edge_any_is_for_two():
    with pytest.raises(NotationError, match=r"edge=any can be chosen with 2 players only"):
        Game("checkerboard[edge=any] players=4")
    assert Game("checkerboard[edge=any]").rules.players == 2


def test_last_no_stacks():
    text = SOME + PLAY
    no = refused("checkerboard[form=last] players=2", text, "e1-e3")
    assert (no.clause, no.squares, no.pieces) == ("checkerboard.last", ("e3",), ("B",))
    assert moves("checkerboard[form=last] players=2", text) == ["d1-d3", "d1-d6", "e1-e6"]
    assert "e1-e3" in moves("checkerboard players=2", text)


CROWDED = "d3=A d6=B e3=A e6=B near=b1 left=a3 far=c8 right=h6 starter=A edge=near turn=A step=roll"


@pytest.mark.parametrize("number", ["3", "4"])
def test_last_who_cannot_place_loses(number):
    game = after("checkerboard[form=last] players=2", CROWDED, number)
    assert game.is_over
    assert game.winners == ("B",)
    assert game.told("en") == f"A rolls {number}. A can place no piece. B wins."


def test_last_one_free_square_is_enough():
    game = after("checkerboard[form=last] players=2", CROWDED, "2")
    assert not game.is_over
    free = CROWDED.replace(" e6=B", " c3=B")
    assert [str(move) for move in after("checkerboard[form=last] players=2", free, "4").moves()] == ["e1-e6"]


def test_last_among_four_the_side_wins():
    assert after("checkerboard[form=last] players=4", CROWDED, "4").winners == ("B", "D")


def test_last_the_twentieth_piece_wins():
    squares = [f"{c}{r}={'AB'[(i + j) % 2]}" for j, r in enumerate("234") for i, c in enumerate("bcdefg")] + ["b5=A"]
    text = " ".join(sorted(squares)) + " near=b1 left=a3 far=c8 right=h6 starter=A edge=right dice=4 turn=B step=place"
    game = after("checkerboard[form=last] players=2", text, "h5-c5")
    assert (game.is_over, game.winners) == (True, ("B",))


START = " ".join(f"{square}=O" for square in sorted(DIAGRAM))


def test_take_starts_from_the_diagram():
    game = Game("checkerboard[form=take] players=2")
    assert str(game) == START + " turn=A step=first"
    rows = ["".join("O" if c + r in game.position.stacks else "." for c in "bcdefg") for r in "765432"]
    assert rows == [".O.OO.", "O.O..O", "O.OOO.", ".OOO.O", "O..O.O", ".OO.O."]


TAKING = START + " near=b1 left=a3 far=c8 right=h6 starter=A edge=near dice=4 turn=A step=take"


def test_take_a_piece_of_the_chosen_square():
    game = after("checkerboard[form=take] players=2", TAKING, "d1-d6")
    assert "d6" not in game.position.stacks
    assert game.position.taken == {"A": 1}
    assert game.told() == "A moves the edge piece to d1 and takes the piece of d6."
    assert at("checkerboard[form=take] players=2", TAKING).because("d1-d6")[-1].clause == "checkerboard.take"


def test_take_nothing_from_an_empty_square():
    assert moves("checkerboard[form=take] players=2", TAKING) == ["d1-d3", "d1-d6", "e1-e3", "e1-e6"]
    game = after("checkerboard[form=take] players=2", TAKING, "d1-d3")
    assert (len(game.position.stacks), game.position.taken, game.turn) == (20, {}, "B")
    assert game.told("en").endswith("there is nothing to take on d3.")


def test_take_ends_when_all_are_taken():
    text = "e3=O near=b1 left=a3 far=c8 right=h6 taken=A9B10 starter=A edge=near dice=4 turn=A step=take"
    game = after("checkerboard[form=take] players=2", text, "e1-e3")
    assert str(game) == "near=e1 left=a3 far=c8 right=h6 taken=A10B10 over=draw"
    assert game.told("en").endswith("Pieces taken: 10 by A, 10 by B. The game is a draw.")
    game = after("checkerboard[form=take] players=2", text.replace("A9B10", "A10B9"), "e1-e3")
    assert (game.winners, game.scores()) == (("A",), {"A": 11, "B": 9})
    assert not after("checkerboard[form=take] players=2", text, "e1-e6").is_over
