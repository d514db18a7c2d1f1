"""The public server in a browser: readers are told what is the matter, and lose no game."""

from __future__ import annotations

import re
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from rulebook.publish import site
from rulebook.text import words
from tests import serving
from tests.browser.conftest import wait_for_page
from tests.browser.pace import PACE
from tests.browser.pages import given_up
from tests.browser.reader import Open, Reader, word
from tests.proxy import balancing
from tests.visitor import Visitor

SECONDS = 20  # of one core: what takes long begins early

STEM = "01-base-game"
ANY = (r".*",)


def played(open_page: Open, host: str) -> Reader:
    """A reader in a context of his own who has made a move."""
    page = open_page(f"voila/render/{STEM}.ipynb", host=host, expect=ANY)
    wait_for_page(page)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.tells(lambda: reader.click("a1"))  # it is seen ahead of its answer, and a page that is left hears none
    reader.stands_at(1)
    return reader


def told(why: str, language: str = "en") -> re.Pattern[str]:
    """What is said of it, in whatever number of seconds the server is asked again."""
    return re.compile(re.escape(words.text(f"static.{why}", language)).replace(r"\{seconds\}", r"\d+"))


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
            other.open_patiently(STEM)
        for other in others:  # who has been still while the other waited for a place would give way
            other.plays("play", 1)
        reader.opens("text")
        reader.field.fill("0 players=2")
        reader.button("set-up").click()
        there = re.compile(rf"^https://example\.org/book/{STEM}\.html#board=play&record=0_players=2~.*a1")
        for language, button in (("en", "English"), ("fr", "Français")):
            page.get_by_role("button", name=button).click()
            expect(page.locator(f"#rb-matters [data-lang={language}]").first).to_have_text(told("full", language))
            link = page.locator("#rb-matters").get_by_role("link", name=site.page_words()["busy_open"][language])
            expect(link).to_have_attribute("href", there)
        others[0].leave()
        expect(page.locator("#rb-matters")).to_have_count(0, timeout=PACE.ms(90))
        expect(reader.told).to_have_text(word("told-new", "fr"))
        page.close()


FAULTS = {403: 403, 429: 429, 500: 500, 502: 502, 503: 503, 504: 502}
"""The status of a server, or of what is before it, and that of which the same is said."""


def test_whatever_is_the_matter_with_a_server_is_said_and_costs_no_game(open_page: Open, tmp_path: Path) -> None:
    """Each status in its own words; a network that is lost, with what was said into it, costs a new socket to the same
    boards, while the board does not say that it is over; a server that goes in mid game is followed by another one at
    its address, which shares nothing with it and has the parts of its pages under their names.  After a reload the game
    is offered by name."""
    with ExitStack() as stack:
        books = [serving.one_board(tmp_path / name / "book") for name in "ab"]
        runs = [stack.enter_context(serving.served("--public", book=book)) for book in books]
        nodes = {run.url: run for run in runs}
        for node in nodes:
            Visitor(node).read(STEM)  # rendered by each
        network = stack.enter_context(balancing(list(nodes)))
        reader = played(open_page, network.url)
        page, fault = reader.page, 0

        def opens(socket: WebSocketRoute) -> None:
            socket.close() if fault else socket.connect_to_server()

        page.route_web_socket("**/boards", opens)
        page.route("**/ready", lambda route: route.fulfill(status=fault))
        given_up(page)
        for fault, same in FAULTS.items():
            if fault == 403:
                reader.cell("a2").click()
            expect(page.get_by_role("alert")).to_contain_text(told(f"status-{same}"))
        fault = 0
        page.unroute("**/ready")
        expect(page.locator("#rb-matters")).to_have_count(0)
        reader.stands_at(2)

        (home,) = {node for node in nodes if nodes[node].ready()["readers"]}
        network.dark = True
        reader.cell("a3").click()
        expect(page.get_by_role("alert")).to_contain_text(told("late-server"), timeout=PACE.ms(20))
        page.wait_for_timeout(2000)  # a board gives up after eight seconds, in all
        expect(page.locator(".hk-board.is-lost")).to_have_count(0)
        network.dark = False
        reader.stands_at(3)
        expect(page.locator("#rb-matters")).to_have_count(0)

        parts = {path for _, path in network.asked if path.startswith("/parts/")}
        assert len(parts) > 3
        for node in nodes:
            assert [urllib.request.urlopen(node[:-1] + path).status for path in parts] == [200] * len(parts)
        serving.end(nodes[home].process)
        reader.click("a4")
        reader.stands_at(4)
        page.reload()
        wait_for_page(page)
        again = Reader(page, "play")
        kept = word("kept", rules="The base game, 2 players", turn=4)
        expect(again.banner).to_contain_text(kept, timeout=PACE.ms(30))
        again.button("kept-resume").click()
        again.stands_at(4)
        assert again.stacks == {"a1": "A1", "a2": "B1", "a3": "A2", "a4": "B2"}
        page.close()
