"""What ignoring the score costs: decisions of a series (18, 19, 20, 24) beside those of a single game.

    python -m benchmarks.series [--endgames 15] [--write]

Two players.  A series is won by points, so that the best move of a game need not be the best one of its series.  In
endgames that play reaches (`endgames.py`) both are found exactly: once by who wins the game, once by what the score
after it is worth, with the score as it was at such a time in series between players who have learned.  What a score is
worth is found by value iteration over scores, with the games that such players played.  Whoever wins most games also
wins most series of 24, where only games won count: there is nothing to measure.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import hedgekit
from hedgekit.games.race.engine.state import OVER, ROLL
from hedgekit.games.race.play.series import Score
from hedgekit.games.race.rulesets.exact import Exact
from hedgekit.games.race.rulesets.kernel import kernel
from hedgekit.players.player import Player

from . import endgames
from .sisters import written
from .tables import Table, markdown

PAGE = Path(__file__).resolve().parent.parent / "docs" / "players.md"
SERIES = ("18 players=2", "19 players=2", "20[rounds=2] players=2")
GAMES = 4_000  # between players who have learned: what a game brings
FURTHEST = 12  # points from nothing that are told apart
TURNS = 10_000  # that may follow an endgame, at most: each is solved for every score
ON_BOARD, TO_RUN = 6, 6  # hedgehogs, and squares they have to run together, at most: with fewer both have two home
SCORES = 1  # scores looked at in an endgame
DECISIONS = 40  # plies of an endgame played on, for decisions
ALIKE = 1e-6  # two chances are the same
PRECISE = 1e-9

Outcome = tuple[int, tuple[int, ...]]  # the bits of the winners, everybody's points


class Ends(Exact):
    """An endgame whose ends are told apart by what they bring; `iterate` says what that is worth."""

    def __init__(self, rules: hedgekit.RuleSet, state: Any, most: int) -> None:
        self.ends: dict[int, Any] = {}
        super().__init__(rules, state, most)

    def _key(self, s: Any) -> Any:
        if s.step != OVER:
            return super()._key(s)
        return s.won, *((s.finished & s.mine[seat]).bit_count() for seat in self._seats)

    def _place(self, state: Any, waiting: list[Any]) -> int:
        place = super()._place(state, waiting)
        if state.step == OVER:
            self.ends.setdefault(place, state)
        return place

    def iterate(self, worth: Callable[[Any], tuple[float, ...]] | None) -> None:
        """Find everybody's chances anew; worth: of an end, None for that of the game."""
        for place in range(len(self._chances)):
            self._chances[place] = (0.0, 0.0)
        for place, end in self.ends.items():
            self._chances[place] = worth(end) if worth else tuple(float(end.won >> seat & 1) for seat in (0, 1))
        self._iterate()


@cache
def outcomes(rules: str) -> Counter[Outcome]:
    """What games between two players who have learned bring."""
    result = hedgekit.simulate(rules, GAMES, ("learned",), seed=1, engine="wasm")
    return Counter(
        (int(won), (int(a), int(b)))
        for won, a, b in zip(result["won"], result["points_A"], result["points_B"], strict=True)
    )


def after(rules: hedgekit.RuleSet, scores: tuple[int, ...], games: int, outcome: Outcome) -> Score:
    """A score, and what a game brings."""
    score = Score(rules)
    score.scores, score.games = list(scores), games
    score.count([seat for seat in (0, 1) if outcome[0] >> seat & 1], outcome[1])
    score.scores = [max(-FURTHEST, min(FURTHEST, one)) for one in score.scores]
    return score


@cache
def worths(rules: str) -> dict[tuple[tuple[int, ...], int], float]:
    """Scores and games played -> the first player's chance to win the series, a tie as half."""
    read, brings = hedgekit.rules(rules), outcomes(rules)
    counted = rules.startswith("20")  # the number of games matters
    found: dict[Any, float] = {}
    follows: dict[Any, list[tuple[int, Any]]] = {}
    waiting = [((0, 0), 0)]
    while waiting:
        state = waiting.pop()
        if state in follows:
            continue
        follows[state], found[state] = [], 0.5
        for outcome, number in brings.items():
            score = after(read, *state, outcome)
            now = tuple(score.scores), score.games if counted else 0
            if score.is_over:
                now = (now, "over")
                found[now] = (0 in score.leaders) / len(score.leaders)
            else:
                waiting.append(now)
            follows[state].append((number, now))
    change = 1.0
    while change > PRECISE:
        change = 0.0
        for state, ways in follows.items():
            new = sum(number * found[now] for number, now in ways) / GAMES
            change, found[state] = max(change, abs(new - found[state])), new
    return found


