"""The board widget: what it sends to the page, what it accepts, and its short name."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st
from ipywidgets import VBox
from ipywidgets.embed import embed_data

import hedgekit
from rulebook.boards.board import CODE, Board
from rulebook.choosing import chooser, pairs
from rulebook.learning import course, quiz
from rulebook.stage import notebook_output
from rulebook.stage.bundle import modules
from rulebook.stage.frame import carrier
from rulebook.stage.localized import ui_texts
from tests.hedgekit.playing import played
from tests.sample import examples

ROOT = Path(__file__).parents[2]


def test_the_name_is_short_and_says_where_the_game_is():
    board = Board("play")
    assert repr(board) == "Board('play', 0 players=4, turn A, place, 6 moves)"
    board._handle_custom_msg({"do": "play", "move": "a1", "n": 1, "ply": 0}, [])
    assert repr(board) == "Board('play', 0 players=4, turn B, place, 5 moves)"
    game = played("0 players=2")
    assert repr(Board("end", game=game)) == f"Board('end', 0 players=2, over {game.winners[0]})"


def test_without_widgets_a_picture_and_a_name_are_shown():
    board = Board("play", rules="0 players=2")
    board.table.handle({"do": "play", "move": "a2"})
    data, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert f"<desc>{board.game}</desc>" in data["image/svg+xml"]
    assert data["text/plain"] == repr(board)
    live = set(re.findall(r'id="([^"]+)"', board.view["svg"]))
    assert live
    assert not live & set(re.findall(r'id="([^"]+)"', data["image/svg+xml"]))


def test_a_message_changes_the_view():
    board = Board("play")
    before = board.view["v"]
    board._handle_custom_msg({"do": "try", "path": ["a3"], "n": 5, "ply": 0}, [])
    state = board.get_state()
    assert state["_view"]["ply"] == 1
    assert state["_view"]["n"] == 5
    assert state["name"] == "play"
    assert state["_view"].pop("v") > before
    assert json.loads(json.dumps(state["_view"])) == json.loads(json.dumps(board.table.view(5)))


@examples(40)
@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    )
)
def test_no_message_raises_or_changes_the_game(content):
    board = Board("play")
    for message in (
        content,
        {"content": content},
        {"content": {"data": content}},
        {"content": {"data": {"method": "custom", "content": content}}},
    ):
        board._handle_msg(message)
    assert board.view["ply"] == 0


def test_boards_share_one_code_carrier():
    one, other = Board("one"), Board("other")
    assert one._esm == other._esm
    assert len(one._esm) < 1400
    assert carrier(CODE) is carrier(CODE)
    assert CODE.key in one._esm
    assert CODE.key in carrier(CODE)._esm
    assert repr(carrier(CODE)) == "Carrier('board')"


def test_the_code_is_complete_and_makes_no_requests():
    code = CODE.text
    for part in modules(CODE.entry):
        lines = part.read_text("utf-8").splitlines()
        first = next(line for line in lines if re.match(r"(export )?(async )?(const|let|function|class) ", line))
        assert first.removeprefix("export ") in code
    assert not re.search(r"^(import|export) ", code, re.MULTILINE)
    assert "http" not in code.replace("http://www.w3.org/2000/svg", "")
    assert code.count("innerHTML") == 1  # for our own picture only


def test_refresh_shows_a_change_from_python():
    board = Board("play")
    board.game.play("a1")
    board.refresh()
    assert board.view["ply"] == 1
    assert board.view["record"] == board.game.record()


AT = "b5=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"


def new_board() -> Board:
    return Board(hedgekit.Game.from_text("0 players=2", AT))


def test_traits_follow_the_table_and_setting_one_changes_it():
    board = new_board()
    assert (board.rules, board.ply, board.plies, board.turn, board.over, board.winners) == (
        *("0 players=2", 0, 0, "A", False, []),
    )
    board.play("e4-e5")
    assert (board.ply, board.plies, "e5=A2" in board.position) == (1, 1, True)
    board.ply = 0
    assert (board.ply, board.plies, board.position, board.game.ply) == (0, 1, AT, 0)
    record = board.record
    board.rules = "9+13 players=3"
    assert (board.rules, board.record) == ("9+13 players=3", "9+13 players=3")
    board.record = record
    assert (board.rules, board.ply) == ("0 players=2", 1)
    board.position = AT
    assert (board.ply, board.plies, str(board.game)) == (0, 0, AT)
    board.game = hedgekit.game_of("hekla")("hekla players=2")
    assert (board.rules, board.turn) == ("hekla players=2", "A")
    board.show = ("analysis",)
    assert board.table.shows_chances
    assert board.view["chances"]
    board.seats = ["reader", SimpleNamespace(name="mine", choose=lambda game: game.moves()[0])]
    assert board.seats == board.view["seats"] == ["reader", "bot:mine"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rules", "999", "There is no variant 999"),
        ("record", "zz", "not a record of ours"), ("ply", 1, "no such move in the record"),
        ("ply", "x", "expected an int"),
        ("position", "a1=Q9", "not Q9"), ("position", "q9", "not part of a position"),
        ("language", "xx", "expected any of"), ("show", ["x"], "not 'x'"),
        ("turn", "B", "read-only"), ("over", True, "read-only"), ("view", {}, "not set"), ("game", 3, "not int"),
        ("seats", ["x", "y"], "Each seat"), ("seats", 3, "Each seat"), ("seats", [7, None], "Each seat"),
        ("task", 3, "not int|no task: it has rules"), ("pley", 3, "no pley"),
        ("layout", 7, "Layout"), ("keep", "x", "boolean"), ("table", 3, "not int|no table"),
    ],
)  # fmt: skip
def test_invalid_values_are_refused_and_change_nothing(name, value, message):
    board = new_board()
    before = board.get_state()
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(board, name, value)
    assert board.get_state() == before
    if name not in ("turn", "over", "view"):
        with pytest.raises(TypeError if name in ("pley", "table") else traitlets.TraitError, match=message):
            Board(**{name: value})


def test_linked_boards_stay_in_sync():
    one, other = new_board(), Board("other")
    traitlets.link((one, "record"), (other, "record"))
    traitlets.link((one, "ply"), (other, "ply"))
    one.answer({"do": "play", "move": "e4-e5", "n": 1, "ply": 0}, [])
    assert other.view["narration"] == one.view["narration"]
    other.answer({"do": "undo", "n": 1}, [])
    assert (one.ply, one.plies, str(one.game)) == (0, 1, AT)
    other.play("e4-e3")
    assert str(one.game) == str(other.game) == one.position
    assert "e3=A2" in one.position
    with pytest.raises(TypeError):
        traitlets.link((one, "view"), (other, "view"))


def test_callbacks_get_every_move_and_a_failing_one_stops_nothing(capsys):
    board, heard = new_board(), []

    def fails(change):
        raise RuntimeError("mine")

    with pytest.raises(traitlets.TraitError, match="not int"):
        board.on_move(3)
    board.on_move(fails)
    board.observe(fails, "ply")
    board.on_move(lambda move: heard.append(move))
    board.on_move(lambda at, move: heard.append((at.ply, move)))
    board.observe(lambda change: heard.append(change.new), "turn")
    board.answer({"do": "play", "move": "e4-e5", "n": 1, "ply": 0}, [])
    board.answer({"do": "undo", "n": 2}, [])
    board.answer({"do": "redo", "n": 3}, [])
    assert heard == ["e4-e5", (1, "e4-e5")]
    with pytest.raises(RuntimeError, match="mine"):
        board.play(next(iter(board.game.moves())))
    assert board.ply == 2
    assert board.view["ply"] == 2


def test_a_page_may_set_linked_traits_and_is_told_of_invalid_values():
    board = new_board()
    board.play("e4-e5")

    def write(**state):
        board._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})

    write(ply=0)
    assert (board.ply, board.game.ply) == (0, 0)
    write(ply=9)
    assert (board.ply, board.view["error"]["en"]) == (0, "There is no such move in the record.")
    write(turn="B", _view={}, name="x")
    assert (board.turn, board.name) == ("A", "board")


def test_a_frozen_board_is_shown_as_a_picture(monkeypatch):
    view = "application/vnd.jupyter.widget-view+json"
    board = new_board()
    assert view in board._repr_mimebundle_()[0]
    monkeypatch.setenv("RULEBOOK_PICTURES", "1")
    assert set(board._repr_mimebundle_()[0]) == {"image/svg+xml", "text/plain"}
    monkeypatch.delenv("RULEBOOK_PICTURES")
    board.freeze()
    assert set(board._repr_mimebundle_()[0]) == {"image/svg+xml", "text/plain"}


@pytest.mark.parametrize("sheet", [course, quiz, pairs, chooser])
def test_a_box_has_the_pictures_of_the_widgets_in_it(sheet):
    """Sheets that are not boards, with and without a picture, next to a board."""
    one, board = sheet(), new_board()
    data, _ = notebook_output._bundle_of(VBox([one, board]), [one, board])
    assert data["image/svg+xml"].count("<svg") == 2 + bool(one.picture)
    assert "application/vnd.jupyter.widget-view+json" in data


def test_embedding_with_defaults_includes_code_and_board(monkeypatch):
    board = new_board()
    with monkeypatch.context() as patch:
        patch.setenv("RULEBOOK_PICTURES", "1")
        unheard = Board("unheard")  # its page has it even so
    state = embed_data(views=[board])["manager_state"]["state"]
    assert state[unheard.model_id]["state"]["_view"]["rules"]
    assert state[carrier(CODE).model_id]["state"]["_esm"] == CODE.carrier
    assert state[board.model_id]["state"]["_esm"] == CODE.stub
    assert state[board.model_id]["state"]["_view"]["text"] == AT
    assert board._repr_mimebundle_()[1]["hedgekit"].keys() == ui_texts().keys()


def test_the_guides_recipes_are_cells_of_the_notebook():
    cells = {
        cell.source
        for cell in nbformat.read(ROOT / "notebooks" / "your-own-board.ipynb", 4).cells
        if cell.cell_type == "code"
    }
    recipes = re.findall(
        r"```python\n(.*?)\n```", (ROOT / "docs" / "how-to" / "notebook.md").read_text("utf-8"), re.DOTALL
    )
    assert len(recipes) >= 7
    assert set(recipes) <= cells
