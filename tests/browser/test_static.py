"""The static site in a real browser, from a plain web host under a sub-path: the same readers' deeds."""

from __future__ import annotations

import base64
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rulebook.boards.sheet import interface
from rulebook.desk import samples
from rulebook.making import recipes
from rulebook.publish.static import freeze
from rulebook.text import words
from tests import static_site
from tests.browser import firefox
from tests.browser.conftest import chapter, paint_all
from tests.browser.pace import PACE
from tests.browser.pages import IDLE, Pages
from tests.browser.reader import Open, Reader, word
from tests.browser.test_board_games import test_computer_players_go_on_by_themselves  # noqa: F401
from tests.browser.test_board_kept import (  # noqa: F401
    test_saved_as_a_file_and_loaded_again,
    test_the_kept_game_is_offered_and_comes_back,
)
from tests.browser.test_board_moves import (  # noqa: F401
    test_refused_by_a_held_hedgehog,
    test_tasks_right_wrong_and_with_a_hint,
    test_touch_on_a_phone,
)
from tests.browser.test_board_page import test_language_and_theme_change_everywhere_at_once_and_stay  # noqa: F401
from tests.browser.test_choosing import (  # noqa: F401
    combine,
    test_clashes_are_said_at_once_and_nothing_is_unticked,
    test_options_players_page_and_play,
    test_two_rule_sets_on_boards_and_by_games,
)
from tests.browser.test_desk import (  # noqa: F401
    pair,
    test_a_translator_uploads_steps_decides_and_comes_back,
)
from tests.browser.test_desk import word as desk_word
from tests.browser.test_publish import test_the_rules_can_be_searched_from_any_page  # noqa: F401
from tests.serving import NOTEBOOKS, STEMS
from tests.static_site import BELOW, Host

BASE = "01-base-game"
PATIENCE = 60  # seconds for Python to start


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a host with the site in it."""
    root = tmp_path_factory.mktemp("host")
    static_site.built(root / BELOW)
    return root


@pytest.fixture(scope="session")
def host(root: Path) -> Iterator[Host]:
    """The host."""
    with static_site.hosted(root) as host:
        yield host


@pytest.fixture(scope="session")
def server(host: Host) -> str:
    """What other tests know as the server: here it only gives out files."""
    return host.url


@pytest.fixture
def strict_page(open_page: Open) -> Open:
    """Open pages with everything that they bring: policy and service worker."""
    return open_page


@pytest.fixture
def open_chapter(open_page: Open, pages: Pages, server: str) -> Open:
    """Open a chapter and wait until it is alive; what is waited for by a script of the test is let past the policy."""

    def open_chapter(stem: str, fragment: str = "", boards: Sequence[str] = (), **options: Any) -> Page:
        options |= {"bypass_csp": True, "service_workers": "block"}
        return chapter(pages, server, f"/{stem}.html", fragment, boards, options, wait_for_life)

    return open_chapter


def wait_for_life(page: Page) -> None:
    page.locator("html[data-hk-boards]").wait_for(timeout=PACE.ms(PATIENCE))
    assert page.locator("html").get_attribute("data-hk-boards") == "alive"


def is_painted(page: Page) -> None:
    """The page is there with its parts; that Python starts from the same parts is another test's."""
    page.locator("html[data-hk-painted]").wait_for(timeout=PACE.ms(PATIENCE))


def said(key: str, lang: str = "en") -> str:
    return words.text(f"static.{key}", lang)


# ---- painted, then alive ---------------------------------------------------------------------------------------------


# All chapters are run while the site is built; these have every kind of widget. The long runs open all.
OPENED = ("00-start-here", "11-comparing", "12-desk", "15-hekla")


@pytest.mark.parametrize(
    "stem", [stem if stem in OPENED else pytest.param(stem, marks=pytest.mark.soak) for stem in STEMS]
)
def test_a_chapter_comes_to_life_under_its_policy(open_page: Open, axe: Callable[[Page], list[str]], stem: str) -> None:
    """No outside request and nothing on the console (`open_page` sees to it); every board is Python's in the end."""
    page = open_page(f"/{stem}.html", service_workers="block", theme="dark", language="fr")
    wait_for_life(page)
    paint_all(page)
    expect(page.locator(".rb-coming, .rb-loading, .rb-trouble, .rb-failed")).to_have_count(0, timeout=PACE.ms(PATIENCE))
    assert page.locator("[data-slot]:empty").count() == 0
    assert page.locator(".rb-nav [aria-current=page]").get_attribute("href") == f"{stem}.html"
    if stem == OPENED[0]:  # what lies around a chapter is the same everywhere; the rest is audited as it is served
        assert axe(page) == []


