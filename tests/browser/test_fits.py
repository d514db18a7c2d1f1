"""What games ask is read without scrolling, in every language, at each width; tasks are in test_sentences.py."""

from __future__ import annotations

import random
import re
from functools import cache

import hedgekit
from hedgekit import VARIANTS
from rulebook.boards.view import choices_of
from rulebook.text.words import LANGUAGES
from tests.browser.reader import Open, Reader, js

SIZES = ((1280, 800), (1024, 768), (390, 844), (844, 390), (640, 400), (320, 640))
BESIDE = ("6+12", "12[enter=may]", "5+12", "11+4", "16+31", "checkerboard", "horses", "hekla")
"""Sets that put questions of their own, and other games; carrom's flicking has a card of another size."""
PLIES = 60

SECONDS = 20  # of one core: what takes long begins early


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
    page = open_chapter("01-base-game", boards=["play"])
    board = Reader(page, "play").board
    assert len(questions("en")) > 50
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        cut = [one for language in LANGUAGES for one in board.evaluate(js("unfitting"), questions(language))]
        assert cut == [], (width, height)
