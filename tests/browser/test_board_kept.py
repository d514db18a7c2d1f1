"""Files, links and games kept by the browser; and rubbish in each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_for_boards, wait_for_page
from tests.browser.reader import Open, Reader, js, word
from tests.sample import some

SECONDS = 20  # of CPU time: slow files start first

BASE = "01-base-game"
RECORD = "0 players=2\nb5=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 turn=A step=sideways dice=1"

FIELD = ("", "x" * 50_000, "0 players=2\na1 a1 a1 a1 a1 a1")
"""test_table.py tests other texts that are no game."""


def two_moves(page: Page, lang: str = "en") -> Reader:
    """Play two moves on the free board."""
    reader = Reader(page, "play", lang)
    reader.new_game(players=2, own_dice=True)
    reader.places("a1", "a2")
    return reader


def test_a_game_is_saved_as_a_file_and_loaded(open_chapter: Open, tmp_path: Path) -> None:
    reader = two_moves(open_chapter(BASE, boards=["play"]))
    page = reader.page
    reader.opens("text")
    with page.expect_download() as download:
        reader.button("save").click()
    assert re.fullmatch(r"[a-z0-9-]+\.txt", download.value.suggested_filename)
    download.value.save_as(tmp_path / "game.txt")
    record = (tmp_path / "game.txt").read_text("utf-8")
    assert record.split() == ["0", "players=2", "place:", "a1", "a2"]
    reader.places("a3")
    with page.expect_file_chooser() as chooser:
        reader.button("load").click()
    chooser.value.set_files(tmp_path / "game.txt")
    reader.expect_ply(2)
    expect(reader.narration).to_have_text(word("told-loaded"))
    assert reader.stacks == {"a1": "A1", "a2": "B1"}


RUBBISH = {
    "picture": ("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00", "png"),
    "2 MB": ("x" * 2_000_000, "txt"),
    "empty": ("", "txt"),
}


@pytest.mark.parametrize("lang", some(["fr", "en"], 2))
def test_rubbish_leaves_the_game_unchanged(open_chapter: Open, tmp_path: Path, lang: str) -> None:
    """Files, texts, links: one sentence in the reader's language."""
    page = open_chapter(BASE, boards=["play"], language=lang)
    reader = two_moves(page, lang)
    reader.opens("text")
    before = reader.stacks
    chooser = reader.board.locator("input[type=file]")
    sentences: dict[str, str] = {}

    def assert_unharmed(what: str, act: Callable[[], object]) -> None:
        sentences[what] = reader.answer_to(act)
        assert sentences[what] not in ("", refusal)
        assert reader.stacks == before
        reader.expect_ply(2)
        assert reader.answer_to(lambda: reader.click("a1")) == refusal

    def follow(link: str) -> None:
        page.evaluate("link => { location.hash = link; }", f"board=play&{link}")

    def set_up(text: str) -> None:
        reader.field.fill(text)
        reader.button("set-up").click()

    refusal = reader.answer_to(lambda: reader.click("a1"))
    assert "a1" in refusal
    for name, (text, suffix) in RUBBISH.items():
        file = tmp_path / f"{name}.{suffix}"
        file.write_bytes(text.encode("latin-1"))
        assert_unharmed(name, partial(chooser.set_input_files, file))
    with (tmp_path / "huge.txt").open("wb") as huge:
        huge.truncate(50 * 2**20)
    assert_unharmed("huge", partial(chooser.set_input_files, tmp_path / "huge.txt"))
    for text in FIELD:
        assert_unharmed(f"field {text[:20]}", partial(set_up, text))
    follow("record=%E0%A4%A")
    expect(reader.board.locator(".hk-aside")).to_have_text(word("link-bad", lang))
    assert reader.stacks == before
    for link in ("record=hello_world", "rules=0&position=a1%3Da1", "record=0_players=2~a1_zz_9"):
        assert_unharmed(link, partial(follow, link))
    foreign = r"\b(the|is|of|game)\b" if lang == "fr" else r"\b(la|le|une?|partie)\b"
    for what, sentence in sentences.items():
        assert 10 < len(sentence) < 300, (what, sentence)
        assert not re.search(foreign, sentence), (what, sentence)
        assert "Traceback" not in sentence
    assert sentences["2 MB"] == sentences["huge"] == word("file-too-big", lang)
    follow("record=%E0%A4%A")
    reader.places("a3")
    expect(reader.board.locator(".hk-aside")).to_be_hidden()  # the next move removes the message about the link


