"""The physical limit: the base game in C (`limit.c`), compiled here and now; a test holds it against the engine."""

import atexit
import json
import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hedgekit
from hedgekit.games.race.rulesets.engines import kernel

from .runs import Absent

SOURCE = Path(__file__).with_name("limit.c")


def compiler() -> str:
    """The C compiler of this system: $CC, cc, gcc or clang.  Raises Absent if there is none."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise Absent("There is no C compiler here (looked for $CC, cc, gcc and clang).")


@cache
def compiled(players: int, abreast: int = 1) -> Path:
    """The program for a number of players, that plays so many games at a time; made once, gone with this process."""
    directory = tempfile.mkdtemp(prefix="limit-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    program = Path(directory, "limit")
    what = ["-O3", f"-DPLAYERS={players}", f"-DABREAST={abreast}", str(SOURCE), "-o", str(program), "-lm"]
    for flags in (["-march=native"], []):  # not every compiler knows the first one
        run = subprocess.run([compiler(), *flags, *what], capture_output=True, text=True)
        if run.returncode == 0:
            return program
    raise Absent(f"{compiler()} does not compile {SOURCE.name}: {run.stderr.strip()[:500]}")


def play(players: int, games: int, seed: int = 0, abreast: int = 1) -> dict[str, Any]:
    """What the program prints: games, CPU seconds, turns, their mean and deviation, win shares by seat."""
    command = [str(compiled(players, abreast)), str(games), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def differences(players: int, games: int, checked: int, seed: int = 0) -> Iterator[tuple[str, float, float, float]]:
    """C against the interpreted engine, in so many games each: what, both means, standard errors between them."""
    ours = play(players, games, seed)
    engine = kernel(hedgekit.rules("0", players=players))
    turns, wins = [], [0] * players
    for index in range(checked):
        s, n = engine.playout(seed, index)
        turns.append(n)
        for player in range(players):
            wins[player] += s.won >> player & 1
    mean = sum(turns) / checked
    variance = ours["sd_turns"] ** 2
    error = math.sqrt(variance / games + variance / checked)
    yield "turns", ours["mean_turns"], mean, (ours["mean_turns"] - mean) / error
    for player, share in enumerate(ours["win_share"]):
        error = math.sqrt(share * (1 - share) * (1 / games + 1 / checked))
        theirs = wins[player] / checked
        yield f"wins of seat {player + 1}", share, theirs, (share - theirs) / error
