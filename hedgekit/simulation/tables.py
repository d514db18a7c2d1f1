"""The tables of a result as text and HTML, and numbers formatted for a language."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from ..text.errors import HedgekitError
from ..text.words import languages, sentence
from .counts import Counts

SHARES = ("forced_share", "foreign_share", "gain_per_decision")
LINES = {
    "game": (
        *("turns", "decisions", "choices_per_decision", "choices_per_turn"),
        *("forced_share", "foreign_share", "gain_per_decision", "leads"),
    ),
    "series": ("games", "turns", "turns_per_game"),
    "sister": ("turns", "decisions", "choices_per_decision", "choices_per_turn", "forced_share"),
}
SEATED = {"game": ("home", "rank", "points"), "series": ("score", "wins", "rank"), "sister": ("score", "rank")}
LEAST = {"points": 1, "score": 2}  # show a column if somebody has as many; a score of 1 may just be the win


def number(value: float, digits: int, language: str) -> str:
    """Format a number with this many decimals: 12 345.6, in German 12.345,6."""
    if not math.isfinite(value):
        return "–"
    whole, _, part = f"{value:,.{digits}f}".partition(".")
    separator = sentence("simulation.thousand", language, {})[1:-3]  # "1.000" in German
    whole = whole.replace(",", separator).replace("-", "−")
    return whole + (sentence("simulation.decimal", language, {}) + part if part else "")


def estimate(value: float, low: float, high: float, language: str) -> str:
    """Format a mean with its interval, and with no more decimals than that justifies: 192.6 ± 1.2."""
    half = (high - low) / 2
    if not math.isfinite(half):
        return number(value, 1, language)
    digits = decimals(half)
    return f"{number(value, digits, language)} ± {number(half, digits, language)}"


def share(value: float, low: float, high: float, language: str) -> str:
    """Format a share with its interval in per cent: 25.3 % (24.9–25.7)."""
    digits = decimals(50 * (high - low)) if math.isfinite(high - low) else 1
    text = percent(value, language, digits)
    if not math.isfinite(high - low):
        return text
    return f"{text} ({number(100 * low, digits, language)}–{number(100 * high, digits, language)})"


def percent(value: float, language: str, digits: int = 1) -> str:
    """Format a share in per cent, with this many decimals."""
    return sentence("simulation.percent", language, {"n": number(100 * value, digits, language)})


def decimals(half: float) -> int:
    """Return the decimals for a figure known to ± half: two digits of its error."""
    return 2 if half <= 0 else min(max(0, 1 - math.floor(math.log10(half))), 6)


@dataclass(frozen=True)
class Table:
    """A caption, a header and rows of cells; the first column labels the row, the others are figures."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self, written: Callable[[str], str] = str) -> str:
        """Return the table as text; written: replaces characters that the stream cannot encode."""
        lines = [tuple(map(written, row)) for row in (self.head, *self.rows) if any(row)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        shown = [
            "  ".join(cell.rjust(width) if k else cell.ljust(width) for k, (cell, width) in enumerate(cells))
            for cells in (list(zip(row, widths, strict=True)) for row in lines)
        ]
        return "\n".join([written(self.caption), *(line.rstrip() for line in shown)])

    __str__ = text

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col"{_ALIGN[k > 0]}>{escape(cell)}</th>' for k, cell in enumerate(self.head))
        rows = "".join(
            f'<tr><th scope="row"{_ALIGN[False]} data-label="{escape(self.head[0])}">{escape(row[0])}</th>'
            + "".join(
                f'<td style="{_FIGURES};white-space:nowrap" data-label="{escape(name)}">{escape(cell)}</td>'
                for name, cell in zip(self.head[1:], row[1:], strict=True)
            )
            + "</tr>"
            for row in self.rows
        )
        text = escape(self.caption)
        return (  # on a phone it scrolls in its own frame
            f'<div class="hk-figures" style="overflow-x:auto" tabindex="0" role="group" aria-label="{text}">'
            '<table style="margin:0 0 1em;border-spacing:.5em .2em;font-size:.9em">'
            f'<caption style="text-align:start">{text}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )


_FIGURES = "text-align:end;font-variant-numeric:tabular-nums"
_ALIGN = {False: ' style="text-align:start;font-weight:normal"', True: f' style="{_FIGURES}"'}


class Tables(tuple[Table, ...]):
    """Tables shown together: text by `str`, HTML in a notebook."""

    __slots__ = ()

    def text(self, written: Callable[[str], str] = str) -> str:
        """Return the tables as text (see `Table.text`)."""
        return "\n\n".join(table.text(written) for table in self)

    __repr__ = __str__ = text

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self)


def table(result: Counts, language: str = "en") -> Tables:
    """Return tables of the measures with means and intervals, and of the players with their shares of the wins."""
    check_language(language)
    if not result.games:
        return Tables([Table(caption(result, language), ("",), ())])

    def words(key: str, **values: object) -> str:
        return sentence(f"simulation.{key}", language, values)

    rows = []
    for name in LINES[result.kind]:
        if name == "gain_per_decision" and not result.mean("weighed"):
            continue  # nobody looks ahead
        unit = 10_000 if name == "gain_per_decision" else 1  # matches.MEASURES
        mean, low, high = (end / unit for end in (result.mean(name), *result.interval(name)))
        shown = (share if name in SHARES else estimate)(mean, low, high, language)
        spread = ""
        if name in result.tallied:
            tenths = [number(result.quantile(name, part), 0, language) for part in (0.1, 0.5, 0.9)]
            spread = words("spread", low=tenths[0], middle=tenths[1], high=tenths[2])
        rows.append((words(f"measure.{name}"), shown, spread))
    for name, count in result.ended.items():
        if (name, len(result.ended)) != ("won", 1):
            rows.append((words(f"ended.{name}"), percent(count / result.games, language), ""))
    measures = Table(caption(result, language), ("", words("mean"), words("range")), tuple(rows))
    columns = [name for name in SEATED[result.kind] if _is_informative(result, name)]
    players = tuple(
        (
            f"{seat} {player}",
            share(result.share(seat), *result.interval(f"share_{seat}"), language),
            *(
                estimate(result.mean(one), *result.interval(one), language)
                for one in (f"{name}_{seat}" for name in columns)
            ),
        )
        for seat, player in zip(result.seats, result.players, strict=True)
    )
    head = (words("player"), words("share"), *(words(f"seated.{name}") for name in columns))
    return Tables([measures, Table(words("seats"), head, players)])


def caption(result: Counts, language: str) -> str:
    """Return what was played: rules, number of games, seeds, and whether it was cut short."""
    seeds = sorted({str(seed) for seed, _, _ in result.blocks})
    values = {"rules": result.rules, "games": number(result.games, 0, language), "seeds": seeds}
    text = sentence(f"simulation.caption.{result.about}", language, values)
    if not result.games:
        text = f"{result.rules}: {sentence('error.results.empty', language, {})}"
    return text if result.complete else f"{text} {sentence('simulation.caption.cut', language, {})}"


def _is_informative(result: Counts, name: str) -> bool:
    """Return whether a players' column says more than who won."""
    return any(max(map(abs, result.tally(f"{name}_{seat}"))) >= LEAST.get(name, 0) for seat in result.seats)


def check_language(language: object) -> None:
    """Raise HedgekitError for an unknown language."""
    if not isinstance(language, str) or language not in languages():
        raise HedgekitError("cli.usage.language", name=str(language)[:24], languages=languages())
