"""The book's words: tables of text by language, a file per variant or page, from `rulebook/text/<language>/*.toml`.

A text has an address: the file's stem, then the keys down to it, joined by dots.  `00.clauses.0.5` is the text of
clause 0.5 in `00.toml`, `hekla.clauses.hekla.5` that of clause 5 of Hekla, `start.what` a paragraph of "Start here".
Values are Markdown, except those that boards show (`00.tasks.*`, `interface.*`), which are plain text.

A language is added by adding a folder with the same files.  English is the language the others are translated from;
`text/<language>/translated.toml` keeps, for every text, a short hash of the English it was translated from.  `check()`
says what is missing, left over or stale.  After bringing translations up to date, record that they are:

    python -m rulebook.text.words fr            every text of French
    python -m rulebook.text.words fr 00.clauses only the texts whose address begins so
"""

from __future__ import annotations

import hashlib
import html as markup
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from hedgekit import VARIANTS

SOURCE = "en"
"""The language that the others are translated from."""

RECORD = "translated"
"""Stem of the table of hashes; no text of the book."""


def _root() -> Traversable:
    return files("rulebook").joinpath("text")


def _languages() -> tuple[str, ...]:
    found = [folder.name for folder in _root().iterdir() if folder.is_dir() and re.fullmatch("[a-z]{2,3}", folder.name)]
    return tuple(sorted(found, key=lambda name: (name != SOURCE, name)))


LANGUAGES: tuple[str, ...] = _languages()
"""The languages there are folders for, English first."""


# ---- tables ----------------------------------------------------------------------------------------------------------


