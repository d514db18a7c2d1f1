"""`Table.handle`: every message, and arbitrary ones."""

import json
import random
import re
import subprocess
import sys
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hedgekit
from rulebook.boards import table as tables
from rulebook.boards import tasks
from rulebook.boards.table import Table
from rulebook.text.words import LANGUAGES as ALL
from tests.sample import examples
from tests.serving import ROOT

RACE = "a3=B3 a5=C4D1 b3=A4 b6=D2B1A2 c1=C2 d1=B2 e2=D4 e6=B4 f4=C3A1 g5=D3 h1=A3 home=C1 dice=4 turn=A step=sideways"
LANGUAGES = set(ALL)


def race(**options) -> Table:
    return Table(hedgekit.Game.from_text("0 players=4", RACE), source=random.Random(1), **options)


def table_after(plies: int = 40, **options) -> Table:
    """Return a table after this many moves."""
    table = Table(source=random.Random(2), **options)
    chance = random.Random(3)
    while table.game.ply < plies:
        table.handle({"do": "play", "move": str(chance.choice(table.game.moves()))})
    return table


def test_a_view_has_every_language_and_only_plain_data():
    view = race().view(7)
    assert json.loads(json.dumps(view)).keys() == view.keys()
    assert view["n"] == 7
    for words in (view["prompt"], view["narration"], view["summary"], *(cell["label"] for cell in view["cells"])):
        assert set(words) == LANGUAGES
    assert len(view["cells"]) == 54
    assert view["text"] == RACE
    assert view["dice"] == ["4"]
    assert {tuple(move["path"]) for move in view["moves"]} >= {("b3", "b2"), ("b3", "b4"), ()}
    assert not any(move["quick"] for move in view["moves"] if move["path"])


def test_clicking_two_squares_plays():
    view = race().handle({"do": "try", "path": ["b3", "b4"], "n": 1, "ply": 0})
    assert (view["ply"], view["end"], view["step"]) == (1, 1, "forward")
    assert (view["refusal"], view["error"]) == (None, None)
    assert "hk-board" in view["svg"]
    assert 'class="last"' in view["svg"]


def test_clicking_one_square_plays_an_unambiguous_move():
    view = Table().handle({"do": "try", "path": ["a3"]})
    assert view["text"].startswith("a3=A1 ")
    at = "b3=A1 a1=B1 home=A2A3B2B3 d1=A4 c1=B4 dice=3 turn=A step=forward"
    table = Table(hedgekit.Game.from_text("0 players=2", at))
    assert [move["quick"] for move in table.view()["moves"]] == [True]
    assert table.handle({"do": "try", "path": ["b3"]})["ply"] == 1


@pytest.mark.parametrize(
    ("path", "clause", "squares"),
    [(["f4"], "0.9", {"f4", "a3"}), (["d1"], "0.7", {"d1"}), (["b3", "b5"], "0.7", {"b3"})],
)
def test_a_refused_click_names_its_clause(path, clause, squares):
    """The next message clears it."""
    table = race()
    view = table.handle({"do": "try", "path": path})
    assert view["refusal"]["clause"] == clause
    assert squares <= set(view["refusal"]["squares"]) | set(path)
    assert set(view["refusal"]["text"]) == LANGUAGES
    assert (view["text"], view["ply"]) == (RACE, 0)
    assert table.handle({"do": "play", "move": "b3-b4"})["refusal"] is None


def files_used(path):
    """Count files a click runs through; in a child process, since profiling next to threads can hang Python 3.11."""
    table, files = race(), set()
    race().handle({"do": "try", "path": path})  # fill caches
    table.view()
    sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
    table.handle({"do": "try", "path": path})
    sys.setprofile(None)
    return sum(file.startswith((f"{ROOT}/hedgekit/", f"{ROOT}/rulebook/")) for file in files)


def test_a_refused_click_runs_through_few_files():
    code = "from tests.rulebook.test_table import files_used; print(*map(files_used, (['f4'], ['d1'], ['b3', 'b5'])))"
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True, timeout=60)
    assert all(10 < int(many) <= 25 for many in printed.split()), printed


def test_a_move_for_another_position_is_ignored():
    table = race()
    table.handle({"do": "play", "move": "b3-b4", "ply": 0})
    view = table.handle({"do": "play", "move": "-", "ply": 0, "n": 9})
    assert (view["ply"], view["n"], view["error"], view["refusal"]) == (1, 9, None, None)


