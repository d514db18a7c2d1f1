"""The static book against strangers: pages that frame it, and what somebody left in the browser's cache."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import static_site
from tests.browser.reader import Open
from tests.browser.static.conftest import BASE, is_painted, wait_for_life
from tests.browser.static.test_offline import comes_to, kept_book, publish
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


@pytest.mark.parametrize("site", ["127.0.0.1", "localhost"], ids=["the same site", "another site"])
def test_the_box_runs_nothing_for_a_page_that_is_not_the_book(
    open_page: Open, host: Host, tmp_path: Path, site: str
) -> None:
    """With the book's origin it does nothing at all; without an origin it hears the book's pages alone.

    By itself it leads to the book.
    """
    (tmp_path / BELOW).mkdir(parents=True)
    (tmp_path / BELOW / "index.html").write_text("<!doctype html><title>Hostile</title><body></body>", "utf-8")
    with static_site.hosted(tmp_path) as other:
        page = open_page("/", host=other.url.replace("127.0.0.1", site), expect=("favicon", "404", "sandbox[.]html"))
        for sandbox in ({}, {"sandbox": "allow-scripts"}):
            page.evaluate(GIVES, {"src": f"{host.url}/sandbox.html", **sandbox})
            frame = page.frames[1]
            assert (frame.evaluate("self.origin") == "null") == bool(sandbox)
            assert frame.evaluate(SAME_WAY) == [True, False]
    page = open_page("/sandbox.html", host=host.url)
    page.get_by_role("link").click()
    expect(page.locator(".rb-doors").first).to_be_visible()


# Puts a script of somebody else in the place of everything that the browser keeps; how many files it was.
POISONS = """async () => {
  const evil = (type) => new Response("self.poisoned = true; document.documentElement.dataset.poisoned = '';", {
    headers: { "Content-Type": type } });
  let count = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!/[.]m?js$/.test(url)) continue;
      await cache.put(url, evil("text/javascript"));
      count += 1;
    }
  }
  const other = await caches.open("0 somebody else's");
  for (const one of document.querySelectorAll("script[src]")) await other.put(one.src, evil("text/javascript"));
  return count;
}"""


# A page under the hash of its own content, in every cache; where it would be.
ADDS = """async () => {
  const text = "<!doctype html><h1>Poisoned</h1>";
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hash = [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, "0")).join("");
  const path = `parts/own-${hash.slice(0, 16)}.html`;
  for (const name of await caches.keys()) {
    const types = { headers: { "Content-Type": "text/html" } };
    await (await caches.open(name)).put(new URL(path, location), new Response(text, types));
  }
  return path;
}"""


def plays(page: Page, address: str) -> None:
    """Open a page, whose scripts are the book's own."""
    page.goto(address)
    is_painted(page)
    assert page.locator("html[data-poisoned]").count() == 0
    assert not page.evaluate("self.poisoned ?? false")


def test_what_was_written_into_the_cache_runs_in_no_edition(open_page: Open, root: Path, tmp_path: Path) -> None:
    """Neither in this one, nor in the next, which takes over what is the same; and nobody adds a page of his own.

    Offline the rest is there.
    """
    folder = tmp_path / BELOW
    shutil.copytree(root / BELOW, folder)
    with static_site.hosted(tmp_path) as host:
        page = kept_book(open_page, host)
        assert page.evaluate(POISONS) > 5
        plays(page, f"{host.url}/{BASE}.html")
        wait_for_life(page)  # no file is on its way while others are put in its place
        page.evaluate(POISONS)
        publish(root, folder, 2)
        comes_to(page, "activated")
        plays(page, f"{host.url}/{BASE}.html")
        path = page.evaluate(ADDS)
        page.goto(f"{host.url}/{path}")
        expect(page.locator("h1")).not_to_contain_text("Poisoned")
        host.stop()
        plays(page, f"{host.url}/{BASE}.html")
