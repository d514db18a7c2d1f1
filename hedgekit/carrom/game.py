"""The game of Carrom: the protocol of `hedgekit.Game`, with flicks for moves."""

import re
from dataclasses import dataclass

from ..board import PLAYERS
from ..carrom.rules import fan, flicked, frame, has_room, mine, refused, set_going
from ..carrom.solver import TABLE
from ..carrom.texts import DISCS, QUIET, STEP, Flick, Position, carrom_rules
from ..combining import RuleSet
from ..errors import NotationError
from ..reasons import Reason, Refusal
from ..telling import ending
from ..words import sentence

LONGEST = 1_000_000  # characters of a record


@dataclass(frozen=True)
class Trace:
    """A flick over time: `frames[n]` says where the discs on the board are after `n * step` seconds, by piece.

    The first frame has the flicked disc at the edge, the last one is the position afterwards.
    """

    step: float
    frames: tuple[dict[str, tuple[float, float]], ...] = ()


class Carrom:
    """A game of Carrom.

    rules: a RuleSet with variant 40, its text, or left out for a number of players (2 to 9); seed: kept for the record
    only, nothing is left to chance; first: the seat that begins (in a series it changes).
    Every refusal leaves the game as it was.
    """

    def __init__(
        self,
        rules: RuleSet | str | int | None = None,
        seed: int | None = None,
        first: str = "A",
        *,
        players: int | None = None,
    ) -> None:
        ruleset = carrom_rules(rules, players)
        if first not in tuple(PLAYERS[: ruleset.players]):
            raise NotationError("error.eyes", player=str(first)[:8], players=ruleset.players)
        hand = tuple(f"{player}{n}" for player in PLAYERS[: ruleset.players] for n in range(1, DISCS + 1))
        position = Position(hand=hand, turn=first, step=STEP)
        self._begin(ruleset, seed, position, None if first == "A" else position)

    @classmethod
    def from_text(cls, rules: RuleSet | str | int, text: str, seed: int | None = None) -> "Carrom":
        """A game standing in a position.  NotationError if the text is none, or the position cannot be."""
        game = cls.__new__(cls)
        ruleset = carrom_rules(rules)
        position = Position.parse(text)
        position.check(ruleset.players, text)
        game._begin(ruleset, seed, position, position)
        return game

    def _begin(self, rules: RuleSet, seed: int | None, position: Position, start: Position | None) -> None:
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 10**18):
            raise NotationError("error.seed", seed=str(seed)[:24])
        self._rules = rules
        self._seed = seed
        self._position = position
        self._start = start
        self._played: list[tuple[Flick, Position]] = []  # each flick with the position before it
        self._listed: list[Flick] | None = None

    # ---- what is so --------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed it was given."""
        return self._seed

    @property
    def step(self) -> str | None:
        """What is to be decided: "flick"; None once the game is over."""
        return self._position.step or None

    @property
    def turn(self) -> str | None:
        """The letter of the player to flick, None once the game is over."""
        return self._position.turn or None

    @property
    def is_chance(self) -> bool:
        """Does chance decide the present step?  Never."""
        return False

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._position.over)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' letters; () while running and for a draw."""
        over = self._position.over
        return () if over == "draw" else tuple(over)

    @property
    def position(self) -> Position:
        """The position, as a value."""
        return self._position

    @property
    def start(self) -> Position | None:
        """The position the game began in; None if it began with the set-up."""
        return self._start

    @property
    def first(self) -> str:
        """The letter of the seat that began."""
        began = self._played[0][1] if self._played else self._position
        return began.turn or "A"

    @property
    def ply(self) -> int:
        """How many flicks have been played."""
        return len(self._played)

    @property
    def moves_played(self) -> tuple[str, ...]:
        """The flicks played, as texts."""
        return tuple(str(flick) for flick, _ in self._played)

    @property
    def trace(self) -> Trace:
        """The last flick over time; without frames before the first, and for a pass."""
        if not self._played or self._played[-1][0].is_pass:
            return Trace(TABLE.step)
        flick, before = self._played[-1]  # played once more: the same flick does the same
        names, motion = set_going(before, flick)
        frames = [frame(names, motion)]
        while motion.sliding:
            motion.step()
            frames.append(frame(names, motion))
        frames[-1] = {piece: self._position.at(piece) for piece in self._position.discs}
        return Trace(TABLE.step, tuple(frames))

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """The players by discs left, best first, ties together."""
        left = {player: self._position.left(player) for player in PLAYERS[: self._rules.players]}
        return tuple(tuple(p for p in left if left[p] == n) for n in sorted(set(left.values()), reverse=True))

    def points(self) -> dict[str, int] | None:
        """No points are counted: {} for a finished game, None while the game is running."""
        return {} if self.is_over else None

    # ---- flicks ------------------------------------------------------------------------------------------------------

    def moves(self) -> list[Flick]:
        """A fan of legal flicks for each disc that may be taken; empty once the game is over.

        Any well-formed flick from the edge is legal, not only these.
        """
        if self._listed is None:
            self._listed = [] if self.is_over else list(fan(self._position))
        return list(self._listed)

    def play(self, move: Flick | str) -> None:
        """Play a legal flick (or its text).

        Refusal if it is not legal, NotationError if it is no flick; nothing changed then.
        """
        flick = Flick.parse(move)
        after = self.after(flick)
        self._played.append((flick, self._position))
        self._position = after
        self._listed = None

    def after(self, move: Flick | str) -> Position:
        """The position a legal flick would lead to; the game is left as it is."""
        flick = Flick.parse(move)
        refusal = self.why(flick)
        if refusal:
            raise refusal
        return flicked(self._position, flick, self._rules.players)

    def roll(self) -> Flick:
        """Nothing is rolled in Carrom: always a Refusal."""
        if self.is_over:
            raise Refusal("roll", Reason("40.4", "refusal.over"))
        raise Refusal("roll", Reason("40.1", "refusal.no_roll", values={"player": self.turn}))

    def undo(self) -> str:
        """Take the last flick back and return its text; IndexError at the start."""
        if not self._played:
            raise IndexError("nothing has been played")
        flick, self._position = self._played.pop()
        self._listed = None
        return str(flick)

    # ---- reasons and words -------------------------------------------------------------------------------------------

    def why(self, move: Flick | str) -> Refusal | None:
        """Why a flick is not legal: None if it is, else the Refusal that `play` would raise.

        NotationError if it is no flick.
        """
        flick = Flick.parse(move)
        reason = refused(self._position, flick)
        return None if reason is None else Refusal(str(flick), reason)

    def because(self, move: Flick | str) -> tuple[Reason, ...]:
        """The clauses that allow a legal flick.  Refusal if it is not legal."""
        flick = Flick.parse(move)
        refusal = self.why(flick)
        if refusal:
            raise refusal
        player = self._position.turn
        if flick.is_pass:
            return (Reason("40.1", "carrom.because.pass", values={"player": player}),)
        key = "carrom.because.hand" if flick.piece in self._position.hand else "carrom.because.board"
        return (Reason("40.1", key, (), (flick.piece,), {"player": player, "piece": flick.piece}),)

    def prompt(self, language: str = "en") -> str:
        """Who is to flick and with which disc, in a sentence."""
        position = self._position
        if position.over:
            return ending(position.over, language)
        hand = mine(position, position.hand)
        key = "pass" if not has_room(position) else "hand" if hand else "board"
        return sentence(f"carrom.prompt.{key}", language, {"player": position.turn})

    def told(self, language: str = "en") -> str:
        """What the last flick did, in words; "" before the first."""
        if not self._played:
            return ""
        flick, before = self._played[-1]
        values = {"player": before.turn, "piece": flick.piece}
        said = [sentence(f"carrom.told.{'pass' if flick.is_pass else 'flick'}", language, values)]
        lost = [piece for piece in self._position.out if piece not in before.out]
        if not flick.is_pass:
            key = "nothing" if not lost else "leaves" if len(lost) == 1 else "leave"
            said.append(sentence(f"carrom.told.{key}", language, {"pieces": lost}))
        if self.is_over:
            if not lost:
                said.append(sentence("carrom.told.quiet", language, {"count": QUIET}))
            said.append(ending(self._position.over, language))
        return " ".join(said)

    # ---- texts -------------------------------------------------------------------------------------------------------

    def to_text(self, eyes: str | None = None) -> str:
        """The position as text; `eyes`, a player's letter, hide nothing.  NotationError for a letter of nobody."""
        if eyes is not None and (not isinstance(eyes, str) or eyes not in tuple(PLAYERS[: self._rules.players])):
            raise NotationError("error.eyes", player=str(eyes)[:8], players=self._rules.players)
        return str(self._position)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Carrom({str(self._rules)!r}, {str(self)!r})"

    def record(self) -> str:
        """The record: rule set, seed, first position if it was not the set-up, and every flick, a line a turn."""
        lines = [str(self._rules)]
        if self._seed is not None:
            lines.append(f"seed={self._seed}")
        if self._start is not None:
            lines.append(str(self._start))
        return "\n".join(lines + [f"{before.turn}: {flick}" for flick, before in self._played])


