"""The public server in a browser: its policy breaks nothing, foreign scripts do not run, and readers are told."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulebook.publish import site
from rulebook.text import words
from tests import serving
from tests.browser.pace import PACE
from tests.browser.reader import SENT, Reader, word
from tests.browser.test_choosing import word as asked
from tests.proxy import balancing
from tests.visitor import Visitor

SECONDS = 30  # of one core: what takes long begins early

Open = Callable[..., Page]
WORDS = site.page_words()
FULL = words.both("static.full")
STEM = "01-base-game"
ANY = (r".*",)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A public server for two readers."""
    own = ("--readers", "2", "--static-site", "https://example.org/book/")
    with serving.served("--public", *own, log=tmp_path_factory.mktemp("public") / "log") as run:
        yield run


def alive(page: Page) -> None:
    """Wait for the boards; not by a function in the page, which the policy would not let be made."""
    page.wait_for_selector("html[data-hk-boards=alive]", state="attached", timeout=PACE.ms(90))


def played(open_page: Open, host: str) -> Reader:
    """A reader in a context of his own who has made a move."""
    page = open_page(f"voila/render/{STEM}.ipynb", host=host, expect=ANY)
    alive(page)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.tells(lambda: reader.click("a1"))  # it is seen ahead of its answer, and a page that is left hears none
    reader.stands_at(1)
    return reader


@pytest.mark.parametrize("stem", [STEM, "10-combining", "12-desk"])
def test_the_policy_breaks_nothing(open_page: Open, public: serving.Running, stem: str) -> None:
    """A violation is an error of the console, and fails the test."""
    page = open_page(f"voila/render/{stem}.ipynb", host=public.url)
    alive(page)
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    if stem == STEM:
        reader = Reader(page, "play", "fr")
        reader.new_game(players=2, own_dice=True)
        reader.click("a1")
        reader.stands_at(1)


def counts_with_its_own_engine(page: Page, engine: str, other: bytes) -> Iterator[bool]:
    """Have games of two sets counted, by the engine and then by Python, as another is in the engine's place."""
    sheet = page.locator("[data-sheet=chooser]")
    begin = sheet.get_by_role("button", name=asked("chooser", "start", games="20,000"))
    for exchanged in (False, True):
        if exchanged:
            page.route(engine, lambda route: route.fulfill(body=other))
        begin.click()
        expect(sheet.locator(".hc-alone")).to_have_text(asked("chooser", "alone-module") if exchanged else "")
        figures = sheet.locator("[data-measure=turns] td")
        expect(figures).to_have_count(3, timeout=PACE.ms(60))  # two sets, and the difference
        sheet.get_by_role("button", name=asked("chooser", "stop")).click()
        expect(begin).to_be_visible(timeout=PACE.ms(60))
        yield exchanged


def test_the_policy_lets_a_page_count_games_with_the_books_own_engine_alone(
    open_page: Open, public: serving.Running
) -> None:
    """A module that was exchanged on its way does not run: the reader is told, and Python plays."""
    page = open_page(
        "voila/render/09-tonight.ipynb#ticks=26&players=4", host=public.url, expect=(r"integrity.*engine",)
    )
    alive(page)
    page.evaluate(SENT)
    for exchanged in counts_with_its_own_engine(page, "**/engine/*.wasm", b"\0asm\1\0\0\0"):
        assert set(page.evaluate("sent.splice(0)")) - {"stop"} == {"more" if exchanged else "counted"}