def hold(page: Page, pattern: str) -> list[Route]:
    """Let requests wait until they are released."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def test_the_cover_answers_without_a_python(open_page: Open) -> None:
    """A refusal and the right move of the first lesson, with nothing more to be fetched."""
    page = open_page("/", service_workers="block", width=1280, height=800)
    reader = Reader(page, "step-on")
    page.route("**/*", lambda route: route.abort())
    reader.click("d2")
    expect(reader.refused).to_contain_text("0.8")
    reader.click("b3")
    expect(reader.task.locator(".is-right")).to_be_visible()
    assert reader.stacks["c3"] == "A1"


def test_clicks_wait_for_python(open_page: Open) -> None:
    """Painted in full before there is Python; what is clicked then is done when it comes, and nothing moves."""
    page = open_page("/", service_workers="block")
    page.add_init_script(IDLE)
    held = hold(page, "**/rulebook-*.packed")
    page.goto(f"{page.url}{BASE}.html")
    page.locator("html[data-hk-all-painted]").wait_for(timeout=PACE.ms(PATIENCE))
    assert page.locator("html[data-hk-booting]").count() == 1
    expect(page.locator(".rb-loading")).to_contain_text(said("waking"))
    reader = Reader(page, "play")
    reader.click("a1")
    page.evaluate("""() => {
      window.moved = 0;
      new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) window.moved += value; }).observe({ type: "layout-shift" });
    }""")
    page.wait_for_timeout(600)
    reader.stands_at(0)
    assert held
    for route in held:
        route.continue_()
    expect(reader.board).to_have_attribute("data-ply", "1", timeout=PACE.ms(PATIENCE))
    assert reader.stacks["a1"] == "A1"  # the others play on by themselves
    wait_for_life(page)
    assert page.evaluate("window.moved") < 0.01


def test_the_checks_of_the_notebooks_hold_in_the_browser(open_page: Open) -> None:
    """Readers' pages leave out the cells that only check: here all cells run in Pyodide, of a chapter of each kind."""
    page = open_page("/", bypass_csp=True, service_workers="block")
    run = """async ([stem, cells]) => {
      const text = await (await fetch(`${stem}.html`)).text();
      const chapter = new DOMParser().parseFromString(text, "text/html");
      const page = JSON.parse(chapter.getElementById("rb-static").textContent);
      const at = (path) => new URL(path, document.baseURI).href;
      const worker = new Worker(at(page.worker), { type: "module" });
      const { python } = page;
      python.loader = `${python.core}pyodide.mjs`;
      for (const key of ["core", "loader", "module", "wasm", "standard"]) python[key] = at(python[key]);
      if (python.image) for (const key of ["memory", "has"]) python.image[key] = at(python.image[key]);
      python.archives = python.archives.map(at);
      const failed = [];
      return new Promise((done) => {
        worker.onmessage = ({ data }) => {
          if (data.type === "failed" || data.type === "stopped") failed.push(data.text);
          if (data.type === "stopped" || data.type === "rest") { worker.terminate(); done(failed); }
        };
        worker.postMessage({ type: "start", python });
        worker.postMessage({ type: "cells", cells, slots: cells.map((_, index) => `${index}.0`) });
      });
    }"""
    for stem in (BASE, "08-fundamental", "10-combining", "12-desk"):
        notebook = json.loads((NOTEBOOKS / f"{stem}.ipynb").read_text("utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        assert len(cells) > len(freeze.cells_of(NOTEBOOKS / f"{stem}.ipynb"))
        failed = page.evaluate(run, [stem, cells])
        assert failed == [], f"{stem}: {failed}"


def test_a_link_opens_the_same_game_for_another_reader(open_chapter: Open) -> None:
    """The board of the link, the last one of its chapter, is alive before those above it."""
    reader = Reader(open_chapter(BASE, permissions=["clipboard-read", "clipboard-write"]), "play")
    reader.new_game(players=2, own_dice=True)
    for ply, square in enumerate(("a1", "a2")):
        reader.click(square)
        reader.stands_at(ply + 1)
    reader.opens("text")
    reader.button("link").click()
    expect(reader.note).to_have_text(word("link-copied"))
    link = reader.page.evaluate("navigator.clipboard.readText()")
    assert f"/{BELOW}/{BASE}.html#board=play&record=0_players=2~" in link
    page = open_chapter(BASE, "#" + link.partition("#")[2], language="fr", theme="dark")
    other = Reader(page, "play", "fr")
    other.stands_at(2)
    assert other.stacks == {"a1": "A1", "a2": "B1"}
    expect(other.cell("e3")).to_be_in_viewport()
    marks = page.evaluate("performance.getEntriesByType('mark').map((mark) => mark.name)")
    order = [mark for mark in marks if mark.startswith("alive")]
    mine = page.locator("[data-slot]", has=page.locator("[data-board=play]")).get_attribute("data-slot")
    assert len(order) == page.locator("[data-slot]").count()
    assert order[0] == f"alive {mine}"


def test_both_readings_are_played_counted_and_stopped(open_chapter: Open) -> None:
    """A question whose reading takes Python a while, and games that are stopped while they are counted."""
    page = open_chapter("12-desk", boards=["pair"])
    sheet = page.locator(".dk-pair")
    sheet.get_by_label(desk_word("question")).select_option("27-a")
    expect(sheet.locator("code", has_text="27[held=stay]").first).to_be_visible(timeout=PACE.ms(PATIENCE))
    sheet.get_by_role("button", name=desk_word("play-both", move=desk_word("pass"))).click()
    for k in (0, 1):
        expect(page.locator(f'[data-board="reading-{k}"]')).to_have_attribute(
            "data-ply", "1", timeout=PACE.ms(PATIENCE)
        )
    assert page.locator(".is-lost").count() == 0
    sheet.get_by_label(desk_word("games")).select_option("1000")
    sheet.get_by_role("button", name=desk_word("simulate")).click()
    sheet.get_by_role("button", name=desk_word("stop")).click()
    expect(sheet.get_by_role("button", name=desk_word("simulate"))).to_be_enabled(timeout=PACE.ms(PATIENCE))


def test_packages_that_few_need_come_when_they_are_asked_for(open_chapter: Open, tmp_path: Path) -> None:
    """Texts for translators' tools, and a file in an old encoding: each fetches what it needs, once.

    What a browser cannot read is said, and fetches nothing.
    """
    page = open_chapter("12-desk", boards=["desk"])
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("-")[0]))
    desk = page.locator(".dk-desk").first
    other = tmp_path / "other.txt"
    other.write_text(samples.text("a"), "utf-8")
    pdf, docx = tmp_path / "mine.pdf", tmp_path / "mine.docx"
    pdf.write_bytes(b"%PDF-1.4 nothing")
    with zipfile.ZipFile(docx, "w") as archive:
        archive.writestr("word/document.xml", "<w:document/>")
    for file, kind in ((pdf, "PDF"), (docx, "Word")):
        desk.locator("input[data-side=a]").set_input_files(other)
        desk.locator("input[data-side=b]").set_input_files(file)
        desk.get_by_role("button", name=desk_word("collate"), exact=True).click()
        said = words.text("collation.errors.foreign", "en").format(name=file.name, kind=kind)
        expect(desk.locator(".dk-note")).to_have_text(said, timeout=PACE.ms(PATIENCE))
    desk.get_by_role("tab", name=desk_word("tab-files"), exact=True).click()
    for _ in range(2):
        with page.expect_download(timeout=PACE.ms(PATIENCE)) as came:
            desk.locator('[data-export="book-fr.po"]').click()
        assert "msgstr" in Path(came.value.path()).read_text("utf-8")
    for which in "ab":
        file = tmp_path / f"old-{which}.txt"
        file.write_bytes(samples.text(which).encode("cp1252", "replace"))
        desk.locator(f"input[data-side={which}]").set_input_files(file)
    desk.get_by_role("tab", name=desk_word("tab-differences"), exact=True).click()
    desk.get_by_role("button", name=desk_word("collate"), exact=True).click()
    expect(desk.locator(".dk-names")).to_contain_text("old-a.txt", timeout=PACE.ms(PATIENCE))
    assert sorted(fetched) == ["encodings", "po"]


