"""The other games on the book's boards: set up as text, won by touch, announced; more in test_sisters.py."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pace import PACE
from tests.browser.reader import PHONE, Open, Reader, js, word

SECONDS = 30  # of CPU time: slow files start first

BASE = "01-base-game"
ENDS = {
    "checkerboard players=2": "b4=BB b6=AA c4=AB c5=B c7=A d4=A e4=A e5=A e6=AB e7=BB f4=B f6=A g6=B g7=A near=e1 "
    "left=a4 far=d8 right=h5 starter=A edge=right dice=6 turn=B step=place",
    "horses[horses=2] players=2": "a5=A t20=B stable=B1 home=A1 dice=6 turn=A step=move",
}


def middle(reader: Reader, cell: str) -> tuple[float, float]:
    box = reader.cell(cell).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def walks_to(reader: Reader, cell: str) -> None:
    """Go to a cell with the arrow keys: along the longer distance, or the other if that is blocked."""
    stuck = False
    for turn in range(60):
        here = reader.state()["focus"]
        if here == cell:
            return
        (x, y), at = middle(reader, cell), middle(reader, here)  # each time, as the page scrolls with the focus
        far = (x - at[0], y - at[1])
        across = (abs(far[0]) > abs(far[1]) if turn < 40 else turn % 2 == 0) != stuck
        key = ("ArrowRight" if far[0] > 0 else "ArrowLeft") if across else ("ArrowDown" if far[1] > 0 else "ArrowUp")
        reader.page.keyboard.press(key)
        stuck = reader.state()["focus"] == here
    raise AssertionError(f"no way to {cell} from {reader.state()['focus']}")


def by_keyboard(reader: Reader, cell: str) -> None:
    if not reader.page.evaluate("document.activeElement.dataset.cell ?? ''"):
        reader.board.locator('.hk-cell[tabindex="0"]').focus()
    walks_to(reader, cell)
    reader.page.keyboard.press("Enter")


def play_on(reader: Reader, plies: int, chance: random.Random, point: Callable[[Reader, str], None]) -> Any:
    """Play this many moves, or to the end, by pointing at cells, else with buttons."""
    seen = reader.state()
    for _ in range(plies):
        if seen["step"] == "over":
            break
        ply = seen["ply"]
        for _ in range(3):  # a cell, another, and which move of several was meant
            cells = seen["to"] if seen["to"] and (seen["chosen"] or not seen["may"]) else seen["may"]
            if seen["moves"]:
                reader.click(reader.board.locator(f'.hk-choices [data-move="{chance.choice(seen["moves"])}"]'))
            elif cells:
                point(reader, chance.choice(cells))
            else:
                break  # the board makes a forced pass
            now = reader.state()
            if now["ply"] != ply or (now["chosen"] == seen["chosen"] and now["moves"] == seen["moves"]):
                break
            seen = now
        seen = reader.answered(ply)
    return seen


def start_game(page: Page, rules: str, lang: str = "en") -> Reader:
    """Start a game on a board of the book, with the reader's own dice."""
    reader = Reader(page, "play", lang)
    reader.new_game(players=2, own_dice=True)  # seats and dice are kept for the next game
    reader.sets_up(rules)
    expect(reader.narration).to_have_text(word("told-new", lang))
    return reader


@pytest.mark.parametrize("rules", ENDS)
def test_a_game_is_won_on_a_phone(open_chapter: Open, rules: str) -> None:
    """From near the end, in French, by touch."""
    page = open_chapter(BASE, boards=["play"], language="fr", theme="dark", **PHONE)
    reader = start_game(page, rules, "fr")
    reader.sets_up(ENDS[rules])
    expect(reader.narration).to_have_text(word("told-set-up", "fr"))
    width = reader.board.locator(".hk-stage").bounding_box()
    assert width
    assert 330 < width["width"] <= 390
    expect(reader.board.locator(".hk-stage")).not_to_have_class(re.compile("hk-upwards"))
    for _ in range(30):
        seen = play_on(reader, 1, random.Random(2), lambda reader, cell: reader.cell(cell).tap())
        if seen["step"] == "over":
            break
    expect(reader.prompt).to_have_text(re.compile("gagne|nulle"))


def test_crossing_lines_are_shown_while_choosing(open_chapter: Open) -> None:
    reader = start_game(open_chapter(BASE, boards=["play"]), "checkerboard players=2")
    reader.sets_up("c4=A near=c1 left=a4 far=e8 right=h7 starter=A edge=left dice=2 turn=B step=place")
    expect(reader.narration).to_have_text(word("told-set-up"))
    on = reader.board.locator(".cb-met.is-on")
    expect(on).to_have_count(0)
    reader.click("a6")
    reader.has_chosen("a6")
    expect(on).to_have_count(2)
    reader.places("e6")
    assert reader.stacks["e6"]


