"""Game records: rule set, seed and moves.  (notation.md, section Records)

    3+9 players=2
    seed=7
    place: a1 a2 a3 a4 a5 a6 a1 a2
    A: 4 b4-b5 a4-b4

Headers and remarks are as in PGN:

    [Event "A rainy evening"]
    [A "Anna"]
    3+9 players=2
    place: a1 a2 {the usual corner} a3 ...   ; the rest of a line after a semicolon is a remark, too

Words ending in a colon are labels for people.  An unusual first position, with `turn=` or `over=`, precedes the moves.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..lazy_imports import load
from ..text.errors import NotationError
from .tokens import check_length, check_seed, normalize

LONGEST = 1_000_000  # characters of a record
_SEED = re.compile(r"seed=(0|[1-9][0-9]{0,18})", re.IGNORECASE)
HEADER = re.compile(r'\s*\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\\n]|\\.)*)"\][ \t]*(?:\r?\n|$)')
"""A header line: name and quoted value."""
_SPACED_COLON = re.compile(r"(?<=\w)[^\S\n]+:(?=\s|$)")  # as French is typed
_REMARK = re.compile(r"\{([^{}]*)\}|;([^\n\r]*)")
_START = re.compile(r"(?:^|\s)(?:turn|over)=")
Reader = Callable[[str], Any]
_UNBRACED = str.maketrans("{}\n\r", "()  ")


@dataclass(frozen=True)
class Record:
    """A game record: rule set, seed or None, first position or None (the usual one), and moves as text.

    labels: (index of a line's first move, label); headers: (name, value); remarks: (number of moves before it, text).
    Headers and remarks do not affect equality.
    """

    rules: Any
    seed: int | None = None
    start: Any = None
    moves: tuple[str, ...] = ()
    labels: tuple[tuple[int, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    remarks: tuple[tuple[int, str], ...] = field(default=(), compare=False)

    def games(self, first: str | None = None) -> Iterator[tuple[str, Any]]:
        """Yield each move with the game, the same object, after it; first "" with the game before all moves.

        first: the seat that begins, if there is no first position.  NotationError (or Clash) as for `hedgekit.replay`.
        """
        game = load("unplayed")(self, first)
        yield "", game
        for move in self.moves:
            game.follow(move)
            yield move, game

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield each move with the position after it; first "" with the first position."""
        return ((move, game.position) for move, game in self.games())

    def _repr_html_(self) -> str:
        """Return the moves as a table, a row per turn, and the last position."""
        from html import escape  # here: importing hedgekit stays quick

        *_, (_, game) = self.games()
        head, *rows = str(self).split("\n")
        cells = "".join(
            f"<tr><th>{escape(label)}</th><td>{escape(moves)}</td></tr>"
            for label, _, moves in (row.partition(": ") if ": " in row else ("", "", row) for row in rows)
        )
        return f"<p><code>{escape(head)}</code></p><table>{cells}</table>{game.svg()}"

    def __str__(self) -> str:
        quoted = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in self.headers)
        lines = [*(f'[{name} "{value}"]' for name, value in quoted), str(self.rules)]
        if self.seed is not None:
            lines.append(f"seed={self.seed}")
        if self.start is not None:
            lines.append(str(self.start))
        breaks = [*self.labels, (len(self.moves), "")]
        if self.moves[: breaks[0][0]]:
            lines.append(self._words(0, breaks[0][0]))
        for (index, label), (end, _) in pairwise(breaks):
            lines.append(f"{label}: " + self._words(index, end))
        return "\n".join(lines)

    def _words(self, begin: int, end: int) -> str:
        """Return moves, each with the remarks after it; the first of all also with those before it."""
        remarks: dict[int, list[str]] = {}
        for ply, text in self.remarks:
            remarks.setdefault(ply, []).append("{" + text.translate(_UNBRACED) + "}")
        words = remarks.get(0, []) if begin == 0 else []
        for ply in range(begin, end):
            words = [*words, self.moves[ply], *remarks.get(ply + 1, [])]
        return " ".join(words)

    @classmethod
    def parse(cls, text: object, read_rules: Reader | None = None, read_position: Reader | None = None) -> "Record":
        """Read a record without playing its moves; NotationError or Clash if that is impossible.

        read_rules, read_position: the readers of a game other than the race.
        """
        text = check_length(text, LONGEST, "error.record.kind").removeprefix("\ufeff")
        headers: list[tuple[str, str]] = []
        while found := HEADER.match(text):
            headers.append((found[1], re.sub(r"\\(.)", r"\1", found[2])))
            text = text[found.end() :]
        texts = [(one[1] or one[2] or "").strip() for one in _REMARK.finditer(text)]
        text = _REMARK.sub(" \ufffc ", text)
        lines = [found for found in re.finditer(r"[^\n\r]+", text) if found.group().strip()]
        if not lines:
            raise NotationError("error.record.none", text, 0)
        remarks: list[tuple[int, str]] = []
        while len(lines) > 1 and not lines[0].group().strip(" \t\ufffc"):  # a remark on a line of its own
            remarks += [(0, texts.pop(0)) for _ in range(lines.pop(0).group().count("\ufffc"))]
        ruleset = (read_rules or load("numbered"))(lines[0].group().replace("\ufffc", " "))
        remarks += [(0, texts.pop(0)) for _ in range(lines[0].group().count("\ufffc"))]
        seed, start = None, None
        moves: list[str] = []
        labels: list[tuple[int, str]] = []
        for number, line in enumerate(lines[1:]):
            if start is None and not moves and _START.search(line.group()):
                where = line.group().strip()
                start = read_position(where) if read_position else load("Position").parse(where, ruleset.registry)
                continue
            for word in _SPACED_COLON.sub(":", normalize(line.group())).split():
                found = _SEED.fullmatch(word)
                if word == "\ufffc":
                    remarks.append((len(moves), texts.pop(0)))
                elif word.endswith(":"):
                    labels.append((len(moves), word[:-1]))
                elif found and number == 0 and not moves and seed is None:
                    seed = int(found[1])
                    check_seed(seed)
                else:
                    moves.append(word)
        return cls(ruleset, seed, start, tuple(moves), tuple(labels), tuple(headers), tuple(remarks))
