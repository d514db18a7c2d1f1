"""Records which texts are translations of the present English, in `rulebook/text/translated.toml`.

    python docs/record_translation.py fr               every text of French
    python docs/record_translation.py fr 00.clauses    only the texts whose address begins so
    python docs/record_translation.py fr hedgekit.     only the sentences of the engine

`rulebook check` then tells which are stale, as their English was changed since.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # of the packages that are imported already, if there are others

from rulebook.text import checking, words
from rulebook.text.checking import RECORDING


def record(lang: str, beginning: str = "") -> int:
    """Record that the texts whose address begins so are translations of the present English; how many.

    Writes `text/translated.toml`.  LookupError for English or a language that the book is not in.
    """
    if lang not in words.LANGUAGES[1:]:
        raise LookupError(f"{lang!r} is no language that texts are translated into: {', '.join(words.LANGUAGES[1:])}")
    source, mine = checking.translatable(words.SOURCE), checking.translatable(lang)
    known = {key: value for key, value in checking.translated(lang).items() if key in source and key in mine}
    fresh = {key: checking.fingerprint(source[key]) for key in mine if key in source and key.startswith(beginning)}
    found = {other: checking.translated(other) for other in checking.recorded()} | {lang: known | fresh}
    Path(str(words.root().joinpath(checking.RECORD))).write_text(checking.written(found), "utf-8")
    checking.translated.cache_clear()
    return len(fresh)


def main(arguments: list[str]) -> int:
    """The command: a language, and the beginning of addresses."""
    if not arguments or len(arguments) > 2:
        print(f"{RECORDING} LANGUAGE [BEGINNING]", file=sys.stderr)
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
