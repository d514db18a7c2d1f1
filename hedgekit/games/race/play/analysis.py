"""Have a computer player weigh the moves of a state, with the fastest engine available or within a time limit.

The search is that of `engine/choice/search.py`.  It runs in WebAssembly where that is ready, some twenty times as fast;
by playouts both come to the same to the last bit, but where an endgame is solved that is too large to be (`ROOM`).
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from typing import Any

from ....players.searching import Watch, finished
from ....players.strength import PLAYOUTS, Skill
from ....text.errors import HedgekitError
from ..engine.board import COLOURS
from ..engine.choice.evaluation import FULL
from ..engine.choice.memory import ALL, SCRATCH, Mind
from ..engine.composing import Answers
from ..rulesets.rule_set import RuleSet
from ..rulesets.trained_weights import equip

FIRST, MOST = 12, 100_000  # playouts that tell how long one takes; as many as a decision may have
ROOM, SMALL = 1_600, 100  # turns of a table that is made interpreted: most of a second; by the clock
SPARE, WORTH = 0.8, 3  # the part of the time that is planned for; as many times the playouts are worth a new search

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the chances found, added up, and how many they are."""
GoOn = Callable[[int], Found | None]
"""Goes on with a search for so many playouts; None if it is not done then."""


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
                weigher = quick.Weigher()

                def begin(mind: Mind) -> GoOn:
                    weigher.begin(rules, s, mind)
                    return weigher.go_on

                return (yield from _searched(begin, rules, skill, some))
    return (yield from _searched(partial(_interpreted, ask, s, skill.milliseconds), rules, skill, some))


def _interpreted(ask: Answers, s: Any, by_the_clock: int, mind: Mind) -> GoOn:
    """Begin a search in the interpreted engine."""
    state, work = s.copy(), [s.copy() for _ in range(SCRATCH)]
    n, mind.room[0] = ask.list_moves(state), SMALL if by_the_clock else ROOM

    def go_on(playouts: int) -> Found | None:
        if ask.choose(state, work, mind, n, playouts) < 0:
            return None
        return [(mind.moves[k], mind.total[k], mind.tries[k]) for k in mind.order[:n]]

    return go_on


def _searched(begin: Callable[[Mind], GoOn], rules: RuleSet, skill: Skill, some: int) -> Generator[float, None, Found]:
    """Search in slices.  By the clock: some playouts tell how many there is time for, and these are a new search."""
    watch, seconds = Watch(), skill.milliseconds / 1000
    number = FIRST if seconds else skill.playouts
    while True:
        mind, before = seated(skill.with_playouts(number), rules), watch.spent
        found = yield from watch.sliced(
            begin(mind), lambda: watch.spent / seconds if seconds else watch.playouts / skill.playouts, some
        )
        more = min(MOST, int(number * SPARE * (seconds - watch.spent) / max(watch.spent - before, 1e-6)))
        if more <= WORTH * number:
            return found
        number = more


def expected(ask: Answers, rules: RuleSet, s: Any, seat: int) -> float:
    """A player's chance to win in a state, as players learned it."""
    mind = seated(Skill.parse("learned"), rules)
    return float(ask.expect(s, mind, seat, mind.learned[seat]) / FULL)


def seated(skill: Skill, rules: RuleSet) -> Mind:
    """The players of a game, if a player of this skill sits at every seat."""
    mind = Mind([skill.mind] * COLOURS)
    equip(mind, rules)
    return mind
