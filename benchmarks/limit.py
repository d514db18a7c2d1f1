"""The physical limit: the base game in C (`limit.c`), compiled on demand; a test compares it with the engine."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("limit.c")
COMPILER = os.environ.get("CC", "cc")


@cache
def compiled(players: int) -> Path:
    """Compile the program for a number of players, once; it is deleted at exit."""
    directory = tempfile.mkdtemp(prefix="limit-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    program = Path(directory, "limit")
    options = ["-O3", "-march=native", f"-DPLAYERS={players}"]
    subprocess.run([COMPILER, *options, str(SOURCE), "-o", str(program), "-lm"], check=True)
    return program


def play(players: int, games: int, seed: int = 0) -> dict[str, Any]:
    """Run the program: games, CPU seconds, turns, their mean and deviation, win shares by seat."""
    command = [str(compiled(players)), str(games), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer
