"""Play games of all compatible pairs of variants; `rulebook/measuring/sets.py` defines the figures."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from itertools import combinations
from typing import Any

import hedgekit
from hedgekit import VARIANTS
from hedgekit.games.race.play.series import in_series
from hedgekit.games.race.rulesets.verdicts import INCOMPATIBLE, POINTLESS, seats, verdict
from hedgekit.games.race.variants import writing
from rulebook.measuring.sets import Figures, Measured, as_measured

from .checkpoint import Checkpoint

GAMES = 80  # of each kind
TRIED, WON = 12, 0.75  # sets with a smaller share of first games won are left out
GREEDY, RANDOM = "hasty", "random"
"""The players: an unchanging greedy one, so that the figures stay comparable (as in `authors.py`)."""
ENGINE = "wasm"  # all engines give the same numbers
USUAL = 4

Report = Callable[..., object]


def candidates() -> Iterator[hedgekit.RuleSet]:
    """Yield the rule sets to measure, in order."""
    for pair in combinations([number for number in VARIANTS if number], 2):
        if verdict(*pair).kind in (INCOMPATIBLE, POINTLESS) or any(VARIANTS[number].engine for number in pair):
            continue
        players = min(seats(VARIANTS[number] for number in pair), key=lambda many: (abs(many - USUAL), many))
        try:
            rules = hedgekit.rules("+".join(map(str, pair)), players)
        except hedgekit.Clash:  # a default option conflicts
            continue
        if not in_series(rules):
            yield rules


def base_of(players: int) -> hedgekit.RuleSet:
    """Return the base game for this number of players, with additional colours if needed."""
    numbers = (0,) if players in VARIANTS[0].players else writing("pieces.colours")
    return hedgekit.rules("+".join(map(str, numbers)), players)


def play(rules: hedgekit.RuleSet, seed: int, games: int) -> Figures:
    """Play games of a rule set and return their figures."""
    among = hedgekit.simulate(str(rules), games, (GREEDY,), seed=seed, engine=ENGINE)
    won = 0.0
    each = -(-games // rules.players)
    for seat in range(rules.players):
        seated = tuple(GREEDY if place == seat else RANDOM for place in range(rules.players))
        result = hedgekit.simulate(str(rules), each, seated, seed=seed, engine=ENGINE)
        won += result.share(result.seats[seat]) * each
    turns = among.mean("turns")
    return Figures(
        turns=_rounded(turns),
        foreign=_rounded(among.mean("foreign") / turns),
        leads=_rounded(among.mean("leads")),
        gap=_rounded(won / each / rules.players),
        ended=_rounded(among.ended.get("won", 0) / games),
    )


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def wins(rules: hedgekit.RuleSet, seed: int) -> bool:
    """Return whether most games of a rule set have a winner."""
    tried = hedgekit.simulate(str(rules), TRIED, (GREEDY,), seed=seed, engine=ENGINE)
    return bool(tried.ended.get("won", 0) >= WON * TRIED)


def measure(seed: int, scale: float, report: Report, checkpoint: Checkpoint | None = None) -> dict[str, Any]:
    """Play all games; return the contents of `sets.json`.

    scale: factor for the number of games; checkpoint: saves intermediate results.
    """
    games, checkpoint = max(1, round(GAMES * scale)), checkpoint or Checkpoint()
    base = cache(lambda players: play(base_of(players), seed, games))

    def one(rules: hedgekit.RuleSet) -> dict[str, Any] | None:
        if not wins(rules, seed):
            return None
        return asdict(Measured(rules.variants, rules.players, play(rules, seed, games), base(rules.players)))

    sets = []
    for rules in candidates():
        if row := checkpoint.of(str(rules), lambda rules=rules: one(rules)):  # type: ignore[misc]
            sets.append(row)
            report("set_row", rules=str(rules), percent=round(100 * as_measured(row).length))
    return {"hedgekit": hedgekit.__version__, "seed": seed, "games": games, "sets": sets}
