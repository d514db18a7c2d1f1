"""The unit of work of a simulation: some games of a seed, played by any worker.

A task is plain data and `play` a function of this module, so both can be sent to threads, processes and clusters.  The
result depends only on the games: not on the worker, its engine, or how the games were distributed.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ..games.collection import game_of
from ..games.race.engine.board import PLAYERS
from ..games.race.engine.choice.memory import GREEDY, Mind
from ..games.race.engine.matches import ENDS, HOMES, MEASURES, POINTS
from ..games.race.engine.state import DRAW, SHUFFLE
from ..games.race.play.game import Game
from ..games.race.play.series import Score
from ..games.race.rulesets import wasm
from ..games.race.rulesets.engines import LIMIT, Kernel, never
from ..games.race.rulesets.rule_set import RuleSet
from ..games.race.rulesets.rule_set import rules as read_hedgehogs
from ..games.race.variants.house_rules.registry import BASE, Registry
from ..players.bots import choose_move, is_bot, make_player, parse_player
from ..players.strength import Skill
from ..text.errors import HedgekitError
from .columns import pack
from .counts import Counted, count_columns
from .measures import OF_GAMES, OF_OTHERS, OF_SERIES, OTHER_MEASURES, SERIES_OF_A_SEED, Kind

LONGEST_SERIES = 1000  # games before a series is abandoned; at most LAST_GAME // SERIES_OF_A_SEED
LONGEST_GAME = 1_000_000  # plies before a game other than the race is abandoned
WON_COLUMN = MEASURES.index("won")
WON, TIED, UNFINISHED = (ENDS.index(name) for name in ("won", "draw", "unfinished"))


@dataclass(frozen=True)
class Task:
    """Games (or series) first .. first + count - 1 of a seed.

    rules: as text; players: a text or a bot for each seat; engine: one of ENGINES; limit: turns before a race is
    abandoned; registry: for parsing the rules; paired (only the race): turn n of game k has the same dice under any
    rules.
    """

    rules: str
    players: tuple[Any, ...]
    seed: int
    first: int
    count: int
    engine: str
    series: bool = False
    limit: int = LIMIT
    registry: Registry = BASE
    paired: bool = False


@dataclass(frozen=True)
class Played:
    """The result of a task: packed columns (measures.py), their counts, the engine, and why it was not WebAssembly."""

    first: int
    count: int
    data: bytes
    counted: Counted  # by the workers, which need not wait for the thread that collects
    engine: str = "interpreted"
    fallback_reason: HedgekitError | None = None


def play(task: Task, stop: Callable[[], bool] = never) -> Played:
    """Play the games of a task in order, until `stop` (called ten times a second) returns True.

    "auto" falls back to the interpreted engine.  Raises HedgekitError if the requested engine is unavailable.
    """
    if task.engine != "auto":
        return _played(task, stop)
    try:
        return _played(replace(task, engine="wasm"), stop)
    except HedgekitError as error:  # not installed, or out of memory, say
        return replace(_played(replace(task, engine="interpreted"), stop), fallback_reason=error)


def _played(task: Task, stop: Callable[[], bool]) -> Played:
    rules = read_rules(task.rules, task.registry)
    if not isinstance(rules, RuleSet):
        return _count(task, OF_OTHERS, rules.players, task.count, _play_sisters(task, rules))
    minds = [BOT_MIND if is_bot(player) else Skill.parse(player).mind for player in task.players]
    bots = any(map(is_bot, task.players))
    engine: Any = BotKernel(rules, task.players) if bots else wasm.engine_of(rules, task.engine)
    name = "wasm" if isinstance(engine, wasm.WasmKernel) else "interpreted"
    if task.series:
        return _count(task, OF_SERIES, rules.players, *_play_series(task, rules, minds, engine, stop), name)
    rows = engine.matches(task.first, task.count, task.seed, Mind(minds, task.paired), task.limit, 0, stop)
    with rules.registry.guarded():  # a house rule may return points that are not numbers
        data = pack(rows, measure_columns(rules.players))
    return _count(task, OF_GAMES, rules.players, len(rows), data, name)


def _count(task: Task, kind: Kind, players: int, games: int, data: bytes, engine: str = "interpreted") -> Played:
    counted = count_columns(kind, PLAYERS[:players], games, data) if games else ({}, {})  # none if stopped in the first
    return Played(task.first, games, data, counted, engine)


def measure_columns(players: int) -> list[int]:
    """Return the columns of a row of measures that a result for this number of players has, in order."""
    return [*range(HOMES + players), *range(POINTS, POINTS + players)]


def read_rules(text: Any, registry: Registry | None = None) -> Any:
    """Parse a rule set of any game of the collection; NotationError or Clash if that fails.

    registry: for rules of the race, the current one by default.
    """
    kind = game_of(text)
    return read_hedgehogs(text, registry=registry) if kind is Game else kind.read_rules(text)


# ---- bots ------------------------------------------------------------------------------------------------------------

BOT_MIND = GREEDY, 0, 0
"""What the engine is given for a bot's seat: a player that chooses, not a random one."""


