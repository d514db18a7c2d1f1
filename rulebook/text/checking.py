"""Check the texts of the book and the engine for missing, surplus and stale ones.

`docs/record_translation.py` records in `translated.toml` which translations are up to date, for the book and for the
engine, whose addresses begin with `hedgekit.`
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path

from hedgekit import BASE, VARIANTS, game_of, verdict
from hedgekit.game_check import checked
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
"""Prefix of the addresses of the engine's sentences."""


def check(language: str = SOURCE, chapters: Path | None = None) -> list[str]:
    """Return a sentence for each fault of the texts; [] if there are none.

    chapters: folder of the notebooks, in which every variant must have a page.
    """
    try:
        if bare := [*_added_games()]:
            return [one.text(language) for one in bare]
        checks = (_stale, _languages, _book_tables, _engine_tables, _refusals, _verdicts, _clauses, _options)
        wrong = [one for found in (*checks, _house_rules) for one in found()]
        wrong += _pages(chapters) if chapters else ()
        return list(dict.fromkeys(one.text(language) for one in wrong))
    except engine.TableError as broken:
        return [str(broken)]


def _languages() -> Iterator[Trouble]:
    """Find languages that only the book or only the engine has."""
    for lang in sorted({*words.folders()} ^ {*engine.languages()}):
        lacks = f"text/{lang}" if lang in engine.languages() else f"hedgekit/text/{lang}.toml"
        yield Trouble("not_shown", lang=lang, lacks=lacks)


def _added_games() -> Iterator[Trouble]:
    """Find English texts that added games must have: of the book, of the clauses they cite, and of options."""
    for game in ADDED:
        rules = checked(game_of(game), game, cited := set[str]())
        texts = dict(engine.flatten(words.own(game, SOURCE)))
        cited |= {key.partition(".")[2] for key in texts if key.startswith("clauses.")}
        cited |= {f"{game}[{option}={value}]" for option, values in rules.OPTIONS.items() for value in values}
        wanted = ["title", "sentence", "purpose", "chapter.title", "chapter.summary"]
        wanted += [key for name in sorted(cited) for key in _required(name)]
        yield from (Trouble("missing", lang=SOURCE, key=f"{game}.{key}") for key in wanted if key not in texts)


def _book_tables() -> Iterator[Trouble]:
    """Find missing and surplus texts in the book's tables."""
    source = addresses(SOURCE)
    for lang in words.LANGUAGES:
        yield from _compare(lang, source, addresses(lang))


def _stale() -> Iterator[Trouble]:
    """Find translations of English texts that have changed since."""
    source = translatable(SOURCE)
    for lang in words.LANGUAGES[1:]:
        mine, known = translatable(lang), translated(lang)
        for key in sorted(source.keys() & mine.keys()):
            if known.get(key) != fingerprint(source[key]):
                wrong = "stale" if key in known else "unrecorded"
                yield Trouble(wrong, lang=lang, key=key, then=f"{RECORDING} {lang} {key}")


def _engine_tables() -> Iterator[Trouble]:
    """Find missing and surplus sentences in the engine's tables, which must cover declarations and variants."""
    own = {lang: engine.own_sentences(lang) for lang in engine.languages()}
    for lang, mine in own.items():
        yield from _compare(lang, own[SOURCE], mine)
    declared = {f"variant.{number}.{what}" for number in VARIANTS for what in ("title", "sentence")}
    declared |= {f"family.{variant.family}" for variant in VARIANTS.values()}
    for asked in QUESTIONS.values():
        declared |= {*asked.no.values(), *asked.yes.values()}
    yield from (Trouble("undeclared", lang=SOURCE, key=key) for key in sorted(declared - own[SOURCE].keys()))


def _refusals() -> Iterator[Trouble]:
    """Find refusals by variants that name values other than the move and those in the base game's sentence."""
    registry = current()
    for asked in registry.questions.values():
        given = sorted({*OF_MOVE, *engine.placeholders(asked.no.get(0, ""))})
        for key in sorted({key for number, key in asked.no.items() if number}):
            if unknown := sorted(engine.placeholders(key, registry.rule_texts) - {*given}):
                yield Trouble("not_given", lang=SOURCE, key=key, names=_braced(unknown), given=_braced(given))


def _verdicts() -> Iterator[Trouble]:
    """Find pairs of variants whose verdict lacks a sentence: our decision, or what each writes into a slot."""
    there = engine.own_sentences(SOURCE)
    for a, b in combinations(filter(None, VARIANTS), 2):
        found = verdict(a, b, BASE)
        keys = [f"slot.{slot}.{one}" for slot in found.slots for one in (a, b) if f"slot.{slot}.question" in there]
        if found.kind == "needs-a-decision":
            keys = [f"decision.{a}-{b}"]
        yield from (Trouble("verdict", lang=SOURCE, key=key, pair=f"{a}+{b}") for key in keys if key not in there)


