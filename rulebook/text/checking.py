"""What is wrong with the texts: missing, left over, stale, or without words, in the book and in the engine.

After bringing translations up to date, record that they are:

    python -m rulebook.text.checking fr            every text of French
    python -m rulebook.text.checking fr 00.clauses only the texts whose address begins so
"""

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hedgekit import VARIANTS
from hedgekit.engine.composing import QUESTIONS
from hedgekit.text import words as engine

from . import words
from .words import SOURCE, holes

HERE = "python -m rulebook.text.checking"


def check() -> list[str]:
    """What is wrong with the texts of the book and of the engine, a sentence each; [] if all is well."""
    try:
        return [*_languages(), *_book(), *_engine(), *_clauses()]
    except engine.TableError as broken:
        return [str(broken)]


def _languages() -> Iterator[str]:
    """Languages of the book that the engine does not speak, and the other way round."""
    for lang in sorted({*words.folders()} ^ {*engine.languages()}):
        lacks = "text/" + lang if lang in engine.languages() else f"{lang}.toml under hedgekit/text"
        yield f"{lang}: there is no {lacks}, so the book is not shown in this language."


def _book() -> Iterator[str]:
    """What the book's tables lack, have too much, or have from another English."""
    source = _addresses(SOURCE)
    for lang in words.LANGUAGES:
        mine, known = _addresses(lang), _translated(lang)
        yield from _compared(lang, source, mine)
        for key in source.keys() & mine.keys() if lang != SOURCE else ():
            then = f"{HERE} {lang} {key}"
            if key not in known:
                yield f"{lang}: {key} is not recorded as translated ({then})."
            elif known[key] != fingerprint(source[key]):
                yield f"{lang}: {key} is stale, its English text was changed (once it is right: {then})."


def _engine() -> Iterator[str]:
    """What the engine's tables lack or have too much; every sentence that a declaration names, and every variant's."""
    source = engine.own(SOURCE)
    for lang in engine.languages():
        yield from _compared(lang, source, engine.own(lang))
    declared = {f"variant.{number}.{what}" for number in VARIANTS for what in ("title", "sentence")}
    declared |= {f"family.{variant.family}" for variant in VARIANTS.values()}
    for asked in QUESTIONS.values():
        declared |= {*asked.no.values(), *asked.yes.values()}
    yield from (f"{SOURCE}: {key} is missing, though it is declared." for key in sorted(declared - source.keys()))


def _compared(lang: str, source: Mapping[str, str], mine: Mapping[str, str]) -> Iterator[str]:
    """What one table says otherwise than another: nothing, nothing to read, other values, or too much."""
    for key, said in source.items():
        if key not in mine:
            yield f"{lang}: {key} is missing."
        elif not mine[key].strip():
            yield f"{lang}: {key} is empty."
        elif holes(said) != holes(mine[key]):
            yield f"{lang}: {key} fills in other values than the English text."
    yield from (f"{lang}: {key} is left over, English has no such text." for key in mine if key not in source)


def _clauses() -> Iterator[str]:
    """Clauses, readings and options: those of the engine must be in the project's list, and those listed have words."""
    listed = tomllib.loads(files("rulebook").joinpath("tasks", "clauses.toml").read_text("utf-8"))
    known = {name for names in listed.values() for name in names}
    cited = {clause for asked in QUESTIONS.values() for clause in asked.clauses.values() if clause}
    yield from (f"{name} is declared and not in tasks/clauses.toml." for name in sorted(cited - known))
    for subject, names in listed.items():
        stem = words.file_of(int(subject) if subject.isdigit() else subject)
        if stem not in words.stems(SOURCE):
            yield f"{subject}: there is no {stem}.toml in {SOURCE}."
            continue
        texts = dict(engine.flat(words.own(stem, SOURCE)))
        for name in names:
            option = re.fullmatch(r".*\[(.*)\]", name)
            wanted = [f"options.{option[1].replace('=', '.')}"] if option else [f"names.{name}", f"clauses.{name}"]
            for key in [f"readings.{name}"] if "-" in name else wanted:
                if not texts.get(key, "").strip():
                    yield f"{SOURCE}: {stem}.{key} is missing, though {name} is in tasks/clauses.toml."
        said = {key.partition(".")[2] for key in texts if key.startswith("clauses.")}
        for name in sorted(said - {*names}):
            yield f"{SOURCE}: {stem}.clauses.{name} is not in tasks/clauses.toml."
    decided = {option.reading for variant in VARIANTS.values() for option in variant.options}
    for reading in sorted(reading for reading in decided if "-" in reading):
        key = f"{words.file_of(int(reading.partition('-')[0]))}.readings.{reading}"
        if not words.has(key):
            yield f"{SOURCE}: {key} is missing, though an option decides it."


def fingerprint(text: str) -> str:
    """A short hash of a text as written."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:8]


@cache
def _translated(lang: str) -> Mapping[str, str]:
    record = words.root().joinpath(lang, f"{words.RECORD}.toml")
    return dict(tomllib.loads(record.read_text("utf-8"))) if record.is_file() else {}


def _addresses(lang: str) -> dict[str, str]:
    return {f"{stem}.{key}": text for stem in words.stems(lang) for key, text in engine.flat(words.own(stem, lang))}


def record(lang: str, beginning: str = "") -> int:
    """Record that the texts whose address begins so are translations of the present English; how many.

    Writes `text/<lang>/translated.toml`.  LookupError for English or a language that the book is not in.
    """
    if lang not in words.LANGUAGES[1:]:
        raise LookupError(f"{lang!r} is no language that texts are translated into: {', '.join(words.LANGUAGES[1:])}")
    source, mine = _addresses(SOURCE), _addresses(lang)
    known = {key: value for key, value in _translated(lang).items() if key in source and key in mine}
    fresh = {key: fingerprint(source[key]) for key in mine if key in source and key.startswith(beginning)}
    known |= fresh
    lines = [f"# The English each text was translated from, as a short hash: written by `{HERE}`.", ""]
    lines += [f'"{key}" = "{known[key]}"' for key in sorted(known)]
    Path(str(words.root().joinpath(lang, f"{words.RECORD}.toml"))).write_text("\n".join(lines) + "\n", "utf-8")
    _translated.cache_clear()
    return len(fresh)


def main(arguments: list[str]) -> int:
    """Record translations: `python -m rulebook.text.checking language [beginning of address]`."""
    if not arguments or len(arguments) > 2:
        print(f"{HERE} LANGUAGE [BEGINNING]", file=sys.stderr)
        return 2
    try:
        many = record(*arguments)
    except LookupError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    print(f"{many} texts of {arguments[0]} recorded as translated.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
