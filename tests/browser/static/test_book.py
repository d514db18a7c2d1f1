"""The static site in a real browser, from a plain web host under a sub-path: the same readers' deeds."""

from __future__ import annotations

import base64
import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rulebook.boards.sheet import interface
from rulebook.desk import material
from rulebook.kernel import kernel
from rulebook.making import recipes
from rulebook.publish.static import fetching
from rulebook.text import words
from tests import static_site
from tests.browser import firefox
from tests.browser.conftest import paint_all
from tests.browser.cover import first_move
from tests.browser.pace import PACE
from tests.browser.pages import IDLE
from tests.browser.reader import Open, Reader, word
from tests.browser.static.conftest import BASE, PATIENCE, is_painted, said, wait_for_life
from tests.browser.test_desk import cancels
from tests.browser.test_desk import word as desk_word
from tests.browser.test_public import counts_with_its_own_engine
from tests.sample import some
from tests.serving import NOTEBOOKS, STEMS
from tests.static_site import BELOW, Host

SECONDS = 95  # of one core: what takes long begins early

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
    """A refusal and the right move of the first lesson, with nothing more to be fetched; the first within a second."""
    page = open_page("/", service_workers="block", width=1280, height=800)
    assert first_move(page) < PACE.seconds(1)
    page = open_page("/", service_workers="block", width=1280, height=800)
    reader = Reader(page, "step-on")
    page.route("**/*", lambda route: route.abort())
    reader.click("d2")
    expect(reader.refused).to_contain_text("0.8")
    reader.click("b3")
    expect(reader.task.locator(".is-right")).to_be_visible()
    assert reader.stacks["c3"] == "A1"


# What is drawn or said anew on a board from now on.
REDRAWN = """board => {
  window.redrawn = [];
  const parts = board.querySelectorAll(".hk-host, .hk-said, .hk-prompt, .hk-choices, .hk-die");
  const watch = new MutationObserver((all) => window.redrawn.push(...all.map(({ target }) => target.className)));
  for (const part of parts) watch.observe(part, { childList: true, characterData: true, subtree: true });
  window.shifted = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifted += value; })
    .observe({ type: "layout-shift" });
}"""


PAGES = (BASE, "00-start-here-board", "variant-13", "13-checkerboard-play", "15-hekla", "12-desk", "09-tonight")


def test_no_page_fetches_more_than_it_shows(open_page: Open, root: Path) -> None:
    """A first view is half a megabyte at most, with all that is kept of it; the desk on hosts that compress."""
    for path in ("", *(f"{name}.html" for name in PAGES)):
        with static_site.hosted(root, compress="desk" in path) as host:
            page = open_page(f"/{path}", host=host.url, width=390, height=844, reduced_motion="no-preference")
            page.locator("html[data-hk-kept]").wait_for(timeout=PACE.ms(PATIENCE))
            if path:
                paint_all(page)
            assert host.files.sent < 500_000, path


@pytest.mark.parametrize("width", some([390, 1280], 2))
def test_a_first_move_is_answered_without_python_and_nothing_is_seen_of_its_coming(
    open_page: Open, root: Path, width: int
) -> None:
    """A board that is touched fetches Python, a whole game is 11 MB; what is clicked while it comes waits for it."""
    with static_site.hosted(root, compress=True) as host:
        page = open_page("/", host=host.url, service_workers="block", width=width)
        page.add_init_script(IDLE)
        held = hold(page, "**/rulebook-*.packed")
        host.files.sent = 0
        page.goto(f"{page.url}variant-13.html")
        page.locator("html[data-hk-all-painted]").wait_for(timeout=PACE.ms(PATIENCE))
        reader = Reader(page, "push")
        reader.opens_further()
        seen = reader.sees()
        reader.click("b3")
        reader.stands_at(seen["ply"] + 1)
        assert host.files.sent < 1_000_000
        assert reader.board.get_attribute("data-answer") == "0"  # nobody has followed it
        stacks, told = reader.stacks, reader.told.text_content()
        assert stacks != seen["stacks"]
        reader.board.evaluate(REDRAWN)
        expect(page.locator(".rb-loading")).to_contain_text(said("waking"))
        reader.button("undo").click()
        page.wait_for_timeout(600)
        reader.stands_at(seen["ply"] + 1)
        assert held
        assert (page.evaluate("window.redrawn"), page.evaluate("window.shifted")) == ([], 0)
        assert (reader.stacks, reader.told.text_content()) == (stacks, told)
        for route in held:
            route.continue_()
        expect(reader.board).to_have_attribute("data-ply", str(seen["ply"]), timeout=PACE.ms(PATIENCE))
        expect(page.locator(".rb-loading")).to_have_count(0)
        assert host.files.sent < 11_000_000


