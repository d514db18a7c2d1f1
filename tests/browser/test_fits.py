"""Games' prompts are read without scrolling, in every language, at each width; tasks are in test_sentences.py."""

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
"""Sets with prompts of their own, and other games; carrom's flicks have another card."""
PLIES = 60

SECONDS = 20  # of CPU time: slow files start first


@cache
def prompts(language: str) -> list[tuple[str, bool]]:
    """Return prompts of random games, with the widest letters and digits, and whether a button is below."""
    found: dict[str, bool] = {}
    for rules in [*(str(number) for number in VARIANTS if number != 40), *BESIDE]:
        game = hedgekit.game_of(rules)(rules)
        rng = random.Random(rules)
        for _ in range(PLIES):
            moves = game.moves()
            if game.is_over or not moves:
                break
            prompt = re.sub(r"\b[A-I](?=[1-9 :\u00a0]|\b)", "G", re.sub("[1-9]", "6", game.prompt(language)))
            pressed = game.is_chance or any(not move["path"] for move in choices_of(game))
            found[prompt] = found.get(prompt, False) or pressed
            game.play(rng.choice(list(moves)))
    return list(found.items())


def test_every_prompt_fits_its_card(open_chapter: Open) -> None:
    """Of all variants, of some combined sets, and of the other games."""
    page = open_chapter("01-base-game", boards=["play"])
    board = Reader(page, "play").board
    assert len(prompts("en")) > 50
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        cut = [one for language in LANGUAGES for one in board.evaluate(js("unfitting"), prompts(language))]
        assert cut == [], (width, height)
