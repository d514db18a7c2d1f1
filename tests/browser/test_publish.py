"""The frame of the pages: contents, search, chapters, errors; phones; and readers of the public server, who are
told what is the matter, and lose no game."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from rulebook.boards.sheet import sheet_texts
from rulebook.publish import page_context
from rulebook.text import words
from tests import serving
from tests.browser.conftest import wait_for_page
from tests.browser.pace import PACE
from tests.browser.pages import given_up
from tests.browser.reader import COVERED, Open, Reader, in_theme, js, word
from tests.proxy import balancing
from tests.serving import NOTEBOOKS, STEMS
from tests.visitor import Visitor

SECONDS = 40  # of one core: what takes long begins early

SECOND = STEMS[1]
CHAPTERS, WORDS = page_context.chapters(NOTEBOOKS), page_context.page_words()
NO_SUCH = (r"40[34] \(",)


def open_groups(page: Page) -> None:
    """Open all groups of chapters of the cover."""
    each = "for (const one of all) { one.removeAttribute('name'); one.open = true; }"
    page.locator(".rb-groups details").evaluate_all(f"all => {{ {each} }}")


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
    """By the beginning of words; a result leads to the clause; nothing is sent to the server."""
    page = open_page("/", language="fr")
    field = page.get_by_role("searchbox", name=WORDS["search"]["fr"])
    field.fill("case noire")  # the page about them, not one whose longer title has the words as well
    field.press("Enter")  # the best of what is found, as soon as it is found
    expect(page).to_have_url(re.compile(r"#(page-black|rule-0\.9)$"), timeout=PACE.ms(60))  # it may be rendered first
    chapter = open_chapter(SECOND, language="en", boards=["none"])
    chapter.get_by_role("search").get_by_role("searchbox").focus()
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
    expect(page.get_by_role("navigation", name=WORDS["chapters"]["en"]).locator("li li a")).to_have_count(len(named))
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
    """The next move has others made, which go on from what is seen."""
    page = open_page(f"/voila/render/light/{serving.ONE_BOARD}.ipynb")
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    for ply in range(6):
        given_up(page)  # before the first move, too: the game of two is not the board's own
        reader.click(f"a{ply + 1}")
        reader.stands_at(ply + 1)
    assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2", "a5": "A3", "a6": "B3"}


def test_a_sheet_that_was_given_up_is_as_a_reload_shows_it(open_chapter: Open) -> None:
    """By its address, and without what its reader did just then: he is told so, and his next deed is done."""
    page = open_chapter("09-tonight", "#ticks=13.14&players=4")
    page.clock.install()
    sheet = page.locator("[data-sheet=chooser]")
    ticked = sheet.locator(".hc-boxes input:checked")
    expect(sheet.locator(".hc-line")).to_have_text("13+14 players=4")  # answered: only then is there something to lose
    expect(ticked).to_have_count(2)
    play = sheet.get_by_role("button", name=sheet_texts("chooser")["en"]["play"])
    told = page.get_by_role("alert").filter(has_text=str(words.text("static.anew", "en")))
    for _ in range(2):
        given_up(page)
        play.click()
        expect(told).to_be_visible()
        expect(ticked).to_have_count(2)
        play.click()
        expect(sheet.locator(".hk-board")).to_be_visible()
        expect(ticked).to_have_count(2)
        page.clock.fast_forward(7000)
    expect(told).to_be_visible()  # as long as the first time


def test_pages_are_clean_for_axe_and_a_link_skips_to_the_text(
    open_page: Open, axe: Callable[[Page], list[str]], server: str
) -> None:
    """In both themes; and on a phone every word can be read: nothing lies over it, and it scrolls one way only.

    Wrong addresses get help.
    """
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
    for path in ("/voila/render/99-nothing.ipynb", "/voila/render/03-dice.ipynb?variant=9"):
        page.goto(server + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for button, link in (("English", CHAPTERS[0]["title"]["en"]), ("Français", "Sommaire")):
            page.get_by_role("button", name=button).click()
            expect(page.get_by_role("link", name=link)).to_be_visible()


def played(open_page: Open, host: str) -> Reader:
    """A reader in a context of his own who has made a move."""
    page = open_page(f"voila/render/{SECOND}.ipynb", host=host, expect=(".*",))
    wait_for_page(page)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.tells(lambda: reader.click("a1"))  # a page that is left hears no answer
    reader.stands_at(1)
    return reader


def told(why: str, language: str = "en") -> re.Pattern[str]:
    """What is said of it, in whatever number of seconds the server is asked again."""
    return re.compile(re.escape(words.text(f"static.{why}", language)).replace(r"\{seconds\}", r"\d+"))


def test_a_smuggled_script_does_not_run(open_page: Open) -> None:
    """Even one that got past everything else: an element, an attribute, an address; each is reported by the browser."""
    page = open_page("", expect=(".*",))
    refused = page.evaluate(js("smuggle"))
    element = "script-src-elem"
    assert refused == ["script-src-attr inline", f"{element} https://example.org/evil.js", *[f"{element} inline"] * 2]
    assert page.evaluate("window.hacked") is None


def test_a_full_book_is_read_and_says_when_its_boards_answer(open_page: Open, tmp_path: Path) -> None:
    """Both places are taken by readers who play, while the third one's boards had been given up: what he does on his
    board is done when there is a place, and till then he may take his game to where it is never full."""
    own = ("--public", "--readers", "2", "--static-site", "https://example.org/book/")
    with serving.served(*own, book=serving.one_board(tmp_path / "book"), log=tmp_path / "log") as run:
        reader = played(open_page, run.url)
        page = reader.page
        page.evaluate("dispatchEvent(new Event('pagehide'))")
        others = [Visitor(run.url), Visitor(run.url)]
        for other in others:
            other.open_patiently(SECOND)
        for other in others:  # who has been still while the other waited for a place would give way
            other.plays("play", 1)
        reader.opens("text")
        reader.field.fill("0 players=2")
        reader.button("set-up").click()
        there = re.compile(rf"^https://example\.org/book/{SECOND}\.html#board=play&record=0_players=2~.*a1")
        for language, button in (("en", "English"), ("fr", "Français")):
            page.get_by_role("button", name=button).click()
            expect(page.locator(f"#rb-matters [data-lang={language}]").first).to_have_text(told("full", language))
            link = page.locator("#rb-matters").get_by_role("link", name=WORDS["busy_open"][language])
            expect(link).to_have_attribute("href", there)
        others[0].leave()
        expect(page.locator("#rb-matters")).to_have_count(0, timeout=PACE.ms(90))
        expect(reader.told).to_have_text(word("told-new", "fr"))
        page.close()


def test_whatever_is_the_matter_with_a_server_is_said_and_costs_no_game(open_page: Open, tmp_path: Path) -> None:
    """A status in its own words; a network that is lost, with what was said into it, costs a new socket to the same
    boards, while the board does not say that it is over; a server that goes in mid game is followed by another one at
    its address, which shares nothing with it and has the parts of its pages under their names."""
    with ExitStack() as stack:
        books = [serving.one_board(tmp_path / name / "book") for name in "ab"]
        runs = [stack.enter_context(serving.served("--public", book=book)) for book in books]
        nodes = {run.url: run for run in runs}
        for node in nodes:
            Visitor(node).read(SECOND)  # rendered by each
        network = stack.enter_context(balancing(list(nodes)))
        reader = played(open_page, network.url)
        page, fault = reader.page, 0

        def opens(socket: WebSocketRoute) -> None:
            socket.close() if fault else socket.connect_to_server()

        page.route_web_socket("**/boards", opens)
        page.route("**/ready", lambda route: route.fulfill(status=fault))
        given_up(page)
        for fault in (403, 503):  # of the others page_socket.test.mjs asks
            if fault == 403:
                reader.cell("a2").click()
            expect(page.get_by_role("alert")).to_contain_text(told(f"status-{fault}"))
        fault = 0
        page.unroute("**/ready")
        expect(page.locator("#rb-matters")).to_have_count(0)
        reader.stands_at(2)

        (home,) = {node for node in nodes if nodes[node].ready()["readers"]}
        network.dark = True
        for square in ("a3", "a3", "a4"):  # clicks while nothing is answered do nothing bad
            reader.click(square)
        expect(reader.board.locator(".hk-card")).to_have_attribute("data-thinking", word("thinking"))
        expect(page.get_by_role("alert")).to_contain_text(told("late-server"), timeout=PACE.ms(20))
        expect(reader.banner).to_be_hidden()
        page.wait_for_timeout(2000)  # a board gives up after eight seconds, in all
        expect(page.locator(".hk-board.is-lost")).to_have_count(0)
        network.dark = False
        reader.stands_at(4)
        expect(page.locator("#rb-matters")).to_have_count(0)
        expect(reader.board.locator(".hk-card")).to_have_attribute("data-thinking", "")

        parts = {path for _, path in network.requests if path.startswith("/parts/")}
        assert len(parts) > 3
        for node in nodes:
            assert [urllib.request.urlopen(node[:-1] + path).status for path in parts] == [200] * len(parts)
        serving.end(nodes[home].process)
        reader.places("a5")
        assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2", "a5": "A3"}
        page.close()
