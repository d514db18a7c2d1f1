"""Answers of a board that are worked out beforehand: the same as later, without any change to the board."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from rulebook.boards import prefetch
from rulebook.boards.board import Board
from rulebook.learning.course_sheet import course_lessons
from rulebook.learning.lessons import lessons
from rulebook.publish import page_split
from rulebook.publish.static import parts
from tests import static_site
from tests.serving import NOTEBOOKS, ROOT
from tests.visitor import applied

PLACED = [{"do": "play", "move": move} for move in ("a1", "a2", "a1", "a3", "a4", "a5", "a6", "a2")]


def plain(view: Any) -> Any:
    """What a page gets of a view, but for its number and version."""
    return json.loads(json.dumps({**view, "n": 0, "v": 0}))


def boards() -> list[tuple[str, Board, list[dict[str, Any]]]]:
    """Boards at which a reader has something to do: at the beginning, in a game, with a task of each kind."""
    found = [(rules, Board(f"b{k}", rules=rules), PLACED[:k]) for k, rules in enumerate(("0", "13", "5+33 players=2"))]
    tasks = [*course_lessons()[:4], *list(lessons().values())[:40:5]]
    found += [(one.name, Board(one.name, one.game(), seats=one.seats, task=one), []) for one in tasks]
    return found


@pytest.mark.parametrize(("name", "board", "before"), boards(), ids=[name for name, *_ in boards()])
def test_a_board_answers_what_it_said_it_would(name: str, board: Board, before: list[dict[str, Any]]) -> None:
    for deed in before:
        board.answer({**deed, "n": 1, "ply": board.game.ply}, [])
    seen, record, table = plain(board.view), board.game.record(), dict(board.table.__dict__)
    answers = dict(board.ahead())
    assert bool(answers) is board.table.decides()
    moves = {prefetch.key({"do": "play", "move": move["text"]}) for move in board.view["moves"]}
    assert not answers or moves <= answers.keys()
    assert any('"try"' in one for one in answers) is bool(answers and board.table.waits())
    for key, patch in list(answers.items())[:6]:
        assert (plain(board.view), board.game.record()) == (seen, record)
        assert {one: board.table.__dict__[one] for one in table if one != "game"} == {
            one: value for one, value in table.items() if one != "game"
        }
        kept = dict(board.table.__dict__), board.game.copy()
        answer = board.table.handle({**json.loads(key), "n": 7, "ply": board.view["ply"]})
        assert plain(applied(board.view, patch)) == plain(answer)
        board.table.__dict__.update(kept[0], game=kept[1])


@pytest.mark.parametrize("rules", ["40", "7 players=2", "2 players=2", "horses players=2"])
def test_nothing_is_said_where_it_would_be_a_guess(rules: str) -> None:
    """Moves are aimed, cards or drawings are kept from others, a lot decides."""
    board = Board("b", rules=rules)
    for deed in PLACED if rules[0] in "72" else ():
        if board.table.secrets or board.game.is_chance:
            break
        board.answer({**deed, "n": 1, "ply": board.game.ply}, [])
    assert board.game.is_chance or board.table.secrets or board.view["flick"] or board.table.decides()
    if board.game.is_chance or board.table.secrets or board.view["flick"]:
        assert not dict(board.ahead())


# A chapter in a process of its own: it puts stand-ins in the place of anywidget.
RUN = """
import json
from rulebook.publish.static.bridge import Bridge
told = []
cells = ["from rulebook.boards.board import Board", "Board('b', rules='0 players=2')"]
bridge = Bridge(json.dumps(cells), lambda text: told.append(json.loads(text)))
assert not bridge.ahead()
for ply, move in enumerate(("a1", "a2")):
    bridge.handle("1.0", json.dumps({"do": "play", "move": move, "n": 1 + ply, "ply": ply}), [])
    assert bridge.ahead()
steps = 1
while bridge.ahead():
    steps += 1
print(json.dumps([told, steps, bridge.ahead()]))
"""


def test_a_process_says_it_while_nobody_asks_and_only_of_what_is_seen_now() -> None:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, text=True, check=True)
    told, steps, more = json.loads(done.stdout)
    *_, answered, said = told
    assert [one["type"] for one in told] == ["show", "custom", "custom", "ahead"]
    assert (said["slot"], said["v"]) == ("1.0", answered["content"]["to"])
    assert len(said["answers"]) == steps == 4
    assert '{"do":"play","move":"a6"}' in said["answers"]
    assert not more


def test_a_page_brings_the_first_answers_of_the_boards_that_are_in_sight_on_it() -> None:
    found = static_site.frozen("01-base-game")
    made: dict[str, str | bytes] = {}

    def add(name: str, content: str | bytes) -> str:
        made[f"{len(made)}-{name}"] = content
        return f"{len(made) - 1}-{name}"

    for leaf in page_split.names(NOTEBOOKS, "01-base-game"):
        shown = parts.shown("01-base-game", found, add, leaf, several=True)
        first = page_split.in_sight(shown["outputs"], leaf)
        views = {slot: found["slots"][slot]["state"]["_view"] for slot in first}
        mine = {slot for slot, view in views.items() if "auto" in view and not view["auto"] and view["moves"]}
        assert set(shown["page"]["ahead"]) == mine
        assert all(address in made for address in shown["page"]["ahead"].values())
    assert sum(len(data) for name, data in made.items() if "ahead" in name) < 30_000