def test_throws_forced_passes_and_computer_players_are_automatic():
    table = table_after(16)
    assert table.view()["auto"] == "chance"
    assert table.view()["chance"]
    assert table.handle({"do": "step"})["step"] == "sideways"
    assert table.view()["auto"] is None
    assert table.handle({"do": "step"})["error"]
    end = "g3=A1 h5=A2 home=A3A4 f1=B1 f2=B2 d4=B3 e6=B4 turn=A step=roll"
    table = Table(hedgekit.Game.from_text("0 players=2", end, 1), seats=["random"] * 2)
    table.handle({"do": "step"})
    assert table.view()["auto"] == "player"
    for _ in range(300):
        if table.handle({"do": "step", "n": 1})["over"] is not None:
            break
    assert table.view()["over"]
    assert table.view()["auto"] is None
    assert table.handle({"do": "step"})["error"] == tables.ui_text("error-now")


def test_undo_and_redo_stop_at_readers_decisions():
    table = Table(seats=["reader", "random"], rules="0 players=2", source=random.Random(1))
    while table.game.ply < 40:
        table.handle({"do": "step"} if table.automatic() else {"do": "play", "move": str(table.game.moves()[0])})
    text, ply = str(table.game), table.game.ply
    view = table.handle({"do": "undo"})
    assert (view["turn"], view["auto"], view["end"]) == ("A", None, ply)
    assert view["ply"] < ply
    assert view["can"] == {"undo": True, "redo": True}
    while table.view()["can"]["redo"]:
        view = table.handle({"do": "redo"})
    assert (view["text"], view["ply"]) == (text, ply)
    assert table.handle({"do": "redo"})["error"]


def test_stepping_back_keeps_later_moves_until_a_new_one():
    table = table_after(40)
    record = table.record
    view = table.handle({"do": "go", "ply": 5})
    assert (view["ply"], view["end"], view["record"]) == (5, 40, record)
    assert table.handle({"do": "go", "ply": 40})["text"] == str(hedgekit.replay(record))
    table.handle({"do": "go", "ply": 5})
    view = table.handle({"do": "play", "move": str(table.game.moves()[0])})
    assert (view["ply"], view["end"]) == (6, 6)
    for ply in (-1, 7, 10**9):
        assert table.handle({"do": "go", "ply": ply})["error"]


def test_a_restart_can_be_undone():
    table = table_after(20)
    text = str(table.game)
    view = table.handle({"do": "restart"})
    assert (view["ply"], view["can"]["undo"]) == (0, True)
    assert table.handle({"do": "undo"})["text"] == text
    other = race()
    other.handle({"do": "play", "move": "-"})
    assert other.handle({"do": "restart"})["text"] == RACE
    assert race().handle({"do": "undo"})["error"]


def test_the_engines_sentences_are_typeset():
    table = race()
    view = table.handle({"do": "try", "path": ["f4"]})
    error = table.handle({"do": "load", "text": "0 players=4\na1 zz"})["error"]
    table.handle({"do": "play", "move": "-"})
    for words in (view["prompt"], view["refusal"]["text"], error, table.view()["narration"]):
        assert "'" not in words["fr"] + words["en"]
        assert not re.search(" [;:!?»]", words["fr"])
    assert "\u00a0:" in view["prompt"]["fr"]


def test_a_new_game_can_be_set_up():
    table = race()
    view = table.handle({"do": "new", "players": 3, "seats": ["random", "reader", "random"]})
    found = view["rules"], view["seats"], view["auto"]
    assert found == ("0 players=3", ["random", "reader", "random"], "player")
    assert table.handle({"do": "new", "players": 2, "rules": "0[cover=top]"})["rules"] == "0[cover=top] players=2"
    before = table.view()["text"]
    for wrong in ({"players": 9}, {"players": 2, "seats": ["reader"]}, {"players": 2, "seats": ["reader", "ghost"]},
                  {"players": True},                  {"players": 2, "rules": "<b>"}, {}):  # fmt: skip
        view = table.handle({"do": "new", **wrong})
        assert (set(view["error"]), view["text"]) == (LANGUAGES, before)


def test_records_and_positions_are_loaded():
    played = table_after(30)
    table = race()
    view = table.handle({"do": "load", "text": played.record + "\n", "at": 12})
    assert (view["ply"], view["end"], view["record"]) == (12, 30, played.record)
    assert table.handle({"do": "load", "text": f"  {RACE}\n"})["text"] == RACE
    view = table.handle({"do": "load", "text": f"0 players=4\n{RACE}\n"})
    assert (view["text"], view["ply"]) == (RACE, 0)
    table.handle({"do": "play", "move": "-"})
    assert Table().handle({"do": "load", "text": table.record})["text"] == str(table.game)


