"""One encoding of what a player sees and may do, the same for every rule set of the race.

An observation is a vector of `OBSERVATION` whole numbers from 0 to 99, by these parts in this order; "seat" counts from
who is to act: 0 is the observer, 1 the next player, and so on, and a seat that nobody has is empty.

    pieces   9 x 54   how many pieces of a seat stand on a square (lane by lane, ranks a to i)
    tops     9 x 54   1 where the topmost piece of a square is a seat's
    height   54       how many pieces stand on a square
    black    54       1 on a black square
    home     9        pieces that a seat has home
    hand     9        pieces that it has in hand
    in_play  9        1 for a seat that is still in the game
    numbers  8        how many dice show 0 (unused) .. 7 (a joker)
    step     16       1 at the step to be decided (SIDEWAYS .. OWED of engine/state.py)
    players  9        1 at the number of players less one
    variants 63       1 for each variant in play

What a variant adds beside that (a cube, apples) is not encoded, nor what is secret: a learner of such a rule has part
of the picture.

An action is a number below `ACTIONS`, by what a move does:

    0 .. 7         nobody moves: a pass with the number used, or the word or number chosen
    8 .. 6919      a piece comes from the hand: 8 + (target * 16 + which) * 8 + number
    6920 ..        a move on the board: 6920 + ((origin * 15 + where) * 8 + many) * 8 + number

Squares count as above; number: the number used, 0 for a side-step; which: of one's pieces, from 1, where placing names
it, else 0; where: 0 .. 8 the rank it leads to in its own lane (its own rank: a climb), 9 .. 14 the lane it leads to on
its own rank; many: pieces moved less one.
Eight pieces and more of one stack read alike: the action stands for the first such move of the engine's list.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ..games.race.engine.batch import (
    ACTIONS,
    BLACK,
    HEIGHT,
    HOME,
    IN_FORCE,
    IN_HAND,
    IN_PLAY,
    OBSERVATION,
    PLAYERS,
    SHOWN,
    STEP,
    TOPS,
    action_of,
)
from ..games.race.engine.playouts import seeded
from ..games.race.engine.state import CALL, DRAW, OVER
from ..games.race.play.game import Game
from ..games.race.rulesets.combining import RuleSet, rules
from ..games.race.rulesets.engines import kernel
from ..text.errors import HedgekitError

PARTS: Mapping[str, int] = {
    "pieces": TOPS, "tops": HEIGHT - TOPS, "height": BLACK - HEIGHT, "black": HOME - BLACK, "home": IN_HAND - HOME,
    "hand": IN_PLAY - IN_HAND, "in_play": SHOWN - IN_PLAY, "numbers": STEP - SHOWN, "step": PLAYERS - STEP,
    "players": IN_FORCE - PLAYERS, "variants": OBSERVATION - IN_FORCE,
}  # fmt: skip
"""The parts of an observation, in their order, and how many numbers each has."""
PLACES = {name: sum(list(PARTS.values())[:k]) for k, name in enumerate(PARTS)}
"""Where each part of an observation begins."""
DECISIONS = 10_000
"""After this many decisions an environment truncates a game, unless another limit is given."""


def needed(module: str, package: str = "hedgekit[rl]") -> Any:
    """Return a module; HedgekitError that says what to install if it is missing."""
    try:
        return import_module(module)
    except ImportError as no:
        raise HedgekitError("error.rl.missing", module=module, package=package) from no


def race_of(given: RuleSet | str) -> RuleSet:
    """Return the rule set that is given, as itself or as text.

    HedgekitError for a game that is no race; NotationError or Clash for rules that cannot be played.
    """
    found = given if isinstance(given, RuleSet) else rules(given)
    if found.engine:
        raise HedgekitError("error.rl.race", rules=str(found))
    return found


def shares(won: int, players: int) -> list[float]:
    """Return each seat's reward for a game that these won (bits of a state's `won`)."""
    winners = [seat for seat in range(players) if won >> seat & 1]
    if not winners or won & DRAW or len(winners) == players:
        return [0.0] * players
    lost = -1 / (players - len(winners))
    return [1 / len(winners) if seat in winners else lost for seat in range(players)]


def _again(rules_text: str, kept: dict[str, Any], decisions: int, draws: bool) -> "Race":
    """Rebuild a pickled race from its rules, the fields of its state and its number of decisions."""
    race = Race(rules_text, draws=draws)
    race.state, race._legal, race.decisions = kernel(race.rules).state_of(kept.__getitem__), None, decisions
    return race


class Race:
    """A game as learners play it: chance is drawn from the seed, so that each step is a decision.

    draws: without it chance waits for `draw`, which says what came.  HedgekitError for a game that is no race;
    NotationError or Clash for rules that cannot be played.
    """

    def __init__(self, rules_text: RuleSet | str, seed: int = 0, game: int = 0, draws: bool = True) -> None:
        self.rules = race_of(rules_text)
        self._engine, self._draws = kernel(self.rules), draws
        self.begin(seed, game)

    @classmethod
    def standing(cls, rules_text: RuleSet | str, state: Any) -> "Race":
        """Return a race by these rules that takes over a state and goes on from it.  Errors as for `Race`."""
        race = cls(rules_text)
        race.state, race._legal = state, None
        return race

    def copy(self) -> "Race":
        """Return an independent copy, which shares the rules' engine."""
        race = object.__new__(type(self))
        race.__dict__.update(self.__dict__, state=self.state.copy(), _legal=None)
        return race

    def __reduce__(self) -> Any:
        kept = {name: getattr(self.state, name) for name, one in self.state.declared.items() if one.lives != CALL}
        return _again, (str(self.rules), kept, self.decisions, self._draws)

    __copy__ = __deepcopy__ = lambda self, *_: self.copy()

    def begin(self, seed: int, game: int = 0) -> None:
        """Begin a new game: `game` numbers those of one seed."""
        self.state = self._engine.start()
        self.state.rng = seeded(seed, game)
        self._answers = self._engine.answers
        self.decisions = 0
        self._settle()

    def _settle(self) -> None:
        """Draw what chance decides, up to the next decision or the end."""
        ask, s = self._answers, self.state
        while self._draws and self.is_chance:
            ask.play(s, ask.toss(s))
        self._legal: dict[int, int] | None = None

    @property
    def is_chance(self) -> bool:
        """Does chance decide now?"""
        return bool(self.state.step != OVER and self._answers.is_chance(self.state))

    def draw(self, packed: int) -> None:
        """Let chance decide so, as the engine has it."""
        self._answers.play(self.state, packed)
        self._settle()

    @property
    def legal(self) -> dict[int, int]:
        """The legal actions, each with the engine's move; none once the game is over."""
        if self._legal is None:
            s = self.state
            found = () if s.step == OVER else s.moves[: self._answers.list_moves(s)]
            self._legal = {}
            for packed in found:
                self._legal.setdefault(action_of(packed), packed)
        return self._legal

    def act(self, action: int) -> None:
        """Play an action.  ValueError for one that is not legal; nothing changed then."""
        packed = self.legal.get(int(action))
        if packed is None:
            raise ValueError(f"action {action} is not legal")
        self.play(packed)

    def play(self, packed: int) -> None:
        """Play a legal move as the engine has it."""
        self.decisions += 1
        self._answers.play(self.state, packed)
        self._settle()

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.state.step == OVER)

    @property
    def turn(self) -> int:
        """The seat that acts, from 0."""
        return int(self.state.turn)

    def rewards(self) -> list[float]:
        """Return each seat's reward: 1 shared by the winners, -1 by the others; 0 for a draw or a running game."""
        return shares(self.state.won, self.rules.players)

    def __str__(self) -> str:
        return str(Game.standing(self.rules, self.state.copy()))

    def observation(self, seat: int | None = None) -> Any:
        """Return what a seat (the one on turn) sees: int8, shape (OBSERVATION,).  HedgekitError without NumPy."""
        numpy = needed("numpy")
        found = numpy.zeros(OBSERVATION, numpy.int8)
        self._answers.observe(memoryview(found), self.state, self.turn if seat is None else seat)
        return found

    def mask(self) -> Any:
        """Return the mask of legal actions: int8, shape (ACTIONS,).  HedgekitError without NumPy."""
        numpy = needed("numpy")
        found = numpy.zeros(ACTIONS, numpy.int8)
        found[list(self.legal)] = 1
        return found
