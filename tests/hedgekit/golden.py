"""Golden playthroughs: whole games as text, written once and compared with the same games played now.

Each turn has its moves, each move in brackets how many there were. In full, every turn is followed by what it left
(its position); else turns stand a round a line, each with a short hash of what it left.
"""

import hashlib
import re

import pytest

WIDTH = 120


def mark(after):
    """The short hash of what a turn left."""
    return " #" + hashlib.sha256("\n".join(after).encode()).hexdigest()[:4] if after else ""


def lines(turns, full=False):
    """Turns, each its moves and what it left, as the lines of a file."""
    if full:
        return [line for moves, after in turns for line in (moves, *(f"    {one}" for one in after))]
    rounds, actor = [], None
    for moves, after in turns:
        turn = moves + mark(after)
        if actor and moves[0] > actor and len(rounds[-1] + turn) + 2 <= WIDTH:
            rounds[-1] += f"  {turn}"
        else:
            rounds.append(turn)
        actor = moves[0]
    return rounds


def turns(written):
    """The turns in the lines of a file, one string each."""
    return [turn for line in written if not line.startswith(" ") for turn in line.split("  ")]


def moves(written):
    """A record's lines: the turns without the numbers of moves and hashes."""
    return [re.sub(r" \(\d+\)| #[0-9a-f]{4}$", "", turn) for turn in turns(written)]


def compare(kept, played):
    """Fail at the first turn that is not as it was kept, and say where it leads now."""
    full = any(line.startswith(" ") for line in kept)
    if lines(played, full) == kept:
        return
    for number, (was, (now, after)) in enumerate(zip(turns(kept), played, strict=False), 1):
        if was not in (now, now + mark(after)):
            pytest.fail(f"turn {number} was {was!r} and is {now + mark(after)!r}, after it: {after}")
    assert kept == lines(played, full)
