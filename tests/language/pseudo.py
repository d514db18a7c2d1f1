"""The pseudo-language "qaa", made of files alone: text that does not come from its tables is found.

`write_copy(folder)` copies the packages and notebooks and adds the tables of the language; `unmarked(text)` finds the
words of English tables in a text in this language.  A sentence is marked ⟦…⟧ and its vowels are doubled; placeholders,
Markdown, HTML and code stay.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import hedgekit
from hedgekit.text import words as tables
from rulebook.text import words

LANGUAGE = "qaa"
ROOT = Path(__file__).parents[2]

_KEPT = re.compile(
    r"\{\{\w+\}\}|\{[^{}]*\}|<[^<>\s][^<>]*>|&#?\w+;|```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+|\\.", re.DOTALL
)
_HEAD = re.compile(r"\s*(?:#+ |[-*] (?=\S)|\d+\. |> )*")
_VOWELS = {vowel: vowel + accented for vowel, accented in zip("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ", strict=True)}
_VOWEL = re.compile("[aeiouy]", re.IGNORECASE)


def translate(text: str) -> str:
    """Return a text in the pseudo-language."""
    kept = list(_KEPT.finditer(text))
    out, end = [], 0
    for found in kept:
        out += [_longer(text[end : found.start()]), found[0]]
        end = found.end()
    return "\n".join(map(_line, "".join([*out, _longer(text[end:])]).split("\n")))


def _longer(text: str) -> str:
    return text.translate(str.maketrans(_VOWELS))


def _line(line: str) -> str:
    """Mark a line; a table row cell by cell, lines that open or rule a block unchanged."""
    if not any(map(str.isalpha, line)):
        return line
    if line.startswith("|"):
        return "|".join(f" ⟦{cell.strip()}⟧ " if any(map(str.isalpha, cell)) else cell for cell in line.split("|"))
    head = _HEAD.match(line)[0]  # type: ignore[index]
    rest = line[len(head) :]
    return f"{head}⟦{rest.rstrip()}⟧{rest[len(rest.rstrip()) :]}"


def write_copy(folder: Path) -> Path:
    """Copy the packages and notebooks into a folder and add the tables of the pseudo-language."""
    for name in ("hedgekit", "rulebook", "notebooks"):
        shutil.copytree(ROOT / name, folder / name)  # with what is compiled
    files = (file for part in ("hedgekit/text", "*/games/*") for file in folder.glob(f"{part}/*.toml"))
    for file in sorted(files):
        topic, _, lang = file.stem.rpartition(".")
        if lang == tables.SOURCE:
            _write(file, file.with_name(f"{topic}.{LANGUAGE}.toml" if topic else f"{LANGUAGE}.toml"))
    for file in sorted((folder / "rulebook/text" / tables.SOURCE).glob("*.toml")):
        _write(file, folder / "rulebook/text" / LANGUAGE / file.name)
    return folder


def unmarked_words(copy: Path, *wanted: str) -> dict[str, list[str]]:
    """Return unmarked words by the place they appear in, from a process that sees only the copy."""
    environment = os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-P", "-m", "tests.language.speaking", *wanted]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, list[str]] = json.loads(done.stdout)
    assert found.pop("from") == [str(copy)], "the copy's packages were imported"
    return found


def _write(source: Path, target: Path) -> None:
    import tomllib

    target.parent.mkdir(exist_ok=True)
    lines: list[str] = []
    _tables(tomllib.loads(source.read_text("utf-8")), (), lines)
    target.write_text("\n".join(lines) + "\n", "utf-8")


def _tables(tree: dict[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    if path:
        lines.append("[" + ".".join(map(json.dumps, path)) + "]")
    for key, value in tree.items():
        if not isinstance(value, dict):
            lines.append(f"{json.dumps(key)} = {json.dumps(translate(value), ensure_ascii=False)}")
    for key, value in tree.items():
        if isinstance(value, dict):
            _tables(value, (*path, key), lines)


# ---- unmarked text ---------------------------------------------------------------------------------------------------

_NOTATION = re.compile(
    r"\bgame \d|\S*[=@_/\[\]]\S*|--?[\w-]+|`[^`]*`|\S+\.(?:py|toml|json|csv|txt|ipynb|svg|html|po|tmx)\b|https?://\S+"
    r"|\bpython docs/\S+|\b[\w-]+(?:\.(?:cannot tell|a little|[\w-]+))+"
)
_WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def english_words() -> frozenset[str]:
    """Return the words of the English tables, except names of people and games and what users type."""
    texts = list(tables.own_sentences(tables.SOURCE).values())
    texts += [text for stem in words.stems(tables.SOURCE) for text in words.table(stem, tables.SOURCE).values()]
    found = {word.lower() for text in texts for word in _WORD.findall(_KEPT.sub(" ", text)) if _VOWEL.search(word)}
    people = {
        word.lower() for one in hedgekit.VARIANTS.values() for name in one.credits for word in _WORD.findall(name)
    }
    return frozenset(found - people - NAMES)


NAMES = frozenset(["hedgekit", "rulebook", "english", "français", "hekla", "igel", "ärgern", "hérissons", "pressés"])
"""Names that are the same in every language."""


@cache
def _untranslated() -> re.Pattern[str]:
    """Match what is the same in every language: notation, commands, names, and titles, which lists show."""
    from hedgekit.games.race.rulesets.engines import ENGINES
    from hedgekit.players import PLAYER_KINDS
    from hedgekit.terminal import cli, session
    from rulebook import cli as book_cli

    options = [option for one in hedgekit.VARIANTS.values() for option in one.options]
    typed = {
        *cli.COMMANDS,
        *book_cli.COMMANDS,
        *book_cli.TELL,
        *session.COMMANDS,
        *PLAYER_KINDS,
        *ENGINES,
        session.READER,
        *(one.family for one in hedgekit.VARIANTS.values()),
    }
    typed |= {option.name for option in options} | {value for option in options for value in option.values}
    typed |= {"checkerboard", "horses", "dice", "home", "take", "drop", "out", "pass", "choice", "place", "lot"}
    titles = {title for one in hedgekit.VARIANTS.values() for title in one.title.values()}
    named = "|".join(re.escape(name) for name in sorted(titles | typed, key=len, reverse=True) if name)
    return re.compile(rf"{_NOTATION.pattern}|\b[A-Z]{{2,}}\b|(?<!\w)(?:{named})(?!\w)")


def unmarked(text: str) -> list[str]:
    """Return the words of a text that come from English tables, not from the pseudo-language's."""
    text = " ".join(_KEPT.sub(" ", text).split())
    if english_words().isdisjoint(word.lower() for word in _WORD.findall(text)):
        return []  # the substitution below is slow
    text = _untranslated().sub(" ", text)
    return sorted({word for word in _WORD.findall(text) if word.lower() in english_words()})


