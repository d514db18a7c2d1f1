"""Analysis on boards: hints in steps, every player's chances, and trial lines that do not touch the game."""

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
    """Limit the adviser to a number of playouts, the same on every machine."""
    monkeypatch.setattr("rulebook.boards.state.ADVISER", "lookahead:20")


def table_after(rules: str, plies: int, seed: int = 1) -> Table:
    """Return a table after this many random plies, or more, until a player has a choice."""
    source, game = random.Random(seed), hedgekit.game_of(rules)(rules, seed=seed)
    while not game.is_over and (game.ply < plies or game.is_chance or len(game.moves()) < 2):
        game.roll() if game.is_chance else game.play(source.choice(game.moves()))
    return Table(game)


# ---- advice ----------------------------------------------------------------------------------------------------------


def test_a_hint_has_piece_move_reason_and_all_chances(quick):
    """B needs one step to bring the third hedgehog home: that is the best move, and the explanation says so."""
    at = "h1=B1 c3=A1 d4=A2 e5=A3 f6=A4 a2=B2 home=B3B4 dice=1 turn=B step=forward"
    table = Table(hedgekit.Game.from_text("0 players=2", at), source=random.Random(1))
    view = table.handle({"do": "hint"})
    advice = view["advice"]
    assert advice["moves"][0]["text"].startswith("h1"), "the best first"
    assert {one["text"] for one in advice["moves"]} == {move["text"] for move in view["moves"]}, "all of them"
    assert advice["cell"] == "h1"
    assert "B1" in advice["which"]["en"]


def test_the_reason_is_what_sets_the_best_move_apart(quick):
    at = "h1=B1 a1=A1B2 c3=A2 d4=A3 f6=A4 home=B3B4 dice=1 turn=B step=forward"
    view = Table(hedgekit.Game.from_text("0 players=2", at), source=random.Random(1)).handle({"do": "hint"})
    assert view["advice"]["moves"][0]["text"].startswith("h1")
    assert view["advice"]["why"]["en"]
    assert view["advice"]["why"]["en"] != view["advice"]["why"]["fr"]


def test_a_hint_for_a_button_has_no_piece(quick):
    game = hedgekit.Game("22 players=2", seed=3)
    while game.step != "offer":
        game.roll() if game.is_chance else game.play(game.moves()[0])
    advice = Table(game, source=random.Random(1)).handle({"do": "hint"})["advice"]
    assert (advice["which"], advice["cell"]) == (None, "")


@pytest.mark.parametrize("rules", OTHER_GAMES)
def test_other_games_have_hints_too(rules, quick):
    view = table_after(rules, 12).handle({"do": "hint"})
    assert view["error"] is None
    assert view["advice"]["moves"]
    assert set(view["advice"]["moves"][0]["label"]) == set(words.LANGUAGES)
    assert view["advice"]["cell"] in {cell["id"] for cell in view["cells"]} | {""}


# ---- everybody's chances ---------------------------------------------------------------------------------------------


def test_chances_are_shown_while_switched_on():
    table = table_after("0 players=3", 30)
    assert table.view()["chances"] is None
    view = table.handle({"do": "chances", "on": True})
    assert set(view["chances"]) == {"A", "B", "C"}
    assert sum(view["chances"].values()) == 100
    assert table.handle({"do": "undo"})["chances"], "after every move"
    assert table.handle({"do": "restart"})["chances"], "in the next game, too"
    assert table.handle({"do": "chances", "on": False})["chances"] is None


@pytest.mark.parametrize("message", [{"do": "chances", "on": True}, {"do": "trial"}])
def test_chances_and_trials_do_not_reveal_secrets(message):
    table = Table(rules="2 players=3")
    while not table.secrets:
        view = table.view()
        table.handle({"do": "step"} if view["auto"] else {"do": "play", "move": view["moves"][0]["text"]})
    before = table.game
    view = table.handle(message)
    assert set(view["error"]) == set(words.LANGUAGES)
    assert view["chances"] is None
    assert not view["trial"]
    assert table.game is before
    table.shows_chances = True
    assert table.view()["chances"] is None, "nor if they were switched on before"


# ---- trial lines -----------------------------------------------------------------------------------------------------


def without_deck(game) -> str:
    """Return the position without its face-down cards."""
    return re.sub(r"deck=\S*", "", str(game.position))


@pytest.mark.parametrize("rules", [*(f"{n} players={VARIANTS[n].seats[0]}" for n in VARIANTS if n != 2), *OTHER_GAMES])
def test_a_trial_starts_from_the_position_and_leaves_the_game_unchanged(rules):
    table = table_after(rules, 25)
    game, record = table.game, table.game.record()
    view = table.handle({"do": "trial"})
    assert view["error"] is None
    assert view["trial"]
    assert without_deck(table.game) == without_deck(game)
    for move in view["moves"][:1]:  # none where flicks are aimed
        assert table.handle({"do": "play", "move": move["text"]})["ply"] == 1
    view = table.handle({"do": "leave"})
    assert not view["trial"]
    assert table.game is game
    assert game.record() == record
    assert view["narration"] == ui_text("told-trial-over")


def test_a_trial_reshuffles_hidden_cards():
    found = {str(table_after("7 players=2", 25).game.without_history().position) for _ in range(4)}
    assert len(found) > 1


def test_a_trial_has_its_own_dice():
    """The game is seeded, the line is not: a trial shows nothing of future throws."""
    table = Table(hedgekit.Game("0 players=2", seed=7))
    table.handle({"do": "trial"})
    assert table.game.seed is None


def test_a_restarted_trial_returns_to_the_game():
    table = table_after("0 players=2", 20)
    game = table.game
    table.handle({"do": "trial"})
    table.handle({"do": "play", "move": str(table.game.moves()[0])})
    assert table.handle({"do": "restart"})["trial"]
    assert not table.handle({"do": "leave"})["trial"]
    assert table.game is game


def test_undo_at_the_start_of_a_trial_returns_to_the_game():
    table = table_after("0 players=2", 20)
    game = table.game
    table.handle({"do": "trial"})
    assert not table.handle({"do": "undo"})["trial"]
    assert table.game is game


def test_a_trial_does_not_answer_a_task():
    from hedgekit.study.puzzles import puzzle, puzzles

    task = of(puzzle(puzzles("0")[0].key))
    table = Table(task.game(), task=task)
    table.handle({"do": "trial"})
    best = max(task.chances, key=lambda move: task.chances[move])
    view = table.handle({"do": "play", "move": best})
    assert view["task"] is None, "moves of a line do not answer it"
    view = table.handle({"do": "leave"})
    assert view["task"]["state"] == "open"
    assert view["task"]["todo"]
