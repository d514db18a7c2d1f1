"""One screen, one move: board, task, die, narration and buttons in one view; nothing shifts during play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rulebook.learning.course_sheet import course_lessons
from rulebook.publish import page_split
from rulebook.text.words import LANGUAGES
from tests import serving
from tests.browser.conftest import wait_for_page
from tests.browser.cover import first_move
from tests.browser.pace import PACE
from tests.browser.reader import HIDDEN, Open, Reader, js, word

SECONDS = 30  # of CPU time: slow files start first

BASE = "01-base-game"
SIZES = ((1280, 800), (1024, 768), (390, 844), (844, 390))
SMALLEST = (320, 640)
PARTS = (".hk-stage", ".hk-task", ".hk-card", ".hk-die", ".hk-acts")
WATCH = js("watchShifts")
TO_TOP = "board => board.scrollIntoView({ block: 'start', behavior: 'instant' })"


def shifts(page: Page) -> Any:
    """Return all shifts so far, after two more frames."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("window.shifts")


WITHOUT_MORE = {
    *("readings", "compared", "known", "chances", "measured", "play"),
    *("board", "contents", "sources", "glossary", "command"),
}
"""Pages of texts and tables, or of games at other tables."""


def leaves_to_hold() -> Iterator[Any]:
    """Yield pages with language and sizes: three long ones; in the long runs all."""
    every = [*SIZES, SMALLEST]
    few = {("7", "fr"): every[::3], ("25", "en"): every[1::3], ("moving", "de"): every[2::3]}
    for stem in serving.STEMS:
        for leaf in page_split.chapter_pages(serving.NOTEBOOKS, stem):
            for language in LANGUAGES if leaf.name not in WITHOUT_MORE else ():
                place = f"{stem}.ipynb?{'variant' if leaf.variant else 'page'}={leaf.name}"
                if some := few.get((leaf.name, language)):
                    yield pytest.param(place, language, some, id=f"{leaf.name}-{language}")
                yield pytest.param(
                    place, language, every, marks=pytest.mark.soak, id=f"{leaf.name}-{language}-{len(every)}"
                )


