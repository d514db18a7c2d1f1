"""The chapters of the other games: opened in both themes and languages, tasks solved and missed, turns played.

Another chapter joins by a line in `CHAPTERS`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rulebook.learning.lessons import lesson
from rulebook.picture.drawing import Drawing, drawing_of
from rulebook.text import words
from tests.browser.conftest import audits
from tests.browser.reader import MIDDLE, PHONE, Open, Reader, keeps_still, word
from tests.browser.test_board_collection import by_keyboard, play_on
from tests.sample import DAY, some

SECONDS = 25  # of CPU time: slow files start first


@dataclass(frozen=True)
class Chapter:
    """A chapter: the board of its free game, and lessons for each kind of task.

    move: a lesson whose goal is a move; refused: one whose goal is a refusal; forbidden: the cell to point at for it;
    option: a lesson with a position without the option; plies: number of plies to play in the free game; dice: whether
    the game has chance.
    """

    free: str
    move: str
    refused: str
    forbidden: str
    option: str = ""
    plies: int = 8
    dice: bool = True


CHAPTERS = {
    "13-checkerboard": Chapter("play-checkerboard", "where-lines-meet", "never-opposite", "d4", "no-stacks"),
    "14-petits-chevaux": Chapter("play-horses-2", "send-back", "no-passing", "t10", "overtake", 12),
    "15-hekla": Chapter("play-hekla-2", "eight", "empty-square", "c4", dice=False),
}
each = pytest.mark.parametrize("stem", CHAPTERS)


@pytest.mark.parametrize(("stem", "language", "theme"), audits(list(CHAPTERS)))
def test_a_chapter_fits_any_screen_and_passes_axe(
    open_chapter: Open, axe: Callable[[Page], list[str]], stem: str, language: str, theme: str
) -> None:
    """Two languages, both themes, desktop and phone: nothing is wider than the page, and axe finds nothing."""
    width = {"en": 1280, "fr": 390}[language]
    page = open_chapter(stem, boards=["none"], language=language, theme=theme, width=width)
    expect(page.locator("h1:visible").first).to_have_text(words.chapters(language)[stem]["title"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for stage in page.locator(".hk-stage").all():
        box = stage.bounding_box()
        assert box
        assert 0 <= box["x"] <= width - box["width"]
    assert axe(page) == []


@each
def test_a_task_is_missed_hinted_and_solved(open_chapter: Open, stem: str) -> None:
    """A wrong move is undone, a right one stays."""
    found = lesson(CHAPTERS[stem].move)
    reader = Reader(open_chapter(stem, boards=[found.name]), found.name)
    game, drawing = found.game(), drawing_of(found.game())
    ways = {way[0] for way in found.goal.ways(game, 1)}
    paths = {str(move): pointed_at(drawing, game, move) for move in game.moves()}
    wrong = next(path for move, path in paths.items() if move not in ways)
    reader.answer_to(lambda: plays(reader, wrong))
    expect(reader.task).to_contain_text(found.sentence("nudge")["en"])
    reader.expect_ply(0)
    reader.answer_to(lambda: reader.click(reader.button("hint").first))
    expect(reader.task).to_contain_text(found.hint["en"])
    plays(reader, paths[min(ways)])
    reader.expect_ply(1)
    expect(reader.task).to_contain_text(found.sentence("praise")["en"])


def pointed_at(drawing: Drawing, game: Any, move: Any) -> tuple[str, ...]:
    """Return the cells to point at for a move, one after another; only the first if that is enough."""
    path = drawing.path(move)
    return path[:1] if drawing.plays_on_origin(game, move) else path


def plays(reader: Reader, path: tuple[str, ...]) -> None:
    for cell in path:
        reader.click(cell)


@each
def test_a_forbidden_move_cites_its_clause(open_chapter: Open, stem: str) -> None:
    found = lesson(CHAPTERS[stem].refused)
    page = open_chapter(stem, boards=[found.name], language="fr", theme="dark", width=390)
    reader = Reader(page, found.name, "fr")
    refusal = reader.answer_to(lambda: reader.click(CHAPTERS[stem].forbidden))
    assert word("rule", "fr", clause=words.label(found.clause)) in refusal
    expect(reader.task).to_contain_text(found.sentence("praise")["fr"])


@each
def test_another_example_and_a_position_without_the_option(open_chapter: Open, stem: str) -> None:
    """A fresh position has its own task; undo restores the previous one."""
    page = open_chapter(stem, boards=[CHAPTERS[stem].refused, CHAPTERS[stem].option])
    reader = Reader(page, CHAPTERS[stem].refused)
    before = reader.stacks
    reader.answer_to(lambda: reader.click(reader.button("another")))
    expect(reader.narration).to_have_text(word("told-example"))
    expect(reader.task).to_contain_text("A fresh position")
    reader.answer_to(lambda: reader.click(reader.button("undo")))
    assert reader.stacks == before
    if CHAPTERS[stem].option:
        reader = Reader(page, CHAPTERS[stem].option)
        reader.answer_to(lambda: reader.click(reader.button("without")))
        expect(reader.narration).to_have_text(word("told-without"))


@each
def test_turns_are_played_by_mouse_and_by_keyboard(open_chapter: Open, stem: str) -> None:
    """From the start of a game, half by mouse and half by keyboard; moves are announced; back and forward again."""
    chapter = CHAPTERS[stem]
    reader = Reader(open_chapter(stem, boards=[chapter.free]), chapter.free)
    reader.new_game(players=2, own_dice=chapter.dice)
    chance, half = random.Random(3), chapter.plies // 2
    assert play_on(reader, half, chance, Reader.click)["ply"] >= half  # more if the board passes
    seen = play_on(reader, half, chance, by_keyboard)
    assert seen["ply"] >= chapter.plies
    assert seen["live"]
    reader.button("first").click()
    reader.expect_ply(0)
    reader.button("last").click()
    assert reader.answered(0)["stacks"] == seen["stacks"]  # the board may have made a forced pass meanwhile


@pytest.mark.parametrize("stem", some(CHAPTERS, 3, DAY))
def test_a_turn_is_played_by_touch(open_chapter: Open, stem: str) -> None:
    found = lesson(CHAPTERS[stem].move)
    reader = Reader(open_chapter(stem, boards=[found.name], **PHONE), found.name)
    (move,) = next(found.goal.ways(found.game(), 1))
    path = pointed_at(drawing_of(found.game()), found.game(), found.game().read_move(move))
    for cell in path[:-1]:
        reader.taps(cell)
    reader.cell(path[-1]).tap()
    expect(reader.task.locator(".hk-answer")).to_have_class(re.compile("is-right"))


def test_a_tap_means_the_nearest_square_or_asks_between_two(open_chapter: Open) -> None:
    """On a small phone a cross has squares of 20 pixels, the track of 38: smaller than a fingertip."""
    phone = {"width": 320, "height": 640, "has_touch": True, "is_mobile": True}

    def at(name: str, chapter: str, position: str) -> Reader:
        reader = Reader(open_chapter(chapter, boards=[name], **phone), name)
        reader.sets_up(position)
        reader.board.evaluate("board => board.scrollIntoView({ block: 'start', behavior: 'instant' })")
        keeps_still(reader.board)
        return reader

    horses = at(
        "play-horses-2", "14-petits-chevaux", "horses[horses=2] players=2\nt21=A stable=A1B2 dice=3 turn=A step=move"
    )
    x, y = horses.cell("t21").evaluate(MIDDLE)
    beside, width = horses.cell("t20").evaluate(MIDDLE), horses.cell("t21").evaluate("cell => cell.offsetWidth")
    assert width < 30
    far = 20 / width  # in squares: outside this one, within a fingertip
    horses.page.touchscreen.tap(x + (beside[0] - x) * far, y + (beside[1] - y) * far)
    horses.expect_ply(1)
    text = "0 players=2\nb3=A1 b4=A2 c1=B1 c6=B2 d2=A3A4 e5=B3B4 dice=3 turn=A step=sideways"
    track = at("play", "01-base-game", text)
    (x, y), (u, v) = (track.cell(square).evaluate(MIDDLE) for square in ("b3", "b4"))
    track.page.touchscreen.tap((x + u) / 2 + 1, (y + v) / 2)
    moves = track.board.locator(".hk-choices [data-move^=b]")
    expect(moves).to_have_count(4)
    assert all(high >= 44 for high in moves.evaluate_all("all => all.map((one) => one.offsetHeight)"))
    moves.first.tap()
    track.expect_ply(1)
