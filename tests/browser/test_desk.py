"""A translator at the desk: stepping, deciding, keeping, taking files in and out; both readings of a question."""

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

SECONDS = 30  # of one core: what takes long begins early

STEM = "12-desk"
MANY = len(collate(sample("a"), sample("b")).findings)


def word(key: str, lang: str = "en", **values: object) -> str:
    """Return a word of the desk as its page shows it."""
    return interface()[lang][key].format(**values)


class Translator:
    """Somebody at the desk of a page."""

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
        """Decide the present finding by the keyboard alone."""
        self.page.keyboard.press(key)
        self.page.keyboard.type(reason)
        self.page.keyboard.press("Enter")

    def presses(self, *keys: str) -> None:
        """Press keys at the box of the present finding."""
        self.box.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def has_decided(self, many: int, of: int = MANY) -> None:
        expect(self.done).to_have_text(re.compile(f"^{re.escape(word('done', self.lang, decided=many, all=of))}"))

    def saves(self, name: str) -> str:
        """Press the button of a file and read what came."""
        self.opens("files")
        with self.page.expect_download() as came:
            self.desk.locator(f'[data-export="{name}"]').click()
        assert came.value.suggested_filename == name
        return Path(came.value.path()).read_text("utf-8")

    def shown(self, key: str) -> Locator:
        """The box that shows a kind of findings or hides it."""
        return self.desk.locator(".dk-panel:visible .dk-check", has_text=word(key, self.lang))

    def stands(self, value: str) -> None:
        """Show what was decided so."""
        self.desk.locator(".dk-panel:visible .dk-filters").get_by_label(word("decision")).select_option(value)

    def puts(self, a: Path, b: Path) -> None:
        self.desk.locator("input[data-side=a]").set_input_files(a)
        self.desk.locator("input[data-side=b]").set_input_files(b)
        self.button("collate").click()


def comes_back(page: Page) -> Translator:
    """The page is loaded again."""
    page.reload()
    wait_for_boards(page)
    return Translator(page)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """The sample pair as two files of a reader's own."""
    paths = tmp_path / "mine-a.txt", tmp_path / "mine-b.txt"
    for path, which in zip(paths, "ab", strict=True):
        path.write_text(text(which), "utf-8")
    return paths


