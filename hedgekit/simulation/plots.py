"""Draw figures as SVG: histograms, and bars of shares.  Standard library only.

Text and lines have the page's colour (`currentColor`); bars have `--hk-plot` if the page sets it, else a blue that
works on light and dark.  A figure is 420 units wide and grows with its container up to 620 pixels; its description
contains everything it shows.
"""

import hashlib
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ..text.errors import HedgekitError
from ..text.words import sentence
from ..text.words import table as words_of
from .counts import Counts
from .estimates import Interval, Tally, quantile, total
from .tables import check_language, estimate, number, percent, share

WIDTH, LEFT, RIGHT = 420, 46, 10
BLUE = "#3f87c9"  # 3.8 : 1 on white, 5.3 : 1 on black
BARS = 36  # the most in a histogram
TAIL = 0.995  # share of the games that a histogram shows
NICE = (1, 2, 5, 10, 20, 25, 50)

_STYLE = (
    "svg.hk-plot{width:100%;max-width:620px;height:auto;font-size:13px;line-height:1.3;font-family:system-ui,sans-serif}"
    ".hk-plot text{fill:currentColor}.hk-plot .b{font-weight:600}.hk-plot .s{font-size:11.5px;opacity:.85}"
    ".hk-plot .g{stroke:currentColor;stroke-opacity:.18}.hk-plot .a{stroke:currentColor;stroke-opacity:.6}"
    f".hk-plot .v{{fill:var(--hk-plot,{BLUE})}}.hk-plot .m{{stroke:currentColor;stroke-width:2}}"
    ".hk-plot .i{fill:currentColor;fill-opacity:.22}"
    ".hk-plot .f{stroke:currentColor;stroke-width:1.5;stroke-dasharray:4 3}"
)


@dataclass(frozen=True)
class Shares:
    """The shares of one result.  bars: name, share and interval; fair: the equal share, drawn as a line."""

    label: str
    bars: tuple[tuple[str, float, Interval], ...]
    fair: float


