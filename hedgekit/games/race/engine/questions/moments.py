"""Moments at which a variant may step in."""

from ..composing import question


@question("0.2")
def prepare(ask, before):
    """A game begins."""
    return lambda s: None


@question("0.4")
def decide(ask, before):
    """A number was chosen or drawn at a step that the base game does not have."""
    return lambda s, number: None


@question("0.6")
def dice_count(ask, before):
    """How many dice are thrown now."""
    return lambda s: s.thrown


@question("0.6")
def lane_open(ask, before):
    """Can chance name this lane (0 ..) at the step `lane`?"""
    return lambda s, lane: True


@question("0.7")
def climb(ask, before):
    """The piece that climbs in the stack of this square does so."""
    return lambda s, cell: None


@question("0.10")
def watch(ask, before):
    """An action begins: what its judgement will want to know."""
    return lambda s: None


@question("0.8")
def next_slip(ask, before):
    """The next unit that waits on a slippery square has its lane rolled."""
    return lambda s: None
