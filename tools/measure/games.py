"""Plays games of the other games: how long they last, what beginning is worth, what each option changes.

`rulebook/measuring/sisters.py` says what is measured, and by which methods.
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
from rulebook.measuring.sisters import MEASURED_PLAYERS, Figure, Row, as_row, stored

from .authors import Say, Trouble, one_file, rounded, sources
from .checkpoint import Checkpoint

GAMES = {
    "checkerboard": {"random": 4_000, "greedy": 2_000},
    "horses": {"random": 800, "greedy": 400},
    "hekla": {"random": 800, "greedy": 160},
}
SAMPLE = {"random": 6, "greedy": 2}  # games whose turns and winners are written down, too, to be played again by a test


def rule_sets(game: str) -> Iterator[tuple[str, int]]:
    """What is measured of a game: ("", players) for the defaults, (option, players) for every other value."""
    rules = hedgekit.game_of(game).read_rules(game)
    for players in rules.PLAYER_COUNTS:
        yield "", players
    for name, values in rules.OPTIONS.items():
        for value in values[1:]:
            allowed = rules.ONLY.get((name, value), rules.PLAYER_COUNTS)
            for players in sorted({min(allowed), max(allowed)}):
                yield f"{name}={value}", players


def named(game: str, option: str, players: int) -> str:
    """The text of a rule set."""
    return f"{game}{option and f'[{option}]'} players={players}"


def measure(
    seed: int, scale: float, say: Say, games: tuple[str, ...] = tuple(OTHER_GAMES), checkpoint: Checkpoint | None = None
) -> dict[str, Any]:
    """Everything the files of the games hold; "sources" are hashes of the games' rules (`measuring.sources`).

    seed: of all games; scale: how many are played, as a part of GAMES; say: told of each row when it is done,
    "sister_row" and what fills that sentence; games: which of the sister games; checkpoint: keeps what is found.
    """
    checkpoint = checkpoint or Checkpoint()
    hashes = {game: sources(game) for game in games}
    found: dict[str, Any] = {
        "hedgekit": hedgekit.__version__,
        "seed": seed,
        "scale": scale,
        "sources": hashes,
        "games": {},
    }
    for game in games:
        rows: dict[tuple[str, int, str], Row] = {}
        for option, players in rule_sets(game):
            for kind in MEASURED_PLAYERS:
                number, rules = max(8, round(GAMES[game][kind] * scale)), named(game, option, players)
                usual = rows.get(("", players, kind))
                make = partial(_measured, rules, number, kind, seed, option, usual)
                rows[option, players, kind] = row = as_row(checkpoint.of(f"{rules} {kind}", make))
                figures = {"turns": round(row.turns.value), "percent": round(100 * row.first.value)}
                say("sister_row", rules=row.rules, kind=kind, **figures)
        found["games"][game] = [asdict(row) for row in rows.values()]
    kept: dict[str, Any] = rounded(found)
    return kept


def renewed(
    games: tuple[str, ...],
    seed: int = 1,
    scale: float = 1.0,
    say: Say = lambda key, **values: None,
    checkpoint: Checkpoint | None = None,
) -> dict[str, Any]:
    """The same with these games measured anew and the others as they stand in the file.

    Trouble for what is no sister game, or where the file is of another seed or scale.
    """
    if strange := [game for game in games if game not in OTHER_GAMES]:
        raise Trouble(f"Not among the sister games: {', '.join(strange)}.")
    one_file(stored(), seed, scale)
    found, kept = measure(seed, scale, say, games, checkpoint), stored()
    return {**found, **{name: {**kept[name], **found[name]} for name in ("sources", "games")}}


def sample(rules: str, kind: str, seed: int) -> tuple[int, int]:
    """The turns of the first games and the bits of their winners, both added up; the same on any machine."""
    played = hedgekit.simulate(rules, SAMPLE[kind], (kind,), seed, columns=False)
    turns, won = (sum(value * count for value, count in played.tally(name).items()) for name in ("turns", "won"))
    return turns, won


def _measured(rules: str, games: int, kind: str, seed: int, option: str, usual: Row | None) -> dict[str, Any]:
    """A row, as plain data; usual: that of the defaults."""
    played = hedgekit.simulate(rules, games, (kind,), seed, columns=False)
    return asdict(_row(played, option, usual, sample(played.rules, kind, seed)))


def _row(played: Any, option: str, usual: Row | None, sampled: tuple[int, int]) -> Row:
    turns = Figure(played.mean("turns"), played.interval("turns"))
    decided = played.ended["won"]
    first = won(played.tally("won"), 0, decided)
    versus = usual if option else None
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
        _apart(first, versus.first) if versus else None,
        sampled,
    )


def won(tally: Mapping[int, int], seat: int, decided: int) -> Figure:
    """A seat's part of the decided games, from how often each set of winners (as bits; DRAW for nobody) was counted.

    Who always wins with as many others has his part of their share, and of its interval: the side wins or does not.
    Where it is now with more, now with fewer, as when several tie, Wilson's interval is a little too wide.
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


def _apart(one: Figure, other: Figure) -> Figure:
    """The difference of two shares (Newcombe 1998, method 10)."""
    apart = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return Figure(apart, (apart - below, apart + above))


def in_folders(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What was found as the file of each game has it: game -> what it holds."""
    about = {key: value for key, value in found.items() if key not in ("sources", "games")}
    return {game: {**about, "sources": found["sources"][game], "rows": rows} for game, rows in found["games"].items()}
