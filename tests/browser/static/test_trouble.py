"""The static site where something goes wrong: no Python, an old browser, parts that are gone, cells that fail."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, said, wait_for_life
from tests.static_site import BELOW


def test_without_python_the_book_is_read_and_says_so(open_page: Open) -> None:
    page = open_page("/", service_workers="block", expect=("ERR_FAILED", "packed"))
    page.route("**/*.packed", lambda route: route.abort() if "rulebook" in route.request.url else route.continue_())
    page.goto(f"{page.url}{BASE}.html")
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable"))
    expect(trouble).to_be_visible(timeout=PACE.ms(PATIENCE))
    page.get_by_role("button", name="Français").click()
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable", "fr"))
    expect(trouble).to_be_visible()
    expect(page.locator(".rb-loading")).to_be_hidden()
    expect(page.locator("h1 >> visible=true")).to_have_count(1)
    expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()
    page.unroute("**/*.packed")
    trouble.get_by_role("button").click()
    wait_for_life(page)


def test_an_old_browser_is_told(open_page: Open) -> None:
    page = open_page("/", service_workers="block")
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{page.url}{BASE}.html")
    expect(page.get_by_role("alert")).to_have_text(re.compile(re.escape(said("old"))))
    expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()


def test_a_page_whose_parts_are_gone_says_so(open_page: Open) -> None:
    """A page that a cache kept too long, after a new edition."""
    page = open_page("/", service_workers="block", expect=("404",))
    page.route("**/parts/host-*.js", lambda route: route.fulfill(status=404))
    page.goto(f"{page.url}{BASE}.html")
    expect(page.get_by_role("alert")).to_contain_text(said("broken"))
    expect(page.locator(".rb-coming img").first).to_be_visible()


def spoiled(open_page: Open, cell: str, leaf: str = "") -> Page:
    """A page of a chapter in which a cell, given as JavaScript, fails."""
    page = open_page("/", service_workers="block", expect=("ZeroDivisionError",))
    page.add_init_script(
        """(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.type === "cells") message.cells[CELL] = "1 / 0\\n" + message.cells[CELL];
        return post.call(this, message, ...rest);
      };
    })()""".replace("CELL", cell)
    )
    page.route("**/memory-*.packed", lambda route: route.fulfill(body=b"no memory"))
    page.goto(f"{page.url}{BASE}{leaf}.html")
    wait_for_life(page)
    return page


def test_a_cell_that_fails_in_the_browser_leaves_the_other_boards(open_page: Open) -> None:
    """Also where the memory that Python is to begin with is of no use: then it begins as ever."""
    page = spoiled(open_page, 'message.slots.at(-1).split(".")[0]')
    expect(page.locator(".rb-failed")).to_have_count(1)
    reader = Reader(page, "play")
    reader.click("a1")
    reader.stands_at(1)


def test_when_the_imports_fail_the_boards_that_need_them_say_so(open_page: Open) -> None:
    """The cell shows nothing itself; the page must not wait for boards that cannot come."""
    page = spoiled(open_page, 'message.cells.findIndex((cell) => cell.startsWith("from rulebook"))', "-whole")
    expect(page.locator(".rb-loading")).to_have_count(0)
    # All but the quiz, which imports what it needs itself.
    expect(page.locator(".rb-failed")).to_have_count(page.locator("[data-slot]").count() - 1)


@pytest.mark.parametrize("path", ["nowhere.html", "deep/down/nowhere.html"])
def test_lost_addresses_lead_back(open_page: Open, axe: Callable[[Page], list[str]], path: str) -> None:
    page = open_page(f"/{path}", service_workers="block", expect=("404",))
    page.locator("html[data-hk-base]").wait_for()
    assert axe(page) == []
    page.locator(".rb-cards a").nth(1).click()
    page.wait_for_url(f"**/{BELOW}/{BASE}.html")
