"""Ninety-five sentences in three languages, a class of error after the other: `classes.txt`, faithful and wrong.

A block is the class, then a line a language: what it says, and after "||" what a bad translator makes of it.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import pytest

from rulebook.collation import check_translation, read_bytes
from rulebook.collation.meaning.lexicon import glossed
from rulebook.collation.meaning.wording import Wording
from tests.sample import DAY, some

from .test_sentences import rows

LANGUAGES = ("fr", "en", "de")


@functools.cache
def blocks() -> list[dict[str, list[str]]]:
    text = (Path(__file__).parent / "classes.txt").read_text("utf-8")
    made = []
    for block in text.strip().split("\n\n"):
        _, *lines = block.splitlines()
        made.append({line[:2]: [side.strip() for side in line[4:].split("||")] for line in lines})
    return made


def told(source: str, target: str, which: int) -> dict[int | None, set[str]]:
    """What is said of the faithful (0) or the wrong (1) translation, by clause."""
    sides = [
        read_bytes("t.txt", "\n\n".join(f"{n}. {of[language][k]}" for n, of in enumerate(blocks(), 1)).encode())
        for language, k in ((source, 0), (target, which))
    ]
    found = defaultdict(set)
    for one in check_translation(*sides, target, source):
        if one.klass == "meaning":
            found[one.variant].add(one.note())
    return found


@pytest.mark.parametrize(("source", "target"), some(permutations(LANGUAGES, 2), 3, DAY))
def test_what_is_wrong_is_found_and_what_is_not_is_let_alone(source, target):
    faithful, wrong = told(source, target, 0), told(source, target, 1)
    assert sum(map(len, faithful.values())) * 24 <= len(blocks()), faithful
    missed = [of[target][1] for n, of in enumerate(blocks(), 1) if not wrong[n] - faithful[n]]
    assert len(missed) <= 0.2 * len(blocks()), missed


@rows("form")
def test_a_form_of_a_word_is_that_word(row):
    language, one, into, other, _ = row
    ((mine,), (theirs,)) = glossed(one, language), glossed(other, into)
    assert mine.senses.keys() & theirs.senses.keys()


def test_words_that_speak_of_the_same_are_paired_once():
    """And what no word of the other side speaks of is left over."""
    wording = Wording(("Le loup mange un mouton et une chèvre.", "Der Wolf frisst das Schaf."), ("fr", "de"))
    pairs = [(one.text, two.text) for one, two in wording.links if not one.light]
    assert pairs == [("loup", "wolf"), ("mange", "frisst"), ("mouton", "schaf")]
    assert [[word.text for word in side] for side in wording.left] == [["chèvre"], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_against_itself_has_no_finding(language):
    text = read_bytes("t.txt", "\n\n".join(f"{n}. {of[language][0]}" for n, of in enumerate(blocks(), 1)).encode())
    assert check_translation(text, text, language, language) == []
