"""Our tables share no run of eight words with the documents that the project was made from."""

import re
from functools import cache
from pathlib import Path

import pytest

from hedgekit.text import words as tables
from rulebook.text import words

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT.parent / "shared" / "sources"
RUN = 8
IDIOMS = {"fr": {("dans", "le", "sens", "des", "aiguilles", "d", "une", "montre")}}
"""Unavoidable phrases: clockwise."""


def runs(text: str) -> set[tuple[str, ...]]:
    found = re.findall(r"\w+", text.casefold().replace("\u2019", "'"))
    return {tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)}


def test_runs_are_eight_words_long():
    assert runs("one two three four five six seven") == set()
    assert len(runs("L\u2019un, deux; trois quatre cinq six sept huit")) == 2


@cache
def theirs() -> set[tuple[str, ...]]:
    """Return all runs of the originals; skip the test if they are not next to this checkout."""
    originals = sorted(SOURCES.glob("00*.txt"))
    if not originals:
        pytest.skip(f"the originals are not beside this checkout ({SOURCES.name} not found)")
    return set().union(*(runs(file.read_text("utf-8", "replace")) for file in originals))


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_no_run_of_eight_words_is_shared_with_the_originals(lang):
    book = {f"{stem}.{key}": text for stem in words.stems(lang) for key, text in words.table(stem, lang).items()}
    for key, text in [*book.items(), *tables.table(lang).items()]:
        shared = (runs(text) & theirs()) - IDIOMS.get(lang, set())
        assert not shared, f"{lang} {key}: {sorted(' '.join(run) for run in shared)}"
