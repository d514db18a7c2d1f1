"""Check the texts of the book and the engine: what is missing, left over, stale, or has no words.

Which translations are up to date is recorded in `translated.toml` by `docs/record_translation.py`, for the book and for
the engine, whose addresses begin with `hedgekit.` there.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from hedgekit import VARIANTS
from hedgekit.games import ADDED
from hedgekit.games.race.engine.composing import QUESTIONS
from hedgekit.games.race.play.explain.view import OF_MOVE
from hedgekit.games.race.variants.house_rules.registry import current
from hedgekit.text import words as engine

from . import words
from .commands import Trouble
from .words import SOURCE, holes

RECORD = "translated.toml"
RECORDING = "python docs/record_translation.py"
ENGINE = "hedgekit."
"""The prefix of the addresses of the engine's sentences, beside those of the book."""


def check(language: str = SOURCE, chapters: Path | None = None) -> list[str]:
    """Return a sentence for everything that is wrong with the texts; [] if all is well.

    chapters: the folder of the notebooks, where each variant is to have its page.
    """
    try:
        if bare := [*_bare()]:
            return [one.text(language) for one in bare]
        checks = (_languages, _book, _engine, _given, _old, _clauses, _decided, _house_rules)
        wrong = [one for found in checks for one in found()] + [*(_shown(chapters) if chapters else ())]
        return list(dict.fromkeys(one.text(language) for one in wrong))
    except engine.TableError as broken:
        return [str(broken)]


def _languages() -> Iterator[Trouble]:
    """Find languages that only the book or only the engine has."""
    for lang in sorted({*words.folders()} ^ {*engine.languages()}):
        lacks = f"text/{lang}" if lang in engine.languages() else f"hedgekit/text/{lang}.toml"
        yield Trouble("not_shown", lang=lang, lacks=lacks)


def _bare() -> Iterator[Trouble]:
    """Find what every game from elsewhere must have words for in English."""
    for game in ADDED:
        texts = dict(engine.flat(words.own(game, SOURCE)))
        clauses = [key for key in texts if key.startswith("clauses.")] or [f"clauses.{game}.1"]
        wanted = ["title", "sentence", "purpose", "chapter.title", "chapter.summary", *clauses]
        wanted += [key.replace("clauses.", "names.", 1) for key in clauses]
        yield from (Trouble("missing", lang=SOURCE, key=f"{game}.{key}") for key in wanted if key not in texts)


def _book() -> Iterator[Trouble]:
    """Find texts that the book's tables lack, or have beyond the English ones."""
    source = addresses(SOURCE)
    for lang in words.LANGUAGES:
        yield from _compared(lang, source, addresses(lang))


def _old() -> Iterator[Trouble]:
    """Find translations of an English text that has changed since."""
    source = translatable(SOURCE)
    for lang in words.LANGUAGES[1:]:
        mine, known = translatable(lang), translated(lang)
        for key in sorted(source.keys() & mine.keys()):
            if known.get(key) != fingerprint(source[key]):
                wrong = "stale" if key in known else "unrecorded"
                yield Trouble(wrong, lang=lang, key=key, then=f"{RECORDING} {lang} {key}")


def _engine() -> Iterator[Trouble]:
    """What the engine's tables lack or have too much; every sentence that a declaration names, and every variant's."""
    own = {lang: engine.own(lang) for lang in engine.languages()}
    source = own[SOURCE]
    for lang in engine.languages():
        yield from _compared(lang, source, own[lang])
    declared = {f"variant.{number}.{what}" for number in VARIANTS for what in ("title", "sentence")}
    declared |= {f"family.{variant.family}" for variant in VARIANTS.values()}
    for asked in QUESTIONS.values():
        declared |= {*asked.no.values(), *asked.yes.values()}
    yield from (Trouble("undeclared", lang=SOURCE, key=key) for key in sorted(declared - source.keys()))


def _given() -> Iterator[Trouble]:
    """Sentences for moves that a variant rules out, which may name what the base game's names, and the move."""
    registry = current()
    for asked in registry.questions.values():
        given = sorted({*OF_MOVE, *engine.placeholders(asked.no.get(0, ""))})
        for key in sorted({key for number, key in asked.no.items() if number}):
            if unknown := sorted(engine.placeholders(key, registry.rule_texts) - {*given}):
                yield Trouble("not_given", lang=SOURCE, key=key, names=_braced(unknown), given=_braced(given))


