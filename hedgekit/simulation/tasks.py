"""The unit of work of a simulation: some games of a seed, played wherever there is a worker.

A task is plain data and `play` a function of this module, so both go through threads, processes and clusters.  What a
task brings depends on its games alone: not on the worker, its engine, or on how the games are shared out.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby
from typing import Any

from ..games.collection import game_of
from ..games.race.engine.matching import ENDS, HOMES, MEASURES, POINTS
from ..games.race.engine.mind import Mind
from ..games.race.engine.state import DRAW
from ..games.race.play.game import Game
from ..games.race.play.series import Score
from ..games.race.rulesets import wasm
from ..games.race.rulesets.combining import RuleSet
from ..games.race.rulesets.combining import rules as read_hedgehogs
from ..games.race.rulesets.guarding import guarded
from ..games.race.rulesets.kernel import LIMIT, cpu_time, kernel, never
from ..games.race.variants.changing import remembered, when_rules_change
from ..games.race.variants.loading import unpacked
from ..games.race.variants.outside import rules_of
from ..players.bots import entrant, is_bot
from ..players.strength import Skill
from ..text.errors import HedgekitError
from .columns import packed

FAST = ("compiled", "universal", "wasm")  # those made ready first; "auto" takes the first that is
LAST_GAME = (1 << 32) - 1  # the last game of a seed
SERIES_OF_A_SEED = 1 << 20  # series of a seed: game n of series i is the seed's game n * SERIES_OF_A_SEED + i
LONGEST_SERIES = 1000  # games after which a series is given up; at most LAST_GAME // SERIES_OF_A_SEED
WON_COLUMN = MEASURES.index("won")


@dataclass(frozen=True)
class Task:
    """Games (or series) first .. first + count - 1 of a seed.

    rules: as text; players: a text or a bot for each seat; engine: one of kernel.ENGINES; limit: turns after which a
    game of the hedgehogs is given up; brought: what its rules from outside were loaded from (variants.loading);
    paired: turn n of game k has the dice of turn n of game k under any other rules (not in the sister games).
    """

    rules: str
    players: tuple[Any, ...]
    seed: int
    first: int
    count: int
    engine: str
    series: bool = False
    limit: int = LIMIT
    brought: tuple[tuple[str, str], ...] = ()
    paired: bool = False


@dataclass(frozen=True)
class Played:
    """What a task brought: the raw columns of its kind (measures.py), packed.

    seconds: of CPU time.
    """

    first: int
    count: int
    data: bytes
    seconds: float = 0.0


def play(task: Task, stop: Callable[[], bool] = never) -> Played:
    """Play the games of a task; fewer, the first ones, if `stop`, asked ten times a second, says so.

    "auto" takes the fastest engine that is ready, or else WebAssembly where it can run, and the interpreted one where
    that fails; if an engine is asked for and cannot be had, what it raises.
    """
    begun = cpu_time()
    try:
        count, data = _played(task, stop)
    except HedgekitError:  # no memory, say
        if task.engine != "auto":
            raise
        count, data = _played(replace(task, engine="interpreted"), stop)
    return Played(task.first, count, data, cpu_time() - begun)


def _played(task: Task, stop: Callable[[], bool]) -> tuple[int, bytes]:
    if task.brought:
        unpacked(task.brought)
    rules = _rules(task.rules)
    if not isinstance(rules, RuleSet):
        from . import sisters  # here, and below: a first answer comes quickly

        skills = [entrant(player) for player in task.players]
        rows = sisters.matches(game_of(rules), rules, skills, task.seed, task.first, task.count)
        return task.count, rows
    if any(map(is_bot, task.players)):
        from . import bots

        minds = [bots.ASKED if is_bot(player) else Skill.parse(player).mind for player in task.players]
        engine: Any = bots.BotKernel(rules, task.players)
    else:
        minds = [Skill.parse(player).mind for player in task.players]
        engine = _engine(rules, task.engine)
    if task.series:
        return _play_series(task, rules, minds, engine, stop)
    rows = engine.matches(task.first, task.count, task.seed, Mind(minds, task.paired), task.limit, 0, stop)
    with guarded(rules.variants):  # points may be a rule's from outside, and no numbers
        return len(rows), packed(rows, places_of(rules.players))


def places_of(players: int) -> list[int]:
    """The columns of a row of measures that a result of so many players has, in its order."""
    seats = range(players)
    return [*range(HOMES), *(HOMES + seat for seat in seats), *(POINTS + seat for seat in seats)]


def read_rules(text: Any) -> Any:
    """The rule set of a text, or of a rule set, of any game of the collection; NotationError or Clash if it is none."""
    kind = game_of(text)
    return read_hedgehogs(text) if kind is Game else kind.read_rules(text)


_rules = remembered(read_rules)


# ---- engines ---------------------------------------------------------------------------------------------------------

_ready: dict[tuple[RuleSet, str], Any] = {}
_making = threading.Lock()


when_rules_change(_ready.clear)  # engines are made anew: their names and records go by what there is


def has_compiler() -> bool:
    """Is numba installed?  (It is not imported.)"""
    return find_spec("numba") is not None


def is_ready(rules: RuleSet, engine: str) -> bool:
    """Can one of the fast engines play at once, in this process?  (A module that runs plays whatever it knows.)"""
    return (rules, engine) in _ready or (engine == "wasm" and wasm.is_running() and wasm.can_play(rules))


def ready(rules: RuleSet, engine: str) -> Any:
    """One of the fast engines, ready to play: loaded, or compiled if that was never done on this machine."""
    if (rules, engine) not in _ready:
        with _making:  # two threads would compile the same twice
            if (rules, engine) not in _ready:
                found = _made(rules, engine)
                _ready[rules, engine] = found
    return _ready[rules, engine]


def _made(rules: RuleSet, engine: str) -> Any:
    """One of the fast engines, loaded."""
    found = unloaded(rules, engine)
    found.load()
    return found


def unloaded(rules: RuleSet, engine: str) -> Any:
    """One of the fast engines, not loaded or compiled yet."""
    if engine == "wasm" or rules_of(rules.variants):  # whose answers none of them has: it says so
        return wasm.WasmKernel(rules)
    from ..games.race.rulesets.compiled import NativeKernel

    return NativeKernel(rules, engine == "universal")


def _engine(rules: RuleSet, name: str) -> Any:
    if name in FAST:
        return ready(rules, name)
    if name == "auto":
        quick = next((fast for fast in FAST if is_ready(rules, fast)), None) or quickest(rules)
        with suppress(Exception):
            return ready(rules, quick) if quick else kernel(rules)
    return kernel(rules)


def quickest(rules: Any) -> str | None:
    """The fast engine that is soonest ready here, if there is one."""
    if not isinstance(rules, RuleSet):
        return None
    if rules_of(rules.variants):
        return None
    return "wasm" if wasm.can_play(rules) else "compiled" if has_compiler() else None


# ---- series ----------------------------------------------------------------------------------------------------------


def _play_series(
    task: Task, rules: RuleSet, minds: Sequence[tuple[int, int, int]], engine: Any, stop: Callable[[], bool]
) -> tuple[int, bytes]:
    """Series, all of them game by game; how many, and the packed columns of measures.OF_SERIES: none if stopped.

    Players keep their seats, and the seat that begins moves on from game to game (series.py): seats may differ, as in
    the way they run (34).
    """
    seats = rules.players
    scores = [Score(rules) for _ in range(task.count)]
    wins = [[0] * seats for _ in range(task.count)]
    turns = [0] * task.count
    mind, running, n = Mind(minds, task.paired), list(range(task.count)), 0
    while running and n < LONGEST_SERIES:
        for begin, length in _runs(running):
            first = n * SERIES_OF_A_SEED + task.first + begin
            rows = engine.matches(first, length, task.seed, mind, task.limit, n % seats, stop)
            if len(rows) < length:
                return 0, b""
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
    return task.count, packed(table, range(4 + 2 * seats))


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ascending numbers as runs: the first, and how many follow one another."""
    for _, run in groupby(enumerate(places), key=lambda item: item[1] - item[0]):
        found = [place for _, place in run]
        yield found[0], len(found)
