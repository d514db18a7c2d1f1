"""The book's words: tables of text by language, a file for each variant or page, in `rulebook/text/<language>/*.toml`.

The words of a game are in its own folder, in `book.<language>.toml`.

A text has an address: the stem of its file and its keys, joined by dots.  `00.clauses.0.5` is the text of
clause 0.5 in `00.toml`, `hekla.clauses.hekla.5` that of clause 5 of Hekla, `start.what` a paragraph of "Start here".
Values are Markdown, except those shown on boards (`00.tasks.*`, `interface.*`), which are plain text.

To add a language, add a folder with the same files.  English is the source language; `text/translated.toml` records a
short hash of the English that each text was translated from, so that `checking.py` finds missing, surplus and stale
texts.  Missing texts are shown in English, marked.
"""

import html as markup
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from hedgekit import BASE, Registry, Variant
from hedgekit.games import ADDED
from hedgekit.text import words as tables
from hedgekit.text.words import SOURCE, TableError, flatten, mark_untranslated


def root() -> Traversable:
    """Return the folder of the texts."""
    return files("rulebook").joinpath("text")


def _languages() -> tuple[str, ...]:
    return tuple(lang for lang in tables.languages() if lang in folders())


def folders() -> list[str]:
    """Return the languages with a folder, whether or not the book shows them."""
    return [folder.name for folder in root().iterdir() if folder.is_dir() and re.fullmatch("[a-z]{2,3}", folder.name)]


LANGUAGES: tuple[str, ...] = _languages()
"""The languages of the book, English first: those with a folder here and sentences in hedgekit."""


class Localized(dict[str, str]):
    """A text in every language, {language: text}."""

    @classmethod
    def same(cls, text: str) -> "Localized":
        """Use the same text in every language."""
        return cls(dict.fromkeys(LANGUAGES, text))

    @classmethod
    def of(cls, text_in: Callable[[str], str]) -> "Localized":
        """Call a function of the language for every language."""
        return cls({lang: text_in(lang) for lang in LANGUAGES})

    @classmethod
    def joined(cls, parts: Iterable[Mapping[str, str]], between: str = " ") -> "Localized":
        """Join several texts, skipping empty ones."""
        listed = list(parts)
        return cls.of(lambda lang: between.join(part[lang] for part in listed if part[lang]))

    def filled(self, **values: object) -> "Localized":
        """Fill in values; `Localized` are filled in by language."""
        if not values:
            return self

        def fill(lang: str) -> str:
            return self[lang].format(**{key: v[lang] if isinstance(v, Localized) else v for key, v in values.items()})

        return Localized({lang: fill(lang) for lang in self})

    def each(self, change: Callable[[str], str]) -> "Localized":
        """Apply a function to the text of every language."""
        return Localized({lang: change(text) for lang, text in self.items()})


# ---- tables ----------------------------------------------------------------------------------------------------------


def game_folders() -> dict[str, Traversable]:
    """Return the folders of the book's games by name: drawing, tasks and words."""
    own = {one.name: one for one in files("rulebook").joinpath("games").iterdir() if one.joinpath("art.svg").is_file()}
    return dict(sorted((own | {name: Path(folder) for name, folder in ADDED.items()}).items()))


@cache
def _files(lang: str) -> dict[str, Traversable]:
    """Return the text files of a language by stem.  LookupError for a language without a folder."""
    if lang not in LANGUAGES:
        raise LookupError(f"there is no text in {lang!r}; there is: {', '.join(LANGUAGES)}")
    found = {file.name[:-5]: file for file in root().joinpath(lang).iterdir() if file.name.endswith(".toml")}
    games = {name: folder.joinpath(f"book.{lang}.toml") for name, folder in game_folders().items()}
    return found | {name: file for name, file in games.items() if file.is_file()}


@cache
def stems(lang: str) -> tuple[str, ...]:
    """Return the stems of a language's text files, sorted.  LookupError for a language without a folder."""
    return tuple(sorted(_files(lang)))


@cache
def own(stem: str, lang: str) -> Mapping[str, Any]:
    """Read a text file; {} if the language has no such file.  TableError if it cannot be read."""
    if stem not in stems(lang):
        return {}
    try:
        return tomllib.loads(_files(lang)[stem].read_text("utf-8"))
    except ValueError as error:
        raise TableError(f"{lang}/{_files(lang)[stem].name} cannot be read: {error}") from error


@cache
def tree(stem: str, lang: str) -> Mapping[str, Any]:
    """Return the texts of a file, with marked English for missing ones.  TableError if there is no such file."""
    if stem not in stems(SOURCE):
        raise TableError(f"there is no {stem}.toml in {SOURCE} (for a game: book.{SOURCE}.toml in its folder)")
    return own(stem, lang) if lang == SOURCE else _filled(own(stem, lang), own(stem, SOURCE))


