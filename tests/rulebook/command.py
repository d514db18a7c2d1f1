"""The command `rulebook`, run in this process."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass

from rulebook.cli import main


@dataclass(frozen=True)
class Done:
    """The result of a command."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


def command(*arguments: object, language: str = "en") -> Done:
    """Run it with these arguments, in a language."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*map(str, arguments), "--language", language])
    return Done(code, out.getvalue(), err.getvalue())


def measure(*arguments: object) -> Done:
    """Run `python -m tools.measure` in this process."""
    from tools.measure.__main__ import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(list(map(str, arguments)))
    return Done(code, out.getvalue(), "")