@pytest.mark.skipif(not firefox.find(), reason="Firefox is not installed (Debian: apt-get install firefox-esr)")
def test_firefox_reads_plays_and_keeps_the_book(host: Host, tmp_path: Path) -> None:
    path = firefox.find()
    assert path
    with firefox.running(path, tmp_path / "profile") as tab:
        tab.resize(1280, 900)
        tab.goto(f"{host.url}/{BASE}.html?lang=fr")
        assert tab.wait("document.documentElement.dataset.hkBoards") == "alive"
        board = '.hk-board[data-board="flat"]'
        tab.click(f'{board} [data-cell="a1"]')
        assert "0.2" in tab.wait(f"document.querySelector('{board} .hk-no:not([hidden])')?.textContent")
        tab.wait("'hkKept' in document.documentElement.dataset")
        assert tab.errors == []


# ---- what can go wrong -----------------------------------------------------------------------------------------------


def test_without_python_the_book_is_read_and_says_so(open_page: Open) -> None:
    page = open_page("/", service_workers="block", expect=("ERR_FAILED", "packed"))
    page.route("**/*.packed", lambda route: route.abort() if "rulebook" in route.request.url else route.continue_())
    page.goto(f"{page.url}{BASE}.html")
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable"))
    expect(trouble).to_be_visible(timeout=PACE.ms(PATIENCE))
    page.get_by_role("button", name="Français").click()
    trouble = page.get_by_role("alert").filter(has_text=said("unreachable", "fr"))
    expect(trouble).to_be_visible()
    expect(page.locator(".rb-loading")).to_be_hidden()
    expect(page.locator("h1 >> visible=true")).to_have_count(1)
    expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()
    page.unroute("**/*.packed")
    trouble.get_by_role("button").click()
    wait_for_life(page)


