"""Weigh the moves of a state as a computer player does, with the fastest engine available, or within a time limit.

The search is in `engine/choice/search.py`.  In WebAssembly, where available, it is about twenty times as fast.  With a
number of playouts both engines return the same bits, unless only one of them may solve the endgame (`TABLE_LIMIT`).
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from typing import Any

from ....players.searching import Watch
from ....players.strength import PLAYOUTS, Skill
from ....text.errors import HedgekitError
from ..engine.board import COLOURS
from ..engine.choice.evaluation import FULL
from ..engine.choice.memory import SCRATCH, Mind
from ..engine.composing import Answers
from ..rulesets.rule_set import RuleSet
from ..rulesets.trained_weights import equip

FIRST_PLAYOUTS, MAX_PLAYOUTS = 12, 100_000  # of the search that measures the speed; of a decision
TABLE_LIMIT, TIMED_TABLE_LIMIT = 1_600, 100  # turns in an endgame table of the interpreted engine (most of a second)
TIME_SHARE = 0.8  # of the time left, for which playouts are planned
RESTART_FACTOR = 3  # more than this times the last playouts are worth another search

Found = list[tuple[int, int, int]]
"""Packed moves, the best first, each with the sum and the number of its estimates."""
GoOn = Callable[[int], Found | None]
"""Continues a search for a number of playouts; returns None while it is not finished."""


def search(ask: Answers, rules: RuleSet, s: Any, skill: Skill, first: int) -> Generator[float, None, Found]:
    """Return the legal moves of a state with a player's estimates, as a search in slices (`players/searching.py`).

    ask: the answers of the rules; s: may be changed; first: playouts in the first slice.
    """
    skill = Skill.parse("greedy") if skill.kind == "random" else skill  # random players estimate nothing themselves
    if skill.kind in PLAYOUTS:
        from ..rulesets import move_search  # here: importing hedgekit stays quick

        with suppress(HedgekitError):  # fall back to the interpreted engine
            if move_search.can_search(rules):
                weigher = move_search.Weigher()

                def begin(mind: Mind) -> GoOn:
                    weigher.begin(rules, s, mind)
                    return weigher.go_on

                return (yield from _sliced(begin, rules, skill, first))
    return (yield from _sliced(partial(_interpreted, ask, s, skill.milliseconds), rules, skill, first))


def _interpreted(ask: Answers, s: Any, milliseconds: int, mind: Mind) -> GoOn:
    """Begin a search in the interpreted engine."""
    state, work = s.copy(), [s.copy() for _ in range(SCRATCH)]
    n, mind.room[0] = ask.list_moves(state), TIMED_TABLE_LIMIT if milliseconds else TABLE_LIMIT

    def go_on(playouts: int) -> Found | None:
        if ask.choose(state, work, mind, n, playouts) < 0:
            return None
        return [(mind.moves[k], mind.total[k], mind.tries[k]) for k in mind.order[:n]]

    return go_on


def _sliced(begin: Callable[[Mind], GoOn], rules: RuleSet, skill: Skill, first: int) -> Generator[float, None, Found]:
    """Search in slices; with a time limit, search again with as many playouts as there is time for."""
    watch, seconds = Watch(first), skill.milliseconds / 1000
    number = FIRST_PLAYOUTS if seconds else skill.playouts
    while True:
        mind, before = mind_for(skill.with_playouts(number), rules), watch.spent
        found = yield from watch.sliced(
            begin(mind), lambda: watch.spent / seconds if seconds else watch.playouts / skill.playouts
        )
        more = min(MAX_PLAYOUTS, int(number * TIME_SHARE * (seconds - watch.spent) / max(watch.spent - before, 1e-6)))
        if more <= RESTART_FACTOR * number:
            return found
        number = more


def win_chance(ask: Answers, rules: RuleSet, s: Any, seat: int) -> float:
    """Return a player's chance to win in a state, as the trained weights estimate it."""
    mind = mind_for(Skill.parse("learned"), rules)
    return float(ask.expect(s, mind, seat, mind.learned[seat]) / FULL)


def mind_for(skill: Skill, rules: RuleSet) -> Mind:
    """Return the memory of players of this skill at every seat."""
    mind = Mind([skill.mind] * COLOURS)
    equip(mind, rules)
    return mind
