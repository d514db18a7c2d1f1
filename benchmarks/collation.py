"""Measure the desk on long texts: CPU seconds to collate, and to check a translation, by words on each side.

    python -m benchmarks.collation [--words 7500 15000 30000]

The texts repeat the book's own clauses with other numbers; in the second, one word in a hundred is changed.  The
translation is the English of the same clauses.  Growth is relative, of the seconds per word.
"""

from __future__ import annotations

import argparse
import random
import re
import time

from hedgekit import VARIANTS
from rulebook.collation import check_translation, collate, read_bytes
from rulebook.text import words as book


def text(language: str, many: int, changed: bool = False) -> str:
    """Return a rulebook of this many words, with distinct titles; changed: replace one word in a hundred."""
    chance, entries, count, n = random.Random(1), [], 0, 0
    while count < many:
        n += 1
        number = n % (len(VARIANTS) - 1) + 1
        table = book.table(f"{number:02}", language)
        paragraphs = [value for key, value in table.items() if key.startswith(("clauses.", "about.", "readings."))]
        chance.shuffle(paragraphs)
        plain = re.sub(r"[*`\[\]]", "", " ".join(paragraphs)).split()
        if changed:
            plain = [word if chance.random() > 0.01 else "autre" for word in plain]
        count += len(plain)
        entries.append(f"{n}. {VARIANTS[number].title[language]} {n} 2 3 4\n{' '.join(plain)}")
    return "\n\n".join(entries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, nargs="+", default=[7_500, 15_000, 30_000])
    first: dict[str, float] = {}
    print(f"{'work':12} {'words':>8} {'s':>7} {'growth':>7} {'findings':>9}")
    for many in parser.parse_args().words:
        one = text("fr", many).encode()
        others = {"collate": text("fr", many, True).encode(), "translation": text("en", many).encode()}
        for work, other in others.items():
            begun = time.process_time()
            a, b = read_bytes("a.txt", one), read_bytes("b.txt", other)
            found = collate(a, b).findings if work == "collate" else check_translation(a, b, "en", "fr")
            took = time.process_time() - begun
            first.setdefault(work, took / many)
            print(f"{work:12} {many:8} {took:7.1f} {took / many / first[work]:7.2f} {len(found):9}")


if __name__ == "__main__":
    main()
