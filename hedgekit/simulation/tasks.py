"""The unit of work of a simulation: some games of a seed, played wherever there is a worker.

A task is plain data and `play` a function of this module, so both go through threads, processes and clusters.  What a
task brings depends on its games alone: not on the worker, its engine, or on how the games are shared out.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from typing import Any

from ..engine.search import ENDS, HOMES, MEASURES, POINTS, Mind
from ..engine.state import DRAW
from ..play.collection import game_of
from ..play.game import Game
from ..play.series import Score
from ..players.strength import Skill
from ..rulesets.combining import RuleSet
from ..rulesets.combining import rules as read_hedgehogs
from ..rulesets.kernel import LIMIT, kernel
from . import sisters
from .columns import packed

ENGINES = ("auto", "interpreted", "compiled", "universal")
LAST_GAME = (1 << 32) - 1  # the last game of a seed
SERIES_OF_A_SEED = 1 << 20  # series of a seed: game n of series i is the seed's game n * SERIES_OF_A_SEED + i
LONGEST_SERIES = 1000  # games after which a series is given up; at most LAST_GAME // SERIES_OF_A_SEED
WON_COLUMN = MEASURES.index("won")


@dataclass(frozen=True)
class Task:
    """Games (or series) first .. first + count - 1 of a seed.

    rules: as text; players: as text, one for each seat; engine: one of ENGINES.
    """

    rules: str
    players: tuple[str, ...]
    seed: int
    first: int
    count: int
    engine: str
    series: bool = False


@dataclass(frozen=True)
class Played:
    """What a task brought: the raw columns of its kind (measures.py), packed."""

    first: int
    count: int
    data: bytes


def play(task: Task) -> Played:
    """Play the games of a task.

    "auto" takes the compiled engine where there is one; if it is asked for and cannot be had, what numba raises.
    """
    rules = _rules(task.rules)
    if not isinstance(rules, RuleSet):
        skills = [Skill.parse(player) for player in task.players]
        rows = sisters.matches(game_of(rules), rules, skills, task.seed, task.first, task.count)
        return Played(task.first, task.count, rows)
    minds = [Skill.parse(player).mind for player in task.players]
    engine = _engine(rules, task.engine)
    if task.series:
        return Played(task.first, task.count, _play_series(task, rules, minds, engine))
    rows = engine.matches(task.first, task.count, task.seed, Mind(minds), LIMIT)
    seats = range(rules.players)
    places = [*range(HOMES), *(HOMES + seat for seat in seats), *(POINTS + seat for seat in seats)]
    return Played(task.first, task.count, packed(rows, places))


def read_rules(text: Any) -> Any:
    """The rule set of a text, or of a rule set, of any game of the collection; NotationError or Clash if it is none."""
    kind = game_of(text)
    return read_hedgehogs(text) if kind is Game else kind.read_rules(text)


_rules = cache(read_rules)


# ---- engines ---------------------------------------------------------------------------------------------------------

_natives: dict[tuple[RuleSet, bool], Any] = {}
_compiling = threading.Lock()


def has_compiler() -> bool:
    """Is numba installed?  (It is not imported.)"""
    return find_spec("numba") is not None


def is_ready(rules: RuleSet, universal: bool = False) -> bool:
    """Can the compiled engine play at once, in this process?"""
    return (rules, universal) in _natives


def native(rules: RuleSet, universal: bool = False) -> Any:
    """The compiled engine, ready to play: loaded, or compiled if that was never done on this machine."""
    found = _natives.get((rules, universal))
    if found is None:
        with _compiling:  # two threads would compile the same twice
            found = _natives.get((rules, universal))
            if found is None:
                found = unloaded(rules, universal)
                found.matches(0, 0, 0, Mind(), LIMIT)
                _natives[rules, universal] = found
    return found


def unloaded(rules: RuleSet, universal: bool = False) -> Any:
    """The compiled engine, not compiled yet."""
    from ..rulesets.compiled import NativeKernel

    return NativeKernel(rules, universal)


def _engine(rules: RuleSet, name: str) -> Any:
    if name != "interpreted" and (name != "auto" or has_compiler()):
        try:
            return native(rules, name == "universal")
        except Exception:
            if name != "auto":
                raise
    return kernel(rules)


# ---- series ----------------------------------------------------------------------------------------------------------


def _play_series(task: Task, rules: RuleSet, minds: Sequence[tuple[int, int, int]], engine: Any) -> bytes:
    """Series, all of them game by game; the packed columns of measures.OF_SERIES.

    Players keep their seats, and the seat that begins moves on from game to game (series.py): seats may differ, as in
    the way they run (34).
    """
    seats = rules.players
    scores = [Score(rules) for _ in range(task.count)]
    wins = [[0] * seats for _ in range(task.count)]
    turns = [0] * task.count
    mind, running, n = Mind(minds), list(range(task.count)), 0
    while running and n < LONGEST_SERIES:
        for begin, length in _runs(running):
            rows = engine.matches(n * SERIES_OF_A_SEED + task.first + begin, length, task.seed, mind, LIMIT, n % seats)
            for place, row in enumerate(rows if isinstance(rows, list) else rows.tolist(), begin):
                won = [] if row[WON_COLUMN] == DRAW else [seat for seat in range(seats) if row[WON_COLUMN] >> seat & 1]
                scores[place].count(won, row[POINTS : POINTS + seats])
                turns[place] += row[0]
                for seat in won:
                    wins[place][seat] += 1
        running = [place for place in running if not scores[place].is_over]
        n += 1
    table = []
    for score, won_games, length in zip(scores, wins, turns, strict=True):
        over = score.is_over
        bits = sum(1 << seat for seat in score.leaders) if over else 0
        ended = ENDS.index("won" if over else "unfinished")
        table.append([length, score.games, ended, bits, *score.scores, *won_games])
    return packed(table, range(4 + 2 * seats))


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ascending numbers as runs: the first, and how many follow one another."""
    for _, run in groupby(enumerate(places), key=lambda item: item[1] - item[0]):
        found = [place for _, place in run]
        yield found[0], len(found)
