"""Class mode: a teacher makes a link, and a class solves its tasks."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rulebook.boards.sheet import sheet_texts
from tests.browser.conftest import wait_for_page
from tests.browser.reader import HIDDEN, Open

WORDS = sheet_texts("classroom", "classroom")["en"]


def test_a_class_gets_a_link_a_code_and_a_sheet_and_keeps_its_progress(
    open_chapter: Open, axe: Callable[[Page], list[str]]
) -> None:
    page = open_chapter("17-class")
    page.get_by_label(WORDS["name"]).fill("4 b")
    page.get_by_label(WORDS["group"]).select_option("The base game")
    for name in ("anybody", "held"):
        page.locator(f"[data-task={name}]").click()
    page.get_by_role("button", name=WORDS["make"]).click()
    expect(page.get_by_role("img", name=WORDS["code"])).to_be_visible()
    assert axe(page) == []
    link = page.get_by_label(WORDS["link"], exact=True).input_value()
    noting = "window.print = () => { window.printed = document.querySelector('.hc-printed').innerHTML; };"
    page.evaluate(f"() => {{ {noting} }}")
    page.get_by_role("button", name=WORDS["print"]).click()
    page.wait_for_function("() => window.printed")
    assert page.evaluate("printed.includes('4 b') && printed.split('<svg').length >= 4")
    page.goto("about:blank")
    page.goto(link)
    tasks = page.locator(".hl-strip li")
    expect(tasks).to_have_count(2)
    expect(page.get_by_role("heading", name="4 b")).to_be_visible()
    board = page.locator(".hk-board[data-board=class-1]")
    expect(board.locator(".hk-prompt")).to_be_visible()
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        wait_for_page(page)
        expect(board.locator(".hk-prompt")).to_be_visible()
        assert board.evaluate(HIDDEN, [".hk-stage", ".hk-task", ".hk-card", ".hk-acts"]) == [], width
    for key in ("Tab", "Enter", "Tab", "Tab"):  # past the page's head and the row of tasks; the address stays
        page.keyboard.press(key)
    expect(board.locator(".hk-cell[tabindex='0']")).to_be_focused()
    assert page.url == link
    board.locator("[data-cell=f3]").click()  # a rival goes forward
    expect(tasks.first).to_have_class("is-done")
    board.get_by_role("button", name=WORDS["next"]).click()
    expect(page.locator(".hk-board[data-board=class-2]")).to_be_visible()
    expect(tasks.nth(1).get_by_role("button")).to_have_attribute("aria-current", "step")
    expect(page.get_by_text(WORDS["count"].format(done=1, all=2))).to_be_visible()
    page.reload()
    expect(tasks.first).to_have_class("is-done")
    expect(tasks.nth(1)).not_to_have_class("is-done")
