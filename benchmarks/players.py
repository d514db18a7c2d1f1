"""How well the players play: each against the one before, and against endgames that are solved exactly.

    python -m benchmarks.players [--write] [--games 400] [--positions 40] [--rules "0 players=2" ...]
    python -m benchmarks.players --variants --games 550     the ladder in every variant alone, with the fewest players

Prints Markdown; with --write it replaces the section of docs/players.md that it made.  Shares are of one player among
weaker ones, from every seat in turn, with Wilson's interval of 95 %; a rung is clearly better where Holm's test over
the whole table says so.  Endgames are drawn from random play after STARTS, and everybody's chances in them are those of
`hedgekit.rulesets.exact`.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import hedgekit
from hedgekit.engine.state import OVER, ROLL
from hedgekit.players.player import Player
from hedgekit.rulesets.exact import Exact
from hedgekit.simulation.estimates import holm, p_above, wilson

from .tables import Table, markdown

PAGE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
MARK = "<!-- measured -->"
LADDER = ("random", "greedy", "learned", "lookahead", "master")
RULES = ("0 players=2", "0 players=3", "0 players=4", "0 players=6")
STARTS = {
    "0 players=2": "g1=A3 h4=A4 h2=B3 g5=B4 home=A1A2B1B2 turn=A step=roll",
    "1 players=2": "h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll",
    "3 players=2": "h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll",
    "9 players=2": "h1=A3 h4=A4 h2=B3 h5=B4 home=A1A2B1B2 turn=A step=roll",
}
LOST = 0.05  # a decision that costs more is a bad one
DEEP = 40  # plies of random play, at most, from a start to an endgame


def alone() -> list[str]:
    """Every variant alone that is a race of its own, with the fewest players: what counts games is the base game."""
    return [
        f"{number} players={min(variant.seats)}"
        for number, variant in hedgekit.VARIANTS.items()
        if number not in (0, 18, 19, 20, 24, 40)
    ]


def share(rules: str, strong: str, weak: str, games: int) -> tuple[float, tuple[float, float], int]:
    """The share of games that one player wins among weaker ones, its interval, and how many games that is."""
    players = hedgekit.rules(rules).players
    each, won, played = -(-games // players), 0.0, 0
    for seat in range(players):
        seated = [strong if place == seat else weak for place in range(players)]
        result = hedgekit.simulate(rules, each, seated, seed=seat, engine="wasm", columns=False)
        won += result.share(result.seats[seat]) * result.games
        played += result.games
    return won / played, wilson(won, played, 0.95), played


def ladder(rules: Sequence[str], games: int) -> Table:
    """Each player among those of the rung before."""
    rows, tests = [], {}
    for one in rules:
        for weak, strong in pairwise(LADDER):
            number = games if strong in ("lookahead", "master") else games // 4
            begun = time.process_time()
            part, (low, high), played = share(one, strong, weak, number)
            spent = 1000 * (time.process_time() - begun) / played
            fair = 1 / hedgekit.rules(one).players
            tests[len(rows)] = p_above(part * played, played, fair)
            rows.append((f"{one}: {strong}", weak, f"{part:.3f}", f"{low:.3f}–{high:.3f}", f"{fair:.3f}", f"{played}"))
            print(*rows[-1], f"{spent:.1f} ms", flush=True)
    clear = holm(tests)
    head = ("", "among", "wins", "95 %", "fair", "games", "clearly better")
    note = (
        f"One player at every seat in turn. Clearly better in {len(clear)} of {len(rows)} rows (Holm over the table)."
    )
    told = [(*row, "yes" if k in clear else "no") for k, row in enumerate(rows)]
    return Table("Each rung among those of the one before", note, head, told, {})


@cache
def solved(rules: str) -> Exact:
    """The endgames after a start."""
    return Exact(hedgekit.rules(rules), hedgekit.Game.from_text(rules, STARTS[rules])._state)


def endgames(rules: str, number: int, seed: int = 1) -> Iterator[hedgekit.Game]:
    """Positions after a start in which it matters what is chosen."""
    source, exact = random.Random(seed), solved(rules)
    while number:
        game = hedgekit.Game.from_text(rules, STARTS[rules])
        for _ in range(source.randrange(DEEP)):
            if game.is_over:
                break
            game.play(source.choice(game.moves()))
        if game.is_over or game._state.step in (OVER, ROLL):
            continue
        chances = exact.moves(game._state.copy()).values()
        if max(chances) - min(chances) > 0.01:
            number -= 1
            yield game


def judged(rules: str, skill: str, number: int) -> tuple[float, float, int, float]:
    """Mean regret, how far the shown chance is off (rms), decisions that lose more than LOST, milliseconds a move."""
    regret = off = took = 0.0
    bad = 0
    for place, game in enumerate(endgames(rules, number)):
        begun = time.process_time()
        best = Player(skill, place).weigh(game)[0]
        took += time.process_time() - begun
        packed = {str(move): number for move, number in game._list().values()}
        chances = solved(rules).moves(game._state.copy())
        lost = max(chances.values()) - chances[packed[str(best.move)]]
        regret += lost
        bad += lost > LOST
        off += ((best.chance or 0.0) - chances[packed[str(best.move)]]) ** 2
    return regret / number, (off / number) ** 0.5, bad, 1000 * took / number


def against_truth(skills: Sequence[str], number: int) -> Table:
    """Players in endgames that are solved."""
    rows = []
    for rules in STARTS:
        for skill in skills:
            regret, off, bad, took = judged(rules, skill, number)
            rows.append((f"{rules}: {skill}", f"{regret:.4f}", f"{bad} of {number}", f"{off:.3f}", f"{took:.0f}"))
            print(*rows[-1], flush=True)
    head = ("", "mean regret", "lose more than 5 %", "shown chance off by (rms)", "ms of CPU a move, interpreted")
    note = "Two players, some hedgehogs from home; regret is what the chosen move loses against the best."
    return Table("In endgames solved exactly", note, head, rows, {})


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--variants", action="store_true", help="every variant alone instead, and no endgames")
    given = parser.parse_args()
    if given.variants:
        print(markdown(ladder(alone(), given.games)))
        return
    tables = [ladder(given.rules, given.games), against_truth((*LADDER[1:], "master:300ms"), given.positions)]
    text = "\n".join(markdown(table) for table in tables)
    print(text)
    if given.write:
        before = PAGE.read_text("utf-8").partition(MARK)[0]
        PAGE.write_text(f"{before}{MARK}\n\n{text}", "utf-8")


if __name__ == "__main__":
    main()
