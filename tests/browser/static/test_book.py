"""The static site in a real browser, from a plain web host under a sub-path."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from rulebook.boards.sheet import sheet_texts
from rulebook.desk import material
from rulebook.making import recipes
from rulebook.publish.static import fetching
from rulebook.text import words
from tests import static_site
from tests.browser import firefox
from tests.browser.conftest import paint_all
from tests.browser.pace import PACE
from tests.browser.pages import IDLE
from tests.browser.reader import Open, Reader, js, word
from tests.browser.static.conftest import BASE, PATIENCE, static_word, wait_for_life, wait_for_mark
from tests.browser.test_board_games import test_the_board_responds_while_a_player_looks_ahead  # noqa: F401 - here, too
from tests.browser.test_choosing import word as chooser_word
from tests.browser.test_desk import cancel_collation
from tests.browser.test_desk import word as desk_word
from tests.sample import some
from tests.serving import STEMS
from tests.static_site import BELOW

SECONDS = 95  # of CPU time: slow files start first

# One page of each kind; the long runs open all.
OPENED = ("", BASE, "13-checkerboard-play", "15-hekla", "variant-13", "12-desk", "11-comparing")
AT_ONCE = ("17-class", "18-make")
"""Chapters whose sheets start Python as soon as they are painted: 11 MB."""
OTHERS = [*(stem for stem in STEMS if stem not in OPENED), "00-start-here-board"]


@pytest.mark.parametrize("name", [*OPENED, *(pytest.param(name, marks=pytest.mark.soak) for name in OTHERS)])
def test_a_page_comes_alive_under_its_policy_and_fetches_little(
    open_page: Open, axe: Callable[[Page], list[str]], root: Path, name: str
) -> None:
    """Nothing is requested elsewhere or logged (`open_page` checks that); half a megabyte at most, including what is
    kept; the desk on hosts that compress."""
    with static_site.hosted(root, compress="desk" in name) as host:
        page = open_page(f"/{name and f'{name}.html'}", host=host.url, width=390, theme="dark", language="fr")
        wait_for_mark(page, "kept")
        if name:
            paint_all(page)
            assert page.locator(".rb-nav [aria-current=page]").get_attribute("href") == f"{name}.html"
        assert host.files.sent < 500_000 or name in AT_ONCE
        expect(page.locator(".rb-coming, .rb-loading, .rb-trouble, .rb-failed, [data-slot]:empty")).to_have_count(0)
        if name == BASE:  # the frame is the same everywhere; the rest is audited on the served book
            assert axe(page) == []


@pytest.mark.parametrize("width", some([390, 1280], 2))
def test_a_first_move_needs_no_python_whose_start_is_invisible(open_page: Open, root: Path, width: int) -> None:
    """A touched board fetches Python, 11 MB for a whole game; clicks wait for it meanwhile."""
    held: list[Route] = []
    clipboard = ["clipboard-read", "clipboard-write"]
    with static_site.hosted(root, compress=True) as host:
        page = open_page("/", host=host.url, service_workers="block", width=width, permissions=clipboard)
        page.add_init_script(IDLE)
        page.route("**/rulebook-*.packed", lambda route: held.append(route))
        host.files.sent = 0
        page.goto(f"{page.url}variant-13.html")
        wait_for_mark(page, "all-painted")
        reader = Reader(page, "push")
        reader.opens_more()
        seen = reader.state()
        reader.click("b3")
        reader.expect_ply(seen["ply"] + 1)
        assert host.files.sent < 1_000_000
        assert reader.board.get_attribute("data-answer") == "0"  # not from Python
        stacks, told = reader.stacks, reader.narration.text_content()
        assert stacks != seen["stacks"]
        reader.board.evaluate(js("watchRedrawn"))
        page.evaluate(js("watchShifts"))
        expect(page.locator(".rb-loading")).to_contain_text(static_word("waking"))
        reader.button("undo").click()
        page.wait_for_timeout(600)
        reader.expect_ply(seen["ply"] + 1)
        assert held
        assert page.evaluate("[window.redrawn, window.shifts]") == [[], []]
        assert (reader.stacks, reader.narration.text_content()) == (stacks, told)
        for route in held:
            route.continue_()
        expect(reader.board).to_have_attribute("data-ply", str(seen["ply"]), timeout=PACE.ms(PATIENCE))
        expect(page.locator(".rb-loading")).to_have_count(0)
        assert host.files.sent < 11_000_000
        reader.opens("text")
        reader.button("link").click()
        expect(reader.note).to_have_text(word("link-copied"))
        assert f"/{BELOW}/variant-13.html#board=push&" in page.evaluate("navigator.clipboard.readText()")


def test_long_work_is_cancelled_and_rare_packages_are_fetched_on_demand(open_chapter: Open, tmp_path: Path) -> None:
    """Cancelled while Python is busy; PO files and old encodings each fetch their packages once.

    A format that browsers cannot read is refused, and fetches nothing.
    """
    page = open_chapter("12-desk", boards=["desk"])
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("-")[0]))
    desk = page.locator(".dk-desk").first

    def press(key: str, role: Literal["button", "tab"] = "button") -> None:
        desk.get_by_role(role, name=desk_word(key), exact=True).click()

    def upload(name: str, data: bytes, side: str = "b") -> None:
        (tmp_path / name).write_bytes(data)
        desk.locator(f"input[data-side={side}]").set_input_files(tmp_path / name)

    cancel_collation(page)
    upload("other.txt", material.text("a").encode(), "a")
    upload("mine.pdf", b"%PDF-1.4 nothing")
    press("collate")
    sentence = words.text("collation.errors.foreign", "en").format(name="mine.pdf", kind="PDF")
    expect(desk.locator(".dk-note")).to_have_text(sentence, timeout=PACE.ms(PATIENCE))
    press("tab-files", "tab")
    for _ in range(2):
        with page.expect_download(timeout=PACE.ms(PATIENCE)) as came:
            desk.locator('[data-export="book-fr.po"]').click()
        assert "msgstr" in Path(came.value.path()).read_text("utf-8")
    for side in "ab":
        upload(f"old-{side}.txt", material.text(side).encode("cp1252", "replace"), side)
    press("tab-differences", "tab")
    press("collate")
    expect(desk.locator(".dk-names")).to_contain_text("old-a.txt", timeout=PACE.ms(PATIENCE))
    assert sorted(name for name in fetched if name in fetching.lock()["lazy"]) == ["encodings", "po"]


def test_games_are_simulated_by_the_verified_engine_only(open_page: Open) -> None:
    """A replaced engine does not run: the reader is told, and Python simulates."""
    page = open_page("/09-tonight.html#ticks=26&players=4", service_workers="block", expect=(r"integrity",))
    wait_for_life(page)
    sheet = page.locator("[data-sheet=chooser]")
    begin = sheet.get_by_role("button", name=chooser_word("chooser", "start", games="20,000"))
    for note in ("", chooser_word("chooser", "alone")):
        if note:
            page.route("**/engine-*.packed", lambda route: route.fulfill(body=gzip.compress(b"\0asm\1\0\0\0")))
        with page.expect_request("**/engine-*.packed"):
            begin.click()
        expect(sheet.locator(".hc-alone")).to_have_text(note)
        figures = sheet.locator("[data-measure=turns] td")
        expect(figures).to_have_count(3, timeout=PACE.ms(PATIENCE))  # two sets, and the difference
        sheet.get_by_role("button", name=chooser_word("chooser", "stop")).click()
        expect(begin).to_be_visible(timeout=PACE.ms(PATIENCE))


@pytest.mark.skipif(not firefox.find(), reason="Firefox is not installed (Debian: apt-get install firefox-esr)")
def test_firefox_reads_plays_and_keeps_the_book(server: str, tmp_path: Path) -> None:
    with firefox.running(firefox.find() or "", tmp_path / "profile") as tab:
        tab.resize(1280, 900)
        tab.goto(f"{server}/{BASE}-set-up.html?lang=fr")
        assert tab.wait("document.documentElement.dataset.hkBoards") == "alive"
        board = '.hk-board[data-board="flat"]'
        tab.click(f'{board} [data-cell="a1"]')
        assert "0.2" in tab.wait(f"document.querySelector('{board} .hk-no:not([hidden])')?.textContent")
        tab.wait("'hkKept' in document.documentElement.dataset")
        assert tab.errors == []


REACHES = """import js

