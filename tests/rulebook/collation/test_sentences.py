"""Sentences of `sentences.txt`: findings in translations and copies, and the concepts of words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.collation import check_translation
from rulebook.collation.finding import Finding
from rulebook.collation.language import dictionary
from rulebook.collation.language.concepts import concept_places, duty_places
from rulebook.collation.language.inflection import tense
from rulebook.collation.meaning.lexicon import gloss
from rulebook.collation.meaning.statements import sentence_differences
from rulebook.collation.meaning.wording import WordAlignment

from . import games
from .forms import differences

ROWS: dict[str, list[list[str]]] = {}
for line in Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines():
    if line.startswith("["):
        ROWS[line[1 : line.index("]")]] = kind = []
    elif ROWS and line:
        kind.append([*(cell.strip() for cell in line.partition("  # ")[0].split("|")), *[""] * 4][:5])


def rows(kind):
    return pytest.mark.parametrize("row", ROWS[kind], ids=lambda row: " ".join(row[:2])[:60])


@rows("suspected")
def test_differences_of_single_sentences_are_suspected(row):
    """Each sentence alone; in a text, leftover words and all other differences are weighed with it."""
    (source, target), text, faithful, wrong, kind = row[0].split(), *row[1:]

    def findings_in(translation):
        return sentence_differences((text, translation), (source, target))

    assert not faithful or findings_in(faithful) == []
    assert not wrong or findings_in(wrong)
    assert not kind or {one for one, *_ in findings_in(wrong)} == {kind}


@rows("found")
def test_findings_in_a_translation(row):
    (source, target), text, faithful, wrong, _ = row[0].split(), *row[1:]

    def findings_in(translation):
        sides = [
            games.text(games.made([{language: one}], language))
            for language, one in ((source, text), (target, translation))
        ]
        return [one.note() for one in check_translation(*sides, target, source)]

    assert findings_in(faithful) == []
    assert not wrong or findings_in(wrong)


@rows("concept")
def test_concepts_are_found_at_word_starts_only(row):
    """An expression of a concept starts at the start of a word."""
    language, text, name, wrong, _ = row
    found = concept_places(text, language)
    assert not name or found[name]
    assert not found[wrong]


@rows("duty")
def test_duties_are_found(row):
    language, text, expected, *_ = row
    assert ", ".join(name for _, name in duty_places(text, language)) == expected


AROUND = {
    "fr": "Le fermier range ensuite son tracteur dans la grange vide. Ses voisins attendent que la journée soit finie.",
    "en": "The farmer then puts his tractor into the empty barn. His neighbours wait until the day is over.",
    "de": "Der Bauer stellt danach seinen Traktor in die leere Scheune. Seine Nachbarn warten, bis der Tag vorbei ist.",
}


def copied(language: str, a: str, b: str) -> list[Finding]:
    """Return the findings when one sentence replaces the other among fixed ones."""
    around = AROUND[language]
    return differences(*(f"La ferme\n\n{around}\n{one}\n{around}\n" for one in (a, b)))


@rows("copied")
def test_findings_in_a_copy_have_their_class(row):
    """Small words, forms and capitals that only accompany a change of meaning are no findings."""
    language, klass, a, b, _ = row
    classes = [one.klass for one in copied(language, a, b)]
    if klass == "meaning":
        assert klass in classes
    elif klass == "one meaning":
        assert classes == ["meaning"]
    else:
        assert set(classes) == {klass}


@pytest.mark.parametrize(
    ("language", "a", "b", "kind"),
    [
        ("fr", "Il rentre, sauf si l'on n'a plus que deux vaches.", "Il rentre.", "content"),
        ("fr", "On n'a plus que deux vaches.", "On n'a plus deux vaches.", "negation"),
        ("fr", "On ne trait plus la vache.", "On trait la vache.", "negation"),
        ("fr", "On trait au moins deux vaches.", "On trait au plus deux vaches.", "at least against at most."),
        ("en", "Milk the cow before feeding it.", "Milk the cow after feeding it.", "before against after."),
        ("en", "Milk three cows.", "Milk four cows.", "3 against 4."),
        ("de", "Alle Kühe, einschließlich der alten.", "Alle Kühe mit Ausnahme der alten.", "Only B says: except."),
    ],
)
def test_opposites_are_named(language, a, b, kind):
    """But French "ne ... plus que" restricts and denies nothing, as "ne ... que" does."""
    assert any(kind in (one.kind, one.note()) for one in copied(language, a, b))


@pytest.mark.parametrize("mark", "-*–•")
def test_marks_of_list_items_do_not_differ(mark):
    a, b = (f"La ferme\n\nMatériel\n\n{one} deux vaches\n{one} trois poules\n" for one in "•" + mark)
    assert differences(a, b) == []
    assert [one.kind for one in differences(a, b.replace(f"{mark} trois", "trois"))] == ["punctuation"]


def test_collation_works_without_the_dictionary(monkeypatch):
    """As in a browser: collation then relies on endings."""
    for cached in (dictionary.lemma, dictionary._simplemma):
        cached.cache_clear()
    monkeypatch.setattr(dictionary, "_simplemma", lambda: None)
    assert dictionary.lemma("vache", "fr") is None
    assert {one.klass for one in copied("fr", "Il rentre une de ses vaches.", "Il rentre ses vaches.")} == {"meaning"}
    monkeypatch.undo()
    dictionary.lemma.cache_clear()
    assert dictionary.lemma("vaches", "fr") == "vache"


TENSES = """fr future: labourera; fr past: labourait; fr present: laboure, fait; fr : semé, semer, grange
de past: krähte; de present: kräht"""


def test_the_tense_of_a_form_is_known():
    for language, when, forms in re.findall(r"(\w\w) (\w*) ?: ([^;\n]+)", TENSES):
        assert {tense(form, language) or "" for form in forms.split(", ")} == {when}, forms


@rows("form")
def test_forms_of_a_word_share_its_senses(row):
    language, one, into, other, _ = row
    ((mine,), (theirs,)) = gloss(one, language), gloss(other, into)
    assert mine.senses.keys() & theirs.senses.keys()


def test_words_with_the_same_meaning_are_paired_once():
    """Words without a counterpart are left over."""
    wording = WordAlignment(("Le loup mange un mouton et une chèvre.", "Der Wolf frisst das Schaf."), ("fr", "de"))
    pairs = [(one.text, two.text) for one, two in wording.links if not one.light]
    assert pairs == [("loup", "wolf"), ("mange", "frisst"), ("mouton", "schaf")]
    assert [[word.text for word in side] for side in wording.leftover] == [["chèvre"], []]
