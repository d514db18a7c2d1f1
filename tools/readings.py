"""Find where the readings of each open question part, simulate games under both, and write rulebook/desk/readings.json.

A random game is played under both readings, with the same dice and moves, until the legal moves, the effect of a move,
or the state of a series differ.  Then greedy players play many games (or series) under each.

python -m tools.readings            all questions (a quarter of an hour)
python -m tools.readings 12-a 0-a   only these; the others stay
"""

import json
import math
import random
import sys
from pathlib import Path
from typing import Any

import hedgekit
from hedgekit import RuleSet
from hedgekit.games.race.rulesets.engines import LIMIT
from hedgekit.games.race.variants.house_rules.blame import RuleError
from hedgekit.simulation.estimates import mean, mean_interval, wilson
from hedgekit.simulation.workers import LONGEST_SERIES
from rulebook.desk import readings
from rulebook.desk.fields import CountedView, Estimate, GamesView, SeriesView
from rulebook.desk.other_readings import OTHERS
from rulebook.desk.readings import Parting, Switch, games_at, only_moves
from rulebook.measuring.random_games import play_out, random_ply

FILE = Path(readings.__file__).with_name(readings.FILE)
OPENINGS, OPENING = 150, 24  # games cut off after this many plies, for early differences
GAMES, GAME = 24, 2_000  # games, and their most plies, for later ones
SERIES, PER_SERIES = 12, 30  # series, and the most games of each
PLAYER, COUNTED, SERIES_COUNTED = "greedy", 300, 40  # the player, games and series to simulate
MOMENT = ("step", "then")  # fields that describe the next decision, not the position


def as_json(found: Parting) -> dict[str, Any]:
    """Return what `readings.parting` needs to restore a parting."""
    plain: dict[str, Any] = {"kind": found.kind, "seed": found.seed, "ply": found.ply, "move": found.move}
    plain["positions"] = [str(game) for game in found.games]
    return plain | ({"standing": list(found.standing)} if found.standing else {})


def find_parting(one: Switch) -> Parting | None:
    """Return where the two readings first part in random games; may take seconds."""
    rules = one.rule_sets()
    if one.of_series:
        return _in_series(one, rules)
    other = OTHERS.get(one.id)
    start = other.position if other else ""
    return _in_games(one, rules, start, OPENINGS, OPENING) or _in_games(one, rules, start, GAMES, GAME)


def _in_games(one: Switch, rules: tuple[RuleSet, RuleSet], start: str, many: int, plies: int) -> Parting | None:
    return next(filter(None, (_in_game(one, rules, start, seed, plies) for seed in range(many))), None)


def _in_game(one: Switch, rules: tuple[RuleSet, RuleSet], start: str, seed: int, limit: int) -> Parting | None:
    """Return where one random game parts within its first plies, if it does."""
    chance = random.Random(seed)
    games = tuple(
        hedgekit.Game.from_text(each, start, seed=seed) if start else hedgekit.Game(each, seed=seed) for each in rules
    )
    for ply in range(limit):
        here = str(games[0]), str(games[1])
        if any(game.is_over for game in games):
            break
        only = only_moves(games)
        if only[0] or only[1]:
            return Parting(one, "moves", games_at(rules, here), seed, ply, only=only)
        move = random_ply(games[0], chance)
        games[1].play(move)
        if _position_fields(str(games[0])) != _position_fields(str(games[1])):
            return Parting(one, "consequence", games_at(rules, here), seed, ply, move)
    return None


def _position_fields(position: str) -> list[str]:
    """Return the fields of a position, without the next decision and without fields of the other reading only."""
    apart = {*MOMENT, *(name for other in OTHERS.values() for name, _ in other.fields)}
    return [field for field in position.split() if field.partition("=")[0] not in apart]


def _in_series(one: Switch, rules: tuple[RuleSet, RuleSet]) -> Parting | None:
    """Return the first random series that ends or is scored differently under the two readings."""
    for seed in range(SERIES):
        pair = [hedgekit.Series(each, seed=1000 * seed) for each in rules]
        for _ in range(PER_SERIES):
            for series in pair:
                play_out(series.game, random.Random(seed))
            scores = [series.scores for series in pair]
            over = [series.is_over for series in pair]
            if scores[0] != scores[1] or over[0] != over[1]:
                ended = pair[0].game, pair[1].game
                standing: list[SeriesView] = [
                    {"games": len(series.games), "scores": series.scores, "over": series.is_over} for series in pair
                ]
                games = games_at(rules, (str(ended[0]), str(ended[1])))
                return Parting(one, "score", games, seed, ended[0].ply, standing=tuple(standing))
            if over[0]:
                break
            for series in pair:
                series.next_game()
    return None


def simulate_both(one: Switch) -> GamesView | None:
    """Simulate games under both readings: results with 95 % intervals, and the difference as of independent games.

    None if a reading breaks the game: under 32-a hedgehogs enter on the finishing line and run off the board.
    """
    simulate = hedgekit.simulate_series if one.of_series else hedgekit.simulate
    many, length, given_up = (SERIES_COUNTED, "games", LONGEST_SERIES) if one.of_series else (COUNTED, "turns", LIMIT)
    try:
        results = [simulate(rules, many, (PLAYER,), 0, threads=1, columns=False) for rules in one.rule_sets()]
    except RuleError:
        return None
    sides = [_side(result, length, given_up) for result in results]
    first, second = (side["length"] for side in sides)
    apart, half = second[0] - first[0], math.hypot(first[2] - first[0], second[2] - second[0])
    return {"played": many, "sides": sides, "difference": _rounded(apart, apart - half, apart + half)}


def _side(result: Any, length: str, given_up: int) -> CountedView:
    """Summarize the games under one reading.  given_up: the length of abandoned games, which are left out."""
    lengths = {value: games for value, games in result.tally(length).items() if value < given_up}
    low, high = mean_interval(lengths, 0.95)
    wins = {seat: _rounded(result.share(seat), *result.interval(f"share_{seat}")) for seat in result.seats}
    # Games can end without a winner: when nobody can move (33, 37) or win (15).
    without = max(0.0, 1 - sum(result.share(seat) for seat in result.seats))
    nobody = _rounded(without, *wilson(without * len(result), len(result), 0.95))
    return {"length": _rounded(mean(lengths), max(0.0, low), high), "wins": wins, "nobody": nobody}


def _rounded(mean: float, low: float, high: float) -> Estimate:
    return round(mean, 3), round(low, 3), round(high, 3)


def main() -> None:
    """Search, report, and update the file after each question."""
    partings = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    try:
        questions = [readings.switch(name) for name in sys.argv[1:] or readings.switches()]
    except LookupError as error:
        sys.exit(str(error))
    for one in questions:
        found = find_parting(one)
        partings.pop(one.id, None)
        if found:
            partings[one.id] = as_json(found) | {"games": simulate_both(one)}
        print(one.id, f"{found.kind} at ply {found.ply} of game {found.seed}" if found else "-", flush=True)
        lines = ",\n".join(f"{json.dumps(n)}: {json.dumps(partings[n])}" for n in readings.switches() if n in partings)
        FILE.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    print(f"{len(partings)} of {len(readings.switches())}")


if __name__ == "__main__":
    main()
