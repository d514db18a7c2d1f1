"""What players keep beside the state: who sits where, what each found of his moves, and what was learned.

The kinds of players are explained in `search.py`.
"""

from collections.abc import Sequence

from ..board import COLOURS

RANDOM, GREEDY, LOOKAHEAD, LEARNED, MASTER, HASTY, MONTECARLO = 0, 1, 2, 3, 4, 5, 6
MOVES = 512  # as many as a state lists
ALL = 1 << 30  # playouts: as many as a decision asks for
SCRATCH = 4  # states at work: a move tried, the game, a further move tried, and one after that
HIDDEN = 32  # hidden units of a learned value
SEEN = 43  # features of each player's part of a position: value_network.py says which
SIGHTS = SEEN + 14 * 9 + 7  # the same of what a master sees: features.py
UNIT = 1024  # a weight of one; a hidden unit at its most
AS_LEARNED = (UNIT, 0, 0)  # what was learned counts alone
WIDE_WEIGHTS = (SIGHTS * COLOURS + COLOURS + 1) * HIDDEN + HIDDEN + 1
WEIGHTS = (SEEN * COLOURS + COLOURS + 1) * HIDDEN + HIDDEN + 1

MIND = {
    "kind": COLOURS,  # player -> RANDOM .. MONTECARLO
    "strength": COLOURS,  # player -> playouts for a decision
    "rounds": COLOURS,  # player -> rounds a playout goes on for; MASTER: turns
    "learned": COLOURS,  # player -> 1 if he judges by what was learned, 0 by `chance`
    "weights": WEIGHTS,  # of the learned value: a row of HIDDEN for each feature, the output's, its bias
    "wide": WIDE_WEIGHTS,  # the same of a master's
    "calibration": 6,  # of either: what its log odds and those of `chance` count for, and a constant, out of UNIT
    "ways": MOVES,  # those listed in the midst of a turn that is played to its end (value_network.py, round_off),
    "replies": MOVES,  # and in a playout of a master (follow): a state's list is gone when another state plays
    "moves": MOVES,  # the moves of the decision,
    "total": MOVES,  # the chances found for each, added up,
    "tries": MOVES,  # and how many they are
    "half": MOVES,  # what had been added up when half of the first tries were done
    "order": MOVES,  # the moves still looked at, best first
    "weighed": COLOURS,  # player -> decisions of this game in which he looked twice or more at each move,
    "gain": COLOURS,  # and what choosing well gained over choosing at random, in them all, out of FULL
    "thought": 4,  # one broken off between two calls: moves still looked at, 0 if there is none; its seed; playouts
    # done, and those of this halving
    "game": 3,  # a game broken off between two calls: 1 if there is one; who led, and in which turn that was looked at
    "counted": 6,  # of it plies, decisions, choices, forced moves, foreign moves and leads: matches.py
    "steps": COLOURS,  # player -> the steps his pieces have run in it
    "paired": 1,  # 1 if dice and choices have a stream each, begun anew with every turn: matches.py, `match`
    "stream": 3,  # then: of the game; of its choices; the turn in which both were begun
    "active": 192,  # the features of a position
    "hidden": HIDDEN,  # what the hidden units add up
    "table": 8,  # how far a table of turns is: endgames.py
    "room": 1,  # turns that it may have, 0 if that goes by the player's strength alone
    "shares": COLOURS,  # player -> his chance after each throw there, added up
}
"""What players keep beside the state, by name and length: an object interpreted, a record compiled."""
TURNS, EDGES, SLOTS = 24_000, 480_000, 1 << 16  # of a table: turns, where throws lead, places to look for a turn
WORTHS, THROWS = 3 * TURNS, 6 * TURNS  # chances of all players together; throws of all turns
WAITING = 96  # states that wait in the midst of a turn
KEPT = WAITING + TURNS  # states behind the scratch states
TABLE = {
    "keys": SLOTS,  # fingerprints, each where it is looked for,
    "places": SLOTS,  # and where in the lists below its turn is
    "whose": TURNS,  # turn -> whose it is
    "begins": TURNS + 1,  # turn -> its first throw
    "leads": THROWS + 1,  # throw -> the first of `ends`,
    "often": THROWS,  # and how often it comes
    "ends": EDGES,  # turns to which a throw can lead
    "worth": WORTHS,  # turn, player -> his chance
}
"""A table of turns (endgames.py), behind the mind; it says nothing between two games."""
MIND_BITS = {"weights": 16, "wide": 16, "ways": 32, "replies": 32, "places": 16, "whose": 8, "ends": 16}
MIND_BITS |= {"begins": 32, "leads": 32, "often": 8, "worth": 32}
"""How many bits a number of it has, compiled; 64 if it is not named here."""
PLAYERS = ("kind", "strength", "rounds", "learned", "weights", "wide", "calibration", "paired")
"""What says who plays, and how it is drawn what they do."""


class Mind:
    """The players of a game and their scratch memory (MIND), for the interpreted engine.

    players: (kind, strength, rounds) for each seat; paired: a turn's dice are those of the same turn in other games of
    this number.  Who judges by what was learned needs weights:
    `rulesets.trained_weights.equip` brings them.
    """

    weights: Sequence[int]
    wide: Sequence[int]
    calibration: Sequence[int]

    def __getattr__(self, name: str) -> list[int]:
        """A list of TABLE, made when it is first asked for."""
        if name not in TABLE:
            raise AttributeError(name)
        made = [0] * TABLE[name]
        setattr(self, name, made)
        return made

    def __init__(self, players: Sequence[tuple[int, int, int]] = (), paired: bool = False) -> None:
        for name, length in MIND.items():
            setattr(self, name, () if name in ("weights", "wide") else [0] * length)
        for seat, player in enumerate(players):
            self.kind[seat], self.strength[seat], self.rounds[seat] = player
        self.calibration, self.paired[0] = (*AS_LEARNED, *AS_LEARNED), int(paired)