def test_loading_says_whether_it_was_a_game_or_a_position():
    """A game without moves is a new one, or a position."""
    greets = {
        "0 players=2\nplace: a1": "Game loaded.", "0 players=2": "New game.", "40 players=2": "New game.",
        f"0 players=4\n{RACE}": "The position is set up.", "hekla players=2": "New game.",
    }  # fmt: skip
    assert {text: Table().handle({"do": "load", "text": text})["narration"]["en"] for text in greets} == greets


@pytest.mark.parametrize(
    "text",
    [
        "", " \n ", "rubbish", "<script>alert(1)</script>", "1. e4 e5\n2. Nf3", "0 players=4\na1 a1 zz",
        "0 players=99", '{"cells": [], "nbformat": 4}',
        "x" * 2_000_000, "a " * 20_000, "a1=A1 turn=A step=place", "0 players=4\nplace: a1 a1", "\x00\ufffe",
    ],
)  # fmt: skip
def test_loading_something_else_is_an_error_and_changes_nothing(text):
    table = table_after(20)
    before = table.view()
    view = table.handle({"do": "load", "text": text})
    assert set(view["error"]) == LANGUAGES
    assert all(0 < len(words) < 400 for words in view["error"].values())
    assert {**view, "error": None, "n": 0} == {**before, "error": None}


class RecordingTask(tasks.Task):
    text: ClassVar = {"en": "Do it.", "fr": "Faites-le."}
    hint: ClassVar = {"en": "Like this.", "fr": "Comme ceci."}

    def __init__(self):
        self.heard = []

    def is_here(self, game):
        return True

    def after(self, table, move, refusal):
        self.heard.append((move, refusal and refusal.clause, table.game.ply))
        if move == "-":
            raise RuntimeError("a task with a fault")
        return {"state": "wrong" if refusal else "right", "feedback": {"en": "So.", "fr": "Ainsi."}}


def test_a_task_gets_moves_and_refusals_and_its_errors_do_no_harm():
    task = RecordingTask()
    table = race(task=task)
    shown = table.view()["task"]
    assert (shown["text"], shown["hint"], shown["state"], shown["feedback"]) == (task.text, task.hint, "open", None)
    assert [name for name, value in shown.items() if value is True] == ["todo"]
    assert table.handle({"do": "try", "path": ["f4"]})["task"]["state"] == "wrong"
    assert table.handle({"do": "hint"})["task"]["shown"]
    view = table.handle({"do": "play", "move": "b3-b4"})
    assert view["task"]["state"] == "right"
    assert view["task"]["feedback"]["fr"] == "Ainsi."
    view = table.handle({"do": "restart"})
    assert view["task"]["state"] == "open"
    assert not view["task"]["shown"]
    view = table.handle({"do": "play", "move": "-"})
    assert view["ply"] == 1
    assert view["record"].endswith(" -")
    assert [clause for _, clause, _ in task.heard] == ["0.9", None, None]


def test_wrong_seats_and_rules_are_refused():
    with pytest.raises(ValueError, match="seat"):
        Table(seats=["reader"])
    with pytest.raises(ValueError, match="rubbish"):
        Table(rules="rubbish")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
actions = st.fixed_dictionaries(
    {"do": st.sampled_from([*Table.ACTIONS, "example", "__init__", "handle"]) | anything},
    optional={key: anything | st.sampled_from([["a1"], ["b3", "b4"], "b3-b4", "-", 0, 3, RACE])
              for key in ("n", "ply", "at", "path", "move", "players", "seats", "rules", "text", "extra")},
)  # fmt: skip


@examples(120)
@given(message=anything | actions)
def test_any_message_is_answered_and_leaves_a_valid_game(message):
    table = race()
    view = table.handle(message)
    assert str(hedgekit.replay(table.record)) == str(table.game) or table.tail
    assert view["error"] is None or set(view["error"]) == LANGUAGES
    assert view["error"] != tables.ui_text("error-internal")
    assert view["text"] == str(table.game.position)
    if view["error"] or view["refusal"]:
        assert view["text"] == RACE
        assert view["seats"] == ["reader"] * 4


def test_a_failing_view_keeps_the_previous_game(monkeypatch):
    table = table_after(6)
    before = table.view()
    whole = Table.view

    def failing(self, serial=0):
        if self.game.ply == 0:
            raise RuntimeError("cannot be shown")
        return whole(self, serial)

    monkeypatch.setattr(Table, "view", failing)
    view = table.handle({"do": "load", "text": "0 players=2"})
    assert view["error"]["en"]
    assert (view["record"], view["ply"]) == (before["record"], 6)
