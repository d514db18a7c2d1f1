"""The static site kept by a browser: without the network, over a new edition, on hosts of one kind or another."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import expect

from rulebook.boards.sheet import interface
from tests import static_site
from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, comes_to, said, wait_for_life
from tests.static_site import BELOW

SECONDS = 40  # of one core: what takes long begins early

REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "404", "503", "site[.]json")
EDITIONS = f"hedgekit /{BELOW}/"
# A game of two plies, in a link.
GAME = "#board=play&record=0_players=2~place:_a1_a2"


def publish(folder: Path, number: int) -> Path:
    """Put a build in the place of another: its pages say its number, its code has other names; its worker."""
    shutil.rmtree(folder / BELOW, ignore_errors=True)
    site = Path(shutil.copytree(static_site.site(), folder / BELOW))
    own = json.loads((site / "site.json").read_text("utf-8"))["edition"]
    new = {own: f"edition-{number}", "<h1>": f"<h1>Number {number}: "}
    for part in ("host", "worker"):
        (old,) = site.glob(f"parts/{part}-*.js")
        code = old.read_bytes() + b"\n// %d" % number
        made = old.rename(old.with_name(f"{part}-{sha256(code).hexdigest()[:16]}.js"))
        made.write_bytes(code)
        new[old.name] = made.name
    for path in (*site.glob("*.html"), site / "site.json", site / "sw.js"):
        text = path.read_text("utf-8")
        for before, after in new.items():
            text = text.replace(before, after)
        path.write_text(text, "utf-8")
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    listed = {name: sha256(path.read_bytes()).hexdigest()[:32] for name, path in files.items() if name != "sw.js"}
    keeper = re.sub("const FILES = .*;", f"const FILES = {json.dumps(listed)};", (site / "sw.js").read_text("utf-8"))
    (site / "sw.js").write_text(keeper, "utf-8")
    return made


# Looks for a new edition, and waits for what becomes of it: it is used, or given up.
UPDATE = """async () => {
  const known = await navigator.serviceWorker.getRegistration();
  await known.update();
  const coming = known.installing ?? known.waiting ?? known.active;
  while (!["activated", "redundant"].includes(coming.state)) {
    await new Promise((go) => coming.addEventListener("statechange", go, { once: true }));
  }
  return coming.state;
}"""
# The sizes of all files that the browser keeps.
KEPT = """async () => {
  const sizes = [];
  for (const name of await caches.keys()) {
    const answers = await (await caches.open(name)).matchAll();
    for (const answer of answers) sizes.push((await answer.arrayBuffer()).byteLength);
  }
  return sizes;
}"""


def test_what_has_been_read_is_kept_and_no_more(open_page: Open, tmp_path: Path) -> None:
    """The cover takes little room, in the next edition, too; a chapter that was played plays on without a net."""
    publish(tmp_path, 1)
    with static_site.hosted(tmp_path) as host:
        page = open_page("/", host=host.url, expect=REFUSED)
        comes_to(page, "kept")
        assert len(page.evaluate(KEPT)) < 20
        publish(tmp_path, 2)
        assert page.evaluate(UPDATE) == "activated"
        assert sum(page.evaluate(KEPT)) < 1e6, "not the whole book"
        page.goto(f"{host.url}/{BASE}.html")
        wait_for_life(page)
        comes_to(page, "kept")
        assert sum(page.evaluate(KEPT)) < 2e6, "nobody has played"
        Reader(page, "play").click("a1")
        expect(page.locator("[data-board=play]")).not_to_have_attribute("data-answer", "0", timeout=PACE.ms(PATIENCE))
        host.stop()
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")
        page.goto(f"{host.url}/{BASE}.html{GAME}")
        wait_for_life(page)
        Reader(page, "play").stands_at(2)
        page.goto(f"{host.url}/12-desk.html")
        expect(page.locator("#rb-loading")).to_have_count(0)


def test_the_whole_book_is_kept_for_who_wants_it_and_the_next_edition_as_a_whole(
    open_page: Open, tmp_path: Path
) -> None:
    """The whole book is kept, under its sub-path; a kept page is better than an error of its host, too.

    This host leads from page.html to page, which browsers take from a service worker only as an answer of its own.
    A new edition is read at once, and kept when all of it is there; till then, and for open tabs, there is the one
    before.
    """
    first = publish(tmp_path, 1).name
    with static_site.hosted(tmp_path, bare=True) as host:
        page = open_page("/", host=host.url, expect=REFUSED)
        page.locator("#rb-keep[data-state=offer]").click()
        page.locator("#rb-keep[data-state=kept]").wait_for(timeout=PACE.ms(PATIENCE))

        def reads(path: str, shows: str) -> None:
            page.goto(f"{host.url}/{path}")
            expect(page.locator(shows).first).to_be_visible()

        for trouble in ("none", "its own", "no net"):
            host.files.ill = 503 if trouble == "its own" else 0
            if trouble == "no net":
                host.stop()
            for path in (f"{BASE}.html", BASE):
                reads(path, ".rb-nav")
            for path in ("index.html", ""):
                reads(path, ".rb-doors")
        page.get_by_role("searchbox").fill("black square")
        expect(page.locator(".rb-found li").first).to_be_visible()
        reads("deep/nowhere.html", "h1")
        page.goto(f"{host.url}/16-table.html#rules=9%2B13&players=3")
        page.get_by_role("button", name=interface("attable", "attable")["en"]["start"]).click()
        page.locator(".hc-flat .hk-cell.is-to").first.click()
        expect(page.locator(".hc-flat .hk-board")).to_have_attribute("data-ply", "1")

        host.start()
        worker = publish(tmp_path, 2)
        code = worker.read_bytes()
        worker.unlink()
        reads("", "h1:has-text('Number 2')")
        assert page.evaluate(UPDATE) == "redundant"
        host.stop()
        reads("", "h1:has-text('Number 1')")
        worker.write_bytes(code)
        host.start()
        assert page.evaluate(UPDATE) == "activated"
        host.stop()
        late = f"fetch('parts/{first}').then((answer) => answer.status, () => 0)"
        assert page.evaluate(late) == 200, "this tab shows the first edition"
        page.goto(f"{host.url}/{BASE}.html{GAME}")
        wait_for_life(page)
        Reader(page, "play").stands_at(2)
        reads("", "h1:has-text('Number 2')")
        host.start()
        publish(tmp_path, 3)
        assert page.evaluate(UPDATE) == "activated"
        kept = [EDITIONS, f"{EDITIONS} edition-2", f"{EDITIONS} edition-3"]
        assert (sorted(page.evaluate("caches.keys()")), page.evaluate(late)) == (kept, 404)


def test_an_open_tab_and_a_kept_game_meet_another_build(open_page: Open, tmp_path: Path) -> None:
    """The tab plays on with what it has; one that nobody had touched says so; the new edition has the game."""
    publish(tmp_path, 1)
    with static_site.hosted(tmp_path) as host:
        page = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED)
        comes_to(page, "kept")
        other = open_page(f"/{BASE}.html", host=host.url, expect=REFUSED, page=page)
        wait_for_life(other)
        reader, second = Reader(page, "play"), Reader(other, "play")
        reader.new_game(players=2, own_dice=True)
        reader.click("a1")
        reader.stands_at(1)
        publish(tmp_path, 2)
        page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        # What was published a while ago a browser takes from its own cache for a tenth of that time, and plays on.
        page.context.new_cdp_session(page).send("Network.clearBrowserCache")
        assert page.evaluate(UPDATE) == "activated"
        second.click("a1")
        second.click("a2")
        expect(other.get_by_role("alert").filter(has_text=said("renewed"))).to_be_visible(timeout=PACE.ms(PATIENCE))
        reader.click("a2")
        reader.stands_at(2)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.reload()
        wait_for_life(page)
        assert page.locator("meta[name=hk-edition]").get_attribute("content") == "edition-2"
        listed = {path.name for path in (tmp_path / BELOW).glob("parts/*.js")}
        assert {name for name in asked if name.endswith(".js")} <= listed | {"sw.js"}
        reader.button("kept-resume").click()
        reader.stands_at(2)
        assert reader.stacks == {"a1": "A1", "a2": "B1"}
