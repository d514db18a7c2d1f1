"""A review on a board: computed in slices, shown in every language, its decisions set up again as tasks."""

from functools import cache

import pytest

import hedgekit
from hedgekit.games.race.engine.choice.evaluation import FULL
from hedgekit.games.race.rulesets import trained_weights
from hedgekit.players.strength import Weighed
from hedgekit.text.errors import HedgekitError
from rulebook.boards.table import Table
from rulebook.boards.tasks import Find
from rulebook.text import words
from tests.hedgekit.test_review import BROKEN

NEAR = "d3=A4 h3=A3 h2=B3 g5=B4 home=A1A2B1B2 turn=A step=roll"
MOVES = ("3", "-", "d3-e3", "2", "-", "h2-i2")
"""A misses the win h3-i3."""


def missed_win(**options) -> Table:
    game = hedgekit.Game.from_text("0 players=2", NEAR, seed=1)
    for move in MOVES:
        game.play(move)
    return Table(game, **options)


def reviewed(table: Table):
    for _ in range(200):
        view = table.handle({"do": "review"})
        if view["error"] or view["review"]["found"]:
            return view
    raise AssertionError("it does not end")


def test_a_finished_game_is_reviewed_in_slices():
    table = missed_win()
    first = table.handle({"do": "review"})["review"]
    assert 0 < first["done"] <= first["total"]
    found = reviewed(table)["review"]["found"]
    assert {len(chances) for chances in found["curve"].values()} == {len(MOVES) + 1}
    assert (found["dice"], {row["player"]: row["end"] for row in found["rows"]}) == (True, {"A": 0, "B": 100})
    worst = found["mistakes"][0]
    assert worst["ply"] == 2
    assert set(worst["text"]) == set(words.LANGUAGES)
    assert "i3" not in worst["text"]["en"]  # the better move is for the reader to find
    assert "from 10 in 10 to 0 in 10" in worst["text"]["en"]
    assert worst["better"]["en"] == "h3 to i3"
    arrows = [table.handle({"do": "go", "ply": ply})["svg"].count('class="best"') for ply in range(4)]
    assert arrows == [0, 0, 1, 0], "the better move is drawn where the costly one was played"


def test_a_review_belongs_to_its_game():
    table = missed_win()
    reviewed(table)
    assert table.handle({"do": "go", "ply": 1})["review"]["found"]  # looking back stays in the same game
    assert table.handle({"do": "play", "move": "h3-h2"})["review"] is None


def test_a_decision_can_be_retried_and_the_game_restored():
    table = missed_win()
    reviewed(table)
    view = table.handle({"do": "retry", "at": 2})
    assert view["task"]["returns"]
    assert view["step"] == "forward"
    wrong = table.handle({"do": "play", "move": "d3-e3"})
    assert wrong["task"]["state"] == "wrong"
    assert wrong["ply"] > 1  # play continues, to show why
    assert wrong["waits"]  # and nobody moves automatically
    assert table.handle({"do": "restart"})["task"]["state"] == "open"
    assert table.handle({"do": "play", "move": "h3-i3"})["task"]["state"] == "right"
    back = table.handle({"do": "leave"})
    assert (back["ply"], back["task"]) == (len(MOVES), None)
    assert back["review"]["found"]


