"""The command `hedgekit simulate`: play many games, show progress, print the results."""

import argparse
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from ..games.race.rulesets.engines import ENGINES
from ..notation.tokens import short
from ..play.picture import png
from ..players.strength import PLAYER_KINDS
from ..simulation.tables import number
from ..text.errors import HedgekitError
from ..text.words import Note
from .arguments import INTERRUPTED, OK, Parser
from .files import create_file, write
from .output import Terminal

GAMES = 1000
BAR = 24  # characters
PNG = ".png"  # other plots are SVG


def add_arguments(parser: Parser, words: Callable[..., str]) -> None:
    """Declare the arguments."""

    def precise(word: str) -> tuple[str, float]:
        name, _, half = word.partition("=")
        if not re.fullmatch(r"[A-Za-z_]{1,40}", name) or not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", half):
            raise parser.invalid("error.simulation.precise", said=short(word))
        return name, float(half)

    def about(name: str, **values: object) -> str:
        return words(f"simulate_about.{name}", **values)

    parser.positionals.add_argument("rules", nargs="*", metavar="RULES", help=words("rules"))
    add = parser.options.add_argument
    add("--games", type=parser.integer, default=GAMES, metavar="N", help=about("games", default=GAMES))
    add("--players", default="random", metavar="WHO,WHO", help=about("players", players=", ".join(PLAYER_KINDS)))
    add("--seed", type=parser.integer, default=0, metavar="N", help=about("seed"))
    add("--series", action="store_true", help=about("series"))
    add("--precise", type=precise, action="append", default=[], metavar="MEASURE=HALF", help=about("precise"))
    add("--threads", type=parser.integer, metavar="N", help=about("threads"))
    add("--engine", default="auto", metavar="NAME", help=about("engine", engines=", ".join(ENGINES)))
    add("--json", action="store_true", help=about("json"))
    add("--plot", metavar="FILE", help=about("plot"))
    add("--measure", metavar="MEASURE", help=about("measure"))


def run(chosen: argparse.Namespace, terminal: Terminal) -> int:
    """Simulate and show the result, after Ctrl-C that of the games so far."""
    from ..simulation import simulate, simulate_series

    play = partial(
        simulate_series if chosen.series else simulate,
        " ".join(chosen.rules) or "0",
        chosen.games,
        chosen.players,
        chosen.seed,
        precise=dict(chosen.precise),
        engine=chosen.engine,
        threads=chosen.threads,
        columns=False,
    )
    measure = _measure_to_plot(chosen, play)
    line = Progress(terminal, sys.stderr)
    with interruptible() as stop:
        try:
            result = play(progress=line, cancel=stop, status=partial(_show_status, line, terminal))
        finally:
            line.close()
    if chosen.json:
        terminal.lines([result.to_json()])
    else:
        terminal.lines(result.table(terminal.language).text(terminal.encodable).split("\n"))
    if measure is not None and result.games:
        figure, path = result.plot(measure, language=terminal.language), Path(chosen.plot)
        write(path, png(figure) if chosen.plot.lower().endswith(PNG) else figure)
    return INTERRUPTED if stop.is_set() else OK


def _measure_to_plot(chosen: argparse.Namespace, play: Callable[..., Any]) -> str | None:
    """Return the measure to plot, if any; HedgekitError, before any game is played, if it cannot be plotted."""
    if chosen.plot is None:
        if chosen.measure is not None:
            raise HedgekitError("cli.usage.measure", name=short(chosen.measure))
        return None
    from ..simulation.plots import check_measure

    measure = str(chosen.measure or ("games" if chosen.series else "turns"))
    check_measure(play(cancel=lambda: True), measure)  # a result without games
    if chosen.plot.lower().endswith(PNG):
        png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')  # raises without the renderer
    create_file(Path(chosen.plot))
    return measure


def _show_status(line: "Progress", terminal: Terminal, note: Note) -> None:
    """Show the status of a simulation; a note about missing weights stays."""
    show = line.print if note.key == "simulation.status.unlearned" else line.say
    show(note.text(terminal.language))


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Set an event at Ctrl-C; a second one interrupts as usual."""
    stop = threading.Event()

    def on_interrupt(number: int, frame: Any) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, on_interrupt)
    except ValueError:  # not in the main thread: the caller handles Ctrl-C
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Progress:
    """A progress line; silent if the stream is not a terminal."""

    def __init__(self, terminal: Terminal, out: TextIO, key: str = "cli.simulate.progress") -> None:
        self._words, self._language, self._key = terminal.words, terminal.language, key
        self._out = out
        self._shown = out.isatty()
        self._width = terminal.width - 1
        self._begun = self._last = time.perf_counter()
        self._lock = threading.Lock()

    def __call__(self, done: int, total: int) -> None:
        """Show how many games are played, at most ten times a second."""
        now = time.perf_counter()
        if not self._shown or (now - self._last < 0.1 and done < total):
            return
        self._last = now
        full = BAR * done // total
        rate = done / max(now - self._begun, 1e-6)
        values: dict[str, object] = {"done": number(done, 0, self._language), "percent": 100 * done // total}
        left = (total - done) / rate if done else 0
        text = self._words(self._key, **values, rate=number(rate, 0, self._language), left=f"{left:.0f}")
        self._write(f"[{'#' * full}{'.' * (BAR - full)}] {text}")

    def say(self, text: str) -> None:
        """Show a sentence until the next output."""
        if self._shown:
            self._write(text)

    def print(self, text: str) -> None:
        """Print a sentence permanently, on a terminal or not."""
        self.close()
        with self._lock:
            self._out.write(f"{text}\n")

    def close(self) -> None:
        """Clear the line."""
        if self._shown:
            self._write("")

    def _write(self, text: str) -> None:
        with self._lock:
            self._out.write("\r" + text[: self._width].ljust(self._width) + ("\r" if not text else ""))
            self._out.flush()
