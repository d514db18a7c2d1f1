"""Answers of a board that are computed ahead: the same as later, and without changing the board."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.boards import prefetch
from rulebook.boards.board import Board
from rulebook.learning.course_sheet import course_lessons
from rulebook.learning.lessons import lessons
from rulebook.stage.patches import changes
from tests.serving import ROOT
from tests.visitor import applied

PLACED = [{"do": "play", "move": move} for move in ("a1", "a2", "a1", "a3", "a4", "a5", "a6", "a2")]


def plain(view: Any) -> Any:
    """Return what a page gets of a view, without its counters."""
    return json.loads(json.dumps({**view, "n": 0, "v": 0}))


def boards() -> Iterator[Any]:
    """Yield boards where a reader can act: at the start, in a game, with tasks of each kind."""
    for k, rules in enumerate(("0", "13", "5+33 players=2")):
        yield pytest.param(Board(f"b{k}", rules=rules), k, id=rules)
    for one in (*course_lessons()[:4], *list(lessons().values())[:40:5]):
        yield pytest.param(Board(one.name, one.game(), seats=one.seats, task=one), 0, id=one.name)


@pytest.mark.parametrize(("board", "before"), list(boards()))
def test_answers_computed_ahead_are_correct(board: Board, before: int) -> None:
    for action in PLACED[:before]:
        board.answer({**action, "n": 1, "ply": board.game.ply}, [])

    def state() -> Any:
        return plain(board.view), board.game.record(), {**vars(board.table), "game": None}

    seen, answers = state(), dict(board.ahead())
    assert bool(answers) is board.table.reader_decides()
    moves = {prefetch.key({"do": "play", "move": move["text"]}) for move in board.view["moves"]}
    assert not answers or moves <= answers.keys()
    assert any('"try"' in one for one in answers) is bool(answers and board.table.waits_for_attempt())
    for key, patch in list(answers.items())[:6]:
        assert state() == seen
        kept = dict(vars(board.table)), board.game.copy()
        answer = board.table.handle({**json.loads(key), "n": 7, "ply": board.view["ply"]})
        assert plain(applied(board.view, patch)) == plain(answer)
        vars(board.table).update(kept[0], game=kept[1])


@pytest.mark.parametrize("rules", ["40", "7 players=2", "horses players=2"])
def test_nothing_is_computed_ahead_where_it_would_be_a_guess(rules: str) -> None:
    """Flicks are aimed, cards or drawings are secret, a lot decides."""
    board, actions = Board("b", rules=rules), iter(PLACED)
    while not (board.table.secrets or board.game.is_chance or board.view["flick"]):
        board.answer({**next(actions), "n": 1, "ply": board.game.ply}, [])
    assert not dict(board.ahead())


# A chapter as run by a page, in a child process because it replaces anywidget.
RUN = """
import json
from rulebook.publish.static.bridge import Bridge
sent = []
cells = ["from rulebook.boards.board import Board", "Board('b', rules='0 players=2')", "1 / 0", "raise SystemExit"]
bridge = Bridge(json.dumps(cells), lambda text: sent.append(json.loads(text)))
for ply, move in enumerate(("a1", "a2")):
    bridge.handle("1.0", json.dumps({"do": "play", "move": move, "n": ply, "ply": ply}), [])
    while bridge.ahead():
        pass
bridge.run("2.0")
print(json.dumps(sent))
"""


def test_a_static_page_gets_answers_ahead_when_idle() -> None:
    """A message runs only the cells its board needs; one that fails says so."""
    sent = json.loads(subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, check=True).stdout)
    assert [one["type"] for one in sent] == ["show", "custom", "ahead", "custom", "ahead", "failed"]
    for answer, ahead in (sent[1:3], sent[3:5]):
        assert (ahead["slot"], ahead["v"]) == ("1.0", answer["content"]["to"])
    assert sent[2]["answers"].keys() == {f'{{"do":"play","move":"a{lane}"}}' for lane in range(2, 7)}


@pytest.mark.parametrize("words", [30, 300, 3000])
def test_a_random_change_of_text_is_patched_exactly(words):
    """Short ones, those that are compared, and ones too long for that."""
    chance = random.Random(words)
    for _ in range(20):
        old = [f"{chance.choice('ab<é')}{chance.randrange(40)}" for _ in range(words)]
        new = list(old)
        for _ in range(chance.randrange(6)):
            at = chance.randrange(len(new))
            new[at : at + chance.randrange(4)] = chance.choices(old, k=chance.randrange(4))
        old, new = " ".join(old), " ".join(new)
        assert applied(old, changes(old, new)) == new
