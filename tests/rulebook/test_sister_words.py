"""The words of the other games: each clause, reading and option value of the project's list has its text, no other."""

import re

import pytest

from hedgekit.games.collection import OTHER_GAMES, game_of
from rulebook import chapters
from rulebook.text import words

from .test_chapters import Nesting

LIST = words.listed_clauses()
WRITTEN = [game for game in OTHER_GAMES if game in words.stems(words.SOURCE)]
PARTS = {
    "title",
    "sentence",
    "purpose",
    "chapter",
    "names",
    "clauses",
    "readings",
    "options",
    "about",
    "known",
    "page",
    "tasks",
    "board",
}
CALLED = {"en": r"\bclauses? (\w+)", "fr": r"\barticles? (\w+)", "de": r"\bAbs(?:atz|ätze) (\w+)"}

each_game = pytest.mark.parametrize("game", WRITTEN)
each_text = pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in WRITTEN for lang in words.LANGUAGES])


@each_text
def test_every_clause_reading_and_option_has_its_text_and_no_other(game, lang):
    tree, ids = words.tree(game, lang), list(LIST[game])
    clauses = [name for name in ids if "." in name]
    assert list(tree["names"]) == clauses
    assert list(tree["clauses"]) == clauses
    assert list(tree.get("readings", {})) == [name for name in ids if "-" in name]
    values = sorted(name[name.index("[") + 1 : -1].replace("=", ".") for name in ids if "[" in name)
    options = [key.partition(".")[2] for key in words.table(game, lang) if key.startswith("options.")]
    assert sorted(options) == values


@each_text
def test_a_file_has_what_pages_show_and_nothing_else(game, lang):
    tree = words.tree(game, lang)
    assert {"title", "sentence", "purpose", "names", "clauses", "about", "known", "page", "tasks"} <= set(tree) <= PARTS
    assert set(tree["about"]) <= set(chapters.ABOUT)
    for row in tree["known"].values():
        assert set(row) == {"claim", "source", "sure"}


@each_text
def test_clauses_are_called_as_the_page_calls_them(game, lang):
    """By what follows the dot; whoever names a number names one that there is."""
    known = {words.label(name) for name in words.clauses(game)}
    for key, text in words.table(game, lang).items():
        if not key.startswith(("names.", "clauses.")):
            assert not re.search(rf"\b{game}\.\w", text.replace("hedgekit.", "")), key
        for called in re.findall(CALLED[lang], text) if lang in CALLED else ():
            assert called in known or not called.isdigit(), (key, called)


@each_text
def test_rule_sets_in_the_text_are_rule_sets(game, lang):
    for text in words.table(game, lang).values():
        for rules in re.findall(rf"`({game}\[[^`]*)`", text):
            assert game_of(rules).read_rules(rules)


@each_game
def test_pages_are_sound_html(game):
    shown = [chapters.variant(game), chapters.known(game)]
    shown += [chapters.say(f"{game}.page.{key}") for key in words.tree(game, "en")["page"]]
    shown += [chapters.clause(name) for name in words.clauses(game)]
    shown += [part(game) for part in (chapters.readings, chapters.options) if part.__name__ in words.tree(game, "en")]
    for prose in shown:
        page = Nesting()
        page.feed(prose.html)
        assert page.open == []
        assert set(words.LANGUAGES) <= page.languages


@each_game
def test_a_clause_goes_by_its_number_on_its_page(game):
    html = chapters.clause(f"{game}.1").html
    assert f'id="rule-{game}.1"' in html
    assert f"<h3>1 · {words.text(f'{game}.names.{game}.1', 'en')}</h3>" in html


def test_what_is_no_clause():
    for bad in ("hekla", "Hekla.1", "nowhere.1", "checkerboard.99"):
        with pytest.raises(LookupError):
            words.clause(bad, "en")
    with pytest.raises(LookupError):
        chapters.known("start")
    assert (words.label("0.5"), words.label("hekla.5"), words.label("horses.pass")) == ("0.5", "5", "pass")