def _braced(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{{{name}}}" for name in names)


def _compared(lang: str, source: Mapping[str, str], mine: Mapping[str, str]) -> Iterator[Trouble]:
    """What one table says otherwise than another: nothing, nothing to read, other values, or too much."""
    unbegun = ADDED.keys() - {key.partition(".")[0] for key in mine}
    yield from (Trouble("not_begun", lang=lang, name=name) for name in sorted(unbegun))
    for key, said in source.items():
        if key.partition(".")[0] in unbegun:
            continue
        if key not in mine:
            yield Trouble("missing", lang=lang, key=key)
        elif not mine[key].strip():
            yield Trouble("empty", lang=lang, key=key)
        elif holes(said) != holes(mine[key]):
            yield Trouble("other_values", lang=lang, key=key)
    yield from (Trouble("left_over", lang=lang, key=key) for key in mine if key not in source)


def _clauses() -> Iterator[Trouble]:
    """Find clauses of the engine that the project's list lacks, and listed ones without words."""
    listed = words.listed_clauses()
    known = {name for names in listed.values() for name in names}
    cited = {c for asked in QUESTIONS.values() for c in asked.clauses.values() if c}
    yield from (Trouble("unlisted", name=name) for name in sorted(cited - known))
    for subject, names in listed.items():
        yield from _listed(subject, names)


def _listed(subject: str, names: Iterable[str]) -> Iterator[Trouble]:
    """Compare the listed clauses of a variant or a game with its texts."""
    stem = words.file_of(int(subject) if subject.isdigit() else subject)
    if stem not in words.stems(SOURCE):
        yield Trouble("no_words", subject=subject, file=f"{SOURCE}/{stem}.toml")
        return
    texts = {key: text for key, text in engine.flat(words.own(stem, SOURCE)) if text.strip()}
    if subject != "0" and "purpose" not in texts:
        yield Trouble("missing", lang=SOURCE, key=f"{stem}.purpose")
    for name in names:
        yield from (
            Trouble("listed", lang=SOURCE, key=f"{stem}.{key}", name=name) for key in _wanted(name) if key not in texts
        )
    said = {key.partition(".")[2] for key in texts if key.startswith("clauses.")}
    yield from (Trouble("unlisted", name=f"{stem}.clauses.{name}") for name in sorted(said - {*names}))


def _wanted(name: str) -> list[str]:
    """Return the keys of the texts that a clause, a reading or an option needs."""
    if option := re.fullmatch(r".*\[(.*)\]", name):
        return [f"options.{option[1].replace('=', '.')}"]
    return [f"readings.{name}"] if "-" in name else [f"names.{name}", f"clauses.{name}"]


def _decided() -> Iterator[Trouble]:
    """Find options whose values are not listed, or whose reading no text explains or does not name them."""
    listed = {name for names in words.listed_clauses().values() for name in names}
    for number, option in [(number, one) for number, variant in VARIANTS.items() for one in variant.options]:
        values = [f"{number}[{option.name}{'' if option.free else f'={value}'}]" for value in option.values]
        yield from (Trouble("unlisted", name=name) for name in values if number and name not in listed)
        subject, dash, _ = option.reading.partition("-")
        key = f"{words.file_of(int(subject))}.readings.{option.reading}" if dash else ""
        if dash and not words.has(key):
            yield Trouble("undecided", lang=SOURCE, key=key)
        for lang in words.LANGUAGES if words.has(key) and not option.free else ():
            if f"`{values[1]}`" not in words.text(key, lang):
                yield Trouble("unnamed", lang=lang, key=key, name=values[1])


def _shown(chapters: Path) -> Iterator[Trouble]:
    """Find variants that have no page in their chapter."""
    for number, variant in VARIANTS.items():
        chapter = chapters / f"{words.CHAPTERS.get(variant.family, variant.family)}.ipynb"
        if number and f"variant({number})" not in (chapter.read_text("utf-8") if chapter.exists() else ""):
            yield Trouble("no_page", subject=number, file=chapter.name)


def _house_rules() -> Iterator[Trouble]:
    """What house rules lack: title, sentence, and the words of every clause they cite, language by language."""
    for rule in current().house.values():
        cited = {one.clause for one in rule.answers}
        wanted = ["title", "sentence", *(f"clauses.{clause}" for clause in sorted(cited))]
        said = rule.texts_by_key()
        for lang in engine.languages():
            for key in (f"variant.{rule.name}.{what}" for what in wanted):
                if not said.get(lang, {}).get(key, "").strip():
                    yield Trouble("missing", lang=lang, key=key)


def fingerprint(text: str) -> str:
    """Return a short hash of a text as written."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:4]


@cache
def translated(lang: str) -> Mapping[str, str]:
    """Return what is recorded of a language: address -> fingerprint of the English that was translated."""
    return {f"{table}.{key}": mark for table, row in recorded().get(lang, {}).items() for key, mark in row.items()}


def recorded() -> dict[str, dict[str, dict[str, str]]]:
    """Return the record: language -> table of a file -> key -> fingerprint."""
    record = words.root().joinpath(RECORD)
    return tomllib.loads(record.read_text("utf-8")) if record.is_file() else {}


def written(found: Mapping[str, Mapping[str, str]]) -> str:
    """Return the text of the record, a line for each table, from what `translated` has of every language."""
    lines = [f"# The English that each text was translated from, as a short hash: written by `{RECORDING}`."]
    for lang, marks in sorted(found.items()):
        rows: dict[str, list[str]] = {}
        for key in sorted(marks):
            table, _, last = key.rpartition(".")
            rows.setdefault(table, []).append(f'"{last}" = "{marks[key]}"')
        lines += ["", f"[{lang}]", *(f'"{table}" = {{ {", ".join(row)} }}' for table, row in rows.items())]
    return "\n".join(lines) + "\n"


def addresses(lang: str) -> dict[str, str]:
    """Return every text of the book in a language, by address."""
    return {f"{stem}.{key}": text for stem in words.stems(lang) for key, text in engine.flat(words.own(stem, lang))}


def translatable(lang: str) -> dict[str, str]:
    """Return every text of the book and every sentence of the engine's files in a language, by address."""
    sentences = {f"{ENGINE}{key}": text for key, text in engine.own(lang).items()}
    return addresses(lang) | sentences
