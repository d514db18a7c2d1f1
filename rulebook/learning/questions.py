"""Quiz questions about positions of random games.  The engine supplies positions, options, answers and reasons.

    question(9, seed=7)      a question about variant 9; the same seed gives the same question
    question(0, seed=7)      about the base game

The kinds of questions are in `KINDS`; which of them apply depends on the variant and the position.  The words are in
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

from ..measuring.random_games import play_out, random_ply
from ..text.words import Localized
from . import examples
from .question_kinds import KINDS, Option

TRIES = 12
"""Positions tried for one kind of question before moving on to another kind."""
POSITIONS = 160
PLIES = 140


@dataclass(frozen=True)
class Question:
    """A position and a question about it.  kind: one of `KINDS`; rules, at: the position as text."""

    kind: str
    number: int
    rules: str
    at: str
    asked: Localized
    options: tuple[Option, ...]

    def game(self) -> Any:
        """Return a new game at the position."""
        return hedgekit.Game.from_text(self.rules, self.at)


def question(number: int, seed: int) -> Question:
    """Return a question about a variant, or the base game (0).  LookupError if there is none, as for Carrom (40)."""
    rules = rules_for(number)
    chance = random.Random(f"{number} {seed}")
    kinds = [kind for kind in KINDS if _is_possible(kind, number)]
    chance.shuffle(kinds)
    own = [kind for kind in ("variant", "score") if kind in kinds]
    if own and chance.random() < 0.6:  # prefer questions about what the variant changes
        kinds.insert(0, chance.choice(own))
    for kind in kinds:
        for found in _questions(kind, number, rules, chance):
            return found
    raise LookupError(f"nothing was found to ask about {number}")


def rules_for(number: int) -> str:
    """Return the rule set for questions about a variant.  LookupError if there are none."""
    variant = hedgekit.VARIANTS.get(number)
    if variant is None or variant.engine:
        raise LookupError(f"there are no questions about {number}")
    seats = variant.players
    players = next((many for many in seats if many >= 3), seats[-1])  # three players can be taken in at a glance
    options = f"[{variant.examples.options}]" if variant.examples.options else ""
    return f"{number}{options} players={players}"


def _is_possible(kind: str, number: int) -> bool:
    if kind == "variant":
        return not examples.is_alone(number)
    if kind == "score":
        return _gives_points(number)
    return kind != "ranking" or not _gives_points(number)


def _gives_points(number: int) -> bool:
    return number in {*QUESTIONS["points_reason"].answers} - {0}


def _questions(kind: str, number: int, rules: str, chance: random.Random) -> Iterator[Question]:
    """Yield questions of a kind, at random positions that allow one."""
    if kind in ("score", "ranking"):
        games: Iterator[Any] = (_without_history(play_out(_game(rules, chance), chance)) for _ in range(TRIES))
    elif kind == "variant" and _gives_points(number):
        games = _where_it_matters(rules, number, chance)
    elif kind == "variant":
        games = chain(islice(_decisions(rules, chance), 3 * TRIES), _where_it_matters(rules, number, chance))
    else:
        games = islice(_decisions(rules, chance), TRIES)
    for game in games:
        found = KINDS[kind](game, number, chance)
        if found is not None:
            asked, options = found
            yield Question(kind, number, str(game.rules), str(game), asked, _shuffled(options, kind, chance))


def _where_it_matters(rules: str, number: int, chance: random.Random) -> Iterator[Any]:
    """Yield a position found by a longer search, such as one where points are scored."""
    with suppress(LookupError):
        at, _ = examples.differing(rules, number, chance.randrange(1 << 30))
        yield hedgekit.Game.from_text(rules, at)


def _shuffled(options: Sequence[Option], kind: str, chance: random.Random) -> tuple[Option, ...]:
    """Shuffle the options, except those with a natural order."""
    ordered = kind in ("count", "score", "variant")
    return tuple(options if ordered else chance.sample(options, len(options)))


def _decisions(rules: str, chance: random.Random) -> Iterator[Any]:
    """Yield positions of random games in which a player chooses a square or a hedgehog."""
    while True:
        game = _game(rules, chance)
        begin = chance.randrange(PLIES)
        for _ in range(POSITIONS):
            if game.is_over:
                break
            if not game.is_chance and game.ply >= begin and game.step in ("place", "sideways", "forward", "either"):
                # Skip the next positions: they are too much alike.
                begin = game.ply + 10
                yield _without_history(game)
            random_ply(game, chance)


def _game(rules: str, chance: random.Random) -> Any:
    return hedgekit.Game(rules, seed=chance.randrange(1 << 40))


def _without_history(game: Any) -> Any:
    """Return the position without its history, as the reader gets it."""
    return hedgekit.Game.from_text(game.rules, str(game))
