"""Moves: refused, dragged, touched, undone, redone; tasks; several boards on a page."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import wait_for_boards
from tests.browser.reader import MIDDLE, PHONE, Open, Reader, js, word

SECONDS = 10  # of CPU time: slow files start first

BASE = "01-base-game"
WHY = "A1 stands on d1, a black square, and B1 on b5, among others, is still behind it: it cannot move."
HELD = f"{WHY} ({word('rule', clause='0.9')})"


def test_a_held_hedgehog_refuses_to_move(open_chapter: Open) -> None:
    """The sentence, the clause, and the squares that cause it are shown; the game is unchanged."""
    reader = Reader(open_chapter(BASE, boards=["held"]), "held")
    before = reader.stacks
    reader.click("d1")
    expect(reader.refused).to_have_text(HELD)
    expect(reader.live).to_contain_text(HELD)
    seen = reader.state()
    assert seen["stacks"] == before
    assert {"b5", "d1"} <= set(seen["why"])
    expect(reader.cell("b5")).to_have_accessible_name(re.compile("the reason why not"))
    expect(reader.count).to_have_text("0 / 0")
    reader.moves("e4", "e5")
    reader.expect_ply(1)
    expect(reader.refused).to_be_hidden()
    assert not reader.state()["why"]
    assert reader.stacks["e5"] == "A2"


def test_double_clicks_move_like_single_ones(open_chapter: Open) -> None:
    """The second click undoes and asks nothing; a later click deselects as usual."""
    page = open_chapter(BASE, boards=["held"])
    reader = Reader(page, "held")
    reader.cell("d1").dblclick()
    expect(reader.task.locator(".is-right")).to_be_visible()
    reader.cell("e4").dblclick()
    reader.has_chosen("e4")
    page.mouse.click(*reader.cell("e4").evaluate(MIDDLE))
    reader.has_chosen(None)
    reader.cell("e4").dblclick()
    reader.cell("e3").dblclick()
    reader.expect_ply(1)
    expect(reader.refused).to_be_hidden()
    assert reader.stacks["e3"] == "A2"


def test_pieces_are_dragged_with_the_mouse(open_chapter: Open) -> None:
    page = open_chapter(BASE, boards=["held", "order"], reduced_motion="no-preference")
    reader = Reader(page, "held")
    reader.drags("d1", "d2")
    expect(reader.refused).to_have_text(HELD)
    piece = reader.board.locator('[data-piece="A1"]')
    expect(piece).to_have_attribute("style", "")  # back in its place
    reader.drags("e4", "e3")
    reader.expect_ply(1)
    assert reader.stacks["e3"] == "A2"
    # Dropped outside the board, or back where it was: nothing happens.
    other = Reader(page, "order")
    x, y = other.cell("d3").evaluate(MIDDLE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 30, steps=4)
    assert other.state()["chosen"] == ["d3"]
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    expect(other.refused).to_be_hidden()
    expect(other.board.locator('[data-piece="A3"]')).to_have_attribute("style", "")
    assert other.state()["chosen"] == []


def touch_drag(page: Page, start: list[float], end: list[float]) -> None:
    """Drag with a finger."""
    session = page.context.new_cdp_session(page)
    steps = [[start[i] + (end[i] - start[i]) * at / 5 for i in (0, 1)] for at in range(6)]
    kinds = ["touchStart", *["touchMove"] * 5]
    for kind, (x, y) in zip(kinds, steps, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def test_touch_works_on_a_phone(open_chapter: Open) -> None:
    """Tap, tap again to deselect, drag; lanes run upwards; the page can be scrolled on the board."""
    page = open_chapter(BASE, boards=["held", "order"], **PHONE)
    reader = Reader(page, "held")
    low, high, right = (reader.cell(square).bounding_box() for square in ("a1", "i1", "a2"))
    assert low["y"] > high["y"]
    assert right["x"] > low["x"]
    reader.cell("d1").tap()
    expect(reader.refused).to_have_text(HELD)
    reader.cell("e4").tap()
    reader.has_chosen("e4")
    reader.cell("e4").tap()
    reader.has_chosen(None)
    start = reader.cell("e4").evaluate(MIDDLE)
    touch_drag(page, start, reader.cell("e5").evaluate(MIDDLE))
    reader.expect_ply(1)
    assert reader.stacks["e5"] == "A2"
    again = Reader(page, "order")
    again.taps("b2")
    again.cell("b1").tap()
    expect(again.task).to_contain_text(word("task-wrong"))
    before = page.evaluate("scrollY")
    empty = again.cell("e5").evaluate(MIDDLE)
    touch_drag(page, empty, [empty[0], empty[1] - 150])
    page.wait_for_function("before => scrollY > before + 50", arg=before)


def test_undo_stepping_and_playing_from_an_earlier_point(open_chapter: Open) -> None:
    reader = Reader(open_chapter(BASE, boards=["play"]), "play")
    reader.new_game(players=2, own_dice=True)
    reader.places("a1", "a2", "a3", "a4", "a5", "a6")
    six = reader.stacks
    reader.opens("record")
    record = reader.board.get_by_role("list", name=word("record")).get_by_role("button")
    expect(record).to_have_count(6)
    reader.button("undo").click()
    reader.expect_ply(5)
    expect(reader.board.locator(".hk-looking")).to_be_visible()
    reader.button("redo").click()
    reader.expect_ply(6)
    assert reader.stacks == six
    reader.button("back").dblclick()  # two steps, however quickly
    reader.expect_ply(4)
    expect(record.nth(3)).to_have_attribute("aria-current", "step")
    record.nth(1).click()
    reader.expect_ply(2)
    reader.page.keyboard.press("ArrowRight")
    expect(record.nth(2)).to_be_focused()
    reader.page.keyboard.press("Enter")
    reader.expect_ply(3)
    expect(record).to_have_count(6)
    reader.places("a6")  # what followed is replaced
    expect(record).to_have_count(4)
    expect(reader.button("redo")).to_be_disabled()
    expect(reader.count).to_have_text("4 / 4")
    assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a6": "B2"}
    reader.button("restart").click()
    reader.expect_ply(0)
    reader.button("undo").click()  # undoes the restart
    reader.expect_ply(4)


def test_a_win_solves_a_task_and_a_wrong_move_leaves_nothing_selected(open_chapter: Open) -> None:
    page = open_chapter(BASE, boards=["third-home", "order"])
    reader = Reader(page, "third-home")
    reader.button("hint").click()
    expect(reader.task).to_contain_text("Who in lane 3 stands right before the finishing line?")
    expect(reader.button("hint")).to_be_hidden()
    reader.click("c3")
    expect(reader.live).to_contain_text("it wins nothing")
    reader.click("h3")
    expect(reader.task).to_contain_text(f"{word('task-right')}. Your third hedgehog is home")
    expect(reader.prompt).to_have_text("A wins.")
    reader.button("task-again").click()
    reader.expect_ply(0)
    expect(reader.task).not_to_contain_text(word("task-right"))
    other = Reader(page, "order")
    seen = other.state()
    other.click("d3")
    other.click(other.state()["to"][0])
    expect(other.task).to_contain_text(f"{word('task-wrong')}. That was a proper side-step.")
    assert (now := other.state())["chosen"] == now["to"] == []
    assert now["stacks"] == seen["stacks"]
    other.moves("d3", "e3")
    expect(other.task).to_contain_text(f"{word('task-right')}. Refused: going forward is the third step")
    expect(other.refused).to_contain_text(word("rule", clause="0.4"))


def test_the_first_turn_starts_with_a_click_on_the_die(open_chapter: Open) -> None:
    """A click on the die rolls it, then the game goes on until the reader must decide."""
    reader = Reader(open_chapter(BASE, boards=["whole-turn"]), "whole-turn")
    reader.board.get_by_role("button", name=word("die-roll")).first.click()
    seen = reader.answered(0)
    assert seen["step"] == "sideways"
    assert re.match(r"A: move one of your hedgehogs .* lane [1-6] advances next", seen["prompt"])
    reader.button("move-pass").click()
    seen = reader.answered(1)
    expect(reader.task).to_contain_text(re.compile("Go on|Right"))


def test_boards_on_a_page_do_not_interfere(open_page: Open, browser: Browser) -> None:
    """They fetch their code once, through one carrier; a change on one restyles no other, on a phone."""
    code: list[str] = []
    page = open_page("/", width=390)
    page.on("response", lambda answer: code.append(answer.url) if "/parts/board" in answer.url else None)
    page.goto(page.url + f"voila/render/{BASE}.ipynb?page=whole")
    wait_for_boards(page)
    first, second = Reader(page, "held"), Reader(page, "order")
    others = page.locator(".hk-board:not([data-board=held])")
    before = others.evaluate_all(js("saidOf"))
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    first.click("d1")
    expect(first.refused).to_be_visible()
    seen = [one for one in json.loads(browser.stop_tracing())["traceEvents"] if one["name"] == "UpdateLayoutTree"]
    styled = sum(one["args"].get("elementCount", 0) for one in seen)
    assert 0 < styled < others.locator("*").count() / 2, styled
    first.click("e4")
    assert first.state()["chosen"] == ["e4"]
    first.places("e5")
    first.button("turn-board").click()
    assert others.evaluate_all(js("saidOf")) == before
    second.click("d3")
    assert first.state()["chosen"] == []
    ids = page.evaluate("[...document.querySelectorAll('.hk-board [id]')].map(el => el.id)")
    assert sorted(set(ids)) == sorted(ids)
    assert page.evaluate("Object.keys(globalThis).filter(key => key.startsWith('hedgekit-board-')).length") == 1
    assert sum("class Grid" in page.request.get(address).text() for address in set(code)) == 1


ASIDE = "0 players=2\na1=B2 a5=B3 a6=B4A3 b1=A4 b2=A1 b4=B1 e4=A2 dice=2 turn=A step=sideways"


def test_no_click_is_lost(open_chapter: Open) -> None:
    """Neither one on a button redrawn while pressed, nor those on a piece and its target before the last answer."""
    page = open_chapter(BASE, boards=["play"])
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.sets_up(ASIDE)
    page.mouse.move(*reader.board.locator('.hk-choices [data-move="-"]').evaluate(MIDDLE))
    page.mouse.down()
    page.evaluate("dispatchEvent(new Event('hedgekit:lang'))")
    page.mouse.up()
    reader.expect_ply(1)
    reader.button("undo").click()
    reader.expect_ply(0)
    reader.board.evaluate(js("atOnce"))
    reader.expect_ply(2)
    assert reader.stacks["c2"] == "A1"
