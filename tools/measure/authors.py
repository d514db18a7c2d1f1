"""Play the games behind the authors' table (`claims.py` defines the measures, `verdicts.py` the verdicts).

Each row uses games 0, 1, ... of the seed, so it is independent of the others; an interrupted run resumes with the
missing rows (`checkpoint.py`).
"""

import hashlib
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from functools import cache, partial
from importlib.resources import files
from typing import Any

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.collection import OTHER_GAMES
from hedgekit.games.race.engine.board import LETTERS, PRINTED_BLACK
from hedgekit.games.race.engine.composing import QUESTIONS
from hedgekit.games.race.play.series import ends
from hedgekit.games.race.variants import writing
from rulebook.measuring import read
from rulebook.measuring.claims import MEASURED_PLAYERS
from rulebook.measuring.terms import AGREES, DISAGREES, LITTLE, UNKNOWN, UNTESTED

from . import judging, tactics
from .checkpoint import Checkpoint
from .lengths import compare_lengths
from .verdicts import Interval, Measure, Row, doubts, judge_length, rule_sets

GAMES = {"random": 10_000, "greedy": 2_000, "lookahead:100": 200}
PLAYED_BY = {"greedy": "hasty", "lookahead:25": "montecarlo:25", "lookahead:100": "montecarlo:100"}
"""Players as strong as those of this name were when the table was measured; today's are stronger."""
SERIES_PART = 8  # this many times fewer series than games
FEWEST = 8  # least number of games or series
SAMPLE = {"random": 40, "greedy": 4, "lookahead:100": 1}  # games whose turns are stored, for a test that replays them
TILES = 6  # black tiles, and ordinary ones, for new black squares
LAYOUTS = 20  # random layouts of black squares, among which the games are divided
SEEDS = 1 << 24  # number of seeds

SIGNS = {AGREES: "=", LITTLE: "≈", DISAGREES: "≠", UNKNOWN: "?", UNTESTED: "–"}  # verdicts as printed

Report = Callable[..., object]


class MeasureError(Exception):
    """A request that cannot be measured, in a sentence."""


class Pooled:
    """Pooled results of several random rule sets, with the interface of `hedgekit.Result`.

    The interval is that of a random rule set: it follows from the spread of the rule sets' means.
    """

    def __init__(self, results: Sequence[Any]) -> None:
        self._results = results
        self.games = sum(result.games for result in results)
        self.ended = sum((Counter(result.ended) for result in results), Counter[str]())

    def __getitem__(self, name: str) -> list[int]:
        return [value for result in self._results for value in result[name]]

    def mean(self, name: str) -> float:
        """Return the mean of the means: all rule sets have the same number of games."""
        return math.fsum(result.mean(name) for result in self._results) / len(self._results)

    def interval(self, name: str) -> Interval:
        """Return its 95 % interval, by Student's t."""
        return tactics.around([result.mean(name) for result in self._results])


