"""Read and run command lines: argparse, with messages in the reader's language."""

import argparse
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn

from .. import games
from ..game_check import failure
from ..games.race.variants.house_rules.registry import current, set_current, using
from ..notation.tokens import short
from ..text.errors import HedgekitError
from ..text.words import TableError, languages, sentence
from .output import TRANSLITERATE, OutputError, Terminal, printable, writing

OK, BAD_INPUT, OUTPUT_FAILED, INTERRUPTED = 0, 2, 74, 130
Words = Callable[..., str]
"""A function from a key, and values to insert, to a sentence of a command line."""

_ARGPARSE_MESSAGES = {  # a message of argparse -> the key of our sentence; "" if it quotes one
    r"the following arguments are required: (?P<names>.*)": "missing",
    r"unrecognized arguments: (?P<names>.*)": "unknown",
    r"argument \S+: ignored explicit argument (?P<names>.*)": "unknown",
    r"argument (?P<name>\S+): expected one argument": "value",
    r"argument (?P<option>--\S+): invalid choice: '?(?P<name>.*?)'? \(choose from (?P<choices>.*)\)": "choice",
    r"argument \S+: invalid choice: '?(?P<name>.*?)'? \(choose from (?P<commands>.*)\)": "command",
    r"argument [^:]+: (?P<said>.*)": "",
}


def language_of(arguments: Sequence[str]) -> str:
    """Return the language chosen by --language or the environment, English by default."""
    environment = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    wanted = [re.split(r"[_.@-]", one)[0].lower() for one in (*values_of("--language", arguments), environment)]
    return next((language for language in wanted if language in languages()), "en")


def values_of(option: str, arguments: Sequence[str]) -> list[str]:
    """Return the values of an option on a command line that is not parsed yet."""
    values = [value for word, value in pairwise(arguments) if word == option]
    return values + [word.partition("=")[2] for word in arguments if word.startswith(f"{option}=")]


class Parser(argparse.ArgumentParser):
    """An argument parser whose messages are in one language.

    positionals, options: the groups to add arguments to, before `close`; redefines_language: whether --language has
    another meaning for the command.
    """

    redefines_language = False

    def __init__(self, language: str, about: str, **passed: Any) -> None:
        class Formatter(argparse.RawDescriptionHelpFormatter):
            def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
                usual = sentence("cli.help.usage", language, {})
                super().add_usage(usage, actions, groups, usual if prefix is None else prefix)

        self.language = language
        about = textwrap.fill(about, min(78, shutil.get_terminal_size().columns - 2))
        super().__init__(description=about, formatter_class=Formatter, add_help=False, allow_abbrev=False, **passed)
        self.positionals = self.add_argument_group(sentence("cli.help.arguments", language, {}))
        self.options = self.add_argument_group(sentence("cli.help.options", language, {}))

    def close(self) -> None:
        """Add the options that all commands share, which come last."""
        text = sentence("cli.help.language", self.language, {"languages": ", ".join(languages())})
        add = self.options.add_argument
        if not self.redefines_language:
            add("--language", metavar="xx", type=self._language, default=argparse.SUPPRESS, help=text)
        add("-h", "--help", action="help", help=sentence("cli.help.help", self.language, {}))

    def add_with(self, kind: str) -> None:
        """Add --with, for rules or games to load; `run` loads them before it parses anything else."""
        text = sentence(f"cli.help.with_{kind}", self.language, {})
        metavar = {"rules": "FILE", "games": "FOLDER"}[kind]
        self.options.add_argument("--with", dest="loaded", metavar=metavar, action="append", default=[], help=text)

    def _language(self, word: str) -> str:
        if word not in languages():
            raise self.invalid("cli.usage.language", name=short(word), languages=languages())
        return word

    def invalid(self, key: str, **values: object) -> argparse.ArgumentTypeError:
        """Return the error for an invalid argument, for a `type` to raise."""
        return argparse.ArgumentTypeError(sentence(key, self.language, values))

    def integer(self, word: str) -> int:
        """Parse an integer, such as 5000 or 1e6; for use as a `type`."""
        if re.fullmatch("[0-9]{1,99}", word):
            return int(word)
        if re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?e[0-9]{1,2}", word) and float(word).is_integer():
            return int(float(word))
        raise self.invalid("cli.usage.whole", word=short(word))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # subcommands call it, too
        """Parse arguments and refuse unknown ones."""
        chosen, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return chosen, unknown

    def _print_message(self, message: str, file: Any = None) -> None:  # argparse ignores output errors
        with writing():
            print(message, end="", file=file or Terminal(self.language).out, flush=True)

    def error(self, message: str) -> NoReturn:
        """Print one sentence on what is wrong, and exit with 2."""
        text = message
        for pattern, key in _ARGPARSE_MESSAGES.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                values = {name: word.replace("'", "") for name, word in found.groupdict().items()}
                text = sentence(f"cli.usage.{key}", self.language, values) if key else found["said"]
                break
        text = sentence("cli.see", self.language, {"said": text, "prog": self.prog})
        self.exit(2, printable(sentence("cli.error", self.language, {"said": text})) + "\n")


