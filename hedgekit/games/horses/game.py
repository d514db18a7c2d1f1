"""The game class of Petits chevaux: reasons, sentences, and the evaluation for computer players."""

from math import exp
from typing import Any, ClassVar

from ...play.position_game import PositionGame
from ...text.reasons import Reason, reasons
from ...text.words import sentence
from . import rules
from .rules import passed_places
from .texts import FINISHED, FOOT, WAIT, Move, Position, Rules, stable


class Game(PositionGame[Rules, Move, Position], opens="horses"):
    """A game of Petits chevaux.

    rules: a rule set or its text ("horses[horses=2] players=2"); seed: an int >= 0 for `roll`, None for random dice;
    first: the player who begins, None to draw lots (1); players: 2 to 4, if the rules do not give the number.
    """

    TYPES = (Rules, Position, Move)
    RULES: ClassVar = rules
    CHANCE = ("lot", "roll")
    END_CLAUSE, ROLL_CLAUSE = "horses.9", "horses.2"

    def _reasons(self, move: Move) -> tuple[Reason, ...]:
        position, rules = self._state, self._rules
        player, number = position.turn, position.number
        values = {**vars(move), "player": player, "number": number or move.number, "start": rules.starts[player]}
        yes = reasons("horses", "because", position.horses, **values)
        again = (yes("2", "again"),) if number == 6 else ()
        if move.player:
            return (yes("1", "lot"),)
        if move.number:
            return (yes("2", "roll"),)
        if move.is_pass:
            return yes("8", "nothing"), *again
        found = self._kind_reasons(move, yes)
        other = position.horses.get(move.target)
        if other and move.target != move.origin:
            found.append(yes("4", "sends", move.target, other=other))
        path = rules.paths[player, move.origin, number]
        if rules.passing and passed_places(position, move.origin, path):
            found.append(yes("pass", "passes"))
        return *found, *again

    def _kind_reasons(self, move: Move, yes: Any) -> list[Reason]:
        """Return the reasons for the kind of move: out, up the ladder, back from its foot, or along the track."""
        player, number = self._state.turn, self._state.number
        kind, foot = self._narration_key(move, self._state), self._rules.courses[player][FOOT]
        if kind == "out":
            out = yes("2", "out", move.target)
            return [yes("out", "must", move.target), out] if self._rules.must_come_out else [out]
        if kind in ("finish", "climb"):
            return [yes("6", kind, move.target, step=int(move.target[1:]))]
        advance = yes("2" if number == 6 else "3", "advance", move.origin, move.target)
        if kind == "bounce":
            return [yes("overshoot", "bounce", foot, move.target, foot=foot), advance]
        return [advance, yes("5", "foot", foot, foot=foot)] if move.target == foot else [advance]

    def counts(self) -> dict[str, int]:
        """Return player -> number of horses that have finished."""
        return {player: self._state.home.get(player, 0) for player in self._rules.letters}

    def _evaluate(self, player: str) -> float:
        """Estimate a player's chance to win, 0 to 1, from the progress of all horses."""
        position, rules = self._state, self._rules
        home, progress, spread = position.home, rules.progress, WAIT * rules.horses
        done = {letter: home.get(letter, 0) * FINISHED for letter in rules.letters}
        for place, owner in position.horses.items():
            done[owner] += progress[owner][place]
        mine = done[player]
        return 1 / sum([exp((other - mine) / spread) for other in done.values()])

    def _prompt_key(self) -> str:
        position = self._state
        key = position.step
        if key == "move":
            moves = self.moves()
            out = any(move.origin == stable(position.turn) for move in moves)
            key = "nothing" if moves[0].is_pass else "move" if not out else "out" if len(moves) == 1 else "either"
        return "nothing_again" if position.number == 6 and key == "nothing" else key

    def _narrate(self, move: Move, before: Position, language: str) -> list[str]:
        values = {**vars(move), "player": move.player or before.turn, "rolled": before.number}
        keys = [self._narration_key(move, before)]
        other = before.horses.get(move.target)
        if other and move.target != move.origin:
            values["other"] = other
            keys.append("sends")
        if self.is_over or before.number == 6:
            keys.append("won" if self.is_over else "again")
        return [sentence(f"horses.told.{key}", language, values) for key in keys]

    def _narration_key(self, move: Move, before: Position) -> str:
        """Return the key of the sentence about a move."""
        if before.step != "move":
            return before.step
        if move.is_pass:
            return "nothing"
        player, rules = before.turn, self._rules
        distance = rules.distance(player, move.origin)
        if distance < 0:
            return "out"
        if distance >= FOOT:
            return "finish" if move.target == rules.courses[player][-1] else "climb"
        return "bounce" if distance + before.number > FOOT else "advance"

    def _label(self, before: Position) -> str:
        return "lot" if before.step == "lot" else before.turn
