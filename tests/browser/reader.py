"""A reader at one board of a page: actions and observations as steps for tests."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import Any

from playwright.sync_api import Locator, Page, expect

from rulebook.stage.localized import ui_texts
from tests.browser.pace import PACE
from tests.browser.pages import Open as Open
from tests.browser.pages import js as js

COVERED = js("covered")
PHONE = {"width": 390, "height": 800, "has_touch": True, "is_mobile": True}


def word(key: str, lang: str = "en", **values: object) -> str:
    """Return a word of the boards as a reader sees it."""
    return ui_texts()[lang][key].format(**values)


HIDDEN, MIDDLE, SENT, WHILE_THINKING = map(js, ("hidden", "middle", "noteSent", "whileThinking"))
SAYS = "board => board.querySelector('.hk-texts .hk-note').textContent || board.querySelector('.hk-no').textContent"
FURTHER = {
    *("redo", "first", "back", "forward", "last", "advice", "chances-show", "chances-hide"),
    *("trial", "restart", "turn-board", "sound", "set-up", "copy", "save", "load", "link", "make-task"),
}


def wanted(seen: Any, chance: random.Random) -> tuple[str, ...]:
    """Choose a move: a button, a square, or two squares in turn; empty if there is nothing to choose.

    All players steer A home past the black squares: a random game takes four times as long.
    """
    black, stacks = seen["black"], seen["stacks"]
    free = [s for s, pieces in stacks.items() if pieces[-2:-1] == "A" and s not in black and s[0] != "i"]
    best = max(free, default="")
    ahead = chr(ord(best[0]) + 1) + best[1] if best else ""
    if seen["step"] == "place":
        return (chance.choice(sorted(seen["to"])),)
    if seen["step"] == "roll":
        if ahead in black and seen["turn"] == "A":
            return (str(int(best[1]) + (1 if best[1] == "1" else -1)),)
        clear = [s for s in free if chr(ord(s[0]) + 1) + s[1] not in black]
        others = [s for s in stacks if s not in black and s[0] != "i"]
        return (max(clear or free or others, default="a1")[1],)
    if seen["step"] == "sideways" and "-" in seen["moves"]:
        lane = (re.findall(r"lane (\d)", seen["prompt"]) or ["0"])[0]
        aside = seen["turn"] == "A" and ahead in black and best in seen["may"] and lane != best[1]
        if aside or (seen["may"] and chance.random() < 0.1):
            return (best if aside else chance.choice(sorted(seen["may"])), best[:1] + lane)
        return ("-",)
    own = [square for square, piece in seen["tops"].items() if piece[:1] == "A"]
    return (max(own or seen["may"]), "") if seen["may"] else ()


def keeps_still(thing: Locator, frames: int = 10) -> None:
    """Wait until an element has not moved for some frames."""
    thing.evaluate(js("keepsStill"), frames)


def scroll_to(page: Page, name: str) -> None:
    """Scroll to a board or sheet, which is a still picture until then."""
    page.evaluate(js("come"), name)


def in_theme(page: Page, theme: str) -> None:
    """Switch to a theme with the page's button."""
    root = page.locator("html")
    if root.get_attribute("data-theme") != theme:
        page.locator(".rb-theme").click()
    expect(root).to_have_attribute("data-theme", theme)


