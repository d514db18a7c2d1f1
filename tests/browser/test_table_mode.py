"""Table mode as people use it: a phone flat on the table, with real dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from rulebook.boards.sheet import sheet_texts
from tests.browser.reader import Open, js, word

WORDS = sheet_texts("attable", "attable")["en"]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def table_page(open_chapter: Open, fragment: str = "", **options: Any) -> Page:
    page = open_chapter("16-table", fragment, **PHONE, **options)
    page.get_by_label(word("seat-name", player="A")).fill("Anna")
    page.get_by_label(word("seat-colour", player="A")).select_option(word("colour-E"))
    page.get_by_role("button", name=WORDS["start"]).click()
    expect(page.locator(".hc-flat .hk-board[data-step=place]")).to_be_visible()
    return page


def test_a_turn_is_entered_at_the_table(open_chapter: Open) -> None:
    """The rules of a link, all in one view, real dice, a question answered without playing, undo."""
    page = table_page(open_chapter, "#rules=1&players=2")
    flat, board = page.locator(".hc-flat"), page.locator(".hc-flat .hk-board")
    expect(flat.locator(".hc-score li")).to_contain_text(["Anna", "B"])
    expect(board.locator(".hk-prompt")).to_contain_text("Anna: ")
    size = board.locator(".hk-stage").bounding_box()
    flat.get_by_role("button", name=WORDS["lay"]).click()
    expect(board).to_have_attribute("data-ply", "8")
    expect(flat.get_by_role("button", name=WORDS["lay"])).to_be_hidden()
    assert board.locator(".hk-stage").bounding_box() == size  # though the dice have come
    dice = board.locator(".hk-choices [data-move]")
    expect(dice).to_have_count(6)
    parts = ".hk-prompt, .hk-grid, .hk-room, .hk-choices button, .hc-flat-bar button"
    inside = js("isInView")
    assert page.evaluate(inside, parts)
    page.set_viewport_size({"width": 320, "height": 640})  # a sentence too long for its place gets smaller
    room = "document.querySelector('.hc-flat .hk-words')"
    page.wait_for_function(f"() => {room}.scrollHeight <= {room}.clientHeight")
    assert page.evaluate(inside, parts)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.hc-flat .hk-prompt')).fontSize)") >= 24
    dice.nth(2).click()
    expect(board.locator(".hk-told")).to_contain_text("Anna rolls 3.")
    expect(board.locator("[data-piece=A1]")).to_have_css("color", "rgb(132, 69, 156)")  # the chosen violet
    before = board.get_attribute("data-ply")
    may = flat.get_by_role("button", name=WORDS["may"])
    for _ in range(2):  # it is answered twice
        may.click()
        board.locator("[data-cell=f2]").click()
        expect(may).to_have_attribute("aria-pressed", "false")
        expect(board.locator(".hk-no")).to_contain_text("no hedgehog on f2")
    may.click()
    board.get_by_role("button", name="Pass").click()
    expect(board.locator(".hk-told")).to_contain_text(WORDS["may-yes"].partition("{")[0])
    expect(board.locator(".hk-no")).to_be_hidden()
    expect(board).to_have_attribute("data-ply", str(before))
    board.get_by_role("button", name="Pass").click()
    expect(board).to_have_attribute("data-step", "forward")
    flat.get_by_role("button", name=WORDS["undo"]).click()
    expect(board).to_have_attribute("data-step", "sideways")


def test_the_screen_stays_on_and_a_reload_restores_the_game(
    open_chapter: Open, axe: Callable[[Page], list[str]]
) -> None:
    page = table_page(open_chapter, permissions=["screen-wake-lock"])  # headless browsers must be granted it
    expect(page.locator(".hc-flat > .hc-quiet")).to_have_text(WORDS["awake"])
    page.locator(".hc-flat .hk-cell.is-to").first.click()
    expect(page.locator(".hc-flat .hk-board")).to_have_attribute("data-ply", "1")
    assert axe(page) == []
    page.reload()
    page.get_by_role("button", name=WORDS["resume"]).click()
    expect(page.locator(".hc-flat .hk-board")).to_have_attribute("data-ply", "1")
