"""Record which texts are translations of the current English, in `rulebook/text/translated.toml`.

    python docs/record_translation.py fr               all French texts
    python docs/record_translation.py fr 00.clauses    only texts whose address has this prefix
    python docs/record_translation.py fr hedgekit. 41. the sentences of the engine, and the texts of variant 41

`rulebook check` then lists stale ones, whose English has changed since.
"""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # last: an installed package takes precedence

from rulebook.text import checking, words


def record(lang: str, *prefixes: str) -> int:
    """Record texts with these address prefixes, or all, as translations of the current English; return their number.

    Writes `text/translated.toml`.
    """
    source, mine = checking.translatable(words.SOURCE), checking.translatable(lang)
    known = {key: value for key, value in checking.translated(lang).items() if key in source and key in mine}
    wanted = [key for key in mine if key in source and key.startswith(prefixes or "")]
    fresh = {key: checking.fingerprint(source[key]) for key in wanted}
    found = {other: checking.translated(other) for other in checking.recorded()} | {lang: known | fresh}
    Path(str(words.root().joinpath(checking.RECORD))).write_text(checking.written(found), "utf-8")
    checking.translated.cache_clear()
    return len(fresh)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=words.LANGUAGES[1:])
    parser.add_argument("prefixes", nargs="*", help="prefixes of the addresses of texts; default: all")
    given = parser.parse_args()
    many = record(given.language, *given.prefixes)
    if not many:
        parser.error(f"no address begins with {' or '.join(given.prefixes)} (rulebook check prints addresses)")
    print(f"{many} texts of {given.language} recorded as translated.")
