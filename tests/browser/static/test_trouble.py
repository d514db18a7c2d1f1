"""The static site where something goes wrong: no Python, an old browser, parts that are gone, cells that fail."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, said, wait_for_life
from tests.static_site import BELOW

SECONDS = 10  # of one core: what takes long begins early

# Lets the cell of a board fail.
FAILS = """(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const [cell] = document.querySelector("[data-name=gift]").dataset.slot.split(".");
    if (message.type === "start") message.cells[cell] = "1 / 0\\n" + message.cells[cell];
    return post.call(this, message, ...rest);
  };
})()"""


def test_without_python_the_book_is_read_and_what_is_sound_plays_when_it_comes(open_page: Open) -> None:
    """With the network; also where the memory that it is to begin with is of no use: then it begins as ever.

    A board whose cell fails says so, and the others play.
    """
    page = open_page("/", service_workers="block", expect=("ERR_FAILED", "packed", "ZeroDivisionError"))
    page.add_init_script(FAILS)
    page.route("**/memory-*.packed", lambda route: route.fulfill(body=b"no memory"))
    page.route("**/rulebook-*.packed", lambda route: route.abort())
    page.goto(f"{page.url}{BASE}-whole.html")
    wait_for_life(page)
    reader = Reader(page, "play")
    for place in ("a1", "a2"):
        reader.click(place)
    for button, language in (("English", "en"), ("Français", "fr")):
        page.get_by_role("button", name=button).click()
        trouble = page.get_by_role("alert").filter(has_text=said("unreachable", language))
        expect(trouble).to_be_visible(timeout=PACE.ms(PATIENCE))
    expect(page.locator("h1 >> visible=true")).to_have_count(1)
    reader.stands_at(1)
    page.unroute("**/rulebook-*.packed")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(reader.board).to_have_attribute("data-ply", "2", timeout=PACE.ms(PATIENCE))
    expect(page.locator(".rb-trouble, .rb-loading")).to_have_count(0)
    Reader(page, "gift").click("a1")
    expect(page.locator(".rb-failed")).to_have_count(1)
    other = Reader(page, "flat")
    other.click("a1")
    expect(other.refused).to_be_visible()
    expect(other.board).not_to_have_attribute("data-answer", "0")


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


def test_lost_addresses_lead_back(open_page: Open, axe: Callable[[Page], list[str]]) -> None:
    for path in ("nowhere.html", "deep/down/nowhere.html"):
        page = open_page(f"/{path}", service_workers="block", expect=("404",))
        page.locator("html[data-hk-base]").wait_for()
        assert path[:4] == "deep" or axe(page) == []
        page.locator(".rb-cards a").nth(1).click()
        page.wait_for_url(f"**/{BELOW}/{BASE}.html")
