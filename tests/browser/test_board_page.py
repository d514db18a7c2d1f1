"""Boards in their page: languages, themes, reduced motion, phones, zoom, accessibility."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks import page as benchmark
from rulebook.publish import page_context, page_split
from tests.browser.conftest import audits, wait_for_boards, wait_for_page
from tests.browser.reader import PHONE, Open, Reader, in_theme, js, word
from tests.serving import NOTEBOOKS, STEMS

SECONDS = 25  # of CPU time: slow files start first

BASE = "01-base-game"
CHAPTERS = page_context.chapters(NOTEBOOKS)
# A board of some chapters, and a click that it refuses.
OWN = (
    *("09-tonight", "10-combining", "11-comparing", "12-desk", "13-checkerboard", "14-petits-chevaux", "15-hekla"),
    *("16-table", "17-class", "19-tournament"),
)
"""Chapters of sheets and other games, which are audited in their own tests."""
REFUSED = {"00-start-here": ("step-on", "d2"), BASE: ("held", "d1"), "08-fundamental": ("hand-first", "A1")}
GROUND = "getComputedStyle(document.querySelector('.hk-board .hk-card')).backgroundColor"


def test_language_and_theme_change_everywhere_and_persist(open_chapter: Open) -> None:
    page = open_chapter(BASE, boards=["held"])
    reader = Reader(page, "held")
    reader.click("d1")
    expect(reader.refused).to_contain_text("is still behind it")
    reader.opens("text")
    light = page.evaluate(GROUND)
    page.get_by_role("button", name="Français").click()
    expect(reader.refused).to_have_text(re.compile(r"est encore derrière lui.*0\.9"))
    expect(reader.cell("b5")).to_have_accessible_name(re.compile(word("is-cause", "fr")))
    assert page.evaluate(js("seenIn"), "en") <= page.locator("dl i[lang=en]").count()
    boards = page.locator(".hk-board")
    assert set(boards.evaluate_all("boards => boards.map(board => board.lang)")) == {"fr"}
    prompts = page.locator(".hk-prompt").all_text_contents()
    assert not [prompt for prompt in prompts if re.search(r"\b(the|your|lane)\b", prompt)]
    page.locator(".rb-theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(GROUND)
    assert dark != light
    reader.expect_ply(0)
    page.locator("#rb-chapters").evaluate("chapters => { chapters.open = true; }")
    page.get_by_role("navigation").get_by_role("link", name=CHAPTERS[0]["title"]["fr"]).first.click()
    wait_for_page(page)
    assert page.evaluate(GROUND) == dark
    other = Reader(page, "step-on", "fr")
    expect(other.task).to_contain_text(word("task", "fr"))
    expect(other.prompt).to_contain_text("A")
    assert page.evaluate("document.querySelector('.hk-board').lang") == "fr"


def test_pieces_move_visibly_unless_motion_is_reduced(open_chapter: Open) -> None:
    page = open_chapter(BASE, boards=["third-home"])
    reader = Reader(page, "third-home")
    reader.board.scroll_into_view_if_needed()
    expect(reader.cell("h3")).to_be_in_viewport()
    for motion in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=motion)
        reader.watch_motion()
        reader.cell("h3").click()
        reader.expect_ply(1)
        assert reader.moving == 0 if motion == "reduce" else reader.moving > 0
        reader.button("task-again").click()
        reader.expect_ply(0)


def test_a_board_fits_a_phone(open_chapter: Open) -> None:
    """No sideways scrolling; touch targets are at least 40 pixels high and wide, squares included."""
    page = open_chapter(BASE, boards=["play"], **PHONE)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    for ply, square in enumerate(("a1", "a2", "a3", "a4", "a5", "a6")):
        reader.cell(square).tap()
        reader.expect_ply(ply + 1)
    reader.opens("record")
    reader.opens("text")
    reader.cell("c3").tap()
    expect(reader.refused).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert too_small(reader.board.evaluate(SIZES)) == []
    reader.button("new-game").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert too_small(reader.board.evaluate(SIZES)) == []


SIZES = js("touchSizes")


def too_small(sizes: list[tuple[str, float, float]]) -> list[tuple[str, float, float]]:
    """Return targets that a finger would miss."""
    assert len(sizes) > 60
    return [size for size in sizes if min(size[1:]) < 40]


def test_a_board_works_at_200_percent_zoom(open_chapter: Open) -> None:
    page = open_chapter(BASE, boards=["held"], width=640, height=450, device_scale_factor=2)
    reader = Reader(page, "held")
    top = "board => board.getBoundingClientRect().top"
    before = reader.board.evaluate(top)
    wait_for_boards(page)
    moved = reader.board.evaluate(top) - before
    assert abs(moved) < 3, "boards painted above do not move the one being read, except for rounding"
    reader.click("d1")
    expect(reader.refused).to_contain_text("is still behind it")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    reader.click("e4")
    reader.has_chosen("e4")  # the narration takes some room next to such a small board
    reader.places("e5")
    words = reader.board.evaluate(
        "board => [...board.querySelectorAll('p, button')].filter(el => el.checkVisibility() "
        "&& !el.closest('.hk-offstage') && el.scrollWidth > el.clientWidth + 1).length"
    )
    assert words == 0


@pytest.mark.parametrize(("stem", "language", "theme"), audits([stem for stem in STEMS if stem not in OWN]))
def test_chapters_pass_axe(
    open_chapter: Open, axe: Callable[[Page], list[str]], stem: str, language: str, theme: str
) -> None:
    """With a refusal shown, if one is known."""
    whole = "?variant=whole" if page_split.chapter_pages(NOTEBOOKS, stem) else ""
    page = open_chapter(stem, whole, boards=[REFUSED.get(stem, ("first", ""))[0]])
    name, square = REFUSED.get(stem, (page.locator(".hk-board").first.get_attribute("data-board"), ""))
    reader = Reader(page, name or "")
    if square:
        reader.click(square)
        expect(reader.refused).to_be_visible()
    reader.opens("record")
    reader.opens("text")
    page.get_by_role("button", name={"en": "English", "fr": "Français"}[language]).click()
    in_theme(page, theme)
    found = axe(page)
    assert not found, "\n".join(found)


@pytest.mark.soak
def test_a_widget_without_a_view_is_answered(browser: Browser) -> None:
    """The benchmark of clicks compares boards with an empty widget."""
    moved, pressed = benchmark.clicked(browser, 1)
    assert len(moved) == len(pressed) == 1
