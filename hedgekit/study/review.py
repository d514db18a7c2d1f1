"""Review a game: each player's chances over time, luck with the dice, what moves lost, and the worst mistakes.

    found = review(hedgekit.replay(text))
    found.curve                  everybody's chances before each ply, and at the end
    found.luck, found.lost       player -> luck of the dice, losses by moves, as chances
    found.mistakes["A"]          A's costliest decisions

Each decision is judged by a player that looks ahead, the worst ones again by a master (see JUDGES).  In games other
than the race the move played and the best one are compared by playouts on the same dice, which give the error of the
difference; of very many decisions, only those after which a chance fell most are judged.
Luck is the value of a throw beyond the mean of all throws, if the best move follows: it is independent of skill, and
averages out over many games.  A move loses the difference to the best one.  The rest of a change comes from the others'
throws and moves.

Luck and skill are separated as in gnubg (B. Zare, Hedging Toward Skill, 1999).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, floor, sqrt
from time import perf_counter
from typing import Any

from ..games.race.engine.board import PLAYERS
from ..games.race.play.game import Game
from ..games.race.rulesets import move_search
from ..games.race.rulesets.trained_weights import missing_weights
from ..play.base import BaseGame
from ..play.endings import go_back
from ..players.player import Player
from ..renamed import keep_former_names
from ..text.errors import HedgekitError
from ..text.words import Note
from .why import why_better

JUDGES = {
    "quick": ("learned", "lookahead", "master:2000"),
    "slow": ("learned", "learned", "master:60"),
    "sister": ("greedy", "master:24", "master:120"),
}
"""The players that evaluate throws, judge decisions, and judge the worst again: in a race with WebAssembly ("quick") or
without ("slow"), and in another game ("sister")."""
PAIRS = {"master:24": 96, "master:120": 300}
"""The most pairs of playouts for comparing two moves of another game."""
MOST = 300  # most decisions judged in another game
CHECKED, WORST = 5, 3  # decisions of each player: judged again by a master; listed as mistakes
PASSED = "-"  # a pass in records
LEAST = 0.01  # the least loss worth mentioning
LONGEST = 5_000  # most plies of a game


@dataclass(frozen=True)
class Decision:
    """A judged decision: the move played at a ply, the best move, and the chances after both."""

    ply: int
    player: str
    played: str
    best: str
    chance: float
    best_chance: float
    why: Note | None = None
    error: float = 0.0
    """The standard error of the loss, if known."""

    @property
    def lost(self) -> float:
        """The loss of the move; noise can make it negative for an equally good move."""
        return self.best_chance - self.chance

    @property
    def summary(self) -> Note:
        """The decision as a sentence."""
        values: list[tuple[str, object]] = [("ply", self.ply + 1), ("player", self.player), ("played", self.played)]
        values += [("best", self.best), ("chance", hundredths(self.chance)), ("most", hundredths(self.best_chance))]
        key = "passed" if self.played == PASSED else "pass" if self.best == PASSED else "mistake"
        return Note(f"review.{key}", (*values, ("lost", hundredths(self.best_chance) - hundredths(self.chance))))

    def plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        names = ("ply", "player", "played", "best", "chance", "best_chance", "lost")
        return {name: _rounded(getattr(self, name)) for name in names} | {"why": str(self.why) if self.why else None}


keep_former_names(Decision, {"told": "summary"})


@dataclass
class Review:
    """The review of a game (see above).  decisions: player -> number of decisions with a choice."""

    rules: str
    players: tuple[str, ...]
    winners: tuple[str, ...]
    curve: list[dict[str, float]] = field(default_factory=list)
    luck: dict[str, float] = field(default_factory=dict)
    lost: dict[str, float] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)
    mistakes: dict[str, list[Decision]] = field(default_factory=dict)
    throws: dict[int, float] = field(default_factory=dict)
    """Ply of a throw -> its luck for the player who threw; {} in a game without dice."""
    judged: int = 0
    """The number of decisions that were judged."""
    errors: dict[str, float] = field(default_factory=dict)
    """Player -> the standard error of the losses; {} if unknown."""

    unlearned: HedgekitError | None = None
    """Why the judges have no weights learned for these rules; None if they have."""

    def shown(self, player: str) -> dict[str, int]:
        """Return a player's game in hundredths: begin + luck + lost + others = end, where `lost` is negative."""
        begin, end = (in_hundredths(self.curve[at])[player] for at in (0, -1))
        luck, lost = hundredths(self.luck[player]), -hundredths(self.lost[player])
        return {"begin": begin, "luck": luck, "lost": lost, "others": end - begin - luck - lost, "end": end}

    @property
    def margin(self) -> int:
        """The margin of error of losses, in hundredths: the largest two standard errors; 0 if unknown."""
        return max(2, ceil(200 * max(self.errors.values()))) if self.errors else 0

    @property
    def caveats(self) -> list[Note]:
        """Sentences about the certainty of the review."""
        decisions = sum(self.decisions.values())
        counts = ("judged", self.judged), ("decisions", decisions)
        no = self.unlearned
        return [
            *([Note(no.key, tuple(no.values.items()))] if no else []),
            *([Note("review.some", counts)] if self.judged < decisions else []),
            *([Note("review.margin", (("margin", self.margin),))] if self.margin else []),
        ]

    def others(self, player: str) -> float:
        """Return the change of a player's chance by the others' throws and moves."""
        return self.curve[-1][player] - self.curve[0][player] - self.luck[player] + self.lost[player]

    def costliest(self) -> list[Decision]:
        """Return the costliest decisions of all players, worst first."""
        found = [one for many in self.mistakes.values() for one in many]
        return sorted(found, key=lambda one: -one.lost)[:WORST]

    def plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        seats = {}
        for player in self.players:
            numbers = {"luck": self.luck[player], "lost": self.lost[player], "others": self.others(player)}
            numbers |= {"decisions": self.decisions[player]}
            numbers |= {"error": self.errors[player]} if player in self.errors else {}
            seats[player] = {name: _rounded(number) for name, number in numbers.items()}
            seats[player] |= {"mistakes": [one.plain() for one in self.mistakes[player]]}
        curve = [{player: _rounded(chance) for player, chance in chances.items()} for chances in self.curve]
        game = {"rules": self.rules, "winners": list(self.winners), "judged": self.judged}
        return {**game, "players": seats, "curve": curve}


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def hundredths(chance: float) -> int:
    """Round a chance to hundredths."""
    return floor(100 * chance + 0.5)


