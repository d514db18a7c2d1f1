"""What a result shows: tables of its figures and plots, in words."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ..text.errors import HedgekitError
from ..text.words import languages, sentence
from ..text.words import table as words_of
from . import tables
from .counts import Counts
from .tables import Table, Tables

if TYPE_CHECKING:
    from .plots import Shares

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
LEAST = {"points": 1, "score": 2}  # what somebody must have for these to tell anything: a score of 1 may be the win


def table(result: Counts, language: str = "en") -> Tables:
    """The measures with their means and intervals, and the players with their shares of the wins."""
    _check_language(language)
    if not result.games:
        return Tables([Table(caption(result, language), ("",), ())])

    def words(key: str, **values: object) -> str:
        return sentence(f"simulation.{key}", language, values)

    rows = []
    for name in LINES[result.kind]:
        if name == "gain_per_decision" and not result.mean("weighed"):
            continue  # nobody looks ahead
        unit = 10_000 if name == "gain_per_decision" else 1  # matching.MEASURES
        mean, low, high = (end / unit for end in (result.mean(name), *result.interval(name)))
        shown = (tables.share if name in SHARES else tables.estimate)(mean, low, high, language)
        spread = ""
        if name in result.tallied:
            tenths = [tables.number(result.quantile(name, part), 0, language) for part in (0.1, 0.5, 0.9)]
            spread = words("spread", low=tenths[0], middle=tenths[1], high=tenths[2])
        rows.append((words(f"measure.{name}"), shown, spread))
    for name, count in result.ended.items():
        if (name, len(result.ended)) != ("won", 1):
            rows.append((words(f"ended.{name}"), tables.percent(count / result.games, language), ""))
    measures = Table(caption(result, language), ("", words("mean"), words("range")), tuple(rows))
    seated = [name for name in SEATED[result.kind] if _tells(result, name)]
    sitting = tuple(
        (
            f"{seat} {player}",
            tables.share(result.share(seat), *result.interval(f"share_{seat}"), language),
            *(_seated(result, name, seat, language) for name in seated),
        )
        for seat, player in zip(result.seats, result.players, strict=True)
    )
    head = (words("player"), words("share"), *(words(f"seated.{name}") for name in seated))
    return Tables([measures, Table(words("seats"), head, sitting)])


def caption(result: Counts, language: str) -> str:
    """What was played: rules, how many games, seeds, and whether it was cut short."""
    key = f"simulation.caption.{result.about}"
    seeds = sorted({str(seed) for seed, _, _ in result.blocks})
    said = sentence(
        key, language, {"rules": result.rules, "games": tables.number(result.games, 0, language), "seeds": seeds}
    )
    return said if result.complete else f"{said} {sentence('simulation.caption.cut', language, {})}"


def _tells(result: Counts, name: str) -> bool:
    """Does a number of every player say more than who won?"""
    return any(max(map(abs, result.tally(f"{name}_{seat}"))) >= LEAST.get(name, 0) for seat in result.seats)


def _seated(result: Counts, name: str, seat: str, language: str) -> str:
    name = f"{name}_{seat}"
    return tables.estimate(result.mean(name), *result.interval(name), language)


# ---- plots -----------------------------------------------------------------------------------------------------------


def plot(results: Sequence[Counts], measure: str, language: str = "en", labels: Sequence[str] = ()) -> str:
    """An SVG figure of one measure ("share": who won how often) for one result or several, one above the other.

    HedgekitError for a measure that is not counted, for results of different kinds and for one without games.
    """
    from . import plots  # here: counting begins quickly

    _check_language(language)
    for result in results:
        check_drawn(result, measure)
    if any(not result.games for result in results):
        raise HedgekitError("error.results.empty")
    if any(result.kind != results[0].kind for result in results):
        kinds = [result.kind for result in results]
        raise HedgekitError("error.results.kind", one=kinds[0], other=next(k for k in kinds if k != kinds[0]))
    if isinstance(labels, str) or not isinstance(labels, Iterable) or not all(isinstance(one, str) for one in labels):
        raise HedgekitError("error.results.label", said=str(labels)[:24])
    named = list(labels) or _labels(results, language)
    if len(named) != len(results):
        raise HedgekitError("error.results.labels", labels=len(named), results=len(results))
    if measure == "share":
        bars = [_shares(result, label) for result, label in zip(results, named, strict=True)]
        title = sentence(f"simulation.plot.share.{results[0].about}", language, {})
        return plots.shares(bars, title, sentence("simulation.share", language, {}), language)
    counted = [
        plots.Counted(label, result.tally(measure), result.mean(measure), result.interval(measure))
        for result, label in zip(results, named, strict=True)
    ]
    unit = name_of(measure, language)
    title = sentence(f"simulation.plot.counted.{results[0].about}", language, {"measure": unit})
    return plots.histograms(counted, title, unit, language)


def check_drawn(result: Counts, measure: object) -> None:
    """HedgekitError if this is not what a figure of such a result can show; it need not hold games yet."""
    known = ("share", *(name for name in result.tallied if name in result.measures))
    if not isinstance(measure, str) or measure not in known:
        raise HedgekitError("error.results.measure", name=str(measure)[:24], measures=known)


def _check_language(language: object) -> None:
    if not isinstance(language, str) or language not in languages():
        raise HedgekitError("cli.usage.language", name=str(language)[:24], languages=languages())


def name_of(measure: str, language: str) -> str:
    """A measure's name in words."""
    key = f"simulation.measure.{measure}"
    if key in words_of(language):
        return sentence(key, language, {})
    name, _, seat = measure.rpartition("_")
    return f"{sentence(f'simulation.seated.{name}', language, {})}, {seat}"


def _shares(result: Counts, label: str) -> "Shares":
    from .plots import Shares

    bars = [
        (f"{seat} {player}", result.share(seat), result.interval(f"share_{seat}"))
        for seat, player in zip(result.seats, result.players, strict=True)
    ]
    return Shares(label, tuple(bars), 1 / len(result.seats))


def _labels(results: Sequence[Counts], language: str) -> list[str]:
    """What tells results apart: their rules, or their players, or how many games."""
    tellers: tuple[Callable[[Counts], str], ...] = (
        lambda result: result.rules,
        lambda result: ", ".join(result.players if len(set(result.players)) > 1 else result.players[:1]),
    )
    told = [[teller(result) for result in results] for teller in tellers]
    for found in [*told, [", ".join(both) for both in zip(*told, strict=True)]]:
        if len(set(found)) == len(found):
            return found
    return [caption(result, language) for result in results]
