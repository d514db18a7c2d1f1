"""How long the desk takes for long texts: CPU seconds to collate, and to check a translation, by words on each side.

    python -m benchmarks.collation [--words 7500 15000 30000]

The texts are the book's own clauses, over and over with other numbers, a word in a hundred changed in the second; the
translation is the English of the same clauses.  Growth is that of the seconds per word.
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
    """A rulebook of so many words, with entries of their own titles; changed: a word in a hundred is another."""
    chance, entries, count, n = random.Random(1), [], 0, 0
    while count < many:
        n += 1
        number = n % (len(VARIANTS) - 1) + 1
        table = book.table(f"{number:02}", language)
        told = [value for key, value in table.items() if key.startswith(("clauses.", "about.", "readings."))]
        chance.shuffle(told)
        spoken = re.sub(r"[*`\[\]]", "", " ".join(told)).split()
        if changed:
            spoken = [word if chance.random() > 0.01 else "autre" for word in spoken]
        count += len(spoken)
        entries.append(f"{n}. {VARIANTS[number].title[language]} {n} 2 3 4\n{' '.join(spoken)}")
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
