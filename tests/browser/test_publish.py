"""The frame of the pages: contents, chapters, errors; language and theme; phones; JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from rulebook.publish import site
from tests import serving
from tests.browser.conftest import wait_for_boards, wait_for_page
from tests.browser.pages import given_up
from tests.browser.reader import COVERED, Reader, in_theme
from tests.rulebook.test_binder import holds_of_a_launch
from tests.serving import NOTEBOOKS, STEMS

SECONDS = 40  # of one core: what takes long begins early

FIRST, SECOND = STEMS[:2]
CHAPTERS = site.chapters(NOTEBOOKS)
NO_SUCH = (r"404 \(Not Found\)",)

Open = Callable[..., Page]


def language(page: Page) -> tuple[str, str]:
    return page.evaluate("[document.documentElement.lang, document.documentElement.dataset.lang]")


def open_groups(page: Page) -> None:
    """Open all groups of chapters of the cover."""
    for group in page.locator(".rb-groups details").all():
        group.evaluate("group => { group.removeAttribute('name'); group.open = true; }")


def test_contents_name_every_chapter_in_the_readers_language(open_page: Open) -> None:
    for tongue, other in (("en", "fr"), ("fr", "en")):
        page = open_page("/", language=tongue)
        assert language(page) == [tongue, tongue]
        open_groups(page)
        seen = page.locator("main").inner_text()
        for chapter in CHAPTERS:
            expect(page.get_by_role("link", name=chapter["title"][tongue]).first).to_be_visible()
            assert chapter["summary"][tongue] in seen
        assert not page.locator(f"[data-lang={other}]:not(html):visible").count()


def test_language_switches_at_once_and_is_kept(open_page: Open, open_chapter: Open) -> None:
    fragment = "#board=nothing&record=0_players=2~a1"
    page = open_chapter(FIRST, fragment, language="en")
    words = site.page_words()
    page.evaluate("window.heard = []; addEventListener('hedgekit:lang', event => heard.push(event.detail))")
    page.get_by_role("button", name="Français").click()
    page.locator(".rb-theme").click()
    assert language(page) == ["fr", "fr"]
    assert (page.evaluate("heard"), page.url.endswith(fragment)) == (["fr"], True)
    expect(page.get_by_role("button", name="Français")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("navigation", name=words["chapters"]["fr"])).to_be_visible()
    assert page.title() == CHAPTERS[0]["title"]["fr"]
    page.get_by_role("navigation", name=words["sequence"]["fr"]).get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(rf"{FIRST}\.ipynb\?page=board"))
    assert language(page) == ["fr", "fr"]
    contents = open_page("/", page=page)
    assert language(contents) == ["fr", "fr"]
    contents.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("data-lang", "en")  # the other tab follows
    missing = open_page("/nowhere?lang=fr", page=page, expect=NO_SUCH)
    assert language(missing) == ["fr", "fr"]


def test_theme_follows_the_system_until_chosen_and_is_kept(open_page: Open, open_chapter: Open) -> None:
    page = open_page("/", theme="dark")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    page.evaluate("window.heard = []; addEventListener('hedgekit:theme', event => heard.push(event.detail))")
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("heard") == ["dark"]
    page.goto(page.url + f"voila/render/{SECOND}.ipynb")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


# The others are opened by the tests of their boards.
@pytest.mark.parametrize("stem", [STEMS[0], "10-combining", STEMS[-1]])
def test_chapter_comes_alive_and_knows_its_place(open_chapter: Open, stem: str) -> None:
    page = open_chapter(stem)
    at = STEMS.index(stem)
    page.locator(".rb-nav summary").click()
    here = page.locator(".rb-nav a[aria-current=page]")
    expect(here).to_have_text(CHAPTERS[at]["title"]["en"], use_inner_text=True)
    links = page.locator(".rb-sequence a")
    rels = links.evaluate_all("links => links.map(link => link.rel)")
    assert rels == ["prev"] * (at > 0) + ["next"] * (at + 1 < len(STEMS))
    counts = [page.locator(one).count() for one in ("h1", "main, [role=main]", "main #rendered_cells")]
    assert (counts[0] >= 1, counts[1:]) == (True, [1, 1])
    assert not page.locator(".rb-coming, .rb-trouble, .rb-failed").count()


def test_the_rules_can_be_searched_from_any_page(open_page: Open, open_chapter: Open, server: str) -> None:
    """By the beginning of words, without accents; a result leads to the clause; nothing is sent to the server."""
    page = open_page("/", language="fr")
    field = page.get_by_role("searchbox", name=site.page_words()["search"]["fr"])
    found = page.get_by_role("search").locator(".rb-found")
    field.fill("herissons case noire")
    expect(found.get_by_role("link").first).to_be_visible()
    expect(found.locator("mark").first).to_have_text(re.compile("hérissons|case|noire", re.IGNORECASE))
    field.fill("zzzz")
    expect(found.get_by_role("status")).to_have_text(site.page_words()["found-none"]["fr"])
    field.press("Escape")
    expect(found).to_be_hidden()
    assert page.evaluate("!document.getElementById('rb-index')"), "the index is a file, asked for by who searches"
    field.fill("tube")
    field.press("Enter")  # the best of what is found, as soon as it is found
    expect(page).to_have_url(re.compile(r"(\?variant=9|/variant-9\.html)#variant-9$"))
    page.goto(server)
    field.fill("case noire")  # the page about them, not one whose longer title has the words as well
    field.press("Enter")
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
    listed = page.locator(".rb-cards strong")
    expect(listed).to_have_text(["6 · The spare die", "7 · Cards", "16 · Choice of dice"], use_inner_text=True)
    parts = page.get_by_role("navigation", name=site.page_words()["chapters"]["en"]).locator("li li a")
    expect(parts.first).to_be_hidden()
    page.locator(".rb-nav summary").click()
    parts.nth(1).click()
    expect(page).to_have_url(re.compile(r"03-dice\.ipynb\?variant=7$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("7 · Cards", use_inner_text=True)
    page.locator(".rb-nav summary").click()
    expect(page.locator(".rb-nav a[aria-current=page]")).to_have_text("7 · Cards", use_inner_text=True)
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
    assert open_page("/voila/render/03-dice.ipynb?variant=9", expect=("404",)).title()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A server of one board, with room for one reader."""
    folder = tmp_path_factory.mktemp("alone")
    with serving.served("--readers", "1", book=serving.one_board(folder / "book"), log=folder / "log") as run:
        yield run


