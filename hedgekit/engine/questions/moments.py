"""Moments at which a variant may step in."""

from ..composing import question


@question("0.2")
def prepare(ask, before):
    """A game begins."""

    def prepare(s):
        pass

    return prepare


@question("0.4")
def decide(ask, before):
    """A number was chosen or drawn at a step that the base game does not have."""

    def decide(s, number):
        pass

    return decide


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

    def climb(s, cell):
        pass

    return climb


@question("0.10")
def watch(ask, before):
    """An action begins: what its judgement will want to know."""

    def watch(s):
        pass

    return watch


@question("0.8")
def next_slip(ask, before):
    """The next unit that waits on a slippery square has its lane rolled."""

    def next_slip(s):
        pass

    return next_slip