class Completion(argparse.Action):
    """Print a shell completion script for this command line, made by shtab."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        """Print the script and exit with 0; HedgekitError without shtab."""
        try:
            import shtab
        except ImportError as error:
            raise HedgekitError("cli.usage.no_shtab") from error
        todo = [parser]
        while todo:
            for action in todo.pop()._actions:
                if isinstance(action.choices, Mapping):
                    todo += action.choices.values()
                elif str(action.metavar).startswith("FILE"):
                    action.complete = shtab.FILE
        parser._print_message(f"{shtab.complete(parser, values)}\n")
        parser.exit()


@dataclass(frozen=True)
class Command:
    """A command.  run(chosen, terminal) returns the exit code; add_arguments(parser, words) declares its arguments.

    loads: what --with can load: "rules" (and games) or "games"; "" without this option.
    """

    run: Callable[[argparse.Namespace, Terminal], int]
    add_arguments: Callable[[Parser, Words], None] = lambda parser, words: None
    loads: str = ""


def run(
    prog: str,
    version: str,
    commands: Mapping[str, Command],
    words_of: Callable[[str], Words],
    argv: Sequence[str] | None = None,
    reported: tuple[type[Exception], ...] = (HedgekitError,),
) -> int:
    """Run a command line and return its exit code: the command's own, 2 for bad input, 74 if output fails.

    words_of: language -> its sentences: "about", and for each command its name, `<name>_about.text` and `.examples`;
    reported: errors that are reported in one sentence.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace" if stream is sys.stdin else TRANSLITERATE)
    language = language_of(arguments)
    try:
        with using(current()):
            for name in values_of("--with", arguments):
                games.add(name) if games.is_game(name) else set_current(current().with_rule(name))
            games.share()
            parser = parser_of(prog, version, commands, language, words_of(language))
            if not arguments:
                parser.print_help()
                return BAD_INPUT
            chosen = parser.parse_args(arguments)
            code = commands[chosen.command].run(chosen, Terminal(language))
            with writing():
                sys.stdout.flush()
    except BrokenPipeError:  # the other end of the pipe was closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OutputError as error:
        _print_error(sentence("cli.unwritable", language, {"why": error}))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else the buffered rest fails again at exit
        return OUTPUT_FAILED
    except TableError as broken:  # untranslated, as the tables are broken
        _print_error(str(broken))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if not isinstance(said := failure(error), reported):
            raise
        _print_error(sentence("cli.error", language, {"said": said}))
        return BAD_INPUT
    except SystemExit as done:  # argparse, after --help or a wrong argument
        return done.code if isinstance(done.code, int) else OK
    return code


def _print_error(text: str) -> None:
    """Write to standard error; if that fails, the exit code is enough."""
    try:
        print(printable(text), file=sys.stderr)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def parser_of(prog: str, version: str, commands: Mapping[str, Command], language: str, words: Words) -> Parser:
    """Return the parser of a command line with all its subcommands."""

    def label(key: str) -> str:
        return sentence(f"cli.help.{key}", language, {})

    parser = Parser(language, words("about"), prog=prog)
    subparsers = parser.add_subparsers(title=label("commands"), dest="command", metavar=label("command"), required=True)
    for name, command in commands.items():
        about, examples = (words(f"{name}_about.{part}") for part in ("text", "examples"))
        one = subparsers.add_parser(name, help=words(name), language=language, about=about, epilog=examples.strip("\n"))
        command.add_arguments(one, words)
        if command.loads:
            one.add_with(command.loads)
        one.close()
    shells: dict[str, Any] = {"choices": ("bash", "zsh", "tcsh"), "metavar": "SHELL", "default": argparse.SUPPRESS}
    parser.options.add_argument("--print-completion", action=Completion, help=label("completion"), **shells)
    parser.options.add_argument("--version", action="version", version=f"{prog} {version}", help=label("version"))
    parser.close()
    return parser
