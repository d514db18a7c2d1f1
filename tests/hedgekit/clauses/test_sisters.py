"""The other games: their lists of clauses, and claims that need more than a table."""

import re
from importlib import import_module

import pytest

from hedgekit import NotationError
from hedgekit.games import checkerboard, horses
from hedgekit.games.checkerboard.texts import DIAGRAM, EDGES, MIDDLE, edge_of, landings
from hedgekit.games.collection import OTHER_GAMES, game_of
from rulebook.text.words import listed_clauses

from .support import clause, moves, refused

LIST = {game: listed for game, listed in listed_clauses().items() if game in OTHER_GAMES}


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_a_game_has_a_list_of_clauses(game):
    """It has exactly the option values, and the clauses named in the docstring of the game's rules."""
    assert f"{game}.1" in LIST[game]
    for name, kind in LIST[game].items():
        assert kind in ("decides", "informs"), name
        assert re.fullmatch(rf"{game}(\.\w+|-[a-z]|\[\w+=\w+\])", name), name
    options = game_of(game).read_rules(game).OPTIONS
    wanted = {f"{game}[{option}={value}]" for option, values in options.items() for value in values}
    assert wanted == {name for name in LIST[game] if "[" in name}
    head = import_module(f"hedgekit.games.{game}.rules").__doc__
    assert set(re.findall(rf"\b{game}\.\w+", head)) == {name for name in LIST[game] if "." in name}


# ---- horses ----------------------------------------------------------------------------------------------------------


@clause("horses.1")
def test_colours_and_starts_go_clockwise_and_two_players_sit_opposite():
    read = horses.Rules.read
    assert read("horses players=4").starts == {"A": "t0", "B": "t14", "C": "t28", "D": "t42"}
    assert read("horses players=3").colours == dict(zip("ABC", horses.COLOURS, strict=False))
    assert read("horses players=2").starts == {"A": "t0", "B": "t28"}
    assert read("horses players=2").colours == {"A": "red", "B": "blue"}


@clause("horses.1")
def test_the_square_before_the_ladder_ends_the_lap():
    rules = horses.Rules.read("horses players=4")
    for player, course in rules.courses.items():
        assert course[horses.FOOT] == f"t{(int(rules.starts[player][1:]) + 55) % horses.LAP}"
        assert course[horses.FOOT + 1 :] == tuple(f"{player.lower()}{step}" for step in range(1, 7))
        assert len(set(course)) == 62


@clause("horses.6")
@pytest.mark.parametrize("step", range(1, 7))
def test_each_step_needs_its_number(step):
    here, there = "t55" if step == 1 else f"a{step - 1}", f"a{step}"
    for number in range(1, 7):
        at = "horses[horses=2] players=2", f"{here}=A stable=B2 home=A1 dice={number} turn=A step=move"
        assert moves(*at) == ([f"{here}-{there}"] if number == step else ["-"])
        if number != step:
            no = refused(*at, f"{here}-{there}")
            assert no.clause == "horses.6"
            assert f"needs exactly a {step}, not a {number}" in no.text("en")


# ---- checkerboard ----------------------------------------------------------------------------------------------------


@clause("checkerboard.1")
def test_two_players_own_two_edges_each_and_partners_sit_opposite():
    four = checkerboard.Game("checkerboard players=4", first="C").rules
    assert {edge: four.owner("C", edge) for edge in EDGES} == {"near": "C", "left": "D", "far": "A", "right": "B"}
    assert [four.side(player) for player in "ABCD"] == ["A", "B", "A", "B"]
    assert four.members("A") == "AC"
    two = checkerboard.Game("checkerboard players=2").rules
    assert {edge: two.owner("B", edge) for edge in EDGES} == {"near": "B", "left": "A", "far": "B", "right": "A"}


@clause("checkerboard.4")
@pytest.mark.parametrize("edge", EDGES)
def test_a_number_and_seven_minus_it_give_the_same_pair(edge):
    assert landings("near", 4) == ("e1", "d1"), "as in the diagram: from a1 via b1, c1, d1 to e1, or from h1"
    for number in range(1, 7):
        pair = set(landings(edge, number))
        assert (pair, len(pair)) == (set(landings(edge, 7 - number)), 2)
        assert all(edge_of(square) == edge for square in pair), "never a corner"


@clause("checkerboard.5")
@pytest.mark.parametrize("rules", ["checkerboard players=2", "checkerboard[edge=any] players=2"])
def test_at_most_four_squares_per_turn(rules):
    most = 0
    for number in range(1, 7):
        for left in range(2, 8):
            for right in range(2, 8):
                edge = "" if "any" in rules else "edge=near "
                text = f"near=b1 left=a{left} far=c8 right=h{right} starter=A {edge}dice={number} turn=A step=place"
                targets = {move.target for move in checkerboard.Game.from_text(rules, text).moves()}
                assert targets <= MIDDLE
                most = max(most, len(targets))
    assert most == 4, "both edges of a player cross the same two lines"


@clause("checkerboard.edge")
def test_edge_any_is_for_two_players():
    with pytest.raises(NotationError, match=r"edge=any can be chosen with 2 players only"):
        checkerboard.Game("checkerboard[edge=any] players=4")
    assert checkerboard.Game("checkerboard[edge=any]").rules.players == 2


@clause("checkerboard.take")
def test_take_starts_with_the_diagram():
    game = checkerboard.Game("checkerboard[form=take] players=2")
    assert str(game) == " ".join(f"{square}=O" for square in sorted(DIAGRAM)) + " turn=A step=first"
    rows = ["".join("O" if c + r in game.position.stacks else "." for c in "bcdefg") for r in "765432"]
    assert rows == [".O.OO.", "O.O..O", "O.OOO.", ".OOO.O", "O..O.O", ".OO.O."]
