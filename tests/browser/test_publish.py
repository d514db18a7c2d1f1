"""The pages' frame: contents, search, chapters, errors, phones; and readers of the public server, who are told what is
wrong, and lose no game."""

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
from tests.browser.pages import release_boards
from tests.browser.reader import COVERED, Open, Reader, in_theme, js, word
from tests.proxy import balancing
from tests.serving import NOTEBOOKS, STEMS
from tests.visitor import Visitor

SECONDS = 40  # of CPU time: slow files start first

SECOND = STEMS[1]
CHAPTERS, WORDS = page_context.chapters(NOTEBOOKS), page_context.page_words()
NO_SUCH = (r"40[34] \(",)


def open_groups(page: Page) -> None:
    """Open all groups of chapters on the cover."""
    each = "for (const one of all) { one.removeAttribute('name'); one.open = true; }"
    page.locator(".rb-groups details").evaluate_all(f"all => {{ {each} }}")


def test_contents_are_in_the_readers_language_which_persists(open_page: Open) -> None:
    """test_board_page.py tests changing language and theme."""
    page = open_page("/", language="fr", theme="dark")
    root = page.locator("html")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")  # the system's, until one is chosen
    for tongue, other in (("fr", "en"), ("en", "fr")):
        expect(root).to_have_attribute("lang", tongue)
        open_groups(page)
        seen = page.locator("main").inner_text()
        texts = [one[part][tongue] for one in CHAPTERS for part in ("title", "summary")]
        assert [text for text in texts if text not in seen] == []
        assert not page.locator(f"[data-lang={other}]:not(html):visible").count()
        page.get_by_role("button", name="English").click()
    assert open_page("/nowhere", page=page, expect=NO_SUCH).locator("html").get_attribute("lang") == "en"


def test_the_rules_can_be_searched_from_any_page(open_page: Open, open_chapter: Open) -> None:
    """By prefixes of words; a result leads to the clause; nothing is sent to the server."""
    page = open_page("/", language="fr")
    field = page.get_by_role("searchbox", name=WORDS["search"]["fr"])
    field.fill("case noire")  # their own page, not one with a longer title that has the words, too
    field.press("Enter")  # opens the best result as soon as there is one
    expect(page).to_have_url(re.compile(r"#(page-black|rule-0\.9)$"), timeout=PACE.ms(60))  # may have to be rendered
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


def test_a_chapter_lists_its_pages_and_old_links_reach_them(open_page: Open, server: str) -> None:
    """Its variants' pages, in the introduction and in the list; a place in the chapter is found on its page."""
    page = open_page("/voila/render/03-dice.ipynb", language="en")
    named = ["6 · The spare die", "7 · Cards", "16 · Choice of dice"]
    expect(page.locator(".rb-cards strong")).to_have_text(named, use_inner_text=True)
    expect(page.get_by_role("navigation", name=WORDS["chapters"]["en"]).locator("li li a")).to_have_count(len(named))
    page.goto(f"{server}/voila/render/01-base-game.ipynb#board=gift")  # a board by name
    expect(page.locator(".hk-board[data-board=gift] .hk-stage")).to_be_in_viewport(ratio=1)
    # Old links from before there were such pages: to a clause, to a game; and between pages.
    game = "#board=play-16&rules=16_players=3&position=b3=A1"
    links = {"#rule-16.2": "16", "?lang=en#variant-7": "7", game: "16", "?variant=16#rule-6.1": "6"}
    for link, variant in links.items():
        page.goto("about:blank")
        page.goto(f"{server}/voila/render/03-dice.ipynb{link}")
        page.wait_for_url(re.compile(rf"[?]variant={variant}.*{re.escape(link[link.index('#') :])}$"))
    expect(page.locator("#rule-6\\.1")).to_be_in_viewport(ratio=0.1)


def test_released_boards_lose_no_game(open_page: Open) -> None:
    """The next move creates new boards, which continue from the displayed position."""
    page = open_page(f"/voila/render/light/{serving.ONE_BOARD}.ipynb")
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    for ply in range(6):
        release_boards(page)  # even before the first move: the game of two is not the board's default
        reader.click(f"a{ply + 1}")
        reader.expect_ply(ply + 1)
    assert reader.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2", "a5": "A3", "a6": "B3"}


def test_a_released_sheet_is_restored_as_after_a_reload(open_chapter: Open) -> None:
    """As in its address, without its last action: the reader is told so, and the next action works."""
    page = open_chapter("09-tonight", "#ticks=13.14&players=4")
    page.clock.install()
    sheet = page.locator("[data-sheet=chooser]")
    ticked = sheet.locator(".hc-boxes input:checked")
    expect(sheet.locator(".hc-line")).to_have_text("13+14 players=4")  # answered, so there is something to lose
    expect(ticked).to_have_count(2)
    play = sheet.get_by_role("button", name=sheet_texts("chooser")["en"]["play"])
    lost = page.get_by_role("alert").filter(has_text=str(words.text("static.anew", "en")))
    for _ in range(2):
        release_boards(page)
        play.click()
        expect(lost).to_be_visible()
        expect(ticked).to_have_count(2)
        play.click()
        expect(sheet.locator(".hk-board")).to_be_visible()
        expect(ticked).to_have_count(2)
        page.clock.fast_forward(7000)
    expect(lost).to_be_visible()  # as long as the first time


