"""The authors' table put to the test: what they say of each variant's length and tactics, and what games say.

    rulebook measure --seed 1        plays the games and writes `rulebook/data/claims.json`
    claims()                         what is written there

For every variant with signs, at a number of players the authors advise (the one nearest to four):

- length: turns a game, or a series where the variant counts several games (18, 19, 20, 22, 24, 25), against the base
  game between the same players: random, greedy, looking ahead.  The verdict goes by those who look ahead, unless
  another kind of player says the contrary.
- tactics: the share of games that one player who looks ahead wins among greedy ones (`gap`), against the same in the
  base game; compared as log odds, since a share that is high already has little room left.  Beside it, choices a turn
  and what a good choice gains over any: what there is to think about.

All intervals are of 95 %.  A claim of more or less *agrees* if the interval lies wholly on the claimed side,
*disagrees* if it lies on the other or within the zone of no difference, and else one *cannot tell*; a claim of equal
agrees within the zone and disagrees if the interval lies wholly outside it.
"""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import hedgekit
from hedgekit import VARIANTS
from hedgekit.simulation.estimates import wilson

from . import words

FILE = "claims.json"
PLAYERS = ("random", "greedy", "lookahead:100")
GAMES = {"random": 20_000, "greedy": 4_000, "lookahead:100": 400}
GAP_GAMES = 1_000  # with one player who looks ahead among greedy ones, shared out among the seats
SERIES_PART = 8  # of a series, so many times fewer are played
SAMPLE = 40  # random games whose turns are written down, too, to be recomputed by a test
SAME_LENGTH, SAME_GAP = 0.1, 0.25  # what counts as no difference: a tenth of the length, a quarter in log odds
SERIES = (18, 19, 20, 22, 24, 25)
ROUNDS = "20[rounds=*]"  # a tournament has as many rounds as players: each begins one
RECOMMENDED = ((2, 3), (1, 9), (11, 31), (10, 29), (28, 29), (29, 35), (29, 37))
"""The pairs the authors recommend."""

AGREES, DISAGREES, UNKNOWN = "agrees", "disagrees", "cannot tell"
Interval = tuple[float, float]
Say = Callable[[str], object]


@dataclass(frozen=True)
class Measure:
    """A figure, what it is measured against, and how they compare, with intervals.

    compared: their ratio (length), or the difference of their log odds (gap).
    """

    value: float
    interval: Interval
    base: float
    compared: float
    between: Interval
    games: int


@dataclass(frozen=True)
class Row:
    """A rule set of the table: the claims of its variant, what was measured, and the verdicts.

    length: by kind of player; choices, gain: a turn's moves to choose from, and what a good choice gains over any in
    chance to win, between players who look ahead, each with its figure in the base game; sample: the turns of the first
    SAMPLE random games, together.
    """

    rules: str
    variants: tuple[int, ...]
    players: int
    duration: str | None
    tactic: str | None
    series: bool
    length: dict[str, Measure]
    gap: Measure
    choices: tuple[float, float]
    gain: tuple[float, float]
    sample: int
    verdicts: dict[str, str] = field(default_factory=dict)


# ---- verdicts --------------------------------------------------------------------------------------------------------


def direction(sign: str) -> int:
    """Where a sign points: 1 for more ("+", "++", "(+)"), -1 for less, 0 for equal."""
    return 1 if "+" in sign else -1 if "-" in sign else 0


def judged(sign: str, between: Interval, zone: Interval) -> str:
    """The verdict on a claim: `between` is the interval of what was measured, `zone` what counts as no difference."""
    low, high = between
    claimed, middle = direction(sign), sum(zone) / 2
    if claimed == 0:
        if zone[0] <= low and high <= zone[1]:
            return AGREES
        return DISAGREES if high < zone[0] or low > zone[1] else UNKNOWN
    if (claimed > 0 and low > middle) or (claimed < 0 and high < middle):
        return AGREES
    if (claimed > 0 and high < middle) or (claimed < 0 and low > middle) or (zone[0] <= low and high <= zone[1]):
        return DISAGREES
    return UNKNOWN


def _length_verdict(sign: str, length: dict[str, Measure]) -> str:
    zone = (1 - SAME_LENGTH, 1 + SAME_LENGTH)
    said = [judged(sign, measure.between, zone) for measure in length.values()]
    contrary = {AGREES: DISAGREES, DISAGREES: AGREES}.get(said[-1])
    return UNKNOWN if contrary in said else said[-1]