class BotKernel(Kernel):
    """The interpreted engine with bots at some seats.  players: the player at each seat."""

    def __init__(self, rules: RuleSet, players: Sequence[Any]) -> None:
        super().__init__(rules)
        composed: Any = getattr(self.answers, "inner", self.answers)  # inside the guard of house rules
        pick_default, begin = composed.pick, composed.begin_game
        bots = {seat: player for seat, player in enumerate(players) if is_bot(player)}
        picked: deque[tuple[int, int]] = deque()  # moves since the last bot's turn, with the generator's state after
        game, rng = Game(rules), 0  # as of the last bot's turn

        def pick(s: Any, work: Any, mind: Any, n: int) -> int:
            nonlocal rng
            if (bot := bots.get(s.turn)) is not None:
                rng = _catch_up(game, rng, picked)
                move = game.packed(choose_move(bot, game))
            else:
                move = int(pick_default(s, work, mind, n))
            picked.append((move, s.rng))
            return move

        def begin_game(s: Any, seed: int, number: int, first: int) -> None:
            nonlocal game, rng
            for seat, bot in bots.items():
                if callable(reset := getattr(bot, "reset", None)):
                    reset(_bot_seed(seed, number, seat))
            begin(s, seed, number, first)
            game, rng = Game(rules, first=PLAYERS[first]), s.rng
            picked.clear()

        composed.pick, composed.begin_game = pick, begin_game


def _catch_up(game: Game, rng: int, picked: "deque[tuple[int, int]]") -> int:
    """Repeat the engine's moves in a game, and return the state of the random generator after them.

    picked: the players' choices.  Chance follows from `rng`, which the game must not contain: bots would know the dice.
    """
    ask, s = game.answers, game.state
    while True:
        packed: int | list[int]
        if ask.is_chance(s):
            thrown = s.copy()
            thrown.rng = rng
            packed = ask.toss(thrown)
            rng = thrown.rng
            if s.step == SHUFFLE:
                packed = thrown.deck
        elif ask.list_moves(s) == 1:
            packed = s.moves[0]
        elif picked:
            packed, rng = picked.popleft()
        else:
            return rng
        game.follow_packed(packed)


def _bot_seed(seed: int, number: int, seat: int) -> int:
    """Return a seed for a bot's random numbers in a game, from which it cannot compute the seed of the dice."""
    from hashlib import blake2b  # here: only bots need it

    return int.from_bytes(blake2b(f"{seed} {number} {seat}".encode(), digest_size=7).digest())


# ---- series ----------------------------------------------------------------------------------------------------------


def _play_series(
    task: Task, rules: RuleSet, minds: Sequence[tuple[int, int, int]], engine: Any, stop: Callable[[], bool]
) -> tuple[int, bytes]:
    """Play whole series, game by game; return their number and packed columns (OF_SERIES), (0, b"") if stopped.

    Players keep their seats, which may differ, as in the direction of play (34); the first move rotates (series.py).
    """
    seats = rules.players
    scores = [Score(rules) for _ in range(task.count)]
    wins = [[0] * seats for _ in range(task.count)]
    turns = [0] * task.count
    mind, running, n = Mind(minds, task.paired), list(range(task.count)), 0
    while running and n < LONGEST_SERIES:
        for begin, length in _consecutive(running):
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
        table.append([length, score.games, WON if over else UNFINISHED, bits, *score.scores, *won_games])
    return task.count, pack(table, range(4 + 2 * seats))