def test_pages_pass_axe_and_a_link_skips_to_the_text(
    open_page: Open, axe: Callable[[Page], list[str]], server: str
) -> None:
    """In both themes; on a phone all text is readable: nothing covers it, and it scrolls vertically only.

    Wrong addresses offer help.
    """
    found = []
    for path in ("/", "/nowhere"):  # test_board_page.py has the chapters
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


def reader_after_move(open_page: Open, host: str) -> Reader:
    """Return a reader in a context of their own who has made a move."""
    page = open_page(f"voila/render/{SECOND}.ipynb", host=host, expect=(".*",))
    wait_for_page(page)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.answer_to(lambda: reader.click("a1"))  # a page that is left gets no answer
    reader.expect_ply(1)
    return reader


def message_for(why: str, language: str = "en") -> re.Pattern[str]:
    """Return a pattern for the message, with any number of seconds until the next request."""
    return re.compile(re.escape(words.text(f"static.{why}", language)).replace(r"\{seconds\}", r"\d+"))


def test_an_injected_script_does_not_run(open_page: Open) -> None:
    """Even one that passed everything else: an element, an attribute, an address; the browser reports each."""
    page = open_page("", expect=(".*",))
    refused = page.evaluate(js("smuggle"))
    element = "script-src-elem"
    assert refused == ["script-src-attr inline", f"{element} https://example.org/evil.js", *[f"{element} inline"] * 2]
    assert page.evaluate("window.hacked") is None


def test_a_full_book_is_read_and_resumes_later(open_page: Open, tmp_path: Path) -> None:
    """Two active readers take both places after the boards of a third were given up: the third one's action is executed
    when there is a place; until then a link leads with the game to the static site, which is never full."""
    own = ("--public", "--readers", "2", "--static-site", "https://example.org/book/")
    with serving.serve(*own, book=serving.write_one_board(tmp_path / "book"), log=tmp_path / "log") as run:
        reader = reader_after_move(open_page, run.url)
        page = reader.page
        page.evaluate("dispatchEvent(new Event('pagehide'))")
        others = [Visitor(run.url), Visitor(run.url)]
        for other in others:
            other.open_patiently(SECOND)
        for other in others:  # an idle one would give way
            other.play("play", 1)
        reader.opens("text")
        reader.field.fill("0 players=2")
        reader.button("set-up").click()
        there = re.compile(rf"^https://example\.org/book/{SECOND}\.html#board=play&record=0_players=2~.*a1")
        for language, button in (("en", "English"), ("fr", "Français")):
            page.get_by_role("button", name=button).click()
            expect(page.locator(f"#rb-matters [data-lang={language}]").first).to_have_text(
                message_for("full", language)
            )
            link = page.locator("#rb-matters").get_by_role("link", name=WORDS["busy_open"][language])
            expect(link).to_have_attribute("href", there)
        others[0].leave()
        expect(page.locator("#rb-matters")).to_have_count(0, timeout=PACE.ms(90))
        expect(reader.narration).to_have_text(word("told-new", "fr"))
        page.close()


def test_server_problems_are_reported_and_lose_no_game(open_page: Open, tmp_path: Path) -> None:
    """A status has its own message.  After a lost network, with messages sent into it, a new socket reaches the same
    boards, which do not say that they are lost.  A server that goes down in mid game is followed by another one at its
    address, which shares nothing with it and has the same parts under the same names."""
    with ExitStack() as stack:
        books = [serving.write_one_board(tmp_path / name / "book") for name in "ab"]
        runs = [stack.enter_context(serving.serve("--public", book=book)) for book in books]
        nodes = {run.url: run for run in runs}
        for node in nodes:
            Visitor(node).read(SECOND)  # rendered by each
        network = stack.enter_context(balancing(list(nodes)))
        reader = reader_after_move(open_page, network.url)
        page, fault = reader.page, 0

        def opens(socket: WebSocketRoute) -> None:
            socket.close() if fault else socket.connect_to_server()

        page.route_web_socket("**/boards", opens)
        page.route("**/ready", lambda route: route.fulfill(status=fault))
        release_boards(page)
        for fault in (403, 503):  # page_socket.test.mjs tests the others
            if fault == 403:
                reader.cell("a2").click()
            expect(page.get_by_role("alert")).to_contain_text(message_for(f"status-{fault}"))
        fault = 0
        page.unroute("**/ready")
        expect(page.locator("#rb-matters")).to_have_count(0)
        reader.expect_ply(2)

        (home,) = {node for node in nodes if nodes[node].ready()["readers"]}
        network.dark = True
        for square in ("a3", "a3", "a4"):  # clicks without an answer do no harm
            reader.click(square)
        expect(reader.board.locator(".hk-card")).to_have_attribute("data-thinking", word("thinking"))
        expect(page.get_by_role("alert")).to_contain_text(message_for("late-server"), timeout=PACE.ms(20))
        expect(reader.banner).to_be_hidden()
        page.wait_for_timeout(2000)  # a board gives up after eight seconds, in all
        expect(page.locator(".hk-board.is-lost")).to_have_count(0)
        network.dark = False
        reader.expect_ply(4)
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
