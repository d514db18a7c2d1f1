"""The fields of views: documented once, they are what Python sends and what the pages' code is checked against."""

from __future__ import annotations

import collections.abc
import json
import random
import types
from collections.abc import Iterator, Mapping
from importlib import util
from pathlib import Path
from statistics import median
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from rulebook.boards.board import Board
from rulebook.boards.fields import AtTableData, AtTableView, View
from rulebook.boards.table import Table
from rulebook.boards.table_mode import AtTable
from rulebook.choosing.authors_sheet import Choosing
from rulebook.choosing.chooser_sheet import Chooser
from rulebook.choosing.fields import ChooseData, ChooserData, ChooserView, ChooseView, PairsSheetData, PairsSheetView
from rulebook.choosing.pairs_sheet import Pairs
from rulebook.desk.fields import DeskView, TextsView
from rulebook.desk.widget import Desk
from rulebook.learning.course_sheet import Course
from rulebook.learning.fields import CourseData, CourseView, QuizView
from rulebook.learning.quiz_sheet import Quiz
from rulebook.text.words import Localized

from .sheets import send

ROOT = Path(__file__).parents[2]


def test_typescript_types_are_generated_from_python():
    """Every field documented in Python has its TypeScript type; `make lint` writes the file."""
    spec = util.spec_from_file_location("make_types", ROOT / "docs" / "make_types.py")
    make_types = util.module_from_spec(spec)
    spec.loader.exec_module(make_types)
    text = make_types.written()
    assert all(f"  {name}: " in text or f"  {name}?: " in text for name in get_type_hints(View))
    assert "  /** of winning, in hundredths; null if the player did not examine it */\n  chance: number | null;" in text


def type_errors(value: Any, hint: Any, where: str = "") -> list[str]:
    """Return where a value differs from its type: extra fields, missing fields, values of another kind."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        return type_errors(value, inner[0], where)
    if origin in (Union, types.UnionType):
        return [] if any(not type_errors(value, one) for one in inner) else [f"{where} is {value!r}"]
    if origin is Literal:
        return [] if value in inner else [f"{where} is {value!r}"]
    kind = {Localized: Mapping, float: (int, float)}.get(hint, origin or (dict if is_typeddict(hint) else hint))
    kind = (list, tuple) if kind in (list, tuple, collections.abc.Sequence) else kind
    if not isinstance(value, kind) or (hint is not bool and isinstance(value, bool)):
        return [f"{where} is {value!r}"]
    if is_typeddict(hint):
        fields = get_type_hints(hint, include_extras=True)
        found = [f"{where}.{key} is not documented" for key in value if key not in fields]
        found += [
            f"{where}.{key} lacks" for key in fields if key not in value and get_origin(fields[key]) != NotRequired
        ]
        parts = [(f"{where}.{key}", value[key], fields[key]) for key in value if key in fields]
    elif origin is collections.abc.Mapping:
        found, parts = [], [(f"{where}.{key}", part, inner[1]) for key, part in value.items()]
    elif origin is not None:
        found, kinds = [], inner if origin is tuple else inner * len(value)
        parts = [(f"{where}[{k}]", part, kinds[k]) for k, part in enumerate(value)]
    else:
        return []
    return found + [one for at, part, kind in parts for one in type_errors(part, kind, at)]


@pytest.mark.parametrize("rules", ["0", "1+7+13 players=3", "hekla", "40 players=2", "checkerboard", "horses"])
def test_a_boards_view_has_its_documented_type(rules):
    table = Table(rules=rules, seats=None)
    views = [table.view()]
    for message in ({"do": "play", "move": "zz"}, {"do": "hint"}, {"do": "step"}, {"do": "undo"}):
        views.append(table.handle(message))
    for view in views:
        assert type_errors(view, View) == []


def sheets_in_states() -> Iterator[tuple[Any, Any, Any]]:
    """Yield sheets in many states, with the types of their data and view."""
    sheet = Choosing()
    yield sheet, ChooseData, ChooseView
    sheet = AtTable()
    yield sheet, AtTableData, AtTableView
    send(sheet, do="begin", rules="9", players=3)
    yield sheet, AtTableData, AtTableView
    sheet = Pairs()
    yield sheet, PairsSheetData, PairsSheetView
    sheet = Chooser([9, 13])
    for message in (
        {"do": "wish", "players": 9, "minutes": 300, "mood": "silly", "box": False},
        {"do": "page"},
        {"do": "difference"},
        {"do": "play", "company": "readers"},
        {"do": "start"},
        *[{"do": "more"}] * 3,
        {"do": "stop"},
        {"do": "surprise", "players": 5},
        {"do": "no"},
    ):
        yield sheet, ChooserData, ChooserView
        send(sheet, **message)
    send(sheet, do="choose", variants=[1, 2, 3, 4, 5], options={}, players=4)
    yield sheet, ChooserData, ChooserView
    sheet = Course()
    yield sheet, CourseData, CourseView
    sheet = Quiz((9,))
    for option in range(3):
        yield sheet, dict, QuizView
        send(sheet, do="answer", option=option, asked=1)


def test_a_sheets_view_has_its_documented_type():
    for sheet, data, view in sheets_in_states():
        assert data is dict or type_errors(sheet.data, data) == []
        assert type_errors(sheet.view, view) == [], sheet


def test_the_desks_view_has_its_documented_type():
    desk = Desk()
    finding = desk.texts["findings"][0]["id"]
    for message in (
        {"do": "decide", "ids": [finding], "value": "reject", "reason": "so"},
        {"do": "undo"},
        {"do": "no"},
    ):
        assert type_errors(desk.texts, TextsView) == []
        assert type_errors(desk.view, DeskView) == []
        send(desk, **message)
    assert desk.view["error"]


def test_deviations_from_a_type_are_found():
    view = Table(rules="0").view()
    assert type_errors({**view, "more": 1}, View) == [".more is not documented"]
    assert type_errors({key: value for key, value in view.items() if key != "ply"}, View) == [".ply lacks"]
    assert type_errors({**view, "ply": "4"}, View) == [".ply is '4'"]
    assert type_errors({**view, "cells": [{**view["cells"][0], "round": 1}]}, View) == [".cells[0].round is 1"]


@pytest.mark.parametrize(("rules", "most"), [("0", 5_000), ("hekla", 14_000)])
def test_a_click_sends_few_bytes(rules, most):
    """The median click sends at most this; a whole view has 35,000 bytes and more."""
    chance, board, sent = random.Random(1), Board(rules=rules), []
    board._send = lambda message, buffers=None: sent.append(len(json.dumps(message)))
    seats = ["reader"] * len(board.view["seats"])
    send(board, {"do": "new", "players": len(seats), "seats": seats})
    clicks = []
    while len(clicks) < 120:
        sent.clear()
        view = board.view
        step = view["auto"] == "forced" or not view["moves"]  # cards are shuffled automatically
        move = {"do": "step"} if step else {"do": "play", "move": chance.choice(view["moves"])["text"]}
        message = {"do": "restart"} if view["over"] else {**move, "n": len(clicks) + 1, "ply": view["ply"]}
        assert not send(board, message)["error"]
        clicks.append(sum(sent))
    assert 100 < median(clicks) <= most
    whole = len(json.dumps(Table(rules=rules).view()).encode())
    assert whole > 2 * median(clicks), "the measure would notice whole views"
