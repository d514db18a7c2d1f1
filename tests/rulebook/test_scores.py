"""Points and series on a board: what a finished game scored and why, the standings, the next game."""

import random

import pytest

import hedgekit
from rulebook.boards import scores
from rulebook.boards.table import Table
from rulebook.learning.lessons import lesson
from rulebook.text import words


def solved(name):
    """Return a lesson's table after its solution."""
    found = lesson(name)
    table = Table(found.game(), task=found)
    for move in next(found.goal.ways(found.game(), found.moves)):
        table.handle({"do": "play", "move": move, "n": 1})
    return table


@pytest.mark.parametrize(
    ("name", "points", "clauses", "spoken"),
    [
        ("counting-spies", {"A": 5, "B": 4}, {"2.3"}, "A: 5 points. Own hedgehogs home: 3."),
        ("adding-up", {"A": 5, "B": 4}, {"2.3"}, "After 2 games: A 8, B 8."),
        ("rounds", {"A": 3, "B": 2, "C": 1}, {"20.1"}, "After 2 games: A 4, B 5, C 3. B wins the series."),
    ],
)
def test_points_are_the_engines_with_clauses_and_a_spoken_sentence(name, points, clauses, spoken):
    view = solved(name).view()["points"]
    assert {row["player"]: row["points"] for row in view["rows"]} == points
    assert {row["clause"] for row in view["rows"]} == clauses
    assert spoken in view["spoken"]["en"]
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
def test_every_players_points_are_explained(rules, at, move, why):
    table = Table(hedgekit.Game.from_text(rules, at))
    rows = table.handle({"do": "play", "move": move, "n": 1})["points"]["rows"]
    assert {row["player"]: (row["points"], row["why"]["en"]) for row in rows} == why
    assert all(row["why"]["fr"] != row["why"]["en"] for row in rows)


def test_there_are_no_points_before_the_end_or_without_a_rule():
    assert Table(rules="19 players=2").view()["points"] is None
    game = hedgekit.Game.from_text("0 players=2", "b2=A1 c3=B1 d6=B2 home=A2A3A4B3B4 over=A")
    assert Table(game).view()["points"] is None


def test_a_series_is_played_to_its_end_and_can_be_undone():
    """20 over two rounds: the next seat starts, scores are added up, and no third game follows."""
    table = Table(rules="20[rounds=2] players=2", seats=["random"] * 2, source=random.Random(1))
    assert table.handle({"do": "next", "n": 1})["error"] == words.both("interface.error-now")
    scored = []
    for _ in range(2):
        while not table.game.is_over:
            table.handle({"do": "step", "n": 1})
        scored.append(table.game.points())
        view = table.handle({"do": "next", "n": 1})
    assert view["error"] == words.both("interface.error-now"), "two rounds, not three"
    points = view["points"]
    assert points["series"]["over"]
    assert {row["player"]: row["score"] for row in points["rows"]} == {
        player: sum(game[player] for game in scored) for player in "AB"
    }
    assert table.game.first == "B"
    assert view["games"] == scores.game_word(hedgekit.replay(table._former[0]["game"].record()))
    first = table._former[0]["game"]
    view = table.handle({"do": "go", "ply": 0, "n": 1})
    view = table.handle({"do": "undo", "n": 1})
    assert (table.game, view["games"]) == (first, "")


def test_a_saved_game_is_restored_with_its_series():
    table = Table(rules="24 players=2")
    record = table.view()["record"]
    view = table.handle({"do": "load", "text": record, "games": "A B A", "n": 1})
    assert view["games"] == "A B A"
    for wrong in ("A9", "C", "A1", "x", "A " * 1100):
        view = table.handle({"do": "load", "text": record, "games": wrong, "n": 1})
        assert view["error"], wrong
        assert view["games"] == "A B A"


def test_a_series_of_any_length_is_saved_with_its_record():
    """Earlier games are labels in the last line of a file, which replay ignores."""
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
    assert table.game.turn == "B", "seats start in turn, whichever game was loaded"


def test_games_without_series_ignore_earlier_games():
    table = Table(rules="hekla players=2")
    view = table.handle({"do": "load", "text": "hekla players=2", "games": "A " * 5000, "n": 1})
    assert (view["games"], view["error"]) == ("", None)
    assert table.handle({"do": "next", "n": 2})["error"] == words.both("interface.error-now")


def test_examples_are_undone_one_by_one():
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
    """Without its variant, or once solved, a task's hint is useless; a good player's advice is not."""
    found = lesson("climb")
    table = Table(found.game(), task=found)
    assert table.view()["task"]["hint"]
    view = table.handle({"do": "without", "n": 1})
    assert (view["task"]["hint"], view["task"]["todo"]) == (None, False)
    view = table.handle({"do": "undo", "n": 1})
    assert view["task"]["todo"]
    view = table.handle({"do": "play", "move": next(found.goal.ways(found.game(), 1))[0], "n": 1})
    assert (view["task"]["state"], view["task"]["todo"]) == ("right", False)
