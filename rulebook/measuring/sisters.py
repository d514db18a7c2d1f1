"""The sister games measured: how long they last, what beginning is worth, what each option changes.

    rulebook measure --games --seed 1                plays the games and writes `rulebook/measuring/data/sisters.json`
    rulebook measure --games --seed 1 --only hekla   plays those of one game anew and keeps the others
    statistics("hekla")                              what is written there of a game
    html("hekla", "en")                              the same as tables and pictures for a chapter

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
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache, partial
from html import escape
from importlib.resources import files
from typing import Any

import hedgekit
from hedgekit.games.collection import SISTERS
from hedgekit.games.race.engine.state import DRAW
from hedgekit.simulation import plots, tables
from hedgekit.simulation.estimates import wilson
from hedgekit.simulation.tables import Table

from ..text import words
from ..text.commands import Trouble
from .authors import Say, one_file, rounded, sources
from .keeping import Keeping

FILE = "sisters.json"
MEASURED_PLAYERS = ("random", "greedy")
GAMES = {
    "checkerboard": {"random": 4_000, "greedy": 2_000},
    "horses": {"random": 800, "greedy": 400},
    "hekla": {"random": 800, "greedy": 160},
}
SAMPLE = {"random": 6, "greedy": 2}  # games whose turns and winners are written down, too, to be played again by a test
SEAT = "A"  # who begins a simulated game

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
    drawn: the share of games nobody won; seats: every seat's share of the decided games; length, edge: with an option,
    the turns as a multiple of the default's, and how much more of the decided games whoever begins wins; sample: turns
    of the first SAMPLE games and the bits of their winners, both added up.
    """

    rules: str
    option: str
    players: int
    kind: str
    games: int
    turns: Figure
    choices: float
    drawn: float
    seats: dict[str, Figure]
    length: Figure | None
    edge: Figure | None
    sample: tuple[int, int]

    @property
    def first(self) -> Figure:
        """How many of the decided games whoever begins wins."""
        return self.seats[SEAT]


# ---- measuring -------------------------------------------------------------------------------------------------------


def rule_sets(game: str) -> Iterator[tuple[str, int]]:
    """What is measured of a game: ("", players) for the defaults, (option, players) for every other value."""
    rules = hedgekit.game_of(game).read_rules(game)
    for players in rules.PLAYER_COUNTS:
        yield "", players
    for name, values in rules.OPTIONS.items():
        for value in values[1:]:
            allowed = rules.ONLY.get((name, value), rules.PLAYER_COUNTS)
            for players in sorted({min(allowed), max(allowed)}):
                yield f"{name}={value}", players


def named(game: str, option: str, players: int) -> str:
    """The text of a rule set."""
    return f"{game}{option and f'[{option}]'} players={players}"


def measure(
    seed: int, scale: float, say: Say, games: tuple[str, ...] = tuple(SISTERS), keeping: Keeping | None = None
) -> dict[str, Any]:
    """Everything `sisters.json` holds; "sources" are hashes of the games' rules (`measuring.sources`).

    seed: of all games; scale: how many are played, as a part of GAMES; say: told of each row when it is done,
    "sister_row" and what fills that sentence; games: which of the sister games; keeping: where what is found is kept.
    """
    keeping = keeping or Keeping()
    hashes = {game: sources(game) for game in games}
    found: dict[str, Any] = {
        "hedgekit": hedgekit.__version__,
        "seed": seed,
        "scale": scale,
        "sources": hashes,
        "games": {},
    }
    for game in games:
        rows: dict[tuple[str, int, str], Row] = {}
        for option, players in rule_sets(game):
            for kind in MEASURED_PLAYERS:
                number, rules = max(8, round(GAMES[game][kind] * scale)), named(game, option, players)
                usual = rows.get(("", players, kind))
                make = partial(_measured, rules, number, kind, seed, option, usual)
                rows[option, players, kind] = row = _read(keeping.of(f"{rules} {kind}", make))
                figures = {"turns": round(row.turns.value), "percent": round(100 * row.first.value)}
                say("sister_row", rules=row.rules, kind=kind, **figures)
        found["games"][game] = [asdict(row) for row in rows.values()]
    kept: dict[str, Any] = rounded(found)
    return kept


def renewed(
    games: tuple[str, ...],
    seed: int = 1,
    scale: float = 1.0,
    say: Say = lambda key, **values: None,
    keeping: Keeping | None = None,
) -> dict[str, Any]:
    """The same with these games measured anew and the others as they stand in the file.

    Trouble for what is no sister game, or where the file is of another seed or scale.
    """
    if strange := [game for game in games if game not in SISTERS]:
        raise Trouble("sister", names=", ".join(strange))
    one_file(stored(), seed, scale)
    found, kept = measure(seed, scale, say, games, keeping), stored()
    return {**found, **{name: {**kept[name], **found[name]} for name in ("sources", "games")}}


def sample(rules: str, kind: str, seed: int) -> tuple[int, int]:
    """The turns of the first games and the bits of their winners, both added up; the same on any machine."""
    played = hedgekit.simulate(rules, SAMPLE[kind], (kind,), seed, columns=False)
    turns, won = (sum(value * count for value, count in played.tally(name).items()) for name in ("turns", "won"))
    return turns, won


