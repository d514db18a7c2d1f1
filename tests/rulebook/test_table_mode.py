"""Table mode: people at a real board, the score of consecutive games, and what a browser restores."""

import pytest

import hedgekit
from rulebook.boards.table_mode import AtTable
from rulebook.text import words

from .sheets import send


def play(sheet, message):
    return send(sheet, do="board", which="left", message=message)


def won_game(rules="0 players=2", first="A"):
    """Return the record of a game of two that A has just won."""
    at = "home=A1A2B1B2 h1=A3 a2=B3 a3=A4 a4=B4 dice=1 turn=A step=forward"
    game = hedgekit.Game.from_text(rules, at)
    game.play("h1-i1")
    assert game.winners == ("A",)
    return game.record()


def scores(view):
    return {one["player"]: one["score"] for one in view["score"]}


def test_people_enter_the_numbers_of_their_dice():
    sheet = AtTable()
    view = send(sheet, do="begin", rules="9+13", players=5)
    assert (view["rules"], view["title"]["en"]) == ("9+13 players=5", "The tube + Jostling")
    assert set(sheet.left["seats"]) == {"reader"}
    while sheet.left["step"] == "place":
        play(sheet, {"do": "play", "move": sheet.left["moves"][0]["text"]})
    assert {move["text"] for move in sheet.left["moves"]} == set("123456")


def test_all_hedgehogs_can_be_placed_at_once():
    """Sixteen for four players, all on the start line; then the die is next, and nothing is left to place."""
    sheet = AtTable()
    send(sheet, do="begin", rules="0", players=4)
    send(sheet, do="lay")
    position = sheet.table.game.position
    assert (sheet.left["step"], sheet.left["ply"]) == ("roll", 16)
    assert {square[0] for square in position.stacks} == {"a"}
    assert "error" in send(sheet, do="lay")
    assert sheet.left["ply"] == 16


def test_a_mistyped_number_can_be_undone_alone():
    sheet = AtTable()
    send(sheet, do="begin", rules="0", players=2)
    while sheet.left["step"] == "place":
        play(sheet, {"do": "play", "move": sheet.left["moves"][0]["text"]})
    placed = sheet.left["ply"]
    play(sheet, {"do": "play", "move": "4"})
    play(sheet, {"do": "undo", "own": True})
    assert (sheet.left["ply"], sheet.left["step"]) == (placed, "roll")
    play(sheet, {"do": "play", "move": "3"})
    assert sheet.left["step"] == "sideways"
    play(sheet, {"do": "undo"})
    assert sheet.left["ply"] == placed - 1, "automatic throws are not a reader's decision"


def test_consecutive_games_are_counted():
    sheet = AtTable()
    view = play(sheet, {"do": "load", "text": won_game(), "games": "B A"})
    assert (scores(view), view["next"]) == ({"A": 2, "B": 1}, True)
    view = play(sheet, {"do": "next"})
    assert (scores(view), sheet.left["games"], view["next"]) == ({"A": 2, "B": 1}, "B A A", False)
    assert sheet.table.game.turn == "B"  # the fourth game: seats start in turn
    assert set(sheet.table.seats) == {"reader"}
    play(sheet, {"do": "next"})
    assert sheet.left["error"] == words.both("interface.error-now"), "the game is not over"
    view = send(sheet, do="begin", rules="0", players=3)
    assert (scores(view), sheet.left["games"]) == ({"A": 0, "B": 0, "C": 0}, "")


def test_points_are_added_up_under_rules_that_score():
    sheet = AtTable()
    view = play(sheet, {"do": "load", "text": won_game("19 players=2")})
    assert view["score"] == [{"player": row["player"], "score": row["score"]} for row in sheet.left["points"]["rows"]]
    assert scores(play(sheet, {"do": "next"}))["A"] == 1


def test_undoing_the_last_move_takes_back_its_point():
    sheet = AtTable()
    before = scores(play(sheet, {"do": "load", "text": won_game()}))
    assert before["A"] == 1
    assert scores(play(sheet, {"do": "undo"}))["A"] == 0


@pytest.mark.parametrize("games", ["C", "A " * 1500])
def test_invalid_earlier_games_are_not_loaded(games):
    sheet = AtTable()
    record = sheet.table.record
    view = play(sheet, {"do": "load", "text": "0 players=2", "games": games})
    assert sheet.left["error"] == words.both("interface.error-message")
    assert (sheet.table.record, set(scores(view).values())) == (record, {0})


@pytest.mark.parametrize(
    "message", [{"do": "load", "text": "hekla players=2"}, {"do": "new", "rules": "horses", "players": 2}]
)
def test_another_game_is_refused_at_this_table(message):
    sheet = AtTable()
    record = sheet.table.record
    view = play(sheet, message)
    assert sheet.left["error"] == words.both("interface.error-undrawn")
    assert (sheet.table.record, view["rules"]) == (record, "0 players=4")