def test_an_old_browser_is_told(open_page: Open) -> None:
    page = open_page("/", service_workers="block")
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{page.url}{BASE}.html")
    expect(page.get_by_role("alert")).to_have_text(re.compile(re.escape(said("old"))))
    expect(page.locator(".hk-board, .rb-coming img").first).to_be_visible()


def test_a_page_whose_parts_are_gone_says_so(open_page: Open) -> None:
    """A page that a cache kept too long, after a new edition."""
    page = open_page("/", service_workers="block", expect=("404",))
    page.route("**/parts/host-*.js", lambda route: route.fulfill(status=404))
    page.goto(f"{page.url}{BASE}.html")
    expect(page.get_by_role("alert")).to_contain_text(said("broken"))
    expect(page.locator(".rb-coming img").first).to_be_visible()


def spoiled(open_page: Open, cell: str) -> Page:
    """A chapter in which a cell, given as JavaScript, fails."""
    page = open_page("/", service_workers="block", expect=("ZeroDivisionError",))
    page.add_init_script(
        """(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (message.type === "cells") message.cells[CELL] = "1 / 0\\n" + message.cells[CELL];
        return post.call(this, message, ...rest);
      };
    })()""".replace("CELL", cell)
    )
    page.route("**/memory-*.packed", lambda route: route.fulfill(body=b"no memory"))
    page.goto(f"{page.url}{BASE}.html")
    wait_for_life(page)
    return page


def test_a_cell_that_fails_in_the_browser_leaves_the_other_boards(open_page: Open) -> None:
    """Also where the memory that Python is to begin with is of no use: then it begins as ever."""
    page = spoiled(open_page, 'message.slots[0].split(".")[0]')
    expect(page.locator(".rb-failed")).to_have_count(1)
    reader = Reader(page, "play")
    reader.click("a1")
    reader.stands_at(1)


def test_when_the_imports_fail_the_boards_that_need_them_say_so(open_page: Open) -> None:
    """The cell shows nothing itself; the page must not wait for boards that cannot come."""
    page = spoiled(open_page, 'message.cells.findIndex((cell) => cell.startsWith("from rulebook"))')
    expect(page.locator(".rb-loading")).to_have_count(0)
    # All but the quiz, which imports what it needs itself.
    expect(page.locator(".rb-failed")).to_have_count(page.locator("[data-slot]").count() - 1)


