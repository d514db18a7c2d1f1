"""Helpers for the tests of clauses, and a register of the clauses they test.

Most claims are rows of the tables beside this file (see `test_claims.py`); others are test functions:

    @clause("13.2")
    def test_nothing_is_pushed_out_of_a_black_square():
        assert moves("13 players=2", "... turn=A step=forward") == ["e2-f2", "f2-g2"]

`rulebook/tasks/clauses.toml` lists every clause, reading and option value; `test_list.py` compares it with these.
"""

import re
from collections.abc import Callable

import pytest

from hedgekit import Game, Refusal, game_of

CLAIMED: dict[str, list[str]] = {}
"""Clause ("13.2"), reading ("13-b") or option value ("13[push=sideways]") -> its tests."""


def clause(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a test as being about these clauses, readings or option values."""

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        for name in names:
            CLAIMED.setdefault(name, []).append(f"{test.__module__.rpartition('.')[2]}.{test.__name__}")
        return test

    return mark


def at(rules: str, text: str) -> Game:
    """Return a game at a position, which must print as written."""
    game = game_of(rules).from_text(rules, text)
    assert str(game) == text, f"write it as {game}"
    return game


def moves(rules: str, text: str) -> list[str]:
    """Return the legal moves of a position as sorted texts."""
    listed = [str(move) for move in at(rules, text).moves()]
    assert len(listed) == len(set(listed)), "no move twice"
    return sorted(listed)


def after(rules: str, text: str, *played: str) -> Game:
    """Return the game after these moves; its text must read back to the same position."""
    game = at(rules, text)
    for move in played:
        game.play(move)
    assert str(game_of(rules).from_text(rules, str(game))) == str(game)
    return game


def refused(rules: str, text: str, move: str) -> Refusal:
    """Return the refusal of a move.

    It must leave the game unchanged, be the same from `play` and `why`, and have sentences in both languages.
    """
    return refused_by(at(rules, text), move)


def refused_by(game: Game, move: str) -> Refusal:
    """Return the refusal of a move in this game, with the same checks."""
    before, ply = str(game), game.ply
    with pytest.raises(Refusal) as caught:
        game.play(move)
    assert (str(game), game.ply) == (before, ply)
    found = game.why(move)
    assert found is not None
    assert found.reason == caught.value.reason
    assert found.text("fr") != found.text("en")
    for language in ("fr", "en"):
        sentence = found.text(language)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert re.match(r"[A-Z0-9ÀÉÊ«]|@?[a-i][1-6]", sentence), "it begins with a capital, or with a square"
    return found