ask = js.XMLHttpRequest.new()
try:
    ask.open("GET", "ADDRESS/site.json", False)
    ask.send()
    found = "reached"
except Exception:
    found = "refused"
"""
ENGINE = """
from hedgekit import simulate
from hedgekit.games.race.rulesets import wasm

assert wasm.IN_BROWSER
one, other = (simulate("9+13 players=3", 4, ("greedy", "random"), seed=4, engine=by) for by in ("interpreted", "wasm"))
assert one == other
many = simulate("0", 10_000, cancel=iter([False] * 12 + [True] * 10_000).__next__)
assert 0 < len(many) < 10_000 and not many.complete
"""
"""The engine plays the interpreter's games, in the calling thread: there is no other."""
FLOODS = """
from pyodide.ffi import to_js

message = to_js({"type": "update", "state": {}, "text": "x" * 1_000_000}, dict_converter=js.Object.fromEntries)
for _ in range(200):
    js.self.postMessage(message)
"""
"""A rule that posts a megabyte two hundred times."""
# HTML that a reader's code could show in its frame: what would navigate elsewhere, and what is allowed.
LEADS = """<meta http-equiv="refresh" content="0;url=site.json?told"><a href="site.json"></a>
<iframe srcdoc="x"></iframe><svg><use href="#own"></use><use href="site.json#x"></use></svg><i>shown</i>"""
SHOWN = """html => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = html;
  return place.innerHTML.trim();
}"""
DECLARED = """from hedgekit.extend import answer, declare
declare("typed", words={"en": {"title": "Typed", "sentence": "A 6 goes anywhere.", "clauses.typed.1": "Any lane."}})
"""
# As typed: the editor indents after a colon, and closes brackets and quotes.
TYPED = """@answer("typed", "typed.1")
def everywhere(ask, before):
return lambda s, number: number == 6 or before(s, number)
"""


