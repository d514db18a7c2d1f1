"""Errors planted in translations by many people: most are found, with few findings in the faithful text.

Each corpus was written by somebody who had not seen the code; `hands/README.md` says what was found in `hands/` before
anything was changed for it.
"""

from __future__ import annotations

import math
from itertools import permutations

import pytest

from rulebook.collation import check_translation
from tests.sample import DAY, WHOLE, some

from .games import HANDS, LISTS, UNSEEN, classes, clauses, game, hand, meaning_findings, recall, text, together

SECONDS = 25  # of CPU time: slow files start first

FROM_FRENCH = [(name, "fr", target) for name in LISTS for target in ("en", "de")]
OTHERS = [("en", "de"), ("de", "en"), ("en", "fr"), ("de", "fr")]
LEARNED = ("badgers", "harbour", "relay")


@pytest.mark.parametrize(
    ("name", "source", "target"),
    some([*FROM_FRENCH, *((name, *OTHERS[k % 4]) for k, name in enumerate(LISTS))], 3, DAY),
)
def test_faithful_clauses_have_almost_no_findings(name, source, target):
    """At most one in twelve clauses; the language of the source is detected."""
    of = together(name, source, target)
    found = check_translation(of.source, text(of.target), target)
    assert len(found) * 12 <= len(of.source.entries), [(one.variant, one.note()) for one in found]


def assert_recall(several, least: float, most: float = math.inf, each: float = 0) -> None:
    """Assert the share of errors found, in all and in each text, and the findings per twelve faithful clauses."""
    hit = false = 0
    missed = []
    for of in several:
        here, not_found, false_here = recall(of)
        assert here >= each * len(of.errors), not_found
        hit, false, missed = hit + here, false + false_here, missed + not_found
    assert hit >= least * (hit + len(missed)), missed
    assert false * 12 <= most * sum(len(of.source.entries) or 1 for of in several)


@pytest.mark.parametrize(
    ("name", "source", "target"),
    some([
        *(one for one in FROM_FRENCH if one[0] != "denials"),
        ("translated", "en", "de"), ("natural", "de", "en"), ("salt", "en", "de"), ("postmen", "de", "en"),
    ], 6),
)  # fmt: skip
def test_four_fifths_of_the_errors_in_clauses_are_found(name, source, target):
    """One at a time, each in a text of its clause only."""
    assert_recall([*clauses(name, source, target)], 0.8)


@pytest.mark.parametrize(
    ("name", "languages", "least"),
    [
        *(("denials", of, 1) for of in ("en de", "fr de")),
        ("trucks", "fr en", 1),
        *(("mules", of, 1) for of in ("fr en", "fr de", "de en")),
        *(("mules", of, 0.8) for of in ("en de", "en fr")),
    ],
)
def test_errors_in_single_sentences_are_found_without_false_findings(name, languages, least):
    """The thirty-odd ways of German to deny, oblige and restrict, completely; two other games."""
    assert_recall([*clauses(name, *languages.split())], least, most=0)


@pytest.mark.parametrize(("source", "target"), some(permutations(("fr", "en", "de"), 2), 3, DAY))
def test_errors_of_each_class_are_found(source, target):
    """Ninety-five sentences, one class after another: `classes.txt`."""
    assert_recall([classes(source, target)], 0.8, most=0.5)


def test_errors_in_free_translations_are_found():
    assert_recall([hand(name) for name in HANDS], 0.9, most=1, each=0.8)


def test_errors_in_training_games_are_found():
    assert_recall([game(name, into) for name in LEARNED for into in (("en", "de") if WHOLE else ("en",))], 0.7, most=1)


@pytest.mark.parametrize(
    ("names", "into"),
    [(UNSEEN[::7], ("de",)), pytest.param(UNSEEN, ("en", "de"), marks=pytest.mark.soak)],
    ids=["three", "all twenty"],
)
def test_errors_in_unseen_games_are_found(names, into):
    assert_recall([game(name, language) for name in names for language in into], 0.75, most=2.5)


def test_more_errors_are_found_where_there_are_many():
    """All errors in a clause planted together, compared with each alone."""
    of = game("relay", "en")
    faithful, together = meaning_findings(of, of.target), next(of.rounds())
    clauses = {clause for clause, *_ in meaning_findings(of, of.planted(*together)) - faithful}
    alone = [error for error in together if meaning_findings(of, of.planted(error)) - faithful]
    assert len(alone) <= sum(error.clause in clauses for error in together)


@pytest.mark.parametrize("name", LEARNED)
def test_every_error_can_be_planted(name):
    for of in (game(name, into) for into in ("en", "de")):
        assert len(of.errors) == 40
        assert all(of.planted(error) != of.target for error in of.errors)


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_a_text_compared_with_itself_has_no_finding(language):
    of = classes(language, language)
    assert check_translation(of.source, of.source, language, language) == []