_SEED = re.compile(r"seed=(0|[1-9][0-9]{0,17})")
_START = re.compile(r"(?:^|\s)(?:turn|over)=")


def replay(text: str, first: str = "A") -> Carrom:
    """The game of a record.  NotationError if it is none; a flick that cannot be played is named with the reason."""
    if not isinstance(text, str):
        raise NotationError("error.record.kind", kind=type(text).__name__)
    if len(text) > LONGEST:
        raise NotationError("error.long", text[:80], LONGEST, limit=LONGEST)
    lines = [line.strip() for line in re.split(r"[\n\r]+", text) if line.strip()]
    if not lines:
        raise NotationError("error.record.none", text, 0)
    ruleset, lines = carrom_rules(lines[0]), lines[1:]
    seed = None
    if lines and (found := _SEED.fullmatch(lines[0])):
        seed, lines = int(found[1]), lines[1:]
    if lines and _START.search(lines[0]):
        game, lines = Carrom.from_text(ruleset, lines[0], seed), lines[1:]
    else:
        game = Carrom(ruleset, seed, first)
    for word in " ".join(lines).split():
        if word.endswith(":"):
            continue
        number = game.ply + 1
        try:
            game.play(word)
        except Refusal as no:
            raise NotationError("error.record.refused", number=number, move=word[:48], reason=no) from no
        except NotationError as no:
            raise NotationError("error.record.move", number=number, move=word[:48]) from no
    return game