class Reader:
    """A reader at the board `name` of a page, in a language."""

    def __init__(self, page: Page, name: str, lang: str = "en") -> None:
        self.page, self.lang = page, lang
        scroll_to(page, name)
        self.board = page.locator(f'.hk-board[data-board="{name}"]')
        expect(self.board).to_have_attribute("data-ply", re.compile(r"\d+"))
        self.refused = self.board.locator(".hk-no")
        self.narration = self.board.locator(".hk-told")
        self.prompt = self.board.locator(".hk-prompt")
        self.task = self.board.locator(".hk-task")
        self.banner = self.board.locator(".hk-banner")
        self.live = self.board.locator("[aria-live]")
        self.note = self.board.locator(".hk-texts .hk-note")
        self.field = self.board.locator("textarea[id^=hk-position]")
        self.count = self.board.locator(".hk-count")

    # ---- seeing ----------------------------------------------------------------------------------------------------

    def watch_motion(self) -> None:
        """Start counting moving pieces in every frame, since a busy machine shows only some frames."""
        self.board.evaluate(js("countMotion"))

    @property
    def moving(self) -> int:
        """The most pieces seen moving at once since `watch_motion`, after one more frame."""
        frames = "requestAnimationFrame(() => requestAnimationFrame(() => done(board.moving)))"
        return int(self.board.evaluate(f"board => new Promise((done) => {frames})"))

    def state(self) -> Any:
        """Return the visible state: ply, step, prompt, marks, stacks, offered moves, focus."""
        return self.board.evaluate(js("see"))

    @property
    def stacks(self) -> dict[str, str]:
        """The pieces on each square, bottom to top."""
        return self.state()["stacks"]

    def cell(self, square: str) -> Locator:
        """Return the cell of a square."""
        return self.board.locator(f'[data-cell="{square}"]')

    def button(self, name: str) -> Locator:
        """Return a button by the key of its label, opening "More" if it is in there."""
        if name in FURTHER or (name == "undo" and self.board.locator(".hk-tools > :first-child").is_hidden()):
            self.opens_more()
        return self.board.get_by_role("button", name=word(name, self.lang), exact=True)

    def answered(self, ply: int) -> Any:
        """Wait until the board has left this ply, and return the state it shows then."""
        seen = self.board.evaluate(js("seeNext"), [ply, PACE.ms(15)])
        assert seen, f"no answer at ply {ply}: {self.state()}"
        return seen

    def answer_to(self, act: Callable[[], object]) -> str:
        """Do something, wait for the answer and return its sentence, from Python or the page."""
        before = [self.board.get_attribute("data-answer"), self.note.text_content()]
        act()
        self.page.wait_for_function(js("isAnswered"), arg=[self.board.element_handle(), *before])
        return str(self.board.evaluate(SAYS))

    def expect_ply(self, ply: int) -> None:
        """Wait until the board is at this ply."""
        expect(self.board).to_have_attribute("data-ply", str(ply))

    def taps(self, square: str) -> None:
        """Tap a hedgehog once the page is still, since browsers drop taps while scrolling."""
        self.cell(square).scroll_into_view_if_needed()
        keeps_still(self.board)
        self.cell(square).tap()
        self.has_chosen(square)

    def has_chosen(self, square: str | None) -> None:
        """Wait until the hedgehog on this square, or none, is chosen: a tap becomes a click with a delay."""
        chosen = self.board.locator(".hk-cell.is-chosen")
        expect(chosen).to_have_count(0 if square is None else 1)
        if square is not None:
            expect(chosen).to_have_attribute("data-cell", square)

    # ---- doing -----------------------------------------------------------------------------------------------------

    def click(self, what: str | Locator) -> None:
        """Click the centre of a square or element with the mouse, whatever covers it."""
        thing = self.cell(what) if isinstance(what, str) else what
        self.page.mouse.click(*thing.evaluate(MIDDLE))

    def moves(self, origin: str, target: str) -> None:
        """Make a move with two clicks."""
        self.click(origin)
        self.click(target)

    def places(self, *squares: str) -> None:
        """Click squares one after another, each a ply."""
        for square in squares:
            ply = int(self.board.get_attribute("data-ply") or 0)
            self.click(square)
            self.expect_ply(ply + 1)

    def drags(self, origin: str, target: str) -> None:
        """Drag from one square to another with the mouse."""
        mouse = self.page.mouse
        mouse.move(*self.cell(origin).evaluate(MIDDLE))
        mouse.down()
        mouse.move(*self.cell(target).evaluate(MIDDLE), steps=6)
        mouse.up()

    def opens_more(self) -> None:
        """Open "More": rarely used tools, the record, the texts."""
        self.board.evaluate("board => board.querySelector('.hk-tools [aria-expanded=false]')?.click()")

    def opens(self, part: str) -> None:
        """Open a section below the board by the key of its label."""
        self.opens_more()
        details = self.board.locator("details", has=self.page.locator("summary", has_text=word(part, self.lang)))
        if details.get_attribute("open") is None:
            details.locator("summary").click()

    def sets_up(self, text: str) -> None:
        """Enter a text in the field, set it up and wait for the answer, whose sentence may be unchanged."""
        self.opens("text")
        self.field.fill(text)
        before = self.board.get_attribute("data-answer") or ""
        self.button("set-up").click()
        expect(self.board).not_to_have_attribute("data-answer", before)
        expect(self.refused).to_be_hidden()

    def new_game(
        self, players: int, seats: str | Sequence[str] = "reader", pace: str = "fast", own_dice: bool = False
    ) -> None:
        """Start a new game in the dialog.  seats: one kind of player for all seats, or one for each."""
        say = partial(word, lang=self.lang)
        self.button("new-game").click()
        dialog = self.page.get_by_role("dialog", name=say("new-game"))
        dialog.get_by_label(say("players")).select_option(str(players))
        for seat, select in enumerate(dialog.locator("[data-seat]").all()):
            select.select_option(seats if isinstance(seats, str) else seats[seat])
        dialog.get_by_label(say("pace")).select_option(pace)
        dialog.get_by_label(say("roll-myself" if own_dice else "roll-for-me")).check()
        self.narration.evaluate(js("passes"), [say("told-new"), PACE.ms(15)])  # computer players move on at once
        dialog.get_by_role("button", name=say("start"), exact=True).click()
        expect(dialog).to_be_hidden()
        assert self.narration.evaluate("told => told.passed"), self.narration.text_content()

    def chosen_or_left(self, ply: int) -> Any:
        """Return the state once a hedgehog is chosen or the ply is over: a click may be queued."""
        for _ in range(100):
            now = self.state()
            if now["chosen"] or now["ply"] != ply:
                break
            self.page.wait_for_timeout(PACE.ms(0.03))
        return now

    # ---- whole games -----------------------------------------------------------------------------------------------

    def plays(
        self, chance: random.Random, plies: int | None, point: Callable[[str], object], push: Callable[[str], object]
    ) -> list[Any]:
        """Play a number of plies, or to the end; return the states seen before each move and at the end.

        point: points at a square; push: presses the button of a move.
        """
        story: list[Any] = []
        seen = self.state()
        while seen["step"] != "over" and len(story) != plies:
            story.append(seen)
            choice = wanted(seen, chance)
            if choice and choice[0] in seen["moves"]:
                push(choice[0])
            elif choice:  # otherwise the board plays a forced pass
                point(choice[0])
            if len(choice) == 2 and (now := self.chosen_or_left(seen["ply"]))["ply"] == seen["ply"] and now["chosen"]:
                point(choice[1] if choice[1] in now["to"] else chance.choice(sorted(now["to"])))
            seen = self.answered(seen["ply"])
        return [*story, seen]

    def plays_by_mouse(self, chance: random.Random, plies: int | None = None) -> list[Any]:
        """Play by mouse only."""
        return self.plays(
            chance, plies, self.click, lambda move: self.click(self.board.locator(f'[data-move="{move}"]'))
        )

    def walks_to(self, square: str) -> None:
        """Move the grid's focus to a square with the arrow keys."""
        here = self.state()["focus"]
        right, down = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
        for steps, keys in ((right, ("ArrowRight", "ArrowLeft")), (down, ("ArrowDown", "ArrowUp"))):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[0] if steps > 0 else keys[1])
        expect(self.cell(square), f"walked from {here}").to_be_focused()

    def plays_by_keyboard(self, chance: random.Random, plies: int | None = None) -> list[Any]:
        """Play by keyboard from the grid."""
        press, keys = self.page.keyboard.press, cycle(["Enter", " "])

        def point(square: str) -> None:
            self.walks_to(square)
            press(next(keys))

        return self.plays(chance, plies, point, lambda move: press({"-": "p"}.get(move, move)))
