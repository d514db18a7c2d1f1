"""Who sits at a table beside the readers: players, and one who is asked for advice."""

import random

from hedgekit.players import PLAYER_KINDS, Player

READER = "reader"
SKILLS = {kind: kind for kind in PLAYER_KINDS} | {"lookahead": "lookahead:300ms", "master": "master:300ms"}
"""Who may take a seat beside readers -> how well he plays.  One who looks ahead answers within a blink."""
ADVISER = "master:600ms"
"""Who is asked what a good player would do."""


def player(skill: str, source: random.Random | None) -> Player:
    """A player of this skill; `source` decides what he draws, None for the day."""
    return Player(skill, None if source is None else source.getrandbits(48))