def _filled(mine: Mapping[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """Fill the gaps of a tree from the source tree, in its order."""
    filled: dict[str, Any] = {}
    for key, value in source.items():
        if isinstance(value, dict):
            filled[key] = _filled(mine[key] if isinstance(mine.get(key), dict) else {}, value)
        else:
            fits = key in mine and not isinstance(mine[key], dict) and holes(mine[key]) <= holes(value)
            filled[key] = mine[key] if fits else mark_untranslated(value)
    return filled


@cache
def table(stem: str, lang: str) -> Mapping[str, str]:
    """Return the texts of a file as a flat table: keys joined by dots -> text, as written."""
    return dict(flatten(tree(stem, lang)))


def holes(text: str) -> set[str]:
    """Return the names of the values to be filled into a text."""
    return set(re.findall(r"\{(\w+)(?::[^{}]*)?\}", text))


# ---- texts -----------------------------------------------------------------------------------------------------------


@cache
def text(key: str, lang: str) -> str:
    """Return the text at an address, typeset for its language.  LookupError if there is none."""
    stem, _, rest = key.partition(".")
    try:
        found = table(stem, lang)[rest]
    except KeyError:
        raise LookupError(f"{stem}.toml has no {rest!r} in {lang}") from None
    return typeset(found.strip(), lang)


def has(key: str) -> bool:
    """Return whether there is a text at this address."""
    stem, _, rest = key.partition(".")
    return stem in stems(SOURCE) and rest in table(stem, SOURCE)


def both(key: str) -> Localized:
    """Return the text at an address in every language."""
    return Localized.of(lambda lang: text(key, lang))


def of_variant(number: int, what: str, registry: Registry = BASE) -> Localized:
    """Return the engine's words about a variant ("title", "sentence", "material"); {} if there are none."""
    found: Mapping[str, str] = getattr(registry.variants[number], what)
    return Localized.of(lambda lang: typeset(found[lang], lang)) if found else Localized()


def titles(numbers: Iterable[int], registry: Registry = BASE) -> Localized:
    """Return the title of a rule set: its variants' titles, or the base game's."""
    return Localized.joined([of_variant(number, "title", registry) for number in tuple(numbers) or (0,)], " + ")


def of_option(number: int, name: str, value: str) -> str:
    """Return the address of the text about a value of an option.  An option with free values has a single text."""
    address = f"{file_of(number)}.options.{name}" if number else f"choosing.base-options.{name}"
    return f"{address}.{value}" if has(f"{address}.{value}") else address


def options_in_words(written: str, lang: str) -> str:
    """Replace options written `1[six=may]` by the first sentence about them, except those with free values."""

    def first_sentence(option: re.Match[str]) -> str:
        number, name, value = option.groups()
        address = of_option(int(number), name, value)
        first = text(address, lang).partition(". ")[0].rstrip(".")
        return f"*{first}*" if address.endswith(f".{value}") else option[0]

    return re.sub(r"`(\d+)\[(\w+)=([^\]]*)\]`", first_sentence, written)


def plain(sentence: str) -> str:
    """Return a sentence without its Markdown."""
    return re.sub(r"[*`]", "", sentence)


Subject = int | str
"""The owner of clauses: the number of a variant, or the name of another game."""


def file_of(subject: Subject) -> str:
    """Return the stem of the text file of a variant or a game: 0 -> "00", "hekla" -> "hekla"."""
    return f"{subject:02}" if isinstance(subject, int) else subject


def clause(name: str, lang: str) -> str:
    """Return the text of a clause such as "0.5" or "hekla.5" (Markdown).  LookupError if there is no such clause."""
    return text(f"{file_of(subject_of(name))}.clauses.{name}", lang)


@cache
def listed_clauses() -> Mapping[str, Mapping[str, str]]:
    """Return the project's list: variant or game -> its clauses, readings and option values -> how each is covered."""
    found = tomllib.loads(files("rulebook").joinpath("tasks", "clauses.toml").read_text("utf-8"))
    own = {name: folder.joinpath("clauses.toml") for name, folder in game_folders().items()}
    return found | {name: tomllib.loads(file.read_text("utf-8")) for name, file in own.items() if file.is_file()}


def clause_name(name: str) -> Localized:
    """Return the short name of a clause, by language."""
    return both(f"{file_of(subject_of(name))}.names.{name}")


def clauses(subject: Subject, lang: str = SOURCE) -> tuple[str, ...]:
    """Return the clauses of a variant or a game, in order."""
    return tuple(tree(file_of(subject), lang).get("clauses", ()))


def of_house_rule(variant: Variant, lang: str) -> dict[str, str]:
    """Return the texts about a house rule: `title`, `sentence`, `clauses.lucky-six.1`, ..."""
    own, known = f"variant.{variant.number}.", tables.table_of(lang, variant.rule_texts)
    texts = {"title": variant.title[lang], "sentence": variant.sentence[lang]}
    texts |= {key.removeprefix(own): text for key, text in known.items() if key.startswith(own)}
    return {key: typeset(text, lang) for key, text in texts.items()}


def clauses_of_house_rule(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the clauses among the texts of `of_house_rule`, each with its number, in order."""
    return sorted((key.partition(".")[2], text) for key, text in texts.items() if key.startswith("clauses."))


def subject_of(name: str) -> Subject:
    """Return the owner of a clause: "0.5" -> 0, "hekla.5" -> "hekla".  LookupError if the name is not a clause's."""
    head, dot, _ = name.partition(".")
    if not dot or not re.fullmatch(r"\d+|[a-z_]+|[a-z0-9-]+", head):
        raise LookupError(f"{name!r} is no clause: a clause is named like 0.5, or a game and a number")
    return int(head) if head.isdigit() else head


def label(name: str) -> str:
    """Return a clause's number as shown on pages: "0.5" itself, but "5" for "hekla.5", on the page of its game."""
    return name if isinstance(subject_of(name), int) else name.partition(".")[2]


CHAPTERS = {
    "base": "01-base-game", "scoring": "02-scoring", "dice": "03-dice", "moving": "04-moves",
    "black_squares": "05-black-squares", "track": "06-track", "pieces": "07-pieces", "fundamental": "08-fundamental",
}  # fmt: skip
"""Family of variants -> the notebook of its chapter, whose title is the family's name."""


def family(name: str) -> Localized:
    """Return the name of a family of variants."""
    return Localized.of(lambda lang: chapters(lang)[CHAPTERS[name]]["title"])


def link(number: int) -> str:
    """Return a link to a variant, as in notebooks."""
    return f"{CHAPTERS[BASE.variants[number].family]}.ipynb" + (f"#variant-{number}" if number else "")


def chapters(lang: str) -> dict[str, dict[str, str]]:
    """Return the chapters in order: notebook stem -> {"title", "summary"}."""
    listed = dict(tree("chapters", lang)) | {stem: tree(g, lang)["chapter"] for g, stem in chapters_of_games().items()}
    return {
        stem: {key: typeset(words[key], lang) for key in ("title", "summary")} for stem, words in sorted(listed.items())
    }


def chapters_of_games() -> dict[str, str]:
    """Return game -> stem of its notebook, for games with a chapter; added games come last."""
    names = game_folders().keys() - ADDED.keys()
    stems = {name: getattr(import_module(f"rulebook.games.{name}"), "CHAPTER", "") for name in sorted(names)}
    own = {name: stem for name, stem in stems.items() if stem}
    first = len(tree("chapters", SOURCE)) + len(own)
    return own | {name: f"{number:02}-{name.replace('_', '-')}" for number, name in enumerate(ADDED, first)}


# Texts have plain apostrophes and spaces.  French puts a non-breaking space before ; : ! ? and inside « ».
_APOSTROPHE = re.compile(r"((?<!\w)'[^'\n]*'(?!\w))|(?<=\w)'")
_FRENCH = (
    (re.compile(r" ([;!?])"), "\u202f\\1"),
    (re.compile(r" ([:»])"), "\u00a0\\1"),
    (re.compile(r"« "), "«\u00a0"),
)
_TYPESET: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {"fr": _FRENCH}


def typeset(words: str, lang: str) -> str:
    """Typeset a text for its language: curly apostrophes, except around code, and non-breaking spaces."""
    words = _APOSTROPHE.sub(lambda found: found[1] or "\u2019", words)
    for pattern, replacement in _TYPESET.get(lang, ()):
        words = pattern.sub(replacement, words)
    return words


# ---- markup ----------------------------------------------------------------------------------------------------------


@cache
def _markdown() -> Callable[[str], Any]:
    import mistune  # a dependency of nbconvert, so part of every Jupyter

    return mistune.create_markdown(escape=True, plugins=["table"])


TABLE = '<table tabindex="0">'
"""The opening tag of a table: it scrolls on a narrow page, so it must be focusable."""


def render(words: str) -> str:
    """Render Markdown as HTML.  Markup in the text is escaped."""
    html = str(_markdown()(words)).strip()
    return _TABLE.sub(lambda found: labelled(found[0]), html).replace("<table>", TABLE)


_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEAD = re.compile(r"<th[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)


def labelled(table: str) -> str:
    """Label all but the first cell of each row of an HTML table with the column's name, which phones show."""
    names = ["", *_HEAD.findall(table)[1:]]

    def row(found: re.Match[str]) -> str:
        cells = iter(names)
        return re.sub("<td", lambda cell: f'<td data-label="{name}"' if (name := next(cells, "")) else "<td", found[0])

    return _ROW.sub(row, table)


def every(by_language: Mapping[str, str], tag: str = "div") -> str:
    """Return HTML with an element for each language; the page shows one of them."""
    return "".join(f'<{tag} lang="{lang}" data-lang="{lang}">{words}</{tag}>' for lang, words in by_language.items())


def prose(html_in: Callable[[str], str], identity: str = "", again: bool = False) -> str:
    """Return an element of prose with the HTML of every language.

    identity: its id, for links; again: it repeats another text, so the search skips it.
    """
    name = f' id="{markup.escape(identity)}"' if identity else ""
    return f'<div class="hk-words{" hk-again" if again else ""}"{name}>{every(Localized.of(html_in))}</div>'


def html(key: str, identity: str = "", values: Mapping[str, object] | None = None) -> str:
    """Return the text at an address, filled in, as HTML in every language; identity: its id, for links."""
    filled = both(key).filled(**(values or {}))
    return prose(lambda lang: render(filled[lang]), identity)
