"""The command `hedgekit simulate`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import psutil
import pytest

import hedgekit
from hedgekit.games.race.rulesets.engines import ENGINES
from hedgekit.terminal.output import Terminal
from hedgekit.terminal.simulate import Progress

SHORT = ("simulate", "0 players=2", "--games", "30", "--engine", "interpreted")


def test_the_table_of_the_result_is_printed(run_cli):
    code, out, err = run_cli(*SHORT, "--players", "greedy,random", "--seed", "7")
    result = hedgekit.simulate("0 players=2", 30, ("greedy", "random"), 7, engine="interpreted")
    assert code == 0
    assert out.split() == str(result.table()).split()
    assert not err  # no progress unless stderr is a terminal
    french = run_cli(*SHORT, "--players", "greedy,random", "--seed", "7", "--language", "fr")[1]
    assert french.split() == str(result.table("fr")).split()


def test_json_reads_back(run_cli):
    code, out, _ = run_cli(*SHORT, "--json")
    assert code == 0
    assert hedgekit.Result.from_json(out) == hedgekit.simulate("0 players=2", 30, engine="interpreted")


def test_a_precision_ends_a_simulation_early(run_cli):
    code, out, _ = run_cli(*SHORT[:2], "--games", "1e6", "--precise", "turns=5", "--precise", "share_A=0.1", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["complete"]
    assert data["games"] < 1000
    assert data["summary"]["turns"]["high"] - data["summary"]["turns"]["low"] <= 10


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_can_be_chosen_by_name(run_cli, monkeypatch, engine):
    """The command accepts every engine of simulations and passes its name on."""
    engines, played = [], hedgekit.simulate("0 players=2", 5, engine="interpreted")
    monkeypatch.setattr("hedgekit.simulation.simulate", lambda *_, engine, **__: engines.append(engine) or played)
    assert run_cli("simulate", "0 players=2", "--games", "5", "--engine", engine, "--json")[0] == 0
    assert engines == [engine]


@pytest.mark.parametrize(
    ("arguments", "title"),
    [((), "Games by turns"), (("--measure", "share"), "Who wins how often"), (("--series",), "Series by games")],
)
def test_plots_are_written(run_cli, tmp_path, arguments, title):
    file = tmp_path / "figure.svg"
    assert run_cli("simulate", "19 players=2", "--games", "5", "--plot", str(file), *arguments)[0] == 0
    assert f">{title}</title>" in file.read_text("utf-8")


@pytest.mark.parametrize("measure", ["turns", "share"])
def test_a_plot_is_a_png_by_its_file_name(run_cli, tmp_path, measure):
    """It is twice the size of the SVG and has its colours."""
    image = pytest.importorskip("PIL.Image")
    for name in ("figure.svg", "figure.PNG"):
        assert run_cli(*SHORT, "--plot", str(tmp_path / name), "--measure", measure)[0] == 0
    drawn = image.open(tmp_path / "figure.PNG")
    assert (drawn.format, drawn.width) == ("PNG", 840)
    assert drawn.height == 2 * int(re.search(r"viewBox=\"0 0 420 (\d+)", (tmp_path / "figure.svg").read_text())[1])
    colours = [colour for _, colour in drawn.convert("RGB").getcolors(1 << 20)]
    assert {(63, 135, 201), (255, 255, 255)} <= set(colours)


def test_without_a_renderer_a_png_is_refused_before_playing(run_cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, out, err = run_cli(*SHORT, "--plot", "figure.png")
    assert (code, out, "hedgekit[png]" in err) == (2, "", True)


@pytest.mark.parametrize("arguments", [("--measure", "luck"), ("--precise", "luck=1"), ("--threads", "0")])
def test_invalid_arguments_are_refused_before_playing(run_cli, tmp_path, monkeypatch, arguments):
    monkeypatch.setattr("hedgekit.simulation.runner.play", lambda task: pytest.fail("played"))
    file = tmp_path / "figure.svg"
    code, out, err = run_cli(*SHORT, "--plot", str(file), *arguments)
    assert (code, out) == (2, "")
    assert err
    assert not file.exists()


def test_a_plot_overwrites_no_file_and_a_failed_one_loses_no_games(run_cli, tmp_path, monkeypatch):
    file = tmp_path / "notes.txt"
    file.write_text("precious", "utf-8")
    code, out, err = run_cli(*SHORT, "--plot", str(file))
    assert (code, out) == (2, "")
    assert "exists already" in err
    assert file.read_text("utf-8") == "precious"
    other = tmp_path / "figure.svg"

    def fill_disk(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hedgekit.atomic_write.os.replace", fill_disk)
    code, out, err = run_cli(*SHORT, "--plot", str(other))
    assert code == 2
    assert "No space left" in err
    assert "30 games" in out, "the result is still printed"


def test_an_interrupt_prints_the_games_so_far():
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    command = [sys.executable, "-m", "hedgekit", "simulate", "0 players=2", "--games", "1e9", "--engine", "interpreted"]
    root = Path(hedgekit.__file__).parents[1]
    with subprocess.Popen([*command, "--json"], cwd=root, stdout=subprocess.PIPE, env=environment) as run:
        working = psutil.Process(run.pid)
        while working.cpu_times().user < 0.8:  # CPU time: it has started playing on a busy machine, too
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        data = json.loads(run.communicate(timeout=60)[0])
    assert run.returncode == 130
    assert not data["complete"]
    assert data["blocks"] == [[0, 0, data["games"]]]


class Screen(StringIO):
    def isatty(self):
        return True


def test_progress_is_one_line_that_is_erased(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    screen = Screen()
    line = Progress(Terminal("en", StringIO()), screen)
    line.say("Compiling.")
    line(500, 1000)  # too soon after the last
    time.sleep(0.11)
    line(500, 1000)
    line(1000, 1000)
    line.close()
    shown = screen.getvalue().split("\r")
    assert "\n" not in screen.getvalue()
    assert max(map(len, shown)) < 60
    assert next(text.strip() for text in shown if text.strip()) == "Compiling."
    assert sum("50 %" in text for text in shown) == 1
    assert "100 %" in screen.getvalue()
    assert shown[-2].strip() == ""
