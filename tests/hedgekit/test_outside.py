"""Programs as users write them run unchanged, and type checkers accept them and find mistakes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

OUTSIDE = Path(__file__).with_name("outside")
PROGRAMS = sorted(OUTSIDE.glob("*.py"))
WRONG = """import hedgekit
from hedgekit import Player

hedgekit.simulate("0", 1, engine="wasn")
hedgekit.rules(9.5)
word: int = hedgekit.Game("0").undo()
best: str = Player("greedy").weigh(hedgekit.Game("0"))[0].move
turns: str = hedgekit.simulate("0", 1)["turns"][0]
hedgekit.Game("0").view("A").play("a1")
hedgekit.Playr("greedy")
hedgekit.Game("0").svg(theme="drak")
"""
"""Each line from the fourth on has a type error."""


def run(*command):
    return subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=OUTSIDE.parents[2])


def test_the_programs_run():
    """They run in one process, so that shared modules are imported once."""
    program = "import runpy, sys; [runpy.run_path(program, run_name='__main__') for program in sys.argv[1:]]"
    done = run(sys.executable, "-W", "error", "-c", program, *PROGRAMS)
    assert done.returncode == 0, done.stderr


def test_type_checkers_accept_the_programs_and_find_mistakes(tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    kept = OUTSIDE.parents[2] / ".mypy_cache" / "outside"
    checks = [[sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={kept}"]]
    if pyright := shutil.which("pyright") or os.environ.get("PYRIGHT"):
        checks.append([pyright, "--pythonpath", sys.executable])
    for check in checks:
        done = run(*check, *PROGRAMS, wrong)
        errors = [line for line in done.stdout.splitlines() if "error:" in line or " - error" in line]
        assert not [line for line in errors if "wrong.py" not in line], done.stdout
        for number in range(4, 12):
            assert any(f"wrong.py:{number}:" in line for line in errors), (number, done.stdout)
