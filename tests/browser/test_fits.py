"""What is asked is read without scrolling: questions of play and tasks of lessons, in every language, at each width."""

from __future__ import annotations

import random
import re
from functools import cache

from playwright.sync_api import expect

import hedgekit
from hedgekit import VARIANTS
from rulebook.boards.view import choices_of
from rulebook.learning.lessons import lessons
from rulebook.text.words import LANGUAGES
from tests.browser.reader import Open, Reader, word
from tests.sample import partly

SIZES = ((1280, 800), (1024, 768), (390, 844), (844, 390), (640, 400), (320, 640))
BESIDE = ("6+12", "12[enter=may]", "5+12", "11+4", "16+31", "checkerboard", "horses", "hekla")
"""Sets that put questions of their own, and other games; carrom's flicking has a card of another size."""
PLIES = 60

# Rooms like this one, all at once beside it, each with one of the texts: the page is laid out once for all of them.
ROOMS = """const rooms = (room, texts, fill) => {
  const { width, height } = room.getBoundingClientRect();
  const all = texts.map((text) => {
    const one = room.cloneNode(true);
    const size = { boxSizing: "border-box", width: `${width}px`, height: `${height}px` };
    Object.assign(one.style, { position: "absolute", visibility: "hidden", ...size });
    fill(one, text);
    return one;
  });
  room.after(...all);
  return all;
};"""

# Which of these questions does not fit the card of a board; the last of each is whether buttons lie below it.
CUT = f"""(board, questions) => {{
  {ROOMS}
  const [words, choices] = ["words", "choices"].map((name) => board.querySelector(`.hk-${{name}}`));
  const before = [...choices.childNodes];
  const pass = Object.assign(document.createElement("button"), {{ className: "hk-button hk-main", textContent: "–" }});
  const cut = [true, false].flatMap((pressed) => {{
    choices.replaceChildren(...(pressed ? [pass] : []));
    const asked = questions.filter(([, below]) => below === pressed).map(([question]) => question);
    const fill = (card, question) => {{ card.querySelector(".hk-prompt").textContent = question; }};
    const cards = rooms(words, asked, fill);
    const long = asked.filter((_, at) => {{
      const {{ scrollHeight, clientHeight, scrollWidth, clientWidth }} = cards[at];
      return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth;
    }});
    for (const card of cards) card.remove();
    return long;
  }});
  choices.replaceChildren(...before);
  return cut;
}}"""

# Which of these tasks do not fit the room of a board, in the smaller type that a long one has.
SECONDS = 20  # of one core: what takes long begins early
LONG = f"""(board, tasks) => {{
  {ROOMS}
  const all = rooms(board.querySelector(".hk-said"), tasks, (said, task) => {{
    said.classList.add("is-dense");
    said.querySelector(".hk-asked").textContent = task;
  }});
  const long = tasks.filter((_, at) => all[at].scrollHeight > all[at].clientHeight + 2);
  for (const said of all) said.remove();
  return long;
}}"""

# How far the end of a task lies below the room in which it is said.
BELOW = "(said) => said.querySelector('.hk-asked').getBoundingClientRect().bottom - said.getBoundingClientRect().bottom"


@cache
def questions(language: str) -> list[tuple[str, bool]]:
    """What games at random ask, with the widest letters and figures; is there something to press below it?"""
    found: dict[str, bool] = {}
    for rules in [*(str(number) for number in VARIANTS if number != 40), *BESIDE]:
        game = hedgekit.game_of(rules)(rules)
        rng = random.Random(rules)
        for _ in range(PLIES):
            moves = game.moves()
            if game.is_over or not moves:
                break
            asked = re.sub(r"\b[A-I](?=[1-9 :\u00a0]|\b)", "G", re.sub("[1-9]", "6", game.prompt(language)))
            pressed = game.is_chance or any(not move["path"] for move in choices_of(game))
            found[asked] = found.get(asked, False) or pressed
            game.play(rng.choice(list(moves)))
    return list(found.items())


def test_every_question_fits_its_card(open_chapter: Open) -> None:
    """Those of all variants, of sets in which they meet, and of the other games."""
    page = open_chapter("01-base-game", boards=["held"])
    board = Reader(page, "held").board
    assert len(questions("en")) > 50
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        cut = [one for language in LANGUAGES for one in board.evaluate(CUT, questions(language))]
        assert cut == [], (width, height)


def test_every_task_of_a_variant_is_read_without_scrolling(open_chapter: Open) -> None:
    """Those of the longest texts are written smaller, and have nothing below their end."""
    page = open_chapter("01-base-game", boards=["held"])
    board = Reader(page, "held").board
    tasks = {lang: [f"{word('task', lang)} {one.text[lang]}" for one in lessons().values()] for lang in LANGUAGES}
    assert len(tasks["en"]) > 150
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        long = [one for language in LANGUAGES for one in board.evaluate(LONG, tasks[language])]
        assert long == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})  # and the page itself sees that it must
    board.locator(".hk-asked").evaluate("(asked, task) => { asked.textContent = task; }", max(tasks["de"], key=len))
    expect(board.locator(".hk-said.is-dense")).to_be_attached()
    expect(board.locator(".hk-all")).to_be_hidden()


@partly
def test_every_task_of_the_lessons_fits_its_room(open_chapter: Open, whole: bool) -> None:
    """What somebody who has just come must read, on a phone in every language: no button lies over its end."""
    page = open_chapter("00-start-here", boards=["step-on"])
    steps = page.locator(".hl-step")
    for at in range(steps.count()):
        page.set_viewport_size({"width": 1280, "height": 800})
        steps.nth(at).click()
        expect(steps.nth(at)).to_have_attribute("aria-current", "step")
        page.wait_for_function("() => document.querySelectorAll('.hk-board').length === 1")
        expect(page.locator(".hk-asked")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator(".hk-all")).to_be_hidden()
        for place, language in enumerate(LANGUAGES):
            page.evaluate("(to) => document.querySelector(`[data-hk-set-lang=${to}]`).click()", language)
            for width, height in SIZES if whole or place == at % len(LANGUAGES) else SIZES[2:3]:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                assert page.locator(".hk-said").evaluate(BELOW) <= 2, (at + 1, language, width)
