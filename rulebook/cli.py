"""The command `rulebook`: serve the book, open it in JupyterLab, check its texts.

Built on click: one small dependency with no others of its own. What a command needs is imported when it runs.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from rulebook.text.words import LANGUAGES

Command = Callable[..., Any]

NEEDS_BOOK = "This needs the extra `book`: pip install 'hedgekit[book]'"


def _need(*modules: str) -> None:
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        raise click.ClickException(f"{NEEDS_BOOK} (missing: {', '.join(missing)})")


@contextmanager
def _sentences(*expected: type[Exception]) -> Iterator[None]:
    """Turn the errors that people can mend into one sentence and exit code 2."""
    try:
        yield
    except expected as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)


def _say(line: str) -> None:
    click.echo(line)


def _version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        import hedgekit

        click.echo(f"rulebook {hedgekit.__version__}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version and exit."
)
def cli() -> None:
    """The interactive rulebook of Les Hérissons pressés (Igel Ärgern)."""


def _where(port: int) -> Callable[[Command], Command]:
    """The options that say where to serve; `port` is the usual one."""
    options = (
        click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="Address to listen on."),
        click.option(
            "--port", metavar="NUMBER", default=port, show_default=True, type=click.IntRange(0, 65535),
            help="Port to listen on; 0 takes a free one.",
        ),
        click.option(
            "--browser/--no-browser", default=True, help="Open a browser, where there is one, or not.  [default: open]"
        ),
    )  # fmt: skip

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@cli.command(short_help="Serve the book as web pages.")
@_where(port=8866)
@click.option(
    "--base-url", metavar="PATH", default="/", show_default=True, help="What all addresses begin with, behind a proxy."
)
@click.option(
    "--warm", metavar="NUMBER", default=1, show_default=True, type=click.IntRange(0, 20),
    help="How many readers find a likely chapter ready to play; each takes a process.",
)  # fmt: skip
@click.option(
    "--idle", metavar="MINUTES", default=60, show_default=True, type=click.IntRange(1),
    help="How long the process of a page that nobody uses is kept.",
)  # fmt: skip
@click.option(
    "--notebooks", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Serve the notebooks of this folder instead of the book's own.",
)  # fmt: skip
@click.option(
    "--public", is_flag=True, help="For strangers: with limits, a policy for scripts, logs without personal data."
)
@click.option(
    "--readers", metavar="NUMBER", type=click.IntRange(0, 1000),
    help="How many readers there may be at once, 0 for any number.  [default: 20 with --public, else 0]",
)  # fmt: skip
@click.option(
    "--memory", metavar="MIB", default=512, show_default=True, type=click.IntRange(256),
    help="How much memory the process of a reader may use, with --public.",
)  # fmt: skip
@click.option("--static-site", metavar="URL", default="", help="Where readers are sent who find the book full.")
@click.option(
    "--proxied", is_flag=True, help="A proxy before this server tells who asked for what (X-Forwarded-*): trust it."
)
def serve(notebooks: Path | None, readers: int | None, memory: int, **given: Any) -> None:
    """Serve the book as web pages, print the address, and open a browser there.

    Control-C stops it.
    """
    _need("voila", "ipywidgets", "anywidget", "ipykernel")
    from rulebook.publish import limits, places, server

    with _sentences(server.PortTaken, FileNotFoundError, ValueError):
        folder = (notebooks or places.notebooks()).resolve()
        most = readers if readers is not None else 20 if given["public"] else 0
        kernel = limits.Limits(memory=memory)
        sys.exit(server.serve(server.Settings(folder, readers=most, limits=kernel, **given), _say))


@cli.command(short_help="Open the notebooks in JupyterLab.")
@_where(port=8888)
def lab(host: str, port: int, browser: bool) -> None:
    """Open the same notebooks in JupyterLab, to read, run and change them.

    In a checkout they are opened in place. An installed package copies them to ./rulebook-notebooks the first time;
    what you change there is kept. Control-C stops it.
    """
    _need("jupyterlab", "ipywidgets", "anywidget", "ipykernel")
    from rulebook.publish import lab as jupyterlab
    from rulebook.publish import places, server

    with _sentences(server.PortTaken, FileNotFoundError):
        sys.exit(jupyterlab.run(_to_edit(places), host, port, browser, _say))


def _to_edit(places: ModuleType) -> Path:
    """Find the notebooks that a reader may change."""
    folder: Path = places.notebooks()
    if not places.in_checkout():
        mine = Path("rulebook-notebooks")
        if mine.is_dir():
            click.echo(f"Opening your copy of the notebooks in {mine.resolve()}")
        else:
            shutil.copytree(folder, mine, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
            click.echo(f"The notebooks were copied to {mine.resolve()}: change them as you like.")
        folder = mine
    return folder.resolve()


@cli.command(short_help="Write the book as a static site.")
@click.option(
    "--out", metavar="FOLDER", required=True, type=click.Path(file_okay=False, path_type=Path),
    help="Where to write it; a site that is there already is replaced.",
)  # fmt: skip
@click.option(
    "--plain", is_flag=True, help="Leave the modules uncompiled: needs no node while building, and pages start slower."
)
@click.option(
    "--notebooks", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the notebooks of this folder instead of the book's own.",
)  # fmt: skip
def build(out: Path, plain: bool, notebooks: Path | None) -> None:
    """Write the whole book as a site for any web host, where Python runs in the readers' browsers.

    What the site is made of beside the book is fetched once from the package registries, checked and kept. To look at
    it: python -m http.server --directory FOLDER
    """
    _need("traitlets", "mistune", "jinja2", "platformdirs")
    from rulebook.publish import places
    from rulebook.publish.static import build as static

    with _sentences(static.FetchError, static.CellError, static.FolderTaken, FileNotFoundError):
        made = static.build((notebooks or places.notebooks()).resolve(), out, _say, plain)
        _say(f"{len(made.files)} files, {sum(map(len, made.files.values())) / 1e6:.1f} MB, are in {out.resolve()}")


@cli.command(short_help="Check the texts of all languages.")
def check() -> None:
    """Say what is there in one language and missing or stale in another."""
    from rulebook.text import checking

    problems = checking.check()
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        sys.exit(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found.")
    click.echo("Every text is there in every language.")


@cli.command(short_help="Collate two witnesses of the rules.")
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Findings as JSON, or CSV."
)
@click.option("--facts", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Facts of both as JSON.")
@click.option("--html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="A report to read.")
@click.option(
    "--pairs", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Aligned sentences as TMX, or CSV."
)
@click.option(
    "--decisions", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
    help="What was decided at the desk: rejected findings are left out, others classed anew.",
)  # fmt: skip
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Of notes and report."
)
def collate(
    a: Path,
    b: Path,
    out: Path | None,
    facts: Path | None,
    html: Path | None,
    pairs: Path | None,
    decisions: Path | None,
    language: str,
) -> None:
    """Collate A and B, two witnesses of the rules: text, HTML, PDF or Word.

    Says how many differences there are; the files get them all. A file that ends in .csv is written as CSV.
    """
    _need("rapidfuzz", "snowballstemmer", "charset_normalizer", "pypdf", "docx")
    from rulebook.collation import command
    from rulebook.collation.errors import CollationError

    with _sentences(CollationError, OSError):
        _say(command.run(a, b, command.Wanted(out, facts, html, pairs), decisions, language))


@cli.command(short_help="Measure the authors' table by playing.")
@click.option("--games", is_flag=True, help="Measure the sister games instead: length, first player, options.")
@click.option("--seed", type=click.IntRange(0, 2**24 - 1), default=1, show_default=True, help="Of all games.")
@click.option("--scale", type=click.FloatRange(0.001, 100), default=1.0, show_default=True, help="How many games.")
@click.option(
    "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Instead of the book's file."
)
@click.option("--only", metavar="ROWS", help="Keep the other figures: 18,29+37 (variants), hekla (with --games).")
def measure(games: bool, seed: int, scale: float, out: Path | None, only: str | None) -> None:
    """Play the games behind the chapter on choosing and write what they say of the authors' claims.

    Took three quarters of an hour on two busy processors; needs the extra `fast` for that. With --games, the figures in
    the chapters of the sister games.
    """
    import json

    from rulebook.measuring import authors as measuring
    from rulebook.measuring import claims
    from rulebook.measuring import sisters as statistics

    path = out or Path(claims.__file__).parent / "data" / (statistics.FILE if games else claims.FILE)
    chosen = only.split(",") if only else []
    with _sentences(ValueError):
        if not games:
            engine = "universal" if importlib.util.find_spec("numba") else "interpreted"
            found = measuring.measured(seed, scale, engine, _say, chosen)
        elif chosen:
            found = statistics.renewed(tuple(chosen), seed, scale, _say)
        else:
            found = statistics.measure(seed, scale, _say)
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    _say(f"Written to {path}.")
