"""Carrom on a board: aiming and flicking by mouse, finger and keyboard; motion, refusals, narration."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.reader import HIDDEN, MIDDLE, PHONE, Open, Reader, js, word

CHAPTER = "08-fundamental"


def at(reader: Reader, x: float, y: float, scroll: bool = False) -> tuple[float, float]:
    """Return the screen coordinates of a point of the table; scroll: scroll there first."""
    return tuple(reader.board.evaluate(js("tablePoint"), [x, y, scroll]))


def sliders(reader: Reader) -> dict[str, Any]:
    """Return the sliders by key."""
    return {key: reader.board.get_by_label(word(f"flick-{key}", reader.lang)) for key in ("along", "turn", "strength")}


def test_a_disc_is_flicked_by_dragging_from_the_edge(open_chapter: Open) -> None:
    """The line is drawn while aiming; releasing flicks, except where the drag began."""
    reader = Reader(open_chapter(CHAPTER, "?variant=40", boards=["first-flick"]), "first-flick")
    reader.board.locator(".hk-stage").scroll_into_view_if_needed()
    mouse = reader.page.mouse
    ghost = reader.board.locator(".hk-ghost")
    mouse.move(*ghost.evaluate(MIDDLE))
    mouse.down()
    mouse.move(*at(reader, 6.2, 3.4), steps=4)
    expect(reader.board.locator(".ca-line")).to_have_count(2)  # to B1, and where B1 goes
    mouse.move(*ghost.evaluate(MIDDLE), steps=4)
    mouse.up()
    reader.expect_ply(0)
    mouse.move(*at(reader, 0, 3.4))  # elsewhere at the edge
    mouse.down()
    mouse.move(*at(reader, 7, 3.4), steps=4)
    mouse.up()
    reader.expect_ply(1)
    expect(reader.task).to_contain_text(word("task-right"))
    expect(reader.live).to_contain_text("A flicks A1.")


def test_a_disc_is_flicked_by_keyboard_only(open_chapter: Open) -> None:
    """Enter aims at another's disc, a slider sets the strength, F flicks; everything is announced."""
    reader = Reader(open_chapter(CHAPTER, "?variant=40", boards=["last-in-play"]), "last-in-play")
    press = reader.page.keyboard.press
    reader.cell("tA").focus()
    press("ArrowRight")
    focused = reader.state()["focus"]
    assert focused in ("A1", "B1")
    if focused == "A1":
        press("ArrowRight")
    expect(reader.cell("B1")).to_be_focused()
    press("Enter")
    expect(reader.live).to_have_text(word("flick-aimed", piece="B1"))
    strength = sliders(reader)["strength"]
    strength.focus()
    press("End")
    expect(strength).to_have_attribute("aria-valuetext", f"100 %, {word('flick-meets', piece='B1')}")
    reader.cell("B1").focus()
    press("f")
    reader.expect_ply(1)
    expect(reader.task).to_contain_text(word("task-right"))
    expect(reader.narration).to_contain_text("B1 leaves the board")


def test_discs_slide_unless_motion_is_reduced(open_chapter: Open) -> None:
    reader = Reader(open_chapter(CHAPTER, "?variant=40", boards=["first-flick"]), "first-flick")
    reader.board.locator(".hk-stage").scroll_into_view_if_needed()
    for motion in ("reduce", "no-preference"):
        reader.page.emulate_media(reduced_motion=motion)
        reader.watch_motion()
        # Each flick is wrong, as the first has already shown: wait for the answer to this one.
        reader.answer_to(lambda: reader.click(reader.board.locator("[data-flick]")))
        expect(reader.task).to_contain_text(word("task-wrong"))  # it misses B1, and is undone
        reader.expect_ply(0)
        assert reader.moving == 0 if motion == "reduce" else reader.moving > 0


