"""Tasks made by teachers: what may be posed, how tasks answer, and hostile links."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hedgekit
from rulebook.boards.table import Table
from rulebook.boards.tasks import pose
from rulebook.stage.messages import UserError
from rulebook.text import words
from tests.sample import examples

from .sheets import refused

RULES = "0 players=2"
AT = "b2=A2 c1=B1 d4=A1 e6=B3 f2=A3 f5=B2 home=A4B4 dice=5 turn=A step=sideways"
QUESTION = "How does A1 get to e5 in this turn?"
TASK = {"rules": RULES, "position": AT, "question": QUESTION, "answers": ["d4-d5 d5-e5"]}
LANGUAGES = set(words.LANGUAGES)


def opened(**changes):
    """Return a table with two moves played, and its view after opening a link with a task."""
    table = Table()
    for square in ("a1", "a2"):
        table.handle({"do": "play", "move": square})
    return table, table.handle({"do": "task", "n": 5, **TASK, **changes})


def play(table, *moves):
    for move in moves:
        view = table.handle({"do": "play", "move": move})
    return view["task"]["state"]


def test_a_link_opens_position_and_question():
    table, view = opened()
    assert view["n"] == 5
    assert view["text"] == AT
    assert view["task"]["text"] == dict.fromkeys(LANGUAGES, QUESTION)
    assert view["task"]["linked"]
    assert view["seats"] == ["reader", "reader"]
    assert set(view["narration"]) == LANGUAGES
    back = table.handle({"do": "undo"})
    assert (back["ply"], back["task"]) == (2, None), "undo restores the game"


def test_the_moves_of_an_answer_are_right_one_by_one():
    table, _ = opened()
    assert play(table, "d4-d5") == "open"
    assert play(table, "d5-e5") == "right"
    assert table.game.ply == 2, "a right move stays"


def test_another_legal_move_is_wrong_and_undone():
    table, _ = opened()
    assert play(table, "-") == "wrong"
    assert str(table.game) == AT
    assert play(table, "d4-d5", "f5-g5") == "wrong"
    assert table.game.moves_played == ("d4-d5",), "only the last move was wrong"


def test_a_refused_move_is_explained_and_leaves_the_task_open():
    table, _ = opened()
    view = table.handle({"do": "play", "move": "c1-c2"})
    assert view["refusal"]["clause"] == "0.7"
    assert view["task"]["state"] == "open"


def test_any_answer_is_right():
    for answer in ("d4-d5", "d4-d3"):
        table, _ = opened(answers=["d4-d5", "d4-d3"])
        assert play(table, answer) == "right"


def test_after_the_answer_the_reader_can_play_on_or_restart():
    table, _ = opened(answers=["d4-d5"])
    assert play(table, "d4-d5", "f5-g5") == "right"
    assert table.handle({"do": "restart"})["task"]["state"] == "open"
    assert str(table.game) == AT


def test_a_task_can_be_left_to_play_on_from_its_position():
    table, _ = opened()
    view = table.handle({"do": "leave"})
    assert (view["task"], view["text"]) == (None, AT)
    assert table.handle({"do": "leave"})["error"], "there is no task any more"
    assert table.handle({"do": "play", "move": "-"})["ply"] == 1


def test_posing_a_task_keeps_the_game_and_returns_a_links_content():
    table = Table()
    view = table.handle({"do": "pose", **TASK, "position": f"  {AT}  ", "question": "  Two\nlines \u202e here "})
    assert view["ply"] == 0
    assert view["task"] is None
    assert view["posed"] == {**TASK, "question": "Two lines here"}
    assert json.loads(json.dumps(view["posed"])) == view["posed"]
    assert table.handle({"do": "undo"})["posed"] is None, "shown once"
    opened = table.handle({"do": "task", **view["posed"]})
    assert opened["task"]["text"]["en"] == "Two lines here"


def test_markup_in_a_question_stays_text():
    bad = '<img src=x onerror="alert(1)"> **bold** {key}'
    assert opened(question=bad)[1]["task"]["text"]["fr"] == bad


def test_a_forced_pass_is_left_out_of_an_answer():
    at = "b1=A3 c4=A2 d6=B1 e5=B2 g1=B3 h2=A1 home=A4B4 dice=2 turn=A step=sideways"
    assert pose(RULES, at, "?", ["h2-h1 -"]).answers == (("h2-h1",),)
    assert pose(RULES, at, "?", ["-"]).answers == (("-",),), "a voluntary pass is an answer"


@pytest.mark.parametrize("rules", ["checkerboard", "horses", "hekla", "13 players=3", "39 players=2"])
def test_tasks_can_be_posed_in_any_game(rules):
    game = hedgekit.game_of(rules)(rules, seed=3)
    while game.is_chance or len(game.moves()) < 2:
        game.roll() if game.is_chance else game.play(game.moves()[0])
    move = str(game.moves()[1])
    task = pose(rules, str(game), "Which?", [move])
    assert task.answers == ((move,),)
    table = Table()
    view = table.handle({"do": "task", **task.plain()})
    assert view["error"] is None
    assert play(table, move) == "right"


@pytest.mark.parametrize("wrong", refused("posed"))
@pytest.mark.parametrize("do", ["task", "pose"])
def test_a_broken_task_is_an_error_and_keeps_the_game(do, wrong):
    table = Table()
    for square in ("a1", "a2"):
        table.handle({"do": "play", "move": square})
    before = str(table.game)
    view = table.handle({"do": do, **TASK, **wrong})
    assert set(view["error"]) == LANGUAGES
    assert all(10 < len(text) < 400 for text in view["error"].values()), view["error"]
    assert (str(table.game), table.task, view["posed"]) == (before, None, None)
    assert table.handle({"do": "play", "move": "a3"})["ply"] == 3


def test_an_illegal_answer_is_refused_with_its_clause():
    with pytest.raises(UserError) as no:
        pose(RULES, AT, "?", ["c1-c2"])
    assert "c1-c2" in no.value.words["en"]
    assert "(article 0.7)" in no.value.words["fr"]


words_of_links = st.one_of(st.text(max_size=60), st.integers(), st.none(), st.lists(st.text(max_size=30), max_size=20))


@examples(60)
@given(st.sampled_from(["task", "pose", "leave"]), st.dictionaries(st.sampled_from([*TASK]), words_of_links))
def test_any_link_is_answered(do, changes):
    table, _ = opened()
    view = table.handle({"do": do, **TASK, **changes})
    assert view["ply"] == 0
    assert view["error"] is None or set(view["error"]) == LANGUAGES
