"""The families of words that translations are checked with: complete, and no word on both sides of a contrast."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import combinations

import pytest

from rulebook.collation.language.concepts import concept_languages, concept_places, concepts, max_counts, searchable
from rulebook.collation.language.patterns import Pattern, Patterns, compile_words, required_literals

from ...sample import part
from .games import learned, of_game

FAMILIES = {
    file.name: tomllib.loads(file.read_text("utf-8"))
    for file in files("rulebook.collation.language").joinpath("words").iterdir()
}
CONCEPTS = [one for family in FAMILIES.values() for one in family.get("concept", ())]


def test_concepts_have_unique_names_and_words_in_every_language():
    names = [one["name"] for one in CONCEPTS]
    assert len(names) == len(set(names)) > 200
    for one in CONCEPTS:
        assert all(one[language] for language in concept_languages()), one["name"]
        assert set(one) <= {"name", "group", "one_sided", "against", "also", *concept_languages()}, one["name"]


@pytest.mark.parametrize("language", sorted(concept_languages()))
def test_combined_patterns_find_every_match(language):
    """Skipping texts without a pattern's required letters loses no match."""
    kind = "source" if language == "fr" else "target"
    texts = [of_game(name, f"{kind}.{language}.txt") for name in part(learned()[0][:3], 3)]
    sentences = [
        searchable(line, language) for text in texts for line in text.replace(". ", ".\n").splitlines() if line
    ]
    words = [word for one in CONCEPTS for word in (*one[language], *one.get("also", {}).get(language, ()))]
    bare = {word: compile_words([word]) for word in words}
    sought = Patterns({word: Pattern([word]) for word in words})
    for sentence in sentences:
        found = {word: [match.span() for match in of.finditer(sentence)] for word, of in bare.items()}
        assert sought.spans(sentence) == {word: spans for word, spans in found.items() if spans}, sentence


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("(?:au|en) pas(?:se)?", [" au pas", " en pas"]),  # each alternative, without optional letters
        ("(?<!ne )avanc\\w+", [" avanc"]),  # a lookbehind is no part of it
        ("qu'", [" qu "]),  # a final apostrophe ends the word
        ("\\w+(?:s|x)?", [""]),  # nothing is required
        ("a|bc?d", [" a ", " b"]),
        ("(?:a(?:b|c)){2}", [""]),
    ],
)
def test_required_literals_of_a_pattern(word, letters):
    assert required_literals(word) == letters


def test_opposites_of_concepts_exist():
    names = {one["name"] for one in CONCEPTS}
    assert {name for one in CONCEPTS for name in one.get("against", ())} <= names | {
        "must", "may", "must not", "need not",
    }  # fmt: skip


@pytest.mark.parametrize("language", sorted(concept_languages()))
def test_no_word_is_on_both_sides_of_a_contrast(language):
    for one, other in combinations(CONCEPTS, 2):
        if set(one.get("group", "").split()) & set(other.get("group", "").split()):
            shared = set(one[language]) & set(other[language])
            assert not shared, (one["name"], other["name"], shared)


def test_a_possible_expression_of_a_concept_excuses_its_loss():
    """ "Face down" may translate "without looking"; by itself it denies nothing."""
    assert not concept_places("Getauscht wird verdeckt.", "de")["negation"]
    assert max_counts("Getauscht wird verdeckt.", "de")["negation"] == 1


def test_a_part_of_an_opposite_excuses_nothing():
    assert [one.name for one in concepts() if one.name in ("highest", "lowest")] == ["highest", "lowest"]
    assert max_counts("Le plus petit total gagne.", "fr")["highest"] == 0
    assert max_counts("Le plus grand total gagne.", "fr")["highest"] == 1
