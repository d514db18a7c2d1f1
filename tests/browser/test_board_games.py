"""Whole games as readers play them: by mouse, by keyboard, against random players."""

from __future__ import annotations

import random
import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.pace import PACE
from tests.browser.reader import SENT, WHILE_THINKING, Open, Reader, js, word
from tests.sample import partly

SECONDS = 15  # of CPU time: slow files start first

BASE = "01-base-game"
# Seeds of the readers' choices, and of their dice: the games are always the same, and short.
BY_MOUSE, BY_KEYBOARD = 70, 4
END = "g3=A1 h5=A2 home=A3A4 b1=B1 c2=B2 d4=B3 e6=B4 turn=A step=roll"
STEPS = {"place", "roll", "sideways", "forward", "over"}


def test_a_game_is_played_by_mouse(open_chapter: Open) -> None:
    """The opening without sound; then an ending with sound, back to its start and forward again."""
    reader = Reader(open_chapter(BASE, boards=["play"]), "play")
    reader.page.evaluate(js("countNotes"))
    reader.new_game(players=2, own_dice=True)
    story = reader.plays_by_mouse(random.Random(BY_MOUSE), 12)
    assert reader.page.evaluate("notes") == 0
    reader.button("sound").click()
    reader.sets_up(END)
    story += reader.plays_by_mouse(random.Random(BY_MOUSE), 12)
    last = story[-1]
    assert {seen["step"] for seen in story} == STEPS
    assert last["prompt"] == "A wins."
    assert last["live"].endswith("A wins.")
    assert reader.page.evaluate("notes") >= 6  # the switch, a throw, a win
    assert not last["may"]
    assert not last["to"]
    expect(reader.count).to_have_text(re.compile(r"^(\d+) / \1$"))  # in turns
    reader.button("first").click()
    reader.expect_ply(0)
    reader.button("last").click()
    reader.expect_ply(last["ply"])
    assert reader.stacks == last["stacks"]
    reader.click("a1")
    expect(reader.refused).to_have_text(re.compile("The game is over"))


@partly
def test_a_game_is_played_by_keyboard(open_chapter: Open, whole: bool) -> None:
    """The opening, with board and dialog reached by Tab, and an ending.  Everything is announced."""
    page = open_chapter(BASE, boards=["play"])
    press = page.keyboard.press
    reader = Reader(page, "play")
    page.get_by_role("link", name="Skip to the text").focus()
    press("Enter")
    for _ in range(4):  # prompt and narration can be scrolled, and come first
        press("Tab")
        if page.evaluate("document.activeElement.dataset.cell") == "a1":
            break
    expect(reader.cell("a1")).to_be_focused()
    expect(reader.board.get_by_role("grid")).to_have_accessible_name("Board: The base game, 4 players")
    for _ in range(10):
        if page.evaluate("document.activeElement.title") == word("new-game"):
            break
        press("Tab")
    press("Enter")
    for key in ("2", *["Tab"] * 5, "Home", *["Tab"] * 2, "f", "Tab", "ArrowDown", "Tab", "Enter"):
        press(key)
    # The previous board's game was new, too: keys wait until this one is there.
    expect(reader.board.get_by_role("grid")).to_have_accessible_name("Board: The base game, 2 players")
    expect(reader.live).to_have_text(re.compile(rf"^{re.escape(word('told-new'))}"))  # and the prompt, if it is new
    expect(reader.cell("a1")).to_be_focused()
    story = reader.plays_by_keyboard(random.Random(BY_KEYBOARD), None if whole else 24)
    pairs = [*pairwise(story[1:])]
    if not whole:
        reader.sets_up(END)
        reader.cell("a1").focus()
        story = reader.plays_by_keyboard(random.Random(BY_MOUSE))
        pairs += pairwise(story)
    assert {seen["step"] for pair in pairs for seen in pair} == STEPS
    assert story[-1]["live"].endswith("A wins.")
    for before, after in pairs:
        assert after["live"] != before["live"]
        # Who acted comes first, the next player and prompt last, unless they are the same as before.
        assert after["live"].startswith((before["turn"], "Nothing"))
        assert after["prompt"] == before["prompt"] or after["live"].endswith(after["prompt"])
    press("u")
    reader.answered(story[-1]["ply"])
    expect(reader.prompt).not_to_have_text("A wins.")


def test_computer_players_move_automatically(open_chapter: Open) -> None:
    """At the fastest pace, until paused; they wait for the reader's turn."""
    reader = Reader(open_chapter(BASE, boards=["play"], reduced_motion="no-preference"), "play")
    reader.new_game(players=3, seats="random")
    for ply in range(6):
        assert reader.answered(ply)["ply"] > ply
    reader.button("pause").click()
    expect(reader.button("resume").first).to_be_visible()
    paused = reader.state()["ply"]
    reader.page.wait_for_timeout(500)  # two paces, in which nothing may happen
    assert reader.state()["ply"] <= paused + 1  # one move may have been under way
    reader.board.locator(".hk-tools").get_by_role("button", name=word("resume")).click()
    reader.answered(paused + 1)
    reader.new_game(players=2, seats="reader")
    reader.places("a3")
    expect(reader.prompt).to_contain_text("B: place")


def test_the_board_responds_while_a_player_looks_ahead(open_chapter: Open) -> None:
    """The reader's browser searches: clicks are answered meanwhile, and a stopped search gives no hint.

    If the browser cannot, one sentence says so, and Python searches.
    """
    page = open_chapter(BASE, boards=["play"], reduced_motion="no-preference")
    reader = Reader(page, "play")
    page.evaluate(SENT)
    reader.new_game(players=2, seats="master")
    for _ in range(3):  # the search may end just then
        seen = reader.board.evaluate(WHILE_THINKING, ["", "[data-cell=h5]", PACE.ms(15)])
        if seen["said"] and seen["goesOn"]:
            break
    assert seen["said"]
    assert seen["goesOn"]
    assert seen["ply"] == seen["after"]
    reader.answered(int(seen["ply"]))
    assert set(page.evaluate("sent.splice(0)")) == {"found"}
    reader.new_game(players=2)
    ask, stop = (f'.hk-tools [aria-label="{word(key)}"]' for key in ("advice", "advice-stop"))
    reader.board.evaluate(WHILE_THINKING, [ask, stop, PACE.ms(15)])
    expect(reader.button("advice")).to_be_enabled()
    expect(reader.board.locator(".hk-advice")).to_be_hidden()
    page.evaluate("blocked = true; sent.splice(0)")  # the previous game went on until the new one was there
    reader.button("advice").click()
    expect(reader.board.locator(".hk-aside")).to_have_text(word("ahead"))
    expect(reader.board.locator(".hk-advice")).to_be_visible()
    assert set(page.evaluate("sent")) == {"think"}
    page.get_by_role("button", name="Français").click()
    expect(reader.board.locator(".hk-aside")).to_have_text(word("ahead", "fr"))
