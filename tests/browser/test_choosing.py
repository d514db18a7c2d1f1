"""The chooser, the picture of all pairs and the authors' table in their chapters."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import hedgekit
from rulebook.boards.sheet import sheet_texts
from rulebook.choosing.advice import Wish, suggest
from rulebook.text import words
from tests.browser.pace import PACE
from tests.browser.reader import PHONE, SENT, Open, in_theme, js
from tests.sample import partly

SECONDS = 25  # of CPU time: slow files start first

CHOOSER, PAIRS, TABLE = "09-tonight", "10-combining", "11-comparing"


def word(part: str, key: str, lang: str = "en", **values: object) -> str:
    """Return a word of a sheet as shown."""
    return sheet_texts(part)[lang][key].format(**values)


def box(sheet: Locator, number: int) -> Locator:
    return sheet.locator(f".hc-box input[value='{number}']")


def chooser(page: Page) -> Locator:
    return page.locator("[data-sheet=chooser]")


def test_clashes_are_shown_at_once_and_nothing_is_unticked(open_chapter: Open) -> None:
    page = open_chapter(CHOOSER, "#ticks=9.13&players=4")
    sheet = chooser(page)
    expect(sheet.locator(".hc-line")).to_contain_text("9+13 players=4")
    for number in (5, 7):
        box(sheet, number).check()
    clash = sheet.locator(".hc-result [data-pair='5-7']")
    expect(clash).to_contain_text("where the number comes from")
    expect(clash).to_contain_text("Cards")
    expect(sheet.locator(".hc-box.is-clash")).to_have_count(2)
    expect(sheet.locator(".hc-brief")).to_be_in_viewport()
    for number in (5, 7, 9, 13):
        expect(box(sheet, number)).to_be_checked()
    expect(sheet.get_by_role("button", name=word("chooser", "play"), exact=True)).to_be_disabled()
    expect(sheet.locator(".hc-box", has=page.locator("input[value='16']"))).to_contain_text("5, 7")
    clash.get_by_role("button", name="Untick 5").click()
    expect(sheet.locator(".hc-line")).to_contain_text("7+9+13 players=4")
    expect(box(sheet, 5)).not_to_be_checked()


def test_a_set_is_wished_for_changed_and_played(open_chapter: Open) -> None:
    """Nothing is chosen at first; three answers give three sets; one is taken, changed, played, and restored."""
    page = open_chapter(CHOOSER)
    sheet = chooser(page)
    expect(sheet.locator(":is(.hc-asked, .hc-box) input:checked")).to_have_count(0)
    sets = sheet.locator(".hc-set")
    expect(sets).to_have_count(0)
    for label in ("5", word("chooser", "minutes-45"), word("chooser", "mood-silly")):
        sheet.get_by_label(label, exact=True).first.check()
    wish = Wish(5, 45, "silly")
    expect(sets.locator("h3")).to_have_text(
        [" + ".join(hedgekit.VARIANTS[n].title["en"] for n in one.rules.variants) for one in suggest(wish)]
    )
    expect(sets.locator("> svg")).to_have_count(len(suggest(wish)))
    expect(page).to_have_url(re.compile(r"#players=5&minutes=45&mood=silly$"))
    sets.nth(1).get_by_role("button").click()
    ticked = ".".join(map(str, suggest(wish)[1].rules.variants))
    expect(page).to_have_url(re.compile(rf"#ticks={re.escape(ticked)}&players=5&for=5&minutes=45&mood=silly$"))
    sheet.get_by_role("button", name=word("chooser", "clear")).click()
    box(sheet, 13).check()
    box(sheet, 9).check()
    sheet.locator("summary", has_text=word("chooser", "options")).click()
    sheet.locator("[data-key='13.push=sideways']").check()
    sheet.locator("summary", has_text=word("chooser", "sheet")).click()
    expect(sheet.locator(".hc-rulepage [lang=en]")).to_contain_text("it pushes them on, the way it is going")
    sheet.get_by_role("button", name=word("chooser", "play"), exact=True).click()
    board = sheet.locator(".hk-board")
    board.locator(".hk-cell.is-to").first.click()
    expect(board).not_to_have_attribute("data-ply", "0")
    page.reload()
    expect(sheet.locator(".hc-line")).to_contain_text("9+13[push=sideways] players=5")
    expect(board).to_have_attribute("data-ply", re.compile("[1-9]"))
    plain = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(plain)
    offered = sheet.locator(".hc-again a")
    expect(offered).to_have_text(["The tube + Jostling"])
    offered.click()
    expect(board).to_have_attribute("data-ply", re.compile("[1-9]"))
    expect(sheet.locator(".hc-line")).to_contain_text("9+13[push=sideways] players=5")


def test_the_field_of_an_option_shows_its_value_and_keeps_the_focus(open_chapter: Open) -> None:
    page = open_chapter(CHOOSER, "#ticks=20")
    sheet = chooser(page)
    sheet.locator("summary", has_text=word("chooser", "options")).click()
    field = sheet.locator("[data-key='20.rounds']")
    field.fill(" 3 ")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"20\.rounds=3"))
    page.evaluate("location.hash = 'ticks=20'")
    expect(field).to_have_value("1")
    expect(field).to_be_focused()
    field.fill(" 1 ")
    field.press("Enter")
    expect(field).to_have_value("1")
    page.evaluate(js("sendLate"), 500)
    page.evaluate("location.hash = 'ticks=9.13&players=3'")
    box(sheet, 5).check()  # before the answer
    expect(sheet.locator(".hc-line")).to_have_text("5+9+13 players=3")


@pytest.mark.parametrize(
    ("stem", "fragment"),
    [
        (PAIRS, "#ticks=9.13&players=4&13.push=sideways&page=1"),
        (CHOOSER, "#players=4&minutes=45&mood=mean&set=9+13"),
        (PAIRS, "#board=combined&record=9+13_players=4~seed=3~place:_a2"),
        (CHOOSER, "#board=tonight&record=9+13_players=4~seed=3~place:_a2"),
    ],
)
def test_old_links_still_work(open_chapter: Open, stem: str, fragment: str) -> None:
    page = open_chapter(stem, fragment, boards=())
    sheet = chooser(page)
    expect(sheet.locator(".hc-line")).to_contain_text(re.compile(r"9\+13"))
    expect(box(sheet, 13)).to_be_checked()
    if "record" in fragment:
        expect(sheet.locator(".hk-board [data-stack=a2]")).to_have_count(1)


def test_changes_are_listed_shown_and_measured(open_chapter: Open) -> None:
    page = open_chapter(CHOOSER, "#ticks=13.14&players=4", width=390, height=844)
    sheet = chooser(page)
    changes = sheet.locator(".hc-changed")
    expect(changes).to_contain_text("A push that would put hedgehogs onto a carrier is not allowed")
    expect(sheet.locator(".hc-change figure svg")).to_have_count(2)
    beside = sheet.get_by_label(word("chooser", "beside"))
    beside.fill("5+7")
    beside.press("Tab")
    expect(sheet.get_by_role("alert").filter(has_text="5 (Turbo hedgehog)")).to_be_visible()
    beside.fill("14")
    beside.press("Tab")
    expect(changes).not_to_contain_text("One hedgehog of each colour is its apple carrier")
    page.evaluate(SENT)
    start = sheet.get_by_role("button", name=word("chooser", "start", games="20,000"))
    start.click()
    expect(sheet.locator(".hc-chart")).to_have_count(3, timeout=PACE.ms(30))
    stop = sheet.get_by_role("button", name=word("chooser", "stop"))
    stop.click()
    expect(start).to_be_visible()
    assert {sheet.locator(".hc-chart").nth(k).get_attribute("data-word") for k in range(3)} <= {
        "more", "less", "same", "open"
    }  # fmt: skip
    expect(sheet.locator(".hc-figures")).to_be_hidden()
    assert set(page.evaluate("sent.splice(0)")) - {"stop"} == {"counted"}
    page.evaluate("() => { Worker = class { constructor() { throw new Error('blocked'); } }; }")
    start.click()
    expect(sheet.locator(".hc-alone")).to_have_text(word("chooser", "alone"))
    stop.click()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_rule_sheet_prints_on_one_page_in_two_languages(open_chapter: Open, theme: str) -> None:
    """Even for the longest pair."""
    page = open_chapter(CHOOSER, "#ticks=25.33&players=4&page=1", theme=theme)
    sheet = chooser(page)
    page.evaluate("window.print = () => {}")
    for also in ("", *words.LANGUAGES[1:]):
        sheet.get_by_label(word("chooser", "also")).select_option(also)
        sheet.get_by_role("button", name=word("chooser", "print")).click()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    sheet.get_by_role("button", name=word("chooser", "print")).click()
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    for lang in ("en", words.LANGUAGES[-1]):
        expect(page.locator(f".hc-printed [data-lang={lang}]")).to_be_visible()
    found = set(page.evaluate(js("printedIn")))
    assert {one for one in found if one.startswith("paper")} <= {"paper rgb(255, 255, 255)", "paper rgba(0, 0, 0, 0)"}
    assert "ink rgb(0, 0, 0)" in found
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".hc-printed")).to_have_count(0)


def test_pairs_are_chosen_by_mouse_and_menus(open_chapter: Open) -> None:
    sheet = open_chapter(PAIRS).locator("[data-sheet=pairs]")
    detail = sheet.locator(".hc-detail")
    expect(detail).to_have_attribute("data-pair", "5-7")
    expect(detail.locator("a.hc-button")).to_have_count(0)  # they exclude each other
    sheet.get_by_label(word("pairs", "pair-a"), exact=True).select_option("27")
    sheet.get_by_label(word("pairs", "pair-b"), exact=True).select_option("13")  # the lower number comes first
    expect(detail).to_have_attribute("data-pair", "13-27")
    expect(detail).to_contain_text(word("pairs", "how"))
    drawn = sheet.locator(".hc-matrix")
    drawn.scroll_into_view_if_needed()
    size = drawn.bounding_box()
    assert size
    # the square of row 10, column 17: (26 + 16 * (k - 1) + 8) of 668 units
    drawn.click(position={"x": (26 + 16 * 16 + 8) / 668 * size["width"], "y": (26 + 16 * 9 + 8) / 668 * size["height"]})
    expect(detail).to_have_attribute("data-pair", "10-17")
    expect(detail).to_contain_text(word("pairs", "kind-pointless"))
    detail.locator("a.hc-button").click()
    page = sheet.page
    expect(box(chooser(page), 17)).to_be_checked()
    expect(chooser(page).locator(".hc-changed")).to_contain_text("makes no difference")


def test_the_authors_table_is_filtered_and_sorted(open_chapter: Open) -> None:
    sheet = open_chapter(TABLE).locator("[data-sheet=choose]")
    rows = sheet.locator(".hc-variants tbody tr")
    expect(rows).to_have_count(len(hedgekit.VARIANTS))
    sheet.get_by_label(word("choose", "filter-players"), exact=True).select_option("7")
    expect(rows).to_have_count(1)
    sheet.get_by_role("button", name=word("choose", "reset")).click()
    head = sheet.locator("th[data-column=duration]")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    expect(rows.first.locator("[data-column=duration]")).to_contain_text("−")
    head.get_by_role("button").click()
    expect(rows.first.locator("[data-column=duration]")).to_contain_text("++")
    more = rows.nth(1).get_by_role("button")
    more.click()
    expect(sheet.locator(".hc-said")).to_have_count(1)
    expect(sheet.locator(".hc-more[aria-expanded=true]")).to_be_focused()


@pytest.mark.parametrize(
    ("stem", "fragment", "theme"),
    [
        (CHOOSER, "#ticks=5.7&players=4&for=5&minutes=45&mood=mean", "dark"),
        (CHOOSER, "#ticks=9.13&players=4&page=1", "light"),
        (PAIRS, "", "dark"),
        (TABLE, "", "light"),
    ],
)
@partly
def test_sheets_pass_axe_and_fit_a_phone(
    open_chapter: Open, axe: Callable[[Page], list[str]], stem: str, fragment: str, theme: str, whole: bool
) -> None:
    """In French; axe audits a dark phone or a light desktop, in the long runs all four."""
    page = open_chapter(stem, fragment, language="fr", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ids = page.evaluate("[...document.querySelectorAll('.hc [id]')].map((el) => el.id)")
    assert len(set(ids)) == len(ids)
    assert page.evaluate(js("small")) == []
    for own, width in (("dark", 390), ("light", 1280)):
        page.set_viewport_size({"width": width, "height": 800})
        for one in ("dark", "light") if whole else {own} & {theme}:
            in_theme(page, one)
            assert axe(page) == []
