"""What a player of the engine makes of the moves of a game: by the fastest engine there is, or by the clock.

The search is that of `engine/search.py`.  It runs in WebAssembly where that is ready, some twenty times as fast; by
playouts both come to the same to the last bit.
"""

from contextlib import suppress
from time import perf_counter
from typing import Any

from ..engine.board import COLOURS
from ..engine.composing import Answers
from ..engine.evaluation import FULL
from ..engine.mind import ALL, SCRATCH, Mind
from ..players.strength import PLAYOUTS, Skill
from ..rulesets.combining import RuleSet
from ..rulesets.learned import equip
from ..text.errors import HedgekitError

FIRST, MOST = 24, 100_000  # playouts that tell how long one takes; as many as a decision may have
SPARE, WORTH = 0.8, 3  # the part of the time that is planned for; as many times the playouts are worth a new search

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the chances found, added up, and how many they are."""


def weighed(ask: Answers, rules: RuleSet, s: Any, skill: Skill) -> Found:
    """The legal moves of a state as a player of this skill sees them.

    ask: the answers of the rule set; s: the state, whose moves are listed there; it may be changed.
    """
    if skill.kind in PLAYOUTS:
        from ..rulesets import wasm  # here: importing hedgekit stays quick

        with suppress(HedgekitError):  # then as if it were not there
            if wasm.weighs(rules):
                return _quickly(rules, s, skill)
    mind, work = _seated(skill, rules), [s.copy() for _ in range(SCRATCH)]
    n = ask.list_moves(s)
    if skill.milliseconds:
        _by_the_clock(ask, s, work, mind, n, skill.milliseconds / 1000)
    else:
        ask.choose(s, work, mind, n, ALL)
    return [(mind.moves[k], mind.total[k], mind.tries[k]) for k in mind.order[:n]]


def expected(ask: Answers, rules: RuleSet, s: Any, seat: int) -> float:
    """A player's chance to win in a state, as players learned it."""
    mind = _seated(Skill.parse("learned"), rules)
    return float(ask.expect(s, mind, seat, mind.learned[seat]) / FULL)


def _seated(skill: Skill, rules: RuleSet) -> Mind:
    mind = Mind([skill.mind] * COLOURS)
    equip(mind, rules)
    return mind


def _quickly(rules: RuleSet, s: Any, skill: Skill) -> Found:
    """The same in WebAssembly.  By the clock: some playouts tell how many there is time for."""
    from ..rulesets import wasm

    if not skill.milliseconds:
        return wasm.weigh(rules, s, _seated(skill, rules))
    end, number = perf_counter() + skill.milliseconds / 1000, FIRST
    while True:
        begun = perf_counter()
        found = wasm.weigh(rules, s, _seated(skill.with_playouts(number), rules))
        now = perf_counter()
        more = min(MOST, int(number * SPARE * (end - now) / max(now - begun, 1e-6)))
        if more < WORTH * number:
            return found
        number = more


def _by_the_clock(ask: Answers, s: Any, work: list[Any], mind: Mind, n: int, seconds: float) -> None:
    """Have the player on turn look ahead for so long, half of his n listed moves given up again and again.

    What he found is left in `mind`, the move he chooses first in its order.
    """
    end, looked, tried = perf_counter() + seconds, ask.looked_at(s, n), 0
    ask.consider(s, mind, n)
    ask.begin_thinking(s, work, mind, looked)
    live, seed = mind.thought[0], mind.thought[1]
    left = max(1, (live - 1).bit_length())
    while left:
        over = perf_counter() + (end - perf_counter()) / left
        while tried == 0 or perf_counter() < over:
            ask.look(s, work, mind, live, tried, 1, seed)
            tried += 1
        ask.keep_best(mind, live, live)
        live, left = (live + 1) // 2, left - 1
    if looked != n:
        ask.bid(s, mind)