def met(rules: str, lot: random.Random) -> tuple[tuple[int, ...], int]:
    """A score as it stands before some game of a series."""
    read, brings = hedgekit.rules(rules), outcomes(rules)
    states, score = [], Score(read)
    while not score.is_over:
        states.append((tuple(score.scores), score.games if rules.startswith("20") else 0))
        [outcome] = lot.choices([*brings], [*brings.values()])
        score = after(read, tuple(score.scores), score.games, outcome)
    return lot.choice(states)


def worth_of(rules: str, state: tuple[tuple[int, ...], int]) -> Callable[[Any], tuple[float, ...]]:
    """What an end of a game is worth in a series that stands so."""
    read, known = hedgekit.rules(rules), worths(rules)
    ask = kernel(read).answers

    def worth(end: Any) -> tuple[float, ...]:
        score = after(read, *state, (end.won, tuple(int(ask.score(end, seat)) for seat in (0, 1))))
        now: Any = tuple(score.scores), score.games if rules.startswith("20") else 0
        one = known[(now, "over")] if (now, "over") in known and score.is_over else known[now]
        return one, 1 - one

    return worth


def open_still(game: hedgekit.Game) -> bool:
    """Is it an endgame in which the loser may bring one home, or two, or none?"""
    s = game._state
    few = min((s.finished & s.mine[seat]).bit_count() for seat in (0, 1)) < 2
    return few and endgames.small(game, ON_BOARD, TO_RUN)


def decided(start: hedgekit.Game, player: Player, lot: random.Random) -> list[hedgekit.Game]:
    """The decisions of a game that is played on from an endgame."""
    game, found = start.copy(), []
    for _ in range(DECISIONS):
        if game.is_over:
            break
        if game._state.step != ROLL and len(game.moves()) > 1:
            found.append(game.copy())
        endgames.go_on(game, player, lot)
    return found


def compared(number: int, seed: int = 1) -> dict[str, list[float]]:
    """Rule set -> for each decision what the best move of the game loses of the series."""
    lot, lost = random.Random(seed), {rules: list[float]() for rules in SERIES}
    done = 0
    for start in endgames.starts(SERIES[0], lot, open_still):
        try:
            ends = Ends(start.rules, start._state.copy(), TURNS)
        except ValueError:  # too many
            continue
        done, games = done + 1, decided(start, Player("learned", seed), lot)
        ends.iterate(None)
        usual = [ends.moves(game._state.copy()) for game in games]
        for rules in SERIES:
            for _ in range(SCORES):
                ends.iterate(worth_of(rules, met(rules, lot)))
                for game, chances in zip(games, usual, strict=True):
                    values = ends.moves(game._state.copy())
                    best = max(values.values())
                    equal = [move for move, chance in chances.items() if chance > max(chances.values()) - ALIKE]
                    lost[rules].append(best - sum(values[move] for move in equal) / len(equal))
        print(done, len(ends), {rules: len(many) for rules, many in lost.items()}, flush=True)
        if done == number:
            break
    return lost


def table(number: int) -> Table:
    """How often the best move of the game is not the best of the series, and what that costs."""
    rows = []
    for rules, lost in compared(number).items():
        other = [one for one in lost if one > 10 * ALIKE]
        rows.append(
            (
                rules,
                f"{len(lost)}",
                f"{len(other)} ({len(other) / len(lost):.0%})",
                f"{100 * sum(lost) / len(lost):.2f}",
                f"{100 * max(lost):.1f}",
            )
        )
    head = ("", "decisions", "the game's best move loses", "of 100 series, on average", "of 100 series, at most")
    note = (
        f"In {number} solved endgames of two players, with {SCORES} score(s) each that series between players who have "
        "learned come to. The best moves of the game are those with the best chance to win it; of several that are, "
        "the mean counts. Under 24 a series is won by games alone, so that there is no such decision."
    )
    return Table("What ignoring the score of a series costs", note, head, rows, {})


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--endgames", type=int, default=15)
    parser.add_argument("--write", action="store_true", help=f"put the figures into {PAGE.name}")
    given = parser.parse_args()
    section = markdown(table(given.endgames))
    print(section)
    if given.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), section), "utf-8")


if __name__ == "__main__":
    main()
