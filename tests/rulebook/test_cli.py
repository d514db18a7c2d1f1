"""The command `rulebook`, run as readers run it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import hedgekit
from rulebook.cli import COMMANDS
from rulebook.text import words
from tests import serving
from tests.sample import DAY, part, some
from tests.serving import STEMS, command, running

from .command import command as in_process

SECONDS = 15  # of CPU time: slow files start first


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=serving.ROOT, capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_version_and_help_are_printed() -> None:
    assert run("--version").stdout == f"rulebook {hedgekit.__version__}\n"
    shown = run("--help").stdout
    assert all(name in shown for name in ("serve", "lab", "check"))


def test_help_does_not_import_servers() -> None:
    code = (
        "import sys; from rulebook.cli import main; assert main(['serve', '--help']) == 0;"
        "heavy = ('voila', 'tornado', 'ipywidgets', 'jupyter_server', 'numba', 'numpy', 'mistune', 'jinja2');"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=serving.ROOT, capture_output=True, text=True, check=False)
    assert found.stderr == "[]\n"


@pytest.mark.parametrize(("lang", "open_", "no"), [("en", "usage: ", "Error: "), ("fr", "utilisation : ", "Erreur : ")])
def test_help_and_errors_are_in_the_chosen_language(lang: str, open_: str, no: str) -> None:
    texts = words.table("commands", lang)
    for name in COMMANDS:
        shown = in_process(name, "--help", language=lang)
        assert shown.exit_code == 0
        assert shown.stdout.startswith(open_)
        assert " ".join(texts[f"{name}_about.text"].split()) in " ".join(shown.stdout.split())
    wrong = in_process("serve", "--port", "99999", language=lang)
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith(no + texts["error.number"].format(word="99999", name="--port", low=0, high=65535))


WRONG = """serve --idle 0; serve --warm 21; serve --readers -1; serve --notebooks nowhere; serve --static-site no:x
measure --scale nan; measure --seed 1.5; build; collate a; zzz; check --zzz"""


@pytest.mark.parametrize("arguments", [line.split() for line in WRONG.replace(";", "\n").splitlines()], ids=" ".join)
def test_invalid_arguments_are_one_sentence_and_exit_code_2(arguments: list[str]) -> None:
    answer = in_process(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith("Error: ")
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize(("stop", "base"), some([(signal.SIGTERM, "/"), (signal.SIGINT, "/book/")], 2, DAY))
def test_serve_prints_its_address_serves_and_stops_cleanly(stop: signal.Signals, base: str) -> None:
    """Below any path, which is in every link."""
    arguments = command("serve", "--port", "0", "--no-browser", "--warm", "0", "--base-url", base.rstrip("/") or "/")
    with running(arguments) as server:
        assert server.lines[-1] == f"The rulebook is open at {server.url}"
        assert re.fullmatch(rf"http://[^/]+{base}", server.url)
        with urllib.request.urlopen(server.url.rstrip("/")) as contents:
            text = contents.read().decode()
        assert f'href="{base}voila/render/{STEMS[0]}.ipynb"' in text
        assert base == "/" or 'href="/voila' not in text
        if base != "/":  # one chapter is rendered
            with urllib.request.urlopen(f"{server.url}voila/render/{STEMS[0]}.ipynb") as chapter:
                assert b"rb-chapter" in chapter.read()
        server.process.send_signal(stop)
        rest = server.process.communicate(timeout=20)[0]
        assert server.process.returncode == 0
        assert rest == ""  # nothing is printed at the end


STOPPED = """import os, signal, sys; from rulebook import __main__; from rulebook.publish.server import app
app.Server.init_settings = lambda self: os.kill(os.getpid(), signal.SIGTERM) or super(app.Server, self).init_settings()
sys.exit(__main__.main())"""


@pytest.mark.parametrize("when", some(["while it is imported", "before it listens"], 2, DAY))
def test_a_signal_during_the_start_stops_the_server(when: str) -> None:
    arguments = command("serve", "--port", "0", "--no-browser")
    if when == "before it listens":
        arguments = [sys.executable, "-c", STOPPED, *arguments[arguments.index("serve") :]]
    server = subprocess.Popen(arguments, cwd=serving.ROOT, stderr=subprocess.PIPE)
    if when == "while it is imported":
        time.sleep(0.7)
        server.terminate()
    printed = server.communicate(timeout=60)[1].decode()
    assert server.returncode in (0, -signal.SIGTERM), printed
    assert "Traceback" not in printed


def test_a_taken_port_is_one_sentence_and_exit_code_2() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        for name in part(("serve", "lab"), 2):
            answer = run(name, "--port", port, "--no-browser")
            assert answer.returncode == 2
            assert answer.stderr.startswith(f"Error: Port {port} on 127.0.0.1 cannot be used")
            assert "--port 0" in answer.stderr
            assert answer.stderr.count("\n") == 1


def test_a_folder_without_chapters_is_an_error(tmp_path: Path) -> None:
    answer = run("serve", "--port", "0", "--no-browser", "--notebooks", str(tmp_path))
    assert answer.returncode == 2
    assert "no chapter" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_check_finds_no_problems() -> None:
    answer = run("check", "--json")
    assert (answer.returncode, json.loads(answer.stdout)) == (0, {"problems": []})


HANDS = Path(__file__).parent / "collation" / "hands" / "1"


def test_every_command_can_print_json_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        assert "--json" in in_process(name, "--help").stdout
    pair = HANDS / "source.txt", tmp_path / "target.txt"
    whole = (HANDS / "target.txt").read_text("utf-8").rstrip()
    pair[1].write_text(whole[: whole.rindex("\n\n")], "utf-8")  # without its last clause
    calls = {
        "collate": ("collate", pair[0], pair[0], "--out", tmp_path / "a.json"),
        "translation": ("translation", *pair, "--out", tmp_path / "b.json"),
    }
    for name, arguments in calls.items():
        done = in_process(*arguments, "--json", language="en")
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        printed = json.loads(done.stdout)
        assert printed["findings"] == json.loads(Path(arguments[-1]).read_text("utf-8"))
        assert bool(printed["findings"]) == (name == "translation")


@pytest.mark.parametrize(
    ("extra", "module", "arguments"),
    [
        ("book", "voila", ["serve"]),
        ("lab", "jupyterlab", ["lab"]),
        ("desk", "rapidfuzz", ["collate", "a.txt", "b.txt"]),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(extra: str, module: str, arguments: list[str]) -> None:
    code = (
        "import importlib.util, sys\n"
        "find = importlib.util.find_spec\n"
        f"importlib.util.find_spec = lambda name, package=None: None if name == {module!r} else find(name, package)\n"
        f"sys.argv[1:] = [*{arguments}, '--language', 'en']\n"
        "from rulebook.__main__ import main; sys.exit(main())"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=serving.ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert (
        answer.stderr == f"Error: This needs the extra `{extra}`: pip install 'hedgekit[{extra}]' (missing: {module})\n"
    )