def test_refusals_mark_the_disc_in_the_way(open_chapter: Open) -> None:
    reader = Reader(open_chapter(CHAPTER, "?variant=40", boards=["hand-first", "out-together"]), "hand-first")
    reader.click("A1")
    expect(reader.refused).to_contain_text("first flicks the hedgehogs not yet played")
    expect(reader.task).to_contain_text(word("task-right"))
    reader = Reader(reader.page, "out-together")
    reader.sets_up("A1=0,3 B1=4,3 out=A2A3A4B2B3B4 turn=B step=flick")
    expect(reader.narration).to_have_text(word("told-set-up"))
    reader.page.mouse.click(*at(reader, 0, 3.6, scroll=True))
    reader.click(reader.board.locator("[data-flick]"))
    expect(reader.refused).to_contain_text("There is no room for B1: A1 lies there.")
    assert reader.state()["why"] == ["A1"]


def test_a_disc_is_flicked_by_touch_on_a_phone(open_chapter: Open) -> None:
    """The board is upright; a tap places the disc at the edge, another aims, a button flicks; nothing overflows."""
    page = open_chapter(CHAPTER, "?variant=40", boards=["first-flick"], language="fr", **PHONE)
    reader = Reader(page, "first-flick", "fr")
    stage = reader.board.locator(".hk-stage")
    expect(stage).to_have_class(re.compile("hk-upwards"))
    for width, height in ((844, 390), (390, 844)):  # table, task, aim, prompt and buttons in one view
        page.set_viewport_size({"width": width, "height": height})
        reader.board.evaluate("board => board.scrollIntoView({ block: 'start', behavior: 'instant' })")
        assert reader.board.evaluate(HIDDEN, [".hk-stage", ".hk-task", ".hk-flick", ".hk-card", ".hk-acts"]) == []
    page.touchscreen.tap(*at(reader, 0.05, 4.5, scroll=True))
    expect(sliders(reader)["along"]).to_have_attribute("aria-valuetext", word("edge-bottom", "fr", at="1½", all=6))
    page.touchscreen.tap(*at(reader, 6.2, 3.4, scroll=True))
    expect(sliders(reader)["turn"]).to_have_attribute("aria-valuetext", re.compile("B1"))
    reader.board.locator("[data-flick]").tap()
    reader.expect_ply(1)
    expect(reader.task).to_contain_text(word("task-right", "fr"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_points_are_explained_and_announced_and_a_series_continues(open_chapter: Open) -> None:
    """20 over two rounds: this round and the standings; a free game under 24 is followed by the next one."""
    reader = Reader(open_chapter("02-scoring", "?variant=whole", boards=["rounds", "play-24"]), "rounds")
    reader.cell("h3").click()
    reader.expect_ply(1)
    points = reader.board.locator(".hk-points")
    expect(points.locator("tbody tr").first).to_have_text(re.compile(r"A\s*3\s*Own hedgehogs home: 3\. \(20\.1\)\s*4"))
    expect(points).to_contain_text("B wins the series.")
    expect(reader.live).to_contain_text("A: 3 points. Own hedgehogs home: 3.")
    expect(points.get_by_role("button")).to_have_count(0)
    reader = Reader(reader.page, "play-24")
    reader.button("pause").click()  # before it is the greedy player's turn
    reader.sets_up("b2=A1 c3=B1 e5=A2 h3=B2 home=A3A4B3B4 dice=3 turn=B step=forward")
    expect(reader.narration).to_have_text(word("told-set-up"))
    reader.board.locator(".hk-choices button").first.click()  # the greedy player's move
    expect(reader.board).to_have_attribute("data-step", "over")
    points = reader.board.locator(".hk-points")
    expect(points).to_contain_text(word("series-on"))
    points.get_by_role("button", name=word("next-game")).click()
    reader.expect_ply(0)
    expect(reader.narration).to_have_text(word("told-next"))
    expect(points).to_be_hidden()
    reader.button("undo").click()
    expect(points).to_be_visible()
