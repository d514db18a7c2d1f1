"""Whole games that other hands translated: what is planted in them is found, and of what is faithful little is told."""

from __future__ import annotations

import functools

import pytest

from ...sample import WHOLE
from .games import UNSEEN, game, played, told

SECONDS = 10  # of one core: what takes long begins early


@functools.cache
def judged(name: str, into: str) -> tuple[int, int, int]:
    """Of a game: how many planted errors are found, of how many; and how many findings the faithful text has."""
    hit, missed, false = played(game(name, into))
    return hit, hit + len(missed), false


def over(names, into) -> tuple[float, float]:
    """The share of errors found in some games, and false findings in twelve clauses."""
    several = [judged(name, language) for name in names for language in into]
    return sum(hit for hit, *_ in several) / sum(many for _, many, _ in several), sum(
        false for *_, false in several
    ) / len(several)


LEARNED = ("badgers", "harbour", "relay")
SOME = UNSEEN[::7]


def test_of_games_that_were_learned_from_most_errors_are_found_and_few_findings_are_false():
    found, false = over(LEARNED, ("en", "de") if WHOLE else ("en",))
    assert found > 0.7, found
    assert false <= 1, false


def test_so_they_are_of_games_that_nobody_learned_from():
    """Three of twenty games by other hands, of which not a word was looked at when the check was made."""
    found_and_false(SOME, ("de",))


@pytest.mark.soak
def test_so_they_are_of_all_twenty():
    found_and_false(UNSEEN, ("en", "de"))


def found_and_false(names, into):
    found, false = over(names, into)
    assert found > 0.75, found
    assert false <= 2.5, false


def test_where_much_is_wrong_more_is_found_than_where_little_is():
    """All errors of a clause in a row, against one error in the whole text."""
    of = game("relay", "en")
    faithful = told(of, of.target)
    together = next(of.rounds())
    clauses = {clause for clause, *_ in told(of, of.planted(*together)) - faithful}
    alone = [error for error in together if told(of, of.planted(error)) - faithful]
    assert len(alone) <= sum(error.clause in clauses for error in together)


@pytest.mark.parametrize("name", LEARNED)
def test_every_error_stands_in_its_clause(name):
    for into in ("en", "de"):
        of = game(name, into)
        assert len(of.errors) == 40
        assert all(of.planted(error) != of.target for error in of.errors)