def test_a_retried_decision_is_judged_by_the_review():
    """Even where the weaker adviser sees no difference, or prefers another move."""

    class Undecided:
        def weigh(self, game):
            return [Weighed(move, FULL // 2, 1) for move in game.moves()]

    table = missed_win()
    reviewed(table)
    table.adviser = Undecided()
    table.handle({"do": "retry", "at": 2})
    assert table.handle({"do": "play", "move": "d3-e3"})["task"]["state"] == "wrong"
    table.handle({"do": "restart"})
    assert table.handle({"do": "play", "move": "h3-i3"})["task"]["state"] == "right"


def test_an_impossible_review_or_retry_keeps_the_game():
    table = missed_win()
    for message in ({"do": "retry", "at": 2}, {"do": "retry", "at": 99}, {"do": "retry", "at": "2"}, {"do": "leave"}):
        view = table.handle(message)
        assert view["error"]
        assert view["ply"] == len(MOVES)
    empty = Table(rules="0 players=2")
    assert "nothing to review" in empty.handle({"do": "review"})["error"]["en"]
    assert "nothing to review" in empty.handle({"do": "review"})["error"]["en"]


def test_seating_a_player_without_training_is_reported(monkeypatch):
    """Other games have no learned player, and weights for hedgehogs may be missing.  Play goes on."""
    table = Table(rules="horses players=2")
    assert "Nobody has learned" in table.handle({"do": "seats", "seats": ["reader", "learned"]})["narration"]["en"]
    table = Table(rules="0 players=2")
    assert "Nobody" not in table.handle({"do": "seats", "seats": ["reader", "learned"]})["narration"]["en"]

    def gone(rules, field="weights"):
        raise HedgekitError("error.weights.missing")

    monkeypatch.setattr(trained_weights, "weights_for", gone)
    view = table.handle({"do": "new", "players": 2, "seats": ["master", "reader"]})
    assert "not in this installation" in view["narration"]["en"]
    assert view["error"] is None
    while table.automatic():
        view = table.handle({"do": "step"})
    assert view["ply"] == 1
    assert "not in this installation" in reviewed(missed_win())["review"]["found"]["caveats"][0]["en"]


def test_a_game_with_secrets_is_not_reviewed_before_its_end():
    table = Table(rules="2 players=2")
    while table.game.step != "sideways":
        table.handle({"do": "step"} if table.game.is_chance else {"do": "play", "move": str(table.game.moves()[0])})
    assert "secret" in table.handle({"do": "review"})["error"]["en"]


@cache
def winning() -> Find:
    """Return a task with two moves: one wins, one leaves B a chance."""
    at = "d3=A4 g5=B4 h2=B3 h3=A3 home=A1A2B1B2 dice=3 turn=A step=forward"
    return Find("0 players=2", at, {"h3-i3": 1.0, "d3-e3": 0.6})


def test_a_wrong_move_is_followed_by_its_most_telling_throw():
    table = Table(winning().game(), task=winning())
    view = table.handle({"do": "play", "move": "d3-e3"})
    assert table.game.winners == ("B",)
    assert table.game.moves_played[1] in ("1", "2", "3")  # the lanes on which B's h2 can get home
    assert f"what may follow if {table.game.moves_played[1]} comes up" in view["task"]["feedback"]["en"]


def test_equally_good_moves_are_right():
    task = Find("0 players=2", winning().at, {"h3-i3": 0.7, "d3-e3": 0.695})
    table = Table(task.game(), task=task)
    assert table.handle({"do": "play", "move": "d3-e3"})["task"]["state"] == "right"


def test_a_free_board_offers_puzzles_and_restores_its_game():
    table = Table(rules="9 players=2", name="play-9")
    keys = table.view()["puzzles"]
    assert len(keys) >= 3
    assert not Table(rules="9 players=2", name="compare").view()["puzzles"]
    table.handle({"do": "play", "move": "a1"})
    view = table.handle({"do": "puzzle", "key": keys[0]})
    assert (view["task"]["key"], view["task"]["state"], view["ply"]) == (keys[0], "open", 0)
    best = max(table.task.chances, key=table.task.chances.get)
    assert table.handle({"do": "play", "move": best})["task"]["state"] == "right"
    assert table.handle({"do": "puzzle", "key": keys[1]})["task"]["state"] == "open"
    back = table.handle({"do": "leave"})
    assert (back["task"], back["ply"]) == (None, 1)


def test_wrong_moves_of_a_puzzle_are_refuted_by_play():
    table = Table(rules="0", name="play")
    table.handle({"do": "puzzle", "key": "today"})
    chances = dict(table.task.chances)
    for move in [move for move in chances if chances[move] < max(chances.values()) - 0.01][:4]:
        view = table.handle({"do": "play", "move": move})
        assert view["task"]["state"] == "wrong"
        assert view["ply"] > 1
        table.handle({"do": "restart"})


def test_a_loaded_game_replaces_a_puzzle_until_undone():
    table = Table(rules="0", name="play")
    table.handle({"do": "puzzle", "key": "0-1"})
    view = table.handle({"do": "load", "text": missed_win().game.record()})
    assert (view["task"], view["over"]) == (None, ["B"])
    table.handle({"do": "go", "ply": 0})
    assert table.handle({"do": "undo"})["task"]["key"] == "0-1"


def test_an_unknown_puzzle_keeps_the_game():
    table = missed_win(name="play")
    for key in ("0-99", "x", "", "9" * 300, 7):
        view = table.handle({"do": "puzzle", "key": key})
        assert view["error"]
        assert (view["ply"], view["task"]) == (len(MOVES), None)


@pytest.mark.parametrize("bad", BROKEN.values(), ids=BROKEN)
def test_a_broken_record_keeps_the_boards_game(bad):
    table = missed_win()
    before = table.record
    view = table.handle({"do": "load", "text": bad.decode("utf-8", "replace")})
    if view["error"]:
        assert table.record == before
        assert set(view["error"]) == set(words.LANGUAGES)
    else:  # a game without decisions can be played
        assert table.handle({"do": "review"})["error"]
