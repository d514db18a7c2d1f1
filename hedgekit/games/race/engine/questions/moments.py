"""Hooks: moments at which a variant may act."""

from ..composing import question


@question("0.2")
def prepare(s):
    """Act at the beginning of a game."""
    return


@question("0.4")
def decide(s, number):
    """Play a number at a step that the base game does not have."""
    return


@question("0.6")
def dice_count(s):
    """Return the number of dice to throw now."""
    return s.thrown


@question("0.6")
def lane_open(s, lane):
    """Return whether chance may choose this lane (0 ..) at the step `lane`."""
    return True


@question("0.7")
def climb(s, cell):
    """Let a piece in the stack on this square climb."""
    return


@question("0.10")
def before_action(s):
    """Record, before an action, what `judge` needs after it."""
    return


@question("0.8")
def next_slip(s):
    """Roll the lane of the next unit that waits on a slippery square."""
    return
