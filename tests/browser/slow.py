"""Openings of chapters by chance on a slow machine: every board comes alive, nothing fails, nobody is asked to reload.

    python -m tests.browser.slow [--openings 50] [--rate 20] [--seed 17] [--boards 3]

`rate`: how many times slower the page's processor is.  Of each opening some boards are touched, the first and others by
chance, and have to answer.  Exit code 1 if one did not, or if the page said anything that it should not.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from playwright.sync_api import Browser, Page, sync_playwright

from tests import serving
from tests.browser import chromium
from tests.browser.reader import word

PATIENCE = 600_000  # ms: only what never comes is wrong
ALIVE = "() => document.documentElement.dataset.hkBoards === 'alive'"
BROKEN = ".jp-OutputArea-error, .rb-trouble:not([hidden]), .is-lost"


def opened(browser: Browser, url: str, stem: str, rate: float, chance: random.Random, boards: int) -> list[str]:
    """Open a chapter, go to some boards and do something on each; what was wrong."""
    wrong: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: wrong.append(f"page error: {error}"))
    page.on("console", lambda said: said.type == "error" and wrong.append(f"console: {said.text}"))
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    try:
        page.goto(f"{url}voila/render/{stem}.ipynb", wait_until="commit")
        page.wait_for_function(ALIVE)
        slots = page.locator("[data-slot]")
        names = range(slots.count())
        for at in {0, *chance.sample(names, min(boards - 1, len(names)))} if names else ():
            wrong += touched(page, at)
        if page.locator(BROKEN).filter(visible=True).count():
            wrong.append(f"said: {page.locator(BROKEN).filter(visible=True).first.inner_text():.200}")
    except Exception as error:
        wrong.append(f"{error!r:.300}")
    finally:
        page.close(run_before_unload=True)
    return wrong


def touched(page: Page, at: int) -> list[str]:
    """Go to a board and ask for a hint, if it has one now; what was wrong."""
    place = page.locator("[data-slot]").nth(at)
    place.evaluate("""place => {
      for (let one = place; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
      place.parentElement.scrollIntoView();
    }""")
    page.wait_for_function(
        "place => 'painted' in place.dataset && place.children.length > 0", arg=place.element_handle()
    )
    hint = place.get_by_role("button", name=word("advice"), exact=True, disabled=False).filter(visible=True)
    if not hint.count():  # or there is nothing to advise, as before one rolls who begins
        return []
    board = place.locator("[data-answer]").first
    before = board.get_attribute("data-answer")
    hint.first.click()
    page.wait_for_function("([board, before]) => board.dataset.answer !== before", arg=[board.element_handle(), before])
    return []


def main() -> int:
    """Open, and say what was seen."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, kind, default in (("openings", int, 50), ("rate", float, 20), ("seed", int, 17), ("boards", int, 3)):
        arguments.add_argument(f"--{name}", type=kind, default=default)
    given = arguments.parse_args()
    chance, bad = random.Random(given.seed), 0
    with serving.served("--public") as run, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for number in range(given.openings):
            stem, began = chance.choice(serving.STEMS), time.monotonic()
            wrong = opened(browser, run.url, stem, given.rate, chance, given.boards)
            bad += bool(wrong)
            print(f"{number + 1}: {stem}, {time.monotonic() - began:.0f} s", *wrong, sep="\n   ", flush=True)
        browser.close()
    print(f"{given.openings - bad} of {given.openings} openings without a fault")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