def test_a_smuggled_script_does_not_run(open_page: Open, public: serving.Running) -> None:
    """Even one that got past everything else: an element, an attribute, an address, evaluated text."""
    page = open_page("", host=public.url, expect=ANY)
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "document.documentElement.dataset.hacked = 1";
      document.body.append(script);
      const far = document.createElement("script");
      far.src = "https://example.org/evil.js";
      document.body.append(far);
      const box = document.createElement("div");
      box.innerHTML = '<img src="x:" onerror="document.documentElement.dataset.hacked = 2">'
        + '<a id="bad" href="javascript:document.documentElement.dataset.hacked = 3">x</a>';
      document.body.append(box);
    }""")
    page.locator("#bad").click()
    page.wait_for_timeout(500)
    assert page.locator("html").get_attribute("data-hacked") is None


def test_a_full_book_is_read_and_says_when_its_boards_answer(open_page: Open, public: serving.Running) -> None:
    """Both places are taken by readers who play, while the third one's boards had been given up: what he does on his
    board is done when there is a place, and till then he may take his game to where it is never full."""
    reader = played(open_page, public.url)
    page = reader.page
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    others = [Visitor(public.url), Visitor(public.url)]
    with ExitStack() as leaving:  # whatever is found: the next test wants their places
        for other in others:
            leaving.callback(other.leave)
        for other in others:
            other.open_patiently(STEM)
        for other in others:  # who has been still while the other waited for a place would give way
            other.plays("play", 1)
        reader.opens("text")
        reader.field.fill("0 players=2")
        reader.button("set-up").click()
        for language, button in (("en", "English"), ("fr", "Français")):
            page.get_by_role("button", name=button).click()
            told = page.locator(f"#rb-matters [data-lang={language}]").first
            expect(told).to_have_text(re.compile(re.escape(FULL[language]).replace(r"\{seconds\}", r"\d+")))
            link = page.locator("#rb-matters").get_by_role("link", name=WORDS["busy_open"][language])
            expect(link).to_have_attribute(
                "href", re.compile(rf"^https://example\.org/book/{STEM}\.html#board=play&record=0_players=2~.*a1")
            )
        others[0].leave()
        expect(page.locator("#rb-matters")).to_have_count(0, timeout=PACE.ms(90))
        expect(reader.told).to_have_text(word("told-new", "fr"))
    page.close()


def test_a_move_made_while_the_network_was_lost_is_answered_when_it_is_back(
    open_page: Open, public: serving.Running
) -> None:
    """By a new socket to the same boards: what was said into the old one would wait for a minute more.  Meanwhile the
    page says that it keeps trying, and the board does not say that it is over."""
    with balancing([public.url]) as network:
        reader = played(open_page, network.url)
        page = reader.page
        there = public.ready()["readers"]
        network.dark = True
        reader.cell("a2").click()
        expect(page.locator("#rb-matters[data-why=late-server]")).to_be_visible(timeout=PACE.ms(20))
        page.wait_for_timeout(2000)  # a board gives up after eight seconds, in all
        expect(page.locator(".hk-board.is-lost")).to_have_count(0)
        network.dark = False
        reader.stands_at(2)
        expect(page.locator("#rb-matters")).to_have_count(0)
        assert public.ready()["readers"] == there
        page.close()


def test_a_server_that_goes_in_mid_game(open_page: Open, tmp_path: Path) -> None:
    """Another one at the same address, which shares nothing with it, has the parts of its pages under their names and
    goes on where the page was; after a reload the game is offered by name."""
    with ExitStack() as stack:
        runs = [
            stack.enter_context(serving.served("--public", book=serving.one_board(tmp_path / name / "book")))
            for name in "ab"
        ]
        nodes = {run.url: run for run in runs}
        for node in nodes:
            Visitor(node).read(STEM)  # rendered by each
        network = stack.enter_context(balancing(list(nodes)))
        reader = played(open_page, network.url)
        page = reader.page
        (home,) = {node for node, path in network.asked if path == "/boards"}
        parts = {path for _, path in network.asked if path.startswith("/parts/")}
        assert len(parts) > 3
        for node in nodes:
            assert [urllib.request.urlopen(node[:-1] + path).status for path in parts] == [200] * len(parts)
        serving.end(nodes[home].process)
        reader.click("a2")
        reader.stands_at(2)
        assert reader.stacks == {"a1": "A1", "a2": "B1"}
        assert {node for node, path in network.asked if path == "/boards"} == set(nodes)
        page.reload()
        alive(page)
        again = Reader(page, "play")
        said = word("kept", rules="The base game, 2 players", turn=2)
        expect(again.banner).to_contain_text(said, timeout=PACE.ms(30))
        again.button("kept-resume").click()
        again.stands_at(2)
        assert again.stacks == {"a1": "A1", "a2": "B1"}
        page.close()
