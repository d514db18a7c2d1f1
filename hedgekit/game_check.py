"""Check a third-party game by random play, and report the first fault in one sentence (`hedgekit check`)."""

import os
from functools import partial, wraps
from inspect import formatannotation
from random import Random
from typing import Any

from .games import ADDED
from .games.race.variants.house_rules.blame import describe_place, frames_of, place_of, summary
from .games.race.variants.house_rules.rule import has_type
from .play.position_game import P, PositionGame
from .text.errors import HedgekitError, NotationError
from .text.words import TableError, sentence

GAMES, PLIES = 8, 600
HOOKS = ("_opening", "_list", "_faces", "_refusal", "_after", "_effects", "_prompt_key", "_evaluate", "counts")


def _watched(kind: Any) -> Any:
    """Return a subclass of a game whose methods report a value of a wrong type."""
    meant: dict[Any, Any] = {P: kind.TYPES[1], float: int | float}

    def watched(name: str) -> Any:
        method, hint = getattr(kind, name), getattr(PositionGame, name).__annotations__["return"]
        hint = hint[kind.TYPES[2]] if getattr(hint, "__parameters__", ()) else meant.get(hint, hint)

        @wraps(method)
        def returned(*args: Any) -> Any:
            found = method(*args)
            if not has_type(found, hint):
                why, place = f"it returns {found!r:.60}, not {formatannotation(hint)}", describe_place(place_of(method))
                raise HedgekitError("error.game.fails", name=kind._name, place=place, why=why)
            return found

        return staticmethod(returned) if hasattr(method, "__self__") else returned

    return type(kind)(kind.__name__, (kind,), {name: watched(name) for name in HOOKS})


def failure(error: Exception, name: str = "") -> Exception:
    """Return the error that blames a line of an added game, or else the game `name`; the error itself without both."""
    places = [(error.filename or "", error.lineno or 1)] if isinstance(error, SyntaxError) else []
    places += [(frame.f_code.co_filename, line) for frame, line in reversed(frames_of(error))]
    folders = {game: os.path.join(folder, "") for game, folder in ADDED.items()}
    found = [(game, place) for place in places for game in ADDED if place[0].startswith(folders[game])]
    blamed, place = (*found, (name, ("", 0)))[0]
    if not blamed or isinstance(error, HedgekitError):
        return error
    return HedgekitError("error.game.fails", name=blamed, place=describe_place(place), why=summary(error))


def checked(kind: Any, text: str, cited: set[str] | None = None) -> Any:
    """Read a rule set; play a third-party game at random, and add its clauses to `cited`.

    HedgekitError for a fault, TableError for a missing sentence.
    """
    name = getattr(kind, "_name", "")
    if name not in ADDED:
        return kind.read_rules(text)
    try:
        rules = kind.read_rules(text)
        _play(_watched(kind), rules, set[str]() if cited is None else cited)
    except (HedgekitError, TableError):
        raise
    except Exception as error:
        raise failure(error, name) from error
    return rules


def _play(kind: Any, rules: Any, cited: set[str]) -> None:
    """Play games at random, and check every position."""
    tried = set[str]()
    for seed in range(GAMES):
        game, chooser = kind(rules, seed=seed), Random(seed)
        while not game.is_over and game.ply < PLIES:
            tried |= {*map(str, game.moves())}
            _check_position(game, chooser.sample(sorted(tried), min(12, len(tried))) if game.LISTS_ALL else [], cited)
            game.play(game.outcome(chooser) if game.is_chance else chooser.choice(game.moves()))
        _check_position(game, [], cited)


def _check_position(game: Any, tried: list[str], cited: set[str]) -> None:
    """Check the present position and all sentences about it; tried: moves, legal or not."""
    wrong = partial(HedgekitError, at=str(game), rules=str(game.rules), name=game.rules.NAME, place=str(game))
    moves = list(map(str, game.moves()))
    if not moves and not game.is_over:
        raise wrong("error.game.stuck")
    odds = sum(move.probability or 0 for move in game.moves())
    if game.LISTS_ALL and not game.is_over and abs(odds - game.is_chance) > 1e-6:
        raise wrong("error.game.fails", why="probabilities add up to 1 at the steps of CHANCE, and to 0 elsewhere")
    ranking = game.ranking()
    if sorted(sum(ranking, ())) != sorted(game.rules.letters) or not {*game.winners} <= {*ranking[0]}:
        raise wrong("error.game.fails", why=f"counts() ranks all players, the winners first, unlike {game.counts()}")
    again = type(game).from_text(game.rules, str(game))
    try:
        game.prompt(), game.narrate(), game.guess("A"), sentence(f"{game.rules.NAME}.terminal.typing", "en", {})
        sentence(game.TYPES[2].WRONG, "en", {"move": ""})
        for move in sorted({*moves, *tried}):
            no = game.why(move)
            if (no is None) != (move in moves):
                raise wrong("error.game.disputed", move=move, reason=str(no or "-"))
            reasons = [no] if no else game.because(move)
            cited |= {game.END_CLAUSE, game.ROLL_CLAUSE, *(reason.clause for reason in reasons if str(reason))}
    except NotationError as no:
        raise wrong("error.game.reads_back", text=no.source) from None
    if str(again) != str(game) or any(str(again.after(move)) != str(game.after(move)) for move in game.moves()):
        raise wrong("error.game.reads_back", text=str(game))