def _measured(rules: str, games: int, kind: str, seed: int, option: str, usual: Row | None) -> dict[str, Any]:
    """A row, as plain data; usual: that of the defaults."""
    played = hedgekit.simulate(rules, games, (kind,), seed, columns=False)
    return asdict(_row(played, option, usual, sample(played.rules, kind, seed)))


def _row(played: Any, option: str, usual: Row | None, sampled: tuple[int, int]) -> Row:
    turns = Figure(played.mean("turns"), played.interval("turns"))
    decided = played.ended["won"]
    seats = {letter: won(played.tally("won"), seat, decided) for seat, letter in enumerate(played.seats)}
    versus = usual if option else None
    return Row(
        played.rules,
        option,
        len(played.seats),
        played.players[0],
        played.games,
        turns,
        played.mean("choices_per_turn"),
        1 - decided / played.games,
        seats,
        _ratio(turns, versus.turns) if versus else None,
        _apart(seats[SEAT], versus.first) if versus else None,
        sampled,
    )


def won(tally: Mapping[int, int], seat: int, decided: int) -> Figure:
    """A seat's part of the decided games, from how often each set of winners (as bits; DRAW for nobody) was counted.

    Who always wins with as many others has his part of their share, and of its interval: the side wins or does not.
    Where it is now with more, now with fewer, as when several tie, Wilson's interval is a little too wide.
    """
    sides = {bits: games for bits, games in tally.items() if bits != DRAW and bits >> seat & 1}
    among = {bits.bit_count() for bits in sides}
    together = among.pop() if len(among) == 1 else 1
    wins = sum(games * together / bits.bit_count() for bits, games in sides.items())
    low, high = wilson(wins, decided, 0.95)
    return Figure(wins / decided / together, (low / together, high / together))


def _ratio(one: Figure, other: Figure) -> Figure:
    errors = [(figure.interval[1] - figure.interval[0]) / 2 / figure.value for figure in (one, other)]
    ratio, spread = one.value / other.value, math.hypot(*errors)
    return Figure(ratio, (ratio * math.exp(-spread), ratio * math.exp(spread)))


def _apart(one: Figure, other: Figure) -> Figure:
    """The difference of two shares (Newcombe 1998, method 10)."""
    apart = one.value - other.value
    below = math.hypot(one.value - one.interval[0], other.interval[1] - other.value)
    above = math.hypot(one.interval[1] - one.value, other.value - other.interval[0])
    return Figure(apart, (apart - below, apart + above))


# ---- what was measured -----------------------------------------------------------------------------------------------


@cache
def stored() -> dict[str, Any]:
    """What was measured, as `sisters.json` has it.  FileNotFoundError before anything was."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("data", FILE).read_text("utf-8"))
    return found


@cache
def statistics(game: str) -> tuple[Row, ...]:
    """The rows of a game, the defaults first.  LookupError if nothing was measured of it."""
    rows = stored()["games"].get(game)
    if rows is None:
        raise LookupError(f"nothing was measured of {game!r}; there is: {', '.join(stored()['games'])}")
    return tuple(_read(row) for row in rows)


def _read(row: dict[str, Any]) -> Row:
    def figure(one: Any) -> Figure | None:
        return Figure(one["value"], tuple(one["interval"])) if one else None

    figures = {name: figure(row[name]) for name in ("turns", "length", "edge")}
    seats = {seat: figure(one) for seat, one in row["seats"].items()}
    return Row(**{**row, **figures, "seats": seats, "sample": tuple(row["sample"])})


# ---- in words --------------------------------------------------------------------------------------------------------


def html(game: str, lang: str) -> str:
    """What was measured of a game, for a chapter: sentences, tables, and pictures of the seats."""
    rows = statistics(game)
    usual = [row for row in rows if not row.option]
    said = "".join(f"<li>{escape(sentence(row, lang))}</li>" for row in usual if row.kind == MEASURED_PLAYERS[-1])
    parts = [f"<ul>{said}</ul>", words.render(_text("lead", lang)), _folded("lengths", _lengths(usual, lang), lang)]
    if changed := list(dict.fromkeys(row.option for row in rows if row.option)):
        tables = (_changed(game, [row for row in rows if row.option == option], lang) for option in changed)
        parts.append(_folded("effects", words.render(_text("options", lang)) + "".join(tables), lang))
    pictures = "".join(f"<div>{picture(game, players, lang)}</div>" for players in sorted({r.players for r in usual}))
    parts.append(_folded("seats", pictures, lang))
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


def picture(game: str, players: int, lang: str) -> str:
    """An SVG figure: how many of the decided games every seat wins, for each kind of player, beside the fair share."""
    panels = [
        plots.Shares(
            _text(f"kind.{row.kind}", lang),
            tuple((seat, figure.value, figure.interval) for seat, figure in row.seats.items()),
            1 / players,
        )
        for row in statistics(game)
        if row.players == players and not row.option
    ]
    return plots.shares(panels, _text("picture", lang, players=players), _text("decided", lang), lang)


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
