"""Random chapters on a slow machine: every board comes alive, nothing fails, and no reload is needed."""

from __future__ import annotations

import random

import pytest

from tests.browser.reader import Open, scroll_to, word
from tests.sample import DAY
from tests.serving import STEMS

PATIENCE = 600_000  # ms: only what never comes is an error
PAINTED = "place => 'painted' in place.dataset && place.children.length > 0"


@pytest.mark.soak
@pytest.mark.parametrize("opening", range(50))
def test_a_chapter_opens_on_a_machine_twenty_times_slower(open_page: Open, opening: int) -> None:
    """Its first board and random others give hints, if they have any."""
    chance = random.Random(DAY + opening)
    page = open_page("/404", expect=(r"404 \(Not Found\)",))
    page.set_default_timeout(PATIENCE)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 20})
    page.goto(page.url.replace("/404", f"/voila/render/{chance.choice(STEMS)}.ipynb"), wait_until="commit")
    page.wait_for_selector("html[data-hk-boards=alive]", state="attached")
    places = page.locator("[data-slot]")
    several = range(places.count())
    for at in [*several[:1], *chance.sample(several[1:], min(2, len(several[1:])))]:
        place = places.nth(at)
        scroll_to(page, place.get_attribute("data-name") or "")
        page.wait_for_function(PAINTED, arg=place.element_handle())
        asks = place.get_by_role("button", name=word("advice"), exact=True, disabled=False).filter(visible=True)
        if asks.count():
            board = place.locator("[data-answer]").first
            before = [board.element_handle(), board.get_attribute("data-answer")]
            asks.first.click()
            page.wait_for_function("([board, before]) => board.dataset.answer !== before", arg=before)
    assert not page.locator(".jp-OutputArea-error, .rb-trouble, .is-lost").filter(visible=True).count()
