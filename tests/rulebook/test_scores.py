"""Points and series on a board: what a finished game brought and why, how the series stands, its next game."""

import random

import pytest

import hedgekit
from rulebook.boards import scores
from rulebook.boards.table import Table
from rulebook.learning.lessons import lesson
from rulebook.text import words


def ended(name):
    """A lesson's table after its solution."""
    found = lesson(name)
    table = Table(found.game(), task=found)
    for move in next(found.goal.ways(found.game(), found.moves)):
        table.handle({"do": "play", "move": move, "n": 1})
    return table


@pytest.mark.parametrize(
    ("name", "points", "clauses", "said"),
    [
        ("counting-spies", {"A": 5, "B": 4}, {"2.3"}, "A: 5 points. Own hedgehogs home: 3."),
        ("adding-up", {"A": 5, "B": 4}, {"2.3"}, "After 2 games: A 8, B 8."),
        ("rounds", {"A": 3, "B": 2, "C": 1}, {"20.1"}, "After 2 games: A 4, B 5, C 3. B wins the series."),
    ],
)
def test_points_are_those_of_the_engine_with_their_clause_and_a_sentence_to_be_heard(name, points, clauses, said):
    view = ended(name).view()["points"]
    assert {row["player"]: row["points"] for row in view["rows"]} == points
    assert {row["clause"] for row in view["rows"]} == clauses
    assert said in view["spoken"]["en"]
    assert set(view["spoken"]) == set(words.LANGUAGES)


@pytest.mark.parametrize(
    ("rules", "at", "move", "why"),
    [
        ("18 players=2", "b2=A1 c3=B1 d6=B2 e5=B3 h3=A2 home=A3A4B4 dice=3 turn=A step=forward", "h3-i3",
         {"A": (1, "Won the game."), "B": (-1, "Hedgehogs home: 1, fewer than 2.")}),
        ("19 players=2", "b2=A1 c3=B1 d6=B2 h3=A2 home=A3A4B3B4 dice=3 turn=A step=forward", "h3-i3",
         {"A": (1, "Won the game."), "B": (-1, "Hedgehogs home: 2, behind the winner by 1.")}),
        ("22 players=2", "b2=A1 c3=B1 d6=B2 h3=A2 home=A3A4B3B4 cube=4A dice=3 turn=A step=forward", "h3-i3",
         {"A": (4, "Won the game, and the cube shows 4."),
          "B": (-4, "Hedgehogs home: 2, behind the winner by 1, times 4 for the cube.")}),
    ],
)  # fmt: skip
def test_why_each_player_scored(rules, at, move, why):
    table = Table(hedgekit.Game.from_text(rules, at))
    rows = table.handle({"do": "play", "move": move, "n": 1})["points"]["rows"]
    assert {row["player"]: (row["points"], row["why"]["en"]) for row in rows} == why
    assert all(row["why"]["fr"] != row["why"]["en"] for row in rows)


def test_nothing_is_counted_while_a_game_runs_or_where_no_rule_counts():
    assert Table(rules="19 players=2").view()["points"] is None
    game = hedgekit.Game.from_text("0 players=2", "b2=A1 c3=B1 d6=B2 home=A2A3A4B3B4 over=A")
    assert Table(game).view()["points"] is None


def test_a_series_goes_on_to_its_end_and_can_be_taken_back():
    """20 over two rounds: the next seat begins, the score is added up, and then there is no further game."""
    table = Table(rules="20[rounds=2] players=2", seats=["random"] * 2, source=random.Random(1))
    assert table.handle({"do": "next", "n": 1})["error"] == words.both("interface.error-now")
    brought = []
    for _ in range(2):
        while not table.game.is_over:
            table.handle({"do": "step", "n": 1})
        brought.append(table.game.points())
        view = table.handle({"do": "next", "n": 1})
    assert view["error"] == words.both("interface.error-now"), "two rounds, not three"
    points = view["points"]
    assert points["series"]["over"]
    assert {row["player"]: row["score"] for row in points["rows"]} == {
        player: sum(game[player] for game in brought) for player in "AB"
    }
    assert table.game.first == "B"
    assert view["games"] == scores.game_word(hedgekit.replay(table._former[0]["game"].record()))
    first = table._former[0]["game"]
    view = table.handle({"do": "go", "ply": 0, "n": 1})
    view = table.handle({"do": "undo", "n": 1})
    assert (table.game, view["games"]) == (first, "")


def test_a_kept_game_comes_back_with_its_series():
    table = Table(rules="24 players=2")
    record = table.view()["record"]
    view = table.handle({"do": "load", "text": record, "games": "A B A", "n": 1})
    assert view["games"] == "A B A"
    for wrong in ("A9", "C", "A1", "x", "A " * 1100):
        view = table.handle({"do": "load", "text": record, "games": wrong, "n": 1})
        assert view["error"], wrong
        assert view["games"] == "A B A"


def test_a_series_of_any_length_goes_on_and_is_saved_with_its_record():
    """The games before are labels in the last line of a file: whoever replays it passes them over."""
    games = " ".join(["A1B-1"] * 250)
    table = Table(rules="20[rounds=300] players=2", seats=["random"] * 2, source=random.Random(1))
    record = table.view()["record"]
    text = f"{record}\nseries: {games.replace(' ', ': ')}:\n"
    assert hedgekit.replay(text).ply == 0
    assert table.handle({"do": "load", "text": text, "seats": ["random"] * 2, "n": 1})["games"] == games
    while not table.game.is_over:
        table.handle({"do": "step", "n": 1})
    view = table.handle({"do": "next", "n": 1})
    assert view["error"] is None
    assert len(view["games"].split()) == 251
    assert table.game.turn == "B", "the seats begin in turn, whichever game was loaded"


def test_games_of_a_series_mean_nothing_in_a_game_that_has_none():
    table = Table(rules="hekla players=2")
    view = table.handle({"do": "load", "text": "hekla players=2", "games": "A " * 5000, "n": 1})
    assert (view["games"], view["error"]) == ("", None)
    assert table.handle({"do": "next", "n": 2})["error"] == words.both("interface.error-now")


def test_several_examples_in_a_row_are_taken_back_one_by_one():
    found = lesson("climb")
    table = Table(found.game(), task=found)
    seen = [table.view()["text"]]
    for _ in range(3):
        seen.append(table.handle({"do": "example", "n": 1})["text"])
    assert len(set(seen)) == 4
    for text in reversed(seen[:-1]):
        assert table.handle({"do": "undo", "n": 1})["text"] == text
    assert table.task is found
    assert not table.view()["can"]["undo"]


def test_a_hint_belongs_to_the_task_and_advice_to_play():
    """Without its variant, or once it is done, a task's hint is of no use; what a good player would do is."""
    found = lesson("climb")
    table = Table(found.game(), task=found)
    assert table.view()["task"]["hint"]
    view = table.handle({"do": "without", "n": 1})
    assert (view["task"]["hint"], view["task"]["todo"]) == (None, False)
    view = table.handle({"do": "undo", "n": 1})
    assert view["task"]["todo"]
    view = table.handle({"do": "play", "move": next(found.goal.ways(found.game(), 1))[0], "n": 1})
    assert (view["task"]["state"], view["task"]["todo"]) == ("right", False)
