"""The cover on a first visit."""

from __future__ import annotations

from playwright.sync_api import Page

# Makes the move of the cover as soon as its board is there, and keeps when it was answered.
FIRST_MOVE = """new MutationObserver((_, watch) => {
  const cell = document.querySelector(".rb-cover [data-cell=b3].is-may");
  if (cell && !window.clicked) window.clicked = cell.click() ?? true;
  if (!document.querySelector(".rb-cover .is-right")) return;
  window.answered = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true, attributes: true })"""
SINCE_PAINT = "answered - performance.getEntriesByName('first-contentful-paint')[0].startTime"


def first_move(page: Page) -> float:
    """Come to the cover as if for the first time: seconds from the first thing seen to the answer to the first move."""
    session = page.context.new_cdp_session(page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.add_init_script(FIRST_MOVE)
    page.reload()
    page.wait_for_function("() => window.answered && performance.getEntriesByName('first-contentful-paint').length")
    session.detach()
    return float(page.evaluate(SINCE_PAINT)) / 1000
