"""A new language needs only files: one with every sentence marked and lengthened, in a copy of the packages.

Sentences without a table show as words of the English tables (`tests/language`).
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hedgekit.text import words as tables
from rulebook.text import checking
from tests import serving
from tests.language import generated, pseudo
from tests.sample import part

SECONDS = 10  # of CPU time: slow files start first

SHORT = part(serving.STEMS, 10)
"""Some chapters, others each day; `make soak` runs the rest."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    return pseudo.write_copy(tmp_path_factory.mktemp("pseudo"))


def test_the_pseudo_language_marks_and_lengthens_text():
    marked = pseudo.translate("**Take** {n} of [them](a.ipynb): `d1=A1`.\n\n- one\n| a | b |\n|---|---|")
    assert marked == "⟦**Taákeé** {n} oóf [theém](a.ipynb): `d1=A1`.⟧\n\n- ⟦oóneé⟧\n| ⟦aá⟧ | ⟦b⟧ |\n|---|---|"
    assert tables.mark_untranslated("- one\n- two") == "[en]\n\n- one\n- two", "a list starts its own block"
    # placeholders are not translated
    long = [re.sub(r"\{[^}]*\}", "", text) for text in tables.own_sentences("en").values() if len(text) > 30]
    assert sum(len(pseudo.translate(text)) for text in long) > 1.3 * sum(map(len, long))


def test_unmarked_words_are_found():
    assert pseudo.unmarked("⟦Theéy wiín⟧ and the others: turn=A, `the`") == ["and", "others", "the"]
    page = '<p data-lang="en">the</p><p data-lang="qaa" title="others">theé <code>the</code></p><b>and</b>'
    assert pseudo.unmarked(pseudo.readable_text(page)) == ["and", "others"]


def test_all_output_is_marked(copy):
    """Engine: prompts, refusals and reasons of random games. Commands: terminal output. Book: every text."""
    assert pseudo.unmarked_words(copy, "engine", "commands", "book", "chapters", *SHORT) == {}


@pytest.mark.soak
@pytest.mark.parametrize("stem", [stem for stem in serving.STEMS if stem not in SHORT])
def test_the_output_of_every_chapter_is_marked(copy, stem):
    assert pseudo.unmarked_words(copy, "chapters", stem) == {}


def test_rulebook_check_finds_what_a_language_lacks(copy):
    """Follow the guide step by step: add the files, record them as translated, then the check passes."""
    environment = os.environ | {"PYTHONPATH": str(copy)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", *arguments]
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)

    before = run("rulebook", "check")
    assert before.returncode == 1
    assert (
        "qaa: 00.names.0.1 is not recorded as translated (python docs/record_translation.py qaa 00.names.0.1)."
        in before.stderr
    )
    recording = [sys.executable, "-P", str(pseudo.ROOT / "docs" / "record_translation.py"), "qaa"]
    assert subprocess.run(recording, cwd=copy, env=environment, capture_output=True, check=False).returncode == 0
    assert "qaa" not in run("rulebook", "check").stderr
    file = copy / "hedgekit/text/qaa.toml"
    whole = file.read_text("utf-8")
    rolled = tomllib.loads(whole)["told"]["rolled"]
    try:
        file.write_text(whole.replace(f'"rolled" = {json.dumps(rolled, ensure_ascii=False)}\n', ""), "utf-8")
        assert "qaa: told.rolled is missing.\n" in run("rulebook", "check").stderr
        script = (
            "from hedgekit import Game; game = Game('0 players=2', 1)\nfor _ in range(8): game.play(game.moves()[0])\n"
        )
        script += "game.roll(); print(game.narrate('qaa'))"
        half = subprocess.run(
            [sys.executable, "-P", "-c", script], cwd=copy, env=environment, capture_output=True, text=True, check=True
        )
        assert half.stdout.startswith("[en] ")
        file.write_text(whole + "no toml", "utf-8")
        broken = run("hedgekit", "list", "--language", "qaa")
        assert broken.returncode == 2
        assert broken.stderr.startswith("qaa.toml cannot be read: ")
        assert broken.stderr.count("\n") == 1
        assert run("rulebook", "check").stderr.startswith("qaa.toml cannot be read: ")
    finally:
        file.write_text(whole, "utf-8")


# ---- the existing languages ------------------------------------------------------------------------------------------

WORDS = """accent attribution certain chaos clause direction elo form gold hedgehog hekla joker long marathon min
normal minutes notes option options orange passages pause place points question quiz score sets source
structure table text trampoline verdict violet les petits chevaux"""
"""Words that another language shares with English, and names."""


@pytest.mark.parametrize("lang", tables.languages()[1:])
def test_no_sentence_was_left_in_english(lang):
    english = tables.own_sentences(tables.SOURCE) | checking.addresses(tables.SOURCE)
    mine = tables.own_sentences(lang) | checking.addresses(lang)
    same = {key for key, text in english.items() if mine.get(key, "").strip() == text.strip()}
    left = {key: re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^{}]*\}", "", english[key]).lower()) for key in same}
    assert {key for key, words in left.items() if not {*words} <= {*WORDS.split()}} == set()


def test_every_generated_sentence_was_proofread():
    """German has cases and genders: what fills a placeholder must fit (python -m tests.language.generated de)."""
    kept = (Path(generated.__file__).parent / "generated.de.txt").read_text("utf-8").splitlines()
    assert kept == list(generated.sentences("de"))
