"""The game class of Hekla: sentences, and the evaluation for computer players."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import ClassVar

from ...notation.values import impossible
from ...play.position_game import PositionGame
from ...text.reasons import Reason
from ...text.words import sentence
from . import rules
from .refusals import reasons_of, refusal
from .rules import is_stuck, leaders, moves_but_pass, play, scoring_candidates
from .scoring import Scoring
from .texts import QUIET, Move, Position, Rules

CIRCLES = 2  # by which a scoring and the reply to it change a lead, about


class Game(PositionGame[Rules, Move, Position], opens="hekla"):
    """A game of Hekla.

    rules: a rule set or its text ("hekla players=3"); seed: only kept in the record, since nothing is left to chance;
    first: the seat that begins, by default A; players: 2 to 4, if the rules do not give the number.
    """

    TYPES = (Rules, Position, Move)
    RULES: ClassVar = rules
    END_CLAUSE, ROLL_CLAUSE = "hekla.9", "hekla.2"
    # There are many quiet moves and few good replies, so short playouts with careful choices tell most.
    PLAYOUT_CHOICES, PLAYOUT_PLIES = 1_000, 1

    @staticmethod
    def _check_position(position: Position, rules: Rules, source: str) -> None:
        position.check(rules, source)
        if position.over:
            running = position.lava and position.quiet < QUIET and not is_stuck(position)
            if running or position.over != leaders(position.circles):
                raise impossible(source, "over")
        elif not position.lava or (position.step == "move" and not moves_but_pass(position)):
            raise impossible(source, "step")

    def _refusal(self, move: Move) -> Reason | None:
        return refusal(self._state, move, self._rules)

    def _reasons(self, move: Move) -> tuple[Reason, ...]:
        return tuple(reasons_of(self._state, move))

    @property
    def trace(self) -> tuple[Scoring, ...]:
        """The scorings of the last move, in order; () if there were none."""
        if not self._history:
            return ()
        move, before = self._history[-1]
        return play(before, move)[1]

    def counts(self) -> dict[str, int]:
        """Return player -> their vulcanologist's distance from the start, in circles."""
        return {player: self._state.at(player) for player in self._rules.letters}

    def _evaluate(self, player: str) -> float:
        """Estimate a player's chance to win, 0 to 1, from all leads in circles.

        The lava left may undo a lead, like a random walk with a step of CIRCLES for each block.
        """
        position = self._state
        mine, spread = position.at(player), CIRCLES * sqrt(1 + position.left)
        return 1 / sum(exp((count - mine) / spread) for count in position.circles)

    def best(self, moves: Sequence[Move]) -> Move:
        """Return the best move, but try only one of the moves that score nothing."""
        return super().best(scoring_candidates(self._state, moves))

    def _prompt(self, language: str) -> str:
        position = self._state
        values = {"player": position.turn, "lines": _lines(position)}
        return sentence(f"hekla.prompt.{self._prompt_key()}", language, values)

    def _prompt_key(self) -> str:
        """Return the key of the prompt."""
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
        """Return a sentence for the move, for each step of its scorings, and for the end of the game."""
        values: dict[str, object] = {"player": before.turn, **vars(move)}
        sentences = [sentence(f"hekla.told.{_narration_key(move)}", language, values)]
        sentences += [note.text(language) for scoring in self.trace for note in scoring.notes()]
        if self._state.step == "score":
            sentences.append(sentence("hekla.told.lines", language, {**values, "lines": _lines(self._state)}))
        if self.is_over and self._state.lava:
            key = "quiet" if self._state.quiet == QUIET else "stuck"
            sentences.append(sentence(f"hekla.told.{key}", language, {"count": QUIET}))
        if self.is_over:
            sentences.append(sentence("hekla.told.won", language, {"players": list(self._state.over)}))
        return sentences


def _narration_key(move: Move) -> str:
    """Return the key of the sentence about a move."""
    if move.line:
        return "chosen"
    if move.is_pass:
        return "pass"
    if move.is_back:
        return "back"
    return "moved" if move.origin else "placed"


def _lines(position: Position) -> list[str]:
    return ["+".join(line) for line in position.lines]
