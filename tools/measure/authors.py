"""Plays the games behind the authors' table (`claims.py` says what is measured, `verdicts.py` what that is called).

A row is of games 0, 1, ... of the seed, so that it is the same whichever others are played; what was interrupted goes
on with those that are missing (`checkpoint.py`).
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
from .lengths import compared
from .verdicts import Interval, Measure, Row, doubts, judge_length, rule_sets

GAMES = {"random": 10_000, "greedy": 2_000, "lookahead:100": 200}
PLAYED_BY = {"greedy": "hasty", "lookahead:25": "montecarlo:25", "lookahead:100": "montecarlo:100"}
"""Who plays as those of this name did when the table was measured: today's learned to play better."""
SERIES_PART = 8  # of a series, so many times fewer are played
FEWEST = 8  # games or series, however small the part
SAMPLE = {"random": 40, "greedy": 4, "lookahead:100": 1}  # games whose turns are written down to be played by a test
TILES = 6  # new black squares are laid with six black tiles and six ordinary ones
LAYOUTS = 20  # of them, drawn by lot; the games are shared out among them
SEEDS = 1 << 24  # that there are

SIGNS = {AGREES: "=", LITTLE: "≈", DISAGREES: "≠", UNKNOWN: "?", UNTESTED: "–"}  # as the command shows verdicts

Say = Callable[..., object]


class Trouble(Exception):
    """What cannot be measured, in a sentence."""


class Pooled:
    """Results under several rule sets drawn by lot, taken together: what `hedgekit.Result` tells of one.

    The interval is that of a rule set drawn in the same way: it goes by how the means of the rule sets differ.
    """

    def __init__(self, results: Sequence[Any]) -> None:
        self._results = results
        self.games = sum(result.games for result in results)
        self.ended = sum((Counter(result.ended) for result in results), Counter[str]())

    def __getitem__(self, name: str) -> list[int]:
        return [value for result in self._results for value in result[name]]

    def mean(self, name: str) -> float:
        """The mean of the means: of each rule set there are as many games."""
        return math.fsum(result.mean(name) for result in self._results) / len(self._results)

    def interval(self, name: str) -> Interval:
        """Its interval of 95 %, by Student's t."""
        return tactics.around([result.mean(name) for result in self._results])