def histograms(
    results: Sequence[Counts], labels: Sequence[str], measure: str, title: str, unit: str, language: str
) -> str:
    """Draw stacked histograms on a common axis, each with its mean and the interval of the mean.

    unit: what the axis counts.  The longest half per cent of the games is cut off.
    """
    tallies = [result.tally(measure) for result in results]
    low = min(map(min, tallies))
    high = max(quantile(tally, TAIL) for tally in tallies)
    width = _nice((high - low + 1) / BARS)
    low -= low % width
    axis = _Axis(low, width, (high - low) // width + 1)
    binned = [_bin(tally, low, width, axis.count) for tally in tallies]
    tallest = max(map(max, binned))
    tall = 170 if len(results) == 1 else 96
    body, description, y = [], [], 34.0
    for result, label, tally, shares in zip(results, labels, tallies, binned, strict=True):
        value, interval = result.mean(measure), result.interval(measure)
        mean = sentence("simulation.plot.mean", language, {"mean": estimate(value, *interval, language)})
        body.append(_text(LEFT, y, label, "b"))
        body.append(_text(WIDTH - RIGHT, y + (17 if len(label) > 24 else 0), mean, "s", "end"))
        y += 26
        foot = y + tall
        body += _bars(axis, shares, tallest, tall, foot, language)
        body += _mean(axis, value, interval, y, foot)
        body.append(f'<path class="a" d="M{LEFT} {foot}H{WIDTH - RIGHT}"/>')
        range_of = "–".join(number(quantile(tally, part), 0, language) for part in (0.1, 0.9))
        description.append(
            sentence("simulation.plot.spread", language, {"label": label, "mean": mean, "range": range_of})
        )
        y = foot + 24
    y -= 6
    last = low + axis.count * width
    step = _nice((last - low) / 6) if last - low > 6 else 1
    for value in range(-(-low // step) * step, last, step):
        body.append(_text(axis.at(value), y, number(value, 0, language), "s", "middle"))
    y += 19
    body.append(_text((LEFT + WIDTH - RIGHT) / 2, y, unit, "s", "middle"))
    return _figure(body, y + 10, title, " ".join(description))


@dataclass(frozen=True)
class _Axis:
    """The axis of a histogram.  low: its first value; width: values per bar; count: number of bars."""

    low: int
    width: int
    count: int

    @property
    def scale(self) -> float:
        """The width of a bar on the page."""
        return (WIDTH - LEFT - RIGHT) / self.count

    def at(self, value: float) -> float:
        """Return the x of a value: the middle of its bar, if each bar counts one value."""
        return LEFT + (value + (0.5 if self.width == 1 else 0.0) - self.low) / self.width * self.scale


def _bars(axis: _Axis, shares: Sequence[float], tallest: float, tall: int, foot: float, language: str) -> list[str]:
    """Draw a histogram's grid lines, labelled in per cent, and its bars; tall: the height of the tallest."""
    body, step = [], _step(tallest)
    for line in range(1, int(tallest / step) + 1):
        at = foot - line * step / tallest * tall
        body.append(f'<path class="g" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
        body.append(_text(LEFT - 6, at + 4, percent_of(line * step, language), "s", "end"))
    gap = min(1.0, axis.scale * 0.15)
    for k, part in enumerate(shares):
        if part:
            left, wide, h = LEFT + k * axis.scale + gap / 2, axis.scale - gap, part / tallest * tall
            body.append(f'<rect class="v" x="{left:.2f}" y="{foot - h:.1f}" width="{wide:.2f}" height="{h:.1f}"/>')
    return body


def _mean(axis: _Axis, mean: float, interval: Interval, top: float, foot: float) -> list[str]:
    """Draw the line of a mean, and the band of its interval if it is finite."""
    body, y, high = [], top - 6, foot - top + 6
    if math.isfinite(interval[1] - interval[0]):
        left, right = map(axis.at, interval)
        wide = max(right - left, 0.5)
        body.append(f'<rect class="i" x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{high:g}"/>')
    body.append(f'<path class="m" d="M{axis.at(mean):.1f} {y}V{foot:.1f}"/>')
    return body


def shares(panels: Sequence[Shares], title: str, unit: str, language: str = "en") -> str:
    """Draw bars of shares with intervals, and a dashed line at the fair share; results below each other."""
    tops = [high if math.isfinite(high) else value for panel in panels for _, value, (_, high) in panel.bars]
    most = min(1.0, max([*tops, *(panel.fair for panel in panels)]) * 1.06)
    left = min(150, 14 + 7.2 * max(len(name) for panel in panels for name, _, _ in panel.bars))
    scale = (WIDTH - left - RIGHT) / most
    body, description, y = [], [], 22.0
    for panel in panels:
        y += 14
        body.append(_text(0, y, panel.label, "b"))
        top, y = y + 8, y + 10
        bar_texts = []
        for name, value, (low, high) in panel.bars:
            body.append(_text(left - 8, y + 17, name, "", "end"))
            body.append(f'<rect class="v" x="{left:.1f}" y="{y + 3}" width="{value * scale:.1f}" height="20" rx="2"/>')
            if math.isfinite(high - low):
                a, b = left + low * scale, left + high * scale
                body.append(f'<path class="m" fill="none" d="M{a:.1f} {y + 8}v10m0-5H{b:.1f}m0-5v10"/>')
            body.append(_text(left + 5, y + 37, share(value, low, high, language), "s"))
            bar_texts.append(f"{name}: {share(value, low, high, language)}")
            y += 44
        fair = left + panel.fair * scale
        body.append(f'<path class="f" d="M{fair:.1f} {top}V{y - 4}"/>')
        body.append(f'<path class="a" d="M{left:.1f} {top}V{y - 4}"/>')
        description.append(f"{panel.label}. {'; '.join(bar_texts)}.")
    y += 10
    step = _step(most)
    for line in range(int(most / step + 1e-9) + 1):
        body.append(_text(left + line * step * scale, y, percent_of(line * step, language), "s", "middle"))
    y += 18
    body.append(_text((left + WIDTH - RIGHT) / 2, y, unit, "s", "middle"))
    description.append(sentence("simulation.plot.fair", language, {"share": percent(panels[0].fair, language)}))
    return _figure(body, y + 10, title, " ".join(description))


def percent_of(value: float, language: str) -> str:
    """Format a round share in per cent, without decimals if possible."""
    return percent(value, language, 0 if abs(100 * value - round(100 * value)) < 1e-9 else 1)


def _bin(tally: Tally, low: int, width: int, count: int) -> list[float]:
    found = [0] * count
    for value, times in tally.items():
        if (value - low) // width < count:
            found[(value - low) // width] += times
    return [times / total(tally) for times in found]


def _nice(least: float) -> int:
    """Return the smallest round number that is at least this."""
    found: int = next(factor * 100**k for k in itertools.count() for factor in NICE if factor * 100**k >= least)
    return found


def _step(most: float) -> float:
    """Return a round distance between grid lines, at most five of them up to `most`."""
    return _nice(200 * most) / 1000


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{named}{placed}>{escape(text)}</text>'


def _figure(body: Sequence[str], height: float, title: str, description: str) -> str:
    drawn = "".join(body)
    name = hashlib.sha256((title + drawn).encode()).hexdigest()[:10]  # unique ids in a page with several figures
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hk-plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-labelledby="t{name} d{name}"><title id="t{name}">{escape(title)}</title>'
        f'<desc id="d{name}">{escape(description)}</desc><style>{_STYLE}</style>'
        f"{_text(0, 14, title, 'b')}{drawn}</svg>"
    )


# ---- of results ------------------------------------------------------------------------------------------------------


def plot(results: Sequence[Counts], measure: str, language: str = "en", labels: Sequence[str] = ()) -> str:
    """Draw a measure, or how often each player won ("share"), as SVG, with results below each other.

    Raises HedgekitError for a measure that has no histogram, results of different kinds, or one without games.
    """
    check_language(language)
    for result in results:
        check_measure(result, measure)
    if any(not result.games for result in results):
        raise HedgekitError("error.results.empty")
    if any(result.kind != results[0].kind for result in results):
        kinds = [result.kind for result in results]
        raise HedgekitError("error.results.kind", one=kinds[0], other=next(k for k in kinds if k != kinds[0]))
    if isinstance(labels, str) or not isinstance(labels, Iterable) or not all(isinstance(one, str) for one in labels):
        raise HedgekitError("error.results.label", said=str(labels)[:24])
    named = list(labels) or list(map(_label, results))
    if len(named) != len(results):
        raise HedgekitError("error.results.labels", labels=len(named), results=len(results))
    if measure == "share":
        bars = [_shares(result, label) for result, label in zip(results, named, strict=True)]
        title = sentence(f"simulation.plot.share.{results[0].about}", language, {})
        return shares(bars, title, sentence("simulation.share", language, {}), language)
    unit = name_of(measure, language)
    title = sentence(f"simulation.plot.counted.{results[0].about}", language, {"measure": unit})
    return histograms(results, named, measure, title, unit, language)


def check_measure(result: Counts, measure: object) -> None:
    """Raise HedgekitError if such a result has no figure of this measure; the result may still be empty."""
    known = ("share", *(name for name in result.tallied if name in result.measures))
    if not isinstance(measure, str) or measure not in known:
        raise HedgekitError("error.results.measure", name=str(measure)[:24], measures=known)


def name_of(measure: str, language: str) -> str:
    """Return a measure's name in words."""
    key = f"simulation.measure.{measure}"
    if key in words_of(language):
        return sentence(key, language, {})
    name, _, seat = measure.rpartition("_")
    return f"{sentence(f'simulation.seated.{name}', language, {})}, {seat}"


def _shares(result: Counts, label: str) -> Shares:
    bars = [
        (f"{seat} {player}", result.share(seat), result.interval(f"share_{seat}"))
        for seat, player in zip(result.seats, result.players, strict=True)
    ]
    return Shares(label, tuple(bars), 1 / len(result.seats))


def _label(result: Counts) -> str:
    """Return the default label of a result: its rules and players."""
    return ", ".join((result.rules, *(result.players if len({*result.players}) > 1 else result.players[:1])))
