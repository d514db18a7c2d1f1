"""Whole games that other hands translated: what is planted in them is found, and of what is faithful little is told."""

from __future__ import annotations

import functools
from collections import Counter

import pytest

from rulebook.collation import check_translation

from .games import UNSEEN, Translated, game, text


def told(of: Translated, said: str) -> Counter[tuple[int | None, str, str]]:
    """The findings of meaning in a translation: clause, kind and note."""
    found = check_translation(of.source, text(said), of.languages[1], of.languages[0])
    return Counter((one.variant, one.kind, one.note()) for one in found if one.klass == "meaning")


@functools.cache
def judged(name: str, into: str) -> tuple[int, int, int]:
    """Of a game: how many planted errors are found, of how many; and how many findings the faithful text has."""
    of = game(name, into)
    faithful, hit, many = told(of, of.target), 0, 0
    for errors in of.rounds():
        clauses = {clause for clause, *_ in told(of, of.planted(*errors)) - faithful}
        hit += sum(error.clause in clauses for error in errors)
        many += len(errors)
    return hit, many, faithful.total()


def over(names, into) -> tuple[float, float]:
    """The share of errors found in some games, and false findings in twelve clauses."""
    several = [judged(name, language) for name in names for language in into]
    return sum(hit for hit, *_ in several) / sum(many for _, many, _ in several), sum(
        false for *_, false in several
    ) / len(several)


LEARNED = ("badgers", "harbour", "relay")


def test_of_games_that_were_learned_from_most_errors_are_found_and_few_findings_are_false():
    found, false = over(LEARNED, ("en", "de"))
    assert found > 0.7, found
    assert false <= 2, false


def test_so_they_are_of_games_that_nobody_learned_from():
    """Eight games by other hands, of which not a word was looked at when the check was made; freely translated."""
    found, false = over(UNSEEN, ("en", "de"))
    assert found > 0.65, found
    assert false <= 4, false


@pytest.mark.parametrize("name", LEARNED)
def test_every_error_stands_in_its_clause(name):
    for into in ("en", "de"):
        of = game(name, into)
        assert len(of.errors) == 40
        assert all(of.planted(error) != of.target for error in of.errors)