@pytest.mark.parametrize("path", ["nowhere.html", "deep/down/nowhere.html"])
def test_lost_addresses_lead_back(open_page: Open, axe: Callable[[Page], list[str]], path: str) -> None:
    page = open_page(f"/{path}", service_workers="block", expect=("404",))
    page.locator("html[data-hk-base]").wait_for()
    assert axe(page) == []
    page.locator(".rb-cards a").nth(1).click()
    page.wait_for_url(f"**/{BELOW}/{BASE}.html")


# ---- offline ---------------------------------------------------------------------------------------------------------


REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "404")
EDITIONS = f"hedgekit /{BELOW}/"


def kept_book(open_page: Open, host: Host, *more: str) -> Page:
    """The contents, in a browser that has kept the whole book."""
    page = open_page("/", host=host.url, expect=(*REFUSED, *more))
    page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
    return page


def publish(root: Path, folder: Path, number: int, *parts: str) -> None:
    """Put an edition in the place of another: the contents say its number, and it wants these parts more."""
    shutil.copytree(root / BELOW, folder, dirs_exist_ok=True)
    own = json.loads((folder / "site.json").read_text("utf-8"))["edition"]
    more = "".join(f'"{part}": "", ' for part in parts)
    for path in (*folder.glob("*.html"), folder / "sw.js"):
        text = path.read_text("utf-8").replace(own, f"edition-{number}")
        text = text.replace("const FILES = {", "const FILES = {" + more)
        if path.name == "index.html":
            text = text.replace("<h1>", f"<h1>Number {number}: ")
        path.write_text(text, "utf-8")


def comes_to(page: Page, state: str) -> None:
    """Look for a new edition, and wait for what becomes of it: it is used, or given up."""
    found = page.evaluate("""async () => {
      const known = await navigator.serviceWorker.getRegistration();
      await known.update();
      const coming = known.installing ?? known.waiting ?? known.active;
      const ends = ["activated", "redundant"];
      return new Promise((go) => {
        const look = () => { if (ends.includes(coming.state)) go(coming.state); };
        coming.addEventListener("statechange", look);
        look();
      });
    }""")
    assert found == state


def test_offline_after_the_first_visit(open_page: Open, root: Path) -> None:
    """The whole book is kept, under its sub-path."""
    with static_site.hosted(root) as host:
        page = kept_book(open_page, host)
        host.stop()
        page.goto(f"{host.url}/12-desk.html")
        wait_for_life(page)
        page.goto(f"{host.url}/16-table.html#rules=9%2B13&players=3")
        page.get_by_role("button", name=interface("attable", "attable")["en"]["start"]).click()
        page.locator(".hc-flat .hk-cell.is-to").first.click()
        expect(page.locator(".hc-flat .hk-board")).to_have_attribute("data-ply", "1")
        page.goto(f"{host.url}/{BASE}.html#board=play&record=0_players=2~place:_a1_a2")
        page.reload()
        wait_for_life(page)
        Reader(page, "play").stands_at(2)
        page.goto(f"{host.url}/")
        page.get_by_role("searchbox").fill("black square")
        expect(page.locator(".rb-found li").first).to_be_visible()
        page.goto(f"{host.url}/deep/nowhere.html")
        expect(page.locator("h1")).to_be_visible()


def test_a_new_edition_takes_the_place_of_the_old_one_as_a_whole(open_page: Open, root: Path, tmp_path: Path) -> None:
    """It is read at once, and kept when all of it is there; till then, and for open tabs, there is the one before."""
    folder = tmp_path / BELOW
    late = "fetch('parts/old.js').then((answer) => answer.status, () => 0)"
    publish(root, folder, 1, "parts/old.js")
    (folder / "parts" / "old.js").write_text("", "utf-8")
    with static_site.hosted(tmp_path) as host:
        page = kept_book(open_page, host, "parts/new.js")
        publish(root, folder, 2, "parts/new.js")
        (folder / "parts" / "old.js").unlink()
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")
        comes_to(page, "redundant")
        host.stop()
        page.goto(f"{host.url}/{BASE}.html")
        is_painted(page)
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 1")

        (folder / "parts" / "new.js").write_text("", "utf-8")
        host.start()
        comes_to(page, "activated")
        host.stop()
        assert page.evaluate(late) == 200, "this tab shows the first edition"
        page.goto(f"{host.url}/{BASE}.html")
        wait_for_life(page)
        page.goto(f"{host.url}/")
        expect(page.locator("h1")).to_contain_text("Number 2")

        host.start()
        publish(root, folder, 3)
        comes_to(page, "activated")
        kept = [EDITIONS, f"{EDITIONS} edition-2", f"{EDITIONS} edition-3"]
        assert sorted(page.evaluate("caches.keys()")) == kept
        assert page.evaluate(late) == 404