class Measuring:
    """Plays the games.  seed: of all of them; scale: how many, as a part of the usual numbers; engine: simulate's."""

    def __init__(self, seed: int, scale: float = 1.0, engine: str = "auto") -> None:
        self._seed, self._scale, self._engine = seed, scale, engine
        self._kept: dict[Any, Any] = {}

    def _played(
        self, rules: tuple[str, ...], players: tuple[str, ...], games: int, series: bool = False, first: int = 0
    ) -> Any:
        """The games under one rule set, or shared out among several, the first of which is that number `first`."""
        players = tuple(PLAYED_BY.get(player, player) for player in players)
        key = rules, players, games, series, first
        if key not in self._kept:
            play = hedgekit.simulate_series if series else hedgekit.simulate
            number = max(FEWEST, round(games * self._scale / (SERIES_PART if series else 1) / len(rules)))
            found = [
                play(one, number, players, _seed(self._seed, k), engine=self._engine)
                for k, one in enumerate(rules, first)
            ]
            self._kept[key] = found[0] if len(found) == 1 else Pooled(found)
        return self._kept[key]

    def row(self, variants: tuple[int, ...]) -> Row:
        """A rule set measured against the base game."""
        players = number_of_players(variants)
        rules = (
            f"{'+'.join(_head(number, VARIANTS[number].measured, players) for number in variants)} players={players}"
        )
        drawn = layouts(variants, players, self._seed)
        played = drawn or (rules,)
        base = (_base(players),)
        claimed = VARIANTS[variants[0]] if len(variants) == 1 else None
        series = claimed is not None and ends(hedgekit.rules(rules))
        length = {}
        for kind in MEASURED_PLAYERS:
            one = self._played(played, (kind,), GAMES[kind], series)
            length[kind] = compared(one, self._played(base, (kind,), GAMES[kind]))
        # choices are made in games, also where a series is counted
        thinking = [self._played(which, MEASURED_PLAYERS[-1:], GAMES[MEASURED_PLAYERS[-1]]) for which in (played, base)]
        row = Row(
            rules,
            variants,
            players,
            claimed.duration if claimed else None,
            claimed.tactic if claimed else None,
            series,
            drawn,
            length,
            self.apart(played, base, players, tactics.THINKER, claimed is not None),
            self.apart(played, base, players, tactics.DEEPER, claimed is not None),
            self.apart(played, base, players, tactics.THUMB, claimed is not None),
            (thinking[0].mean("choices_per_turn"), thinking[1].mean("choices_per_turn")),
            (_gain(thinking[0]), _gain(thinking[1])),
            {kind: sample(played, kind, self._seed, self._engine) for kind in MEASURED_PLAYERS},
            sources(),
        )
        row.verdicts.update(judge_length(row))
        return row

    def _gap(self, rules: tuple[str, ...], players: int, who: str, games: int) -> tactics.Won:
        """The share of so many games that one who thinks wins among greedy players, or a greedy one at random."""

        def play(one: str, seated: tuple[str, ...], games: int, place: int) -> Any:
            number, seed = max(FEWEST, round(games * self._scale)), _seed(self._seed, place)
            if (one, seated, number, seed) not in self._kept:
                named = tuple(PLAYED_BY.get(player, player) for player in seated)
                self._kept[one, seated, number, seed] = tactics.played(one, named, number, seed, self._engine)
            return self._kept[one, seated, number, seed]

        among = "random" if who == tactics.THUMB else tactics.THUMB
        return tactics.won_by_one(play, rules, players, who, games, among)

    def apart(self, rules: tuple[str, ...], base: tuple[str, ...], players: int, who: str, claimed: bool) -> Measure:
        """By how much more or less often one who thinks, or is greedy, wins than in the base game."""
        games = tactics.GAMES[who] if claimed else min(tactics.GAMES[who], tactics.UNCLAIMED)
        usual = self._gap(base, players, who, tactics.BASE_MORE[who] * games)
        return tactics.difference(self._gap(rules, players, who, games), usual)

    def again(self, row: dict[str, Any]) -> dict[str, Any]:
        """The gap of a row by more games, where those that there are cannot tell."""
        rules, base = row["layouts"] or (row["rules"],), (_base(row["players"]),)
        games = tactics.GAMES[tactics.THINKER]
        usual = self._gap(base, row["players"], tactics.THINKER, tactics.BASE_MORE[tactics.THINKER] * games)
        more = self._gap(tuple(rules), row["players"], tactics.THINKER, tactics.MORE * games)
        return asdict(tactics.difference(more, usual))

    def seats(self, players: int) -> dict[str, Any]:
        """Who wins the base game by seat, for each kind of player: share and interval."""
        found = {}
        for kind in MEASURED_PLAYERS:
            result = self._played((f"0 players={players}",), (kind,), GAMES[kind])
            found[kind] = {
                seat: {"share": result.share(seat), "interval": result.interval(f"share_{seat}")}
                for seat in result.seats
            }
        return found


# ---- what is played --------------------------------------------------------------------------------------------------


def number_of_players(variants: tuple[int, ...]) -> int:
    """The number the authors advise for all of these, nearest to four; the nearest possible one if they advise none."""
    allowed = set(range(2, 10))
    advised = set(allowed)
    for number in variants:
        allowed &= set(VARIANTS[number].seats)
        advised &= set(VARIANTS[number].advised or VARIANTS[number].players)
    return min(advised or allowed, key=lambda players: (abs(players - 4), players))


def _head(number: int, options: str, players: int) -> str:
    """A variant with options as a rule set has it; {players} is filled in: in a tournament each begins a round."""
    return f"{number}[{options.format(players=players)}]" if options else str(number)


def _seating(players: int) -> tuple[int, ...]:
    """What the base game takes for so many."""
    return (0,) if players in VARIANTS[0].players else writing("pieces.colours")


def _base(players: int) -> str:
    """The base game of so many, as a row's games are held against it."""
    return str(hedgekit.rules("+".join(map(str, _seating(players))), players))


