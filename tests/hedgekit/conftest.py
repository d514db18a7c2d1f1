"""The command `hedgekit`, as its tests call it."""

import sys
from io import BytesIO, TextIOWrapper
from types import SimpleNamespace

import pytest

from hedgekit.terminal.cli import main


@pytest.fixture
def run_encoded(monkeypatch, tmp_path):
    """Run the command in this process with output as bytes in a terminal's encoding; return code, stdout and stderr."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def command(coding, *arguments, typed=""):
        given = {"stdin": typed.encode(), "stdout": b"", "stderr": b""}
        streams = {name: TextIOWrapper(BytesIO(data), coding) for name, data in given.items()}
        with monkeypatch.context() as patch:
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            code = main(arguments)
            for stream in streams.values():
                stream.flush()
        out, err = (streams[name].buffer.getvalue().decode(coding) for name in ("stdout", "stderr"))
        return SimpleNamespace(code=code, stdout=out, stderr=err)

    return command


@pytest.fixture
def run_cli(run_encoded):
    """Run the command in this process: (arguments, typed input) -> exit code, output on one line, errors."""

    def command(*arguments, typed=""):
        done = run_encoded("utf-8", *arguments, typed=typed)
        return done.code, " ".join(done.stdout.split()), done.stderr

    return command
