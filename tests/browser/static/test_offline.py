"""The static site kept by a browser: without the network, over a new edition, on hosts of one kind or another."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page, expect

from rulebook.boards.sheet import interface
from tests import static_site
from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, is_painted, said, wait_for_life
from tests.static_site import BELOW, Host

SECONDS = 45  # of one core: what takes long begins early

REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "404")
EMPTY = sha256(b"").hexdigest()[:32]
OLD, NEW = (f"parts/{name}-{EMPTY[:16]}.js" for name in ("old", "new"))
EDITIONS = f"hedgekit /{BELOW}/"


def kept_book(open_page: Open, host: Host, *more: str) -> Page:
    """The contents, in a browser that has kept the whole book."""
    page = open_page("/", host=host.url, expect=(*REFUSED, *more))
    page.locator("#rb-keep[data-state=offer]").click()
    page.locator("#rb-keep[data-state=kept]").wait_for(timeout=PACE.ms(PATIENCE))
    return page


def publish(root: Path, folder: Path, number: int, *parts: str) -> None:
    """Put an edition in the place of another: the contents say its number, and it wants these parts more."""
    shutil.copytree(root / BELOW, folder, dirs_exist_ok=True)
    keeper = (folder / "sw.js").read_text("utf-8")
    before, _, rest = keeper.partition("const FILES = ")
    listed, _, after = rest.partition(";\n")
    own = json.loads((folder / "site.json").read_text("utf-8"))["edition"]
    for path in folder.glob("*.html"):
        text = path.read_text("utf-8").replace(own, f"edition-{number}")
        if path.name == "index.html":
            text = text.replace("<h1>", f"<h1>Number {number}: ")
        path.write_text(text, "utf-8")
    files = {name: sha256((folder / name).read_bytes()).hexdigest()[:32] for name in json.loads(listed)}
    files |= dict.fromkeys(parts, EMPTY)
    text = f"{before}const FILES = {json.dumps(files)};\n{after.replace(own, f'edition-{number}')}"
    (folder / "sw.js").write_text(text, "utf-8")


def comes_to(page: Page, state: str) -> None:
    """Look for a new edition, and wait for what becomes of it: it is used, or given up."""
    found = page.evaluate("""async () => {
      const known = await navigator.serviceWorker.getRegistration();
      await known.update();
      const coming = known.installing ?? known.waiting ?? known.active;
      const ends = ["activated", "redundant"];
      return new Promise((go) => {
        const look = () => { if (ends.includes(coming.state)) go(coming.state); };
        coming.addEventListener("statechange", look);
        look();
      });
    }""")
    assert found == state


# How many files the browser keeps, and how many bytes.
KEPT = """async () => {
  let [files, bytes] = [0, 0];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      files += 1;
      bytes += (await (await cache.match(request)).arrayBuffer()).byteLength;
    }
  }
  return [files, bytes];
}"""


def test_what_has_been_read_is_kept_and_no_more(open_page: Open, root: Path) -> None:
    """The cover takes little room; a chapter that was played plays on without a net, another is not there."""
    with static_site.hosted(root) as host:
        page = open_page("/", host=host.url, expect=(*REFUSED, "site[.]json"))
        page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
        files, size = page.evaluate(KEPT)
        assert files < 20
        assert size < 1e6
        page.goto(f"{host.url}/{BASE}.html")
        wait_for_life(page)
        page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
        assert page.evaluate(KEPT)[1] < 2e6, "nobody has played"
        Reader(page, "play").click("a1")
        expect(page.locator("[data-board=play]")).not_to_have_attribute("data-answer", "0", timeout=PACE.ms(PATIENCE))
        host.stop()
        page.goto(f"{host.url}/")
        expect(page.locator(".rb-doors").first).to_be_visible()
        page.goto(f"{host.url}/{BASE}.html#board=play&record=0_players=2~place:_a1_a2")
        wait_for_life(page)
        Reader(page, "play").stands_at(2)
        page.goto(f"{host.url}/12-desk.html")
        expect(page.locator("#rb-loading")).to_have_count(0)


def test_a_new_edition_keeps_what_was_kept_of_the_one_before(open_page: Open, root: Path, tmp_path: Path) -> None:
    folder = tmp_path / BELOW
    shutil.copytree(root / BELOW, folder)
    with static_site.hosted(tmp_path) as host:
        page = open_page("/", host=host.url, expect=REFUSED)
        page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
        publish(root, folder, 2, NEW)
        comes_to(page, "activated")
        assert page.evaluate(KEPT)[1] < 1e6, "not the whole book"
        host.stop()
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")


def test_offline_for_whoever_keeps_the_whole_book(open_page: Open, root: Path) -> None:
    """The whole book is kept, under its sub-path; a kept page is better than an error of its host, too.

    This host leads from page.html to page, which browsers take from a service worker only as an answer of its own.
    """
    with static_site.hosted(root, bare=True) as host:
        page = kept_book(open_page, host)
        for trouble in ("none", "its own", "no net"):
            host.files.ill = 503 if trouble == "its own" else 0
            if trouble == "no net":
                host.stop()
            for path in (f"{BASE}.html", BASE, "index.html", ""):
                page.goto(f"{host.url}/{path}")
                expect(page.locator(".rb-nav" if BASE in path else ".rb-doors").first).to_be_visible()
        page.goto(f"{host.url}/12-desk.html")
        wait_for_life(page)
        page.goto(f"{host.url}/16-table.html#rules=9%2B13&players=3")
        page.get_by_role("button", name=interface("attable", "attable")["en"]["start"]).click()
        page.locator(".hc-flat .hk-cell.is-to").first.click()
        expect(page.locator(".hc-flat .hk-board")).to_have_attribute("data-ply", "1")
        page.goto(f"{host.url}/{BASE}.html#board=play&record=0_players=2~place:_a1_a2")
        page.reload()
        wait_for_life(page)
        Reader(page, "play").stands_at(2)
        page.goto(f"{host.url}/")
        page.get_by_role("searchbox").fill("black square")
        expect(page.locator(".rb-found li").first).to_be_visible()
        page.goto(f"{host.url}/deep/nowhere.html")
        expect(page.locator("h1")).to_be_visible()


def test_a_new_edition_takes_the_place_of_the_old_one_as_a_whole(open_page: Open, root: Path, tmp_path: Path) -> None:
    """It is read at once, and kept when all of it is there; till then, and for open tabs, there is the one before."""
    folder = tmp_path / BELOW
    late = f"fetch('{OLD}').then((answer) => answer.status, () => 0)"
    publish(root, folder, 1, OLD)
    (folder / OLD).write_text("", "utf-8")
    with static_site.hosted(tmp_path) as host:
        page = kept_book(open_page, host, NEW)
        publish(root, folder, 2, NEW)
        (folder / OLD).unlink()
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")
        comes_to(page, "redundant")
        host.stop()
        page.goto(f"{host.url}/{BASE}.html")
        is_painted(page)
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 1")

        (folder / NEW).write_text("", "utf-8")
        host.start()
        comes_to(page, "activated")
        host.stop()
        assert page.evaluate(late) == 200, "this tab shows the first edition"
        page.goto(f"{host.url}/{BASE}.html")
        wait_for_life(page)
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")

        host.start()
        publish(root, folder, 3)
        comes_to(page, "activated")
        kept = [EDITIONS, f"{EDITIONS} edition-2", f"{EDITIONS} edition-3"]
        assert sorted(page.evaluate("caches.keys()")) == kept
        assert page.evaluate(late) == 404


def rebuilt(root: Path, folder: Path, number: int) -> None:
    """Put another build in the place of a site: its code has other names, and what the one before had is gone."""
    publish(root, folder, number)
    pages = {path: path.read_text("utf-8") for path in folder.glob("*.html")}
    keeper = folder / "sw.js"
    for part in ("host", "worker", "board"):
        for old in folder.glob(f"parts/{part}-*.js"):
            code = old.read_text("utf-8") + f"\n// {number}"
            hashed = sha256(code.encode()).hexdigest()
            new = old.with_name(f"{part}-{hashed[:16]}.js")
            new.write_text(code, "utf-8")
            known = f'"parts/{old.name}": "{sha256(old.read_bytes()).hexdigest()[:32]}"'
            keeper.write_text(keeper.read_text("utf-8").replace(known, f'"parts/{new.name}": "{hashed[:32]}"'), "utf-8")
            pages = {path: text.replace(old.name, new.name) for path, text in pages.items()}
            old.unlink()
    for path, text in pages.items():
        path.write_text(text, "utf-8")
    mark = json.loads((folder / "site.json").read_text("utf-8"))
    (folder / "site.json").write_text(json.dumps(mark | {"edition": f"edition-{number}"}), "utf-8")


def test_an_open_tab_and_a_kept_game_meet_another_build(open_page: Open, root: Path, tmp_path: Path) -> None:
    """The tab plays on with what it has; one that nobody had touched says so; the new edition has the game."""
    folder = tmp_path / BELOW
    shutil.copytree(root / BELOW, folder)
    with static_site.hosted(tmp_path) as host:
        page = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED)
        page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
        other = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED, page=page)
        wait_for_life(other)
        reader = Reader(page, "play")
        reader.new_game(players=2, own_dice=True)
        reader.click("a1")
        reader.stands_at(1)
        rebuilt(root, folder, 2)
        page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        # What was published a while ago a browser takes from its own cache for a tenth of that time, and plays on.
        page.context.new_cdp_session(page).send("Network.clearBrowserCache")
        comes_to(page, "activated")
        second = Reader(other, "play")
        second.click("a1")
        second.click("a2")
        expect(other.get_by_role("alert").filter(has_text=said("renewed"))).to_be_visible(timeout=PACE.ms(PATIENCE))
        reader.click("a2")
        reader.stands_at(2)
        page.reload()
        wait_for_life(page)
        assert page.locator("meta[name=hk-edition]").get_attribute("content") == "edition-2"
        asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())")
        listed = {path.name for path in folder.glob("parts/*.js")}
        assert {name for name in asked if name.endswith(".js")} <= listed
        reader.button("kept-resume").click()
        reader.stands_at(2)
        assert reader.stacks == {"a1": "A1", "a2": "B1"}
