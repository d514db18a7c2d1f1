"""What is hidden from a seat, dealt anew: the drawings that others noted (2), the cards nobody has seen (7)."""

from typing import Any

from ....notation.record import Record
from ..engine.board import PLAYERS
from ..engine.composing import registry_cache
from ..engine.state import ANNOUNCE, ANY, JOKER, SAVED_STEP, SAVED_TURN, SECRET, SHUFFLE
from ..notation.moves import Move
from ..rulesets.rule_set import RuleSet
from ..variants.fields import fields_of

UNKNOWN = Move(word="?")
"""A move that a seat may not know."""


@registry_cache()
def hides(rules: RuleSet) -> bool:
    """Is anything hidden from anybody under these rules?"""
    return any(field.known != "all" for field in fields_of(rules))


def deal(game: Any, seat: str) -> None:
    """Deal anew what a seat ("": a spectator) may not know, in a game that is running, and make its history say so."""
    s, mine = game._state, PLAYERS.index(seat) if seat else -1
    thrown = [move.outcome[0] for move, before in game._played if before[SAVED_STEP] == ANNOUNCE and move.outcome]
    deal_state(game._ask, s, mine, game._turned + sum(thrown))
    game._played, game.remarks = _history(game._played, s, mine, sum(thrown)), []  # who wrote them may have known more
    if game._start is not None:
        game._start = game._start.seen_by(seat)
    game._listed = game._looked = None


def _history(played: Any, s: Any, mine: int, left: int) -> list[Any]:
    """What was played, as it was if all that is hidden is as a state has it; left: cards turned meanwhile."""
    names = s.saving
    secret, deck = (names.index(name) if name in names else -1 for name in ("secret", "deck"))
    decks = [s.deck[back:] + s.deck[:back] for back in range(len(s.deck), 0, -1)] if deck >= 0 else []
    history, noted, known = [], None, None
    for move, before in played:
        row, step = list(before), before[SAVED_STEP]
        if secret >= 0:
            if row[secret] != noted:
                noted = row[secret]
                known = [now if then else 0 for now, then in zip(s.secret, noted, strict=True)]
            row[secret] = known
        if deck >= 0 and row[deck][0]:
            row[deck] = decks[left % len(decks)]
        if step == ANNOUNCE and move.outcome:
            left -= move.outcome[0]
        hidden = step == SHUFFLE or (step == SECRET and before[SAVED_TURN] != mine)
        history.append((UNKNOWN if hidden else move, tuple(row)))
    return history


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


def played_again(kind: Any, rules: RuleSet, seed: int | None, start: Any, moves: str) -> Any:
    """The game that was played so: what a game is made of, and nothing that an engine remembers."""
    return kind._of_record(Record(rules, seed, start, tuple(moves.split())), None)


def standing_again(
    kind: Any, rules: RuleSet, seed: int | None, start: Any, moves: str, kept: Any, before: list[Any]
) -> Any:
    """The same of a game in which something is not known: it stands where it stood."""
    game = kind(rules, seed)
    game._state.restore(kept)
    game._start = start
    played = [UNKNOWN if move == str(UNKNOWN) else Move.parse(move) for move in moves.split()]
    game._played = [*zip(played, before, strict=True)]
    return game
