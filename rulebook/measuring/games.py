"""Results of the sister games: their length, the advantage of the first player, the effect of each option.

    python -m tools.measure --games    plays the games and writes `measured.json` into each folder
    statistics("hekla")                its rows
    html("hekla", "en")                the same as tables for a chapter

The default options are measured for every number of players and every kind in MEASURED_PLAYERS; each other value of an
option alone, for its fewest and most players, against the default with as many players of the same kind.

- turns: of a whole game, including set-up; a turn ends when the next player's begins.
- first: the share of decided games that the first player (seat A) wins; a shared win counts in parts.

All intervals are 95 % intervals: of means and shares as in `hedgekit.simulation.estimates`, of the ratio of two lengths
by the delta method for its logarithm, of the difference of two shares by R. G. Newcombe's method 10 (1998).  If
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
    """The results of a rule set between players of one kind.

    option: the only non-default one ("pass=yes"), "" if there is none; choices: legal moves per turn; drawn: the share
    of games without a winner; first: the first player's share of decided games; length, edge: with an option, the
    turns as a multiple of the default's, and the change of the first player's share; sample: the sums of turns and of
    winners (as bits) of the first SAMPLE games.
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


# ---- the results ----------------------------------------------------------------------------------------------------


@cache
def stored() -> dict[str, Any]:
    """Return the results from the folders of all games, merged."""
    found: dict[str, Any] = {"sources": {}, "games": {}}
    for game, folder in words.game_folders().items():
        if (file := folder.joinpath(FILE)).is_file():
            one = json.loads(file.read_text("utf-8"))
            found["sources"][game], found["games"][game] = one.pop("sources"), one.pop("rows")
            found |= one
    return found


@cache
def statistics(game: str) -> tuple[Row, ...]:
    """Return the rows of a game, defaults first; LookupError if it was not measured."""
    rows = stored()["games"].get(game)
    if rows is None:
        raise LookupError(f"{game!r} was not measured; known games: {', '.join(stored()['games'])}")
    return tuple(as_row(row) for row in rows)


def as_row(row: dict[str, Any]) -> Row:
    """Parse a row of the file."""

    def figure(one: Any) -> Figure | None:
        return Figure(one["value"], tuple(one["interval"])) if one else None

    figures = {name: figure(row[name]) for name in ("turns", "first", "length", "edge")}
    return Row(**{**row, **figures, "sample": tuple(row["sample"])})


# ---- in words --------------------------------------------------------------------------------------------------------


def html(game: str, lang: str) -> str:
    """Return the results of a game for a chapter: sentences and tables."""
    rows = statistics(game)
    defaults = [row for row in rows if not row.option]
    text = "".join(f"<li>{escape(sentence(row, lang))}</li>" for row in defaults if row.kind == MEASURED_PLAYERS[-1])
    parts = [f"<ul>{text}</ul>", words.render(_text("lead", lang)), _details("lengths", _lengths(defaults, lang), lang)]
    if options := list(dict.fromkeys(row.option for row in rows if row.option)):
        tables = (_effects(game, [row for row in rows if row.option == option], lang) for option in options)
        parts.append(_details("effects", words.render(_text("options", lang)) + "".join(tables), lang))
    return "".join(parts)


def _details(name: str, inner: str, lang: str) -> str:
    return f"<details><summary>{escape(_text(f'caption.{name}', lang))}</summary>{inner}</details>"


def sentence(row: Row, lang: str) -> str:
    """Return the advantage of the first player, among players of one kind, as a sentence."""
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
        lines.append((*_players(row, lang), _turns(row.turns, lang), choices, _share(row.first, lang), drawn))
    head = ("players", "kind", "games", "turns", "choices", "first", "drawn")
    return _table(_text("caption.lengths", lang), head, lines, lang)


def _effects(game: str, rows: list[Row], lang: str) -> str:
    """Return a table of the effects of an option's value, captioned by its sentence."""
    lines = []
    for row in rows:
        if row.length and row.edge:
            figures = _turns(row.turns, lang), _share(row.length, lang), _share(row.edge, lang)
            lines.append((*_players(row, lang), *figures))
    text = words.text(f"{game}.options.{rows[0].option.replace('=', '.')}", lang)
    return _table(text, ("players", "kind", "games", "turns", "length", "edge"), lines, lang)


def _players(row: Row, lang: str) -> tuple[str, ...]:
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
    # typeset before inserting the figures
    return words.text(f"statistics.{key}", lang).format(**values)
