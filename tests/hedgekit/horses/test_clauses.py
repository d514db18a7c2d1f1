"""Les petits chevaux, clause by clause: a position where it bites, one where it does not.

Two players: A from t0 (square before its ladder: t55), B from t28 (t27).
"""

import pytest

from hedgekit import Refusal
from hedgekit.games.horses import COLOURS, FOOT, LAP, Game, Rules

TWO = "horses[horses=2] players=2"


def at(text, rules=TWO):
    return Game.from_text(rules, text)


def moves(text, rules=TWO):
    return sorted(str(move) for move in at(text, rules).moves())


def after(text, *played, rules=TWO):
    game = at(text, rules)
    for move in played:
        game.play(move)
    return game


def refused(text, move, rules=TWO):
    game = at(text, rules)
    no = game.why(move)
    assert no is not None, f"{move} is legal"
    with pytest.raises(Refusal) as caught:
        game.play(move)
    assert caught.value.text("fr") == no.text("fr") != no.text("en")
    assert str(game) == text
    return no


# ---- 1: the set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("horses", [2, 3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_all_horses_begin_in_the_stable(horses, players):
    game = Game(f"horses[horses={horses}] players={players}")
    stables = "".join(f"{player}{horses}" for player in "ABCD"[:players])
    assert str(game) == f"stable={stables} turn=A step=lot"


def test_1_who_begins_is_drawn_by_lot():
    game = Game("horses players=3")
    assert game.is_chance
    assert [(str(move), move.probability) for move in game.moves()] == [(letter, 1 / 3) for letter in "ABC"]
    game.play("C")
    assert (game.turn, game.step) == ("C", "roll")
    assert refused("stable=A2B2 turn=A step=lot", "C").clause == "horses.1"
    assert refused("stable=A2B2 turn=A step=lot", "3").clause == "horses.1"


def test_1_turns_go_clockwise():
    game = after("stable=A4B4C4 turn=B step=roll", "1", "-", "2", "-", "3", "-", rules="horses players=3")
    assert game.record().splitlines()[2:] == ["B: 1 -", "C: 2 -", "A: 3 -"]
    assert game.turn == "B"


def test_1_colours_and_starts_go_clockwise_and_two_sit_opposite():
    assert Rules.read("horses players=4").starts == {"A": "t0", "B": "t14", "C": "t28", "D": "t42"}
    assert Rules.read("horses players=3").colours == dict(zip("ABC", COLOURS, strict=False))
    assert Rules.read("horses players=2").starts == {"A": "t0", "B": "t28"}
    assert Rules.read("horses players=2").colours == {"A": "red", "B": "blue"}


def test_1_the_square_before_the_ladder_ends_the_lap():
    for player, course in Rules.read("horses players=4").courses.items():
        start = int(Rules.read("horses players=4").starts[player][1:])
        assert course[FOOT] == f"t{(start + 55) % LAP}"
        assert course[FOOT + 1 :] == tuple(f"{player.lower()}{step}" for step in range(1, 7))
        assert len(set(course)) == 62


# ---- 6: the ladder ---------------------------------------------------------------------------------------------------

LADDER = ["t55", "a1", "a2", "a3", "a4", "a5", "a6"]


@pytest.mark.parametrize("step", range(1, 7))
def test_6_each_step_needs_its_number(step):
    here, there = LADDER[step - 1], LADDER[step]
    for number in range(1, 7):
        text = f"{here}=A stable=B2 home=A1 dice={number} turn=A step=move"
        assert moves(text) == ([f"{here}-{there}"] if number == step else ["-"])
        if number != step:
            no = refused(text, f"{here}-{there}")
            assert no.clause == "horses.6"
            assert f"needs exactly a {step}, not a {number}" in no.text("en")
