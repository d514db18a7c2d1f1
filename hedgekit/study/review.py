"""A review of a game: everybody's chance as it went, what the dice gave, what the moves lost, and what cost most.

    found = review(hedgekit.replay(text))
    found.curve                  for each ply, everybody's chance before it, and at the end
    found.luck, found.lost       player -> what his dice gave him, what his moves lost, as chances
    found.mistakes["A"]          his costliest decisions

Each decision is judged by a player who looks ahead, the worst again by a master (JUDGES says how far).
Luck is what a throw is worth beyond the mean of all throws, if the best move follows: nobody's skill changes it, and
over many games it comes to nothing.  What a move lost is what the best one is worth beyond it.  What is left of a
change is what the others threw and did.

Source of the method: luck and skill as gnubg tells them apart (B. Zare, Hedging Toward Skill, 1999).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ..engine.board import PLAYERS
from ..play.base import go_back
from ..play.game import Game
from ..players.player import Player
from ..rulesets import weighing
from ..text.errors import HedgekitError
from ..text.words import Note
from .why import why_better

JUDGES = {
    "quick": ("learned", "lookahead", "master:2000"),
    "slow": ("learned", "learned", "master:60"),
    "sister": ("greedy", "lookahead:20", "master:120"),
}
"""Who says what throws are worth, who judges decisions, and who judges the worst again: of hedgehogs, with the engine
in WebAssembly and without; of a game that nobody has learned."""
CHECKED, WORST = 5, 3  # decisions of each player that a master judges again; that are named
PASSED = "-"  # as records have it
LEAST = 0.01  # a decision that costs less is none to speak of
LONGEST = 5_000  # plies of a game that is reviewed


@dataclass(frozen=True)
class Decision:
    """A decision that was judged: what was played at a ply, the best move, and the chances of both."""

    ply: int
    player: str
    played: str
    best: str
    chance: float
    best_chance: float
    why: Note | None = None

    @property
    def lost(self) -> float:
        """What the move cost, as a chance; by chance less than nothing, where it is as good as the best."""
        return self.best_chance - self.chance

    @property
    def told(self) -> Note:
        """It in a sentence."""
        values: list[tuple[str, object]] = [("ply", self.ply + 1), ("player", self.player), ("played", self.played)]
        values += [("best", self.best), ("chance", hundredths(self.chance)), ("most", hundredths(self.best_chance))]
        told = "passed" if self.played == PASSED else "pass" if self.best == PASSED else "mistake"
        return Note(f"review.{told}", (*values, ("lost", hundredths(self.best_chance) - hundredths(self.chance))))

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        names = ("ply", "player", "played", "best", "chance", "best_chance", "lost")
        return {name: _short(getattr(self, name)) for name in names} | {"why": str(self.why) if self.why else None}


@dataclass
class Review:
    """What was found of a game: see the head of this file.  decisions: player -> how many real ones he had."""

    rules: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    curve: list[dict[str, float]] = field(default_factory=list)
    luck: dict[str, float] = field(default_factory=dict)
    lost: dict[str, float] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)
    mistakes: dict[str, list[Decision]] = field(default_factory=dict)
    throws: dict[int, float] = field(default_factory=dict)
    """Ply of a throw -> its luck, for the player who threw."""

    def others(self, player: str) -> float:
        """What the others' throws and moves changed of a player's chance: all that his own did not."""
        return self.curve[-1][player] - self.curve[0][player] - self.luck[player] + self.lost[player]

    def costliest(self) -> list[Decision]:
        """The decisions that cost most, whoever took them, the worst first."""
        found = [one for many in self.mistakes.values() for one in many]
        return sorted(found, key=lambda one: -one.lost)[:WORST]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        seats = {
            player: {
                "luck": _short(self.luck[player]),
                "lost": _short(self.lost[player]),
                "others": _short(self.others(player)),
                "decisions": self.decisions[player],
                "mistakes": [one.plain() for one in self.mistakes[player]],
            }
            for player in self.players
        }
        curve = [{player: _short(chance) for player, chance in chances.items()} for chances in self.curve]
        return {"rules": self.rules, "winners": list(self.winners), "players": seats, "curve": curve}


def _short(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def hundredths(chance: float) -> int:
    """A chance as it is told."""
    return round(100 * chance)


class Reviewing:
    """A review in the making: `go_on` does some of it, so that whoever waits may stop, and see how far it is.

    HedgekitError for a game that cannot be reviewed: one in which nothing was decided, or that no player can judge.
    """

    def __init__(self, game: Any) -> None:
        if not game.LISTS_ALL:
            raise HedgekitError("error.review.unjudged", rules=str(game.rules))
        if game.ply > LONGEST:
            raise HedgekitError("error.review.long", plies=game.ply, most=LONGEST)
        self._moves = game.moves_played
        self._game = game.copy()
        go_back(self._game, 0)
        players = tuple(PLAYERS[: game.rules.players])
        none = dict.fromkeys(players, 0.0)
        self.found = Review(str(game.rules), players, tuple(game.winners), [], none.copy(), none.copy())
        self.found.decisions, self.found.mistakes = dict.fromkeys(players, 0), {player: [] for player in players}
        kind = "sister" if type(game) is not Game else "quick" if weighing.weighs(game.rules) else "slow"
        self._glance, self._judge, self._master = (Player(skill, 0) for skill in JUDGES[kind])
        self.total, self.done = len(self._moves) + CHECKED * len(players), 0
        self._work = self._all()

    def go_on(self, seconds: float | None = None, cancel: Callable[[], bool] | None = None) -> bool:
        """Go on for so long, or to the end; is it finished?"""
        end = None if seconds is None else perf_counter() + seconds
        for _ in self._work:
            self.done += 1
            if (end is not None and perf_counter() > end) or (cancel is not None and cancel()):
                return False
        self.done = self.total
        if not any(self.found.decisions.values()):
            raise HedgekitError("error.review.nothing")
        return True

    # ---- every ply ---------------------------------------------------------------------------------------------------

    def _all(self) -> Iterator[None]:
        game, found = self._game, self.found
        suspects: list[Decision] = []
        for ply, move in enumerate(self._moves):
            found.curve.append(game.chances())
            if game.is_chance:
                self._throw(game, move)
            elif len(game.moves()) > 1 and (judged := self._decision(game, move)) is not None:
                found.decisions[judged.player] += 1
                found.lost[judged.player] += judged.lost
                suspects.append(judged)
            assert game.ply == ply
            game.play(move)
            yield
        found.curve.append(game.chances())
        for player in found.players:
            own = sorted((one for one in suspects if one.player == player and one.lost > 0), key=lambda one: -one.lost)
            yield from self._check(own[:CHECKED])
            found.mistakes[player].sort(key=lambda one: -one.lost)
            del found.mistakes[player][WORST:]
            found.lost[player] = max(0.0, found.lost[player])  # no moves beat the best: less than nothing is noise

    def _throw(self, game: Any, move: str) -> None:
        """What a throw gave its player beyond the mean of all of them."""
        player, mean, got = game.turn, 0.0, None
        for outcome in game.moves():
            twin = game.copy()
            twin.play(outcome)
            value = self._worth(twin, player)
            mean += outcome.probability * value
            got = value if str(outcome) == move else got
        if got is not None and player:  # cards are laid down for everybody (7)
            self.found.throws[game.ply] = got - mean
            self.found.luck[player] += got - mean

    def _worth(self, game: Any, player: str) -> float:
        """A player's chance in a game if he goes on as looks best."""
        while not game.is_over and not game.is_chance and len(moves := game.moves()) == 1 and game.turn == player:
            game.play(moves[0])
        if not game.is_over and not game.is_chance and game.turn == player:
            chance = self._glance.weigh(game)[0].chance
            if chance is not None:
                return chance
        return float(game.chance(player))

    def _decision(self, game: Any, move: str) -> Decision | None:
        """A decision as the judge sees it; None for one that he does not weigh."""
        return _judged(game, move, self._judge)

    # ---- what cost most ----------------------------------------------------------------------------------------------

    def _check(self, suspects: list[Decision]) -> Iterator[None]:
        """Let a master judge again what seems to have cost much; his word counts."""
        game, found = self._game, self.found
        for one in suspects:
            go_back(game, one.ply)
            for move in self._moves[game.ply : one.ply]:
                game.play(move)
            judged = _judged(game, one.played, self._master)
            if judged is not None:
                found.lost[one.player] += judged.lost - one.lost
                if judged.lost >= LEAST:
                    found.mistakes[one.player].append(judged)
            yield


def _judged(game: Any, played: str, judge: Player) -> Decision | None:
    """A decision, as somebody weighs the moves there; None if he does not look at all of them.

    He weighs them twice, with other dice: once to choose, and once to say what is lost, so that the best of noisy
    chances is not taken for more than it is.
    """
    best = str(judge.weigh(game)[0].move)
    chances = {str(one.move): one.chance for one in judge.weigh(game)}
    played = str(game.read_move(played))
    mine, most = chances.get(played), chances[best]
    if mine is None or most is None or len(chances) < 2 or None in chances.values():
        return None
    why = why_better(game, game.read_move(best), game.read_move(played)) if most > mine else None
    return Decision(game.ply, game.turn, played, best, mine, most, why)


def review(
    game: Any,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Review | None:
    """The review of a game, finished or not; None if it was stopped.

    progress: told how much is done, of how much; cancel: asked whether to stop.  HedgekitError for a game that cannot
    be reviewed.
    """
    work = Reviewing(game)

    def stop() -> bool:
        if progress is not None:
            progress(work.done, work.total)
        return cancel is not None and cancel()

    return work.found if work.go_on(None, stop) else None