def test_the_checks_of_the_notebooks_hold_in_the_browser(open_page: Open) -> None:
    """Readers' pages leave out the cells that only check: here all cells run in Pyodide, of a chapter of each kind.

    Of boards, of a sheet, of the desk; nbval runs all of them in a Python of this machine.
    """
    page = open_page("/", bypass_csp=True, service_workers="block")
    run = """async ([stem, cells]) => {
      const text = await (await fetch(`${stem}.html`)).text();
      const chapter = new DOMParser().parseFromString(text, "text/html");
      const page = JSON.parse(chapter.getElementById("rb-static").textContent);
      const at = (path) => new URL(path, document.baseURI).href;
      const worker = new Worker(at(page.worker), { type: "module" });
      const whole = (_key, value) => (String(value).startsWith("parts/") ? at(value) : value);
      const python = JSON.parse(JSON.stringify(page.python), whole);
      const failed = [];
      return new Promise((done) => {
        worker.onmessage = ({ data }) => {
          if (data.type === "failed" || data.type === "stopped") failed.push(data.text);
          if (data.type === "stopped" || data.type === "rest") { worker.terminate(); done(failed); }
        };
        worker.postMessage({ type: "start", cells, python });
        for (const index of cells.keys()) worker.postMessage({ type: "show", slot: `${index}.0` });
      });
    }"""
    for stem in (BASE, "11-comparing", "12-desk"):
        notebook = json.loads((NOTEBOOKS / f"{stem}.ipynb").read_text("utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        assert len(cells) > len(kernel.cells_of(NOTEBOOKS / f"{stem}.ipynb"))
        failed = page.evaluate(run, [stem, cells])
        assert failed == [], f"{stem}: {failed}"


def test_a_link_opens_the_same_game_for_another_reader(open_chapter: Open) -> None:
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


def test_games_are_counted_by_the_packed_engine_and_by_no_other(open_page: Open) -> None:
    """One that was exchanged on its way does not run: the reader is told, and Python plays."""
    page = open_page("/09-tonight.html#ticks=26&players=4", service_workers="block", expect=(r"integrity",))
    wait_for_life(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("-")[0]))
    for _exchanged in counts_with_its_own_engine(page, "**/engine-*.packed", gzip.compress(b"\0asm\1\0\0\0")):
        assert "engine" in fetched
        fetched.clear()


def test_long_work_is_cancelled_and_packages_that_few_need_come_when_they_are_asked_for(
    open_chapter: Open, tmp_path: Path
) -> None:
    """Cancelled while Python hears nothing; texts for tools, and a file in an old encoding, fetch what they need, once.

    What a browser cannot read is said, and fetches nothing.
    """
    page = open_chapter("12-desk", boards=["desk"])
    cancels(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("-")[0]))
    desk = page.locator(".dk-desk").first
    other = tmp_path / "other.txt"
    other.write_text(material.text("a"), "utf-8")
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
        file.write_bytes(material.text(which).encode("cp1252", "replace"))
        desk.locator(f"input[data-side={which}]").set_input_files(file)
    desk.get_by_role("tab", name=desk_word("tab-differences"), exact=True).click()
    desk.get_by_role("button", name=desk_word("collate"), exact=True).click()
    expect(desk.locator(".dk-names")).to_contain_text("old-a.txt", timeout=PACE.ms(PATIENCE))
    assert sorted(name for name in fetched if name in fetching.lock()["later"]) == ["encodings", "po"]
    desk.get_by_role("tab", name=desk_word("tab-translation"), exact=True).click()
    mine = tmp_path / "mine.txt"
    mine.write_text(material.text("en"), "utf-8")
    desk.locator("input[data-side=mine]").set_input_files(mine)
    desk.get_by_role("button", name=desk_word("check"), exact=True).click()
    expect(desk.locator(".dk-panel:visible tbody tr")).not_to_have_count(0, timeout=PACE.ms(PATIENCE))