class _Reader(HTMLParser):
    """Collects a page's text in the pseudo-language, and text without a language."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # tags, and whether their contents are read
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        reads = (not self.open or self.open[-1][1]) and tag not in ("script", "style", "code", "kbd", "template")
        if reads and (lang := given.get("data-lang") or given.get("lang")):
            reads = lang == LANGUAGE or tag == "html"
        if reads:
            names = ("title", "aria-label", "alt", "placeholder")
            self.texts += [given.get(f"data-{name}-{LANGUAGE}") or given[name] or "" for name in names if name in given]
        if tag not in ("br", "img", "meta", "link", "input", "hr", "wbr", "col"):
            self.open.append((tag, reads))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1][1]:
            self.texts.append(data)


def readable_text(page: str) -> str:
    """Return the text a page in several languages shows to a reader of the pseudo-language."""
    reader = _Reader()
    reader.feed(page)
    return "\n".join(reader.texts)


def all_texts(value: Any) -> str:
    """Return the text of plain data in the pseudo-language: its entry of {language: text}, else text with markup."""
    if isinstance(value, dict):
        if LANGUAGE in value:
            return _flat(value[LANGUAGE])
        return "\n".join(map(all_texts, value.values()))
    if isinstance(value, (list, tuple)):
        return "\n".join(map(all_texts, value))
    return readable_text(value) if isinstance(value, str) and "<" in value else ""


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(map(_flat, value.values()))
    if isinstance(value, (list, tuple)):
        return "\n".join(map(_flat, value))
    return readable_text(str(value)) if "<" in str(value) else str(value)
