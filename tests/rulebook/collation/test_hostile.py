"""Text made to take long: every file is read and collated, or refused in one sentence, in bounded work."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from rulebook.collation import WitnessError, collate, read_bytes
from rulebook.text import words
from tests.sample import DAY, some

PATIENCE = 120  # seconds; each of these takes one at most, and took minutes or hours where work grew as the square
LIST = "1. Un 2 3\nOn joue.\n2. Deux 2 3\nFin du jeu.\n"
TABLE = "VARIANTE No Joueurs Durée Tactique\nUn 1 2 3 + -\nDeux 2 2 3 + -\nTrois 3 2 3 = =\n"
PAGE = "<html><body><p>1. Un 2 3</p><p>On joue.</p><p>2. Deux 2 3</p><p>Fin.</p>"
SECONDS = 10  # of one core: what takes long begins early
LONG = "x" * 100_000

READ = {
    "spaces in a line.txt": LIST + "Foo. 1. A" + " " * 300_000 + "x\n",
    "apostrophes.txt": LIST + TABLE + "l' " * 8_000,
    "one word again and again.txt": LIST + "mot " * 12_000,
    "references.txt": LIST + "variante 1, " * 2_500,
    "capitals.txt": LIST + "Ab " * 6_000 + "(",
    "titles.txt": "".join(f"{i}. {'abcdefghi ' * 7}{i} 2 3\n" for i in range(1, 900)),
    "remarks.txt": LIST + "".join(f"Nom{i} {i % 90 + 10} 2 3 + - remarque {i}\n" for i in range(450)),
    "links.md": "# Le jeu\n\n## Variantes\n\n" + LIST + "[" * 100_000 + "](" * 50_000,
    "emphasis.md": "# Le jeu\n\n## Variantes\n\n" + LIST + "*_" * 200_000,
    "misread.txt": LIST + "".join(f"l{i % 10}. Titre\nTexte.\n" for i in range(2_000)),
    "silent.html": PAGE + "<svg>" * 40_000 + "</p>" * 40_000 + "<select></select>" * 40_000,
    "tables.html": PAGE + "<table><tr><td>" * 20_000 + "x" + "</td></tr></table>" * 20_000,
}
REFUSED = {
    "title.txt": (LONG + "\n" + LIST, "word"),
    "colophon.txt": (LIST + TABLE + LONG, "word"),
    "signs.html": (PAGE + "&" * 800_000, "long"),
    "private.txt": ("".join(map(chr, range(0xF0000, 0x110000))) + "x" * 2_400_000, "binary"),
    "pair.txt": (LIST + LONG + " " + LONG[1:], "word"),
    "tags.html": (PAGE + "<a " * 40_000, "damaged"),
    "quotes.html": (PAGE + '<a b="' * 100_001, "damaged"),
    "comments.html": (PAGE + "<!--" * 60_000, "damaged"),
    "sections.html": (PAGE + "<![if>" * 60_000, "damaged"),
    "ends.html": (PAGE + "</" * 60_000, "damaged"),
}


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """An error instead of a test that never ends."""

    def over(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", some(READ, 2, DAY))
def test_it_is_read_and_collated(name):
    one, two = (read_bytes(name, READ[name].replace("joue", verb).encode()) for verb in ("joue", "perd"))
    assert {1, 2} <= set(one.entries)
    collation = collate(one, two)
    assert all(one.a or one.b for one in collation.findings)


@pytest.mark.parametrize("name", some(REFUSED, 2, DAY))
def test_it_is_refused(name):
    text, key = REFUSED[name]
    with pytest.raises(WitnessError) as caught:
        read_bytes(name, text.encode())
    assert caught.value.key == key
    for language in words.LANGUAGES:
        said = caught.value.text(language)
        assert name in said
        assert said.endswith(".")
        assert "\n" not in said


def test_a_few_tags_without_an_end_are_no_matter():
    """Only many are a sign of harm: pages written by hand have some."""
    assert list(read_bytes("w.html", (PAGE + "<a <a <!-- fin").encode()).entries) == [1, 2]
