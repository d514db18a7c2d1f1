"""A translator at the desk: stepping, deciding, keeping, importing and exporting; both readings of a question."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from rulebook.collation import collate
from rulebook.desk.material import sample, text
from rulebook.desk.readings import parting, switch
from rulebook.desk.widget import interface
from rulebook.text import words
from tests.browser.conftest import wait_for_boards
from tests.browser.pace import PACE
from tests.browser.reader import MIDDLE, PHONE, Open

SECONDS = 30  # of CPU time: slow files start first

STEM = "12-desk"
MANY = len(collate(sample("a"), sample("b")).findings)


def word(key: str, lang: str = "en", **values: object) -> str:
    """Return a word of the desk as its page shows it."""
    return interface()[lang][key].format(**values)


class Translator:
    """A translator at the desk on a page."""

    def __init__(self, page: Page, lang: str = "en") -> None:
        self.page, self.lang = page, lang
        self.desk = page.locator(".dk-desk").first
        self.box = self.desk.locator(".dk-box")
        self.head = self.box.locator("h3")
        self.done = self.desk.locator(".dk-done")
        self.note = self.desk.locator(".dk-note")
        expect(self.head).to_contain_text(re.compile("[0-9]"))

    def button(self, key: str) -> Locator:
        return self.desk.get_by_role("button", name=word(key, self.lang), exact=True)

    def opens(self, tab: str) -> None:
        self.desk.get_by_role("tab", name=word(f"tab-{tab}", self.lang), exact=True).click()

    def decides(self, key: str, reason: str) -> None:
        """Decide the current finding by keyboard."""
        self.page.keyboard.press(key)
        self.page.keyboard.type(reason)
        self.page.keyboard.press("Enter")

    def presses(self, *keys: str) -> None:
        """Press keys in the box of the current finding."""
        self.box.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def has_decided(self, many: int, of: int = MANY) -> None:
        expect(self.done).to_have_text(re.compile(f"^{re.escape(word('done', self.lang, decided=many, all=of))}"))

    def saves(self, name: str) -> str:
        """Export a file; return its content."""
        self.opens("files")
        with self.page.expect_download() as came:
            self.desk.locator(f'[data-export="{name}"]').click()
        assert came.value.suggested_filename == name
        return Path(came.value.path()).read_text("utf-8")

    def shown(self, key: str) -> Locator:
        """Return the checkbox that shows or hides a kind of findings."""
        return self.desk.locator(".dk-panel:visible .dk-check", has_text=word(key, self.lang))

    def filter_by(self, value: str) -> None:
        """Show only findings with this decision."""
        self.desk.locator(".dk-panel:visible .dk-filters").get_by_label(word("decision")).select_option(value)

    def uploads(self, a: Path, b: Path) -> None:
        self.desk.locator("input[data-side=a]").set_input_files(a)
        self.desk.locator("input[data-side=b]").set_input_files(b)
        self.button("collate").click()


def reload(page: Page) -> Translator:
    """Reload the page."""
    page.reload()
    wait_for_boards(page)
    return Translator(page)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Write the sample pair to two files of a reader."""
    paths = tmp_path / "mine-a.txt", tmp_path / "mine-b.txt"
    for path, which in zip(paths, "ab", strict=True):
        path.write_text(text(which), "utf-8")
    return paths


