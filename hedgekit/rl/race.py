"""A race for learners: the environment plays chance, so each step is a decision."""

from typing import Any

from ..games.race.engine.batch import OBSERVATION
from ..games.race.engine.playouts import seeded
from ..games.race.engine.state import ANNOUNCE, CALL, DRAW, NUMBER, OVER, SHUFFLE
from ..games.race.notation.moves import Move
from ..games.race.play.game import Game
from ..games.race.play.hidden import deal_state, hides
from ..games.race.rulesets.engines import kernel
from ..games.race.rulesets.rule_set import RuleSet, rules
from ..notation.tokens import check_seed
from ..play.view import View
from ..text.errors import HedgekitError
from .encoding import encoding_of, import_extra

DECISIONS = 10_000
"""The default number of decisions before an environment truncates a game."""


def race_of(rule_set: RuleSet | str) -> RuleSet:
    """Return a rule set, which may be given as text.

    Raises HedgekitError for a game other than the race; NotationError or Clash for rules that cannot be played.
    """
    found = rule_set if isinstance(rule_set, RuleSet) else rules(rule_set)
    if found.engine:
        raise HedgekitError("error.rl.race", rules=str(found))
    return found


def shares(won: int, players: int) -> list[float]:
    """Return each seat's reward for these winners (bits of a state's `won`)."""
    winners = [seat for seat in range(players) if won >> seat & 1]
    if not winners or won & DRAW or len(winners) == players:
        return [0.0] * players
    lost = -1 / (players - len(winners))
    return [1 / len(winners) if seat in winners else lost for seat in range(players)]


def _unpickle(fields: dict[str, Any], decisions: int, draws: bool, turned: int, game: Game) -> "Race":
    """Rebuild a pickled race from the fields of its state, the number of decisions and the game so far."""
    race = Race.standing(game.rules, kernel(game.rules).state_of(fields.__getitem__), turned)
    race.decisions, race._draws, race._game = decisions, draws, game
    return race