def test_a_page_that_is_left_leaves_no_boards(open_page: Open, alone: serving.Running) -> None:
    """Neither by a reload nor by another page; and reading makes none."""
    page = open_page(f"voila/render/{serving.ONE_BOARD}.ipynb", host=alone.url)
    assert alone.plays(0)
    for leave in (page.reload, partial(page.goto, alone.url)):
        wait_for_page(page)
        Reader(page, "play").sets_up("0 players=2")
        assert alone.plays(1)
        leave()
        assert alone.plays(0)
    page.close()


def test_boards_that_were_given_up_take_no_game_with_them(open_page: Open, alone: serving.Running) -> None:
    """The next move has others made, which go on from what is seen, and know nothing of what the first one foresaw."""
    first = open_page(f"voila/render/{serving.ONE_BOARD}.ipynb", host=alone.url)
    foreseen = 0

    def forgetful(socket: WebSocketRoute) -> None:
        def say(message: str | bytes) -> None:
            nonlocal foreseen
            foreseen += '"type":"ahead"' in str(message)
            if foreseen < 3 or '"type":"ahead"' not in str(message):
                socket.send(message)

        socket.connect_to_server().on_message(say)

    first.route_web_socket("**/*", forgetful)
    reader = Reader(first, "play")
    reader.new_game(players=2, own_dice=True)
    for ply, square in enumerate(("a1", "a2", "a3", "a4", "a5", "a6")):
        while foreseen <= ply:
            first.wait_for_timeout(20)
        given_up(first)  # before the first move, too: the game of two is not the board's own
        reader.click(square)
        reader.stands_at(ply + 1)
    assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2", "a5": "A3", "a6": "B3"}
    first.close()


