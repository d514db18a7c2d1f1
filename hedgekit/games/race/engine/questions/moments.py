"""Moments at which a variant may step in."""

from ..composing import question


@question("0.2")
def prepare(s):
    """A game begins."""
    return


@question("0.4")
def decide(s, number):
    """A number was chosen or drawn at a step that the base game does not have."""
    return


@question("0.6")
def dice_count(s):
    """How many dice are thrown now."""
    return s.thrown


@question("0.6")
def lane_open(s, lane):
    """Can chance name this lane (0 ..) at the step `lane`?"""
    return True


@question("0.7")
def climb(s, cell):
    """The piece that climbs in the stack of this square does so."""
    return


@question("0.10")
def watch(s):
    """An action begins: what its judgement will want to know."""
    return


@question("0.8")
def next_slip(s):
    """The next unit that waits on a slippery square has its lane rolled."""
    return