def test_a_hint_can_be_played(open_chapter: Open) -> None:
    """A hint in steps: piece, direction, the chances of all moves; a click plays one.

    Everybody's chances are shown while switched on, and a trial line leaves the game unchanged.
    """
    page = open_chapter(BASE, boards=["play"])
    reader = Reader(page, "play")
    reader.new_game(players=3)
    reader.button("advice").click()
    advice = reader.board.locator(".hk-advice")
    expect(advice).to_be_visible()
    expect(reader.live).to_contain_text(word("advice"))
    rows, more = advice.locator("li"), advice.get_by_role("button", name=word("advice-more"), exact=True)
    expect(advice.locator(".hk-percent")).to_have_count(0)
    while more.count():
        more.click()
    expect(rows.first).to_contain_text(re.compile(r"\d+ in 100"))
    assert rows.count() > 5
    rows.first.locator("button").click()
    reader.expect_ply(1)
    expect(advice).to_be_hidden()
    reader.button("chances-show").click()
    bar = reader.board.locator(".hk-chances")
    expect(bar.locator("span")).to_have_count(3)
    reader.button("trial").click()
    back = reader.board.locator(".hk-deeds").get_by_role("button", name=word("trial-back"), exact=True)
    expect(back).to_be_visible()
    expect(bar).to_be_visible()
    back.click()
    reader.expect_ply(1)
    expect(back).to_have_count(0)


def test_secrets_are_not_in_the_page(open_chapter: Open) -> None:
    reader = Reader(open_chapter(BASE, boards=["play"]), "play")
    reader.sets_up("2 players=3")
    reader.new_game(players=3)
    for ply, number in enumerate("142"):
        button = reader.board.locator(f'[data-move="{number}"]')
        expect(button).to_have_text(re.compile(f"{number} · "))
        button.click()
        reader.expect_ply(ply + 1)
    reader.opens("record")
    expect(reader.board.locator(".hk-record button")).to_have_text(["?", "?", "?"])
    assert "A1B4C2" not in reader.board.evaluate("board => board.innerHTML + board.querySelector('textarea').value")
    assert "secret=?" in reader.field.input_value()


def erupt(reader: Reader) -> tuple[Locator, Locator]:
    """Score a line, which erupts a volcano at the end; return the steps and the stage."""
    reader.sets_up("a3=B0 b3=A0A3 b4=B2B2 c2=A2 c6=A2B0 d1=B3 d4=A1B2 e4=B1 e5=A0A2 p0=AB quiet=42 turn=A step=play")
    expect(reader.narration).to_have_text(word("told-set-up"))
    reader.board.evaluate(js("watchSteps"))
    reader.moves("c2", "b2")
    reader.expect_ply(1)
    steps, stage = reader.board.locator(".hk-steps button"), reader.board.locator(".hk-stage")
    expect(steps).to_have_count(5)  # the line, A, B, the eruption, now
    expect(steps.last).to_have_attribute("aria-current", "step", timeout=PACE.ms(20))
    expect(stage).not_to_have_class(re.compile("is-telling"))
    assert reader.stacks["b3"].startswith("L0")
    assert reader.stacks["p6"] == "vA"
    return steps, stage


def test_an_eruption_is_shown_step_by_step(open_chapter: Open) -> None:
    """The line, then the vulcanologists, then the lava; meanwhile nothing but the current step is marked."""
    reader = start_game(open_chapter(BASE, boards=["play"], reduced_motion="no-preference"), "hekla players=2")
    labels = erupt(reader)[0].all_text_contents()
    steps = [seen for seen in reader.page.evaluate("window.seen") if seen[2]]
    assert [step for step, _, _ in steps] == labels[:-1]
    assert [frames for _, frames, _ in steps] == [1, 1, 1, 0], "the line is framed until it erupts"
    assert "erupts" in labels[3]


def test_a_volcano_is_dragged_and_scoring_steps_can_be_chosen(open_chapter: Open) -> None:
    """With reduced motion nothing moves: each step of the list shows its picture when chosen."""
    reader = start_game(open_chapter(BASE, boards=["play"]), "hekla players=2")
    reader.cell("A3").drag_to(reader.cell("c4"))
    reader.expect_ply(1)
    assert reader.stacks["c4"].startswith("A3")
    reader.cell("B2").drag_to(reader.cell("c4"))
    expect(reader.board.locator(".hk-no")).to_contain_text("c4 is not empty (A3)")
    steps, stage = erupt(reader)
    reader.click(steps.first)
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(stage).to_have_class(re.compile("is-telling"))
    assert reader.stacks["p0"] == "vAvB"
    steps.nth(3).focus()
    reader.page.keyboard.press("Enter")
    expect(steps.nth(3)).to_have_attribute("aria-current", "step")
    assert reader.stacks["b3"].startswith("A0")
    reader.click(steps.last)
    expect(stage).not_to_have_class(re.compile("is-telling"))
    assert reader.stacks["b3"].startswith("L0")