class Measuring:
    """Plays the games.  seed: of all games; scale: factor for their number; engine: as for `simulate`."""

    def __init__(self, seed: int, scale: float = 1.0, engine: str = "auto") -> None:
        self._seed, self._scale, self._engine = seed, scale, engine
        self._cache: dict[Any, Any] = {}

    def _simulate(
        self, rules: tuple[str, ...], players: tuple[str, ...], games: int, series: bool = False, first: int = 0
    ) -> Any:
        """Simulate games under one rule set, or divided among several, numbered from `first`."""
        players = tuple(PLAYED_BY.get(player, player) for player in players)
        key = rules, players, games, series, first
        if key not in self._cache:
            play = hedgekit.simulate_series if series else hedgekit.simulate
            number = max(FEWEST, round(games * self._scale / (SERIES_PART if series else 1) / len(rules)))
            seeded = ((one, _seed(self._seed, k)) for k, one in enumerate(rules, first))
            found = [play(one, number, players, seed, engine=self._engine) for one, seed in seeded]
            self._cache[key] = found[0] if len(found) == 1 else Pooled(found)
        return self._cache[key]

    def row(self, variants: tuple[int, ...]) -> Row:
        """Measure a rule set against the base game."""
        players = number_of_players(variants)
        heads = "+".join(_head(number, VARIANTS[number].measured, players) for number in variants)
        rules = f"{heads} players={players}"
        drawn = layouts(variants, players, self._seed)
        played = drawn or (rules,)
        base = (_base(players),)
        claimed = VARIANTS[variants[0]] if len(variants) == 1 else None
        series = claimed is not None and ends(hedgekit.rules(rules))
        length = {}
        for kind in MEASURED_PLAYERS:
            one = self._simulate(played, (kind,), GAMES[kind], series)
            length[kind] = compare_lengths(one, self._simulate(base, (kind,), GAMES[kind]))
        # choices are counted per game, also for series
        best = MEASURED_PLAYERS[-1]
        thinking = [self._simulate(which, (best,), GAMES[best]) for which in (played, base)]
        row = Row(
            rules,
            variants,
            players,
            claimed.duration if claimed else None,
            claimed.tactic if claimed else None,
            series,
            drawn,
            length,
            self.skill(played, base, players, tactics.THINKER, claimed is not None),
            self.skill(played, base, players, tactics.DEEPER, claimed is not None),
            self.skill(played, base, players, tactics.THUMB, claimed is not None),
            (thinking[0].mean("choices_per_turn"), thinking[1].mean("choices_per_turn")),
            (_gain(thinking[0]), _gain(thinking[1])),
            {kind: sample(played, kind, self._seed, self._engine) for kind in MEASURED_PLAYERS},
            sources(),
        )
        row.verdicts.update(judge_length(row))
        return row

    def _gap(self, rules: tuple[str, ...], players: int, who: str, games: int) -> tactics.Won:
        """Measure the share of wins of a thinking player among greedy ones, or of a greedy one among random ones."""

        def play(one: str, seated: tuple[str, ...], games: int, place: int) -> Any:
            number, seed = max(FEWEST, round(games * self._scale)), _seed(self._seed, place)
            if (one, seated, number, seed) not in self._cache:
                named = tuple(PLAYED_BY.get(player, player) for player in seated)
                self._cache[one, seated, number, seed] = tactics.played(one, named, number, seed, self._engine)
            return self._cache[one, seated, number, seed]

        among = "random" if who == tactics.THUMB else tactics.THUMB
        return tactics.won_by_one(play, rules, players, who, games, among)

    def skill(self, rules: tuple[str, ...], base: tuple[str, ...], players: int, who: str, claimed: bool) -> Measure:
        """Compare how often a thinking, or greedy, player wins with the base game."""
        games = tactics.GAMES[who] if claimed else min(tactics.GAMES[who], tactics.UNCLAIMED)
        usual = self._gap(base, players, who, tactics.BASE_MORE[who] * games)
        return tactics.difference(self._gap(rules, players, who, games), usual)

    def remeasure_gap(self, row: dict[str, Any]) -> dict[str, Any]:
        """Measure the gap of an undecided row again, with more games."""
        rules, base = row["layouts"] or (row["rules"],), (_base(row["players"]),)
        games = tactics.GAMES[tactics.THINKER]
        usual = self._gap(base, row["players"], tactics.THINKER, tactics.BASE_MORE[tactics.THINKER] * games)
        more = self._gap(tuple(rules), row["players"], tactics.THINKER, tactics.MORE * games)
        return asdict(tactics.difference(more, usual))

    def seats(self, players: int) -> dict[str, Any]:
        """Measure wins of the base game by seat, for each kind of player: share and interval."""
        found = {}
        for kind in MEASURED_PLAYERS:
            result = self._simulate((f"0 players={players}",), (kind,), GAMES[kind])
            found[kind] = {
                seat: {"share": result.share(seat), "interval": result.interval(f"share_{seat}")}
                for seat in result.seats
            }
        return found


