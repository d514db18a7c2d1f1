"""How fast the engine plays: against the physical limit, against OpenSpiel, and as the work grows.

    python -m benchmarks.engine [--write] [--seconds 0.5] [--rounds 5] [playouts measured games ...]

All contestants are measured in one run, one after the other in several rounds, because rates move with the machine
and ratios do not.  Prints Markdown; with --write they take the place of their like in docs/benchmarks.md,
whose other chapters stay as they are.  Whoever cannot take part (no C compiler, no OpenSpiel) is named with
the reason.
"""

import argparse
import datetime
import importlib.metadata
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import hedgekit

from .limit import compiler
from .runs import Absent
from .tables import TABLES, Pace, markdown, written

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def processor() -> str:
    """The model of this machine's processor, as well as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def versions() -> Iterator[str]:
    """What was measured, with its version."""
    yield f"hedgekit {hedgekit.__version__}"
    yield f"{platform.python_implementation()} {platform.python_version()}"
    for name in ("wasmtime", "open_spiel"):
        try:
            yield f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            continue
    try:
        run = subprocess.run([compiler(), "--version"], capture_output=True, text=True)
        yield run.stdout.partition("\n")[0]
    except Absent:
        return


def head() -> str:
    """What the page is, when and where it was made."""
    machine = f"{processor()}, {os.cpu_count()} cores, {platform.system()}"
    if hasattr(os, "getloadavg"):
        machine += f", load before the run {os.getloadavg()[0]:.1f}"
    return "\n".join(
        [
            "# How fast the engine plays",
            "",
            "Made by `python -m benchmarks.engine --write`, but for its last chapters. "
            "Rates hold for one machine and one day, ratios travel.",
            "",
            f"{datetime.datetime.now(datetime.UTC).date()}, {machine}. {', '.join(versions())}.",
            "",
        ]
    )


def main(arguments: list[str] | None = None) -> None:
    """Print the tables, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("tables", nargs="*", metavar="table", help=f"of {', '.join(TABLES)}; all if none is named")
    parser.add_argument("--seconds", type=float, default=0.5, help="that a contestant plays in a round, about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put them into docs/benchmarks.md, too")
    given = parser.parse_args(arguments)
    if unknown := set(given.tables) - TABLES.keys():
        parser.error(f"no table {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    parts = [head()]
    print(parts[0], flush=True)
    for name in given.tables or TABLES:
        print(f"measuring: {name} ...", file=sys.stderr)
        parts.append(markdown(TABLES[name](Pace(given.seconds, given.rounds))))
        print(parts[-1], flush=True)
    if given.write:
        _, begun, others = PAGE.read_text("utf-8").partition("\n## ")
        page = parts[0] + begun + others
        PAGE.write_text(reduce(written, parts[1:], page), encoding="utf-8")


if __name__ == "__main__":
    main()