def test_wrong_addresses_get_help(open_page: Open, server: str) -> None:
    page = open_page("/nowhere", expect=(r"40[34] \(", *NO_SUCH))
    for path in ("/nowhere", "/voila/render/99-nothing.ipynb", "/voila/tree/nothing", "/voila/render/x.txt"):
        page.goto(server + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.get_by_role("button", name="English").click()
        expect(page.get_by_role("link", name=CHAPTERS[0]["title"]["en"])).to_be_visible()
        assert "Traceback" not in page.content()
        page.get_by_role("button", name="Français").click()
        expect(page.get_by_role("link", name="Sommaire")).to_be_visible()


def test_pages_are_clean_for_axe_in_both_themes_and_a_link_skips_to_the_text(
    open_page: Open, axe: Callable[[Page], list[str]]
) -> None:
    pages = [open_page("/"), open_page("/nowhere", expect=NO_SUCH)]  # chapters: test_board_page.py
    pages[0].keyboard.press("Tab")
    expect(pages[0].get_by_role("link", name="Skip to the text")).to_be_focused()
    pages[0].keyboard.press("Enter")
    assert pages[0].evaluate("document.activeElement.tagName") == "MAIN"
    found = []
    for page in pages:
        for theme in ("light", "dark"):
            in_theme(page, theme)
            found += [f"{page.url} {theme}: {line}" for line in axe(page)]
    assert not found, "\n".join(found)


def test_phones_scroll_one_way_only(open_page: Open, open_chapter: Open) -> None:
    """And every word can be read: nothing lies over it."""
    phone = {"width": 390, "height": 800, "has_touch": True, "is_mobile": True, "language": "de"}
    for page in (
        open_page("/", **phone),
        open_chapter(SECOND, **phone),
        open_page("/nowhere", expect=NO_SUCH, **phone),
    ):
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
            assert page.evaluate(COVERED) == [], page.url
    chapter = open_chapter(FIRST, **phone)
    listed = chapter.locator(".rb-nav details > ol")
    expect(listed).to_be_hidden()
    chapter.locator(".rb-nav summary").tap()
    expect(listed).to_be_visible()


def test_offer_to_reload_when_boards_do_not_come(open_page: Open, server: str) -> None:
    page = open_page("/", expect=(r"ERR_FAILED",))
    page.route(re.compile(r"/parts/host-"), lambda route: route.abort())
    page.goto(f"{server}/voila/render/{SECOND}.ipynb")
    expect(page.locator(".rb-cells p").first).to_be_visible()
    expect(page.locator(".rb-coming img").first).to_be_visible()  # the picture of the board is there all the same
    expect(page.get_by_role("button", name="Reload the page")).to_be_visible()
    page.unroute_all()


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
        page.get_by_role("link", name=site.page_words()["book"]["en"]).click()
        page.wait_for_url("**/voila/tree/notebooks")  # a click does not wait for the page it leads to
        open_groups(page)
        expect(page.get_by_role("link", name=CHAPTERS[0]["title"]["en"])).to_be_visible()
        # Where Voilà renders a chapter for each reader, its prose does not wait for the front end, and boards that do
        # not come are missed.
        page.route(re.compile(r"/voila/static/voila\.js"), lambda route: route.abort())
        page.clock.install()
        page.goto(f"{address}voila/render/notebooks/{FIRST}.ipynb")
        expect(page.locator(".rb-cells p").first).to_be_visible()
        expect(page.locator(".rb-coming").first).to_be_visible()
        page.clock.run_for(25_000)
        expect(page.get_by_role("button", name="Reload the page")).to_be_visible()
        page.unroute_all()
        page.close()