# ---- rule sets -------------------------------------------------------------------------------------------------------


def number_of_players(variants: tuple[int, ...]) -> int:
    """Return the number of players advised for all of these, else possible, that is nearest to four."""
    allowed = set(range(2, 10))
    advised = set(allowed)
    for number in variants:
        allowed &= set(VARIANTS[number].seats)
        advised &= set(VARIANTS[number].advised or VARIANTS[number].players)
    return min(advised or allowed, key=lambda players: (abs(players - 4), players))


def _head(number: int, options: str, players: int) -> str:
    """Format a variant with options; {players} is replaced: in a tournament each player begins a round."""
    return f"{number}[{options.format(players=players)}]" if options else str(number)


def _seating(players: int) -> tuple[int, ...]:
    """Return the variants that the base game needs for this number of players."""
    return (0,) if players in VARIANTS[0].players else writing("pieces.colours")


def _base(players: int) -> str:
    """Return the base game for this number of players."""
    return str(hedgekit.rules("+".join(map(str, _seating(players))), players))


def layouts(variants: Sequence[int], players: int, seed: int) -> tuple[str, ...]:
    """Return rule sets with random black squares: up to six black tiles added, up to six printed ones covered.

    The squares are between the start and finishing lines (17-a); layouts are distinct, and none is the printed one.
    () if no variant has such squares.
    """
    laid = [(n, option) for n in variants for option in VARIANTS[n].options if option.free == "squares"]
    if not laid:
        return ()
    [(number, option)] = laid
    lot = random.Random(seed)
    printed = sorted(PRINTED_BLACK[6])
    plain = [f"{letter}{lane}" for letter in LETTERS[1:-1] for lane in range(1, 7) if f"{letter}{lane}" not in printed]
    usual = str(hedgekit.rules(str(number), players))
    found: list[str] = []
    while len(found) < LAYOUTS:
        tiles, left = lot.sample(plain, lot.randint(0, TILES)), lot.sample(printed, TILES - lot.randint(0, TILES))
        black = f"{option.name}={','.join(sorted(tiles + left))}"
        one = str(hedgekit.rules(_head(number, black, players), players=players))
        if one not in (usual, *found):
            found.append(one)
    return tuple(found)


