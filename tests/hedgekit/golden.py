"""Golden playthroughs: whole games as text, recorded once and compared with the same games now.

Each turn has its moves, each followed by the number of legal moves in brackets.  In full recordings every turn is
followed by its position; otherwise each line is a round, each turn with a short hash of its position.
"""

import hashlib
import re

import pytest

WIDTH = 120


def mark(after):
    """Return the short hash of the result of a turn."""
    return " #" + hashlib.sha256("\n".join(after).encode()).hexdigest()[:4] if after else ""


def lines(turns, full=False):
    """Format turns, each its moves and its result, as the lines of a file."""
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
    """Return the turns in the lines of a file, one string each."""
    return [turn for line in written if not line.startswith(" ") for turn in line.split("  ")]


def moves(written):
    """Return the lines of a record: the turns without numbers of moves and hashes."""
    return [re.sub(r" \(\d+\)| #[0-9a-f]{4}$", "", turn) for turn in turns(written)]


def compare(kept, played):
    """Fail at the first turn that differs from the recording, and show its result now."""
    full = any(line.startswith(" ") for line in kept)
    if lines(played, full) == kept:
        return
    for number, (was, (now, after)) in enumerate(zip(turns(kept), played, strict=False), 1):
        if was not in (now, now + mark(after)):
            pytest.fail(f"turn {number} was {was!r} and is {now + mark(after)!r}, after it: {after}")
    assert kept == lines(played, full)
