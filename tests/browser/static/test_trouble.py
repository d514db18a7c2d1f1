"""The static site in trouble: no network, no Python, another edition, old browsers, hostile pages."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from rulebook.publish.static import build
from rulebook.publish.static.page import EDITION
from tests import static_site
from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader, js
from tests.browser.static.conftest import BASE, PATIENCE, static_word, wait_for_life, wait_for_mark
from tests.static_site import BELOW

SECONDS = 55  # of CPU time: slow files start first

REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "404", "503", "site[.]json")
# A game of two plies, in a link.
GAME = "#board=play&record=0_players=2~place:_a1_a2"


def publish(folder: Path, number: int) -> Path:
    """Replace the published build by one with its number in pages and other file names; return its worker."""
    shutil.rmtree(folder / BELOW, ignore_errors=True)
    files, made = static_site.files(), build.Site()
    new = {json.loads(files[build.MANIFEST])["edition"]: EDITION, "<h1>": f"<h1>Number {number}: "}
    for part in ("host", "worker"):
        (old,) = [name for name in files if name.startswith(f"parts/{part}-")]
        new[old] = made.add_part(f"{part}.js", files[old] + b"\n// %d" % number)
    for name in files.keys() - new.keys() - {build.MANIFEST, "sw.js"}:
        made.files[name] = files[name]
        for before, after in new.items() if name.endswith(".html") else ():
            made.files[name] = made.files[name].replace(before.encode(), after.encode())
    build._add_edition(made)
    made.write(folder / BELOW)
    return folder / BELOW / new[old]


def test_only_what_was_read_is_kept_and_poisoned_caches_are_ignored(open_page: Open, tmp_path: Path) -> None:
    """The cover keeps little, in the next edition, too; a chapter that was played works offline.

    Whatever was written into the cache runs in no edition, even one that keeps unchanged files, and no foreign page is
    shown.
    """
    publish(tmp_path, 1)
    with static_site.hosted(tmp_path) as host:
        page = open_page("/", host=host.url, expect=REFUSED)
        wait_for_mark(page, "kept")
        assert len(page.evaluate(js("keptSizes"))) < 20
        publish(tmp_path, 2)
        assert page.evaluate(js("update")) == "activated"
        assert sum(page.evaluate(js("keptSizes"))) < 1e6, "less than the whole book"

        def reads(fragment: str = "") -> None:
            page.goto("about:blank")
            page.goto(f"{host.url}/{BASE}.html{fragment}")
            wait_for_life(page)  # then no file is being fetched while others are replaced
            wait_for_mark(page, "kept")
            assert not page.evaluate("self.poisoned ?? false")

        reads()
        assert sum(page.evaluate(js("keptSizes"))) < 2e6, "nobody has played"
        Reader(page, "play").click("a1")
        expect(page.locator("[data-board=play]")).not_to_have_attribute("data-answer", "0", timeout=PACE.ms(PATIENCE))
        for edition in (2, 3):
            reads()
            count, path = page.evaluate(js("poison"))
            assert count > 10
            publish(tmp_path, edition)
            assert page.evaluate(js("update")) == "activated"
            page.goto(f"{host.url}/{path}")
            expect(page.locator("h1").first).not_to_contain_text("Poisoned")
        reads()
        host.stop()
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 3")
        reads(GAME)
        Reader(page, "play").expect_ply(2)
        page.goto(f"{host.url}/12-desk.html")  # never read: the book says so instead of the browser
        expect(page.locator("h1", has_text="not here")).to_be_visible()
        expect(page.locator("#rb-loading")).to_have_count(0)


def test_the_whole_book_can_be_kept_and_is_updated_as_a_whole(open_page: Open, tmp_path: Path) -> None:
    """The whole book is kept, under its sub-path, and replaces error pages of its host, too.

    This host redirects page.html to page, which browsers accept from a service worker only as its own response.
    A new edition is read at once, and kept once it is complete; until then, and in open tabs, the previous one is used.
    """
    first = publish(tmp_path, 1).name
    with static_site.hosted(tmp_path, bare=True) as host:
        page = open_page("/", host=host.url, expect=REFUSED)
        page.locator("#rb-keep[data-state=offer]").click()
        page.locator("#rb-keep[data-state=kept]").wait_for(timeout=PACE.ms(PATIENCE))

        def reads(path: str, shows: str) -> None:
            page.goto(f"{host.url}/{path}")
            expect(page.locator(shows).first).to_be_visible()

        for ill in (0, 503, None):
            host.files.ill = ill or 0
            if ill is None:
                host.stop()
            for path in (f"{BASE}.html", BASE):
                reads(path, ".rb-nav")
            for path in ("index.html", ""):
                reads(path, ".rb-doors")
        page.get_by_role("searchbox").fill("black square")
        expect(page.locator(".rb-found li").first).to_be_visible()
        reads("deep/nowhere.html", "h1")

        host.start()
        worker = publish(tmp_path, 2)
        code = worker.read_bytes()
        worker.unlink()
        reads("", "h1:has-text('Number 2')")
        assert page.evaluate(js("update")) == "redundant"
        host.stop()
        reads("", "h1:has-text('Number 1')")
        worker.write_bytes(code)
        host.start()
        assert page.evaluate(js("update")) == "activated"
        host.stop()
        late = f"fetch('parts/{first}').then((answer) => answer.status, () => 0)"
        assert page.evaluate(late) == 200, "this tab shows the first edition"
        page.goto(f"{host.url}/{BASE}.html{GAME}")
        wait_for_life(page)
        Reader(page, "play").expect_ply(2)
        reads("", "h1:has-text('Number 2')")
        host.start()
        publish(tmp_path, 3)
        assert page.evaluate(js("update")) == "activated"
        names = "caches.keys().then((names) => names.length)"  # of two editions, and which one is used
        assert (page.evaluate(names), page.evaluate(late)) == (3, 404)


def test_an_open_tab_and_a_kept_game_survive_a_new_edition(open_page: Open, tmp_path: Path) -> None:
    """The tab plays on with its files; an untouched one says that it is outdated; the new edition has the game."""
    publish(tmp_path, 1)
    with static_site.hosted(tmp_path) as host:
        page = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED)
        wait_for_mark(page, "kept")
        other = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED, page=page)
        wait_for_life(other)
        reader, second = Reader(page, "play"), Reader(other, "play")
        reader.new_game(players=2, own_dice=True)
        reader.places("a1")
        publish(tmp_path, 2)
        page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        # Browsers keep recent files in their own cache for a tenth of their age, and would play on.
        page.context.new_cdp_session(page).send("Network.clearBrowserCache")
        assert page.evaluate(js("update")) == "activated"
        second.click("a1")
        second.click("a2")
        expect(other.get_by_role("alert").filter(has_text=static_word("renewed"))).to_be_visible(
            timeout=PACE.ms(PATIENCE)
        )
        reader.places("a2")
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url.rpartition("/")[2]))
        page.reload()
        wait_for_life(page)
        expect(page.locator("h1").first).to_contain_text("Number 2")
        listed = {path.name for path in (tmp_path / BELOW).glob("parts/*.js")}
        assert {name for name in requested if name.endswith(".js")} <= listed | {"sw.js"}
        reader.button("kept-resume").click()
        reader.expect_ply(2)
        assert reader.stacks == {"a1": "A1", "a2": "B1"}


def test_the_book_is_read_without_python_and_boards_work_once_it_comes(open_page: Open) -> None:
    """Once the network is back; a useless memory snapshot is ignored.

    A board whose cell fails says so, and the others play.
    """
    page = open_page("/", service_workers="block", expect=("ERR_FAILED", "packed", "ZeroDivisionError"))
    page.add_init_script(f"{js('failCell')}()")
    page.route("**/memory-*.packed", lambda route: route.fulfill(body=b"no memory"))
    page.route("**/rulebook-*.packed", lambda route: route.abort())
    page.goto(f"{page.url}{BASE}-whole.html")
    wait_for_life(page)
    reader = Reader(page, "play")
    for place in ("a1", "a2"):
        reader.click(place)
    for button, language in (("English", "en"), ("Français", "fr")):
        page.get_by_role("button", name=button).click()
        trouble = page.get_by_role("alert").filter(has_text=static_word("unreachable", language))
        expect(trouble).to_be_visible(timeout=PACE.ms(PATIENCE))
    expect(page.locator("h1 >> visible=true")).to_have_count(1)
    reader.expect_ply(1)
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


def test_an_old_browser_or_missing_files_are_reported(open_page: Open) -> None:
    """In a page that a cache kept beyond a new edition; the pictures of its boards are shown."""
    for why in ("old", "broken"):
        page = open_page("/", service_workers="block", expect=("404",))
        if why == "old":
            page.add_init_script("delete window.WebAssembly")
        else:
            page.route("**/parts/host-*.js", lambda route: route.fulfill(status=404))
        page.goto(f"{page.url}{BASE}.html")
        expect(page.get_by_role("alert")).to_contain_text(static_word(why))
        expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()


def test_unknown_addresses_lead_to_the_book(open_page: Open, axe: Callable[[Page], list[str]]) -> None:
    for path in ("nowhere.html", "deep/down/nowhere.html"):
        page = open_page(f"/{path}", service_workers="block", expect=("404",))
        page.locator("html[data-hk-base]").wait_for()
        assert path[:4] == "deep" or axe(page) == []
        page.locator(".rb-cards a").nth(1).click()
        page.wait_for_url(f"**/{BELOW}/{BASE}.html")


def test_the_sandbox_runs_nothing_for_other_pages(open_page: Open, server: str, tmp_path: Path) -> None:
    """With the book's origin it does nothing at all, without an origin it only listens to the book's pages, on the same
    site or another.  By itself it links the book."""
    (tmp_path / BELOW).mkdir(parents=True)
    (tmp_path / BELOW / "index.html").write_text("<!doctype html><title>Hostile</title><body></body>", "utf-8")
    with static_site.hosted(tmp_path) as other:
        for site in ("127.0.0.1", "localhost"):
            address = other.url.replace("127.0.0.1", site)
            page = open_page("/", host=address, expect=("favicon", "404", "sandbox[.]html"))
            for sandbox in ({}, {"sandbox": "allow-scripts"}):
                page.evaluate(js("handOver"), {"src": f"{server}/sandbox.html", **sandbox})
                frame = page.frames[1]
                assert (frame.evaluate("self.origin") == "null") == bool(sandbox)
                assert frame.evaluate(js("sameWay")) == [True, False]
    page = open_page("/sandbox.html")
    page.get_by_role("link").click()
    expect(page.locator(".rb-doors").first).to_be_visible()
