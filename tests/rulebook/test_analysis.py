"""Analysis on boards: advice in steps, everybody's chances, and a line that is tried without harm to the game."""

import random
import re

import pytest

import hedgekit
from hedgekit import VARIANTS
from rulebook.boards.table import Table
from rulebook.boards.tasks import puzzle_task as of
from rulebook.stage.localized import ui_text
from rulebook.text import words

OTHER_GAMES = ("checkerboard players=2", "horses players=3", "hekla players=2")


@pytest.fixture
def quick(monkeypatch):
    """The adviser by a number of playouts: the same on every machine."""
    monkeypatch.setattr("rulebook.boards.state.ADVISER", "lookahead:20")


def played(rules: str, plies: int, seed: int = 1) -> Table:
    """A table with a game in which so many plies were played at random, and a reader is to decide."""
    source, game = random.Random(seed), hedgekit.game_of(rules)(rules, seed=seed)
    while not game.is_over and (game.ply < plies or game.is_chance or len(game.moves()) < 2):
        game.roll() if game.is_chance else game.play(source.choice(game.moves()))
    return Table(game)


# ---- advice ----------------------------------------------------------------------------------------------------------


def test_advice_names_a_piece_a_move_a_reason_and_all_chances(quick):
    """B is a step from home with his third hedgehog: going home is the move, and that is what is said of it."""
    at = "h1=B1 c3=A1 d4=A2 e5=A3 f6=A4 a2=B2 home=B3B4 dice=1 turn=B step=forward"
    table = Table(hedgekit.Game.from_text("0 players=2", at), source=random.Random(1))
    view = table.handle({"do": "hint"})
    advice = view["advice"]
    assert advice["moves"][0]["text"].startswith("h1"), "the best first"
    assert {one["text"] for one in advice["moves"]} == {move["text"] for move in view["moves"]}, "all of them"
    assert advice["cell"] == "h1"
    assert "B1" in advice["which"]["en"]


def test_the_reason_is_what_the_best_move_does_that_the_next_does_not(quick):
    at = "h1=B1 a1=A1B2 c3=A2 d4=A3 f6=A4 home=B3B4 dice=1 turn=B step=forward"
    view = Table(hedgekit.Game.from_text("0 players=2", at), source=random.Random(1)).handle({"do": "hint"})
    assert view["advice"]["moves"][0]["text"].startswith("h1")
    assert view["advice"]["why"]["en"]
    assert view["advice"]["why"]["en"] != view["advice"]["why"]["fr"]


def test_a_move_that_is_a_button_has_no_piece_to_look_at(quick):
    game = hedgekit.Game("22 players=2", seed=3)
    while game.step != "offer":
        game.roll() if game.is_chance else game.play(game.moves()[0])
    advice = Table(game, source=random.Random(1)).handle({"do": "hint"})["advice"]
    assert (advice["which"], advice["cell"]) == (None, "")


@pytest.mark.parametrize("rules", OTHER_GAMES)
def test_sister_games_have_advice_in_steps_too(rules, quick):
    view = played(rules, 12).handle({"do": "hint"})
    assert view["error"] is None
    assert view["advice"]["moves"]
    assert set(view["advice"]["moves"][0]["label"]) == set(words.LANGUAGES)
    assert view["advice"]["cell"] in {cell["id"] for cell in view["cells"]} | {""}


# ---- everybody's chances ---------------------------------------------------------------------------------------------


def test_chances_are_shown_from_when_they_are_switched_on_until_they_are_switched_off():
    table = played("0 players=3", 30)
    assert table.view()["chances"] is None
    view = table.handle({"do": "chances", "on": True})
    assert set(view["chances"]) == {"A", "B", "C"}
    assert sum(view["chances"].values()) == 100
    assert table.handle({"do": "undo"})["chances"], "at every move"
    assert table.handle({"do": "restart"})["chances"], "and in the next game"
    assert table.handle({"do": "chances", "on": False})["chances"] is None


@pytest.mark.parametrize("deed", [{"do": "chances", "on": True}, {"do": "trial"}])
def test_what_is_secret_is_not_told_by_chances_or_a_line_that_is_tried(deed):
    table = Table(rules="2 players=3")
    while not table.secrets:
        view = table.view()
        table.handle({"do": "step"} if view["auto"] else {"do": "play", "move": view["moves"][0]["text"]})
    before = table.game
    view = table.handle(deed)
    assert set(view["error"]) == set(words.LANGUAGES)
    assert view["chances"] is None
    assert not view["trial"]
    assert table.game is before
    table.shows_chances = True
    assert table.view()["chances"] is None, "nor where they were switched on before"


# ---- what if ---------------------------------------------------------------------------------------------------------


def lying(game) -> str:
    """A position but for cards that lie face down."""
    return re.sub(r"deck=\S*", "", str(game.position))


@pytest.mark.parametrize("rules", [*(f"{n} players={VARIANTS[n].seats[0]}" for n in VARIANTS if n != 2), *OTHER_GAMES])
def test_a_line_begins_where_the_game_stands_and_leaves_it_as_it_was(rules):
    table = played(rules, 25)
    game, record = table.game, table.game.record()
    view = table.handle({"do": "trial"})
    assert view["error"] is None
    assert view["trial"]
    assert lying(table.game) == lying(game)
    for move in view["moves"][:1]:  # none where one aims
        assert table.handle({"do": "play", "move": move["text"]})["ply"] == 1
    view = table.handle({"do": "leave"})
    assert not view["trial"]
    assert table.game is game
    assert game.record() == record
    assert view["narration"] == ui_text("told-trial-over")


def test_who_tries_a_line_does_not_learn_how_the_cards_lie():
    found = {str(played("7 players=2", 25).game.without_history().position) for _ in range(4)}
    assert len(found) > 1


def test_the_dice_of_a_line_are_not_those_of_the_game():
    """Who tries a line learns nothing of what will be thrown: the game is seeded, the line is not."""
    table = Table(hedgekit.Game("0 players=2", seed=7))
    table.handle({"do": "trial"})
    assert table.game.seed is None


def test_starting_a_line_over_still_comes_back_to_the_game():
    table = played("0 players=2", 20)
    game = table.game
    table.handle({"do": "trial"})
    table.handle({"do": "play", "move": str(table.game.moves()[0])})
    assert table.handle({"do": "restart"})["trial"]
    assert not table.handle({"do": "leave"})["trial"]
    assert table.game is game


def test_taking_back_at_the_beginning_of_a_line_comes_back_too():
    table = played("0 players=2", 20)
    game = table.game
    table.handle({"do": "trial"})
    assert not table.handle({"do": "undo"})["trial"]
    assert table.game is game


def test_a_task_is_neither_done_nor_lost_by_a_line():
    from hedgekit.study.puzzles import puzzle, puzzles

    task = of(puzzle(puzzles("0")[0].key))
    table = Table(task.game(), task=task)
    table.handle({"do": "trial"})
    best = max(task.chances, key=lambda move: task.chances[move])
    view = table.handle({"do": "play", "move": best})
    assert view["task"] is None, "a line is nobody's answer"
    view = table.handle({"do": "leave"})
    assert view["task"]["state"] == "open"
    assert view["task"]["todo"]