def test_markup_stays_text(open_chapter: Open, tmp_path: Path) -> None:
    page = open_chapter(BASE, boards=["play"])
    reader = two_moves(page)
    reader.opens("text")
    bad = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    page.evaluate("window.images = document.images.length")
    for text in (bad, f"0 players=2\n{bad}", f"0 players=2\na1 {bad.replace(' ', '')}", f"a1=A1 turn={bad}"):
        reader.field.fill(text)
        assert reader.answer_to(reader.button("set-up").click)
        assert "img" not in reader.answer_to(lambda: reader.click("a1"))
    (tmp_path / "bad.txt").write_text(bad)
    chooser = reader.board.locator("input[type=file]")
    assert reader.answer_to(lambda: chooser.set_input_files(tmp_path / "bad.txt"))
    go = partial(page.evaluate, "link => { location.hash = link; }")
    assert reader.answer_to(lambda: go(f"board=play&record={quote(bad)}"))
    go(f"board={quote(bad)}&record={quote(bad)}")
    # The same in the browser's storage.
    key = "hedgekit-game:" + page.evaluate("location.pathname") + ":play"
    games = [{"id": bad, "record": bad, "ply": 3, "seats": [bad], "time": bad}]
    page.evaluate("([key, games]) => localStorage.setItem(key, games)", [key, json.dumps(games)])
    page.evaluate("history.replaceState(null, '', location.pathname)")
    page.reload()
    wait_for_boards(page)  # no picture is left, unless one was injected
    again = Reader(page, "play")
    expect(again.banner).to_be_visible()
    assert again.answer_to(again.button("kept-resume").click)
    assert page.evaluate("[window.hacked, document.images.length]") == [None, 0]
    again.places("a1")  # a game that cannot be restored stays stored after the current one
    assert [one["record"] == bad for one in json.loads(page.evaluate("key => localStorage[key]", key))] == [False, True]


def test_a_kept_game_is_offered_and_resumed(open_chapter: Open) -> None:
    reader = two_moves(open_chapter(BASE, boards=["play"]))
    page = reader.page
    reader.button("undo").click()
    reader.expect_ply(1)
    page.reload()
    wait_for_page(page)
    reader = Reader(page, "play")
    expect(reader.banner).to_contain_text(word("kept", rules="The base game, 2 players", turn=1))
    reader.expect_ply(0)  # it is only offered
    reader.button("kept-resume").click()
    reader.expect_ply(1)
    expect(reader.banner).to_be_hidden()
    expect(reader.count).to_have_text("1 / 2")
    assert reader.stacks == {"a1": "A1"}
    expect(reader.prompt).to_contain_text("B: place")  # two readers again
    reader.button("redo").click()
    reader.expect_ply(2)
    page.reload()
    wait_for_page(page)
    reader.button("kept-forget").click()
    expect(reader.banner).to_be_hidden()
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('hedgekit-game:')).length")


def test_a_link_opens_the_same_game_without_telling_the_server(open_chapter: Open, open_page: Open) -> None:
    reader = two_moves(open_chapter(BASE, boards=["play"], permissions=["clipboard-read", "clipboard-write"]))
    reader.opens("text")
    reader.button("link").click()
    expect(reader.note).to_have_text(word("link-copied"))
    link = reader.page.evaluate("navigator.clipboard.readText()")
    assert "#board=play&record=0_players=2~" in link
    # Another reader: only the link is shared.
    page = open_page("/", theme="dark", language="fr")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.headers} {request.post_data_buffer}"))
    page.goto(link)
    other = Reader(page, "play", "fr")
    other.expect_ply(2)
    assert other.stacks == {"a1": "A1", "a2": "B1"}
    wait_for_page(page)
    expect(other.cell("e3")).to_be_in_viewport()
    expect(other.prompt).to_contain_text("A")
    assert len(sent) > 5
    assert not [line for line in sent if "board=play" in line or "players=2" in line]
    # A position, on the same page.
    rules, position = RECORD.split("\n")
    fragment = f"board=held&rules={rules}&position={position}".replace(" ", "_")
    page.evaluate("fragment => { location.hash = fragment; }", fragment)
    held = Reader(page, "held", "fr")
    expect(held.narration).to_have_text(word("told-set-up", "fr"))
    assert held.stacks == {"b5": "B1", "d1": "A1", "e4": "A2", "f6": "B2"}


