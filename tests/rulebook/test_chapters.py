"""The functions that notebooks call: shown in every language, with stable text forms, and without IPython."""

import subprocess
import sys
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import hedgekit
from rulebook import chapters
from rulebook.chapters import passages
from rulebook.measuring import claims
from rulebook.text import words

ROOT = Path(__file__).resolve().parents[2]


class Nesting(HTMLParser):
    """Fail on a closing tag that does not match; collect languages."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.languages = set()

    def handle_starttag(self, tag, attributes):
        if tag not in ("br", "hr", "img"):
            self.open.append(tag)
        self.languages.add(dict(attributes).get("data-lang"))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


PROSE = {
    "<start.what>": lambda: chapters.say("start.what"),
    "<chapter 01-base-game>": lambda: chapters.chapter("01-base-game"),
    "<clause 0.1>": lambda: chapters.clause("0.1"),
    "<readings of 0>": lambda: chapters.readings(0),
    "<readings of 13>": lambda: chapters.readings(13),
    "<options of 17>": lambda: chapters.options(17),
    "<variant 9>": lambda: chapters.variant(9),
    "<rule 9>": lambda: chapters.rule(9),
    "<about 9>": lambda: chapters.about(9),
    "<more of 9>": lambda: chapters.more(9),
    "<heading quiz>": lambda: chapters.heading("quiz"),
    "<glossary>": chapters.glossary,
    "<contents>": chapters.contents,
}


@pytest.mark.parametrize("name", PROSE)
def test_prose_has_every_language_and_a_short_name(name):
    prose = PROSE[name]()
    assert repr(prose) == name
    page = Nesting()
    page.feed(prose.page_html())
    assert page.open == []
    assert set(words.LANGUAGES) <= page.languages


def test_every_text_of_the_chapters_is_well_formed_html():
    families = ("scoring", "dice", "moves", "black", "track", "pieces", "fundamental")
    for stem in ("start", "base", *families):
        for key in words.table(stem, "en"):
            page = Nesting()
            page.feed(chapters.say(f"{stem}.{key}").html)
            assert page.open == []


def test_try_it_shows_the_clause_and_a_board():
    shown = chapters.try_it("0.5")
    assert repr(shown).splitlines() == ["<clause 0.5>", "Board('covered', 0 players=2, turn A, sideways, 4 moves)"]
    assert 'id="rule-0.5"' in shown.prose.html
    assert shown.board.game.why("c3-c4").clause == "0.5"
    assert shown.board.table.task.clause == "0.5"


def test_a_lesson_shows_its_lead_if_it_has_one():
    assert chapters.lesson("edges").prose is None
    assert "recouvert" in chapters.lesson("uncover").prose.html
    assert repr(chapters.lesson("edges")).startswith("Board('edges'")


@pytest.mark.parametrize("number", [n for n in hedgekit.VARIANTS if n])
def test_a_variants_page_has_all_its_parts(number):
    """Its title and sentence, all clauses, and remarks, including measurements where there are any."""
    html = "".join(part(number).html for part in (chapters.variant, chapters.rule, chapters.about))
    page = Nesting()
    page.feed(html)
    assert page.open == []
    for lang in words.LANGUAGES:
        assert escape(words.of_variant(number, "title")[lang]) in html
        about = words.tree(f"{number:02}", lang).get("about", {})
        for name in ("recommended", "effect", "combine") if number <= 40 else about:
            assert f"<strong>{words.text(f'variants.{name}', lang)}</strong>" in html
    assert all(f'id="rule-{name}"' in html for name in words.clauses(number))
    measured = number in claims.rows()
    assert (words.text("variants.measured", "en") in html) == measured
    remarks = chapters.about(number).html
    assert remarks.count("<li>") == len(words.LANGUAGES) * (len(about) + measured)


def test_a_repeated_clause_is_only_named_and_found_once():
    shown = chapters.try_it("13.2", text=False)
    assert "13.2 · Black squares stop the push" in shown.prose.html
    assert "Nobody is pushed out" not in shown.prose.html
    found = [one for one in passages.passages(ROOT / "notebooks", "04-moves") if "13.2 · " in one.heading["en"]]
    assert [(one.place, one.page) for one in found] == [("rule-13.2", "13")]


def test_options_are_shown_in_the_notation_of_rule_sets():
    assert "<code>13[push=sideways]</code>" in chapters.options(13).html
    assert "<code>17[black=…]</code>" in chapters.options(17).html
    english = chapters.readings(0).html.partition('data-lang="en">')[2]
    assert english.startswith("<ul>"), "the chapter has the heading of the base game's"


def test_an_example_has_a_fresh_position_and_one_without_the_variant():
    shown = chapters.example("9.1", seed=7)
    assert shown.prose is None
    assert repr(shown.board).startswith("Board('tube-7', 9 players=2, turn ")
    assert shown.board.table.task.text["en"].startswith("A fresh position")
    bare = chapters.without("9.1")
    assert repr(bare) == "Board('tube-without', 0 players=2, turn A, sideways, 3 moves)"
    assert bare.table.task is None


def test_a_free_game_can_have_any_rules():
    board = chapters.play("9+13")
    assert (board.table.name, str(board.game.rules)) == ("play-9-13", "9+13 players=4")
    assert chapters.play("25 players=3").table.seats == ["reader", "greedy", "greedy"]
    with pytest.raises(ValueError, match="99"):
        chapters.play("99")


def test_play_is_a_reader_against_greedy_players():
    board = chapters.play()
    assert board.table.seats == ["reader", "greedy", "greedy", "greedy"]
    assert (board.table.name, board.table.task, board.game.step) == ("play", None, "place")
    assert chapters.play(players=2, name="other").table.seats == ["reader", "greedy"]


def test_unknown_names_are_errors():
    for bad in (
        lambda: chapters.try_it("0.1"),
        lambda: chapters.lesson("x"),
        lambda: chapters.chapter("x"),
        lambda: chapters.say("x.y"),
        lambda: chapters.readings(9),
        lambda: chapters.options(9),
        lambda: chapters.variant(99),
        lambda: chapters.example("0.5", 1),
        lambda: chapters.without("33.2"),
    ):
        with pytest.raises(LookupError):
            bad()
    with pytest.raises(ValueError, match="cannot be played by 7"):
        chapters.play(players=7)


def test_contents_list_every_notebook():
    html = chapters.contents().html
    notebooks = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb"))
    assert notebooks
    assert [name for name in notebooks if html.count(f'href="{name}"') == len(words.LANGUAGES)] == notebooks
    for lang in words.LANGUAGES:
        assert [f"{stem}.ipynb" for stem in words.chapters(lang)] == notebooks


def test_prose_works_without_jupyter():
    """A browser's Python may have no IPython and no widgets: prose and lessons need neither."""
    code = (
        "import sys; sys.modules['IPython'] = sys.modules['anywidget'] = sys.modules['ipywidgets'] = None\n"
        "from rulebook import chapters\nfrom rulebook.learning import lessons\n"
        "print(chapters.say('start.what'), len(lessons.lessons()), chapters.contents())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("<start.what>")


def test_a_board_shows_itself_with_a_stub_of_ipython():
    code = (
        "import sys, types; shown = []\n"
        "stub = types.ModuleType('IPython.display'); stub.display = shown.append\n"
        "from rulebook import chapters\n"
        "found = chapters.try_it('0.9')\n"
        "sys.modules['IPython.display'] = stub\n"
        "found._ipython_display_(); print(shown)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("[<clause 0.9>, Board('held'")
