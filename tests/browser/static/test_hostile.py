"""The static book against strangers: pages that frame it, and what somebody left in the browser's cache."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests import static_site
from tests.browser.pace import PACE
from tests.browser.reader import Open, Reader
from tests.browser.static.conftest import BASE, PATIENCE, comes_to, wait_for_life
from tests.browser.static.test_offline import REFUSED, UPDATE, publish
from tests.static_site import BELOW, Host

SECONDS = 10  # of one core: what takes long begins early

# What a hostile page hands to the box: each file would leave its mark in the frame that runs it.
GIVES = """attributes => new Promise((loaded) => {
  const frame = document.createElement("iframe");
  Object.entries(attributes).forEach(([name, value]) => frame.setAttribute(name, value));
  const code = new TextEncoder().encode("self.ran = true; export default {};").buffer;
  frame.onload = () => {
    const files = { codes: [code], packages: [], ...Object.fromEntries(
      ["wasm", "standard", "loader", "module", "worker", "stub"].map((name) => [name, code])) };
    frame.contentWindow.postMessage({ type: "start", files }, "*");
    loaded();
  };
  document.body.replaceChildren(frame);
})"""
# The same way in, taken by the frame itself afterwards: once it is through, the hostile one would be, too.
SAME_WAY = """async () => {
  await import(URL.createObjectURL(new Blob(["self.own = true;"], { type: "text/javascript" })));
  return [self.own === true, self.ran === true];
}"""


def test_the_box_runs_nothing_for_a_page_that_is_not_the_book(open_page: Open, host: Host, tmp_path: Path) -> None:
    """On the same site or another: with the book's origin it does nothing at all; without an origin it hears the book's
    pages alone.  By itself it leads to the book."""
    (tmp_path / BELOW).mkdir(parents=True)
    (tmp_path / BELOW / "index.html").write_text("<!doctype html><title>Hostile</title><body></body>", "utf-8")
    with static_site.hosted(tmp_path) as other:
        for site in ("127.0.0.1", "localhost"):
            page = open_page(
                "/", host=other.url.replace("127.0.0.1", site), expect=("favicon", "404", "sandbox[.]html")
            )
            for sandbox in ({}, {"sandbox": "allow-scripts"}):
                page.evaluate(GIVES, {"src": f"{host.url}/sandbox.html", **sandbox})
                frame = page.frames[1]
                assert (frame.evaluate("self.origin") == "null") == bool(sandbox)
                assert frame.evaluate(SAME_WAY) == [True, False]
    page = open_page("/sandbox.html", host=host.url)
    page.get_by_role("link").click()
    expect(page.locator(".rb-doors").first).to_be_visible()


# Puts a script of somebody else in the place of every script that the browser keeps; and a page of his own, under the
# hash of its content, into every cache. How many scripts it was, and where the page would be.
POISONS = """async () => {
  const answer = (text, type) => new Response(text, { headers: { "Content-Type": `text/${type}` } });
  const page = "<!doctype html><h1>Poisoned</h1>";
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(page)));
  const path = `parts/own-${[...hash.slice(0, 8)].map((one) => one.toString(16).padStart(2, "0")).join("")}.html`;
  let count = 0;
  for (const name of [...await caches.keys(), "0 somebody else's"]) {
    const cache = await caches.open(name);
    const kept = [...await cache.keys(), ...document.querySelectorAll("script[src]")].map(({ url, src }) => url ?? src);
    for (const url of kept.filter((one) => /[.]m?js$/.test(one))) {
      await cache.put(url, answer("self.poisoned = true", "javascript"));
      count += 1;
    }
    await cache.put(new URL(path, location), answer(page, "html"));
  }
  return [count, path];
}"""


def test_what_was_written_into_the_cache_runs_in_no_edition(open_page: Open, tmp_path: Path) -> None:
    """Neither in this one, nor in the next, which takes over what is the same; and nobody adds a page of his own.

    Offline the rest is there.
    """
    publish(tmp_path, 1)
    with static_site.hosted(tmp_path) as host:
        page = open_page("/", host=host.url, expect=REFUSED)

        def plays() -> None:
            page.goto(f"{host.url}/{BASE}.html")
            wait_for_life(page)  # then no file is on its way while others are put in its place
            comes_to(page, "kept")
            assert not page.evaluate("self.poisoned ?? false")

        plays()
        Reader(page, "play").click("a1")
        expect(page.locator("[data-board=play]")).not_to_have_attribute("data-answer", "0", timeout=PACE.ms(PATIENCE))
        for edition in (1, 2):
            plays()
            count, path = page.evaluate(POISONS)
            assert count > 10
            publish(tmp_path, edition)
            assert page.evaluate(UPDATE) == "activated"
            page.goto(f"{host.url}/{path}")
            expect(page.locator("h1").first).not_to_contain_text("Poisoned")
        plays()
        host.stop()
        plays()
