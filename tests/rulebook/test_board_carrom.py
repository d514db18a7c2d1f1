"""Carrom on a board: picture, aiming, paths, refusals, and the tasks of its clauses."""

import json
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import hedgekit
from rulebook.boards.table import Table
from rulebook.learning.lessons import lessons
from rulebook.picture.drawing import drawing_of
from rulebook.picture.svg import draw

SET_UP = "A1=4,3 B1=8.9,2.5 out=B4 hand=A2A3A4B2B3 turn=A step=flick"
TASKS = [found for found in lessons().values() if found.stem == "40"]
"""Their other properties are tested in test_lessons.py."""


def table_at(text, players=2):
    return Table(hedgekit.Game.from_text(f"40 players={players}", text))


def pieces(svg):
    return [el.get("data-piece") for el in ET.fromstring(svg).iter() if el.get("data-piece")]


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("turned", [False, True])
def test_every_disc_is_drawn_once(players, turned):
    game = hedgekit.Game(f"29+40 players={players}" if players > 6 else f"40 players={players}")
    drawn = pieces(draw(game, orientation="up" if turned else "right"))
    assert len(drawn) == len(set(drawn)) == 4 * players
    layout = drawing_of(game).layout(game.position, game.rules)
    trays = list(layout.cells.values())
    assert [cell.id for cell in trays] == [f"t{player}" for player in "ABCDEFGHI"[:players]]
    assert all(cell.y >= 0 and cell.y + cell.h <= layout.box[1] for cell in trays)
    assert all(one.y + one.h <= two.y for one, two in pairwise(trays)), "no tray over another"


def test_labels_name_the_discs_on_the_board_and_in_the_trays():
    view = table_at(SET_UP).view()
    labels = {cell["id"]: cell["label"]["en"] for cell in view["cells"]}
    assert labels == {
        "A1": "A1 on e4", "B1": "B1 on i3, across the edge and still in",
        "tA": "A: not yet played A2, A3, A4", "tB": "B: not yet played B2, B3; out B4",
    }  # fmt: skip
    assert "pas encore joués A2, A3, A4. B" in view["summary"]["fr"]


def test_discs_in_hand_are_flicked_before_those_on_the_board():
    view = table_at(SET_UP).view()
    assert view["moves"] == [], "flicks are not listed"
    assert view["flick"]["pieces"] == {"tA": "A2"}
    assert view["flick"]["discs"] == {"A1": [4, 3], "B1": [8.9, 2.5]}
    later = table_at("A1=4,3 A3=2,2 B1=8.9,2.5 out=A2A4B2B3B4 turn=A step=flick").view()
    assert later["flick"]["pieces"] == {"A1": "A1", "A3": "A3"}
    over = table_at("A1=4,3 A3=2,2 out=A2A4B1B2B3B4 over=A").view()
    assert over["flick"]["pieces"] == {}, "the panel keeps its sliders"
    assert table_at("A1=4,3 B1=8,2 hand=A2A3A4B2B3B4 turn=B step=flick").view()["flick"]["pieces"] == {"tB": "B2"}
    assert Table().view()["flick"] is None


def test_a_flick_is_shown_along_the_paths_of_its_discs():
    table = table_at(SET_UP)
    assert table.view()["slide"] is None, "no flick yet"
    view = table.handle({"do": "play", "move": "A2@9,1>90*0.45", "n": 1, "ply": 0})
    paths = view["slide"]["pieces"]
    assert view["error"] is None
    assert set(paths) == {"A2", "B1"}, "A1 was not touched"
    edge = next(cell for cell in view["cells"] if cell["id"] == "A1")
    middle = edge["x"] + edge["w"] / 2, edge["y"] + edge["h"] / 2
    assert paths["A2"][0] == pytest.approx([middle[0] + 5 * 72, middle[1] + 2 * 72], abs=0.06)
    for name in ("A2", "B1"):
        if cell := next((cell for cell in view["cells"] if cell["id"] == name), None):
            assert paths[name][-1] == pytest.approx([cell["x"] + cell["w"] / 2, cell["y"] + cell["h"] / 2], abs=0.06)
    assert len(json.dumps(view)) < 40_000


def test_a_disc_that_leaves_the_board_is_in_its_tray():
    table = table_at(SET_UP)
    view = table.handle({"do": "play", "move": "A2@0,3>0*1", "n": 1, "ply": 0})
    assert "out=A1" in view["text"] or "out=A2" in view["text"] or "out=B" in view["text"]
    gone = [piece for piece in view["slide"]["pieces"] if piece not in {cell["id"] for cell in view["cells"]}]
    assert gone
    assert max(map(len, view["slide"]["pieces"].values())) >= len(view["slide"]["pieces"][gone[0]])
    assert set(gone) <= set(pieces(view["svg"])), "crossed out in the tray"


@pytest.mark.parametrize(
    ("cell", "clause", "discs"), [("A1", "40.1", ["A2", "A3", "A4"]), ("tB", "40.1", ["B2"]), ("B1", "40.1", ["B1"])]
)
def test_a_disc_that_may_not_be_flicked_is_refused_with_a_reason(cell, clause, discs):
    view = table_at(SET_UP).handle({"do": "try", "path": [cell], "n": 1, "ply": 0})
    assert view["refusal"]["clause"] == clause
    assert view["refusal"]["squares"] == discs
    assert view["ply"] == 0


def test_a_disc_that_is_out_has_its_own_clause():
    table = table_at("A1=4,3 B1=8.9,2.5 out=A2A3A4B2B3B4 turn=A step=flick")
    assert table.handle({"do": "try", "path": ["tA"], "n": 1, "ply": 0})["refusal"]["clause"] == "40.2"


def test_a_flick_without_room_names_the_disc_in_the_way():
    view = table_at(SET_UP).handle({"do": "play", "move": "A2@9,2.3>180*1", "n": 1, "ply": 0})
    assert view["refusal"]["squares"] == ["B1"]


def test_positions_and_records_are_loaded_and_undone():
    table = Table(rules="40 players=2")
    view = table.handle({"do": "load", "text": SET_UP, "n": 1})
    assert (view["error"], view["text"]) == (None, SET_UP)
    table.handle({"do": "play", "move": "A2@0,3>0*0.3", "n": 2})
    record = table.view()["record"]
    assert table.handle({"do": "undo", "n": 3})["text"] == SET_UP
    assert table.handle({"do": "redo", "n": 4})["ply"] == 1
    other = Table()
    assert other.handle({"do": "load", "text": record, "n": 1})["rules"] == "40 players=2"
    assert other.view()["record"] == record


def test_computer_players_finish_a_game():
    table = Table(rules="40 players=3", seats=["lookahead", "greedy", "random"])
    for n in range(400):
        if table.view()["over"] is not None:
            break
        view = table.handle({"do": "step", "n": n})
        assert view["error"] is None
    assert table.game.is_over


# ---- tasks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", TASKS, ids=lambda found: found.name)
def test_a_wrong_flick_in_a_task_is_undone(found):
    table = Table(found.game(), task=found)
    piece = next(iter(table.view()["flick"]["pieces"].values()))
    view = table.handle({"do": "play", "move": f"{piece}@0,5>0*0.05", "n": 1, "ply": 0})
    assert view["task"]["state"] == "wrong"
    assert view["task"]["feedback"] == found.sentence("nudge")
    assert view["text"] == found.at
    assert view["slide"]["back"], "the flick is shown before it is undone"
    assert table.handle({"do": "hint", "n": 2})["slide"] is None
