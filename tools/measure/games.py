"""Measure the other games: their length, the advantage of the first player, the effect of each option.

`rulebook/measuring/games.py` defines the measures and methods.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

import hedgekit
from hedgekit.games.collection import OTHER_GAMES
from hedgekit.games.race.engine.state import DRAW
from hedgekit.simulation.estimates import wilson
from rulebook.measuring.games import MEASURED_PLAYERS, Figure, Row, as_row, stored

from .authors import MeasureError, Report, check_same_run, rounded, sources
from .checkpoint import Checkpoint

GAMES = {
    "checkerboard": {"random": 4_000, "greedy": 2_000},
    "horses": {"random": 800, "greedy": 400},
    "hekla": {"random": 800, "greedy": 160},
}
SAMPLE = {"random": 6, "greedy": 2}  # games whose turns and winners are stored, for a test that replays them


def rule_sets(game: str) -> Iterator[tuple[str, int]]:
    """Yield what is measured of a game: ("", players) for the defaults, (option, players) for every other value."""
    rules = hedgekit.game_of(game).read_rules(game)
    for players in rules.PLAYER_COUNTS:
        yield "", players
    for name, values in rules.OPTIONS.items():
        for value in values[1:]:
            allowed = rules.ONLY.get((name, value), rules.PLAYER_COUNTS)
            for players in sorted({min(allowed), max(allowed)}):
                yield f"{name}={value}", players


def rule_text(game: str, option: str, players: int) -> str:
    """Return the text of a rule set."""
    return f"{game}{option and f'[{option}]'} players={players}"


def measure(
    seed: int,
    scale: float,
    report: Report,
    games: tuple[str, ...] = tuple(OTHER_GAMES),
    checkpoint: Checkpoint | None = None,
) -> dict[str, Any]:
    """Return the contents of the games' files; "sources" are hashes of the games' rules (`authors.sources`).

    seed: of all games; scale: factor for GAMES; report: called for each finished row with "sister_row" and values for
    its message; games: the sister games to measure; checkpoint: saves intermediate results.
    """
    checkpoint = checkpoint or Checkpoint()
    hashes = {game: sources(game) for game in games}
    found: dict[str, Any] = {"hedgekit": hedgekit.__version__, "seed": seed, "scale": scale}
    found |= {"sources": hashes, "games": {}}
    for game in games:
        rows: dict[tuple[str, int, str], Row] = {}
        for option, players in rule_sets(game):
            for kind in MEASURED_PLAYERS:
                number, rules = max(8, round(GAMES[game][kind] * scale)), rule_text(game, option, players)
                default = rows.get(("", players, kind))
                make = partial(_row_as_json, rules, number, kind, seed, option, default)
                rows[option, players, kind] = row = as_row(checkpoint.of(f"{rules} {kind}", make))
                figures = {"turns": round(row.turns.value), "percent": round(100 * row.first.value)}
                report("sister_row", rules=row.rules, kind=kind, **figures)
        found["games"][game] = [asdict(row) for row in rows.values()]
    kept: dict[str, Any] = rounded(found)
    return kept


def remeasure(
    games: tuple[str, ...],
    seed: int = 1,
    scale: float = 1.0,
    report: Report = lambda key, **values: None,
    checkpoint: Checkpoint | None = None,
) -> dict[str, Any]:
    """Measure these games again, and keep the others from the files.

    Raises MeasureError for an unknown game, or if the files have another seed or scale.
    """
    if strange := [game for game in games if game not in OTHER_GAMES]:
        raise MeasureError(f"Not among the sister games: {', '.join(strange)}.")
    check_same_run(stored(), seed, scale)
    found, kept = measure(seed, scale, report, games, checkpoint), stored()
    return {**found, **{name: {**kept[name], **found[name]} for name in ("sources", "games")}}


def sample(rules: str, kind: str, seed: int) -> tuple[int, int]:
    """Return the sums of turns and of winners (as bits) of the first games; the same on any machine."""
    played = hedgekit.simulate(rules, SAMPLE[kind], (kind,), seed, columns=False)
    turns, won = (sum(value * count for value, count in played.tally(name).items()) for name in ("turns", "won"))
    return turns, won


def _row_as_json(rules: str, games: int, kind: str, seed: int, option: str, default: Row | None) -> dict[str, Any]:
    """Measure a row, as plain data; default: the row of the default options."""
    played = hedgekit.simulate(rules, games, (kind,), seed, columns=False)
    return asdict(_row(played, option, default, sample(played.rules, kind, seed)))


def _row(played: Any, option: str, default: Row | None, sampled: tuple[int, int]) -> Row:
    turns = Figure(played.mean("turns"), played.interval("turns"))
    decided = played.ended["won"]
    first = won(played.tally("won"), 0, decided)
    versus = default if option else None
    return Row(
        played.rules,
        option,
        len(played.seats),
        played.players[0],
        played.games,
        turns,
        played.mean("choices_per_turn"),
        1 - decided / played.games,
        first,
        _ratio(turns, versus.turns) if versus else None,
        _share_difference(first, versus.first) if versus else None,
        sampled,
    )


def won(tally: Mapping[int, int], seat: int, decided: int) -> Figure:
    """Return a seat's share of the decided games, from the counts of each set of winners (bits; DRAW for nobody).

    A seat that always wins with the same number of others gets its part of their share and interval.  If that number
    varies, as with ties, Wilson's interval is slightly too wide.
    """
    sides = {bits: games for bits, games in tally.items() if bits != DRAW and bits >> seat & 1}
    among = {bits.bit_count() for bits in sides}
    together = among.pop() if len(among) == 1 else 1
    wins = sum(games * together / bits.bit_count() for bits, games in sides.items())
    low, high = wilson(wins, decided, 0.95)
    return Figure(wins / decided / together, (low / together, high / together))


def _ratio(one: Figure, other: Figure) -> Figure:
    errors = [(figure.interval[1] - figure.interval[0]) / 2 / figure.value for figure in (one, other)]
    ratio, spread = one.value / other.value, math.hypot(*errors)
    return Figure(ratio, (ratio * math.exp(-spread), ratio * math.exp(spread)))


def _share_difference(one: Figure, other: Figure) -> Figure:
    """Return the difference of two shares (Newcombe 1998, method 10)."""
    apart = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return Figure(apart, (apart - below, apart + above))


def in_folders(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Split results by game: game -> the contents of its file."""
    about = {key: value for key, value in found.items() if key not in ("sources", "games")}
    return {game: {**about, "sources": found["sources"][game], "rows": rows} for game, rows in found["games"].items()}
