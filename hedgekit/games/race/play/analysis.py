"""Have a computer player weigh the moves of a state, with the fastest engine available or within a time limit.

The search is that of `engine/choice/search.py`.  It runs in WebAssembly where that is ready, some twenty times as fast;
by playouts both come to the same to the last bit, but where an endgame is solved that is too large to be (`ROOM`).
"""

from collections.abc import Generator
from contextlib import suppress
from time import perf_counter
from typing import Any

from ....players.searching import Watch, finished
from ....players.strength import PLAYOUTS, Skill
from ....text.errors import HedgekitError
from ..engine.board import COLOURS
from ..engine.choice.evaluation import FULL
from ..engine.choice.memory import ALL, SCRATCH, Mind
from ..engine.composing import Answers
from ..rulesets.combining import RuleSet
from ..rulesets.trained_weights import equip

FIRST, MOST = 24, 100_000  # playouts that tell how long one takes; as many as a decision may have
ROOM = 1_600  # turns of a table that is made interpreted: most of a second
SPARE, WORTH = 0.8, 3  # the part of the time that is planned for; as many times the playouts are worth a new search

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the chances found, added up, and how many they are."""


def weighed(ask: Answers, rules: RuleSet, s: Any, skill: Skill) -> Found:
    """The legal moves of a state as a player of this skill sees them.

    ask: the answers of the rule set; s: the state, whose moves are listed there; it may be changed.
    """
    return finished(weighing(ask, rules, s, skill, ALL))


def weighing(ask: Answers, rules: RuleSet, s: Any, skill: Skill, some: int = 1) -> Generator[float, None, Found]:
    """The same in slices (`players/searching.py`).  some: playouts of the first; ALL: there is only one."""
    if skill.kind in PLAYOUTS:
        from ..rulesets import move_search as quick  # here: importing hedgekit stays quick

        with suppress(HedgekitError):  # then as if it were not there
            if quick.weighs(rules):
                return (yield from _quickly(rules, s, skill, some))
    mind, work, watch = seated(skill, rules), [s.copy() for _ in range(SCRATCH)], Watch()
    mind.room[0] = ROOM
    n = ask.list_moves(s)
    if skill.milliseconds:
        yield from _by_the_clock(ask, s, work, mind, n, skill.milliseconds / 1000)
    else:

        def choose(playouts: int) -> bool | None:
            return ask.choose(s, work, mind, n, playouts) >= 0 or None

        yield from watch.sliced(choose, lambda: watch.asked / skill.playouts, some)
    return [(mind.moves[k], mind.total[k], mind.tries[k]) for k in mind.order[:n]]


def expected(ask: Answers, rules: RuleSet, s: Any, seat: int) -> float:
    """A player's chance to win in a state, as players learned it."""
    mind = seated(Skill.parse("learned"), rules)
    return float(ask.expect(s, mind, seat, mind.learned[seat]) / FULL)


def seated(skill: Skill, rules: RuleSet) -> Mind:
    """The players of a game, if a player of this skill sits at every seat."""
    mind = Mind([skill.mind] * COLOURS)
    equip(mind, rules)
    return mind


def _quickly(rules: RuleSet, s: Any, skill: Skill, some: int) -> Generator[float, None, Found]:
    """The same in WebAssembly.  By the clock: some playouts tell how many there is time for."""
    from ..rulesets import move_search as quick

    watch, seconds, weigher = Watch(), skill.milliseconds / 1000, quick.Weigher()
    number = FIRST if seconds else skill.playouts
    while True:
        mind, before = seated(skill.with_playouts(number), rules), watch.spent
        weigher.begin(rules, s, mind)
        found = yield from watch.sliced(
            weigher.go_on, lambda: watch.spent / seconds if seconds else watch.asked / skill.playouts, some
        )
        more = min(MOST, int(number * SPARE * (seconds - watch.spent) / max(watch.spent - before, 1e-6)))
        if more < WORTH * number:
            return found
        number = more


def _by_the_clock(
    ask: Answers, s: Any, work: list[Any], mind: Mind, n: int, seconds: float
) -> Generator[float, None, None]:
    """Have the player on turn look ahead for so long, half of his n listed moves given up again and again.

    What he found is left in `mind`, the move he chooses first in its order.
    """
    begun, spent, looked, tried = perf_counter(), 0.0, ask.looked_at(s, n), 0
    ask.consider(s, mind, n)
    if ask.begin_thinking(s, work, mind, looked):
        return
    spent += perf_counter() - begun
    live, seed = mind.thought[0], mind.thought[1]
    left = max(1, (live - 1).bit_length())
    while left:
        over = spent + (seconds - spent) / left
        while tried == 0 or spent < over:
            begun = perf_counter()
            ask.look(s, work, mind, live, tried, 1, seed)
            spent, tried = spent + perf_counter() - begun, tried + 1
            yield min(1.0, spent / seconds)
        ask.keep_best(mind, live, live)
        live, left = (live + 1) // 2, left - 1
    if looked != n:
        ask.bid(s, mind)
