"""Nothing on a page moves while one plays, on a board of each kind; the long run plays all on a desktop and a phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.browser.conftest import wait_for_page
from tests.browser.reader import Open, Reader, word
from tests.browser.test_board_review import MISSED

SECONDS = 25  # of one core: what takes long begins early

STILL = Path(__file__).with_name("still.js").read_text("utf-8")
PLIES, MANY = 4, 15
FEW = 4  # plies of a puzzle, which is played on once it is solved or not
PUT_BACK = ("held", "gift", "named-lane", "which-drawing", "foreign-step", "first-flick", "no-diagonal")  # most moves
HABITS = "dice => { localStorage['hedgekit-dice'] = dice; localStorage['hedgekit-pace'] = 'fast'; }"
PLACES = "board => Object.fromEntries(places(board, false))"
DESK, PHONE = (1280, 800, "roll"), (390, 844, "own")


@pytest.mark.parametrize(
    ("width", "height", "dice", "stem", "many"),
    [
        pytest.param(*DESK, "desk", PLIES, id="desk"),
        pytest.param(*PHONE, "phone", PLIES, id="phone"),
        pytest.param(*DESK, "stages", MANY, id="desk-long", marks=pytest.mark.soak),
        pytest.param(*PHONE, "stages", MANY, id="phone-long", marks=pytest.mark.soak),
    ],
)
def test_nothing_moves_while_it_is_played(
    open_page: Open, width: int, height: int, dice: str, stem: str, many: int
) -> None:
    """Board, task, die, every button are where they were after each click; no shift, excused by an input or not.

    On boards of lessons, of variants of each family, of the other games, free ones, puzzles, and through a review.
    """
    page = open_page("/404", width=width, height=height, expect=(r"404 \(Not Found\)",))
    page.evaluate(HABITS, dice)
    page.goto(page.url.replace("/404", f"/voila/render/light/{stem}.ipynb"))
    wait_for_page(page)
    page.evaluate("window.isBusy = false")  # all boards come before one is played on, those above others first
    page.wait_for_selector("html[data-hk-all-painted]", state="attached")
    page.evaluate(f"() => {{ {STILL}\n Object.assign(window, {{ plays, places }}); }}")
    told = {}

    def plays(name: str, plies: int) -> None:
        how = {"plies": plies, "seed": 7919 * (1 + [*serving.STAGES].index(name) // 2), "asked": width > 600}
        told[name, plies] = Reader(page, name).board.evaluate("(board, how) => plays(board, how)", how)

    for name in serving.SHOWN[stem]:
        plays(name, many)
    page.evaluate("location.hash = '#board=play&puzzle=0-1'")
    reader = Reader(page, "play")
    expect(reader.task).to_contain_text("0-1")
    plays("play", FEW)
    assert {at: one["moved"] for at, one in told.items() if one["moved"]} == {}
    assert not [at for at, one in told.items() if at[0] not in PUT_BACK and one["played"] < PLIES / 2], told
    page.evaluate(f"location.hash = '#board=play&record={quote(MISSED)}'")
    reader.expect_ply(6)
    before = reader.board.evaluate(PLACES)
    reader.board.locator(".hk-acts").get_by_role("button", name=word("review")).click()
    expect(reader.board.locator(".hk-review svg")).to_be_visible()
    after = reader.board.evaluate(PLACES)
    below = {"board", "texts"}  # what is opened below makes them longer
    assert {name for name, place in after.items() if before.get(name, place) != place} <= below
