"""The frame of the pages: contents, search, chapters, errors; phones; Binder."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from rulebook.publish import site
from tests import serving
from tests.browser.conftest import wait_for_boards
from tests.browser.pages import given_up
from tests.browser.reader import COVERED, Open, Reader, in_theme
from tests.rulebook.test_binder import holds_of_a_launch
from tests.serving import NOTEBOOKS, STEMS

SECONDS = 30  # of one core: what takes long begins early

FIRST, SECOND = STEMS[:2]
CHAPTERS, WORDS = site.chapters(NOTEBOOKS), site.page_words()
NO_SUCH = (r"404 \(Not Found\)",)


def open_groups(page: Page) -> None:
    """Open all groups of chapters of the cover."""
    for group in page.locator(".rb-groups details").all():
        group.evaluate("group => { group.removeAttribute('name'); group.open = true; }")


def test_contents_name_every_chapter_in_the_readers_language_which_a_page_keeps(open_page: Open) -> None:
    """How it changes on a page, and the theme, is in test_board_page.py."""
    page = open_page("/", language="fr", theme="dark")
    root = page.locator("html")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")  # the system's, until one is chosen
    for tongue, other in (("fr", "en"), ("en", "fr")):
        expect(root).to_have_attribute("lang", tongue)
        open_groups(page)
        seen = page.locator("main").inner_text()
        told = [one[part][tongue] for one in CHAPTERS for part in ("title", "summary")]
        assert [text for text in told if text not in seen] == []
        assert not page.locator(f"[data-lang={other}]:not(html):visible").count()
        page.get_by_role("button", name="English").click()
    assert open_page("/nowhere", page=page, expect=NO_SUCH).locator("html").get_attribute("lang") == "en"


def test_the_rules_can_be_searched_from_any_page(open_page: Open, open_chapter: Open) -> None:
    """By the beginning of words, without accents; a result leads to the clause; nothing is sent to the server."""
    page = open_page("/", language="fr")
    field, found = page.get_by_role("searchbox", name=WORDS["search"]["fr"]), page.locator(".rb-found")
    field.fill("herissons case noire")
    expect(found.locator("mark").first).to_have_text(re.compile("hérissons|case|noire", re.IGNORECASE))
    field.fill("case noire")  # the page about them, not one whose longer title has the words as well
    field.press("Enter")  # the best of what is found, as soon as it is found
    expect(page).to_have_url(re.compile(r"#(page-black|rule-0\.9)$"))
    chapter = open_chapter(SECOND, language="en", boards=["none"])
    chapter.keyboard.press("/")
    sent: list[str] = []
    chapter.on("request", lambda request: sent.append(request.url + str(request.post_data)))
    chapter.keyboard.type("tube")
    result = chapter.get_by_role("search").get_by_role("link", name=re.compile("^9 · ")).first
    expect(result).to_be_visible()
    assert not [line for line in sent if "tub" in line]
    chapter.keyboard.press("ArrowDown")
    expect(chapter.get_by_role("search").get_by_role("link").first).to_be_focused()
    result.click()
    expect(chapter).to_have_url(re.compile(r"(\?variant=9|/variant-9\.html)#(variant-9|rule-9\.\d)$"))
    expect(chapter.locator(":target")).to_be_in_viewport(ratio=0.1)


def test_a_chapter_lists_its_pages_and_old_links_lead_to_them(open_page: Open, server: str) -> None:
    """Those of its variants, on its introduction and in the list; a place of the chapter is found wherever it is."""
    page = open_page("/voila/render/03-dice.ipynb", language="en")
    named = ["6 · The spare die", "7 · Cards", "16 · Choice of dice"]
    expect(page.locator(".rb-cards strong")).to_have_text(named, use_inner_text=True)
    page.locator(".rb-nav summary").click()
    page.get_by_role("navigation", name=WORDS["chapters"]["en"]).locator("li li a").nth(1).click()
    expect(page).to_have_url(re.compile(r"03-dice\.ipynb\?variant=7$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(named[1], use_inner_text=True)
    page.goto(f"{server}/voila/render/01-base-game.ipynb#board=gift")  # a board by its name, as it stands
    expect(page.locator(".hk-board[data-board=gift] .hk-stage")).to_be_in_viewport(ratio=1)
    # As links were before there were such pages: of a clause, of a game; and from one page to a place of another.
    game = "#board=play-16&rules=16_players=3&position=b3=A1"
    links = {"#rule-16.2": "16", "?lang=en#variant-7": "7", game: "16", "?variant=16#rule-6.1": "6"}
    for link, variant in links.items():
        page.goto("about:blank")
        page.goto(f"{server}/voila/render/03-dice.ipynb{link}")
        page.wait_for_url(re.compile(rf"[?]variant={variant}.*{re.escape(link[link.index('#') :])}$"))
    expect(page.locator("#rule-6\\.1")).to_be_in_viewport(ratio=0.1)


def test_boards_that_were_given_up_take_no_game_with_them(open_page: Open) -> None:
    """The next move has others made, which go on from what is seen, and know nothing of what the first one foresaw."""
    foreseen: list[str] = []

    def forgetful(socket: WebSocketRoute) -> None:
        def say(message: str | bytes) -> None:
            if '"type":"ahead"' in str(message):
                foreseen.append(str(message))
            if len(foreseen) < 3 or '"type":"ahead"' not in str(message):
                socket.send(message)

        socket.connect_to_server().on_message(say)

    page = open_page(f"/voila/render/light/{serving.ONE_BOARD}.ipynb")
    page.route_web_socket("**/boards", forgetful)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    for ply in range(6):
        while len(foreseen) <= ply:
            page.wait_for_timeout(20)
        given_up(page)  # before the first move, too: the game of two is not the board's own
        reader.click(f"a{ply + 1}")
        reader.stands_at(ply + 1)
    assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2", "a5": "A3", "a6": "B3"}


def test_wrong_addresses_get_help(open_page: Open, server: str) -> None:
    page = open_page("/nowhere", expect=(r"40[34] \(", *NO_SUCH))
    for path in ("/nowhere", "/voila/render/99-nothing.ipynb", "/voila/render/03-dice.ipynb?variant=9"):
        page.goto(server + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for button, link in (("English", CHAPTERS[0]["title"]["en"]), ("Français", "Sommaire")):
            page.get_by_role("button", name=button).click()
            expect(page.get_by_role("link", name=link)).to_be_visible()


def test_pages_are_clean_for_axe_and_a_link_skips_to_the_text(
    open_page: Open, axe: Callable[[Page], list[str]]
) -> None:
    """In both themes; and on a phone every word can be read: nothing lies over it, and it scrolls one way only."""
    found = []
    for path in ("/", "/nowhere"):  # chapters: test_board_page.py
        page = open_page(path, expect=NO_SUCH, width=390, height=800, language="de")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.tagName") == "MAIN"
        for theme in ("light", "dark"):
            in_theme(page, theme)
            found += axe(page)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            found += page.evaluate(COVERED)
    assert found == []


def test_binders_form_of_a_chapter_asks_no_other_host(open_page: Open, tmp_path: Path) -> None:
    """As an extension of a Jupyter server, Voilà would fetch MathJax from a content network."""
    with serving.as_on_binder(tmp_path) as address:
        holds_of_a_launch(address)
        # The chapter is left while boards out of sight still load: anywidget logs what it could not finish.
        late = "Failed to initialize model"
        page = open_page("voila/tree/notebooks?token=tok", host=address, expect=(r"ERR_FAILED", late))
        open_groups(page)
        page.get_by_role("link", name=CHAPTERS[1]["title"]["en"]).click()
        wait_for_boards(page)
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "true")  # Voilà's front end follows, too
        lab = page.get_by_role("link", name="Open this chapter in JupyterLab")
        expect(lab).to_have_attribute("href", f"/user/someone-abc/lab/tree/notebooks/{SECOND}.ipynb")
        page.get_by_role("link", name=WORDS["book"]["en"]).click()
        page.wait_for_url("**/voila/tree/notebooks")  # a click does not wait for the page it leads to
        # Where Voilà renders a chapter for each reader, its prose does not wait for the front end, and boards that do
        # not come are missed.
        page.route(re.compile(r"/voila/static/voila\.js"), lambda route: route.abort())
        page.clock.install()
        page.goto(f"{address}voila/render/notebooks/{FIRST}.ipynb")
        expect(page.locator(".rb-cells p").first).to_be_visible()
        expect(page.locator(".rb-coming").first).to_be_visible()
        page.clock.run_for(25_000)
        expect(page.get_by_role("button", name="Reload the page")).to_be_visible()
        page.close()
