"""List every sentence of the engine with sample values in one language, as a table for proofreading.

    python -m tests.language.generated de > tests/language/generated.de.txt

Values from the tables themselves (edges of a board, moods, circles) are all used; lists of values from a game have one,
two and three items, for singular and plural.
"""

import itertools
import re
import sys
from collections.abc import Iterator, Mapping

from hedgekit.text import words

_HOLE = re.compile(r"\{(\w+)(?::[^}]*)?\}")
_LISTS: Mapping[str, tuple[object, ...]] = {
    "pieces": (["A1"], ["A1", "B2"], ["A1", "B2", "C3"]),
    "squares": (["b2"], ["b2", "c4"]),
    "listed": (["A1"], ["A1", "B2"]),
    "players": (["A"], ["A", "B"], ["A", "B", "C"]),
}
_SINGULAR = (".leaves", "erupts.one", "prompt.won", "series_won")
_PLURAL = (".leave", "erupts.two", "prompt.shared", "series_shared", ".again", ".crooked", ".no_line", "because.line")
"""Ends of the keys of sentences with a singular and a plural form."""
_ORS = (["3"], ["2", "5"], ["1", "2", "6"])
_OPEN: Mapping[str, object] = {
    "player": "A",
    "other": "B",
    "piece": "A1",
    "over": "B2",
    "square": "d1",
    "to": "e1",
    "origin": "c1",
    "target": "d1",
    "back": "b5",
    "number": 3,
    "count": 2,
    "move": "b3-b4",
    "rules": "9+13 players=3",
    "place": "line 3",
}


def sentences(language: str) -> Iterator[str]:
    """Yield the lines of the table, `key: sentence`, sorted by key."""
    own = words.own_sentences(language)
    for key in sorted(key for key in own if _HOLE.search(own[key])):
        for sentence in dict.fromkeys(_filled(key, own, language)):
            yield f"{key}: {sentence.strip()}".replace("\n", " / ")


def _filled(key: str, own: Mapping[str, str], language: str) -> Iterator[str]:
    holes = dict.fromkeys(_HOLE.findall(own[key]))
    closed = [[(hole, value) for value in _values(key, hole, own)] for hole in holes]
    for chosen in itertools.islice(itertools.product(*closed), 12):
        yield words.sentence(key, language, dict(chosen))


def _values(key: str, hole: str, own: Mapping[str, str]) -> list[object]:
    """Return all values of a placeholder if a table lists them, else some that a game would fill in."""
    if key.startswith("checkerboard.told.") and hole == "edge":
        return ["e1"]  # a square of it
    if hole in ("edge", "one", "two", "due") and re.match(r"checkerboard\.(prompt|refusal|because)", key):
        return [own[f"checkerboard.edges.{name}"] for name in ("near", "left", "far", "right")]
    if hole == "mood":
        return [own[f"drawing.{number}"] for number in range(1, 5)]
    if hole in ("circles", "own", "extra") and key.startswith("hekla."):
        return [own["hekla.circles.one"], own["hekla.circles.many"].format(count=3)]
    if hole == "question" and key.startswith(("open.", "clash.")):
        return [value for name, value in own.items() if name.startswith("open.question.")]
    if f"{{{hole}:or}}" in own[key]:
        return list(_ORS)
    if hole == "players" and not re.search(r"prompt\.(won|shared)|told|series_|winners|error\.player$|named", key):
        return [4]
    if hole in _LISTS:
        many = key.endswith(_PLURAL) or (key[:-1] in own and not key.endswith(_SINGULAR))
        one = f"{key}s" in own or key.endswith(_SINGULAR) or (hole != "listed" and key.startswith("hekla.refusal."))
        return list(_LISTS[hole][1:] if many else _LISTS[hole][:1] if one else _LISTS[hole])
    return [_OPEN.get(hole, f"<{hole}>")]


if __name__ == "__main__":
    print("\n".join(sentences(sys.argv[1])))