@pytest.mark.skipif(not firefox.find(), reason="Firefox is not installed (Debian: apt-get install firefox-esr)")
def test_firefox_reads_plays_and_keeps_the_book(host: Host, tmp_path: Path) -> None:
    path = firefox.find()
    assert path
    with firefox.running(path, tmp_path / "profile") as tab:
        tab.resize(1280, 900)
        tab.goto(f"{host.url}/{BASE}-set-up.html?lang=fr")
        assert tab.wait("document.documentElement.dataset.hkBoards") == "alive"
        board = '.hk-board[data-board="flat"]'
        tab.click(f'{board} [data-cell="a1"]')
        assert "0.2" in tab.wait(f"document.querySelector('{board} .hk-no:not([hidden])')?.textContent")
        tab.wait("'hkKept' in document.documentElement.dataset")
        assert tab.errors == []


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


FLOODS = """
import js
from pyodide.ffi import to_js

said = {"type": "update", "state": {}, "text": "x" * 1_000_000}
message = to_js(said, dict_converter=js.Object.fromEntries)
for _ in range(200):
    js.self.postMessage(message)
"""
"""A rule that says a million letters two hundred times."""


LEADS = """<meta http-equiv="refresh" content="0;url=site.json?told"><a href="site.json"></a>
<iframe srcdoc="x"></iframe><svg><use href="#own"></use><use href="site.json#x"></use></svg><i>shown</i>"""
"""HTML that the reader's code could have its frame show: what brings it to another page, and what it may."""
SHOWN = """html => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = html;
  return place.innerHTML.trim();
}"""


DECLARED = """from hedgekit.extend import answer, declare
declare("typed", words={"en": {"title": "Typed", "sentence": "A 6 goes anywhere.", "clauses.typed.1": "Any lane."}})
"""
TYPED = """@answer("typed", "typed.1")
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
    code = recipes.code({"numbers": "six"}, "Seen <b>")
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
    box.locator(".hc-made h3", has_text="my-rule · Seen <b>").first.wait_for(timeout=PACE.ms(PATIENCE))
    assert page.frames[1].evaluate("self.origin") == "null"
    sheet.locator(".hc-code").fill(code + REACHES.replace("ADDRESS", host.url))
    sheet.get_by_role("button", name=told["run"], exact=True).click()
    box.locator(".hc-no", has_text="null refused").wait_for(timeout=PACE.ms(PATIENCE))
    editor = sheet.get_by_role("textbox", name=told["editor"], exact=True)
    sheet.locator(".hc-code").fill(DECLARED)
    editor.press("Control+End")
    editor.press_sequentially(TYPED)
    assert "\n    return lambda s, number: number == 6 " in lines(sheet)
    editor.press("Tab")
    expect(editor).to_be_focused()
    for key in ("Escape", "Tab", "Enter"):  # out of the editor, to the button that runs it
        page.keyboard.press(key)
    box.locator(".hc-made h3", has_text="typed · Typed").first.wait_for(timeout=PACE.ms(PATIENCE))
    box.locator(".hk-cell.is-to").first.click()
    expect(box.locator(".hk-board")).not_to_have_attribute("data-ply", "0", timeout=PACE.ms(PATIENCE))  # others go on
    mine = lines(sheet)
    examples = sheet.get_by_label(told["example"], exact=True)
    examples.select_option(index=2)
    assert lines(sheet) != mine
    examples.select_option(label=told["example-own"])
    assert lines(sheet) == mine, "an example takes nothing of one's own away"
    shown = page.frames[1].evaluate(SHOWN, LEADS)
    assert shown == '<svg><use href="#own"></use><use></use></svg><i>shown</i>'
    expect(box.locator("i", has_text="shown")).to_be_attached()  # it is the same page still
    page.goto(page.url.split("#")[0])
    sheet.locator(".cm-content").wait_for(timeout=PACE.ms(PATIENCE))
    assert lines(sheet) == mine, "nor does leaving the page"
    sheet.locator(".hc-code").fill(code + "\nwhile True: pass")
    sheet.get_by_role("button", name=told["run"], exact=True).click()
    sheet.get_by_text(told["long"]).wait_for(timeout=PACE.ms(PATIENCE))
    expect(box.locator(".is-lost, .hk-banner")).to_have_count(0)  # which would have said that a session has ended
    sheet.get_by_role("button", name=told["halt"]).click()
    sheet.get_by_text(told["halted"]).wait_for()
    sheet.locator(".hc-code").fill(code + FLOODS)
    sheet.get_by_role("button", name=told["run"], exact=True).click()
    sheet.get_by_text(told["flood"]).wait_for(timeout=PACE.ms(PATIENCE))
    assert page.locator("iframe").count() == 0
