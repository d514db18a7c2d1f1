"""The static site where something goes wrong: no Python, an old browser, parts that are gone, cells that fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, said, wait_for_life
from tests.static_site import BELOW

SECONDS = 15  # of one core: what takes long begins early


def test_without_python_the_book_is_read_and_it_comes_with_the_network(open_page: Open) -> None:
    page = open_page("/", service_workers="block", expect=("ERR_FAILED", "packed"))
    page.route("**/*.packed", lambda route: route.abort() if "rulebook" in route.request.url else route.continue_())
    page.goto(f"{page.url}{BASE}.html")
    wait_for_life(page)
    reader = Reader(page, "play")
    for place in ("a1", "a2"):
        reader.click(place)
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable"))
    expect(trouble).to_be_visible(timeout=PACE.ms(PATIENCE))
    page.get_by_role("button", name="Français").click()
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable", "fr"))
    expect(trouble).to_be_visible()
    expect(page.locator("h1 >> visible=true")).to_have_count(1)
    reader.stands_at(1)
    page.unroute("**/*.packed")
    page.evaluate("dispatchEvent(new Event('online'))")
    reader.stands_at(2)
    expect(page.locator(".rb-trouble, .rb-loading")).to_have_count(0)


def test_an_old_browser_and_a_page_whose_parts_are_gone_are_told(open_page: Open) -> None:
    """By a page that a cache kept too long, after a new edition; the pictures of its boards are there."""
    for why in ("old", "broken"):
        page = open_page("/", service_workers="block", expect=("404",))
        if why == "old":
            page.add_init_script("delete window.WebAssembly")
        else:
            page.route("**/parts/host-*.js", lambda route: route.fulfill(status=404))
        page.goto(f"{page.url}{BASE}.html")
        expect(page.get_by_role("alert")).to_contain_text(said(why))
        expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()


OF_BOARD = 'document.querySelector("[data-name=play]").dataset.slot.split(".")[0]'
OF_IMPORTS = 'message.cells.findIndex((cell) => cell.startsWith("from rulebook"))'


@pytest.mark.parametrize("cell", [OF_BOARD, OF_IMPORTS])
def test_a_board_whose_cell_fails_says_so_and_the_others_play(open_page: Open, cell: str) -> None:
    """Also where the memory that Python is to begin with is of no use: then it begins as ever."""
    page = open_page("/", service_workers="block", expect=("ZeroDivisionError",))
    page.add_init_script(
        """(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.type === "start") message.cells[CELL] = "1 / 0\\n" + message.cells[CELL];
        return post.call(this, message, ...rest);
      };
    })()""".replace("CELL", cell)
    )
    page.route("**/memory-*.packed", lambda route: route.fulfill(body=b"no memory"))
    page.goto(f"{page.url}{BASE}-whole.html")
    wait_for_life(page)
    Reader(page, "play").click("a1")
    expect(page.locator(".rb-failed")).to_have_count(1, timeout=PACE.ms(PATIENCE))
    if cell == OF_BOARD:
        other = Reader(page, "flat")
        other.click("a1")
        expect(other.refused).to_be_visible()
        expect(other.board).not_to_have_attribute("data-answer", "0")


def test_lost_addresses_lead_back(open_page: Open, axe: Callable[[Page], list[str]]) -> None:
    for path in ("nowhere.html", "deep/down/nowhere.html"):
        page = open_page(f"/{path}", service_workers="block", expect=("404",))
        page.locator("html[data-hk-base]").wait_for()
        assert path[:4] == "deep" or axe(page) == []
        page.locator(".rb-cards a").nth(1).click()
        page.wait_for_url(f"**/{BELOW}/{BASE}.html")