@cache
def stems(lang: str) -> tuple[str, ...]:
    """The stems of a language's text files, sorted.  LookupError for a language without a folder."""
    if lang not in LANGUAGES:
        raise LookupError(f"there is no text in {lang!r}; there is: {', '.join(LANGUAGES)}")
    names = (file.name for file in _root().joinpath(lang).iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml") and name[:-5] != RECORD))


@cache
def tree(stem: str, lang: str) -> Mapping[str, Any]:
    """A text file as it stands.  LookupError if the language has no such file."""
    if stem not in stems(lang):
        raise LookupError(f"there is no {stem}.toml in {lang}")
    return tomllib.loads(_root().joinpath(lang, f"{stem}.toml").read_text("utf-8"))


@cache
def table(stem: str, lang: str) -> Mapping[str, str]:
    """A text file, flat: keys joined by dots -> text, as written."""
    return dict(_flat(tree(stem, lang)))


def _flat(branch: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in branch.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


# ---- texts -----------------------------------------------------------------------------------------------------------


def text(key: str, lang: str) -> str:
    """The text at an address, in a language, typeset for it.  LookupError if there is none."""
    stem, _, rest = key.partition(".")
    try:
        found = table(stem, lang)[rest]
    except KeyError:
        raise LookupError(f"{stem}.toml has no {rest!r} in {lang}") from None
    return typeset(found.strip(), lang)


def has(key: str) -> bool:
    """Is there a text at this address?"""
    stem, _, rest = key.partition(".")
    return stem in stems(SOURCE) and rest in table(stem, SOURCE)


def both(key: str) -> dict[str, str]:
    """{language: text} of an address, in every language."""
    return {lang: text(key, lang) for lang in LANGUAGES}


def of_variant(number: int, what: str) -> dict[str, str]:
    """{language: text} of what the engine says of a variant ("title", "sentence", "material"); {} if nothing."""
    said: Mapping[str, str] = getattr(VARIANTS[number], what)
    return {lang: typeset(said[lang], lang) for lang in LANGUAGES if said}


Subject = int | str
"""What clauses are of: a variant of the hedgehogs by its number, another game by the name that opens its rule sets."""


def file_of(subject: Subject) -> str:
    """The stem of the text file of a variant or a game: 0 -> "00", "hekla" -> "hekla"."""
    return f"{subject:02}" if isinstance(subject, int) else subject


def clause(name: str, lang: str) -> str:
    """The text of a clause such as "0.5" or "hekla.5" (Markdown).  LookupError if there is no such clause."""
    return text(f"{file_of(subject_of(name))}.clauses.{name}", lang)


def clause_name(name: str) -> dict[str, str]:
    """The short name of a clause, by language."""
    return both(f"{file_of(subject_of(name))}.names.{name}")


def clauses(subject: Subject, lang: str = SOURCE) -> tuple[str, ...]:
    """The clauses of a variant or a game, in their order."""
    return tuple(tree(file_of(subject), lang)["clauses"])


def subject_of(name: str) -> Subject:
    """What a clause is of: "0.5" -> 0, "hekla.5" -> "hekla".  LookupError if it is not named like a clause."""
    head, dot, _ = name.partition(".")
    if not dot or not re.fullmatch(r"\d+|[a-z_]+", head):
        raise LookupError(f"{name!r} is no clause: a clause is named like 0.5 or hekla.5")
    return int(head) if head.isdigit() else head


def label(name: str) -> str:
    """A clause as pages call it: "0.5" as it is, "hekla.5" as "5", since its page is about one game."""
    return name if isinstance(subject_of(name), int) else name.partition(".")[2]


def chapters(lang: str) -> dict[str, dict[str, str]]:
    """The chapters in their order: notebook stem -> {"title", "summary"}."""
    return {
        stem: {key: typeset(words[key], lang) for key in ("title", "summary")}
        for stem, words in sorted(tree("chapters", lang).items())
    }


# Texts are written with plain apostrophes and spaces.  French sets a space before ; : ! ? and inside « », which must
# not break.
_APOSTROPHE = re.compile(r"(?<=\w)'")
_FRENCH = (
    (re.compile(r" ([;!?])"), "\u202f\\1"),
    (re.compile(r" ([:»])"), "\u00a0\\1"),
    (re.compile(r"« "), "«\u00a0"),
)
_TYPESET: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {"fr": _FRENCH}


def typeset(words: str, lang: str) -> str:
    """A text as its language prints it: apostrophes round, spaces that must not break made so."""
    words = _APOSTROPHE.sub("\u2019", words)
    for pattern, replacement in _TYPESET.get(lang, ()):
        words = pattern.sub(replacement, words)
    return words


# ---- markup ----------------------------------------------------------------------------------------------------------


@cache
def _markdown() -> Callable[[str], Any]:
    import mistune  # comes with nbconvert, hence with every Jupyter

    return mistune.create_markdown(escape=True, plugins=["table"])


TABLE = '<table tabindex="0">'
"""How a table opens: on a narrow page it scrolls, and the keyboard must reach what scrolls."""


def render(words: str) -> str:
    """Markdown as HTML.  Markup inside the words is shown, not obeyed."""
    return str(_markdown()(words)).strip().replace("<table>", TABLE)


def every(by_language: Mapping[str, str], tag: str = "div") -> str:
    """HTML of every language, one element each; the page shows one of them."""
    return "".join(f'<{tag} lang="{lang}" data-lang="{lang}">{words}</{tag}>' for lang, words in by_language.items())


def html(key: str) -> str:
    """The text at an address as HTML in every language."""
    return wrapped(every({lang: render(words) for lang, words in both(key).items()}))


def wrapped(inner: str, identity: str = "") -> str:
    """HTML of several languages in the element that pages know prose by; `identity` names it for links."""
    name = f' id="{markup.escape(identity)}"' if identity else ""
    return f'<div class="hk-words"{name}>{inner}</div>'


# ---- what is wrong ---------------------------------------------------------------------------------------------------


def fingerprint(words: str) -> str:
    """A short hash of a text as written."""
    return hashlib.sha256(words.strip().encode()).hexdigest()[:8]


@cache
def _translated(lang: str) -> Mapping[str, str]:
    record = _root().joinpath(lang, f"{RECORD}.toml")
    return dict(tomllib.loads(record.read_text("utf-8"))) if record.is_file() else {}


def _addresses(lang: str) -> dict[str, str]:
    return {f"{stem}.{key}": words for stem in stems(lang) for key, words in table(stem, lang).items()}


def check() -> list[str]:
    """What is missing, left over, empty or stale in each language, a sentence each; [] if all is well."""
    source = _addresses(SOURCE)
    problems = [f"en: {key} is empty." for key, words in source.items() if not words.strip()]
    for lang in LANGUAGES[1:]:
        mine, known = _addresses(lang), _translated(lang)
        for key, words in source.items():
            if key not in mine:
                problems.append(f"{lang}: {key} is missing.")
            elif not mine[key].strip():
                problems.append(f"{lang}: {key} is empty.")
            elif key not in known:
                problems.append(
                    f"{lang}: {key} is not recorded as translated (python -m rulebook.text.words {lang} {key})."
                )
            elif known[key] != fingerprint(words):
                then = f"python -m rulebook.text.words {lang} {key}"
                problems.append(f"{lang}: {key} is stale, its English text was changed (once it is right: {then}).")
            elif _holes(words) != _holes(mine[key]):
                problems.append(f"{lang}: {key} fills in other values than the English text.")
        problems += [f"{lang}: {key} is left over, English has no such text." for key in mine if key not in source]
    return problems


def _holes(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", words))


def record(lang: str, beginning: str = "") -> int:
    """Record that the texts whose address begins so are translations of the present English; how many.

    Writes `text/<lang>/translated.toml`.  LookupError for English or a language without a folder.
    """
    if lang not in LANGUAGES[1:]:
        raise LookupError(f"{lang!r} is no language that texts are translated into: {', '.join(LANGUAGES[1:])}")
    source, mine = _addresses(SOURCE), _addresses(lang)
    known = {key: value for key, value in _translated(lang).items() if key in source and key in mine}
    fresh = {key: fingerprint(source[key]) for key in mine if key in source and key.startswith(beginning)}
    known |= fresh
    lines = [
        "# The English each text was translated from, as a short hash: written by `python -m rulebook.text.words`.",
        "",
    ]
    lines += [f'"{key}" = "{known[key]}"' for key in sorted(known)]
    Path(str(_root().joinpath(lang, f"{RECORD}.toml"))).write_text("\n".join(lines) + "\n", "utf-8")
    _translated.cache_clear()
    return len(fresh)


def main(arguments: list[str]) -> int:
    """Record translations, or say what is wrong: `python -m rulebook.text.words [language [beginning of address]]`."""
    if arguments:
        many = record(arguments[0], *arguments[1:2])
        print(f"{many} texts of {arguments[0]} recorded as translated.")
        return 0
    problems = check()
    print("\n".join(problems) or "Every text is there in every language.")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