def test_a_linked_rule_needs_permission_and_reaches_nothing(open_page: Open, server: str) -> None:
    """Its link shows the code and runs nothing; once allowed, it runs in the sandbox, which cannot even reach the site.

    So does a rule that the reader types in the editor, which the keyboard can enter and leave.  The reader is told when
    it takes long, or floods its page after simulating all games that it wants.
    """
    code = REACHES.replace("ADDRESS", server) + recipes.code({"numbers": "six"}, "Seen <b>").replace(
        "'Seen <b>'", "f'Seen <b> {js.self.origin} {found}'"
    )
    packed = base64.urlsafe_b64encode(code.encode()).decode().rstrip("=")
    page = open_page(f"/18-make.html#rule={packed}", service_workers="block", expect=("site.json",))
    labels = sheet_texts("making", "making")["en"]
    sheet, box = page.locator("[data-sheet=making]").first, page.frame_locator("iframe.hc-box")
    editor = sheet.get_by_role("textbox", name=labels["editor"], exact=True)

    def lines() -> str:
        return "\n".join(sheet.locator(".cm-line").all_text_contents())

    def shows(text: str) -> None:
        box.locator(".hc-made h3", has_text=text).first.wait_for(timeout=PACE.ms(PATIENCE))

    def ends(written: str, how: str) -> None:
        sheet.locator(".hc-code").fill(written)
        sheet.get_by_role("button", name=labels["run"], exact=True).click()
        sheet.get_by_text(labels[how]).wait_for(timeout=PACE.ms(PATIENCE))

    sheet.locator(".cm-content").wait_for(timeout=PACE.ms(PATIENCE))
    assert (lines(), page.locator("iframe").count()) == (code, 0)
    sheet.get_by_role("button", name=labels["friend-run"]).click()
    shows("my-rule · Seen <b> null refused")
    sheet.locator(".hc-code").fill(DECLARED)
    editor.press("Control+End")
    editor.press_sequentially(TYPED)
    assert "\n    return lambda s, number: number == 6 " in lines()
    editor.press("Tab")
    expect(editor).to_be_focused()
    for key in ("Escape", "Tab", "Enter"):  # leave the editor, to the run button
        page.keyboard.press(key)
    shows("typed · Typed")
    box.locator(".hk-cell.is-to").first.click()
    expect(box.locator(".hk-board")).not_to_have_attribute("data-ply", "0", timeout=PACE.ms(PATIENCE))  # others move
    shown = page.frames[1].evaluate(SHOWN, LEADS)
    assert shown == '<svg><use href="#own"></use><use></use></svg><i>shown</i>'
    expect(box.locator("i", has_text="shown")).to_be_attached()  # still on the same page
    mine, examples = lines(), sheet.get_by_label(labels["example"], exact=True)
    examples.select_option(index=2)
    assert lines() != mine
    examples.select_option(label=labels["example-own"])
    assert lines() == mine, "an example keeps the reader's own rule"
    page.clock.install()
    page.goto(page.url.split("#")[0])
    sheet.locator(".cm-content").wait_for(timeout=PACE.ms(PATIENCE))
    assert lines() == mine, "so does leaving the page"
    ends(f"{DECLARED}while True: pass", "running")
    page.clock.fast_forward(10_000)
    sheet.get_by_text(labels["long"]).wait_for()
    expect(box.locator(".is-lost, .hk-banner")).to_have_count(0)  # the session has not ended
    sheet.get_by_role("button", name=labels["halt"]).click()
    sheet.get_by_text(labels["halted"]).wait_for()
    ends(f"import js{ENGINE}{FLOODS}", "flood")
    assert page.locator("iframe").count() == 0
