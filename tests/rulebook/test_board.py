"""The widget: what crosses to the page, what may come back, and its short name."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hedgekit
from rulebook.boards import board as boards
from rulebook.boards.board import CODE, Board
from rulebook.stage.code import modules
from rulebook.stage.frame import carrier
from rulebook.stage.say import interface


def test_its_name_is_short_and_says_where_the_game_stands():
    board = Board("play")
    assert repr(board) == "Board('play', 0 players=4, turn A, place, 6 moves)"
    board._handle_custom_msg({"do": "play", "move": "a1", "n": 1, "ply": 0}, [])
    assert repr(board) == "Board('play', 0 players=4, turn B, place, 5 moves)"
    game = hedgekit.Game("0 players=2", seed=1)
    while not game.is_over:
        game.play(game.roll() and game.undo() if game.is_chance else game.moves()[0])
    assert repr(Board("end", game=game)) == f"Board('end', 0 players=2, over {game.winners[0]})"


def test_its_text_is_what_a_notebook_saves():
    bundle = Board("play", rules="0 players=3")._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == "Board('play', 0 players=3, turn A, place, 6 moves)"


def test_where_no_widget_is_shown_there_is_a_picture_of_the_game():
    board = Board("play", rules="0 players=2")
    board.table.handle({"do": "play", "move": "a2"})
    data, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert f'<desc id="still-play-d">{board.game}</desc>' in data["image/svg+xml"]
    live = set(re.findall(r'id="([^"]+)"', board.view["svg"]))
    assert live
    assert not live & set(re.findall(r'id="([^"]+)"', data["image/svg+xml"]))


def test_a_message_changes_the_view():
    board = Board("play")
    before = board.view["v"]
    board._handle_custom_msg({"do": "try", "path": ["a3"], "n": 5, "ply": 0}, [])
    state = board.get_state()
    assert state["view"]["ply"] == 1
    assert state["view"]["n"] == 5
    assert state["name"] == "play"
    assert state["view"].pop("v") > before
    assert json.loads(json.dumps(state["view"])) == json.loads(json.dumps(board.table.view(5)))


def test_only_name_view_and_keep_are_synced_and_the_page_cannot_write_them():
    board = Board("play")
    own = {key for key in board.keys if not key.startswith("_")} - {"layout", "tabbable", "tooltip"}
    assert own == {"name", "view", "keep"}
    before = board.get_state()
    hostile = {"view": {"svg": "<script>"}, "name": "other", "_esm": "alert(1)", "layout": None}
    board.set_state(hostile)
    board._handle_msg({"content": {"data": {"method": "update", "state": hostile}}, "buffers": []})
    assert board.get_state() == before


@settings(max_examples=40, deadline=None)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    )
)
def test_no_message_raises_or_prints(content):
    board = Board("play")
    for message in (
        content,
        {"content": content},
        {"content": {"data": content}},
        {"content": {"data": {"method": "custom", "content": content}}},
    ):
        board._handle_msg(message)
    assert board.view["ply"] == 0


def test_boards_share_one_carrier_of_their_code():
    one, other = Board("one"), Board("other")
    assert one._esm == other._esm
    assert len(one._esm) < 1400
    assert carrier(CODE) is carrier(CODE)
    assert CODE.key in one._esm
    assert CODE.key in carrier(CODE)._esm
    assert repr(carrier(CODE)) == "Carrier('board')"


def test_the_code_is_whole_and_asks_nobody_else():
    code = CODE.text
    for part in modules(CODE.entry):
        lines = part.read_text("utf-8").splitlines()
        first = next(line for line in lines if re.match(r"(export )?(async )?(const|let|function|class) ", line))
        assert first.removeprefix("export ") in code
    assert not re.search(r"^(import|export) ", code, re.MULTILINE)
    assert "http" not in code.replace("http://www.w3.org/2000/svg", "")
    assert code.count("innerHTML") == 1  # our own picture, and nothing else


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_word_that_the_code_says_is_there(lang):
    said = set(re.findall(r'(?:word|wordButton|iconButton\("\w+",)\(?\s*"([a-z-]+)"', CODE.text))
    assert said
    assert said <= set(interface()[lang])
    assert {key: set(re.findall(r"{\w+}", text)) for key, text in interface()["en"].items()} == {
        key: set(re.findall(r"{\w+}", text)) for key, text in interface()["fr"].items()
    }


def test_no_word_is_left_over():
    """Every interface word is named in the code, whole or by its first part (`cell-${...}`, f"error-{...}")."""
    python = [
        file for room in ("boards", "games", "picture", "stage") for file in (boards.HERE.parent / room).rglob("*.py")
    ]
    code = CODE.text + "".join(file.read_text("utf-8") for file in python)
    code = code.replace(json.dumps(interface(), ensure_ascii=False), "")
    for key in interface()["en"]:
        family = key.split("-")[0]
        assert any(named in code for named in (f'"{key}"', f"].{key};", f"`{family}-${{", f'f"{family}-{{')), key


def test_after_a_change_from_python_the_board_is_shown_anew():
    board = Board("play")
    board.game.play("a1")
    board.refresh()
    assert board.view["ply"] == 1
    assert board.view["record"] == board.game.record()