def layouts(variants: Sequence[int], players: int, seed: int) -> tuple[str, ...]:
    """Rule sets with new black squares drawn by lot: up to six black tiles laid, up to six printed ones covered.

    The squares are those between the start line and the finishing line (17-a); no layout is the printed one or twice.
    None where no variant has its squares laid.
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
    """The turns of the first SAMPLE games, shared out among the rule sets, together; the same with any engine."""
    games = -(-SAMPLE[kind] // len(rules))
    player = PLAYED_BY.get(kind, kind)
    played = (hedgekit.simulate(one, games, (player,), _seed(seed, k), engine=engine) for k, one in enumerate(rules))
    return sum(int(turns) for result in played for turns in result["turns"])


def _seed(seed: int, place: int) -> int:
    """Of the rule set at a place among those drawn by lot: games of different ones do not share their dice."""
    return (seed + place) % SEEDS


def sources(game: str = "") -> str:
    """A short hash of the sources of a game's rules and players: of the hedgehogs, or of a sister game."""
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


def measured(
    seed: int, scale: float, engine: str, say: Say, only: Collection[str] = (), checkpoint: Checkpoint | None = None
) -> dict[str, Any]:
    """Everything `claims.json` holds; say: told of each row when it is done: "row", and what fills that sentence.

    only: measure these rows ("18", "29+37") and take the others, and the seats, as they stand in the file;
    checkpoint: where what is found is kept.  Trouble for what is no row, or where the file is of another seed or scale.
    """
    sets = {"+".join(map(str, variants)): variants for variants in rule_sets()}
    if strange := [name for name in only if name not in sets]:
        raise Trouble(f"The table has no such row: {', '.join(strange)}.")
    if only:
        one_file(read("claims"), seed, scale)
    measuring, checkpoint = Measuring(seed, scale, engine), checkpoint or Checkpoint()
    stood = {tuple(row["variants"]): row for row in (*read("claims")["rows"], *read("claims")["pairs"])} if only else {}
    found = {}
    for name, variants in sets.items():
        if only and name not in only:
            found[variants] = stood[variants]
            continue
        row = checkpoint.of(name, lambda variants=variants: asdict(measuring.row(variants)))  # type: ignore[misc]
        found[variants] = row
        say("row", rules=row["rules"])
    judge_tactics(found.values(), measuring, say, checkpoint)
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
    for one in (*kept["rows"], *kept["pairs"]):  # from what the file has, so that it can be checked
        one |= doubts(one)
    return kept


def _seats(measuring: Measuring, checkpoint: Checkpoint) -> dict[str, Any]:
    """Who wins the base game by seat, of two to six players."""
    return {str(n): checkpoint.of(f"seats {n}", partial(measuring.seats, n)) for n in range(2, 7)}


def judge_tactics(rows: Collection[dict[str, Any]], measuring: Measuring, say: Say, checkpoint: Checkpoint) -> None:
    """Give the rows their verdicts on tactics, which are made for all of them at once; say what each row has.

    Rows that cannot tell play more games first.
    """
    for row in rows:
        if row["tactic"] and row["series"]:  # its players play for single games, and do not see what is counted
            row["verdicts"]["tactics"] = UNTESTED
    claimed = [row for row in rows if row["tactic"] and not row["series"]]
    most = tactics.MORE * tactics.GAMES[tactics.THINKER]
    for last in (False, True):
        said = judging.verdicts([(row["tactic"], row["gap"]["between"]) for row in claimed])
        for row, verdict in zip(claimed, said, strict=True):
            row["verdicts"]["tactics"] = verdict
            if verdict == UNKNOWN and not last and row["gap"]["games"] < most:
                row["gap"] = checkpoint.of(f"again {row['rules']}", partial(measuring.again, row))
    for row in rows:
        length, tactic = (SIGNS.get(row["verdicts"].get(claim, ""), "–") for claim in ("length", "tactics"))
        say("verdict", rules=row["rules"], length=length, tactic=tactic)


def one_file(kept: dict[str, Any], seed: int, scale: float) -> None:
    """Trouble unless what was kept is of this seed and scale, so that it may stand in one file with what is new."""
    if (kept["seed"], kept["scale"]) != (seed, scale):
        raise Trouble(
            f"the file has figures of seed {kept['seed']} and scale {kept['scale']:g}; with --only, say the same"
        )


def rounded(value: Any) -> Any:
    """The same with all figures to six digits, so that the file does not depend on the last bit of a logarithm."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, (list, tuple)) else value