def test_a_host_that_leaves_out_endings(open_page: Open, root: Path) -> None:
    """It leads from page.html to page, which browsers take from a service worker only as an answer of its own."""
    with static_site.hosted(root, bare=True) as host:
        page = kept_book(open_page, host)
        for _ in ("the net", "no net"):
            for path in (f"{BASE}.html", BASE, "index.html", ""):
                page.goto(f"{host.url}/{path}")
                expect(page.locator(".rb-nav" if BASE in path else ".rb-doors").first).to_be_visible()
            host.stop()


def test_a_kept_page_is_better_than_an_error_of_its_host(open_page: Open, root: Path) -> None:
    with static_site.hosted(root) as host:
        page = kept_book(open_page, host)
        host.files.ill = 503
        page.goto(f"{host.url}/{BASE}.html")
        is_painted(page)


# ---- readers' code ---------------------------------------------------------------------------------------------------

REACHES = """
import js

ask = js.XMLHttpRequest.new()
try:
    ask.open("GET", "ADDRESS/site.json", False)
    ask.send()
    found = "reached"
except Exception:
    found = "refused"
raise ValueError(js.self.origin + " " + found)
"""


TYPED = """from hedgekit.extend import answer, declare
declare(41, words={"en": {"title": "Typed", "sentence": "A 6 advances in any lane.", "clauses.41.1": "Any lane."}})
@answer(41, "41.1")
def everywhere(ask, before):
return lambda s, number: number == 6 or before(s, number)
"""
"""As it is typed: the editor indents after a colon, and closes what one opens."""


def lines(sheet: Locator) -> str:
    """What stands in the editor for code."""
    return "\n".join(sheet.locator(".cm-line").all_text_contents())


def test_a_friends_rule_waits_to_be_let_and_reaches_nothing(open_page: Open, host: Host) -> None:
    """Its link shows the code and runs nothing; let, it plays in the box, to which not even the site answers.

    And so does a rule that the reader types in the editor, which the keyboard enters and leaves.
    """
    code = recipes.code({"numbers": "six"}, "Seen <b>", 41)
    packed = base64.urlsafe_b64encode(code.encode()).decode().rstrip("=")
    page = open_page(f"/18-make.html#rule={packed}", service_workers="block", expect=("site.json",))
    is_painted(page)
    told = interface("making", "making")["en"]
    sheet = page.locator("[data-sheet=making]").first
    sheet.locator(".cm-content").wait_for(timeout=PACE.ms(PATIENCE))
    assert lines(sheet) == code
    assert page.locator("iframe").count() == 0
    sheet.get_by_role("button", name=told["friend-run"]).click()
    box = page.frame_locator("iframe.hc-box")
    box.locator(".hc-made h3", has_text="41 · Seen <b>").first.wait_for(timeout=PACE.ms(PATIENCE))
    assert page.frames[1].evaluate("self.origin") == "null"
    sheet.locator(".hc-code").fill(code + REACHES.replace("ADDRESS", host.url))
    sheet.get_by_role("button", name=told["run"], exact=True).click()
    box.locator(".hc-no", has_text="null refused").wait_for(timeout=PACE.ms(PATIENCE))
    editor = sheet.get_by_role("textbox", name=told["editor"], exact=True)
    editor.press("Control+a")
    editor.press_sequentially(TYPED)
    assert "\n    return lambda s, number: number == 6 " in lines(sheet)
    editor.press("Tab")
    expect(editor).to_be_focused()
    for key in ("Escape", "Tab", "Enter"):  # out of the editor, to the button that runs it
        page.keyboard.press(key)
    box.locator(".hc-made h3", has_text="41 · Typed").first.wait_for(timeout=PACE.ms(PATIENCE))
    box.locator(".hk-cell.is-to").first.click()
    expect(box.locator(".hk-board")).to_have_attribute("data-ply", "1", timeout=PACE.ms(PATIENCE))
