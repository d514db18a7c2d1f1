"""Make the puzzles: `python docs/make_puzzles.py [--seed 1] [SET ...]`, minutes of one core.

Learned players play against themselves under every variant.  A decision becomes a puzzle if one move is better than
all others by `CLEAR` for a master, for one that plays several rounds more with other dice, and by perfect play if the
endgame can be solved, and if some weaker player misses it.  Its grade is how many do.  Writes
hedgekit/study/puzzles.json.  The committed puzzles are those of the calibration of 2026-11-29, 14:09: the players
choose by calibrated chances, so after the later fits of calibration.json the same seed plays other games.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import hedgekit
from hedgekit.games.race.rulesets.verdicts import seats
from hedgekit.players.player import Player
from hedgekit.players.strength import Skill
from hedgekit.study.puzzles import FILE
from tools.exact import Exact

OUT = Path(hedgekit.__file__).parent / "study" / FILE
WEAKER = ("hasty", "greedy", "learned", "lookahead:50")
SEEN, CLEAR = 0.03, 0.05  # the least margin of the best move: at a first look, and for the master
LEAST = 0.05  # the least chance after the best move
FIRST, MASTER = "lookahead:300", "master:2000"
FURTHER = Skill("master", playouts=2000, rounds=6)
"""A master with playouts of six rounds, not one: its values depend less on the trained weights."""
GAMES, APART = 60, 12  # most games of a set; least plies between two puzzles of a game
WANTED = {"0": 12}
EACH = 3
LEFT, TURNS = 4, 4000  # most hedgehogs on the board, and turns, of a solved endgame
PLIES = 700  # most plies of a game


def games(name: str, seed: int) -> Iterator[Any]:
    """Yield decisions in games of a set, with the fewest players (in the base game two to four)."""
    allowed = seats([hedgekit.VARIANTS[int(name)]])
    for number in range(GAMES):
        players = min(allowed) if name != "0" else 2 + number % 3
        game = hedgekit.Game(f"{name} players={players}", seed=seed * 1000 + number)
        minds = [Player("learned" if seat % 2 else "lookahead:50", seed) for seat in range(players)]
        last = -APART
        while not game.is_over and game.ply < PLIES:
            if game.is_chance:
                game.roll()
                continue
            moves = game.moves()
            if len(moves) > 2 and game.ply >= last + APART and game.step not in ("place", "secret"):
                found = yield game
                last = game.ply if found else last
            game.play(moves[0] if len(moves) == 1 else minds["ABCDEFGHI".index(game.turn or "A")].choose(game))


def chances_of(game: Any, skill: str | Skill, seed: int) -> dict[str, float]:
    """Return move -> chance after it, best first; {} if the player does not weigh every move."""
    weighed = Player(skill, seed).weigh(game)
    if any(one.chance is None for one in weighed):
        return {}
    return dict(sorted(((str(one.move), one.chance or 0.0) for one in weighed), key=lambda pair: -pair[1]))


def margin(chances: dict[str, float]) -> float:
    """Return the difference between the best move and the second."""
    first, second, *_ = chances.values()
    return first - second


def puzzle_of(game: Any) -> dict[str, Any] | None:
    """Return a decision as a puzzle, or None."""
    chances = chances_of(game, FIRST, 1)
    if not chances or margin(chances) < SEEN or max(chances.values()) < LEAST or not count_missed(game, chances):
        return None
    chances, exact = chances_of(game, MASTER, 4), False
    if not clear(chances, next(iter(chances))) or not clear(chances_of(game, FURTHER, 5), next(iter(chances))):
        return None
    if (truth := solved(game)) is not None:
        if margin(truth) < CLEAR or next(iter(truth)) != next(iter(chances)):
            return None
        chances, exact = truth, True
    if not (many := count_missed(game, chances)):
        return None  # too easy
    shown = {move: round(chance, 4) for move, chance in chances.items()}
    return {"rules": str(game.rules), "at": str(game), "chances": shown, "missed": many, "exact": exact}


def clear(chances: dict[str, float], best: str) -> bool:
    """Return whether this is clearly the best move."""
    return next(iter(chances)) == best and margin(chances) >= CLEAR


def count_missed(game: Any, chances: dict[str, float]) -> int:
    """Return the number of weaker players that miss the best move."""
    return sum(next(iter(chances_of(game, one, 3)), "") != next(iter(chances)) for one in WEAKER)


def solved(game: Any) -> dict[str, float] | None:
    """Return the same by perfect play, or None if the endgame cannot be solved."""
    on_board = sum(len(stack) for stack in game.position.stacks.values())
    if game.rules.players != 2 or on_board > LEFT:
        return None
    try:
        exact = Exact(game.rules, game.state.copy(), TURNS).moves(game.state.copy())
    except (ValueError, LookupError):
        return None
    texts = {packed: text for text, (_, packed) in game._list().items()}
    return dict(sorted(((texts[packed], chance) for packed, chance in exact.items()), key=lambda pair: -pair[1]))


def make(name: str, seed: int) -> list[dict[str, Any]]:
    """Make the puzzles of a set, easiest first."""
    found: list[dict[str, Any]] = []
    decisions, answer = games(name, seed), None
    try:
        game = next(decisions)
        while len(found) < WANTED.get(name, EACH):
            answer = puzzle_of(game)
            if answer is not None and hedgekit.Game.from_text(answer["rules"], answer["at"]).moves():
                found.append(answer)
            game = decisions.send(answer)
    except StopIteration:
        pass
    return sorted(found, key=lambda one: one["missed"])


def main() -> None:
    """Make the puzzles of all or some sets, and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", help="variants by number, 0 for the base game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    known = json.loads(OUT.read_text("utf-8")) if OUT.exists() else {}
    names = [str(number) for number, one in hedgekit.VARIANTS.items() if not hedgekit.rules(str(number)).engine]
    for name in given.sets or names:
        begun = time.process_time()
        found = make(name, given.seed)
        print(name, len(found), [one["missed"] for one in found], f"{time.process_time() - begun:.0f} s", flush=True)
        known[name] = found
        lines = ",\n".join(f'"{one}": {json.dumps(known[one])}' for one in sorted(known, key=int) if known[one])
        OUT.write_text(f"{{{lines}}}\n", "utf-8")


if __name__ == "__main__":
    main()
