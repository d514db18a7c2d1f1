"""The public server in a browser: its policy breaks nothing, foreign scripts do not run, and readers are told."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulebook.publish import site
from tests import serving
from tests.browser.pace import PACE
from tests.browser.reader import Reader, word
from tests.browser.test_choosing import SENT
from tests.browser.test_choosing import word as asked
from tests.security.test_reliability import game
from tests.visitor import Visitor

Open = Callable[..., Page]
WORDS = site.page_words()
STEM = "01-base-game"
ANY = (r".*",)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A public server for two readers."""
    command = serving.command(
        "serve", "--port", "0", "--no-browser", "--public", "--readers", "2", "--warm", "0",
        "--static-site", "https://example.org/book/",
    )  # fmt: skip
    with serving.running(command, patience=120, log=tmp_path_factory.mktemp("public") / "log") as run:
        yield run


def alive(page: Page) -> None:
    """Wait for the boards; not by a function in the page, which the policy would not let be made."""
    page.wait_for_selector("html[data-hk-boards=alive]", state="attached", timeout=PACE.ms(90))


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


def test_the_policy_lets_a_page_count_games_with_the_books_own_engine_alone(
    open_page: Open, public: serving.Running
) -> None:
    """A module that was exchanged on its way does not run: the reader is told, and Python plays."""
    page = open_page("voila/render/11-comparing.ipynb", host=public.url, expect=(r"integrity.*engine",))
    alive(page)
    sheet = page.locator("[data-sheet=compare]")
    begin, told = sheet.get_by_role("button", name=asked("compare", "start")), sheet.locator(".hc-alone")
    page.evaluate(SENT)
    for exchanged, by in ((False, "counted"), (True, "more")):
        if exchanged:
            page.route("**/engine/*.wasm", lambda route: route.fulfill(body=b"\0asm\1\0\0\0"))
        begin.click()
        expect(told).to_have_text(asked("compare", "alone-module") if exchanged else "")
        expect(sheet.locator("[data-measure=turns] td")).to_have_count(2)
        expect(begin).to_be_enabled(timeout=PACE.ms(30))
        assert page.evaluate("[...new Set(sent.splice(0))]") == [by]


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


def test_a_full_book_lets_in_when_there_is_a_place(open_page: Open, public: serving.Running) -> None:
    others = [Visitor(public.url), Visitor(public.url)]
    for other in others:
        other.open_patiently(STEM)
    page = open_page("", host=public.url, expect=ANY)
    page.clock.install()
    page.goto(f"{public.url}voila/render/{STEM}.ipynb")
    for language, button in (("en", "English"), ("fr", "Français")):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(WORDS["busy_title"][language], use_inner_text=True)
        expect(page.get_by_role("link", name=WORDS["busy_open"][language])).to_have_attribute(
            "href", "https://example.org/book/"
        )
    others[0].leave()
    page.clock.fast_forward(21_000)
    page.wait_for_selector(".rb-chapter", timeout=PACE.ms(60))
    others[1].leave()
    page.clock.resume()


@pytest.mark.soak
def test_twenty_readers_at_eight_places_one_of_them_a_browser(open_page: Open, tmp_path: Path) -> None:
    """The book is full when the browser comes: it waits by itself, gets a place and plays a whole game by mouse."""
    command = serving.command("serve", "--port", "0", "--no-browser", "--public", "--readers", "8", "--warm", "0")
    with serving.running(command, patience=120, log=tmp_path / "log") as run, ThreadPoolExecutor(19) as pool:
        games = [pool.submit(game, run.url, 10_000, 3600) for _ in range(19)]
        time.sleep(10)
        page = open_page("", host=run.url, expect=ANY)
        page.goto(f"{run.url}voila/render/{STEM}.ipynb")
        page.wait_for_selector("html[data-hk-boards=alive]", state="attached", timeout=1_200_000)
        reader = Reader(page, "play")
        reader.new_game(players=2, own_dice=True)
        assert reader.plays_by_mouse(random.Random(4))[-1]["step"] == "over"
        found = [one.result() for one in games]
    assert sum(full > 0 for full, _ in found) >= 8
    assert min(plies for _, plies in found) > 50


def test_an_ended_session_is_said_and_the_game_comes_back(open_page: Open, public: serving.Running) -> None:
    """Without a click: the page's socket closes, and it asks."""
    page = open_page("", host=public.url, expect=ANY)
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"{public.url}voila/render/{STEM}.ipynb")
    alive(page)
    reader = Reader(page, "play")
    reader.new_game(players=2, own_dice=True)
    reader.click("a1")
    reader.stands_at(1)
    kernel = sockets[-1].split("/kernels/")[1][:36]
    next(one for one in public.children() if kernel in " ".join(one.cmdline())).kill()
    trouble = page.locator(".rb-trouble[data-about=session]")
    expect(trouble).to_contain_text(WORDS["ended"]["en"], timeout=PACE.ms(30))
    trouble.get_by_role("button").click()
    alive(page)
    again = Reader(page, "play")
    expect(again.banner).to_contain_text(word("kept", moves=1), timeout=PACE.ms(30))
    again.button("kept-resume").click()
    again.stands_at(1)


def test_a_server_that_was_restarted_in_mid_game(open_page: Open, tmp_path: Path) -> None:
    """The page keeps the game: at the same address, after a reload, it is offered and goes on where it was."""
    port = "0"
    page = open_page("", expect=ANY)
    for visit in (1, 2):
        command = serving.command("serve", "--port", port, "--no-browser", "--public", "--warm", "0")
        with serving.running(command, patience=120, log=tmp_path / f"log{visit}") as run:
            port = run.url.rstrip("/").rpartition(":")[2]
            page.goto(f"{run.url}voila/render/{STEM}.ipynb")
            alive(page)
            reader = Reader(page, "play")
            if visit == 1:
                reader.new_game(players=2, own_dice=True)
                reader.click("a1")
                reader.stands_at(1)
            else:
                reader.button("kept-resume").click()
                reader.stands_at(1)
                reader.click("a2")
                reader.stands_at(2)
                assert reader.stacks == {"a1": "A1", "a2": "B1"}
