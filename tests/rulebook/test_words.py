"""Texts in every language; the findings of `check`; typesetting and markup."""

import re
import runpy
import shutil
from pathlib import Path

import pytest

import hedgekit
from hedgekit.games.collection import OTHER_GAMES
from hedgekit.text import words as tables
from rulebook import chapters
from rulebook.learning import lessons
from rulebook.stage.localized import ui_texts
from rulebook.text import checking, words

TEXT = Path(words.__file__).parent
record = runpy.run_path(str(TEXT.parents[1] / "docs" / "record_translation.py"))["record"]
KINDS = ("task", "hint", "praise", "nudge")


def clear_caches():
    for cached in (words._files, words.stems, words.own, words.tree, words.table, words.text, checking.translated):
        cached.cache_clear()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Copy the texts, to be edited by tests."""
    shutil.copytree(TEXT, tmp_path / "text")
    monkeypatch.setattr(words, "root", lambda: tmp_path / "text")
    clear_caches()
    yield tmp_path / "text"
    monkeypatch.undo()
    clear_caches()
    tables.languages.cache_clear()
    tables.table.cache_clear()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


FOLLOWING = ("de",)
"""Languages translated later: new texts are shown there in English, marked, until they are translated."""
BEHIND = re.compile(rf"({'|'.join(FOLLOWING)}): \S+ (?:is (?:missing|stale|not recorded)|has other values to fill in)")


def test_no_text_is_missing_left_over_or_stale():
    problems = checking.check()
    behind = [problem for problem in problems if BEHIND.match(problem)]
    assert [problem for problem in problems if problem not in behind] == []
    assert len(behind) < len(checking.addresses(words.SOURCE)) / 20, "a language must not fall further behind"


def test_languages_are_the_folders_english_first():
    folders = {file.name for file in TEXT.iterdir() if file.is_dir() and file.name != "__pycache__"}
    assert list(words.LANGUAGES) == ["en", *sorted(folders - {"en"})]
    assert {"en", "fr"} <= set(words.both("00.names.0.1"))


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_the_base_game_has_ten_clauses(lang):
    assert words.clauses(0, lang) == tuple(f"0.{n}" for n in range(1, 11))
    assert list(words.tree("00", lang)["names"]) == list(words.clauses(0, lang))
    for name in words.clauses(0, lang):
        assert len(words.clause(name, lang).split()) > 10


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_the_base_games_readings_name_their_options(lang):
    assert list(words.tree("00", lang)["readings"]) == [f"0-{letter}" for letter in "abcdefghijklm"]
    for option in hedgekit.VARIANTS[0].options:
        value = option.values[1]
        assert f"`0[{option.name}={value}]`" in words.text(f"00.readings.{option.reading}", lang)


def test_the_list_of_clauses_agrees_with_the_text_files():
    """The list says of each clause whether it decides; it has exactly the clauses with texts."""
    for subject, kinds in lessons.clauses().items():
        assert set(kinds) == {"decides", "informs"}
        if words.file_of(subject) in words.stems(words.SOURCE):
            assert sorted(kinds["decides"] + kinds["informs"]) == sorted(words.clauses(subject))
    assert len(lessons.clauses()[0]["decides"]) == 9
    assert len(lessons.clauses()[0]["informs"]) == 1


def test_the_list_names_variants_and_games_of_the_engine():
    assert set(lessons.clauses()) == {*hedgekit.VARIANTS, *OTHER_GAMES}


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_every_task_has_its_texts(lang):
    for stem in {lesson.stem for lesson in lessons.lessons().values()}:
        here = [name for name, lesson in lessons.lessons().items() if lesson.stem == stem]
        tasks = words.tree(stem, lang)["tasks"]
        assert sorted(tasks) == sorted(here)
        for name in here:
            assert set(tasks[name]) - {"lead", "onward"} == set(KINDS)


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_clauses_named_in_the_text_exist(lang):
    known = {name for number in hedgekit.VARIANTS for name in words.clauses(number)}
    for stem in words.stems(lang):
        if stem not in ("interface", "commands"):  # 0.0.0.0 is an address
            for key, text in words.table(stem, lang).items():
                assert set(re.findall(r"\b0\.\d+\b", text)) <= known, f"{stem}.{key}"


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_squares_and_hedgehogs_named_by_a_task_are_on_its_board(lang):
    for lesson in lessons.lessons().values():
        for kind in KINDS:
            text = words.text(f"{lesson.stem}.tasks.{lesson.name}.{kind}", lang)
            for piece in re.findall(r"\b[A-I][1-8]\b", text):
                assert piece in lesson.at, (lesson.name, kind, piece)
            if lesson.subject not in OTHER_GAMES:
                assert not re.findall(r"\b[a-i][07-9]\b", text)


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_texts_on_boards_are_plain(lang):
    for lesson in lessons.lessons().values():
        for kind in (*KINDS, "onward"):
            for text in [t for language, t in lesson.sentence(kind).items() if language == lang]:
                assert not re.search(r"[*_`<>]|\[", text), (lesson.name, kind)
    # A single letter is a player, whose name the page inserts (`named` of people.js): no word may be one.
    everything = {**tables.table(lang), **ui_texts()[lang]}
    with_names = re.compile(
        r"(^|\.)(told|prompt|scored|points|refusal|because|why|beside)\.|(told|points|series|steps)-|^variant.*sentence"
    )
    texts = {key: text for key, text in everything.items() if with_names.search(key)}
    assert len(texts) > 400
    letters = [key for key, text in texts.items() if re.search(r"(?<![\w’'-])[A-I](?![\w-]|[’'](?!s\b))", text)]
    assert letters == [], "a single letter from A to I is a player: begin with another word than “A”"


def test_unknown_addresses_are_errors():
    for bad in ("start.nothing", "nowhere.at-all", "", "00"):
        with pytest.raises(LookupError):
            words.text(bad, "en")
    with pytest.raises(LookupError):
        words.text("start.what", "eo")
    for bad in ("5", "0.11", "x.1", "", "99.1"):
        with pytest.raises(LookupError):
            words.clause(bad, "en")


# ---- findings of `check` ---------------------------------------------------------------------------------------------


def test_a_verdict_without_a_sentence_is_found(monkeypatch):
    lost = {"decision.1-8", "slot.end.15"}
    kept = {key: text for key, text in tables.own_sentences("en").items() if key not in lost}
    monkeypatch.setattr(checking.engine, "own_sentences", lambda lang: kept)
    assert {wrong.values["key"] for wrong in checking._verdicts()} == lost


def test_missing_and_left_over_texts_are_found(folder):
    edit(folder / "fr" / "00.toml", '"0.6" = "Première', '"0.66" = "Première')
    assert checking.check() == [
        "fr: 00.names.0.6 is missing.",
        "fr: 00.names.0.66 is left over: there is no such English text.",
    ]


def test_a_missing_file_is_found(folder):
    (folder / "fr" / "base.toml").unlink()
    assert checking.check() == ["fr: there are no words for base yet; English is shown, marked."]


def test_an_empty_text_is_found(folder):
    edit(folder / "fr" / "13.toml", '"13.1" = "Pousser"', '"13.1" = " "')
    assert "fr: 13.names.13.1 is empty." in checking.check()


def test_a_variant_only_needs_its_required_texts(folder):
    """Its purpose is required; for whom it is, and what it combines with, is not."""
    for lang in words.LANGUAGES:
        text = (folder / lang / "09.toml").read_text("utf-8")
        (folder / lang / "09.toml").write_text(re.sub(r"(?ms)^\[about\].*?(?=^\[)", "", text), "utf-8")
    assert [one for one in checking.check() if not BEHIND.match(one)] == []
    clear_caches()
    chapters.about(9)
    edit(folder / "en" / "09.toml", "purpose = ", "purposes = ")
    clear_caches()
    assert "en: 09.purpose is missing." in checking.check()


def test_a_translation_is_stale_until_recorded(folder):
    edit(folder / "en" / "00.toml", '"0.4" = "A turn', '"0.4" = "One turn')
    before = [problem for problem in checking.check() if "00.names.0.4" in problem]
    assert before == [
        f"{lang}: 00.names.0.4 is stale: its English text has changed (once it is right: "
        f"python docs/record_translation.py {lang} 00.names.0.4)."
        for lang in words.LANGUAGES[1:]
    ]
    for lang in words.LANGUAGES[1:]:
        assert record(lang, "00.names.0.4") == 1
    clear_caches()
    assert not [problem for problem in checking.check() if "00.names.0.4" in problem]


def test_a_new_english_text_is_found(folder):
    for lang in words.LANGUAGES:
        edit(folder / lang / "base.toml", "turn = ", 'more = "x"\nturn = ')
    (problem,) = [one for one in checking.check() if one.startswith("fr")]
    assert problem.startswith("fr: base.more is not recorded as translated")


def test_other_placeholders_are_found(folder):
    edit(folder / "fr" / "interface.toml", "{number}", "{nombre}")
    (problem,) = [one for one in checking.check() if not BEHIND.match(one)]
    assert "has other values to fill in" in problem


def test_a_language_is_added_by_files(folder, monkeypatch, tmp_path):
    shutil.copytree(folder / "en", folder / "nl")
    (problem,) = [one for one in checking.check() if not BEHIND.match(one)]
    assert problem == "nl: there is no hedgekit/text/nl.toml, so the book is not shown in this language."
    (own := tmp_path / "tables").mkdir()
    for file in Path(tables.__file__).parent.glob("*.toml"):
        name = {"en.toml": "nl.toml"}.get(file.name, file.name.replace(".en.", ".nl."))
        shutil.copy(file, own / file.name)
        shutil.copy(file, own / name)
    games = {}
    for game, ours in words.game_folders().items():
        games[game] = shutil.copytree(str(ours), tmp_path / "games" / game)
        for file in Path(tables.__file__).parents[1].glob(f"games/{game}/words.en.toml"):
            shutil.copy(file, games[game] / file.name)
        for file in [*games[game].glob("*.en.toml")]:
            shutil.copy(file, file.with_name(file.name.replace(".en.", ".nl.")))
    monkeypatch.setattr(words, "game_folders", lambda: games)
    monkeypatch.setattr(tables, "_folder", lambda: own)
    tables.languages.cache_clear()
    tables.table.cache_clear()
    monkeypatch.setattr(words, "LANGUAGES", words._languages())
    assert words.LANGUAGES == ("en", "de", "fr", "nl")
    assert any(problem.startswith("nl: 00.names.0.1 is not recorded") for problem in checking.check())
    record("nl")
    clear_caches()
    assert not [problem for problem in checking.check() if problem.startswith("nl")]
    assert 'data-lang="nl"' in words.html("start.what")


# ---- typesetting and markup ------------------------------------------------------------------------------------------


def test_french_punctuation_has_no_break_spaces():
    typeset = "Qui\u202f? Moi\u202f; «\u00a0lui\u00a0»\u00a0: voilà\u202f!"
    assert words.typeset("Qui ? Moi ; « lui » : voilà !", "fr") == typeset
    assert words.typeset("Who ? A rival's : x", "en") == "Who ? A rival\u2019s : x"
    for stem in words.stems("fr"):
        for key in words.table(stem, "fr"):
            assert not re.search(r" [;:!?»]|« ", words.text(f"{stem}.{key}", "fr")), f"{stem}.{key}"


def test_html_carries_every_language():
    html = words.html("start.what")
    for lang in words.LANGUAGES:
        assert f'<div lang="{lang}" data-lang="{lang}">' in html
    assert html.startswith('<div class="hk-words">')


def test_an_unlisted_or_unnamed_option_is_found(folder, monkeypatch):
    edit(folder / "fr" / "04.toml", "`4[when=covered]`", "`4`")
    listed = {subject: dict(names) for subject, names in words.listed_clauses().items()}
    del listed["17"]["17[black]"], listed["4"]["4[when=stuck]"]
    monkeypatch.setattr(words, "listed_clauses", lambda: listed)
    assert {one for one in checking.check() if " 04." in one or "declared" in one} == {
        "fr: 04.readings.4-a does not name `4[when=covered]`, which decides it otherwise.",
        *(f"{name} is declared and not in tasks/clauses.toml." for name in ("4[when=stuck]", "17[black]")),
    }


def test_markup_in_texts_is_escaped():
    assert words.render("<script>x</script>") == "<p>&lt;script&gt;x&lt;/script&gt;</p>"
    assert "javascript:" not in words.render("[x](javascript:alert(1))")


def test_a_variant_without_a_page_is_found(tmp_path):
    """Its texts may be complete: the page is a cell of its chapter's notebook."""
    problems = checking.check("en", tmp_path)
    assert "1 has no page: 06-track.ipynb has no cell with variant(1)." in problems
    assert not [problem for problem in checking.check("en", TEXT.parents[1] / "notebooks") if "no page" in problem]