def resize(page: Page, width: int, height: int, parts: Sequence[str]) -> None:
    """Wait until these parts of the board are visible at another size, after the layout changed."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"parts => !({HIDDEN})(document.querySelector('.hk-board'), parts).length", arg=[*parts])
    assert page.evaluate("scrollY") == 0, (width, height)


def stops_to_the_board(page: Page) -> int:
    """Return the number of tab stops from the top of a page to its first board, skipping the head."""
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    press = page.keyboard.press
    press("Tab")
    press("Enter")
    for stop in range(2, 9):
        press("Tab")
        if page.evaluate("document.activeElement.matches('.hk-cell')"):
            return stop
    return 9


def test_a_lesson_is_read_in_order_and_reached_with_four_keys(open_page: Open) -> None:
    """At each width; a screen reader gets page, lessons, task, board, prompt and buttons in this order."""
    page = open_page("/voila/render/00-start-here.ipynb")
    wait_for_page(page)
    for width, height in (*SIZES, SMALLEST):
        resize(page, width, height, [".hk-stage"] if (width, height) == SMALLEST else [*PARTS, ".hl-next"])
        assert stops_to_the_board(page) <= 4, width
        page.evaluate("scrollTo(0, 0)")
    seen = f"""() => {{
      const board = document.querySelector('.hk-board:not(.was)');
      return board && !({HIDDEN})(board, ['.hk-stage']).length;
    }}"""
    steps = page.locator(".hl-step").all()
    for step in [*steps[1:], steps[0]]:  # on the smallest screen a lesson scrolls its board into view
        page.evaluate("document.querySelector('.hk-board').classList.add('was')")
        step.click()
        page.wait_for_function(seen)
    snapshot = page.locator("main").aria_snapshot()
    task = course_lessons()[0].text["en"]
    parts = ["heading", "navigation", "One step forward", task, "grid", "A: advance", word("hint"), word("undo")]
    places = [snapshot.index(part) for part in parts]
    assert places == sorted(places), snapshot
    page.locator(".hl-step").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hl-step").nth(1)).to_be_focused()


def test_a_board_fits_one_view_and_nothing_shifts_during_play(open_chapter: Open) -> None:
    """A wrong answer, a hint, a right one, a move, repeated, at four sizes: each has reserved space."""
    page = open_chapter(BASE, boards=["held", "order", "play"], reduced_motion="no-preference")
    reader = Reader(page, "held")
    for width, height in (*SIZES, SMALLEST):
        page.set_viewport_size({"width": width, "height": height})
        reader.board.evaluate(TO_TOP)
        parts = [".hk-stage"] if (width, height) == SMALLEST else PARTS
        assert reader.board.evaluate(HIDDEN, parts) == [], (width, height)
        page.evaluate(WATCH)
        reader.moves("e4", "e3")
        expect(reader.task.locator(".is-wrong")).to_be_visible()
        reader.button("hint").click()
        expect(reader.task.locator(".hk-hint")).to_be_attached()
        reader.click("d1")
        expect(reader.task.locator(".is-right")).to_contain_text(word("task-right"))
        expect(reader.refused).to_contain_text("0.9")
        if (width, height) != SMALLEST:
            assert reader.board.evaluate(HIDDEN, [*PARTS, ".hk-next"]) == [], (width, height)
        assert shifts(page) == [], (width, height)
        reader.moves("e4", "e3")
        reader.expect_ply(1)
        reader.button("task-again").click()
        reader.expect_ply(0)
        expect(reader.task.locator(".hk-answer")).to_have_count(0)
        assert shifts(page) == [], (width, height)
    page.set_viewport_size({"width": 1280, "height": 800})
    game = Reader(page, "play")  # a free game with moves has a review
    game.board.evaluate(TO_TOP)
    page.evaluate(WATCH)
    game.click("a1")
    game.expect_ply(4)
    assert shifts(page) == []
    reader.board.evaluate(TO_TOP)
    # On success the panel's button leads on, to a board completely in view.
    reader.click("d1")
    expect(reader.task.locator(".is-right")).to_be_attached()
    reader.board.locator(".hk-next").click()
    expect(page.locator(".hk-board:has(:focus)")).not_to_have_attribute("data-board", "held")
    assert page.locator(".hk-board:has(:focus)").evaluate(HIDDEN, PARTS[:2]) == []


@pytest.mark.parametrize(("place", "language", "sizes"), list(leaves_to_hold()))
def test_a_page_is_short_enough(open_page: Open, place: str, language: str, sizes: list[tuple[int, int]]) -> None:
    """Its first board is visible at once, everything important within three screens; free play is one click away."""
    page = open_page(f"/voila/render/{place}", width=1280, height=800, language=language)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        wait_for_page(page)
        board = page.locator(".hk-board").first
        assert board.evaluate(HIDDEN, [".hk-stage"]) == [], (width, height)
        assert page.evaluate("scrollY") == 0, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert board.evaluate(js("overlapping")) == [], (width, height)
        if width >= 390:
            assert board.evaluate(HIDDEN, [".hk-task", ".hk-card", ".hk-acts"]) == [], (width, height)
        if height < 500:  # landscape: prompt and buttons are beside the board, the rule is below
            continue
        further = page.locator(".rb-more, .rb-cells:not(:has(.rb-more)) [id^=more-]").bounding_box()
        assert further
        # On the smallest screen the square boards of other games and their rules take half a screen more.
        assert further["y"] <= (3 if width >= 390 or "variant=" in place else 3.6) * height, (width, height)
    if "variant=" not in place:
        return
    number = place.rpartition("=")[2]
    expect(page.locator(f"[data-board=play-{number}]")).to_have_count(0)
    page.locator(".rb-play > summary").click()
    expect(page.locator(f"[data-board=play-{number}] .hk-stage")).to_be_visible()


def test_the_first_move_is_answered_within_a_second_of_first_paint(open_page: Open) -> None:
    assert first_move(open_page("/", width=1280, height=800)) < PACE.seconds(1)


def test_the_cover_is_a_lesson_that_needs_no_process(open_page: Open) -> None:
    """A wrong move, a refusal, a hint, the right move, without a server; then the lessons continue."""
    page = open_page("/", width=1280, height=800, reduced_motion="no-preference")
    reader = Reader(page, "step-on")
    for language in reversed(LANGUAGES):
        page.evaluate("(to) => document.querySelector(`[data-hk-set-lang=${to}]`).click()", language)
        words = page.evaluate(js("readable"))
        assert 40 < len(words) <= 90, words
    for width, height in (*SIZES, SMALLEST):
        resize(page, width, height, [".hk-stage"] if (width, height) == SMALLEST else PARTS)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert stops_to_the_board(page) <= 4
    page.route("**/*", lambda route: route.abort())
    page.evaluate(WATCH)
    reader.click("f3")
    expect(reader.task.locator(".is-wrong")).to_be_visible()
    reader.button("hint").click()
    expect(reader.task.locator(".hk-hint")).to_be_visible()
    reader.click("d2")
    expect(reader.refused).to_contain_text("0.8")
    reader.click("b3")
    expect(reader.task.locator(".is-right")).to_be_visible()
    assert reader.stacks["c3"] == "A1"
    assert shifts(page) == []
    page.unroute("**/*")
    page.locator(".hk-die").click()  # not prepared: a process continues the same game
    wait_for_page(page)
    Reader(page, "step-on").expect_ply(1)
    page.go_back()
    Reader(page, "step-on").click("b3")
    page.locator('[data-board="step-on"] .hk-acts').locator(".hk-next:visible, .hk-slot > :visible").click()
    wait_for_page(page)
    expect(page.locator(".hl-step.is-done")).to_have_count(1)
    Reader(page, "step-aside").expect_ply(0)
