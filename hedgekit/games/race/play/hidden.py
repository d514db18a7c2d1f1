"""Redeal what is hidden from a seat: the drawings that others noted (2), and the unseen cards (7)."""

from typing import Any

from ....notation.record import Record
from ..engine.board import PLAYERS
from ..engine.composing import registry_cache
from ..engine.state import ANNOUNCE, ANY, JOKER, SAVED_STEP, SAVED_TURN, SECRET, SHUFFLE
from ..notation.moves import Move
from ..rulesets.rule_set import RuleSet
from ..variants.fields import fields_of

UNKNOWN = Move(word="?")
"""A move hidden from a seat."""


@registry_cache()
def hides(rules: RuleSet) -> bool:
    """Return whether these rules hide anything from anybody."""
    return any(field.known != "all" for field in fields_of(rules))


def deal(game: Any, seat: str) -> None:
    """Redeal what is hidden from a seat ("": a spectator) in a running game, and change its history to match."""
    s, mine = game._state, PLAYERS.index(seat) if seat else -1
    thrown = [move.outcome[0] for move, before in game._history if before[SAVED_STEP] == ANNOUNCE and move.outcome]
    deal_state(game._ask, s, mine, game._turned + sum(thrown))
    game._history = _history_with(game._history, s, mine, sum(thrown))
    game.remarks = []  # they may give secrets away
    if game._start is not None:
        game._start = game._start.seen_by(seat)
    game._legal_moves = game._looked = None


def _history_with(played: Any, s: Any, mine: int, turned: int) -> list[Any]:
    """Return the history with hidden information as in state `s`; turned: the number of cards turned in it."""
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
            row[deck] = decks[turned % len(decks)]
        if step == ANNOUNCE and move.outcome:
            turned -= move.outcome[0]
        hidden = step == SHUFFLE or (step == SECRET and before[SAVED_TURN] != mine)
        history.append((UNKNOWN if hidden else move, tuple(row)))
    return history


def deal_state(ask: Any, s: Any, seat: int, turned: int) -> None:
    """Redeal what is hidden from a seat (-1: a spectator) in a state; turned: the number of cards turned so far."""
    pile, closed = list(s.deck), s.closed
    ask.imagine(s, seat)
    s.closed = closed  # `imagine` ends doubling, for playouts; a view does not
    if s.carded:
        s.deck[:] = _pile(pile, s, turned)


def _pile(pile: list[int], s: Any, turned: int) -> list[int]:
    """Return the deck with the turned cards, which everybody saw, at the bottom, and the others as in the state."""
    if not pile[0]:
        return pile  # not shuffled yet
    known = pile[len(pile) - min(turned, len(pile)) :]
    if not turned and (s.dice or s.step == JOKER):
        known = [s.dice or ANY]  # the one that lies open
    others = list(s.deck)
    for card in known:
        others.remove(card)
    return others + known


def replayed(kind: Any, rules: RuleSet, seed: int | None, start: Any, moves: str) -> Any:
    """Unpickle a game by replaying it."""
    return kind._from_record(Record(rules, seed, start, tuple(moves.split())), None)


def restored(kind: Any, rules: RuleSet, seed: int | None, start: Any, moves: str, saved: Any, before: list[Any]) -> Any:
    """Unpickle a game with hidden moves, which cannot be replayed, from its saved states."""
    game = kind(rules, seed)
    game._state.restore(saved)
    game._start = start
    played = [UNKNOWN if move == str(UNKNOWN) else Move.parse(move) for move in moves.split()]
    game._history = [*zip(played, before, strict=True)]
    return game
