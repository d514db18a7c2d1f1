"""Questions about positions of random games.  Positions, options, answers and reasons are all asked of the engine.

    question(9, seed=7)      a question about variant 9; the same seed gives the same question
    question(0, seed=7)      about the base game

What may be asked is in `KINDS`; which of it fits depends on the variant and on the position.  The words are in
`rulebook/text/<language>/quizzes.toml`.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import hedgekit
from hedgekit.games.race.engine.composing import QUESTIONS

from ..measuring.random_games import finished, random_ply
from ..text.words import Localized
from . import examples
from .question_kinds import KINDS, Option

TRIES = 12
"""Positions that are looked at for one kind of question before another kind is tried."""
POSITIONS = 160
PLIES = 140


@dataclass(frozen=True)
class Question:
    """A position and what is asked there.  kind: one of `KINDS`; rules, at: the position as text."""

    kind: str
    number: int
    rules: str
    at: str
    asked: Localized
    options: tuple[Option, ...]

    def game(self) -> Any:
        """A new game standing in the position."""
        return hedgekit.Game.from_text(self.rules, self.at)


def question(number: int, seed: int) -> Question:
    """Return a question about a variant, or the base game (0).  LookupError if there is none, as for Carrom (40)."""
    rules = rules_for(number)
    chance = random.Random(f"{number} {seed}")
    kinds = [kind for kind in KINDS if _may_be_asked(kind, number)]
    chance.shuffle(kinds)
    own = [kind for kind in ("variant", "score") if kind in kinds]
    if own and chance.random() < 0.6:  # what a variant changes is asked most often
        kinds.insert(0, chance.choice(own))
    for kind in kinds:
        for found in _questions(kind, number, rules, chance):
            return found
    raise LookupError(f"nothing was found to ask about {number}")


def rules_for(number: int) -> str:
    """The rule set of questions about a variant.  LookupError if there are none."""
    variant = hedgekit.VARIANTS.get(number)
    if variant is None or variant.engine:
        raise LookupError(f"there are no questions about {number}")
    seats = variant.players
    players = next((many for many in seats if many >= 3), seats[-1])  # three are seen at a glance
    options = f"[{variant.examples.options}]" if variant.examples.options else ""
    return f"{number}{options} players={players}"


def _may_be_asked(kind: str, number: int) -> bool:
    if kind == "variant":
        return not examples.is_alone(number)
    if kind == "score":
        return _gives_points(number)
    return kind != "ranking" or not _gives_points(number)


def _gives_points(number: int) -> bool:
    return number in {*QUESTIONS["points_reason"].answers} - {0}


def _questions(kind: str, number: int, rules: str, chance: random.Random) -> Iterator[Question]:
    """Questions of a kind, at random positions that allow one."""
    if kind in ("score", "ranking"):
        games: Iterator[Any] = (_alone(finished(_game(rules, chance), chance)) for _ in range(TRIES))
    elif kind == "variant" and _gives_points(number):
        games = _where_it_matters(rules, number, chance)
    elif kind == "variant":
        games = chain(islice(_choices(rules, chance), 3 * TRIES), _where_it_matters(rules, number, chance))
    else:
        games = islice(_choices(rules, chance), TRIES)
    for game in games:
        found = KINDS[kind](game, number, chance)
        if found is not None:
            asked, options = found
            yield Question(kind, number, str(game.rules), str(game), asked, _mixed(options, kind, chance))


def _where_it_matters(rules: str, number: int, chance: random.Random) -> Iterator[Any]:
    """Yield a position that takes a longer search, such as one where points are given."""
    with suppress(LookupError):
        at, _ = examples.differing(rules, number, chance.randrange(1 << 30))
        yield hedgekit.Game.from_text(rules, at)


def _mixed(options: Sequence[Option], kind: str, chance: random.Random) -> tuple[Option, ...]:
    """Shuffle the options, except those that have an order of their own."""
    ordered = kind in ("count", "score", "variant")
    return tuple(options if ordered else chance.sample(options, len(options)))


def _choices(rules: str, chance: random.Random) -> Iterator[Any]:
    """Positions of random games in which somebody chooses a square or a hedgehog."""
    while True:
        game = _game(rules, chance)
        begin = chance.randrange(PLIES)
        for _ in range(POSITIONS):
            if game.is_over:
                break
            if not game.is_chance and game.ply >= begin and game.step in ("place", "sideways", "forward", "either"):
                # Not the next position too: it is too much like this one.
                begin = game.ply + 10
                yield _alone(game)
            random_ply(game, chance)


def _game(rules: str, chance: random.Random) -> Any:
    return hedgekit.Game(rules, seed=chance.randrange(1 << 40))


def _alone(game: Any) -> Any:
    """The position without its history, as the reader gets it."""
    return hedgekit.Game.from_text(game.rules, str(game))
