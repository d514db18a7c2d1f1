"""The texts of book and engine as PO: complete, unchanged when read back, and nothing invalid is accepted."""

from __future__ import annotations

import io
import tomllib
import zipfile
from pathlib import Path

import pytest

from hedgekit.text import words as engine
from hedgekit.text.words import flatten
from rulebook.collation import CollationError
from rulebook.collation.out import po
from rulebook.text import checking, words

ALL = sum(len(words.table(stem, words.SOURCE)) for stem in words.stems(words.SOURCE))
ALL += len(engine.own_sentences(words.SOURCE))


def test_every_text_is_exported_and_read_back_unchanged():
    text = po.written("fr")
    assert text.count("\nmsgctxt ") == ALL
    assert po.written(None).count("\nmsgctxt ") == ALL
    assert po.read(text, "fr").texts == {}


def test_a_changed_text_is_the_only_change_in_its_file():
    text = po.written("fr").replace('msgstr "Pousser"', 'msgstr "Bousculer"', 1)
    back = po.read(text, "fr")
    assert back.texts == {"13.names.13.1": "Bousculer"}
    ((path, content),) = po.files(back, "fr").items()
    assert path == "rulebook/text/fr/13.toml"
    before = po._source("13", "fr")
    assert content == before.replace('"13.1" = "Pousser"', '"13.1" = "Bousculer"')


def test_sentences_of_the_engine_go_into_its_files():
    """A topic has its own file; a placeholder such as "{…:or}" is kept."""
    text = po.written("de")
    for old, new in (("Nichts rückt vor.", "Nichts bewegt sich."), ("kein Zug dieser Spiele.", "gar kein Zug.")):
        assert text.count(old) == 1
        text = text.replace(old, new)
    lost = 'msgstr "{player}: Würfle, um zu sehen, wer beginnt."'
    assert lost in text
    back = po.read(text.replace(lost, 'msgstr "Würfle."'), "de")
    assert back.refused == ("hedgekit.checkerboard.prompt.first",)
    assert set(po.files(back, "de")) == {"hedgekit/text/de.toml"}


def test_a_new_language_becomes_its_files():
    """The template's translation, here German, becomes that language's files: some of them are compared."""
    back = po.read(po.written("de").replace("Language: de", "Language: io"), "io")
    assert back.refused == ()
    assert set(back.texts) == set(checking.translatable("de"))
    some = ("hedgekit.", "13.", "desk.")
    texts = {key: text for key, text in back.texts.items() if key.startswith(some)}
    packed = zipfile.ZipFile(io.BytesIO(po.archive(po.Back(texts, ()), "io")))
    whole = {}
    for path in packed.namelist():
        begin = "hedgekit." if path.startswith("hedgekit/") else f"{Path(path).stem}."
        whole |= {begin + key: text.strip() for key, text in flatten(tomllib.loads(packed.read(path).decode()))}
    assert whole == {key: text.strip() for key, text in checking.translatable("de").items() if key.startswith(some)}


def test_changed_placeholders_and_changed_english_are_refused():
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


def test_a_few_sentences_make_only_their_files():
    """English tables may occur several times in a file: new texts are grouped again."""
    texts = {"hedgekit.error.record.move": "Zet {number}, {move}.", "base.turn": "## Jouw beurt\n\nEn zo door."}
    made = po.files(po.Back(texts, ()), "io")
    assert {path: dict(flatten(tomllib.loads(content))) for path, content in made.items()} == {
        "hedgekit/text/io.toml": {"error.record.move": "Zet {number}, {move}."},
        "rulebook/text/io/base.toml": {"turn": "## Jouw beurt\n\nEn zo door.\n"},
    }


def test_a_new_language_starts_with_the_translated_texts():
    text = po.written(None).replace(
        'msgid "Side-steps stack"\nmsgstr ""', 'msgid "Side-steps stack"\nmsgstr "Gedränge"'
    )
    (content,) = po.files(po.read(text, "io"), "io").values()
    assert dict(flatten(tomllib.loads(content))) == {"names.13.3": "Gedränge"}


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [("", "fr", "po"), ("nothing", "fr", "po"), ("msgid", "fr", "po"), ('msgid "a', "fr", "po"),
     ("x" * 6_000_000, "fr", "po"), ("", "en", "language"), ("", "../fr", "language"), ("", "qqq", "language")],
)  # fmt: skip
def test_invalid_files_and_languages_are_refused(text, language, key):
    with pytest.raises(CollationError) as caught:
        po.read(text, language)
    assert caught.value.key == key


def test_english_has_no_po_file():
    with pytest.raises(LookupError):
        po.written("en")
