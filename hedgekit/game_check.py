"""Check a third-party game by random play, and report the first fault in one sentence (`hedgekit check`)."""

from functools import partial
from random import Random
from traceback import walk_tb
from typing import Any

from .games import ADDED
from .text.errors import HedgekitError, NotationError
from .text.words import sentence

GAMES, PLIES = 8, 600


def checked(kind: Any, text: str, cited: set[str] | None = None) -> Any:
    """Read a rule set; play a third-party game at random, and add its clauses to `cited`; HedgekitError for a fault."""
    rules = kind.read_rules(text)
    tried, cited = set[str](), set() if cited is None else cited
    for seed in range(GAMES if rules.NAME in ADDED else 0):
        game, chooser = kind(rules, seed=seed), Random(seed)
        while not game.is_over and game.ply < PLIES:
            tried |= {*map(str, game.moves())}
            _check_position(game, chooser.sample(sorted(tried), min(12, len(tried))) if game.LISTS_ALL else [], cited)
            game.play(chooser.choice(game.moves()))
        _check_position(game, [], cited)
    return rules


def _check_position(game: Any, tried: list[str], cited: set[str]) -> None:
    """Check the present position and all sentences about it; tried: moves, legal or not."""
    wrong = partial(HedgekitError, at=str(game), rules=str(game.rules))
    moves = list(map(str, game.moves()))
    if not moves and not game.is_over:
        raise wrong("error.game.stuck")
    again = type(game).from_text(game.rules, str(game))
    try:
        game.prompt(), game.narrate(), sentence(f"{game.rules.NAME}.terminal.typing", "en", {})
        sentence(game.TYPES[2].WRONG, "en", {"move": ""})
        for move in sorted({*moves, *tried}):
            no = game.why(move)
            if (no is None) != (move in moves):
                raise wrong("error.game.disputed", move=move, reason=str(no or "-"))
            reasons = [no] if no else game.because(move)
            cited |= {game.END_CLAUSE, game.ROLL_CLAUSE, *(reason.clause for reason in reasons if str(reason))}
    except NotationError as no:
        raise wrong("error.game.reads_back", text=no.source) from None
    except (KeyError, IndexError, ValueError) as no:
        if not any(frame.f_code is sentence.__code__ for frame, _ in walk_tb(no.__traceback__)):
            raise
        raise wrong("error.game.sentence", missing=no.args[0]) from None
    if str(again) != str(game) or any(str(again.after(move)) != str(game.after(move)) for move in game.moves()):
        raise wrong("error.game.reads_back", text=str(game))
