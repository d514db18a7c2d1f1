"""Rule sets, moves, positions and records of Hekla as text: they read back, and nonsense is refused by a sentence."""

import pytest
from hypothesis import given

from hedgekit import NotationError, Refusal
from hedgekit.games.hekla import Game, Move

from ...sample import examples
from ..sisters import games_of_hekla
from .positions import game, stand


@given(games_of_hekla())
@examples(40)
def test_stones_circles_and_undo(here):
    position = here.position
    stones = [stone for there in position.stacks.values() for stone in there]
    assert len(stones) + len(position.hand) + len(position.lava) == len(here.rules.volcanoes) + 20, "no stone is lost"
    assert all(1 <= len(there) <= 2 for there in position.stacks.values())
    texts = []
    while here.ply:
        before = str(here)
        texts.append((here.undo(), before))
    for move, after in reversed(texts):
        here.play(move)
        assert str(here) == after


def test_the_grammar():
    for text, move in {
        "A3@b2": Move("A3", "", "b2"),
        "A3@b2-c2": Move("A3", "b2", "c2"),
        "p25-p12": Move("", "p25", "p12"),
        "p18+1-p39": Move("", "p18+1", "p39"),
        "b4+b2+b3": Move(line=("b2", "b3", "b4")),
        " - ": Move(),
    }.items():
        assert Move.parse(text) == move
        assert Move.parse(str(move)) == move
    assert Move.parse(Move("A3", "", "b2")) == Move("A3", "", "b2")
    assert (Move().is_pass, Move("A3", "", "b2").is_pass, str(Move())) == (True, False, "-")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("A3", 0),
        ("A3@", 0),
        ("A3@b2-", 5),
        ("A3@b2-c22", 8),
        ("b2+b3", 0),
        ("p1", 0),
        ("-x", 1),
        ("a" * 50, 40),
    ],
)
def test_moves_that_are_none(text, place):
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert caught.value.place == place
    with pytest.raises(NotationError):
        Move.parse(None)


def test_positions_that_contradict_themselves():
    cross = "b4=A2B3 a4=B1 c4=C2 b5=A3 b6=D1"
    lines = "a4+b4+c4,b4+b5+b6"
    assert game(cross, turn="B", step="score", lines=lines).position.lines
    with pytest.raises(NotationError, match="cannot be scored"):
        game(cross, turn="B", step="score", lines="a4+b4+c4,b4+c4+d4")
    with pytest.raises(NotationError, match="two lines or more"):
        game(cross, turn="B", step="score", lines="a4+b4+c4")
    with pytest.raises(NotationError, match="named twice"):
        game(cross, turn="B", step="score", lines="a4+b4+c4,c4+b4+a4")
    with pytest.raises(NotationError, match="has been quiet"):
        game(cross, turn="B", step="score", lines=lines, quiet=3)
    apart = "a2=A3 a3=B3 a4=C2 b6=A2 c6=B2 d6=C3D1"
    with pytest.raises(NotationError, match="No single move"):
        game(apart, step="score", lines="a2+a3+a4,b6+c6+d6")
    with pytest.raises(NotationError, match="step cannot be move"):
        game("c3=B1", step="move")
    lava = "a3=L0L0 a4=L0L0 b3=L0L0 b5=L0L0 c1=L0L0 d2=L1L1 d3=L1L1 d5=L1L1 e3=L1L1 e4=L1L1"
    with pytest.raises(NotationError, match="the game is over"):
        game(lava)
    with pytest.raises(NotationError, match="furthest ahead are those of C"):
        game(f"{lava} p5=C", turn="", step="", over="A")
    assert game(f"{lava} p5=C", turn="", step="", over="C").winners == ("C",)


def test_a_copy_and_a_try_leave_the_game_alone():
    here = game("c3=A1 p5=A")
    before = str(here)
    twin = here.copy()
    twin.play("A1@c3-c4")
    assert str(here.after("A1@c3-b3")) != before
    assert str(here) == before
    with pytest.raises(Refusal):
        here.after("A1@c3-c6")


def test_equal_positions_list_the_same_moves_in_the_same_order():
    one, other = Game(players=2), Game(players=2)
    for move in ("A3@c2", "B3@d5", "A1@e2", "B1@a2"):
        one.play(move)
    for move in ("A1@e2", "B1@a2", "A3@c2", "B3@d5"):
        other.play(move)
    assert str(one) == str(other)
    assert one.moves() == other.moves()


def test_nothing_is_left_to_chance():
    for here, clause in ((Game(seed=3), "hekla.2"), (game("c3=A1 p5=B", quiet=199), "hekla.9")):
        if clause == "hekla.9":
            here.play("A1@c3-c4")
            assert here.winners == ("B",)
        with pytest.raises(Refusal) as caught:
            here.roll()
        assert caught.value.clause == clause


def test_stand_says_what_it_says():
    assert stand("c3=A1", players=2) == "c3=A1 p0=AB hand=A0A0A2A2A2A3B0B0B1B2B2B2B3 turn=A step=play"