# ---- measuring -------------------------------------------------------------------------------------------------------


class Measuring:
    """Plays the games.  seed: of all of them; scale: how many, as a part of the usual numbers; engine: simulate's."""

    def __init__(self, seed: int, scale: float = 1.0, engine: str = "universal") -> None:
        self._seed, self._scale, self._engine = seed, scale, engine
        self._kept: dict[Any, Any] = {}

    def _played(self, rules: str, players: tuple[str, ...], games: int, series: bool = False) -> Any:
        key = rules, players, games, series
        if key not in self._kept:
            play = hedgekit.simulate_series if series else hedgekit.simulate
            number = max(8, round(games * self._scale / (SERIES_PART if series else 1)))
            self._kept[key] = play(rules, number, players, self._seed, engine=self._engine, columns=False)
        return self._kept[key]

    def row(self, variants: tuple[int, ...]) -> Row:
        """A rule set measured against the base game."""
        players = number_of_players(variants)
        rules = f"{'+'.join(ROUNDS if number == 20 else str(number) for number in variants)} players={players}"
        rules = rules.replace("*", str(players))
        base = f"0 players={players}" if players <= 6 else f"29 players={players}"
        claims = VARIANTS[variants[0]] if len(variants) == 1 else None
        series = claims is not None and claims.number in SERIES
        length = {}
        for kind in PLAYERS:
            one = self._played(rules, (kind,), GAMES[kind], series)
            other = self._played(base, (kind,), GAMES[kind])
            length[kind] = _ratio(one, other)
        gap, gap_base = (self._gap(which, players, many) for which, many in ((rules, series), (base, False)))
        thoughtful = (PLAYERS[-1],)
        # choices are made in games, also where a series is counted
        one, other = (self._played(which, thoughtful, GAMES[PLAYERS[-1]]) for which in (rules, base))
        row = Row(
            rules,
            variants,
            players,
            claims.duration if claims else None,
            claims.tactic if claims else None,
            series,
            length,
            _difference(gap, gap_base),
            (one.mean("choices_per_turn"), other.mean("choices_per_turn")),
            (_gain(one), _gain(other)),
            sample(rules, self._seed),
        )
        if row.duration:
            row.verdicts["length"] = _length_verdict(row.duration, length)
        if row.tactic:
            row.verdicts["tactics"] = judged(row.tactic, row.gap.between, (-SAME_GAP, SAME_GAP))
        return row

    def _gap(self, rules: str, players: int, series: bool) -> tuple[float, int]:
        """The share of games that who looks ahead wins among greedy players, from every seat; and the games."""
        share = games = 0.0
        for seat in range(players):
            seated = tuple(PLAYERS[-1] if place == seat else "greedy" for place in range(players))
            result = self._played(rules, seated, -(-GAP_GAMES // players), series)
            share += result.share(result.seats[seat]) * result.games
            games += result.games
        return share / games, int(games)

    def seats(self, players: int) -> dict[str, Any]:
        """Who wins the base game by seat, for each kind of player: share and interval."""
        found = {}
        for kind in PLAYERS:
            result = self._played(f"0 players={players}", (kind,), GAMES[kind])
            found[kind] = {
                seat: {"share": result.share(seat), "interval": result.interval(f"share_{seat}")}
                for seat in result.seats
            }
        return found


def number_of_players(variants: tuple[int, ...]) -> int:
    """The number the authors advise for all of these, nearest to four; the nearest possible one if they advise none."""
    allowed = set(range(2, 10))
    advised = set(allowed)
    for number in variants:
        allowed &= set(VARIANTS[number].seats)
        advised &= set(VARIANTS[number].advised or VARIANTS[number].players)
    return min(advised or allowed, key=lambda players: (abs(players - 4), players))


def sample(rules: str, seed: int) -> int:
    """The turns of the first SAMPLE random games, together; the same on any machine and engine."""
    return sum(hedgekit.simulate(rules, SAMPLE, ("random",), seed, engine="interpreted")["turns"].tolist())


def _error(result: Any, name: str) -> float:
    low, high = result.interval(name)
    return float(high - low) / 2 / 1.96


def _ratio(one: Any, other: Any) -> Measure:
    mean, base = one.mean("turns"), other.mean("turns")
    spread = 1.96 * math.hypot(_error(one, "turns") / mean, _error(other, "turns") / base)
    ratio = mean / base
    between = ratio * math.exp(-spread), ratio * math.exp(spread)
    return Measure(mean, one.interval("turns"), base, ratio, between, one.games)


def _difference(one: tuple[float, int], other: tuple[float, int]) -> Measure:
    """Two shares of games won, with the games: compared as log odds."""
    odds, odds_other = (_log_odds(*share) for share in (one, other))
    apart = odds[0] - odds_other[0]
    spread = 1.96 * math.hypot(odds[1], odds_other[1])
    interval = wilson(one[0] * one[1], one[1], 0.95)
    return Measure(one[0], interval, other[0], apart, (apart - spread, apart + spread), one[1])


def _log_odds(share: float, games: int) -> tuple[float, float]:
    """The logarithm of the odds and its standard error; half a game is added to either side (Haldane, Anscombe)."""
    won, lost = share * games + 0.5, (1 - share) * games + 0.5
    return math.log(won / lost), math.sqrt(1 / won + 1 / lost)


def _gain(result: Any) -> float:
    weighed = result.mean("weighed")
    return result.mean("gain") / weighed / 10_000 if weighed else 0.0


def measured(seed: int, scale: float = 1.0, engine: str = "universal", say: Say = print) -> dict[str, Any]:
    """Everything `claims.json` holds; say: told of each row when it is done."""
    measuring = Measuring(seed, scale, engine)
    rows: list[Any] = []
    pairs: list[Any] = []
    for variants in rule_sets():
        row = measuring.row(variants)
        (rows if len(variants) == 1 else pairs).append(asdict(row))
        say(f"{row.rules}: " + ", ".join(f"{what} {verdict}" for what, verdict in row.verdicts.items()))
    found = {
        "hedgekit": hedgekit.__version__,
        "seed": seed,
        "scale": scale,
        "players": PLAYERS,
        "rows": rows,
        "pairs": pairs,
        "seats": {str(players): measuring.seats(players) for players in range(2, 7)},
    }
    kept: dict[str, Any] = rounded(found)
    return kept


def rule_sets() -> Iterator[tuple[int, ...]]:
    """The variants with signs, one by one, then the recommended pairs."""
    for number, variant in VARIANTS.items():
        if variant.duration or variant.tactic:
            yield (number,)
    yield from RECOMMENDED


@cache
def claims() -> dict[str, Any]:
    """What was measured, as `claims.json` has it.  FileNotFoundError before anything was."""
    text = files("rulebook").joinpath("data", FILE).read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def rounded(value: Any) -> Any:
    """The same with all figures to six digits, so that the file does not depend on the last bit of a logarithm."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, (list, tuple)) else value


# ---- in words --------------------------------------------------------------------------------------------------------


def sentences(row: dict[str, Any], lang: str) -> tuple[str, ...]:
    """What a row of `claims()` says, in plain sentences: the claim, the measure and the verdict, for each claim."""
    said = []
    signs = {1: "more", -1: "less", 0: "equal"}
    if row["duration"]:
        measure, verdict = row["length"][PLAYERS[-1]], row["verdicts"]["length"]
        own = judged(row["duration"], tuple(measure["between"]), (1 - SAME_LENGTH, 1 + SAME_LENGTH))
        figures = {
            "value": measure["value"],
            "base": measure["base"],
            "players": row["players"],
            "percent": 100 * measure["compared"],
            "low": 100 * measure["between"][0],
            "high": 100 * measure["between"][1],
        }
        said += [
            words.text(f"claims.length.{signs[direction(row['duration'])]}", lang),
            _filled("claims.length.series" if row["series"] else "claims.length.measured", lang, figures),
            words.text(f"claims.length.verdict.{'contrary' if own != verdict else verdict}", lang),
        ]
    if row["tactic"]:
        gap = row["gap"]
        figures = {
            "gap": 100 * gap["value"],
            "base": 100 * gap["base"],
            "low": 100 * gap["interval"][0],
            "high": 100 * gap["interval"][1],
        }
        said += [
            words.text(f"claims.tactics.{signs[direction(row['tactic'])]}", lang),
            _filled("claims.tactics.measured", lang, figures),
            words.text(f"claims.tactics.verdict.{row['verdicts']['tactics']}", lang),
        ]
    return tuple(said)


def _filled(address: str, lang: str, figures: dict[str, float]) -> str:
    # typeset first: what is filled in are whole numbers
    return words.text(address, lang).format(**{name: f"{value:.0f}" for name, value in figures.items()})
