"""The cover on a first visit."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.pages import js

SINCE_PAINT = "answered - performance.getEntriesByName('first-contentful-paint')[0].startTime"


def first_move(page: Page) -> float:
    """Visit the cover for the first time; return the seconds from first paint to the answer to the first move."""
    session = page.context.new_cdp_session(page)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.add_init_script(f"{js('movesFirst')}()")
    page.reload()
    page.wait_for_function("() => window.answered && performance.getEntriesByName('first-contentful-paint').length")
    session.detach()
    return float(page.evaluate(SINCE_PAINT)) / 1000
