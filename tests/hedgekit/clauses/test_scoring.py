"""Claims about scoring that need more than a table: the secrets of 2, and series that continue and read back."""

import pytest

from hedgekit import NotationError, Series

from ..playing import played_on
from .support import after, clause, refused_by

OVER = "b2=A1 c4=B1 d6=B2 home=A2A3A4B3B4 over=A"
NEARLY = "b2=A2 c4=B1 d6=B2 h3=A1 home=A3A4B3B4"
HANDS = "hand=A1A2A3A4B1B2B3B4C1C2C3C4"


# ---- 2: spies --------------------------------------------------------------------------------------------------------


@clause("2.2")
def test_2_noted_drawings_are_secret():
    game = after("2 players=3", f"{HANDS} turn=A step=secret", "2", "4")
    assert game.to_text(eyes="A") == f"{HANDS} secret=A2 turn=C step=secret"
    assert game.to_text(eyes="B") == f"{HANDS} secret=B4 turn=C step=secret"
    assert game.to_text(eyes="C") == f"{HANDS} turn=C step=secret"
    assert "4" not in game.narrate("en")
    assert "4" not in game.narrate("fr")
    with pytest.raises(NotationError):
        game.to_text(eyes="D")
    refused_by(game, "5")
    refused_by(game, "A1@a1")


@clause("2.2")
def test_2_a_players_view_can_be_played_on():
    seen = after("2 players=2", f"{NEARLY} secret=A4B3 dice=3 turn=A step=forward").to_text(eyes="A")
    game = after("2 players=2", seen, "h3-i3")
    assert str(game) == "b2=A2 c4=B1 d6=B2 home=A1A3A4B3B4 secret=A4 over=A"
    assert game.points() == {"A": 5, "B": 2}, "as far as A knows"


# ---- series ----------------------------------------------------------------------------------------------------------


@clause("18.2")
def test_series_the_next_seat_begins():
    run = Series("18[target=99] players=3", seed=4)
    begun = [run.game.turn]
    for _ in range(4):
        played_on(run.game)
        begun.append(run.next_game().turn)
    assert begun == ["A", "B", "C", "A", "B"]
    run.game.play("a1")
    assert run.game.turn == "C"


@clause("18.2")
def test_series_under_12_the_last_to_place_begins():
    over = "b1=A1 b2=B1 b3=C1 home=A2A3A4 hand=B2B3B4C2C3C4 over=A"
    run = Series.replay(f"game 1\n12 players=3\n{over}")
    game = run.next_game()
    for move in ("a1", "a2", "a3"):
        game.play(move)
    assert (game.turn, game.step) == ("A", "roll"), "B placed first, A last"
    assert str(game) == "a1=B1 a2=C1 a3=A1 hand=A2A3A4B2B3B4C2C3C4 turn=A step=roll"


@clause("2.5")
def test_series_a_record_reads_back():
    run = Series("2+12 players=2", seed=11)
    for _ in range(3):
        played_on(run.game, choice=-1)
        run.next_game()
    run.game.play("3")
    text = run.record()
    assert [line for line in text.splitlines() if line.startswith("game")] == ["game 1", "game 2", "game 3", "game 4"]
    assert "turn=" not in text, "the record omits who begins the next game, which is implied"
    again = Series.replay(text)
    assert again.record() == text
    assert (again.scores, str(again.game)) == (run.scores, str(run.game))
    assert [game.first for game in again.games] == ["A", "B", "A", "B"]


@clause("18.2")
def test_series_the_seed_after_the_last_is_0():
    run = Series("18[target=9] players=2", seed=(1 << 63) - 1)
    played_on(run.game)
    assert run.next_game().seed == 0


@pytest.mark.parametrize(
    "text", ["", "18 players=2", "game 2\n18 players=2", "game 1\n18 players=2\ngame 2\n18 players=2", "game 1\n"]
)
@clause("18.2")
def test_series_bad_records(text):
    with pytest.raises(NotationError):
        Series.replay(text)


@clause("18.2")
def test_series_all_games_under_one_rule_set():
    with pytest.raises(NotationError):
        Series.replay(f"game 1\n18 players=2\n{OVER}\ngame 2\n19 players=2\n{OVER}")