def in_hundredths(chances: Mapping[str, float]) -> dict[str, int]:
    """Round everybody's chances to hundredths that add up to the rounded sum, usually 100.

    Each is rounded down, and those with the largest remainders get one more (Hamilton's method).
    """
    found = {player: floor(100 * chance) for player, chance in chances.items()}
    left = hundredths(sum(chances.values())) - sum(found.values())
    for player in sorted(chances, key=lambda player: found[player] - 100 * chances[player])[:left]:
        found[player] += 1
    return found


class Reviewer:
    """Makes a review step by step (`run`), so that callers can show progress and stop.

    Raises HedgekitError for a game that cannot be reviewed: without decisions, or with one that no player can judge.
    """

    def __init__(self, game: Any) -> None:
        if not isinstance(game, BaseGame):
            raise HedgekitError("error.review.kind")
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
        kind = "sister" if type(game) is not Game else "quick" if move_search.can_search(game.rules) else "slow"
        self._judges = self._evaluator, self._judge, self._master = tuple(Player(skill, 0) for skill in JUDGES[kind])
        self.found.unlearned = missing_weights(game.rules, [player.skill.kind for player in self._judges])
        self._compare = _judge_by_playouts if kind == "sister" else _judge_by_search
        self._selected = self._largest_drops(MOST) if kind == "sister" else None
        self.found.errors = {} if self._selected is None else none.copy()
        self.total, self.done = len(self._moves) + CHECKED * len(players), 0
        self._work = self._steps()

    def run(self, seconds: float | None = None, cancel: Callable[[], bool] | None = None) -> bool:
        """Work for some seconds, or to the end; return whether the review is finished."""
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

    def _steps(self) -> Iterator[None]:
        game, found = self._game, self.found
        losing: list[Decision] = []
        for ply, move in enumerate(self._moves):
            found.curve.append(game.chances())
            if game.is_chance:
                self._add_luck(game, move)
            elif len(game.moves()) > 1:
                losing += self._judge_decision(game, move)
            assert game.ply == ply
            game.play(move)
            yield
        found.curve.append(game.chances())
        for player in found.players:
            worst = sorted((one for one in losing if one.player == player and one.lost > 0), key=lambda one: -one.lost)
            yield from self._recheck(worst[:CHECKED])
            found.mistakes[player].sort(key=lambda one: -one.lost)
            del found.mistakes[player][WORST:]
            found.lost[player] = max(0.0, found.lost[player])  # a negative loss is noise
        found.errors = {player: sqrt(max(0.0, error)) for player, error in found.errors.items()}

    def _largest_drops(self, most: int) -> set[int]:
        """Return the plies of the `most` decisions after which the player's chance fell most until their next one."""
        game: Any = self._game.copy()
        fell, begun = dict[int, float](), dict[str, tuple[int, float]]()
        for ply, move in enumerate(self._moves):
            if not game.is_chance and len(game.moves()) > 1:
                player, chance = game.turn, game.chance(game.turn)
                if player in begun:
                    before, had = begun[player]
                    fell[before] = had - chance
                begun[player] = ply, chance
            game.play(move)
        for player, (before, had) in begun.items():
            fell[before] = had - game.chance(player)
        return set(sorted(fell, key=lambda ply: -fell[ply])[:most])

    def _add_luck(self, game: Any, move: str) -> None:
        """Add the luck of a throw: its value beyond the mean of all throws."""
        player, mean, got = game.turn, 0.0, None
        for outcome in game.moves():
            twin = game.copy()
            twin.play(outcome)
            value = self._value_for(twin, player)
            mean += outcome.probability * value
            got = value if str(outcome) == move else got
        if got is not None and player:  # shuffling cards (7) has no player
            self.found.throws[game.ply] = got - mean
            self.found.luck[player] += got - mean

    def _value_for(self, game: Any, player: str) -> float:
        """Return a player's chance after their best-looking move."""
        while not game.is_over and not game.is_chance and len(moves := game.moves()) == 1 and game.turn == player:
            game.play(moves[0])
        if not game.is_over and not game.is_chance and game.turn == player:
            chance = self._evaluator.weigh(game)[0].chance
            if chance is not None:
                return chance
        return float(game.guess(player))  # like the chances above, not normalized

    def _judge_decision(self, game: Any, move: str) -> list[Decision]:
        """Judge and count a decision; [] if it is not selected, or the judge does not weigh every move."""
        found, player = self.found, game.turn
        if self._selected is not None and game.ply not in self._selected:
            found.decisions[player] += 1
            return []
        judged = self._compare(game, move, self._judge)
        if judged is None:
            return []
        found.decisions[player] += 1
        found.judged += 1
        self._count(judged, 1)
        return [judged]

    def _count(self, judged: Decision, sign: int) -> None:
        """Add the loss of a decision, or subtract it again."""
        found, player = self.found, judged.player
        found.lost[player] += sign * judged.lost
        if self._selected is not None:
            found.errors[player] += sign * judged.error**2

    # ---- the worst ---------------------------------------------------------------------------------------------------

    def _recheck(self, losing: list[Decision]) -> Iterator[None]:
        """Judge the worst decisions again by a master, and replace the first judgement."""
        game, found = self._game, self.found
        for one in losing:
            go_back(game, one.ply)
            for move in self._moves[game.ply : one.ply]:
                game.play(move)
            judged = self._compare(game, one.played, self._master)
            if judged is not None:
                self._count(one, -1)
                self._count(judged, 1)
                if judged.lost >= LEAST:
                    found.mistakes[one.player].append(judged)
            yield


