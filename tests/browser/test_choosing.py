"""The sheets in their chapters: combining, choosing and comparing as a reader does them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import hedgekit
from rulebook.boards.sheet import interface
from rulebook.choosing.advice import Wish, suggest
from rulebook.choosing.contest import Contest
from tests.browser.pace import PACE
from tests.browser.reader import SENT, Open, in_theme

SECONDS = 50  # of one core: what takes long begins early

TONIGHT, COMBINING, COMPARING = "09-tonight", "10-combining", "11-comparing"
PHONE = {"width": 390, "height": 800, "has_touch": True, "is_mobile": True}


def word(part: str, key: str, lang: str = "en", **values: object) -> str:
    """A word of a sheet as its reader sees it."""
    return interface(part)[lang][key].format(**values)


def box(sheet: Locator, number: int) -> Locator:
    return sheet.locator(f".hc-box input[value='{number}']")


@pytest.fixture
def combine(open_chapter: Open) -> Callable[..., Locator]:
    """The sheet of combining, on which nobody has done this yet."""
    return lambda *parts: open_chapter(COMBINING, boards=parts).locator("[data-sheet=combine]")


def test_clashes_are_said_at_once_and_nothing_is_unticked(combine: Callable[..., Locator]) -> None:
    sheet = combine("ticks")
    result = sheet.locator(".hc-result")
    expect(sheet.locator(".hc-line")).to_contain_text("9+13 players=4")
    box(sheet, 5).check()
    box(sheet, 7).check()
    clash = result.locator("[data-pair='5-7']")
    expect(clash).to_contain_text("where the number comes from")
    expect(clash).to_contain_text("Turbo hedgehog")
    expect(clash).to_contain_text("Cards")
    for number in (5, 7, 9, 13):
        expect(box(sheet, number)).to_be_checked()
    expect(sheet.get_by_role("button", name=word("combine", "play"))).to_be_disabled()
    expect(sheet.locator(".hc-box", has=sheet.page.locator("input[value='16']"))).to_contain_text("5, 7")
    clash.get_by_role("button", name="Untick 5").click()
    expect(sheet.locator(".hc-line")).to_contain_text("7+9+13 players=4")
    expect(box(sheet, 5)).not_to_be_checked()


def test_options_players_page_and_play(combine: Callable[..., Locator]) -> None:
    sheet = combine("ticks", "options")
    page = sheet.page
    sheet.locator("[data-option='13.push'][value=forward]").check()
    expect(sheet.locator(".hc-line")).to_contain_text("9+13")
    sheet.get_by_label(word("combine", "players"), exact=True).select_option("3")
    expect(sheet.locator(".hc-line")).to_contain_text("players=3")
    sheet.locator("summary", has_text=word("combine", "page")).click()
    written = sheet.locator(".hc-rulepage [lang=en]")
    expect(written).to_contain_text("0.10 The end")
    expect(written).to_contain_text(re.compile("pushes those who stand there|13"))
    sheet.get_by_role("button", name=word("combine", "play")).click()
    board = sheet.locator(".hk-board")
    expect(board).to_have_attribute("data-step", "place")
    board.locator(".hk-cell.is-to").first.click()
    expect(board).not_to_have_attribute("data-ply", "0")
    # other rules come to the same board
    box(sheet, 9).uncheck()
    box(sheet, 13).uncheck()
    box(sheet, 1).check()
    expect(sheet.locator(".hc-line")).to_contain_text("1 players=3")
    sheet.get_by_role("button", name=word("combine", "play")).click()
    expect(board).to_have_attribute("data-ply", "0")
    expect(board.locator("[data-cell='a6']")).to_have_count(0)
    page.get_by_role("button", name="Français").click()
    expect(sheet.locator(".hc-rulepage [lang=fr]")).to_be_visible()
    expect(sheet.locator(".hc-rulepage [lang=en]")).to_be_hidden()
    expect(sheet.locator("summary", has_text=word("combine", "page", "fr"))).to_be_visible()


def test_a_link_to_a_game_on_the_board_of_the_sheet_reopens_it(open_chapter: Open) -> None:
    page = open_chapter(COMBINING, "#board=combined&record=26_players=2~seed=3~place:_a2")
    board = page.locator("[data-sheet=combine] .hk-board")
    expect(board).to_have_attribute("data-ply", "1")
    expect(board.locator("[data-stack=a2]")).to_have_count(1)


def test_only_the_page_of_rules_is_printed(combine: Callable[..., Locator]) -> None:
    sheet = combine("page")
    page = sheet.page
    page.evaluate("window.print = () => { window.printed = true; }")
    sheet.locator("summary", has_text=word("combine", "page")).click()
    expect(sheet.locator(".hc-rulepage")).to_contain_text(re.compile("pushes those who stand there|13"))
    sheet.get_by_role("button", name=word("combine", "print")).click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".hc-printed")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".hc-printed")).to_have_count(0)


def test_a_surprise_can_be_played(combine: Callable[..., Locator]) -> None:
    sheet = combine("surprise")
    sheet.get_by_label(word("combine", "guests")).select_option("7")
    sheet.get_by_role("button", name=word("combine", "surprise")).click()
    expect(sheet.locator(".hc-line")).to_have_text(re.compile(r"\b29\b.* players=7"))
    expect(box(sheet, 29)).to_be_checked()


def test_all_pairs_by_mouse_and_by_keyboard(combine: Callable[..., Locator]) -> None:
    sheet = combine("ticks", "pairs", "surprise")
    detail = sheet.locator(".hc-detail")
    expect(detail).to_have_attribute("data-pair", "5-7")
    picture = sheet.locator(".hc-scroll")
    picture.focus()
    picture.press("ArrowRight")
    expect(detail).to_have_attribute("data-pair", "5-8")
    sheet.get_by_label(word("combine", "pair-a"), exact=True).select_option("13")
    sheet.get_by_label(word("combine", "pair-b"), exact=True).select_option("27")
    expect(detail).to_have_attribute("data-pair", "13-27")
    expect(detail).to_contain_text(word("combine", "how"))
    drawn = sheet.locator(".hc-matrix")
    drawn.scroll_into_view_if_needed()
    size = drawn.bounding_box()
    assert size
    # the square of row 10, column 17: (26 + 16 * (k - 1) + 8) of 668 units
    drawn.click(position={"x": (26 + 16 * 16 + 8) / 668 * size["width"], "y": (26 + 16 * 9 + 8) / 668 * size["height"]})
    expect(detail).to_have_attribute("data-pair", "10-17")
    expect(detail).to_contain_text(word("combine", "kind-pointless"))
    detail.get_by_role("button").click()
    expect(box(sheet, 17)).to_be_checked()
    expect(sheet.locator(".hc-notes")).to_contain_text("○")


def test_tonight_three_sets_a_sheet_a_link_and_a_board(open_chapter: Open) -> None:
    page = open_chapter(TONIGHT, width=390, height=844)
    sheet = page.locator("[data-sheet=tonight]")
    sets = sheet.locator(".hc-set")
    expect(sets).to_have_count(3)
    assert not re.search(r"%|players=", "".join(sets.locator("h3, .hc-why, .hc-time").all_inner_texts()))
    for language in ("de", "fr", "en"):
        page.evaluate("(to) => document.querySelector(`[data-hk-set-lang=${to}]`).click()", language)
        expect(sets.last).to_be_in_viewport(ratio=1)
    sheet.get_by_label(word("tonight", "mood-silly"), exact=True).check()
    expect(page).to_have_url(re.compile(r"#players=5&minutes=45&mood=silly$"))
    wish = Wish(5, 45, "silly")
    expect(sets.locator("h3")).to_have_text(
        [" + ".join(hedgekit.VARIANTS[n].title["en"] for n in one.rules.variants) for one in suggest(wish)]
    )
    sent = suggest(wish)[1].rules
    page.evaluate(
        "navigator.share = undefined; navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    sets.nth(1).get_by_role("button", name=word("tonight", "send")).click()
    expect(sets.nth(1)).to_contain_text(word("tonight", "sent"))
    assert page.evaluate("copied").endswith(f"#players=5&minutes=45&mood=silly&set={'+'.join(map(str, sent.variants))}")
    sets.nth(1).get_by_role("button", name=word("tonight", "sheet")).click()
    expect(sheet.get_by_role("dialog")).to_contain_text("0.10")
    page.keyboard.press("Escape")
    sets.nth(1).get_by_role("button", name=word("tonight", "play")).click()
    expect(sheet.locator(".hk-board[data-board=tonight]")).to_be_in_viewport()
    page.reload()
    expect(sheet.get_by_label(word("tonight", "mood-silly"), exact=True)).to_be_checked()


def test_a_rule_sheet_for_five_is_one_page(open_chapter: Open) -> None:
    page = open_chapter(TONIGHT)
    sheet = page.locator("[data-sheet=tonight]")
    page.evaluate("window.print = () => {}")
    for which in range(3):
        sheet.locator(".hc-set").nth(which).get_by_role("button", name=word("tonight", "sheet")).click()
        sheet.get_by_role("button", name=word("tonight", "print")).click()
        sides = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.keyboard.press("Escape")
        assert sides == 1


def test_the_table(open_chapter: Open) -> None:
    sheet = open_chapter(COMPARING).locator("[data-sheet=choose]")
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


def test_two_rule_sets_on_boards_and_by_games(open_chapter: Open) -> None:
    page = open_chapter(COMPARING)
    sheet = page.locator("[data-sheet=compare]")
    boards = sheet.locator(".hk-board")
    expect(boards).to_have_count(2)
    left, right = (boards.nth(k).bounding_box() for k in (0, 1))
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]
    sheet.get_by_label(word("compare", "right")).fill("5+7")
    sheet.get_by_label(word("compare", "right")).press("Tab")
    expect(sheet.get_by_role("alert").filter(has_text="5 (Turbo hedgehog)")).to_be_visible()
    sheet.get_by_label(word("compare", "right")).fill("26")
    sheet.get_by_label(word("compare", "right")).press("Tab")
    expect(sheet.locator("h4").nth(1)).to_have_text("26 Faster")
    page.evaluate(SENT)
    contest = Contest([hedgekit.rules("0", 4), hedgekit.rules("26", 4)], "random", 50)
    while not contest.is_over:
        contest.more()
    games, begin = (
        sheet.get_by_label(word("compare", "games"), exact=True),
        sheet.get_by_role("button", name=word("compare", "start")),
    )

    def played(by: str, said: str) -> None:
        games.select_option("50")
        begin.click()
        expect(sheet.locator(".hc-alone")).to_have_text(said)
        expect(begin).to_be_enabled(timeout=PACE.ms(30))
        expect(sheet.locator(".hc-plots svg")).to_have_count(2)
        for name, cells in contest.figures("en"):
            expect(sheet.locator(f"[data-measure={name}] td")).to_have_text(cells)
        assert page.evaluate("[...new Set(sent.splice(0))]") == [by]

    played("counted", "")
    games.select_option("20000")
    begin.click()
    page.wait_for_function(
        "() => (({ value }) => value > 0.02 && value < 1)(document.querySelector('.hc progress:not(.hk-pondering)'))"
    )
    sheet.get_by_role("button", name=word("compare", "stop")).click()
    expect(begin).to_be_enabled()
    expect(sheet.locator(".hc-plots svg")).to_have_count(2)
    page.evaluate("() => { sent.splice(0); Worker = class { constructor() { throw new Error('blocked'); } }; }")
    played("more", word("compare", "alone-worker"))


@pytest.mark.parametrize("stem", [TONIGHT, COMBINING, COMPARING])
def test_without_obstacles_and_no_wider_than_a_phone(
    open_chapter: Open, axe: Callable[[Page], list[str]], stem: str
) -> None:
    wide = open_chapter(stem)
    if stem == COMBINING:
        box(wide.locator("[data-sheet=combine]"), 40).check()
        expect(wide.locator(".hc-clash").first).to_be_visible()
    phone = open_chapter(stem, language="fr", **PHONE)
    for page in (wide, phone):
        for theme in ("light", "dark"):
            in_theme(page, theme)
            assert axe(page) == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ids = "[...document.querySelectorAll('.hc [id]')].map((el) => el.id)"
    assert len(set(phone.evaluate(ids))) == len(phone.evaluate(ids))
    small = """[...document.querySelectorAll('.hc :is(button, select, summary)')].filter((el) => el.checkVisibility()
      && !el.closest('.hk-board') && el.getBoundingClientRect().height < 24).map((el) => el.outerHTML.slice(0, 90))"""
    assert phone.evaluate(small) == []


def test_what_is_ticked_comes_back_with_the_game(combine: Callable[..., Locator]) -> None:
    """Ticks that clash are marked, with the reason beside them; a reload brings all back; a kept game is on offer."""
    sheet = combine("ticks", "options", "page")
    page = sheet.page
    box(sheet, 5).check()
    box(sheet, 7).check()
    clashing = sheet.locator(".hc-box.is-clash")
    expect(clashing).to_have_count(2)
    expect(clashing.first).to_contain_text("where the number comes from")
    expect(sheet.locator(".hc-brief")).to_be_in_viewport()
    assert page.locator(".hc-detail").bounding_box()["x"] > page.locator(".hc-matrix").bounding_box()["x"] + 400  # type: ignore[index]
    for number in (5, 7):
        box(sheet, number).uncheck()
    sheet.locator("[data-option='13.push'][value=sideways]").check()
    sheet.locator("summary", has_text=word("combine", "page")).click()
    expect(sheet.locator(".hc-rulepage [lang=en]")).to_contain_text(re.compile("pushes those who stand there|13"))
    sheet.get_by_role("button", name=word("combine", "play")).click()
    board = sheet.locator(".hk-board")
    board.locator(".hk-cell.is-to").first.click()
    expect(board).not_to_have_attribute("data-ply", "0")
    expect(page).to_have_url(re.compile(r"#ticks=9\.13&players=4&13\.push=sideways&page=1&play=players$"))
    page.reload()
    expect(sheet.locator(".hc-line")).to_contain_text("9+13[push=sideways] players=4")
    expect(sheet.locator(".hc-rulepage [lang=en]")).to_be_visible()
    expect(board).to_have_attribute("data-ply", re.compile("[1-9]"))
    plain = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(plain)
    box(sheet, 1).check()
    offered = sheet.locator(".hc-again a")
    expect(offered).to_have_text(["The tube + Jostling"])
    offered.click()
    expect(board).to_have_attribute("data-ply", re.compile("[1-9]"))
    expect(box(sheet, 1)).not_to_be_checked()
    expect(sheet.locator(".hc-line")).to_contain_text("9+13[push=sideways] players=4")