def _consecutive(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of consecutive numbers in an ascending sequence: first number and length."""
    for _, run in groupby(enumerate(places), key=lambda item: item[1] - item[0]):
        numbers = [place for _, place in run]
        yield numbers[0], len(numbers)


# ---- other games -----------------------------------------------------------------------------------------------------


def _play_sisters(task: Task, rules: Any) -> bytes:
    """Play games other than the race, through the common protocol, and return their packed columns.

    Dice and choices of game n depend only on the seed and n.  Seat A begins, as in the race.
    """
    kind, skills = game_of(rules), [parse_player(player) for player in task.players]
    numbers = range(task.first, task.first + task.count)
    rows = [_play_sister(kind(rules, first=PLAYERS[0]), skills, task.seed << 32 | number) for number in numbers]
    return pack(rows, range(len(OTHER_MEASURES) + rules.players))


def _play_sister(game: Any, skills: Sequence[Any], seed: int) -> list[int]:
    """Play a game of at most LONGEST_GAME plies; return its OTHER_MEASURES and the counts of every seat."""
    from random import Random  # here: keeps races fast to start

    source = Random(seed)
    seated = zip(PLAYERS, skills, strict=False)
    players = {letter: make_player(skill, source.getrandbits(64)) for letter, skill in seated}
    for bot in players.values():
        if is_bot(bot) and callable(reset := getattr(bot, "reset", None)):
            reset(source.getrandbits(64))
    decisions = choices = forced = 0
    while not game.is_over and game.ply < LONGEST_GAME:
        moves = game.moves()
        if game.is_chance:
            game.play(game.outcome(source))
        elif len(moves) > 1:
            decisions += 1
            choices += len(moves)
            game.play(choose_move(players[game.turn], game))
        else:
            forced += 1
            game.play(moves[0])
    end = UNFINISHED if not game.is_over else WON if game.winners else TIED
    won = sum(1 << PLAYERS.index(letter) for letter in game.winners) if end == WON else DRAW if end == TIED else 0
    turns = len(game.as_record().labels)
    return [turns, game.ply, decisions, choices, forced, end, won, *game.counts().values()]


# ---- executors -------------------------------------------------------------------------------------------------------

LOST = {"KilledWorker", "CommClosedError", "FutureCancelledError", "FuturesCancelledError"}
"""Errors of dask.distributed for tasks whose worker has died."""


def is_lost(error: BaseException) -> bool:
    """Return whether the work was lost with its worker, so another worker can do it."""
    kinds = [kind for kind in type(error).__mro__ if kind.__module__.partition(".")[0] in ("distributed", "dask")]
    return isinstance(error, (BrokenExecutor, CancelledError)) or any(kind.__name__ in LOST for kind in kinds)


class Workers:
    """An executor for tasks; replaces a process pool that broke because a process was killed."""

    def __init__(self, executor: Executor, play: Callable[[Task], Played]) -> None:
        self._executor = executor
        self._play = play
        self._replacements: list[Executor] = []

    def submit(self, task: Task) -> "Future[Played]":
        """Submit a task."""
        with suppress(BrokenExecutor):
            return self._executor.submit(self._play, task)
        from concurrent.futures import ProcessPoolExecutor  # here: missing in browsers

        if not isinstance(self._executor, ProcessPoolExecutor):
            return self._executor.submit(self._play, task)  # raises its error
        old: Any = self._executor
        self._executor = ProcessPoolExecutor(
            getattr(old, "_max_workers", None), mp_context=getattr(old, "_mp_context", None)
        )
        self._replacements.append(self._executor)
        return self._executor.submit(self._play, task)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._replacements:
            pool.shutdown(wait=False, cancel_futures=True)