def _judge_by_search(game: Any, played: str, judge: Player) -> Decision | None:
    """Judge a decision by a search; None if the judge does not weigh all moves.

    It searches twice, with different dice: to find the best move, and to measure the loss, since the highest of noisy
    estimates is too high on average.
    """
    best = str(judge.weigh(game)[0].move)
    chances = {str(one.move): one.chance for one in judge.weigh(game)}
    played = str(game.read_move(played))
    chance, most = chances.get(played), chances[best]
    if chance is None or most is None or len(chances) < 2 or None in chances.values():
        return None
    why = why_better(game, game.read_move(best), game.read_move(played)) if most > chance else None
    return Decision(game.ply, game.turn, played, best, chance, most, why)


def _judge_by_playouts(game: Any, played: str, judge: Player) -> Decision:
    """Judge a decision of another game by playouts on the same dice against the judge's own move."""
    weighed = judge.weigh(game)[0]
    best, most = str(weighed.move), weighed.chance or 0.0
    if game.read_move(played) == weighed.move:
        return Decision(game.ply, game.turn, best, best, most, most)
    played_move = game.read_move(played)
    found = game.compare(played_move, weighed.move, PAIRS[str(judge.skill)], judge.draw())
    return Decision(game.ply, game.turn, str(played_move), best, found.one, found.other, None, found.error)


def review(
    game: Any, progress: Callable[[int, int], None] | None = None, cancel: Callable[[], bool] | None = None
) -> Review | None:
    """Review a game, finished or not; return None if cancelled.

    progress: called with work done and total; cancel: returns whether to stop.  Raises HedgekitError for a game that
    cannot be reviewed.
    """
    work = Reviewer(game)

    def stop() -> bool:
        if progress is not None:
            progress(work.done, work.total)
        return cancel is not None and cancel()

    return work.found if work.run(None, stop) else None