class Race:
    """A game for learners: chance is drawn from the seed, so each step is a decision.

    draws: if False, the caller passes outcomes of chance to `draw`.  `state` is the engine's, including hidden
    information; `turned` counts the cards turned (7).  Errors as for `race_of`.
    """

    def __init__(self, rules_text: RuleSet | str, seed: int = 0, game: int = 0, draws: bool = True) -> None:
        self.rules = race_of(rules_text)
        self.encoding = encoding_of(self.rules)
        self._engine, self._draws = kernel(self.rules), draws
        self.begin(seed, game)

    @classmethod
    def standing(cls, rules_text: RuleSet | str, state: Any, turned: int = 0) -> "Race":
        """Return a race that continues from a state, which it takes over.  Errors as for `Race`."""
        race = cls(rules_text)
        race.state, race._legal, race.turned = state, None, turned
        race._game, race._since = Game.standing(race.rules, state.copy(), turned), []
        return race

    def copy(self) -> "Race":
        """Return an independent copy."""
        race = object.__new__(type(self))
        race.__dict__.update(self.__dict__, state=self.state.copy(), _legal=None)
        race._game, race._since = self._game and self._game.copy(), [*self._since]
        return race

    def __reduce__(self) -> Any:
        fields = {name: getattr(self.state, name) for name, one in self.state.declared.items() if one.lives != CALL}
        return _unpickle, (fields, self.decisions, self._draws, self.turned, self.game())

    __copy__ = __deepcopy__ = lambda self, *_: self.copy()

    def begin(self, seed: int, game: int = 0) -> None:
        """Begin a game of a seed, by its number."""
        check_seed(seed)
        check_seed(game)
        self.state = self._engine.start()
        self.state.rng = seeded(seed, game)
        self._answers = self._engine.answers
        self.decisions = self.turned = 0
        self._game: Game | None = None  # as of the last call of `game`, None for the beginning
        self._since: list[int | list[int]] = []  # moves since then
        self._settle()

    def _settle(self) -> None:
        """Draw outcomes of chance until the next decision or the end."""
        ask, s = self._answers, self.state
        while self._draws and self.is_chance:
            self._play(ask.toss(s))
        self._legal: dict[int, int] | None = None

    @property
    def is_chance(self) -> bool:
        """Whether chance decides the current step."""
        return bool(self.state.step != OVER and self._answers.is_chance(self.state))

    def _play(self, packed: int) -> None:
        s = self.state
        self._since.append(packed if s.step != SHUFFLE else s.deck[:])
        self._answers.play(s, packed)

    def draw(self, packed: int) -> None:
        """Play a packed outcome of chance."""
        self._play(packed)
        self._settle()

    @property
    def legal(self) -> dict[int, int]:
        """The legal actions, each with its packed move; none after the game."""
        if self._legal is None:
            s = self.state
            self._legal = {} if s.step == OVER else self.encoding.legal(s.moves[: self._answers.list_moves(s)])
        return self._legal

    def act(self, action: int) -> None:
        """Play an action; ValueError for an illegal one, which changes nothing."""
        if not self.allows(action):
            raise ValueError(f"action {str(action)[:24]} is not legal")
        self.play(self.legal[int(action)])

    def allows(self, action: Any) -> bool:
        """Return whether this is a legal action."""
        try:
            return int(action) in self.legal
        except (TypeError, ValueError, OverflowError):
            return False

    def play(self, packed: int) -> None:
        """Play a packed legal move."""
        self.decisions += 1
        if self.state.step == ANNOUNCE:
            self.turned += packed >> NUMBER & 7
        self._play(packed)
        self._settle()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.step == OVER)

    @property
    def turn(self) -> int:
        """The seat on turn, from 0."""
        return int(self.state.turn)

    def rewards(self) -> list[float]:
        """Return each seat's reward: 1 shared by the winners, -1 by the others; 0 for a draw or a running game."""
        return shares(self.state.won, self.rules.players)

    def game(self) -> Game:
        """Return a copy of the game so far, with hidden information and other dice.

        It begins at the state that the race took over, if any.
        """
        if self._game is None:
            self._game = Game(self.rules)
        for packed in self._since:
            self._game.follow_packed(packed)
        self._since.clear()
        return self._game.copy()

    def view(self, seat: str | None = None) -> View[Move]:
        """Return what a seat (or a spectator) may know (see `Game.view`)."""
        return self.game().view(seat)

    def _redealt(self, seat: int) -> Any:
        """Return a copy of the state with the information hidden from a seat redealt."""
        s = self.state.copy()
        if not self.over and hides(self.rules):
            s.rng = seeded(s.rng >> 24, s.rng)  # so that the deal reveals nothing about the dice
            deal_state(self._answers, s, seat, self.turned)
        return s

    def __str__(self) -> str:
        """Return what a spectator may know of the position."""
        return str(self.view())

    def observation(self, seat: int | None = None) -> Any:
        """Return a seat's observation, by default the one on turn: int8, (encoding.observation,); needs NumPy."""
        return self._observations([self.state], self.turn if seat is None else seat)[0]

    def after_states(self) -> Any:
        """Return the observations of the player on turn after each legal action: int8, shape (actions, observation).

        Rows are in the order of `legal`, before chance decides, with hidden information redealt.
        """
        moves, states = self.legal.values(), []
        for packed in moves:
            s = self._redealt(self.turn)
            self._answers.play(s, packed)
            states.append(s)
        return self._observations(states, self.turn)

    def _observations(self, states: list[Any], seat: int) -> Any:
        numpy = import_extra("numpy")
        written = numpy.zeros((len(states), OBSERVATION), numpy.int8)
        for row, s in zip(written, states, strict=True):
            self._answers.observe(memoryview(row), s, seat)
        many = numpy.ones(len(states), int)

        def read(name: str) -> Any:
            return numpy.array([getattr(s, name) for s in states]).reshape(len(states), -1)

        return self.encoding.seen(written, read, many * seat, many * self.turned)

    def mask(self) -> Any:
        """Return the mask of legal actions: int8, shape (encoding.actions,); needs NumPy."""
        numpy = import_extra("numpy")
        found = numpy.zeros(self.encoding.actions, numpy.int8)
        found[list(self.legal)] = 1
        return found
