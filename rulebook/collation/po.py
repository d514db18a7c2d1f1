"""The book's texts as PO files, for translators' tools, and back: read, checked, and written into the text files.

    po.written("fr")            what a translator opens: English, and the French there is
    back = po.read(text, "fr")  what he made of it: texts that may be taken, and addresses that may not
    po.files(back, "fr")        the text files with these texts in them

A text's context in the file is its address (`rulebook.text.words`); one whose English was changed since is fuzzy.
"""

import io
import re
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from importlib.resources import files as _resources
from typing import Any

import tomlkit
from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

import hedgekit
from rulebook.text import checking, words

from .errors import CollationError

SIZE_LIMIT = 5_000_000  # characters of a PO file
HEADER = "# The texts of the Hedgehogs' Rulebook; each message's context is its address."
_LANGUAGE = re.compile("[a-z]{2,3}")


@dataclass(frozen=True)
class Back:
    """What came back: address -> text that is new and sound, and the addresses of those that are not sound."""

    texts: Mapping[str, str]
    refused: tuple[str, ...]


def written(language: str | None) -> str:
    """Every text of the book as a PO file: English, and what a language has for it; None for a template.

    LookupError for a language that the book is not translated into.
    """
    if language is not None and language not in words.LANGUAGES[1:]:
        raise LookupError(f"the book is not translated into {language!r}: {', '.join(words.LANGUAGES[1:])}")
    catalog = Catalog(language, None, HEADER, "hedgekit", hedgekit.__version__, fuzzy=False)
    mine = _texts(language) if language else {}
    recorded = checking.translated(language) if language else {}
    for address, english in _texts(words.SOURCE).items():
        message = catalog.add(english, mine.get(address, ""), context=address)
        message.flags -= {"python-format", "python-brace-format"}  # a per cent sign is none of Python's here
        if language and recorded.get(address) != checking.fingerprint(english):
            message.flags.add("fuzzy")
    out = io.BytesIO()
    write_po(out, catalog, width=0)
    return out.getvalue().decode()


def read(text: str, language: str) -> Back:
    """Read a PO file of the book's texts in a language, which may be a new one.

    Refused are texts whose English is another now, that are marked as fuzzy, or that fill in other values.
    CollationError for a text that is no PO file, or for a language that is none.
    """
    if not _LANGUAGE.fullmatch(language) or language == words.SOURCE or not _known(language):
        raise CollationError("language", language=language)
    try:
        if len(text) > SIZE_LIMIT or "msgid" not in text:
            raise ValueError
        catalog = read_po(io.StringIO(text), abort_invalid=True)
    except (PoFileError, ValueError, LookupError, TypeError, AttributeError):
        raise CollationError("po") from None
    source = _texts(words.SOURCE)
    there = _texts(language) if language in words.LANGUAGES else {}
    texts: dict[str, str] = {}
    refused = []
    for message in catalog:
        address, english, said = str(message.context), str(message.id), str(message.string or "")
        if not english or not said:
            continue
        sound = isinstance(message.string, str) and source.get(address) == english and not message.fuzzy
        if not sound or words.holes(said) != words.holes(english):
            refused.append(address)
        elif said != there.get(address):
            texts[address] = said
    return Back(texts, tuple(refused))


def files(back: Back, language: str) -> dict[str, str]:
    """The text files that these texts change: stem -> TOML, as it stood but for them.

    A file that the language does not have yet is the English one, with the texts that came.
    """
    changed: dict[str, dict[str, str]] = {}
    for address, text in back.texts.items():
        stem, _, rest = address.partition(".")
        changed.setdefault(stem, {})[rest] = text
    return {stem: _changed(stem, language, texts) for stem, texts in sorted(changed.items())}


def _changed(stem: str, language: str, texts: Mapping[str, str]) -> str:
    known = language in words.LANGUAGES and stem in words.stems(language)
    document = tomlkit.parse(_source(stem, language if known else words.SOURCE))
    if known:
        for table, key, name in list(_places(tomlkit.parse(_source(stem, words.SOURCE)), document)):
            if name in texts:
                table[key] = texts[name]
        return tomlkit.dumps(document)
    for table, key, name in list(_places(document, document)):
        if name in texts:
            table[key] = texts[name]
        else:
            del table[key]
    return tomlkit.dumps(document)


def _places(
    source: Mapping[str, Any], target: MutableMapping[str, Any], prefix: str = ""
) -> Iterator[tuple[MutableMapping[str, Any], str, str]]:
    """Every place of a text in a table of the form of another: the table it goes into, its key there, its address."""
    for key, value in source.items():
        if isinstance(value, Mapping):
            inner = target.get(key)
            if inner is None:
                target[key] = inner = tomlkit.table()
            yield from _places(value, inner, f"{prefix}{key}.")
        else:
            yield target, key, prefix + key


def _source(stem: str, language: str) -> str:
    return _resources("rulebook").joinpath("text", language, f"{stem}.toml").read_text("utf-8")


def _texts(language: str) -> dict[str, str]:
    return {key: text.strip() for key, text in checking.addresses(language).items() if text.strip()}


def _known(language: str) -> bool:
    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return False
    return True