def test_a_translator_uploads_decides_and_reloads(open_chapter: Open, pair: tuple[Path, Path]) -> None:
    """By keyboard: step on and back, decide with a reason; a reload keeps it, an export has it."""
    page = open_chapter(STEM)
    translator = Translator(page)
    translator.uploads(*pair)
    expect(translator.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    expect(translator.desk.locator(".dk-rows thead")).to_contain_text("mine-b.txt")
    translator.presses("n", "n")
    expect(translator.head).to_contain_text(word("finding", at=3, all=MANY))
    page.keyboard.press("p")
    expect(translator.head).to_contain_text(word("finding", at=2, all=MANY))
    current = translator.desk.locator("mark[aria-current]")
    expect(current.first).to_be_visible()
    decided = translator.box.get_attribute("data-finding")
    translator.decides("r", "Seen: only the layout.")
    translator.has_decided(1)
    expect(translator.head).to_contain_text(word("finding", at=3, all=MANY))
    decisions = json.loads(translator.saves("decisions.json"))["decisions"]
    assert decisions[decided]["reason"] == "Seen: only the layout."
    assert len(json.loads(translator.saves("findings.json"))) == MANY - 1  # without the rejected one

    again = reload(page)
    expect(again.desk.locator(".dk-names")).to_contain_text("mine-a.txt")  # and the texts
    again.has_decided(1)
    expect(again.desk.get_by_role("tab", name=word("tab-files"), exact=True)).to_have_attribute("aria-selected", "true")
    again.opens("differences")
    expect(again.head).to_contain_text(word("finding", at=3, all=MANY))  # at the same finding
    page.keyboard.press("Tab")
    again.presses("p")
    expect(again.box).to_have_attribute("data-decided", "reject")
    expect(again.box.locator(".dk-told")).to_contain_text("Seen: only the layout.")
    page.keyboard.press("u")  # undoes what was done before the reload
    again.has_decided(0)


def test_pasted_text_survives_a_reload(open_chapter: Open) -> None:
    """Until it is compared, and kept with the texts."""
    page = open_chapter(STEM)
    translator = Translator(page)
    translator.desk.locator(".dk-paste summary").first.click()
    translator.desk.locator("textarea[data-side=a]").fill(text("a"))

    translator = reload(page)
    expect(translator.desk.locator("textarea[data-side=a]")).to_have_value(text("a"))
    expect(translator.desk.locator("textarea[data-side=a]")).to_be_visible()
    translator.button("collate").click()
    expect(translator.note).to_have_text(word("one-text", name="A.txt"))

    page.reload()
    wait_for_boards(page)
    expect(page.locator(".dk-names")).to_have_text(word("names", a="A.txt", b="A.txt"))
    expect(page.locator("textarea[data-side=a]")).to_have_value("")


def drops(page: Page, place: Locator, path: Path) -> None:
    """Drop a file or a folder on a place, as from a file manager."""
    mouse = page.context.new_cdp_session(page)
    x, y = place.evaluate(MIDDLE)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for step in ("dragEnter", "dragOver", "drop"):
        mouse.send("Input.dispatchDragEvent", {"type": step, "x": x, "y": y, "data": data})
    mouse.detach()


def test_a_text_may_be_dropped_or_be_a_folder(open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path) -> None:
    """A folder is a text of numbered pages; filter, search and level of detail survive a reload."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, part in zip((2, 10), pair[1].read_text("utf-8").partition("\n\n")[::2], strict=True):
        (folder / f"page{number}.txt").write_text(part + "\n\n", "utf-8")
    (folder / ".hidden").write_bytes(b"\0")
    page = open_chapter(STEM)
    translator = Translator(page)
    first, second = translator.desk.locator(".dk-witness").all()[:2]
    given = "(files) => JSON.stringify([...document.querySelectorAll('input[data-side]')].slice(0, 2)"
    given += ".map((one) => [...one.files].map(({ name }) => name).sort())) === JSON.stringify(files)"
    with page.expect_file_chooser() as dialog:
        first.get_by_role("button", name=word("folder"), exact=True).click()
    dialog.value.set_files(folder)
    drops(page, second.locator("input[data-side]"), folder)
    page.wait_for_function(given, arg=[["page10.txt", "page2.txt"]] * 2)  # folders are listed asynchronously
    drops(page, first.locator("summary"), pair[0])  # next to the file field
    page.wait_for_function(given, arg=[[pair[0].name], ["page10.txt", "page2.txt"]])
    translator.button("collate").click()
    expect(translator.desk.locator(".dk-names")).to_have_text(word("names", a=pair[0].name, b="page2.txt"))
    expect(translator.note).to_have_text("")
    translator.shown("inner").locator("input").uncheck()
    translator.desk.get_by_label(word("search"), exact=True).first.fill("HERISSON")  # ignores accents and case
    expect(translator.head).not_to_contain_text(word("finding", at=1, all=18))
    here = translator.head.inner_text()
    mine = tmp_path / "mine.txt"
    mine.write_text(text("en"), "utf-8")
    translator.opens("translation")
    translator.desk.locator("input[data-side=mine]").set_input_files(mine)
    translator.button("check").click()
    summary = translator.desk.locator(".dk-panel:visible .dk-summary")
    expect(summary).to_be_visible()
    translator.desk.get_by_label(word("tell"), exact=True).select_option("sure")
    translator.opens("terms")
    expect(translator.desk.locator(".dk-panel:visible table")).to_be_visible()  # answered after the earlier request
    translator.opens("translation")

    again = reload(page)
    expect(again.desk.get_by_label(word("tell"), exact=True)).to_have_value("sure")
    expect(summary).to_be_visible()
    again.opens("differences")
    expect(again.head).to_have_text(here, use_inner_text=True)


def test_decisions_are_undone_filtered_and_reclassified(open_chapter: Open) -> None:
    page = open_chapter(STEM, boards=["desk"])
    translator = Translator(page)
    translator.presses("c")
    translator.box.get_by_label(word("new-class")).select_option("typography")
    translator.box.get_by_label(word("reason")).fill("A slip of the press.")
    translator.button("decide").click()
    translator.has_decided(1)
    expect(translator.shown("classes-typography")).to_contain_text("(6)")
    translator.button("undo").click()
    translator.has_decided(0)
    translator.shown("inner").locator("input").uncheck()
    translator.button("decide-all").click()  # everything that is filtered, without a reason, undone at once
    translator.has_decided(18)
    translator.button("undo").click()
    translator.has_decided(0)
    page.keyboard.press("r")  # nothing is left to undo, and the keys still work
    page.keyboard.press("Enter")
    translator.has_decided(1)
    translator.presses("p", "o")
    translator.has_decided(0)
    translator.button("undo").click()
    translator.has_decided(1)
    translator.filter_by("reject")
    expect(translator.head).to_contain_text(word("finding", at=1, all=1))
    translator.button("undecide-all").click()
    translator.has_decided(0)
    expect(translator.head).to_contain_text(word("no-findings"))
    translator.button("undo").click()
    translator.has_decided(1)
    translator.button("undecide").click()
    translator.has_decided(0)
    translator.filter_by("")
    translator.shown("inner").locator("input").check()
    translator.presses("ArrowDown", "ArrowDown")
    expect(translator.head).to_contain_text(word("finding", at=3, all=MANY))
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    expect(translator.box).to_be_focused()
    page.keyboard.press("Enter")
    translator.has_decided(1)
    page.keyboard.press("u")
    translator.has_decided(0)
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    translator.shown("classes-meaning").locator("input").uncheck()
    expect(translator.head).to_contain_text(word("finding", at=1, all=8))
    variant = translator.desk.get_by_label(word("report-variant"), exact=True)
    numbers = variant.locator("option").evaluate_all("all => all.map((one) => Number(one.value)).filter(Boolean)")
    assert numbers == sorted(numbers), "sorted as numbers"
    variant.select_option("5")
    expect(translator.head).to_contain_text(word("finding", at=1, all=3))
    expect(translator.desk.locator(".dk-rows tbody:visible")).to_have_count(1)


def test_two_people_merge_a_project(open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path) -> None:
    """One decides in bulk and takes notes; the other decides differently, merges, chooses; later the text changes."""
    page = open_chapter(STEM)
    translator = Translator(page)
    translator.uploads(*pair)
    expect(translator.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    translator.shown("inner").locator("input").uncheck()
    translator.button("decide-all").click()
    translator.has_decided(18)
    translator.opens("files")
    translator.desk.get_by_label(word("notes"), exact=True).fill("Ask the authors about the die.")  # kept while typing
    theirs = tmp_path / "theirs.json"
    theirs.write_text(translator.saves("project.json"), "utf-8")
    translator.opens("differences")
    translator.button("undo").click()
    translator.has_decided(0)

    page.evaluate("localStorage.clear()")  # the other translator's browser, where nothing was undone
    translator = reload(page)
    translator.uploads(*pair)
    translator.opens("files")
    translator.desk.get_by_label(word("notes"), exact=True).fill("Ask the authors about the die.")
    translator.opens("differences")
    translator.box.focus()
    translator.decides("r", "A slip of the press.")
    translator.has_decided(1)

    translator = reload(page)  # keeps everything
    translator.has_decided(1)
    translator.opens("files")
    expect(translator.desk.get_by_label(word("notes"), exact=True)).to_have_value("Ask the authors about the die.")
    translator.desk.get_by_label(word("take-merge"), exact=True).set_input_files(theirs)
    expect(translator.note).to_contain_text(word("merged", many=17, apart=1))
    translator.opens("differences")
    translator.has_decided(18)
    translator.filter_by("apart")
    expect(translator.head).to_contain_text(word("finding", at=1, all=1))
    expect(translator.box.locator(".dk-told")).to_contain_text("A slip of the press.")
    expect(translator.box.locator(".dk-other")).to_contain_text(word("report-accept"))

    translator = reload(page)  # keeps conflicting decisions
    translator.filter_by("apart")
    expect(translator.head).to_contain_text(word("finding", at=1, all=1))
    translator.button("take-theirs").click()
    expect(translator.box).to_have_count(1)
    expect(translator.head).to_contain_text(word("no-findings"))
    translator.filter_by("")
    merged = json.loads(translator.saves("project.json"))
    assert all("other" not in one for one in merged["decisions"].values())

    changed = tmp_path / "changed.json"  # later, with another version of the text
    translator.opens("differences")
    changed.write_text(json.dumps(merged, ensure_ascii=False), "utf-8")
    quoted = next(one["finding"]["b"]["text"] for one in merged["decisions"].values() if one["finding"]["b"])
    pair[1].write_text(pair[1].read_text("utf-8").replace(quoted.split()[0], "encore"), "utf-8")
    translator.opens("files")
    translator.desk.get_by_label(word("take-project"), exact=True).set_input_files(changed)
    expect(translator.note).to_contain_text("changed.json")
    translator.opens("differences")
    translator.has_decided(18)
    translator.desk.locator("input[data-side=b]").set_input_files(pair[1])
    translator.button("collate").click()
    expect(translator.done).to_contain_text(re.compile(word("elsewhere", many="[0-9]+")))
    translator.opens("files")
    expect(translator.desk.get_by_role("heading", name=word("expired"), exact=True)).to_be_visible()
    translator.button("drop").click()
    expect(translator.desk.get_by_role("heading", name=word("expired"), exact=True)).to_be_hidden()
    translator.opens("differences")
    expect(translator.done).not_to_contain_text(word("elsewhere", many="").split(" ")[-1])


def cancel_collation(page: Page) -> None:
    """Collate two long texts, watch the progress, and cancel; the desk is unchanged."""
    translator = Translator(page)
    seen, cancel = translator.done.text_content(), translator.button("cancel")
    for side in "ab":
        parts = (
            re.sub(r"(?m)^(\d+)\.", lambda found, k=k: f"{int(found[1]) + 40 * k}.", text(side)) for k in range(60)
        )
        file: FilePayload = {"name": "long.txt", "mimeType": "text/plain", "buffer": "\n\n".join(parts).encode()}
        translator.desk.locator(f"input[data-side={side}]").set_input_files(file)
    translator.button("collate").click()
    cancel.click(timeout=PACE.ms(60))
    expect(translator.note).to_have_text(words.text("collation.errors.cancelled", "en"), timeout=PACE.ms(60))
    expect(cancel).to_be_hidden()
    assert translator.done.text_content() == seen


def test_unreadable_files_are_reported_and_long_work_is_cancelled(
    open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    page = open_chapter(STEM, boards=["desk"])
    translator = Translator(page)
    translator.button("collate").click()
    expect(translator.note).to_have_text(word("both-files"))
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 nothing")
    translator.uploads(pair[0], bad)
    expect(translator.note).to_contain_text("bad.pdf")
    large = tmp_path / "large.txt"
    large.write_bytes(b"a " * 2_100_000)
    translator.uploads(pair[0], large)
    expect(translator.note).to_have_text(word("file-large", name="large.txt", limit=4))
    translator.has_decided(0)
    cancel_collation(page)


def test_the_language_changes_offline_and_tabs_fit_a_phone(open_chapter: Open) -> None:
    """The language switches at once, even if Python is unreachable; nothing is wider than a phone."""
    page = open_chapter(STEM, **PHONE)
    translator = Translator(page)
    translator.opens("facts")
    expect(translator.desk.locator("td .dk-verdict").first).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Français").click()
    expect(translator.desk.get_by_role("tab", name=word("tab-facts", "fr"))).to_be_visible()
    expect(translator.desk.locator("td .dk-verdict").first).to_contain_text(word("verdicts-differs", "fr"))
    page.context.set_offline(False)
    for tab in ("terms", "translation", "files", "differences"):
        Translator(page, "fr").opens(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_finding_leads_to_its_boards(open_chapter: Open) -> None:
    """From the desk's page to the clause, and on another page to both readings; back at the same finding.

    A question without another reading has one board, with the sentences of both texts next to the clause.
    """
    page = open_chapter(STEM, "")
    translator = Translator(page)
    clause, question = (translator.box.locator(f".dk-play a[href*='{part}']") for part in ("#rule-", "question="))
    while not (question.count() and clause.count()):
        translator.button("next").click()
    name = re.findall(r"question=([^&]+)", question.get_attribute("href") or "")[0]
    where = translator.head.inner_text()
    question.click()
    pair = page.locator(".dk-pair")
    expect(pair.get_by_label(word("question"))).to_have_value(name)
    expect(pair.locator(".dk-said dd").first).not_to_be_empty()
    right = page.locator("[data-board=reading-1]")
    expect(right).to_be_hidden()
    expect(pair).to_contain_text(word("no-switch"))
    pair.get_by_label(word("question")).select_option("12-a")
    expect(pair.get_by_role("heading", name=word("parting"))).to_be_visible()
    expect(right).to_be_visible()
    page.go_back()
    wait_for_boards(page)
    translator = Translator(page)
    expect(translator.head).to_have_text(where, use_inner_text=True)
    place = (clause.get_attribute("href") or "").rpartition("#")[2]
    clause.click()
    expect(page.locator(f"[id='{place}']")).to_be_in_viewport()


def test_findings_in_a_translation_are_decided_by_keyboard_and_in_bulk(
    open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """Every decision rebuilds the list: focus and scroll position stay; one click decides all visible findings."""
    page = open_chapter(STEM)
    translator = Translator(page)
    expect(translator.button("mine-again")).to_be_hidden()
    translator.uploads(*pair)
    expect(translator.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    translator.button("sample").click()  # keeps the reader's texts
    expect(translator.desk.locator(".dk-names")).to_have_text(word("names-sample"))
    translator.button("mine-again").click()
    expect(translator.desk.locator(".dk-names")).to_contain_text("mine-b.txt")
    mine = tmp_path / "mine.txt"
    mine.write_text("".join(f"{n}. Title {n}\nNobody moves {n} hedgehogs.\n" for n in range(30)), "utf-8")
    translator.opens("translation")
    translator.desk.get_by_label(word("file-mine"), exact=True).set_input_files(mine)
    translator.button("check").click()
    rows = translator.desk.locator(".dk-panel:visible tbody tr")
    expect(rows.nth(10)).to_be_attached()
    many = rows.count()
    summary = translator.desk.locator(".dk-panel:visible .dk-summary")
    list_ = translator.desk.locator(".dk-panel:visible .dk-scroll")
    choice = rows.nth(9).locator("select")
    choice.focus()
    before = list_.evaluate("list => list.scrollTop")
    assert before > 0
    page.keyboard.press("ArrowDown")
    expect(summary).to_have_text(word("translation-done", many=many, decided=1))
    expect(choice).to_be_focused()
    expect(choice).to_have_value("accept")
    assert list_.evaluate("list => list.scrollTop") == before
    translator.button("all-reject").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=many))
    translator.button("undo").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=1))
    translator.filter_by("open")
    expect(rows).to_have_count(many - 1)
    translator.filter_by("")
    expect(rows).to_have_count(many)
    reason = rows.nth(9).locator("input")
    reason.fill("A slip.")  # kept when the decision changes
    reason.press("Enter")
    choice.select_option("reject")
    expect(reason).to_have_value("A slip.")
    translator.button("undecide-all").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=0))
    translator.button("undo").click()
    choice.select_option("")
    expect(summary).to_have_text(word("translation-done", many=many, decided=0))
    translator.opens("structure")
    expect(translator.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("9")
    headings = translator.desk.locator('select[data-key^="kind "]', has=page.locator("option[value=variant]:checked"))
    headings.first.select_option("text")
    expect(translator.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variants: 8")
    translator.button("undo").click()  # a correction is undone like a decision
    expect(translator.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variants: 9")
    page.get_by_role("button", name="Français").click()
    expect(translator.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variantes : 9")


def test_the_desk_passes_axe(open_chapter: Open, axe: Callable[..., list[str]]) -> None:
    """The page with all tabs of the desk open; then the desk in the other theme."""
    page = open_chapter(STEM, boards=["desk"])
    translator = Translator(page)
    for tab in ("structure", "readings", "facts", "terms", "translation", "files"):
        translator.opens(tab)
        expect(translator.desk.locator(".dk-panel:visible")).not_to_be_empty()
    translator.desk.locator(".dk-panel").evaluate_all("panels => { for (const panel of panels) panel.hidden = false; }")
    found = axe(page)
    page.locator(".rb-theme").click()
    found += [f"dark: {line}" for line in axe(page, ".dk-desk")]
    assert not found, "\n".join(found)


def test_both_readings_are_played_on_two_boards(open_chapter: Open) -> None:
    """Another question sets both boards up; the same move ends differently on them; figures show how much."""
    page = open_chapter(STEM, boards=["pair"])
    pair = page.locator(".dk-pair")
    boards = [page.locator(f'[data-board="reading-{k}"]') for k in (0, 1)]
    pair.get_by_label(word("question")).select_option("27-a")
    expect(pair.locator("code", has_text="27[held=stay]").first).to_be_visible()
    pair.get_by_role("button", name=word("play-both", move=word("pass"))).click()
    for board in boards:
        expect(board).to_have_attribute("data-ply", "1")
    tops = [board.evaluate("board => board.getBoundingClientRect().top") for board in boards]
    assert tops[0] == tops[1]  # side by side
    stacks = [
        board.evaluate("b => [...b.querySelectorAll('[data-stack]')].map(s => s.dataset.stack).join()")
        for board in boards
    ]
    assert stacks[0] != stacks[1]
    difference = parting(switch("27-a")).counted["difference"]
    apart, low, high = (f"{figure:.1f}" for figure in difference)
    expect(page.get_by_text(word("no-difference", apart=apart, low=low, high=high))).to_be_visible()
    page.locator(".dk-games summary").click()
    expect(page.get_by_role("row", name=word("length-game"))).to_be_visible()
    pair.get_by_label(word("question")).select_option("33-b")  # one must pass, but not before the reader agrees
    expect(boards[0].get_by_text("Go on", exact=True)).to_be_visible()
    expect(boards[0]).to_have_attribute("data-ply", "0")
    pair.get_by_label(word("question")).select_option("0-f")
    expect(pair.get_by_text(word("no-switch"))).to_be_visible()
