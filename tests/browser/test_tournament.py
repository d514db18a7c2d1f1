"""A tournament as a club uses it: names, a round, corrected and undone results, two tabs, the printed sheet."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rulebook.boards.sheet import sheet_texts
from tests.browser.conftest import wait_for_page
from tests.browser.reader import Open, js

WORDS, GERMAN = (sheet_texts("tournament", "tournament")[language] for language in ("en", "de"))


def enter(page: Page, number: int, *points: str) -> None:
    """Choose the points of a round, table by table."""
    for seat, chosen in zip(page.locator(f"[data-round='{number}'] select").all(), points, strict=True):
        seat.select_option(chosen)


def test_a_round_is_drawn_corrected_and_printed_and_two_tabs_agree(
    open_chapter: Open, axe: Callable[[Page], list[str]]
) -> None:
    page = open_chapter("19-tournament", theme="dark")
    page.get_by_label(WORDS["names"]).fill("Ann, Ben, Cem, Dora, Eve, Fay, Konstantin-Alexander")
    page.get_by_role("button", name=WORDS["join"]).click()
    draw = page.locator(".hc-button.is-main")
    draw.click()
    expect(page.locator("[data-round='1'] select")).to_have_count(7)
    expect(draw).to_be_disabled()
    enter(page, 1, *"3111", *"231")  # faster than the answers
    rows = page.locator(".hc-standings tbody tr")
    expect(rows.first).to_contain_text("3")
    assert axe(page) == []
    leader = rows.first.locator("th").inner_text()
    page.locator(f"[data-round='1'] label:has-text('{leader}') select").select_option("0")  # a correction
    expect(rows.first.locator("th")).not_to_have_text(leader)
    page.get_by_role("button", name=WORDS["undo"], exact=True).click()
    expect(rows.first.locator("th")).to_have_text(leader)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Deutsch" if page.get_by_role("button", name="Deutsch").count() else "DE").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate(js("otherTab"))
    expect(page.locator(".hc-people")).to_have_text("Xenia×Yves×")
    expect(page.locator(".hc-no")).to_have_text(GERMAN["clash"])
    page.get_by_role("button", name=GERMAN["undo"], exact=True).click()
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_page(other)
    expect(other.locator(".hc-standings tbody tr")).to_have_count(7)
    other.locator(".hc-people button").last.click()  # somebody leaves, in both tabs
    expect(page.locator(".hc-people .is-away")).to_have_count(1)
    draw.click()
    expect(other.locator("[data-round='2'] select")).to_have_count(6)
    page.evaluate("() => { window.print = () => {}; }")
    page.get_by_role("button", name=GERMAN["print"]).click()
    page.emulate_media(media="print")
    paper = page.locator(".hc-printed")
    expect(paper).to_contain_text("Konstantin-Alexander")
    colours = "[color, backgroundColor].join()"
    inks = paper.locator("td").evaluate_all(
        f"all => all.map(el => {{ with (getComputedStyle(el)) return {colours}; }})"
    )
    assert set(inks) == {"rgb(0, 0, 0),rgb(255, 255, 255)"}
