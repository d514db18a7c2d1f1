"""Export all texts of the book as a PO file for translators' tools, and import them into the text files.

    po.written("fr")            English, with the existing French translations
    back = po.read(text, "fr")  valid texts, and the addresses of refused ones
    po.files(back, "fr")        the text files with these texts, of the book and of hedgekit

The context of a message is its address (`rulebook.text.words`; prefixed with `hedgekit.` for keys of the engine).
A message is fuzzy if its English has changed since it was translated.
"""

import io
import re
import tomllib
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as _resources
from typing import Any

import tomlkit
from babel.localedata import exists
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

import hedgekit
from hedgekit.text.words import flatten
from rulebook.text import checking, words

from ..errors import CollationError
from .workbook import zipped

SIZE_LIMIT = 5_000_000  # characters of a PO file
HEADER = "# The texts of the Hedgehogs' Rulebook; each message's context is its address."
_LANGUAGE = re.compile("[a-z]{2,3}")


@dataclass(frozen=True)
class Back:
    """The texts of a PO file: address -> changed, valid text; and the addresses of refused ones."""

    texts: Mapping[str, str]
    refused: tuple[str, ...]


def written(language: str | None) -> str:
    """Return all texts of the book and the engine as a PO file, translated into a language; None for a template.

    Raise LookupError for a language into which the book is not translated.
    """
    if language is not None and language not in words.LANGUAGES[1:]:
        raise LookupError(f"the book is not translated into {language!r}: {', '.join(words.LANGUAGES[1:])}")
    catalog = Catalog(language, None, HEADER, "hedgekit", hedgekit.__version__, fuzzy=False)
    mine = _texts(language) if language else {}
    recorded = checking.translated(language) if language else {}
    for address, english in _texts(words.SOURCE).items():
        message = catalog.add(english, mine.get(address, ""), context=address)
        message.flags -= {"python-format", "python-brace-format"}  # "%" is a per cent sign here
        if language and recorded.get(address) != checking.fingerprint(english):
            message.flags.add("fuzzy")
    out = io.BytesIO()
    write_po(out, catalog, width=0)
    return out.getvalue().decode()


def read(text: str, language: str) -> Back:
    """Read a PO file of these texts in a language, which may be new.

    Texts are refused if their English has changed, if they are fuzzy, or if their placeholders differ.  Raise
    CollationError for an invalid PO file or language.
    """
    if not _LANGUAGE.fullmatch(language) or language == words.SOURCE or not exists(language):
        raise CollationError("language", language=language)
    try:
        if len(text) > SIZE_LIMIT or "msgid" not in text:
            raise ValueError
        catalog = read_po(io.StringIO(text), abort_invalid=True)
    except (PoFileError, ValueError, LookupError, TypeError, AttributeError):
        raise CollationError("po") from None
    source = _texts(words.SOURCE)
    current = _texts(language) if language in words.LANGUAGES else {}
    texts: dict[str, str] = {}
    refused = []
    for message in catalog:
        address, english, text = str(message.context), str(message.id), str(message.string or "")
        if not english or not text:
            continue
        valid = isinstance(message.string, str) and source.get(address) == english and not message.fuzzy
        if not valid or words.holes(text) != words.holes(english):
            refused.append(address)
        elif text != current.get(address):
            texts[address] = text
    return Back(texts, tuple(refused))


def files(back: Back, language: str) -> dict[str, str]:
    """Return the changed text files: path from the root of the project -> TOML, otherwise unchanged.

    A file that is new in the language has only these texts, in the order of the English file.
    """
    changed: dict[str, dict[str, str]] = {}
    for address, text in back.texts.items():
        stem, rest = _place(address)
        changed.setdefault(stem, {})[rest] = text
    return {_path(stem, language): _changed(stem, language, texts) for stem, texts in sorted(changed.items())}


def archive(back: Back, language: str) -> bytes:
    """Return the same files as a ZIP archive, to be unpacked at the root of the project."""
    return zipped(files(back, language))


def _changed(stem: str, language: str, texts: Mapping[str, str]) -> str:
    document = tomlkit.parse(_source(stem, language))
    _insert(tomllib.loads(_source(stem, words.SOURCE)), document, texts, new=not document)
    return tomlkit.dumps(document)


def _insert(
    source: Mapping[str, Any],
    target: MutableMapping[str, Any],
    texts: Mapping[str, str],
    prefix: str = "",
    *,
    new: bool,
) -> None:
    """Insert texts where the source table has them; new: the file is new, so long texts become multi-line strings."""
    for key, value in source.items():
        name = prefix + key
        if isinstance(value, Mapping):
            if any(one.startswith(f"{name}.") for one in texts):
                _insert(value, target.setdefault(key, tomlkit.table()), texts, f"{name}.", new=new)
        elif name in texts:
            long = new and "\n" in texts[name]
            target[key] = tomlkit.string(f"{texts[name]}\n", multiline=True) if long else texts[name]


# ---- addresses  (a stem is a file: "13" of the book, "hedgekit.refusals" of the engine) ------------------------------


def _place(address: str) -> tuple[str, str]:
    """Return the stem of the file with an address, and the keys within it."""
    key = address.removeprefix(checking.ENGINE)
    if key != address:
        return f"{checking.ENGINE}{_topics()[key]}", key
    stem, _, rest = address.partition(".")
    return stem, rest


@cache
def _topics() -> Mapping[str, str]:
    """Return the engine's files by sentence: key -> path up to the language."""
    found: dict[str, str] = {}
    package = _resources("hedgekit")
    places = {"text/": package.joinpath("text")}
    places |= {f"games/{one.name}/": one for one in package.joinpath("games").iterdir() if one.is_dir()}
    for place, file in ((place, file) for place, folder in places.items() for file in folder.iterdir()):
        topic, dot, language = file.name.removesuffix(".toml").rpartition(".")
        if language == words.SOURCE and file.name.endswith(".toml"):
            found |= dict.fromkeys(dict(flatten(tomllib.loads(file.read_text("utf-8")))), f"{place}{topic}{dot}")
    return found


def _path(stem: str, language: str) -> str:
    topic = stem.removeprefix(checking.ENGINE)
    if topic == stem:
        in_game = f"rulebook/games/{stem}/book.{language}.toml"
        return in_game if stem in words.game_folders() else f"rulebook/text/{language}/{stem}.toml"
    return f"hedgekit/{topic}{language}.toml"


def _source(stem: str, language: str) -> str:
    """Return the content of a text file, "" if the language has none."""
    package, _, inside = _path(stem, language).partition("/")
    file = _resources(package).joinpath(inside)
    return file.read_text("utf-8") if file.is_file() else ""


def _texts(language: str) -> dict[str, str]:
    return {key: text.strip() for key, text in checking.translatable(language).items() if text.strip()}
