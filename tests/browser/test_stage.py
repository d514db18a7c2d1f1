"""One screen, one move: board, task, die, what is said and the way on in one view; nothing moves while one plays."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.reader import MIDDLE, Open, Reader, word

BASE = "01-base-game"
SIZES = ((1280, 800), (1024, 768), (390, 844), (844, 390))
PARTS = (".hk-stage", ".hk-task", ".hk-card", ".hk-die", ".hk-acts")

# Every shift that the browser sees from now on, also those that an input might excuse.
WATCH = """() => {
  window.shifts = [];
  const name = ({ node }) => `${node?.parentElement?.className ?? ""} > ${node?.className ?? node?.nodeName}`;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push(`${one.value}: ${one.sources.map(name)}`);
  }).observe({ type: "layout-shift" });
}"""

# What of these parts cannot be seen without scrolling, once the board has been brought to the top.
HIDDEN = """(board, parts) => {
  board.scrollIntoView({ block: "start", behavior: "instant" });
  return parts.filter((part) => {
    const { left, top, right, bottom } = board.querySelector(part).getBoundingClientRect();
    const out = left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    return out || right - left < 20 || bottom - top < 16;
  });
}"""


def shifts(page: Page) -> Any:
    """Everything that has moved so far, after two more frames."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("window.shifts")


def test_a_board_is_one_view_and_nothing_moves_while_it_is_played_on(open_chapter: Open) -> None:
    """A wrong answer, a hint, a right one, a move, and again, at four sizes: each has its place before it comes."""
    page = open_chapter(BASE, boards=["held", "order"])
    reader = Reader(page, "held")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert reader.board.evaluate(HIDDEN, PARTS) == [], (width, height)
        page.evaluate(WATCH)
        reader.moves("e4", "e3")
        expect(reader.task.locator(".is-wrong")).to_be_visible()
        reader.button("hint").click()
        expect(reader.task.locator(".hk-hint")).to_be_attached()
        reader.click("d1")
        expect(reader.task.locator(".is-right")).to_contain_text(word("task-right"))
        expect(reader.refused).to_contain_text("0.9")
        assert reader.board.evaluate(HIDDEN, [*PARTS, ".hk-next"]) == [], (width, height)
        assert shifts(page) == [], (width, height)
        reader.moves("e4", "e3")
        reader.stands_at(1)
        reader.button("task-again").click()
        reader.stands_at(0)
        expect(reader.task.locator(".hk-answer")).to_have_count(0)
        assert shifts(page) == [], (width, height)
    # On success the way on waits where the pointer is: a second click beside the first leads to a board wholly in view.
    reader.click("d1")
    expect(reader.task.locator(".is-right")).to_be_attached()
    x, y = reader.cell("d1").evaluate(MIDDLE)
    page.mouse.click(x + 20, y + 20)
    expect(page.locator(".hk-board:has(:focus)")).not_to_have_attribute("data-board", "held")
    assert page.locator(".hk-board:has(:focus)").evaluate(HIDDEN, PARTS[:2]) == []
