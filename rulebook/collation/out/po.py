"""All texts of the book as a PO file for translators' tools, and back into the text files.

    po.written("fr")            what a translator opens: English, and the French there is
    back = po.read(text, "fr")  the texts that may be taken, and the addresses of those that may not
    po.files(back, "fr")        the text files with these texts in them, of the book and of hedgekit

The context of a message is its address (`rulebook.text.words`; `hedgekit.` before the engine's keys).  A message whose
English has changed since is fuzzy.
"""

import io
import re
import tomllib
import zipfile
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as _resources
from typing import Any

import tomlkit
from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po

import hedgekit
from hedgekit.text.words import flat
from rulebook.text import checking, words

from ..errors import CollationError

SIZE_LIMIT = 5_000_000  # characters of a PO file
HEADER = "# The texts of the Hedgehogs' Rulebook; each message's context is its address."
_LANGUAGE = re.compile("[a-z]{2,3}")


@dataclass(frozen=True)
class Back:
    """The texts of a PO file: address -> new and valid text, and the addresses of invalid ones."""

    texts: Mapping[str, str]
    refused: tuple[str, ...]


def written(language: str | None) -> str:
    """Every text of the book and the engine as a PO file: English, and what a language has for it; None for a template.

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
    """Read a PO file of these texts in a language, which may be a new one.

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
    """The text files that these texts change: path from the root of the project -> TOML, as it stood but for them.

    A file that the language does not have yet has the texts that came, in the order of the English one.
    """
    changed: dict[str, dict[str, str]] = {}
    for address, text in back.texts.items():
        stem, rest = _place(address)
        changed.setdefault(stem, {})[rest] = text
    return {_path(stem, language): _changed(stem, language, texts) for stem, texts in sorted(changed.items())}


def archive(back: Back, language: str) -> bytes:
    """The same as a ZIP file, to be unpacked at the root of the project."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files(back, language).items():
            packed.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _changed(stem: str, language: str, texts: Mapping[str, str]) -> str:
    document = tomlkit.parse(_source(stem, language))
    _put(tomllib.loads(_source(stem, words.SOURCE)), document, texts, new=not document)
    return tomlkit.dumps(document)


def _put(
    source: Mapping[str, Any],
    target: MutableMapping[str, Any],
    texts: Mapping[str, str],
    prefix: str = "",
    *,
    new: bool,
) -> None:
    """Put texts where another table of the same form has them; new: in a file of their own, long ones over lines."""
    for key, value in source.items():
        name = prefix + key
        if isinstance(value, Mapping):
            if any(one.startswith(f"{name}.") for one in texts):
                _put(value, target.setdefault(key, tomlkit.table()), texts, f"{name}.", new=new)
        elif name in texts:
            long = new and "\n" in texts[name]
            target[key] = tomlkit.string(f"{texts[name]}\n", multiline=True) if long else texts[name]


# ---- where a text stands  (a stem is a file: "13" of the book, "hedgekit.refusals" of the engine) --------------------


def _place(address: str) -> tuple[str, str]:
    """The stem of the file an address is in, and the keys in it."""
    key = address.removeprefix(checking.ENGINE)
    if key != address:
        return f"{checking.ENGINE}{_topics()[key]}", key
    stem, _, rest = address.partition(".")
    return stem, rest


@cache
def _topics() -> Mapping[str, str]:
    """Which file of the engine has which sentence: key -> its path as far as the language."""
    found: dict[str, str] = {}
    package = _resources("hedgekit")
    places = {"text/": package.joinpath("text")}
    places |= {f"games/{one.name}/": one for one in package.joinpath("games").iterdir() if one.is_dir()}
    for place, file in ((place, file) for place, folder in places.items() for file in folder.iterdir()):
        topic, dot, language = file.name.removesuffix(".toml").rpartition(".")
        if language == words.SOURCE and file.name.endswith(".toml"):
            found |= dict.fromkeys(dict(flat(tomllib.loads(file.read_text("utf-8")))), f"{place}{topic}{dot}")
    return found


def _path(stem: str, language: str) -> str:
    topic = stem.removeprefix(checking.ENGINE)
    if topic == stem:
        in_game = f"rulebook/games/{stem}/book.{language}.toml"
        return in_game if stem in words.game_folders() else f"rulebook/text/{language}/{stem}.toml"
    return f"hedgekit/{topic}{language}.toml"


def _source(stem: str, language: str) -> str:
    """A text file; "" if the language has none."""
    package, _, inside = _path(stem, language).partition("/")
    file = _resources(package).joinpath(inside)
    return file.read_text("utf-8") if file.is_file() else ""


def _texts(language: str) -> dict[str, str]:
    return {key: text.strip() for key, text in checking.translatable(language).items() if text.strip()}


def _known(language: str) -> bool:
    try:
        Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return False
    return True
