"""Messages that our pages never send (`messages.txt`): refused with a sentence, without changing the sheet."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulebook.boards.board import Board
from rulebook.boards.table_mode import AtTable
from rulebook.choosing import chooser, choosing, pairs, tournament
from rulebook.desk import both_readings, desk
from rulebook.learning import course, quiz
from rulebook.learning.class_sheet import ClassRoom
from rulebook.making import making
from rulebook.stage import messages
from rulebook.text import words

from .sheets import ROWS, refused, send

SHEETS = {
    "chooser": chooser, "choosing": choosing, "pairs": pairs, "tournament": tournament, "attable": AtTable,
    "class": ClassRoom, "making": making, "course": course, "quiz": quiz, "pair": both_readings, "desk": desk,
}  # fmt: skip


@cache
def sheet(name: str) -> Any:
    """Return the one sheet of a kind for all its messages, as none changes it."""
    made = SHEETS[name]()
    if name == "class":
        send(made, do="take", tasks=["held"])
    return made


def shown(one: Any) -> dict[str, Any]:
    """Return all that a page gets, except counters, versions and the answer to the last message."""
    state = one.get_state()
    return {**state, "_view": {key: state["_view"][key] for key in {*state["_view"]} - {"n", "v", "busy", "error"}}}


def test_every_message_is_for_a_known_sheet():
    assert {to for to, _ in ROWS} <= {"*", *SHEETS, "posed"}, "posed: see test_posed_tasks.py"


@pytest.mark.parametrize("name", SHEETS)
def test_an_impossible_message_changes_nothing(name):
    one = sheet(name)
    before = shown(one)
    for message in [*refused("*"), *refused(name)]:
        error = send(one, message)["error"]
        assert set(error) == set(words.LANGUAGES), message
        assert all("\n" not in text for text in error.values()), message
        assert shown(one) == before, message
        assert not one.view.get("busy")


@pytest.mark.parametrize("name", [*SHEETS, "board"])
def test_a_page_cannot_write_traits(name):
    one = Board("play") if name == "board" else sheet(name)
    before = one.get_state()
    hostile = {"_view": {"svg": "<script>"}, "name": "other", "_esm": "alert(1)", "layout": None}
    one.set_state(hostile)
    one._handle_msg({"content": {"data": {"method": "update", "state": hostile}}, "buffers": []})
    assert one.get_state() == before


@pytest.mark.parametrize(
    ("kind", "fitting", "other"),
    [
        (messages.number(1, 3), [1, 3], [0, 4, True, 1.0, "1", None]),
        (messages.text(2), ["", "ab"], ["abc", 1, None, ["a"]]),
        (messages.texts(2, 2), [[], ["ab", ""], ("a",)], ["ab", ["abc"], ["a"] * 3, [1], None]),
        (
            messages.rows(messages.number(), messages.text(1), most=1),
            [[], [[1, "a"]]],
            [[[1]], [["a", 1]], [[1, "a"]] * 2, 5],
        ),
        (messages.one_of(["a"]), ["a"], ["b", ["a"], None]),
    ],
)
def test_values_of_messages_are_validated(kind, fitting, other):
    assert all(map(kind.accepts, fitting))
    assert not any(map(kind.accepts, other))
