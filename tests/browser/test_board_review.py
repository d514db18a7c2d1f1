"""A linked puzzle and the review of a game on one free board: solved, kept, played on, retried, and back."""

from __future__ import annotations

import json
from urllib.parse import quote

from playwright.sync_api import expect

from hedgekit.study.puzzles import puzzle
from tests.browser.reader import HIDDEN, Open, Reader, word

MISSED = "0 players=2\ng5=B4 h2=B3 h3=A3 d3=A4 home=A1A2B1B2 turn=A step=roll\nA: 3 - d3-e3\nB: 2 - h2-i2"
"""A misses h3-i3, which wins; B goes home."""


def test_a_puzzle_is_solved_and_kept_and_a_lost_game_is_reviewed(open_chapter: Open) -> None:
    page = open_chapter("01-base-game", boards=["play"])
    reader = Reader(page, "play")
    one = puzzle("0-1")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("location.hash = '#board=play&puzzle=0-1'")
    task = reader.board.locator(".hk-task")
    expect(task).to_contain_text("0-1")
    assert reader.board.evaluate(HIDDEN, [".hk-stage", ".hk-task", ".hk-card"]) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    moves = sorted(one.chances, key=lambda move: -one.chances[move])
    for move, state in ((moves[-1], "wrong"), (moves[0], "right")):
        if move == "-":
            reader.board.locator('.hk-choices [data-move="-"]').click()
        else:
            for square in move.split("=")[0].split("-"):
                reader.click(square)
        expect(reader.board.locator(f".is-{state}")).to_be_visible()
        if state == "wrong":
            reader.button("task-again").click()
            reader.expect_ply(0)
    assert json.loads(page.evaluate("localStorage.getItem('hedgekit-puzzles')")) == ["0-1"]

    page.evaluate(
        "names => localStorage.setItem('hedgekit-names', names)", '{"A": "Anna", "B": "Bert", "B greedy": "Bert"}'
    )
    page.evaluate(f"location.hash = '#board=play&record={quote(MISSED)}'")
    reader.expect_ply(6)
    reader.board.locator(".hk-acts").get_by_role("button", name=word("review")).click()
    review = reader.board.locator(".hk-review")
    expect(review.locator("table")).to_be_in_viewport(ratio=1)  # below the curves
    expect(review.locator("tbody tr")).to_have_count(2)
    expect(reader.board.locator(".hk-finish li").first).to_contain_text("Bert wins")
    expect(review.locator("tbody th")).to_have_text(["A Anna", "B Bert"])
    review.get_by_role("button", name=word("review-try")).first.click()
    expect(task).to_contain_text(f"of Anna’s hedgehogs home. {word('find-better', told='').strip()}")
    reader.button("task-back").click()
    reader.expect_ply(6)
    expect(review.locator("svg")).to_be_visible()
    review.get_by_role("button", name=word("review-show")).first.click()
    reader.expect_ply(2)
    expect(reader.board.locator(".hk-host path.best")).to_have_count(1)
    expect(review.locator(".hk-worst strong")).to_contain_text("h3 to i3")
    reader.button("first").click()
    reader.click("h2")
    expect(reader.board.locator(".hk-no")).to_contain_text("Anna rolls first")
