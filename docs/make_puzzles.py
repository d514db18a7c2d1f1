"""Make the puzzles: `python docs/make_puzzles.py [--seed 1] [SET ...]`, minutes of one core.

Players who learned play against themselves under every variant. A decision becomes a puzzle if one move is better
than all others by `CLEAR`, as a master sees it, and as one does who plays each move on for several rounds more, with
dice of its own, before judging; if it is exact where the endgame can be solved, and if not all weaker players find
it. Graded by how many of them miss it. Writes hedgekit/study/puzzles.json.
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
SEEN, CLEAR = 0.03, 0.05  # by how much a move is better: at a first look, and as the master finds it
LEAST = 0.05  # the chance that the best move leaves, at least
FIRST, MASTER = "lookahead:300", "master:2000"
FURTHER = Skill("master", playouts=2000, rounds=6)
"""A master who plays six rounds on, not one: his chances hang less on what was learned."""
GAMES, APART = 60, 12  # games of a set at most; plies between two puzzles of a game
WANTED = {"0": 12}
EACH = 3
LEFT, TURNS = 4, 4000  # hedgehogs on the board, and turns, of an endgame that is solved
PLIES = 700  # of a game that is looked at


def games(name: str, seed: int) -> Iterator[Any]:
    """Decisions in games of a set, by two players where two may play (of the base game by two to four)."""
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


def judged(game: Any, skill: str | Skill, seed: int) -> dict[str, float]:
    """What each move leaves, the best first; nothing where a move was not looked at."""
    weighed = Player(skill, seed).weigh(game)
    if any(one.chance is None for one in weighed):
        return {}
    return dict(sorted(((str(one.move), one.chance or 0.0) for one in weighed), key=lambda pair: -pair[1]))


def margin(chances: dict[str, float]) -> float:
    """By how much the best move is better than the second."""
    first, second, *_ = chances.values()
    return first - second


def posed(game: Any) -> dict[str, Any] | None:
    """The puzzle of a decision, if it is one."""
    chances = judged(game, FIRST, 1)
    if not chances or margin(chances) < SEEN or max(chances.values()) < LEAST or not missed(game, chances):
        return None
    chances, exact = judged(game, MASTER, 4), False
    if not clear(chances, next(iter(chances))) or not clear(judged(game, FURTHER, 5), next(iter(chances))):
        return None
    if (truth := solved(game)) is not None:
        if margin(truth) < CLEAR or next(iter(truth)) != next(iter(chances)):
            return None
        chances, exact = truth, True
    if not (many := missed(game, chances)):
        return None  # nobody would learn anything
    shown = {move: round(chance, 4) for move, chance in chances.items()}
    return {"rules": str(game.rules), "at": str(game), "chances": shown, "missed": many, "exact": exact}


def clear(chances: dict[str, float], best: str) -> bool:
    """Is this the best move by far?"""
    return next(iter(chances)) == best and margin(chances) >= CLEAR


def missed(game: Any, chances: dict[str, float]) -> int:
    """How many of the weaker players miss the best move."""
    return sum(next(iter(judged(game, one, 3)), "") != next(iter(chances)) for one in WEAKER)


def solved(game: Any) -> dict[str, float] | None:
    """The same by perfect play, in an endgame that can be solved."""
    on_board = sum(len(stack) for stack in game.position.stacks.values())
    if game.rules.players != 2 or on_board > LEFT:
        return None
    try:
        exact = Exact(game.rules, game.state.copy(), TURNS).moves(game.state.copy())
    except (ValueError, LookupError):
        return None
    texts = {packed: text for text, (_, packed) in game._list().items()}
    return dict(sorted(((texts[packed], chance) for packed, chance in exact.items()), key=lambda pair: -pair[1]))


def made(name: str, seed: int) -> list[dict[str, Any]]:
    """The puzzles of a set, the easiest first."""
    found: list[dict[str, Any]] = []
    asked, answer = games(name, seed), None
    try:
        game = next(asked)
        while len(found) < WANTED.get(name, EACH):
            answer = posed(game)
            if answer is not None and hedgekit.Game.from_text(answer["rules"], answer["at"]).moves():
                found.append(answer)
            game = asked.send(answer)
    except StopIteration:
        pass
    return sorted(found, key=lambda one: one["missed"])


def main() -> None:
    """Make those of every set, or of some, and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", help="variants by number, 0 for the base game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    known = json.loads(OUT.read_text("utf-8")) if OUT.exists() else {}
    names = [str(number) for number, one in hedgekit.VARIANTS.items() if not hedgekit.rules(str(number)).engine]
    for name in given.sets or names:
        begun = time.process_time()
        found = made(name, given.seed)
        print(name, len(found), [one["missed"] for one in found], f"{time.process_time() - begun:.0f} s", flush=True)
        known[name] = found
        lines = ",\n".join(f'"{one}": {json.dumps(known[one])}' for one in sorted(known, key=int) if known[one])
        OUT.write_text(f"{{{lines}}}\n", "utf-8")


if __name__ == "__main__":
    main()
