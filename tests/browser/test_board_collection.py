"""The other games on the book's boards: set up as text, won by touch, seen and told; played on in test_sisters.py."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pace import PACE
from tests.browser.reader import PHONE, Open, Reader, js, word

SECONDS = 30  # of one core: what takes long begins early

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
    """Go to a cell by the arrow keys: in the direction in which it is further away, or the other if there is no way."""
    stuck = False
    for turn in range(60):
        here = reader.sees()["focus"]
        if here == cell:
            return
        (x, y), at = middle(reader, cell), middle(reader, here)  # anew each time: the page scrolls after the focus
        far = (x - at[0], y - at[1])
        across = (abs(far[0]) > abs(far[1]) if turn < 40 else turn % 2 == 0) != stuck
        key = ("ArrowRight" if far[0] > 0 else "ArrowLeft") if across else ("ArrowDown" if far[1] > 0 else "ArrowUp")
        reader.page.keyboard.press(key)
        stuck = reader.sees()["focus"] == here
    raise AssertionError(f"no way to {cell} from {reader.sees()['focus']}")


def by_mouse(reader: Reader, cell: str) -> None:
    reader.click(cell)


def by_keyboard(reader: Reader, cell: str) -> None:
    if not reader.page.evaluate("document.activeElement.dataset.cell ?? ''"):
        reader.board.locator('.hk-cell[tabindex="0"]').focus()
    walks_to(reader, cell)
    reader.page.keyboard.press("Enter")


def plays_on(reader: Reader, plies: int, chance: random.Random, point: Callable[[Reader, str], None]) -> Any:
    """Play so many moves, or to the end: what is offered, by pointing at cells, else by buttons."""
    seen = reader.sees()
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
                break  # a pass is forced: the board makes it
            now = reader.sees()
            if now["ply"] != ply or (now["chosen"] == seen["chosen"] and now["moves"] == seen["moves"]):
                break
            seen = now
        seen = reader.answered(ply)
    return seen


def begins(page: Page, rules: str, lang: str = "en") -> Reader:
    """A board of the book with a new game, whose numbers the reader rolls himself."""
    reader = Reader(page, "play", lang)
    reader.new_game(players=2, own_dice=True)  # who plays and whose dice is kept for the next game
    reader.sets_up(rules)
    expect(reader.told).to_have_text(word("told-new", lang))
    return reader


@pytest.mark.parametrize("rules", ENDS)
def test_a_game_is_won_on_a_phone(open_chapter: Open, rules: str) -> None:
    """At the end of a game, in French, with a finger."""
    page = open_chapter(BASE, boards=["play"], language="fr", theme="dark", **PHONE)
    reader = begins(page, rules, "fr")
    reader.sets_up(ENDS[rules])
    expect(reader.told).to_have_text(word("told-set-up", "fr"))
    width = reader.board.locator(".hk-stage").bounding_box()
    assert width
    assert 330 < width["width"] <= 390
    expect(reader.board.locator(".hk-stage")).not_to_have_class(re.compile("hk-upwards"))
    for _ in range(30):
        seen = plays_on(reader, 1, random.Random(2), lambda reader, cell: reader.cell(cell).tap())
        if seen["step"] == "over":
            break
    expect(reader.prompt).to_have_text(re.compile("gagne|nulle"))


def test_where_lines_meet_is_seen_while_choosing(open_chapter: Open) -> None:
    reader = begins(open_chapter(BASE, boards=["play"]), "checkerboard players=2")
    reader.sets_up("c4=A near=c1 left=a4 far=e8 right=h7 starter=A edge=left dice=2 turn=B step=place")
    expect(reader.told).to_have_text(word("told-set-up"))
    on = reader.board.locator(".cb-met.is-on")
    expect(on).to_have_count(0)
    reader.click("a6")
    reader.has_chosen("a6")
    expect(on).to_have_count(2)
    reader.places("e6")
    assert reader.stacks["e6"]


def test_advice_can_be_asked_for_and_played(open_chapter: Open) -> None:
    """What a good player would do, in steps: which hedgehog, which way, the chances of all moves; a click plays one.

    Everybody's chances stand there from when they are switched on, and a line that is tried leaves the game as it was.
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
    reader.stands_at(1)
    expect(advice).to_be_hidden()
    reader.button("chances-show").click()
    bar = reader.board.locator(".hk-chances")
    expect(bar.locator("span")).to_have_count(3)
    reader.button("trial").click()
    back = reader.board.locator(".hk-deeds").get_by_role("button", name=word("trial-back"), exact=True)
    expect(back).to_be_visible()
    expect(bar).to_be_visible()
    back.click()
    reader.stands_at(1)
    expect(back).to_have_count(0)


