"""Class mode: a link is accepted or refused as a whole; code and printed sheets are complete."""

import re

import pytest

from hedgekit.study import puzzles
from rulebook.learning.class_sheet import MOST, QUIET, ClassRoom
from rulebook.learning.lessons import lessons
from rulebook.text import words

from .sheets import send

OWN = {"rules": "0 players=2", "position": "b3=A1 a1=B1 home=A2A3B2B3 d1=A4 c1=B4 dice=1 turn=A step=sideways",
       "question": "Where to?", "answers": ["b3-b4"]}  # fmt: skip


def test_a_class_gets_tasks_of_the_book_and_of_its_teacher():
    sheet = ClassRoom()
    view = send(sheet, do="take", tasks=["whole-turn", OWN])
    assert [question["en"] for question in view["questions"]] == [lessons()["whole-turn"].text["en"], "Where to?"]
    assert send(sheet, do="open", which=2)["at"] == 2
    send(sheet, do="board", which="left", message={"do": "play", "move": "b3-b4"})
    assert (sheet.left["name"], sheet.left["task"]["state"]) == ("class-2", "right")


def test_a_puzzle_can_be_a_task():
    sheet = ClassRoom()
    one = puzzles.puzzles("9")[0]
    view = send(sheet, do="take", tasks=[one.key])
    assert one.key in view["questions"][0]["en"]
    send(sheet, do="open", which=1)
    assert not sheet.left["task"]["returns"], "a class has no game to go back to"
    worst = min(one.chances, key=one.chances.__getitem__)
    send(sheet, do="board", which="left", message={"do": "play", "move": worst})
    assert sheet.left["task"]["state"] == "wrong"
    send(sheet, do="board", which="left", message={"do": "restart"})
    send(sheet, do="board", which="left", message={"do": "play", "move": one.best})
    assert (sheet.left["name"], sheet.left["task"]["state"]) == ("class-1", "right")
    assert send(sheet, do="page")["page"].count("<svg") == len(words.LANGUAGES)


def test_tasks_have_pictures_and_a_local_server_has_an_address(monkeypatch):
    """Pictures only of visible tasks; an address only if the server says that it listens there."""
    view = send(ClassRoom(), do="look", names=["held", "anybody"])
    assert [svg.startswith("<svg") for svg in view["pictures"].values()] == [True, True]
    assert ClassRoom().data["near"] == ""
    monkeypatch.setenv("RULEBOOK_NEAR", "1")
    assert re.fullmatch(r"(\d+\.){3}\d+|", ClassRoom().data["near"])


def test_every_task_of_the_book_can_be_opened():
    sheet = ClassRoom()
    names = [one["name"] for one in sheet.data["tasks"]]
    assert names == [*lessons(), *(one.key for name in puzzles.sets() for one in puzzles.puzzles(name))]
    assert len({*names}) == len(names)
    send(sheet, do="take", tasks=names[:MOST])
    for which in range(1, MOST + 1):
        assert "error" not in send(sheet, do="open", which=which)
    send(sheet, do="take", tasks=[*names[:2], names[2][:-1]])
    assert "ask for it again" in send(sheet, do="open", which=1)["error"]["en"], "a truncated link"


def test_the_printed_sheet_has_every_question_and_position():
    sheet = ClassRoom()
    send(sheet, do="take", tasks=["whole-turn", OWN])
    page = send(sheet, do="page")["page"]
    assert page.count("<svg") == 2 * len(words.LANGUAGES)
    assert "Where to?" in page
    assert "lane 1 advances next" in page, "the roll is printed, as no die is drawn"
    assert page.count('class="hl-answer"') == 2 * len(words.LANGUAGES)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_the_qr_code_encodes_the_address_with_its_quiet_zone():
    segno = pytest.importorskip("segno")
    address = "https://example.org/17-class.html#class=4b&tasks=%5B%22held%22%5D"
    view = send(ClassRoom(), do="code", address=address)
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", view["code"])}
    matrix = segno.make_qr(address, error="l", boost_error=False).matrix
    assert dark == {(x + QUIET, y + QUIET) for y, row in enumerate(matrix) for x, bit in enumerate(row) if bit}
    assert view["side"] == len(matrix) + 2 * QUIET
