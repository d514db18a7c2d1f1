"""A race as an OpenSpiel game in Python, with chance nodes and information states.

Outcomes of chance are numbered from 0 in the order of `Game.moves()`.  Cards (7) are dealt one by one, from the top:
outcome k is card k + 1, and 6 is the joker.
"""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy
import pyspiel

from ..games.race.engine.board import PLAYERS
from ..games.race.engine.playouts import seeded
from ..games.race.engine.state import ANNOUNCE, ANY, OVER, SECRET, SHUFFLE
from ..games.race.notation.conversion import Names
from ..games.race.play.hidden import deal_state, hides
from ..games.race.play.moves import CARDS, outcomes, unpack_played
from .race import DECISIONS, Race, race_of

OUTCOMES = 462
"""The most outcomes of a chance node: six dice (16) in any order."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SEEDS = 2**60


def kind(hidden: bool) -> Any:
    """Return the type of a game.  hidden: whether it has hidden information."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="python_hedgehogs", long_name="Les Hérissons pressés",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(PLAYERS), min_num_players=2,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"rules": "0 players=2", "limit": DECISIONS},
    )  # fmt: skip


KIND = kind(False)
"""The entry in OpenSpiel's registry: `pyspiel.load_game("python_hedgehogs", {"rules": "9 players=2"})`."""


def game(rules: Any, limit: int = DECISIONS) -> Any:
    """See `hedgekit.rl.spiel_game`."""
    return SpielGame({"rules": str(race_of(rules)), "limit": limit})


class SpielGame(pyspiel.Game):
    """The game of one rule set.  params: its text, and the number of decisions before a game is cut off.

    Rule sets are quoted, as OpenSpiel gives some of their characters a meaning in a game's text.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**KIND.parameter_specification, **(params or {})}
        race, limit = Race(unquote(given["rules"]), draws=False), int(given["limit"])
        info = pyspiel.GameInfo(
            num_distinct_actions=race.encoding.actions, max_chance_outcomes=OUTCOMES, num_players=race.rules.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=limit,
        )  # fmt: skip
        self.race, self.hides, self.limit = race, hides(race.rules), limit
        self.chances: dict[int, tuple[list[tuple[int, float]], list[int], Any]] = {}
        super().__init__(kind(self.hides), info, {"rules": quote(str(race.rules), safe=" +[]"), "limit": limit})

    def new_initial_state(self) -> Any:
        """Return the initial state of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer of what a player sees, or with perfect recall of everything they have seen."""
        return Observer(self.race.encoding.observation, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.race, self._limit = game.race.copy(), game.limit
        self._pile: tuple[int, ...] = ()  # the cards dealt so far
        self._seen = ("",) * game.race.rules.players if game.hides else ()  # everything each seat has seen
        self._settle()

    def _settle(self) -> None:
        race, s = self.race, self.race.state
        if s.step == OVER or race.decisions >= self._limit:
            self._player = TERMINAL
        else:
            self._player = CHANCE if race._answers.is_chance(s) else int(s.turn)

    def current_player(self) -> int:
        """Return the player to act: a seat, chance, or the terminal player."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over, or beyond its limit."""
        return self._player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.race.legal)

    def _chances(self) -> tuple[list[tuple[int, float]], list[int]]:
        """Return the numbered outcomes of chance with their probabilities, and the packed moves."""
        race, known = self.race, self.get_game().chances
        if race.state.step == SHUFFLE:
            left = [
                card for card in range(1, ANY + 1) for _ in range(CARDS.count(_face(card)) - self._pile.count(card))
            ]
            return [(card - 1, left.count(card) / len(left)) for card in sorted({*left})], [*range(1, ANY + 1)]
        listed = outcomes(race._answers, race.state)
        found = known.get(id(listed))  # outcomes of a throw are listed only once
        if found is None or found[2] is not listed:
            pairs = [(k, float(move.probability or 0)) for k, (move, _) in enumerate(listed.values())]
            found = known[id(listed)] = pairs, [packed for _, packed in listed.values()], listed
        return found[0], found[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbered outcomes of a throw or a card, with their probabilities."""
        return self._chances()[0]

    def _apply_action(self, action: int) -> None:
        race = self.race
        step, turn = race.state.step, self._player
        if turn != CHANCE:
            race.act(action)
        elif step != SHUFFLE:
            race.draw(self._chances()[1][action])
        else:
            self._pile = *self._pile, action + 1
            if len(self._pile) == len(CARDS):
                race.state.deck[:] = self._pile
                race.draw(0)
        if self._seen:
            shown = f" {action}" if step != ANNOUNCE else f" {action}{race.state.deck[-action:]}"
            secret = step in (SHUFFLE, SECRET)
            self._seen = tuple(
                before + (" ?" if secret and seat != turn else shown) for seat, before in enumerate(self._seen)
            )
        self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        race = self.race
        if race.state.step == SHUFFLE:
            return _face(action + 1)
        packed = self._chances()[1][action] if race.is_chance else race.legal[action]
        return str(unpack_played(packed, race.state, Names(race.rules)))

    def returns(self) -> list[float]:
        """Return every seat's reward."""
        return self.race.rewards()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """Return a state that the player cannot distinguish from this one, with hidden information redealt.

        sampler: returns random numbers from 0 to 1.
        """
        race = self.race.copy()
        s, pile = race.state, list(self._pile)
        s.rng = seeded(int(sampler() * SEEDS) >> 24, int(sampler() * SEEDS))
        deal_state(race._answers, s, player, race.turned)
        if s.carded and s.step == SHUFFLE:
            race._answers.shuffle(s)
        if s.carded:
            back = race.turned % len(CARDS)
            pile = [*s.deck[len(CARDS) - back :], *s.deck[: len(CARDS) - back]][: len(self._pile)]
        found, cards = self.get_game().new_initial_state(), iter(pile)
        for action in self.history():
            step = found.race.state.step
            if step == SHUFFLE:
                action = next(cards) - 1
            elif step == SECRET and found.race.turn != player:
                action = s.secret[found.race.turn]
            found.apply_action(action)
        return found

    def __str__(self) -> str:
        return str(self.race)


def _face(card: int) -> str:
    return "*" if card == ANY else str(card)


class Observer:
    """Writes a player's observation into `tensor`, or as a string; recall: the string has everything seen so far."""

    def __init__(self, size: int, recall: bool) -> None:
        self.tensor = numpy.zeros(size, numpy.float32)
        self.dict = {"observation": self.tensor}
        self._recall = recall

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a state."""
        self.tensor[:] = state.race.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player may know of the position as text, or everything they have seen."""
        if self._recall:
            return PLAYERS[player] + (state._seen[player] if state._seen else " " + state.history_str())
        return state.race.game().to_text(PLAYERS[player])


pyspiel.register_game(KIND, SpielGame)
