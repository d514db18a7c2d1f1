"""Check a third-party game by random play, and report the first fault in one sentence (`hedgekit check`)."""

from functools import partial
from random import Random
from traceback import walk_tb
from typing import Any

from .games import ADDED
from .text.errors import HedgekitError
from .text.words import sentence

GAMES, PLIES = 8, 600


def checked(kind: Any, text: str) -> Any:
    """Read a rule set and, for a third-party game, play random games; HedgekitError for a fault, with the position."""
    rules = kind.read_rules(text)
    tried: set[str] = set()
    for seed in range(GAMES if rules.NAME in ADDED else 0):
        game, chooser = kind(rules, seed=seed), Random(seed)
        while not game.is_over and game.ply < PLIES:
            tried |= {*map(str, game.moves())}
            _check_position(game, chooser.sample(sorted(tried), min(12, len(tried))) if game.LISTS_ALL else [])
            game.play(chooser.choice(game.moves()))
        _check_position(game, [])
    return rules


def _check_position(game: Any, tried: list[str]) -> None:
    """Check the present position and all sentences about it; tried: moves, legal or not."""
    wrong = partial(HedgekitError, at=str(game), rules=str(game.rules))
    moves = list(map(str, game.moves()))
    if not moves and not game.is_over:
        raise wrong("error.game.stuck")
    if str(type(game).from_text(game.rules, str(game))) != str(game):
        raise wrong("error.game.reads_back")
    try:
        game.prompt(), game.narrate()
        for move in sorted({*moves, *tried}):
            no = game.why(move)
            if (no is None) != (move in moves):
                raise wrong("error.game.disputed", move=move, reason=str(no or "-"))
            str(no), [str(reason) for reason in (game.because(move) if no is None else ())]
    except (KeyError, IndexError, ValueError) as no:
        if not any(frame.f_code is sentence.__code__ for frame, _ in walk_tb(no.__traceback__)):
            raise
        raise wrong("error.game.sentence", missing=no.args[0]) from None
