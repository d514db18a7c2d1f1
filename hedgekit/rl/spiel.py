"""A race as an OpenSpiel game in Python.  Its chance nodes are explicit, as OpenSpiel's algorithms expect."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy
import pyspiel

from ..games.race.engine.board import PLAYERS
from ..games.race.play.game import Game
from ..games.race.variants.fields import fields_of
from ..text.errors import HedgekitError
from .race import DECISIONS, Race, race_of

OUTCOMES = 6**3
"""An upper bound for the outcomes of a chance node."""


KIND = pyspiel.GameType(
    short_name="python_hedgehogs", long_name="Les Hérissons pressés",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=len(PLAYERS), min_num_players=2,
    provides_information_state_string=False, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=True,
    parameter_specification={"rules": "0 players=2", "limit": DECISIONS},
)  # fmt: skip
"""The entry in OpenSpiel's registry: `pyspiel.load_game("python_hedgehogs", {"rules": "9 players=2"})`."""


def game(rules: Any, limit: int = DECISIONS) -> Any:
    """See `hedgekit.rl.spiel_game`."""
    return SpielGame({"rules": str(race_of(rules)), "limit": limit})


class SpielGame(pyspiel.Game):
    """The game of one rule set.  params: its text, and after how many decisions a game is given up.

    (OpenSpiel's own text of a game has its marks in names of parameters alone: those of a rule set are quoted there.)
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**KIND.parameter_specification, **(params or {})}
        race, limit = Race(unquote(given["rules"])), int(given["limit"])
        if any(field.known != "all" for field in fields_of(race.rules)):
            raise HedgekitError("error.rl.secret", rules=str(race.rules))
        info = pyspiel.GameInfo(
            num_distinct_actions=race.encoding.actions, max_chance_outcomes=OUTCOMES, num_players=race.rules.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=limit,
        )  # fmt: skip
        super().__init__(KIND, info, {"rules": quote(str(race.rules), safe=" +[]"), "limit": limit})
        self.race = race

    def new_initial_state(self) -> Any:
        """Return a game at its beginning."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer that writes the vector of `encoding.py`."""
        return Observer(self.race.encoding.observation)


class SpielState(pyspiel.State):
    """A game in play."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.race = Race(game.race.rules, draws=False)
        self._limit = game.max_game_length()

    def _game(self) -> Game:
        return Game.standing(self.race.rules, self.race.state.copy())

    def current_player(self) -> int:
        """Return who acts: a seat, chance, or the terminal player."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.race.is_chance else self.race.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.race.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a throw or draw, as the engine packs them, with their probabilities."""
        return [(packed, float(move.probability or 0)) for move, packed in self._game().outcomes()]

    def _apply_action(self, action: int) -> None:
        if self.race.is_chance:
            self.race.draw(action)
        else:
            self.race.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moves = self._game()
        if self.race.is_chance:
            return next(str(move) for move, packed in moves.outcomes() if packed == action)
        packed = self.race.legal[action]
        return next(str(move) for move in moves.moves() if moves.packed(move) == packed)

    def is_terminal(self) -> bool:
        """Is the game over, or beyond its limit?"""
        return self.race.over or self.race.decisions >= self._limit

    def returns(self) -> list[float]:
        """Return every seat's reward."""
        return self.race.rewards()

    def __str__(self) -> str:
        return str(self.race)


class Observer:
    """Writes what a player sees into `tensor`, as OpenSpiel's observers do."""

    def __init__(self, size: int) -> None:
        self.tensor = numpy.zeros(size, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write an observation of a state."""
        self.tensor[:] = state.race.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position as text, as far as a player may know it."""
        return state._game().to_text(PLAYERS[player])


pyspiel.register_game(KIND, SpielGame)