def test_a_translator_uploads_steps_decides_and_comes_back(open_chapter: Open, pair: tuple[Path, Path]) -> None:
    """By keyboard: to the next finding and back, a decision with its reason; a reload keeps it, an export has it."""
    page = open_chapter(STEM)
    at = Translator(page)
    at.puts(*pair)
    expect(at.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    expect(at.desk.locator(".dk-rows thead")).to_contain_text("mine-b.txt")
    at.presses("n", "n")
    expect(at.head).to_contain_text(word("finding", at=3, all=MANY))
    page.keyboard.press("p")
    expect(at.head).to_contain_text(word("finding", at=2, all=MANY))
    current = at.desk.locator("mark[aria-current]")
    expect(current.first).to_be_visible()
    decided = at.box.get_attribute("data-finding")
    at.decides("r", "Seen: only the layout.")
    at.has_decided(1)
    expect(at.head).to_contain_text(word("finding", at=3, all=MANY))
    told = json.loads(at.saves("decisions.json"))["decisions"]
    assert told[decided]["reason"] == "Seen: only the layout."
    assert len(json.loads(at.saves("findings.json"))) == MANY - 1  # the rejected one is out

    again = comes_back(page)
    expect(again.desk.locator(".dk-names")).to_contain_text("mine-a.txt")  # and the texts
    again.has_decided(1)
    expect(again.desk.get_by_role("tab", name=word("tab-files"), exact=True)).to_have_attribute("aria-selected", "true")
    again.opens("differences")
    expect(again.head).to_contain_text(word("finding", at=3, all=MANY))  # where he was
    page.keyboard.press("Tab")
    again.presses("p")
    expect(again.box).to_have_attribute("data-decided", "reject")
    expect(again.box.locator(".dk-told")).to_contain_text("Seen: only the layout.")
    page.keyboard.press("u")  # what was done before the reload
    again.has_decided(0)


def test_pasted_text_outlives_a_reload(open_chapter: Open) -> None:
    """Until it is on the desk, where it is kept with the texts."""
    page = open_chapter(STEM)
    at = Translator(page)
    at.desk.locator(".dk-paste summary").first.click()
    at.desk.locator("textarea[data-side=a]").fill(text("a"))

    at = comes_back(page)
    expect(at.desk.locator("textarea[data-side=a]")).to_have_value(text("a"))
    expect(at.desk.locator("textarea[data-side=a]")).to_be_visible()
    at.button("collate").click()
    expect(at.note).to_have_text(word("one-text", name="A.txt"))

    page.reload()
    wait_for_boards(page)
    expect(page.locator(".dk-names")).to_have_text(word("names", a="A.txt", b="A.txt"))
    expect(page.locator("textarea[data-side=a]")).to_have_value("")


def drops(page: Page, place: Locator, path: Path) -> None:
    """Drop a file or a folder on a place, as from a window of the system."""
    mouse = page.context.new_cdp_session(page)
    x, y = place.evaluate(MIDDLE)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for step in ("dragEnter", "dragOver", "drop"):
        mouse.send("Input.dispatchDragEvent", {"type": step, "x": x, "y": y, "data": data})
    mouse.detach()


def test_a_text_may_be_dropped_and_come_as_a_folder(
    open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """A folder is a text of pages, by their numbers; a filter, what is sought, how much is told stay over a reload."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, part in zip((2, 10), pair[1].read_text("utf-8").partition("\n\n")[::2], strict=True):
        (folder / f"page{number}.txt").write_text(part + "\n\n", "utf-8")
    (folder / ".hidden").write_bytes(b"\0")
    page = open_chapter(STEM)
    at = Translator(page)
    first, second = at.desk.locator(".dk-witness").all()[:2]
    given = "(files) => JSON.stringify([...document.querySelectorAll('input[data-side]')].slice(0, 2)"
    given += ".map((one) => [...one.files].map(({ name }) => name).sort())) === JSON.stringify(files)"
    with page.expect_file_chooser() as asked:
        first.get_by_role("button", name=word("folder"), exact=True).click()
    asked.value.set_files(folder)
    drops(page, second.locator("input[data-side]"), folder)
    page.wait_for_function(given, arg=[["page10.txt", "page2.txt"]] * 2)  # it looks through a folder at its leisure
    drops(page, first.locator("summary"), pair[0])  # beside the field of files
    page.wait_for_function(given, arg=[[pair[0].name], ["page10.txt", "page2.txt"]])
    at.button("collate").click()
    expect(at.desk.locator(".dk-names")).to_have_text(word("names", a=pair[0].name, b="page2.txt"))
    expect(at.note).to_have_text("")
    at.shown("inner").locator("input").uncheck()
    at.desk.get_by_label(word("search"), exact=True).first.fill("HERISSON")  # whatever its accents and capitals
    expect(at.head).not_to_contain_text(word("finding", at=1, all=18))
    here = at.head.inner_text()
    mine = tmp_path / "mine.txt"
    mine.write_text(text("en"), "utf-8")
    at.opens("translation")
    at.desk.locator("input[data-side=mine]").set_input_files(mine)
    at.button("check").click()
    summary = at.desk.locator(".dk-panel:visible .dk-summary")
    expect(summary).to_be_visible()
    at.desk.get_by_label(word("tell"), exact=True).select_option("sure")
    at.opens("terms")
    expect(at.desk.locator(".dk-panel:visible table")).to_be_visible()  # answered after what was asked before
    at.opens("translation")

    again = comes_back(page)
    expect(again.desk.get_by_label(word("tell"), exact=True)).to_have_value("sure")
    expect(summary).to_be_visible()
    again.opens("differences")
    expect(again.head).to_have_text(here, use_inner_text=True)


def test_undo_filters_and_another_class(open_chapter: Open) -> None:
    page = open_chapter(STEM, boards=["desk"])
    at = Translator(page)
    at.presses("c")
    at.box.get_by_label(word("new-class")).select_option("typography")
    at.box.get_by_label(word("reason")).fill("A slip of the press.")
    at.button("decide").click()
    at.has_decided(1)
    expect(at.shown("classes-typography")).to_contain_text("(6)")
    at.button("undo").click()
    at.has_decided(0)
    at.shown("inner").locator("input").uncheck()
    at.button("decide-all").click()  # all that the filters leave, without a reason, and taken back as one
    at.has_decided(18)
    at.button("undo").click()
    at.has_decided(0)
    page.keyboard.press("r")  # the button has nothing more to take back, and the keys go on
    page.keyboard.press("Enter")
    at.has_decided(1)
    at.presses("p", "o")
    at.has_decided(0)
    at.button("undo").click()
    at.has_decided(1)
    at.stands("reject")
    expect(at.head).to_contain_text(word("finding", at=1, all=1))
    at.button("undecide-all").click()
    at.has_decided(0)
    expect(at.head).to_contain_text(word("no-findings"))
    at.button("undo").click()
    at.has_decided(1)
    at.button("undecide").click()
    at.has_decided(0)
    at.stands("")
    at.shown("inner").locator("input").check()
    at.presses("ArrowDown", "ArrowDown")
    expect(at.head).to_contain_text(word("finding", at=3, all=MANY))
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    expect(at.box).to_be_focused()
    page.keyboard.press("Enter")
    at.has_decided(1)
    page.keyboard.press("u")
    at.has_decided(0)
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    at.shown("classes-meaning").locator("input").uncheck()
    expect(at.head).to_contain_text(word("finding", at=1, all=8))
    variant = at.desk.get_by_label(word("report-variant"), exact=True)
    numbers = variant.locator("option").evaluate_all("all => all.map((one) => Number(one.value)).filter(Boolean)")
    assert numbers == sorted(numbers), "as numbers, not as words"
    variant.select_option("5")
    expect(at.head).to_contain_text(word("finding", at=1, all=3))
    expect(at.desk.locator(".dk-rows tbody:visible")).to_have_count(1)


def test_a_project_between_two_people(open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path) -> None:
    """One decides in bulk and notes; the other decides otherwise, opens it, chooses; next week the text has changed."""
    page = open_chapter(STEM)
    at = Translator(page)
    at.puts(*pair)
    expect(at.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    at.shown("inner").locator("input").uncheck()
    at.button("decide-all").click()
    at.has_decided(18)
    at.opens("files")
    at.desk.get_by_label(word("notes"), exact=True).fill("Ask the authors about the die.")  # kept while he writes
    theirs = tmp_path / "theirs.json"
    theirs.write_text(at.saves("project.json"), "utf-8")
    at.opens("differences")
    at.button("undo").click()
    at.has_decided(0)

    page.evaluate("localStorage.clear()")  # the other works elsewhere, and has taken nothing back
    at = comes_back(page)
    at.puts(*pair)
    at.opens("files")
    at.desk.get_by_label(word("notes"), exact=True).fill("Ask the authors about the die.")
    at.opens("differences")
    at.box.focus()
    at.decides("r", "A slip of the press.")
    at.has_decided(1)

    at = comes_back(page)  # loses nothing
    at.has_decided(1)
    at.opens("files")
    expect(at.desk.get_by_label(word("notes"), exact=True)).to_have_value("Ask the authors about the die.")
    at.desk.get_by_label(word("take-merge"), exact=True).set_input_files(theirs)
    expect(at.note).to_contain_text(word("merged", many=17, apart=1))
    at.opens("differences")
    at.has_decided(18)
    at.stands("apart")
    expect(at.head).to_contain_text(word("finding", at=1, all=1))
    expect(at.box.locator(".dk-told")).to_contain_text("A slip of the press.")
    expect(at.box.locator(".dk-other")).to_contain_text(word("report-accept"))

    at = comes_back(page)  # nor what was decided differently
    at.stands("apart")
    expect(at.head).to_contain_text(word("finding", at=1, all=1))
    at.button("take-theirs").click()
    expect(at.box).to_have_count(1)
    expect(at.head).to_contain_text(word("no-findings"))
    at.stands("")
    week = json.loads(at.saves("project.json"))
    assert all("other" not in one for one in week["decisions"].values())

    changed = tmp_path / "changed.json"  # next week, and another version of the text
    at.opens("differences")
    changed.write_text(json.dumps(week, ensure_ascii=False), "utf-8")
    said = next(one["finding"]["b"]["text"] for one in week["decisions"].values() if one["finding"]["b"])
    pair[1].write_text(pair[1].read_text("utf-8").replace(said.split()[0], "encore"), "utf-8")
    at.opens("files")
    at.desk.get_by_label(word("take-project"), exact=True).set_input_files(changed)
    expect(at.note).to_contain_text("changed.json")
    at.opens("differences")
    at.has_decided(18)
    at.desk.locator("input[data-side=b]").set_input_files(pair[1])
    at.button("collate").click()
    expect(at.done).to_contain_text(re.compile(word("elsewhere", many="[0-9]+")))
    at.opens("files")
    expect(at.desk.get_by_role("heading", name=word("expired"), exact=True)).to_be_visible()
    at.button("drop").click()
    expect(at.desk.get_by_role("heading", name=word("expired"), exact=True)).to_be_hidden()
    at.opens("differences")
    expect(at.done).not_to_contain_text(word("elsewhere", many="").split(" ")[-1])


def cancels(page: Page) -> None:
    """Collate two long texts, see how far it is, and have it end; the desk is as it was."""
    at = Translator(page)
    seen, cancel = at.done.text_content(), at.button("cancel")
    for side in "ab":
        parts = (
            re.sub(r"(?m)^(\d+)\.", lambda found, k=k: f"{int(found[1]) + 40 * k}.", text(side)) for k in range(60)
        )
        file: FilePayload = {"name": "long.txt", "mimeType": "text/plain", "buffer": "\n\n".join(parts).encode()}
        at.desk.locator(f"input[data-side={side}]").set_input_files(file)
    at.button("collate").click()
    cancel.click(timeout=PACE.ms(60))
    expect(at.note).to_have_text(words.text("collation.errors.cancelled", "en"), timeout=PACE.ms(60))
    expect(cancel).to_be_hidden()
    assert at.done.text_content() == seen


def test_what_cannot_be_read_is_one_sentence_and_long_work_is_cancelled(
    open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    page = open_chapter(STEM, boards=["desk"])
    at = Translator(page)
    at.button("collate").click()
    expect(at.note).to_have_text(word("both-files"))
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 nothing")
    at.puts(pair[0], bad)
    expect(at.note).to_contain_text("bad.pdf")
    large = tmp_path / "large.txt"
    large.write_bytes(b"a " * 2_100_000)
    at.puts(pair[0], large)
    expect(at.note).to_have_text(word("file-large", name="large.txt", limit=4))
    at.has_decided(0)
    cancels(page)


def test_language_without_the_kernel_and_a_phone(open_chapter: Open) -> None:
    """The other language comes at once, also when Python hears nothing; nothing is wider than a phone."""
    page = open_chapter(STEM, **PHONE)
    at = Translator(page)
    at.opens("facts")
    expect(at.desk.locator("td .dk-verdict").first).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Français").click()
    expect(at.desk.get_by_role("tab", name=word("tab-facts", "fr"))).to_be_visible()
    expect(at.desk.locator("td .dk-verdict").first).to_contain_text(word("verdicts-differs", "fr"))
    page.context.set_offline(False)
    for tab in ("terms", "translation", "files", "differences"):
        Translator(page, "fr").opens(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_finding_is_played(open_chapter: Open) -> None:
    """From the desk's own page to the clause and, on another page, to both readings; back, he is where he was.

    What has no other reading as a rule has one board, and the sentences of both texts beside the clause.
    """
    page = open_chapter(STEM, "")
    at = Translator(page)
    clause, question = (at.box.locator(f".dk-play a[href*='{part}']") for part in ("#rule-", "question="))
    while not (question.count() and clause.count()):
        at.button("next").click()
    name = re.findall(r"question=([^&]+)", question.get_attribute("href") or "")[0]
    where = at.head.inner_text()
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
    at = Translator(page)
    expect(at.head).to_have_text(where, use_inner_text=True)
    place = (clause.get_attribute("href") or "").rpartition("#")[2]
    clause.click()
    expect(page.locator(f"[id='{place}']")).to_be_in_viewport()


def test_a_translation_is_decided_by_keyboard_and_in_bulk(
    open_chapter: Open, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """The list is made anew with every decision: focus and place in it stay; all that are shown go by one click."""
    page = open_chapter(STEM)
    at = Translator(page)
    expect(at.button("mine-again")).to_be_hidden()
    at.puts(*pair)
    expect(at.desk.locator(".dk-names")).to_contain_text("mine-a.txt")
    at.button("sample").click()  # which takes nothing away
    expect(at.desk.locator(".dk-names")).to_have_text(word("names-sample"))
    at.button("mine-again").click()
    expect(at.desk.locator(".dk-names")).to_contain_text("mine-b.txt")
    mine = tmp_path / "mine.txt"
    mine.write_text("".join(f"{n}. Title {n}\nNobody moves {n} hedgehogs.\n" for n in range(30)), "utf-8")
    at.opens("translation")
    at.desk.get_by_label(word("file-mine"), exact=True).set_input_files(mine)
    at.button("check").click()
    rows = at.desk.locator(".dk-panel:visible tbody tr")
    expect(rows.nth(10)).to_be_attached()
    many = rows.count()
    summary = at.desk.locator(".dk-panel:visible .dk-summary")
    list_ = at.desk.locator(".dk-panel:visible .dk-scroll")
    choice = rows.nth(9).locator("select")
    choice.focus()
    before = list_.evaluate("list => list.scrollTop")
    assert before > 0
    page.keyboard.press("ArrowDown")
    expect(summary).to_have_text(word("translation-done", many=many, decided=1))
    expect(choice).to_be_focused()
    expect(choice).to_have_value("accept")
    assert list_.evaluate("list => list.scrollTop") == before
    at.button("all-reject").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=many))
    at.button("undo").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=1))
    at.stands("open")
    expect(rows).to_have_count(many - 1)
    at.stands("")
    expect(rows).to_have_count(many)
    reason = rows.nth(9).locator("input")
    reason.fill("A slip.")  # which stays when he thinks better of it
    reason.press("Enter")
    choice.select_option("reject")
    expect(reason).to_have_value("A slip.")
    at.button("undecide-all").click()
    expect(summary).to_have_text(word("translation-done", many=many, decided=0))
    at.button("undo").click()
    choice.select_option("")
    expect(summary).to_have_text(word("translation-done", many=many, decided=0))
    at.opens("structure")
    expect(at.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("9")
    headings = at.desk.locator('select[data-key^="kind "]', has=page.locator("option[value=variant]:checked"))
    headings.first.select_option("text")
    expect(at.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variants: 8")
    at.button("undo").click()  # a correction is taken back like a decision
    expect(at.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variants: 9")
    page.get_by_role("button", name="Français").click()
    expect(at.desk.locator(".dk-panel:visible .dk-summary")).to_contain_text("Variantes : 9")


def test_no_obstacles_for_axe(open_chapter: Open, axe: Callable[..., list[str]]) -> None:
    """The page with all that the tabs of the desk hold, one below the other; then the desk in the other theme."""
    page = open_chapter(STEM, boards=["desk"])
    at = Translator(page)
    for tab in ("structure", "readings", "facts", "terms", "translation", "files"):
        at.opens(tab)
        expect(at.desk.locator(".dk-panel:visible")).not_to_be_empty()
    at.desk.locator(".dk-panel").evaluate_all("panels => { for (const panel of panels) panel.hidden = false; }")
    found = axe(page)
    page.locator(".rb-theme").click()
    found += [f"dark: {line}" for line in axe(page, ".dk-desk")]
    assert not found, "\n".join(found)


def test_both_readings_on_two_boards(open_chapter: Open) -> None:
    """Another question sets both boards up; what is played on both ends differently, and figures say how much."""
    page = open_chapter(STEM, boards=["pair"])
    pair = page.locator(".dk-pair")
    boards = [page.locator(f'[data-board="reading-{k}"]') for k in (0, 1)]
    pair.get_by_label(word("question")).select_option("27-a")
    expect(pair.locator("code", has_text="27[held=stay]").first).to_be_visible()
    pair.get_by_role("button", name=word("play-both", move=word("pass"))).click()
    for board in boards:
        expect(board).to_have_attribute("data-ply", "1")
    tops = [board.evaluate("board => board.getBoundingClientRect().top") for board in boards]
    assert tops[0] == tops[1]  # side by side, to be compared
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
    pair.get_by_label(word("question")).select_option("33-b")  # one of them must pass: not before he is asked to
    expect(boards[0].get_by_text("Go on", exact=True)).to_be_visible()
    expect(boards[0]).to_have_attribute("data-ply", "0")
    pair.get_by_label(word("question")).select_option("0-f")
    expect(pair.get_by_text(word("no-switch"))).to_be_visible()