def _braced(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{{{name}}}" for name in names)


def _compare(lang: str, source: Mapping[str, str], mine: Mapping[str, str]) -> Iterator[Trouble]:
    """Compare a table with the English one: missing, empty and surplus texts, other values to fill in."""
    unbegun = {key.partition(".")[0] for key in source} - {key.partition(".")[0] for key in mine}
    yield from (Trouble("not_begun", lang=lang, name=name) for name in sorted(unbegun))
    for key, english in source.items():
        if key not in mine:
            if key.partition(".")[0] not in unbegun:
                yield Trouble("missing", lang=lang, key=key)
        elif not mine[key].strip():
            yield Trouble("empty", lang=lang, key=key)
        elif holes(english) != holes(mine[key]):
            yield Trouble("other_values", lang=lang, key=key)
    yield from (Trouble("left_over", lang=lang, key=key) for key in mine if key not in source)


def _clauses() -> Iterator[Trouble]:
    """Find clauses of the engine missing from the project's list, and listed ones without words."""
    listed = words.listed_clauses()
    known = {name for names in listed.values() for name in names}
    cited = {c for asked in QUESTIONS.values() for c in asked.clauses.values() if c}
    yield from (Trouble("unlisted", name=name) for name in sorted(cited - known))
    for subject, names in listed.items():
        yield from _texts_of(subject, names)


def _texts_of(subject: str, names: Iterable[str]) -> Iterator[Trouble]:
    """Compare the listed clauses of a variant or a game with its texts."""
    stem = words.file_of(int(subject) if subject.isdigit() else subject)
    if stem not in words.stems(SOURCE):
        yield Trouble("no_words", subject=subject, file=f"{SOURCE}/{stem}.toml")
        return
    texts = {key: text for key, text in engine.flatten(words.own(stem, SOURCE)) if text.strip()}
    if subject != "0" and "purpose" not in texts:
        yield Trouble("missing", lang=SOURCE, key=f"{stem}.purpose")
    for name in names:
        lacking = [f"{stem}.{key}" for key in _required(name) if key not in texts]
        yield from (Trouble("listed", lang=SOURCE, key=key, name=name) for key in lacking)
    worded = {key.partition(".")[2] for key in texts if key.startswith("clauses.")}
    yield from (Trouble("unlisted", name=f"{stem}.clauses.{name}") for name in sorted(worded - {*names}))


def _required(name: str) -> list[str]:
    """Return the keys of the texts needed by a clause, reading or option."""
    if option := re.fullmatch(r".*\[(.*)\]", name):
        return [f"options.{option[1].replace('=', '.')}"]
    return [f"readings.{name}"] if "-" in name else [f"names.{name}", f"clauses.{name}"]


def _options() -> Iterator[Trouble]:
    """Find options with unlisted values, or whose reading has no text or does not name them."""
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


def _pages(chapters: Path) -> Iterator[Trouble]:
    """Find variants without a page in their chapter."""
    for number, variant in VARIANTS.items():
        chapter = chapters / f"{words.CHAPTERS.get(variant.family, variant.family)}.ipynb"
        if number and f"variant({number})" not in (chapter.read_text("utf-8") if chapter.exists() else ""):
            yield Trouble("no_page", subject=number, file=chapter.name)


def _house_rules() -> Iterator[Trouble]:
    """Find missing words of house rules: title, sentence, and the clauses they cite, in every language."""
    for rule in current().house.values():
        cited = {one.clause for one in rule.answers}
        wanted = ["title", "sentence", *(f"clauses.{clause}" for clause in sorted(cited))]
        texts = rule.texts_by_key()
        for lang, key in product(engine.languages(), [f"variant.{rule.name}.{what}" for what in wanted]):
            if not texts.get(lang, {}).get(key, "").strip():
                yield Trouble("missing", lang=lang, key=key)


def fingerprint(text: str) -> str:
    """Return a short hash of a text as written."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:4]


@cache
def translated(lang: str) -> Mapping[str, str]:
    """Return the record of a language: address -> fingerprint of the English it was translated from."""
    return {f"{table}.{key}": mark for table, row in recorded().get(lang, {}).items() for key, mark in row.items()}


def recorded() -> dict[str, dict[str, dict[str, str]]]:
    """Return the record: language -> file and table -> key -> fingerprint."""
    record = words.root().joinpath(RECORD)
    return tomllib.loads(record.read_text("utf-8")) if record.is_file() else {}


def written(found: Mapping[str, Mapping[str, str]]) -> str:
    """Format the record, a line for each table.  found: language -> what `translated` returns."""
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
    return {f"{stem}.{key}": text for stem in words.stems(lang) for key, text in engine.flatten(words.own(stem, lang))}


def translatable(lang: str) -> dict[str, str]:
    """Return every text of the book and every sentence of the engine's files in a language, by address."""
    sentences = {f"{ENGINE}{key}": text for key, text in engine.own_sentences(lang).items()}
    return addresses(lang) | sentences