def test_opening_a_link_loses_no_game(open_chapter: Open) -> None:
    """Neither the game kept before it was opened, nor the one played on from it."""
    page = two_moves(open_chapter(BASE, boards=["play"])).page
    address = page.url
    page.goto("about:blank")
    page.goto(f"{address}#board=play&record=0_players=3~a1")
    reader = Reader(page, "play")
    reader.expect_ply(1)
    page.reload()
    reader.expect_ply(1)  # only looked at: the link stays
    reader.places("a2")
    assert "#" not in page.url
    page.reload()
    expect(reader.banner).to_have_text(re.compile("1 of 2: The base game, 3 players, up to turn 2"))
    reader.button("kept-other").click()
    expect(reader.banner).to_have_text(re.compile("2 of 2: The base game, 2 players, up to turn 2"))
    reader.button("kept-resume").click()
    reader.expect_ply(2)
    assert reader.stacks == {"a1": "A1", "a2": "B1"}
    reader.places("a3")
    page.reload()
    expect(reader.banner).to_contain_text("1 of 2: The base game, 2 players, up to turn 3")
    reader.button("kept-forget").click()
    expect(reader.banner).to_contain_text(word("kept", rules="The base game, 3 players", turn=2))


def test_a_link_carries_every_character_and_the_series(open_chapter: Open) -> None:
    """`safe_start` has the sign that encodes spaces; earlier games are in the link and in the file."""
    page = open_chapter(BASE, boards=["play"], permissions=["clipboard-read", "clipboard-write"])
    texts = ("horses[safe_start=yes] players=2\n", "20[rounds=3] players=2\nplace: a1 a2\nseries: A3B1:\n")
    for text in texts:
        reader = Reader(page, "play")
        reader.sets_up(text)
        reader.button("link").click()
        expect(reader.note).to_have_text(word("link-copied"))
        link = page.evaluate("navigator.clipboard.readText()")
        page.goto("about:blank")
        page.goto(link)
        reader = Reader(page, "play")
        has_moves = "~" in link  # a die may have been rolled before
        expect(reader.narration).to_have_text(word("told-loaded" if has_moves else "told-new"))
        reader.opens("text")
        with page.expect_download() as download:
            reader.button("save").click()
        wanted = text.split()  # a later roll would come after it
        assert Path(download.value.path()).read_text("utf-8").split()[: len(wanted)] == wanted


def test_two_tabs_keep_their_games(open_chapter: Open) -> None:
    """They play on in turn, and neither overwrites the other's game."""
    first = two_moves(open_chapter(BASE, boards=["play"]))
    page = first.page.context.new_page()
    page.goto(first.page.url)
    wait_for_page(page)
    second = Reader(page, "play")
    expect(second.button("kept-resume")).to_be_visible()
    second.new_game(players=2, own_dice=True)
    second.places("a4")
    first.places("a3")
    second.places("a5")
    assert page.evaluate(js("keptPlies")) == [2, 3]


def test_repeated_refusals_are_announced_and_the_focus_starts_at_a_movable_piece(open_chapter: Open) -> None:
    """The announcement changes each time; the first tab stop is a piece that can move."""
    page = open_chapter(BASE, boards=["held", "play"])
    held = Reader(page, "held")
    expect(held.board.locator(".hk-cell[tabindex='0']")).to_have_class(re.compile("is-may"))
    reader = two_moves(page)
    live = reader.board.locator("[aria-live]").first
    heard = [live.text_content()]
    for _ in range(2):
        reader.click("c3")
        expect(reader.refused).to_be_visible()
        page.wait_for_function("([el, before]) => el.textContent !== before", arg=[live.element_handle(), heard[-1]])
        heard.append(live.text_content())
    assert heard[1] != heard[2]
    assert heard[1].strip() == heard[2].strip()
