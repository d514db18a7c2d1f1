"""The command `rulebook`: serve the book, open it in JupyterLab, check its texts, in the reader's language.

Each subcommand is an entry of `COMMANDS`: its arguments and its function; its words are in `commands.toml` under its
name.  Its modules are imported when it runs.
"""

import math
import shutil
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hedgekit.games import ADDED
from hedgekit.notation.tokens import short
from hedgekit.terminal.arguments import OK, Command, Parser, Words, run
from hedgekit.terminal.output import Terminal, printable
from hedgekit.version import __version__
from rulebook.text.commands import sentences_in
from rulebook.text.extras import need

if TYPE_CHECKING:
    from rulebook.collation.out import command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 success, 1 a negative answer, 2 an error."""
    return run("rulebook", __version__, COMMANDS, sentences_in, argv, (OSError, ValueError))


def _printer(terminal: Terminal) -> Callable[..., None]:
    """Return a function that prints a sentence of `commands.toml`, given its key and values."""
    words = sentences_in(terminal.language)
    return lambda key, /, **values: terminal.lines([printable(words(f"said.{key}", **values))])


def _number(words: Words, name: str, low: float, high: float, kind: type = int) -> Callable[[str], Any]:
    """Return an argument type: a number within bounds."""

    def number(word: str) -> Any:
        try:
            value = kind(word)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise ArgumentTypeError(words("error.number", word=short(word), name=name, low=low, high=high))
        return value

    return number


def _folder(words: Words) -> Callable[[str], Path]:
    """Return an argument type: an existing folder."""

    def folder(word: str) -> Path:
        if not Path(word).is_dir():
            raise ArgumentTypeError(words("error.folder", word=short(word)))
        return Path(word)

    return folder


def _takes_json(parser: Parser, words: Words, what: str = "json") -> None:
    parser.options.add_argument("--json", action="store_true", help=words(what))


def _message_terminal(chosen: Namespace, terminal: Terminal) -> Terminal:
    """Return the terminal for messages: standard error if JSON goes to standard output."""
    return Terminal(terminal.language, sys.stderr) if chosen.json else terminal


# ---- serve -----------------------------------------------------------------------------------------------------------


def _takes_address(parser: Parser, words: Words, port: int) -> None:
    """Declare the arguments of a server; port: the default."""
    host, add = "127.0.0.1", parser.options.add_argument
    free = _number(words, "--port", 0, 65535)
    add("--host", metavar="ADDRESS", default=host, help=words("host", default=host))
    add("--port", metavar="NUMBER", default=port, type=free, help=words("port", default=port))
    add("--no-browser", action="store_false", dest="browser", help=words("no_browser"))
    _takes_json(parser, words, "json_address")


def _announcer(key: str, chosen: Namespace, terminal: Terminal) -> Callable[[str], None]:
    """Return a function that prints the address of the book when it is ready."""

    def announce(address: str) -> None:
        if chosen.json:
            terminal.json({"address": address})
        else:
            _printer(terminal)(key, address=address)

    return announce


def _takes_serve(parser: Parser, words: Words) -> None:
    _takes_address(parser, words, 8866)
    add = parser.options.add_argument
    numbers: dict[str, tuple[str, int | None, int, int]] = {
        "warm": ("NUMBER", 1, 0, 20), "idle": ("MINUTES", 30, 1, 10**6),
        "readers": ("NUMBER", None, 0, 100_000),
    }  # fmt: skip
    add("--base-url", metavar="PATH", default="/", help=words("serve_about.base_url", default="/"))
    for name, (metavar, default, low, high) in numbers.items():
        fits = _number(words, f"--{name}", low, high)
        about = words(f"serve_about.{name}", default=MOST if default is None else default)
        add(f"--{name}", metavar=metavar, default=default, type=fits, help=about)
    add("--notebooks", metavar="FOLDER", type=_folder(words), help=words("notebooks"))
    add("--public", action="store_true", help=words("serve_about.public"))
    add("--static-site", metavar="URL", default="", help=words("serve_about.static_site"))
    add("--name", metavar="HOST", dest="names", action="append", default=[], help=words("serve_about.name"))
    add("--proxied", action="store_true", help=words("serve_about.proxied"))


MOST = 200
"""Default limit of simultaneous readers of a public server."""


def _serve(chosen: Namespace, terminal: Terminal) -> int:
    need("book")
    from rulebook.kernel import widgets

    widgets.install()  # before boards are imported: there is no Jupyter kernel
    from rulebook.publish import paths
    from rulebook.publish.server import app

    aside = ("loaded", "command", "json", "language", "notebooks")
    given = {key: value for key, value in vars(chosen).items() if key not in aside}
    given["readers"] = (MOST if chosen.public else 0) if chosen.readers is None else chosen.readers
    given["names"] = tuple(given["names"])
    folder = (chosen.notebooks or paths.notebooks()).resolve()
    return app.serve(app.Settings(folder, **given), _announcer("open", chosen, terminal))


# ---- lab -------------------------------------------------------------------------------------------------------------


def _lab(chosen: Namespace, terminal: Terminal) -> int:
    need("book", "lab")
    from rulebook.publish import lab as jupyterlab

    folder = _editable_notebooks(_printer(_message_terminal(chosen, terminal)))
    return jupyterlab.run(folder, chosen.host, chosen.port, chosen.browser, _announcer("lab", chosen, terminal))


def _editable_notebooks(tell: Callable[..., None]) -> Path:
    """Return a folder of notebooks that the reader may edit."""
    from rulebook.publish import paths

    folder = paths.notebooks()
    if not paths.in_checkout():
        copy = Path("rulebook-notebooks")
        exists = copy.is_dir()
        if not exists:
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        tell("mine" if exists else "copied", folder=copy.resolve())
        folder = copy
    return folder.resolve()


# ---- build -----------------------------------------------------------------------------------------------------------


def _takes_build(parser: Parser, words: Words) -> None:
    add = parser.options.add_argument
    add("--out", metavar="FOLDER", required=True, type=Path, help=words("build_about.out"))
    add("--notebooks", metavar="FOLDER", type=_folder(words), help=words("notebooks"))
    _takes_json(parser, words, "build_about.json")


def _build(chosen: Namespace, terminal: Terminal) -> int:
    need("book")
    from rulebook.publish import paths
    from rulebook.publish.static import build as static

    notebooks = (chosen.notebooks or paths.notebooks()).resolve()
    aside = _message_terminal(chosen, terminal)
    made = static.build(notebooks, chosen.out, lambda line: aside.lines([printable(line)]))
    size, folder = sum(map(len, made.files.values())), chosen.out.resolve()
    if chosen.json:
        terminal.json({"files": len(made.files), "bytes": size, "folder": str(folder)})
    else:
        _printer(terminal)("built", files=len(made.files), size=f"{size / 1e6:.1f}", folder=folder)
    return OK


# ---- check, collate --------------------------------------------------------------------------------------------------


def _takes_check(parser: Parser, words: Words) -> None:
    _takes_json(parser, words, "check_about.json")


def _check(chosen: Namespace, terminal: Terminal) -> int:
    from rulebook.learning import lessons
    from rulebook.publish import paths
    from rulebook.text import checking

    problems = checking.check(terminal.language, paths.notebooks())
    problems += [one.text(terminal.language) for game in ADDED for one in lessons.faults(game)]
    if chosen.json:
        terminal.json({"problems": problems})
        return 1 if problems else OK
    if not problems:
        _printer(terminal)("complete")
        return OK
    print("\n".join([*problems, sentences_in(terminal.language)("said.problems", many=len(problems))]), file=sys.stderr)
    return 1


WRITTEN = ("out", "facts", "html", "pairs", "apparatus")


def _takes_collate(parser: Parser, words: Words) -> None:
    for name in ("A", "B"):
        parser.positionals.add_argument(name, type=Path, help=words("collate_about.witness"))
    parser.positionals.add_argument("C", type=Path, nargs="*", help=words("collate_about.more"))
    for name in (*WRITTEN, "decisions"):
        parser.options.add_argument(f"--{name}", metavar="FILE", type=Path, help=words(f"collate_about.{name}"))
    _takes_json(parser, words, "collate_about.json")


def _collate(chosen: Namespace, terminal: Terminal) -> int:
    need("desk")
    from rulebook.collation.out import command

    language, wanted = _language(terminal), {name: path for name in WRITTEN if (path := getattr(chosen, name))}
    found = command.run([chosen.A, chosen.B, *chosen.C], wanted, chosen.decisions, language)
    return _print_findings(found, chosen, terminal, language)


def _language(terminal: Terminal) -> str:
    """Return the language of findings on a terminal."""
    from rulebook.text import words

    return terminal.language if terminal.language in words.LANGUAGES else words.SOURCE


def _print_findings(found: "command.Found", chosen: Namespace, terminal: Terminal, language: str) -> int:
    from rulebook.collation.out.terminal import show, show_readings

    if chosen.json:
        terminal.json(found.plain(language))
        return OK
    terminal.lines([printable(found.summary)])
    if not (chosen.out or chosen.html):
        show(found.findings, terminal, language)
        if found.readings and not chosen.apparatus:
            show_readings(found.readings, terminal, language)
    return OK


OF_TRANSLATION = ("out", "html", "pairs")
TELL = ("sure", "balanced", "more")  # as in `rulebook.collation.meaning.judging`, which is slow to import


def _takes_translation(parser: Parser, words: Words) -> None:
    for name, many in (("SOURCE", None), ("TARGET", "?")):
        parser.positionals.add_argument(name, nargs=many, type=Path, help=words(f"translation_about.{name.lower()}"))
    add = parser.options.add_argument
    parser.redefines_language = True
    add("--language", metavar="xx", default="", help=words("translation_about.language"))
    add("--from", dest="of", metavar="xx", default="", help=words("translation_about.from"))
    add("--tell", choices=TELL, default="balanced", help=words("translation_about.tell", default="balanced"))
    for name in OF_TRANSLATION:
        add(f"--{name}", metavar="FILE", type=Path, help=words(f"collate_about.{name}"))
    _takes_json(parser, words, "collate_about.json")


def _translation(chosen: Namespace, terminal: Terminal) -> int:
    need("desk")
    from rulebook.collation.out import command

    language, wanted = _language(terminal), {name: path for name in OF_TRANSLATION if (path := getattr(chosen, name))}
    sides = chosen.SOURCE, chosen.TARGET, chosen.of, chosen.language
    found = command.translation(*sides, wanted, language, chosen.tell)
    return _print_findings(found, chosen, terminal, language)


COMMANDS = {
    "serve": Command(_serve, _takes_serve, loads="games"),
    "lab": Command(_lab, partial(_takes_address, port=8888)),
    "build": Command(_build, _takes_build, loads="games"),
    "check": Command(_check, _takes_check, loads="rules"),
    "collate": Command(_collate, _takes_collate),
    "translation": Command(_translation, _takes_translation),
}
"""The subcommands by name."""
