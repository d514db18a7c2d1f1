"""The sister games measured: how long they last, what beginning is worth, what each option changes.

    python -m tools.measure --games    plays the games and writes `measured.json` into each folder
    statistics("hekla")                what is written there of a game
    html("hekla", "en")                the same as tables for a chapter

Every number of players and every kind in MEASURED_PLAYERS is measured at the default options; every other value of an
option by itself, at the fewest and the most players it is for, against the default between as many players of the same
kind.

- turns: of a whole game, set-up included; a turn ends when the next player's begins.
- first: how many of the decided games whoever begins (seat A) wins; who wins with others wins an equal part.

All intervals are of 95 %: of means and shares as `hedgekit.simulation.estimates` says, of the ratio of two lengths by
the delta method for its logarithm, of the difference of two shares by R. G. Newcombe's method 10 (1998).  Where
partners always win together, the interval is that of their side's share, divided among them.
"""

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from hedgekit.simulation import tables
from hedgekit.simulation.tables import Table

from ..text import words

FILE = "measured.json"
MEASURED_PLAYERS = ("random", "greedy")

Interval = tuple[float, float]


@dataclass(frozen=True)
class Figure:
    """A figure with its interval."""

    value: float
    interval: Interval


@dataclass(frozen=True)
class Row:
    """What was measured of a rule set between players of one kind.

    option: the only one that is not at its default ("pass=yes"), "" if there is none; choices: legal moves of a turn;
    drawn: the share of games nobody won; first: how many of the decided games whoever begins wins; length, edge: with
    an option, the turns as a multiple of the default's, and how much more of the decided games whoever begins wins;
    sample: turns of the first SAMPLE games and the bits of their winners, both added up.
    """

    rules: str
    option: str
    players: int
    kind: str
    games: int
    turns: Figure
    choices: float
    drawn: float
    first: Figure
    length: Figure | None
    edge: Figure | None
    sample: tuple[int, int]


# ---- what was measured -----------------------------------------------------------------------------------------------


@cache
def stored() -> dict[str, Any]:
    """What was measured, as the folders of the games have it, in one."""
    found: dict[str, Any] = {"sources": {}, "games": {}}
    for game, folder in words.game_folders().items():
        if (file := folder.joinpath(FILE)).is_file():
            one = json.loads(file.read_text("utf-8"))
            found["sources"][game], found["games"][game] = one.pop("sources"), one.pop("rows")
            found |= one
    return found


@cache
def statistics(game: str) -> tuple[Row, ...]:
    """The rows of a game, the defaults first.  LookupError if nothing was measured of it."""
    rows = stored()["games"].get(game)
    if rows is None:
        raise LookupError(f"nothing was measured of {game!r}; there is: {', '.join(stored()['games'])}")
    return tuple(as_row(row) for row in rows)


def as_row(row: dict[str, Any]) -> Row:
    """A row of the file."""

    def figure(one: Any) -> Figure | None:
        return Figure(one["value"], tuple(one["interval"])) if one else None

    figures = {name: figure(row[name]) for name in ("turns", "first", "length", "edge")}
    return Row(**{**row, **figures, "sample": tuple(row["sample"])})


# ---- in words --------------------------------------------------------------------------------------------------------


def html(game: str, lang: str) -> str:
    """What was measured of a game, for a chapter: sentences and tables."""
    rows = statistics(game)
    usual = [row for row in rows if not row.option]
    said = "".join(f"<li>{escape(sentence(row, lang))}</li>" for row in usual if row.kind == MEASURED_PLAYERS[-1])
    parts = [f"<ul>{said}</ul>", words.render(_text("lead", lang)), _folded("lengths", _lengths(usual, lang), lang)]
    if changed := list(dict.fromkeys(row.option for row in rows if row.option)):
        tables = (_changed(game, [row for row in rows if row.option == option], lang) for option in changed)
        parts.append(_folded("effects", words.render(_text("options", lang)) + "".join(tables), lang))
    return "".join(parts)


def _folded(name: str, inner: str, lang: str) -> str:
    return f"<details><summary>{escape(_text(f'caption.{name}', lang))}</summary>{inner}</details>"


def sentence(row: Row, lang: str) -> str:
    """What beginning is worth among players of one kind, in a sentence."""
    low, high = row.first.interval
    fair = 1 / row.players
    key = "good" if low > fair else "bad" if high < fair else "open"
    figures = {"players": row.players, "share": _share(row.first, lang), "fair": tables.percent(fair, lang)}
    return _text(f"first.{key}", lang, **figures)


def _lengths(rows: list[Row], lang: str) -> str:
    lines = []
    for row in rows:
        drawn = tables.percent(row.drawn, lang) if row.drawn else "–"
        choices = tables.number(row.choices, 1, lang)
        lines.append((*_who(row, lang), _turns(row.turns, lang), choices, _share(row.first, lang), drawn))
    head = ("players", "kind", "games", "turns", "choices", "first", "drawn")
    return _table(_text("caption.lengths", lang), head, lines, lang)


def _changed(game: str, rows: list[Row], lang: str) -> str:
    """What a value of an option changes, below its sentence."""
    lines = []
    for row in rows:
        if row.length and row.edge:
            figures = _turns(row.turns, lang), _share(row.length, lang), _share(row.edge, lang)
            lines.append((*_who(row, lang), *figures))
    said = words.text(f"{game}.options.{rows[0].option.replace('=', '.')}", lang)
    return _table(said, ("players", "kind", "games", "turns", "length", "edge"), lines, lang)


def _who(row: Row, lang: str) -> tuple[str, ...]:
    return str(row.players), _text(f"kind.{row.kind}", lang), tables.number(row.games, 0, lang)


def _turns(figure: Figure, lang: str) -> str:
    low, high = figure.interval
    return tables.estimate(figure.value, low, high, lang) if high > low else tables.number(figure.value, 0, lang)


def _share(figure: Figure, lang: str) -> str:
    low, high = figure.interval
    return tables.share(figure.value, low, high, lang) if high > low else tables.percent(figure.value, lang)


def _table(caption: str, head: tuple[str, ...], lines: list[tuple[str, ...]], lang: str) -> str:
    columns = tuple(_text(f"column.{name}", lang) for name in head)
    return Table(caption, columns, tuple(lines))._repr_html_()


def _text(key: str, lang: str, **values: object) -> str:
    # typeset first: figures are filled in as they are written
    return words.text(f"statistics.{key}", lang).format(**values)
