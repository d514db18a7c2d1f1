"""The command `rulebook`, run as a reader runs it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import hedgekit
from tests import serving
from tests.serving import STEMS, command, running, wait_until_gone


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=serving.ROOT, capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_version_and_help() -> None:
    assert run("--version").stdout == f"rulebook {hedgekit.__version__}\n"
    shown = run("--help").stdout
    assert all(name in shown for name in ("serve", "lab", "check"))


def test_starting_is_light() -> None:
    """Asking for help must not import servers."""
    code = (
        "import sys; from click.testing import CliRunner; from rulebook.cli import cli;"
        "CliRunner().invoke(cli, ['serve', '--help']);"
        "print(*[name for name in ('voila', 'tornado', 'ipywidgets', 'jupyter_server') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=serving.ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_serve_prints_its_address_serves_and_stops_cleanly(stop: signal.Signals) -> None:
    with running(command("serve", "--port", "0", "--no-browser")) as server:
        assert server.lines[-1] == f"The rulebook is open at {server.url}"
        with urllib.request.urlopen(server.url) as contents:
            assert contents.status == 200
        with urllib.request.urlopen(f"{server.url}voila/render/{STEMS[0]}.ipynb") as chapter:
            assert b"rb-chapter" in chapter.read()
        kernels = server.children()
        assert kernels
        server.process.send_signal(stop)
        rest = server.process.communicate(timeout=20)[0]
        assert server.process.returncode == 0
        assert rest == ""  # no traceback, no last words
        assert wait_until_gone(kernels) == []


def test_a_signal_during_the_start_is_obeyed() -> None:
    server = subprocess.Popen(command("serve", "--port", "0", "--no-browser"), cwd=serving.ROOT, stderr=subprocess.PIPE)
    time.sleep(0.7)
    server.terminate()
    assert server.wait(20) in (0, -signal.SIGTERM)
    assert b"Traceback" not in server.communicate()[1]


def test_a_taken_port_is_one_sentence_and_exit_code_2() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        for name in ("serve", "lab"):
            answer = run(name, "--port", port, "--no-browser")
            assert answer.returncode == 2
            assert answer.stderr.startswith(f"Error: Port {port} on 127.0.0.1 cannot be used")
            assert "--port 0" in answer.stderr
            assert answer.stderr.count("\n") == 1


def test_an_empty_folder_is_one_sentence(tmp_path: Path) -> None:
    answer = run("serve", "--port", "0", "--no-browser", "--notebooks", str(tmp_path))
    assert answer.returncode == 2
    assert "no chapter" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_base_url_is_in_every_link() -> None:
    with running(command("serve", "--port", "0", "--no-browser", "--base-url", "/book", "--warm", "0")) as server:
        assert server.url.endswith("/book/")
        with urllib.request.urlopen(server.url.rstrip("/")) as contents:
            text = contents.read().decode()
        assert f'href="/book/voila/render/{STEMS[0]}.ipynb"' in text
        assert 'href="/voila' not in text


def test_check_finds_the_texts_complete() -> None:
    answer = run("check")
    assert answer.returncode == 0, answer.stderr


def test_without_the_extra_the_command_says_what_to_install() -> None:
    code = (
        "import sys\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click': raise ModuleNotFoundError(name=name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "from rulebook.__main__ import main; main()"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=serving.ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr == "The command `rulebook` needs the extra `book`: pip install 'hedgekit[book]'\n"
