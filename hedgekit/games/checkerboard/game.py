"""The game class of Hedgehog: reasons, sentences, and the evaluation for computer players."""

from math import exp, sqrt
from typing import ClassVar

from ...notation.values import impossible
from ...play.position_game import PositionGame
from ...text.reasons import Reason, reasons
from ...text.words import sentence
from . import rules
from .rules import ROLLS, adjacent_pieces, after, edge_name, edges_of, legal_moves, winners
from .texts import PIECES, Move, Position, Rules, edge_of, landings, meeting


class Game(PositionGame[Rules, Move, Position], opens="checkerboard"):
    """A game of Hedgehog.

    rules: a rule set or its text ("checkerboard[form=last] players=2"); seed: an int >= 0 for `roll`, None for random
    dice; first: the player who starts, None to roll for it (2); players: 2 or 4, if the rules do not give the number.
    """

    TYPES = (Rules, Position, Move)
    RULES: ClassVar = rules
    CHANCE = ("first", "roll")
    PLAYOUT_CHOICES = 8  # all moves: there are so few that careless ones would hide the worth of a position
    END_CLAUSE, ROLL_CLAUSE = "checkerboard.6", "checkerboard.4"

    @staticmethod
    def _check_position(position: Position, rules: Rules, source: str) -> None:
        position.check(rules, source)
        if position.step == "place" and not legal_moves(position, rules):
            raise impossible(source, "turn")
        if position.over and (scores := position.scores(rules)) and position.over != winners(scores, rules):
            raise impossible(source, "over")

    def _reasons(self, move: Move) -> tuple[Reason, ...]:
        position, rules = self._state, self._rules
        values = {"player": position.turn, "number": position.number or move.number, **vars(move)}
        yes = reasons("checkerboard", "because", position.stacks, **values)

        if move.number:
            return (yes("2", "first") if position.step == "first" else yes("4", "roll"),)
        edge = edge_of(move.edge)
        squares = landings(edge, position.number)
        moved = yes("4", "moved", move.edge, edge=edge_name(edge), square=move.edge, squares=squares)
        if position.step == "edge":
            return moved, yes("3", "set_up", move.edge, edge=edge_name(edge))
        meets = [other for other in adjacent_pieces(position, edge) if meeting(move.edge, other) == move.target]
        found = [yes("5", "meet", move.target, move.edge, *meets, square=move.edge, others=meets), moved]
        if rules.form == "take":
            found.append(yes("take", "takes" if move.target in position.stacks else "misses", move.target))
        elif rules.form == "last":
            found.append(yes("last", "free", move.target))
        elif move.target in position.stacks:
            found.append(yes("5", "on_top", move.target))
        if rules.any_edge:
            one, two = map(edge_name, edges_of(position, rules))
            found.append(yes("edge", "any", one=one, two=two))
        return tuple(found)

    def scores(self) -> dict[str, int]:
        """Return side -> its score: stacks topped (7), or pieces taken; {} where the last to place wins."""
        return self._state.scores(self._rules)

    def counts(self) -> dict[str, int]:
        """Return player -> the score of their side; where the last to place wins, 1 for winners and 0 for others."""
        scores = self.scores() or {side: int(side in self.winners) for side in "AB"}
        return {player: scores[self._rules.side(player)] for player in self._rules.letters}

    def evaluate(self, player: str) -> float:
        """Estimate the chance of a player's side to win, 0 to 1; exact once the game is over."""
        position, rules = self._state, self._rules
        if position.over:
            return 0.5 if position.over == "draw" else float(player in position.over)
        if rules.form == "last":
            if position.step != "roll" or position.is_set_up:
                return 0.5
            stuck = sum(bool(after(position, roll, rules).over) for roll in ROLLS) / len(ROLLS)
            return 0.5 + (stuck if rules.side(player) != rules.side(position.turn) else -stuck) / 2
        scores, side = self.scores(), rules.side(player)
        lead = scores[side] - sum(scores[other] for other in scores if other != side)
        left = len(position.stacks) if rules.form == "take" else PIECES - sum(position.placed().values())
        return 1 / (1 + exp(-lead / sqrt(1 + left)))  # the rest of the game is like a random walk

    def _prompt(self, language: str) -> str:
        position = self._state
        values: dict[str, object] = {"player": position.turn}
        key = position.step
        if position.edge:
            values |= {"edge": edge_name(position.edge)}
        elif key != "first":
            key += "_any"
        if position.number:
            squares = [landings(edge, position.number) for edge in edges_of(position, self._rules)]
            values["squares"] = [square for both in squares for square in both]
        return sentence(f"checkerboard.prompt.{key}", language, values)

    def _narrate(self, move: Move, before: Position, language: str) -> list[str]:
        now = self._state
        values = {"player": before.turn, **vars(move)}
        texts = [sentence(f"checkerboard.told.{self._narration_key(move, before)}", language, values)]
        if before.step == "first" and now.starter:
            texts.append(sentence("checkerboard.told.starts", language, {"player": now.starter}))
        elif before.step == "first" and not now.rolled:
            players = list(now.among or self._rules.letters)
            texts.append(sentence("checkerboard.told.again", language, {"players": players}))
        elif now.over and before.step == "roll":
            texts.append(sentence("checkerboard.told.stuck", language, values))
        return texts + self._scored(language) if now.over else texts

    def _narration_key(self, move: Move, before: Position) -> str:
        """Return the key of the sentence about a move."""
        if move.number:
            return "rolled"
        if before.step == "edge":
            return "set_up"
        there = move.target in before.stacks
        if before.step == "take":
            return "takes" if there else "misses"
        return "on_top" if there else "placed"

    def _scored(self, language: str) -> list[str]:
        scores = self.scores()
        if not scores:
            return []
        one, other = (list(self._rules.members(side)) for side in "AB")
        values = {"one": one, "mine": scores["A"], "other": other, "theirs": scores["B"]}
        return [sentence(f"checkerboard.told.score_{self._rules.form}", language, values)]

    def _label(self, before: Position) -> str:
        return "first" if before.step == "first" else before.turn
