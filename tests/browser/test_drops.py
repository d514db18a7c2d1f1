"""A piece moves where it is dropped or returns: an illegal drop is refused with a reason, and nothing is played."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.pace import PACE
from tests.browser.pages import js
from tests.browser.test_frame import Wire, blank  # noqa: F401 - a fixture

SIDEWAYS = "b5=B1 d1=A1 e4=A2 f6=B2 home=A3A4B3B4 dice=1 turn=A step=sideways"
FORWARD = "b5=B1 d4=A1 e2=A2 f6=B2 home=A3A4B3B4 dice=4 turn=A step=forward"
CROSSING = "c3=A near=c1 left=a3 far=e8 right=h7 starter=A edge=left dice=2 turn=B step=place"
HEKLA = "c3=L0 c4=A2 p0=AB hand=A0A0A1A2A2A3B0B0B1B2B2B2B3 turn=A step=play"
MIDDLE = "el => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }"
CORNER = "el => { const { x, y } = el.getBoundingClientRect(); return [x, y]; }"

DROPS = [
    ("0 players=2", FORWARD, "d4", "h1", "A1 goes one rank on, from d4 to e4, not to h1."),
    ("0 players=2", FORWARD, "e2", "f2", "e2 is in lane 2, but the number is 4."),
    ("0 players=2", SIDEWAYS, "e4", "a1", ""),
    ("0 players=2", SIDEWAYS, "d1", "d2", "A1 stands on d1, a black square"),
    ("8 players=2", FORWARD, "d4", "h1", ""),
    ("0 players=2", "a1=A1 a2=B1 hand=A2A3A4B2B3B4 turn=A step=place", "a1", "c4", "placed on the start line"),
    ("horses players=2", "t10=A t30=B stable=A3B3 dice=4 turn=A step=move", "t10", "t17", "leads to t14, not to t17"),
    ("checkerboard players=2", CROSSING, "c3", "c2", "an edge piece stays on its edge"),
    ("hekla players=2", HEKLA, "c4", "p1", "No move leads from c4 to p1"),
]
FINGER = [DROPS[0], DROPS[2], DROPS[4], DROPS[6]]
"""A finger drags movable pieces; on others it scrolls the page."""


@pytest.mark.parametrize(
    ("rules", "at", "start", "end", "message", "touch"),
    [*((*one, False) for one in DROPS), *((*one, True) for one in FINGER)],
)
def test_an_illegal_drop_is_refused(blank, rules, at, start, end, message, touch) -> None:  # noqa: F811
    blank.emulate_media(reduced_motion="reduce")  # nothing is moving when it is measured
    wire = Wire(blank, rules)
    wire.board.position = at
    wire.hear()
    cell = {name: blank.locator(f"[data-cell='{name}']").first for name in (start, end)}
    expect(cell[start]).to_be_visible()
    cell[start].scroll_into_view_if_needed()
    piece = f"[data-stack='{start}'] [data-piece]"
    before = blank.locator(piece).last.evaluate(CORNER)
    (x, y), (to_x, to_y) = (cell[name].evaluate(MIDDLE) for name in (start, end))
    session = blank.context.new_cdp_session(blank)
    for _ in range(2):  # twice, in case the first drag selected something
        for place, (at_x, at_y) in enumerate([(x, y), (x, y - 20), (x, 1), (to_x, to_y), (to_x, to_y)]):
            if touch:
                kind = ("touchStart", "touchMove", "touchMove", "touchMove", "touchEnd")[place]
                points = [] if place == 4 else [{"x": at_x, "y": at_y}]
                session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            else:
                kind = ("mousePressed", "mouseMoved", "mouseMoved", "mouseMoved", "mouseReleased")[place]
                held = {"button": "left", "buttons": 1, "clickCount": 1}
                session.send("Input.dispatchMouseEvent", {"type": kind, "x": at_x, "y": at_y, **held})
            if place == 2:
                overflow = blank.locator(".hk-host > svg").evaluate("svg => getComputedStyle(svg).overflow")
                assert overflow == "visible", "a piece is visible when dragged beyond the frame"
        wire.follow()
        wire.hear()
        blank.wait_for_function(js("isBack"), arg=[piece, *before], timeout=PACE.ms(5))
        view = wire.board.view
        why = view["error"] or view["refusal"]["text"]
        assert (view["ply"], message in why["en"]) == (0, True), why["en"]
    expect(blank.locator(".hk-no")).to_contain_text(why["en"][:20])


def test_a_drop_on_the_cover_plays_exactly_that_move() -> None:
    """The cover answers without Python: it refuses other drops like the table does."""
    from rulebook.boards import prefetch
    from rulebook.learning.first_lesson import TO, _table, prepared

    table, view, answers = _table(), prepared()["view"], prepared()["answers"]
    moves = [move["path"] for move in view["moves"]]
    for start in {path[0] for path in moves}:
        for to in {cell["id"] for cell in view["cells"]} - {start}:
            action = {"do": "try", "path": [start, to]}
            most = json.dumps(answers[prefetch.key({"do": "try", "path": [start, TO]})])
            patch = answers.get(prefetch.key(action)) or json.loads(most.replace(TO, to))  # as in first_lesson.js
            assert patch == prefetch.answer(table, view, action)
            assert ("refusal" in patch["in"]) == ([start, to] not in moves)
