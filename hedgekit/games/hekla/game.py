"""The class of a game of Hekla: sentences, and what computer players judge by."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import ClassVar

from ...notation.values import impossible
from ...play.position_game import PositionGame
from ...text.reasons import Reason
from ...text.words import sentence
from . import rules
from .refusals import allowed, refusal
from .rules import is_stuck, leaders, played, possible, telling
from .scoring import Scoring
from .texts import QUIET, Move, Position, Rules

CIRCLES = 2  # a scoring and its answer change a lead by, about


class Game(PositionGame[Rules, Move, Position], opens="hekla"):
    """A game of Hekla.

    rules: a rule set or its text ("hekla players=3"); seed: kept for the record only, nothing is left to chance; first:
    the seat that begins, A if not said; players: 2 to 4, where the rules do not say.
    Every refusal leaves the game as it was.
    """

    TYPES = (Rules, Position, Move)
    RULES: ClassVar = rules
    END_CLAUSE, ROLL_CLAUSE = "hekla.9", "hekla.2"
    PLAYOUT_CHOICES, PLAYOUT_PLIES = (
        1_000,
        1,
    )  # quiet moves are many and good answers few: a short look among careful players tells most

    @staticmethod
    def _check_position(position: Position, rules: Rules, source: str) -> None:
        position.check(rules, source)
        if position.over:
            running = position.lava and position.quiet < QUIET and not is_stuck(position)
            if running or position.over != leaders(position.circles):
                raise impossible(source, "over")
        elif not position.lava or (position.step == "move" and not possible(position)):
            raise impossible(source, "step")

    def _refusal(self, move: Move) -> Reason | None:
        return refusal(self._state, move, self._rules)

    def _reasons(self, move: Move) -> tuple[Reason, ...]:
        return tuple(allowed(self._state, move))

    @property
    def trace(self) -> tuple[Scoring, ...]:
        """What the last move scored, in order: a value each that a board can play ply by ply.  () if nothing."""
        if not self._history:
            return ()
        move, before = self._history[-1]
        return played(before, move)[1]

    def counts(self) -> dict[str, int]:
        """Player -> how many circles from the start his vulcanologist is."""
        return {player: self._state.at(player) for player in self._rules.letters}

    def _evaluate(self, player: str) -> float:
        """A player's chance to win, 0 to 1, by everybody's lead in circles.

        What lava is left can undo a lead: CIRCLES is what a block of it is worth, as a walk at random goes.
        """
        position = self._state
        mine, spread = position.at(player), CIRCLES * sqrt(1 + position.left)
        return 1 / sum(exp((count - mine) / spread) for count in position.circles)

    def best(self, moves: Sequence[Move]) -> Move:
        """The same as in any game, except that of the moves that score nothing only the first is looked at."""
        return super().best(telling(self._state, moves))

    def _prompt(self, language: str) -> str:
        position = self._state
        values = {"player": position.turn, "lines": _lines(position)}
        return sentence(f"hekla.prompt.{self._prompt_key()}", language, values)

    def _prompt_key(self) -> str:
        """Return the key of the question to put to the player."""
        if self._state.step != "play":
            return self._state.step
        moves = self.moves()
        if moves[0].is_pass:
            return "pass"
        kinds = {"place" if not move.origin else "back" if move.is_back else "move" for move in moves}
        if "place" in kinds:
            return "place" if len(kinds) == 1 else "play"
        return "only_move" if "move" in kinds else "only_back"

    def _narrate(self, move: Move, before: Position, language: str) -> list[str]:
        """What a move did, a sentence a ply."""
        values: dict[str, object] = {"player": before.turn, **vars(move)}
        said = [sentence(f"hekla.told.{_done(move)}", language, values)]
        said += [note.text(language) for scoring in self.trace for note in scoring.notes()]
        if self._state.step == "score":
            said.append(sentence("hekla.told.lines", language, {**values, "lines": _lines(self._state)}))
        if self.is_over and self._state.lava:
            key = "quiet" if self._state.quiet == QUIET else "stuck"
            said.append(sentence(f"hekla.told.{key}", language, {"count": QUIET}))
        if self.is_over:
            said.append(sentence("hekla.told.won", language, {"players": list(self._state.over)}))
        return said


def _done(move: Move) -> str:
    """Return the key of the sentence that says what a move did."""
    if move.line:
        return "chosen"
    if move.is_pass:
        return "pass"
    if move.is_back:
        return "back"
    return "moved" if move.origin else "placed"


def _lines(position: Position) -> list[str]:
    return ["+".join(line) for line in position.lines]
