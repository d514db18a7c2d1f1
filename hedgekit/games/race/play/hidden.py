"""What is hidden from a seat, dealt anew: the drawings that others noted (2), the cards nobody has seen (7)."""

from typing import Any

from ....notation.record import Record
from ..engine.board import PLAYERS
from ..engine.composing import kept
from ..engine.state import ANNOUNCE, ANY, JOKER, SECRET, SHUFFLE
from ..notation.moves import Move
from ..rulesets.combining import RuleSet
from ..variants.fields import fields_of
from .undo import STEP, TURN, keeping

UNKNOWN = Move(word="?")
"""A move that a seat may not know."""


@kept()
def hides(rules: RuleSet) -> bool:
    """Is anything hidden from anybody under these rules?"""
    return any(field.known != "all" for field in fields_of(rules))


def deal(game: Any, seat: str) -> None:
    """Deal anew what a seat ("": a spectator) may not know, in a game that is running, and make its history say so."""
    s, mine = game._state, PLAYERS.index(seat) if seat else -1
    turned = [game._turned]  # cards, up to each ply
    for move, before in game._played:
        turned.append(turned[-1] + (move.outcome[0] if before[STEP] == ANNOUNCE and move.outcome else 0))
    deal_state(game._ask, s, mine, turned[-1])
    names = keeping(s).names
    history = []
    for (move, before), seen in zip(game._played, turned, strict=False):
        if before[STEP] == SHUFFLE or (before[STEP] == SECRET and before[TURN] != mine):
            move = UNKNOWN
        row = list(before)
        for place, name in enumerate(names):
            if name == "secret":
                row[place] = [now if then else 0 for now, then in zip(s.secret, before[place], strict=True)]
            elif name == "deck" and before[place][0]:
                back = (turned[-1] - seen) % len(s.deck)
                row[place] = s.deck[len(s.deck) - back :] + s.deck[: len(s.deck) - back]
            elif name == "rng":
                row[place] = s.rng
        history.append((move, tuple(row)))
    game._played, game.remarks = history, []  # who wrote them may have known more
    if game._start is not None:
        game._start = game._start.seen_by(seat)
    game._listed = game._looked = None


def deal_state(ask: Any, s: Any, seat: int, turned: int) -> None:
    """Deal anew what a seat (-1: a spectator) may not know in a state; turned: how many cards have been turned."""
    pile, closed = list(s.deck), s.closed
    ask.imagine(s, seat)
    s.closed = closed  # (players who imagine the rest of a game leave the stakes; who looks does not)
    if s.carded:
        s.deck[:] = _pile(pile, s, turned)


def _pile(pile: list[int], s: Any, turned: int) -> list[int]:
    """The cards that were turned lie where everybody saw them put, below; the others as the state has them now."""
    if not pile[0]:
        return pile  # not shuffled yet
    known = pile[len(pile) - min(turned, len(pile)) :]
    if not turned and (s.dice or s.step == JOKER):
        known = [s.dice or ANY]  # the one that lies open
    others = list(s.deck)
    for card in known:
        others.remove(card)
    return others + known


def played_again(kind: Any, rules: RuleSet, seed: int | None, start: Any, moves: tuple[str, ...]) -> Any:
    """The game that was played so: what a game is made of, and nothing that an engine remembers."""
    return kind._of_record(Record(rules, seed, start, moves), None)


def standing_again(kind: Any, rules: RuleSet, seed: int | None, start: Any, kept: Any, played: list[Any]) -> Any:
    """The same of a game in which something is not known: it stands where it stood."""
    game = kind(rules, seed)
    game._again(game._state, kept)
    game._start = start
    game._played = [(UNKNOWN if move == str(UNKNOWN) else Move.parse(move), was) for move, was in played]
    return game
