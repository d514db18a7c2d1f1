"""Pages keep still, can be enlarged, and can be printed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_for_boards, wait_for_page
from tests.browser.pages import js

SECONDS = 10  # of CPU time: slow files start first

Open = Callable[..., Page]


@pytest.mark.parametrize(
    ("chapter", "width"), [("01-base-game.ipynb?page=whole", 1280), ("13-checkerboard.ipynb?page=turn", 390)]
)
def test_text_does_not_shift_when_boards_come_alive(open_page: Open, chapter: str, width: int) -> None:
    """A layout shift of at most 0.1, which Web Vitals call good."""
    page = open_page("/", width=width, reduced_motion="no-preference")
    page.add_init_script(f"{js('watchShifts')}()")
    page.goto(f"{page.url}voila/render/{chapter}")
    wait_for_boards(page)
    page.wait_for_timeout(500)
    unasked = [(far, what) for far, asked, what in page.evaluate("window.shifts") if not asked]
    assert sum(far for far, _ in unasked) <= 0.1, unasked


@pytest.mark.parametrize("path", ["/", *(f"/voila/render/{stem}.ipynb" for stem in ("10-combining", "12-desk"))])
def test_nothing_is_cut_off_at_200_percent_zoom(open_page: Open, path: str) -> None:
    """200 % on a laptop leaves half the pixels: nothing may be cut off or need sideways scrolling."""
    page = open_page(path, width=640, height=450, device_scale_factor=2)
    if path != "/":
        wait_for_page(page)
    for width in (640, 768):
        page.set_viewport_size({"width": width, "height": 450})
        assert page.evaluate(js("cutOff")) == []
    expect(page.locator(".rb-languages button:visible")).to_have_count(2)  # the other languages, abbreviated


CHOSEN = {
    "09-tonight": [(".hc-chip input:checked + span", ".hc-chip input:not(:checked) + span")],
    "00-start-here": [(".hl-step[aria-current]", ".hl-step:not([aria-current])")],
    "12-desk": [
        (".dk-tabs [aria-selected=true]", ".dk-tabs [aria-selected=false]"),
        (".rb-languages [aria-pressed=true]", ".rb-languages [aria-pressed=false]"),
    ],
}


@pytest.mark.parametrize("stem", CHOSEN)
def test_choices_are_visible_with_forced_colours(open_chapter: Open, stem: str) -> None:
    """With forced colours, a choice marked by colour alone would be lost."""
    page = open_chapter(stem, "#players=5&minutes=45&mood=mean" if stem == "09-tonight" else "", boards=["none"])
    page.emulate_media(forced_colors="active")
    for pair in CHOSEN[stem]:
        chosen, other = (page.locator(f"{one} >> visible=true").first.evaluate(js("looks")) for one in pair)
        assert chosen != other, pair


def test_the_head_has_room_for_its_contents(open_chapter: Open) -> None:
    """The search can be read while typing, and no title covers another."""
    page = open_chapter("00-start-here", boards=["none"])
    for width, height in ((1100, 768), (1024, 768), (961, 540), (1280, 480)):
        page.set_viewport_size({"width": width, "height": height})
        for language in ("de", "fr", "en"):
            page.evaluate("(to) => document.querySelector(`[data-hk-set-lang=${to}]`).click()", language)
            search, over = page.evaluate(js("headRoom"))
            assert (search >= 120, over) == (True, False), (width, height, language)


def test_a_chapter_prints_its_text_and_boards(open_chapter: Open) -> None:
    """Parts for the screen are left out; in the dark theme paper is white, too."""
    page = open_chapter("01-base-game", "?page=whole", theme="dark")
    page.emulate_media(media="print")
    seen = page.evaluate(js("printed"))
    assert seen == {"frame": [], "words": True, "board": True, "paper": "rgb(255, 255, 255)"}
    assert page.pdf(format="A4")[:5] == b"%PDF-"