def sample(rules: Sequence[str], kind: str, seed: int, engine: str = "interpreted") -> int:
    """Return the total turns of the first SAMPLE games, divided among the rule sets; the same on every engine."""
    games = -(-SAMPLE[kind] // len(rules))
    player = PLAYED_BY.get(kind, kind)
    played = (hedgekit.simulate(one, games, (player,), _seed(seed, k), engine=engine) for k, one in enumerate(rules))
    return sum(int(turns) for result in played for turns in result["turns"])


def _seed(seed: int, place: int) -> int:
    """Return the seed of a random rule set by its index, so that games of different ones do not share dice."""
    return (seed + place) % SEEDS


def sources(game: str = "") -> str:
    """Return a short hash of the sources of a game's rules and players: of the race, or of a sister game."""
    if game:
        folder = files(OTHER_GAMES[game].__module__.rpartition(".")[0])
        found = {one.name: one.read_text("utf-8") for one in folder.iterdir() if one.name.endswith(".py")}
    else:
        modules = {factory.__module__ for asked in QUESTIONS.values() for factory in asked.answers.values()}
        found = {name: _source(name) for name in modules}
    made = hashlib.sha256("".join(found[name] for name in sorted(found)).encode())
    return made.hexdigest()[:16]


@cache
def _source(name: str) -> str:
    package, _, stem = name.rpartition(".")
    named = sys.modules[name].__file__ or ""
    if named.endswith("__init__.py"):
        package, stem = name, "__init__"
    return files(package).joinpath(f"{stem}.py").read_text("utf-8")


def _gain(result: Any) -> float:
    weighed = result.mean("weighed")
    return result.mean("gain") / weighed / 10_000 if weighed else 0.0


# ---- the file --------------------------------------------------------------------------------------------------------


def measure(
    seed: int, scale: float, engine: str, report: Report, only: Collection[str] = (), saved: Checkpoint | None = None
) -> dict[str, Any]:
    """Return the contents of `claims.json`; report: called for each finished row with "row" and values for its message.

    only: measure these rows ("18", "29+37") and keep the others, and the seats, from the file; saved: the checkpoint.
    Raises MeasureError for an unknown row, or if the file has another seed or scale.
    """
    sets = {"+".join(map(str, variants)): variants for variants in rule_sets()}
    if unknown := [name for name in only if name not in sets]:
        raise MeasureError(f"The table has no such row: {', '.join(unknown)}.")
    if only:
        check_same_run(read("claims"), seed, scale)
    measuring, checkpoint = Measuring(seed, scale, engine), saved or Checkpoint()
    rows = [*read("claims")["rows"], *read("claims")["pairs"]] if only else []
    previous = {tuple(row["variants"]): row for row in rows}
    found = {}
    for name, variants in sets.items():
        if only and name not in only:
            found[variants] = previous[variants]
            continue
        row = checkpoint.of(name, lambda variants=variants: asdict(measuring.row(variants)))  # type: ignore[misc]
        found[variants] = row
        report("row", rules=row["rules"])
    judge_tactics(found.values(), measuring, report, checkpoint)
    made = {
        "hedgekit": hedgekit.__version__,
        "seed": seed,
        "scale": scale,
        "players": MEASURED_PLAYERS,
        "rows": [row for variants, row in found.items() if len(variants) == 1],
        "pairs": [row for variants, row in found.items() if len(variants) > 1],
        "seats": read("claims")["seats"] if only else _seats(measuring, checkpoint),
    }
    kept: dict[str, Any] = rounded(made)
    for one in (*kept["rows"], *kept["pairs"]):  # from the rounded values, so that it can be verified
        one |= doubts(one)
    return kept


def _seats(measuring: Measuring, checkpoint: Checkpoint) -> dict[str, Any]:
    """Return the wins of the base game by seat, for two to six players."""
    return {str(n): checkpoint.of(f"seats {n}", partial(measuring.seats, n)) for n in range(2, 7)}


def judge_tactics(rows: Collection[dict[str, Any]], measuring: Measuring, report: Report, saved: Checkpoint) -> None:
    """Set the verdicts on tactics, which are made for all rows at once, and report each row.

    Undecided rows play more games first.
    """
    for row in rows:
        if row["tactic"] and row["series"]:  # players play for single games, unaware of the score
            row["verdicts"]["tactics"] = UNTESTED
    claimed = [row for row in rows if row["tactic"] and not row["series"]]
    most = tactics.MORE * tactics.GAMES[tactics.THINKER]
    for last in (False, True):
        said = judging.verdicts([(row["tactic"], row["gap"]["between"]) for row in claimed])
        for row, verdict in zip(claimed, said, strict=True):
            row["verdicts"]["tactics"] = verdict
            if verdict == UNKNOWN and not last and row["gap"]["games"] < most:
                row["gap"] = saved.of(f"again {row['rules']}", partial(measuring.remeasure_gap, row))
    for row in rows:
        length, tactic = (SIGNS.get(row["verdicts"].get(claim, ""), "–") for claim in ("length", "tactics"))
        report("verdict", rules=row["rules"], length=length, tactic=tactic)


def check_same_run(kept: dict[str, Any], seed: int, scale: float) -> None:
    """Raise MeasureError unless earlier results have this seed and scale, so both can share a file."""
    if (kept["seed"], kept["scale"]) != (seed, scale):
        run = f"seed {kept['seed']} and scale {kept['scale']:g}"
        raise MeasureError(f"The file has figures of {run}; with --only, use the same.")


def rounded(value: Any) -> Any:
    """Round all figures to six digits, so that the file does not depend on the last bit of a logarithm."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, (list, tuple)) else value
