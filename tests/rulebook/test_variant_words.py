"""Texts about variants and other games: every listed clause, reading and option has one, and nothing else has.

The list is `rulebook/tasks/clauses.toml`.  The engine checks what it can: options, clauses named in texts, and which
variants exclude each other.
"""

import re

import pytest

from hedgekit import VARIANTS, verdict
from hedgekit.games.collection import OTHER_GAMES, game_of
from rulebook import chapters
from rulebook.text import words
from tests.claims import Claims

from .test_chapters import Nesting

LIST = words.listed_clauses()
KNOWN = {name for names in LIST.values() for name in names}
WRITTEN = [one for one in (*VARIANTS, *OTHER_GAMES) if one and words.file_of(one) in words.stems(words.SOURCE)]
GAMES = [one for one in WRITTEN if one in OTHER_GAMES]
TABLES = ("names", "clauses", "readings", "options", "about")
PAGE = {"title", "sentence", "purpose", "names", "clauses", "about", "known", "page", "tasks"}
CLAUSE_NAMES = {"en": r"\bclauses? (\w+)", "fr": r"\barticles? (\w+)", "de": r"\bAbs(?:atz|ätze) (\w+)"}

claim, of_variant, of_game = Claims(), Claims(), Claims()


@claim
def exactly_the_listed_clauses_readings_and_options_have_texts(subject, lang):
    """Listed, "9.1" is a clause, "4-a" a reading, "4[when=stuck]" the option "when.stuck"."""
    ids, tree = list(LIST[str(subject)]), words.tree(words.file_of(subject), lang)
    clauses = [name for name in ids if "." in name]
    assert list(tree["names"]) == list(tree["clauses"]) == clauses
    assert list(tree.get("readings", {})) == [name for name in ids if "-" in name]
    values = [name[name.index("[") + 1 : -1].replace("=", ".") for name in ids if "[" in name]
    options = [key for key in words.table(words.file_of(subject), lang) if key.startswith("options.")]
    assert sorted(options) == sorted(f"options.{value}" for value in values)


@of_variant
def a_file_has_exactly_what_a_page_shows(number, lang):
    tree = words.tree(words.file_of(number), lang)
    assert {"purpose"} | {name for name in TABLES if name in tree} == set(tree) - {"tasks"}
    assert set(tree["about"]) - {"remark"} == {"recommended", "effect", "combine"}


@of_variant
def readings_start_with_their_question(number, lang):
    for name, text in words.tree(words.file_of(number), lang).get("readings", {}).items():
        assert re.match(r"\*\*[^*]+\?\*\* \S", text), name


@of_variant
def clauses_and_options_named_in_the_text_exist(number, lang):
    for key, text in words.table(words.file_of(number), lang).items():
        if not key.startswith("tasks."):
            assert set(re.findall(r"(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d.])", text)) <= KNOWN, key
            for variant, name, value in re.findall(r"`(\d+)\[(\w+)=([^\]]*)\]`", text):
                option = VARIANTS[int(variant)].option(name)
                assert option, key
                assert option.read(value) is not None, key


@of_variant
def excluded_variants_are_named(number, lang):
    """By number, or in a range such as 36 to 39; 40 excludes nearly all and names the compatible ones."""
    text = words.tree(words.file_of(number), lang)["about"]["combine"]
    named = set(map(int, re.findall(r"\b\d+\b", text)))
    for first, last in re.findall(r"\b(\d+) (?:to|à|bis) (\d+)\b", text):
        named |= set(range(int(first), int(last) + 1))
    others = [other for other in VARIANTS if other not in (0, number)]
    excluded = {other for other in others if verdict(*sorted((number, other))).kind == "incompatible"}
    wrong = excluded - named if number != 40 else named ^ (set(others) - excluded)
    assert wrong == set(), f"about.combine of {number} in {lang}.toml"


@of_game
def a_games_file_has_exactly_what_its_pages_show(game, lang):
    tree = words.tree(game, lang)
    assert set(tree) - {"chapter", "readings", "options", "board"} == PAGE
    assert set(tree["about"]) <= set(chapters.ABOUT)
    assert {key for row in tree["known"].values() for key in row} == {"claim", "source", "sure"}


@of_game
def clauses_are_named_by_their_labels(game, lang):
    """By what follows the dot; and any number named must exist."""
    known = {words.label(name) for name in words.clauses(game)}
    for key, text in words.table(game, lang).items():
        if not key.startswith(("names.", "clauses.")):
            assert not re.search(rf"\b{game}\.\w", text.replace("hedgekit.", "")), key
        for called in re.findall(CLAUSE_NAMES[lang], text) if lang in CLAUSE_NAMES else ():
            assert called in known or not called.isdigit(), (key, called)


@of_game
def rule_sets_in_texts_are_valid(game, lang):
    for text in words.table(game, lang).values():
        for rules in re.findall(rf"`({game}\[[^`]*)`", text):
            assert game_of(rules).read_rules(rules)


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("subject", WRITTEN)
def test_texts_of_a_variant_or_game_hold_their_claims(subject, lang):
    claim.hold(subject, lang)
    (of_game if subject in GAMES else of_variant).hold(subject, lang)


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_well_formed_and_clauses_have_anchors(game):
    shown = [chapters.variant(game), chapters.known(game)]
    shown += [chapters.say(f"{game}.page.{key}") for key in words.tree(game, "en")["page"]]
    shown += [chapters.clause(name) for name in words.clauses(game)]
    shown += [part(game) for part in (chapters.readings, chapters.options) if part.__name__ in words.tree(game, "en")]
    for prose in shown:
        page = Nesting()
        page.feed(prose.html)
        assert page.open == []
        assert set(words.LANGUAGES) <= page.languages
    html = chapters.clause(f"{game}.1").html
    assert f'id="rule-{game}.1"' in html
    assert f"<h3>1 · {words.text(f'{game}.names.{game}.1', 'en')}</h3>" in html


def test_unknown_clauses_are_errors():
    for bad in ("hekla", "Hekla.1", "nowhere.1", "checkerboard.99"):
        with pytest.raises(LookupError):
            words.clause(bad, "en")
    with pytest.raises(LookupError):
        chapters.known("start")
    assert (words.label("0.5"), words.label("hekla.5"), words.label("horses.pass")) == ("0.5", "5", "pass")
