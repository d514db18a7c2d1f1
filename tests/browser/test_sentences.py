"""No sentence next to a board is covered or cut: tasks, answers and refusals, on phones and a desktop."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hedgekit.study.puzzles import puzzles, sets
from rulebook.boards import board
from rulebook.boards.table import Table
from rulebook.learning.lessons import Lesson, lessons
from rulebook.text.words import LANGUAGES
from tests import sample
from tests.browser.conftest import wait_for_page
from tests.browser.reader import Open, Reader, js
from tests.rulebook.test_lessons import solution, table_of

SECONDS = 25  # of CPU time: slow files start first

SIZES = ((390, 844), (360, 640), (320, 640), (1280, 800))
LONGEST = ("row-first", "across-the-edge", "ply-by-ply")
"""Choices, a question and a story that were once too long for a panel: tested at every size, in German."""
FEW, PARTS = 12, 8
"""One in so many lessons, half of them each day, at one size in one language; the long run has all, in parts."""


def lesson_views(found: Lesson) -> Iterator[dict[str, Any]]:
    """Yield a board's views in a lesson: task, hint, a refusal and a wrong move after it, and the solution."""
    moves, path = solution(found)
    yield table_of(found).view()
    yield table_of(found).handle({"do": "hint"})
    for cell in table_of(found).view()["cells"]:
        *_, view = map(table_of(found).handle, ({"do": "hint"}, {"do": "try", "path": [cell["id"]]}))
        if view["refusal"]:
            yield view
            break
    for move in list(found.game().moves())[:4]:
        *_, view = map(table_of(found).handle, ({"do": "hint"}, {"do": "play", "move": str(move)}))
        if view["task"]["state"] == "wrong":
            yield view
            break
    solved = table_of(found)
    for move in moves:
        if solved.game.is_chance:
            solved.game.play(move)
        else:
            yield solved.handle({"do": "play", "move": move})
    if path:
        yield solved.handle({"do": "try", "path": list(path)})


def puzzle_views(key: str) -> Iterator[dict[str, Any]]:
    """Yield the views of a puzzle, its hint, and two moves."""
    for actions in ([], [{"do": "hint"}], [0], [-1]):
        table = Table()
        view = table.handle({"do": "puzzle", "key": key})
        for act in actions:
            view = table.handle(act if isinstance(act, dict) else {"do": "play", "move": view["moves"][act]["text"]})
        yield view


def cases(part: int | None) -> list[tuple[Any, Sequence[tuple[int, int]], Sequence[str]]]:
    """Return lessons and puzzles with sizes and languages: a sample, or a part of all."""
    every = FEW if part is None else 1
    shown = [*list(lessons().values())[::every], *(one for name in sets() for one in puzzles(name)[:: 20 * every])]
    if part is not None:
        return [(one, SIZES, LANGUAGES) for one in shown[part::PARTS]]
    many = len(SIZES)
    some = [(one, [SIZES[at % many]], [LANGUAGES[at // many % 3]]) for at, one in enumerate(shown)]
    return [*sample.part(some, 2), *((lessons()[name], SIZES, ["de"]) for name in LONGEST)]


@pytest.mark.parametrize("part", [None, *(pytest.param(at, marks=pytest.mark.soak) for at in range(PARTS))])
def test_every_sentence_is_completely_visible(open_page: Open, part: int | None) -> None:
    """There are at most five labelled controls, one of them the main one; every sentence fits its panel."""
    page = open_page("/voila/render/light/01-base-game.ipynb")  # a page of its own, as the board is changed
    wait_for_page(page)
    Reader(page, "play").board.scroll_into_view_if_needed()
    shown, found = cases(part), {}
    views = [
        json.dumps([*(lesson_views(one) if isinstance(one, Lesson) else puzzle_views(one.key))]) for one, *_ in shown
    ]
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for (one, sizes, languages), seen in zip(shown, views, strict=True):
            for language in languages if size in sizes else ():
                if problems := page.evaluate(js("showSentences"), [board.CODE.key, seen, language]):
                    found[getattr(one, "name", None) or one.key, size, language] = problems
    assert len(shown) > 20
    assert found == {}
