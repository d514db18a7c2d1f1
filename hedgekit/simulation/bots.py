"""Bots in simulations of the hedgehogs: the interpreted engine, whose players ask them.

The games are measured as all others are, and have the dice of their seed; a bot beside the engine's own players changes
nothing in how those choose.
"""

from collections.abc import Sequence
from typing import Any

from ..games.race.engine.mind import GREEDY, RANDOM
from ..games.race.engine.state import new_state
from ..games.race.play.game import Game
from ..games.race.rulesets.combining import RuleSet
from ..games.race.rulesets.guarding import answers
from ..games.race.rulesets.kernel import Kernel
from ..players.bots import chosen, is_bot

ASKED = GREEDY, 0, 0
"""What the engine is told of a seat with a bot: somebody who chooses, and does not draw."""


class BotKernel(Kernel):
    """The engine for a rule set and those who sit at its table; players: a bot or anything else, for each seat."""

    def __init__(self, rules: RuleSet, players: Sequence[Any]) -> None:
        self.rules = rules
        self.answers = answers(rules.variants)
        composed: Any = getattr(self.answers, "_inner", self.answers)  # behind the door of rules from outside
        usual, begins, draw = composed.choose, composed.begin_game, composed.draw
        bots = {seat: player for seat, player in enumerate(players) if is_bot(player)}

        def choose(s: Any, work: Any, mind: Any, n: int, most: int) -> int:
            bot = bots.get(s.turn)
            if bot is None:
                return int(s.moves[draw(s, n)] if mind.kind[s.turn] == RANDOM else usual(s, work, mind, n, most))
            game = Game.standing(rules, s.copy())
            return game.packed(chosen(bot, game))

        def begin_game(s: Any, seed: int, number: int, first: int) -> None:
            for seat, bot in bots.items():
                if callable(reset := getattr(bot, "reset", None)):
                    reset((seed << 32 | number) * 16 + seat)
            begins(s, seed, number, first)

        composed.choose, composed.begin_game = choose, begin_game
        self._start = new_state(dict(rules.settings))
        self.answers.set_up(self._start)
