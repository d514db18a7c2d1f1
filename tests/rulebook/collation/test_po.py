"""The book's texts as PO: whole, read back unchanged, and nothing unsound taken in."""

from __future__ import annotations

import tomllib

import pytest

from hedgekit.text.words import flat
from rulebook.collation import CollationError, po
from rulebook.text import words

ALL = sum(len(words.table(stem, words.SOURCE)) for stem in words.stems(words.SOURCE))


def test_every_text_is_in_the_file_and_comes_back_as_it_was():
    text = po.written("fr")
    assert text.count("\nmsgctxt ") == ALL
    assert po.written(None).count("\nmsgctxt ") == ALL
    assert po.read(text, "fr").texts == {}


def test_a_changed_text_goes_where_it_belongs_and_all_else_stays():
    text = po.written("fr").replace('msgstr "Pousser"', 'msgstr "Bousculer"', 1)
    back = po.read(text, "fr")
    assert back.texts == {"13.names.13.1": "Bousculer"}
    (content,) = po.files(back, "fr").values()
    before = po._source("13", "fr")
    assert content == before.replace('"13.1" = "Pousser"', '"13.1" = "Bousculer"')


def test_other_values_and_other_english_are_refused():
    text = po.written(None)
    for old, new in (
        ('msgid "Progress"\nmsgstr ""', 'msgid "Progress of the work"\nmsgstr "x"'),
        ('msgid "Decisions loaded: {many}."\nmsgstr ""', 'msgid "Decisions loaded: {many}."\nmsgstr "{few}"'),
    ):
        assert old in text
        text = text.replace(old, new)
    back = po.read(text, "de")
    assert back.texts == {}
    assert set(back.refused) == {"desk.ui.progress", "desk.ui.loaded"}


def test_a_new_language_begins_with_what_came():
    text = po.written(None).replace(
        'msgid "Side-steps stack"\nmsgstr ""', 'msgid "Side-steps stack"\nmsgstr "Gedränge"'
    )
    (content,) = po.files(po.read(text, "nl"), "nl").values()
    assert dict(flat(tomllib.loads(content))) == {"names.13.3": "Gedränge"}


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [("", "fr", "po"), ("nothing", "fr", "po"), ("msgid", "fr", "po"), ('msgid "a', "fr", "po"),
     ("x" * 6_000_000, "fr", "po"), ("", "en", "language"), ("", "../fr", "language"), ("", "qqq", "language")],
)  # fmt: skip
def test_what_is_no_file_of_texts(text, language, key):
    with pytest.raises(CollationError) as caught:
        po.read(text, language)
    assert caught.value.key == key


def test_no_such_language():
    with pytest.raises(LookupError):
        po.written("en")
