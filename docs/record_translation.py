"""Records which texts are translations of the present English, in `rulebook/text/translated.toml`.

    python docs/record_translation.py fr               every text of French
    python docs/record_translation.py fr 00.clauses    only the texts whose address begins so
    python docs/record_translation.py fr hedgekit. 41. the sentences of the engine, and the texts of variant 41

`rulebook check` then tells which are stale, as their English was changed since.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # of the packages that are imported already, if there are others

from rulebook.text import checking, words


def record(lang: str, *beginnings: str) -> int:
    """Record that the texts whose address begins so, or all, are translations of the present English; how many.

    Writes `text/translated.toml`.
    """
    source, mine = checking.translatable(words.SOURCE), checking.translatable(lang)
    known = {key: value for key, value in checking.translated(lang).items() if key in source and key in mine}
    wanted = [key for key in mine if key in source and key.startswith(beginnings or "")]
    fresh = {key: checking.fingerprint(source[key]) for key in wanted}
    found = {other: checking.translated(other) for other in checking.recorded()} | {lang: known | fresh}
    Path(str(words.root().joinpath(checking.RECORD))).write_text(checking.written(found), "utf-8")
    checking.translated.cache_clear()
    return len(fresh)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=words.LANGUAGES[1:])
    parser.add_argument("beginnings", nargs="*", help="of the addresses of texts; all without one")
    given = parser.parse_args()
    print(f"{record(given.language, *given.beginnings)} texts of {given.language} recorded as translated.")
