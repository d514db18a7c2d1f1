"""What is measured in games and series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..games.race.engine.matches import MEASURES
from ..games.race.engine.state import DRAW

OTHER_MEASURES = ("turns", "plies", "decisions", "choices", "forced", "end", "won")
"""The measures of games other than the race; those of each seat follow (`PositionGame.counts`).

turns: the lines of the record; the others as in matches.MEASURES.
"""
LAST_GAME = (1 << 32) - 1  # the last game of a seed
SERIES_OF_A_SEED = 1 << 20  # series of a seed: game n of series i is the seed's game n * SERIES_OF_A_SEED + i
Block = tuple[int, int, int]  # seed, first game, number of games


@dataclass(frozen=True)
class Kind:
    """What is measured in a race, in a series, or in another game.

    about: what is counted, as in the keys of the texts; measures: of a game; seated: of every player; ranked: the one
    that ranks the players; ratios: name -> two measures whose sums are divided; most: games (or series) of a seed.
    """

    name: str
    about: str
    measures: tuple[str, ...]
    seated: tuple[str, ...]
    ranked: str
    ratios: Mapping[str, tuple[str, str]]
    most: int = LAST_GAME + 1

    def raw(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the columns, in order."""
        return (*self.measures, *(f"{name}_{seat}" for name in self.seated for seat in seats))


OF_GAMES = Kind(
    "game",
    "game",
    MEASURES,
    ("home", "points"),
    "home",
    {
        "choices_per_decision": ("choices", "decisions"),
        "choices_per_turn": ("choices", "turns"),
        "forced_share": ("forced", "moves"),
        "foreign_share": ("foreign", "moves"),
        "gain_per_decision": ("gain", "weighed"),
    },
)
OF_SERIES = Kind(
    "series",
    "series",
    ("turns", "games", "end", "won"),
    ("score", "wins"),
    "score",
    {"turns_per_game": ("turns", "games")},
    SERIES_OF_A_SEED,
)
OF_OTHERS = Kind(
    "sister",
    "game",
    OTHER_MEASURES,
    ("score",),
    "score",
    {name: OF_GAMES.ratios[name] for name in ("choices_per_decision", "choices_per_turn", "forced_share")},
)
KINDS_OF_RESULT = {kind.name: kind for kind in (OF_GAMES, OF_SERIES, OF_OTHERS)}
CATEGORIES = ("end", "won", "winner")  # measures whose values are codes, so that a mean says nothing


def winner(bits: int) -> int:
    """Return the seat of the winner, -1 for none or several."""
    return bits.bit_length() - 1 if bits.bit_count() == 1 and bits != DRAW else -1


def part_of_win(bits: int, seat: int) -> float:
    """Return a seat's share of a win: 1 alone, less with other winners, 0 if others win."""
    return 1 / bits.bit_count() if bits != DRAW and bits >> seat & 1 else 0.0