def test_what_is_noted_in_secret_is_not_on_the_page(open_chapter: Open) -> None:
    reader = Reader(open_chapter(BASE, boards=["play"]), "play")
    reader.sets_up("2 players=3")
    reader.new_game(players=3)
    for ply, number in enumerate("142"):
        button = reader.board.locator(f'[data-move="{number}"]')
        expect(button).to_have_text(re.compile(f"{number}: "))
        button.click()
        reader.stands_at(ply + 1)
    reader.opens("record")
    expect(reader.board.locator(".hk-record button")).to_have_text(["?", "?", "?"])
    assert "A1B4C2" not in reader.board.evaluate("board => board.innerHTML + board.querySelector('textarea').value")
    assert "secret=?" in reader.field.input_value()


def erupts(reader: Reader) -> tuple[Locator, Locator]:
    """A line is scored, and once all of it was told the volcano has erupted: the steps, the stage."""
    reader.sets_up("a3=B0 b3=A0A3 b4=B2B2 c2=A2 c6=A2B0 d1=B3 d4=A1B2 e4=B1 e5=A0A2 p0=AB quiet=42 turn=A step=play")
    expect(reader.told).to_have_text(word("told-set-up"))
    reader.board.evaluate(js("watchSteps"))
    reader.moves("c2", "b2")
    reader.stands_at(1)
    steps, stage = reader.board.locator(".hk-steps button"), reader.board.locator(".hk-stage")
    expect(steps).to_have_count(5)  # the line, A, B, the eruption, now
    expect(steps.last).to_have_attribute("aria-current", "step", timeout=PACE.ms(20))
    expect(stage).not_to_have_class(re.compile("is-telling"))
    assert reader.stacks["b3"].startswith("L0")
    assert reader.stacks["p6"] == "vA"
    return steps, stage


def test_an_eruption_is_shown_in_its_order(open_chapter: Open) -> None:
    """The line, then the vulcanologists, then the lava; meanwhile nothing is marked, and the step shown is."""
    reader = begins(open_chapter(BASE, boards=["play"], reduced_motion="no-preference"), "hekla players=2")
    said = erupts(reader)[0].all_text_contents()
    told = [seen for seen in reader.page.evaluate("window.seen") if seen[2]]
    assert [step for step, _, _ in told] == said[:-1]
    assert [frames for _, frames, _ in told] == [1, 1, 1, 0], "the line is framed until it erupts"
    assert "erupts" in said[3]


def test_a_volcano_is_dragged_and_a_scoring_gone_through_step_by_step(open_chapter: Open) -> None:
    """With reduced motion nothing moves: the steps are a list, and each shows its picture when it is asked for."""
    reader = begins(open_chapter(BASE, boards=["play"]), "hekla players=2")
    reader.cell("A3").drag_to(reader.cell("c4"))
    reader.stands_at(1)
    assert reader.stacks["c4"].startswith("A3")
    reader.cell("B2").drag_to(reader.cell("c4"))
    expect(reader.board.locator(".hk-no")).to_contain_text("c4 is not empty (A3)")
    steps, stage = erupts(reader)
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
