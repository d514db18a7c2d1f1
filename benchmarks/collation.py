"""How long the desk takes for long texts: CPU seconds to collate, and to check a translation, by words on each side.

    python -m benchmarks.collation [--words 7500 15000 30000]

The texts are the book's own clauses, over and over with other numbers, a word in a hundred changed in the second; the
translation is the English of the same clauses.  The last column is the
growth: seconds per word, relative to the first row.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Callable

from hedgekit import VARIANTS
from rulebook.collation import Witness, check_translation, collate, read_bytes
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


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, nargs="+", default=[7_500, 15_000, 30_000])
    first: dict[str, float] = {}
    print(f"{'work':12} {'words':>8} {'s':>7} {'growth':>7}")
    for many in parser.parse_args().words:
        sides = {
            name: text(lang, many, name == "b").encode() for name, lang in (("a", "fr"), ("b", "fr"), ("en", "en"))
        }

        def read(name: str, sides: dict[str, bytes] = sides) -> Witness:
            return read_bytes(f"{name}.txt", sides[name])

        works = {
            "collate": lambda read=read: collate(read("a"), read("b")).findings,
            "translation": lambda read=read: check_translation(read("a"), read("en"), "en", "fr"),
        }
        for name, work in works.items():
            took = seconds(work)
            first.setdefault(name, took / many)
            print(f"{name:12} {many:8} {took:7.1f} {took / many / first[name]:7.2f}")


if __name__ == "__main__":
    main()
