"""The players' memory beside the state: who sits where, estimates of moves, and network weights.

The kinds of players are explained in `search.py`.
"""

from collections.abc import Sequence

from ..board import COLOURS

RANDOM, GREEDY, LOOKAHEAD, LEARNED, MASTER, HASTY, MONTECARLO = 0, 1, 2, 3, 4, 5, 6
MOVES = 512  # most moves a state lists
ALL = 1 << 30  # no limit on the playouts of a call
SCRATCH = 4  # scratch states: a move tried, the game, a second move tried, a third
HIDDEN = 32  # hidden units of a value network
SEEN = 43  # features per player (value_network.py)
SIGHTS = SEEN + 14 * 9 + 7  # features per player for a master (features.py)
UNIT = 1024  # fixed-point 1, of weights and hidden units
AS_LEARNED = (UNIT, 0, 0)  # calibration that uses the network alone
WIDE_WEIGHTS = (SIGHTS * COLOURS + COLOURS + 1) * HIDDEN + HIDDEN + 1
WEIGHTS = (SEEN * COLOURS + COLOURS + 1) * HIDDEN + HIDDEN + 1

MIND = {
    "kind": COLOURS,  # player -> RANDOM .. MONTECARLO
    "strength": COLOURS,  # player -> playouts for a decision
    "rounds": COLOURS,  # player -> rounds of a playout; MASTER: turns
    "learned": COLOURS,  # player -> 1 to judge by the network (2: a master's), 0 by `chance`
    "weights": WEIGHTS,  # of the network: a row of HIDDEN per feature, the output's row, its bias
    "wide": WIDE_WEIGHTS,  # of the master's network
    "calibration": 6,  # of each: weights of its log odds and of `chance`'s, and a constant, out of UNIT
    "ways": MOVES,  # moves listed while a turn is played out (value_network.py, finish_turn),
    "replies": MOVES,  # and in a master's playout (guided_playout): states share their own lists
    "moves": MOVES,  # the moves of the decision;
    "total": MOVES,  # the sum of the chances found for each;
    "tries": MOVES,  # the number of those chances;
    "half": MOVES,  # the sum after half of the first tries
    "order": MOVES,  # the moves still considered, best first
    "weighed": COLOURS,  # player -> decisions of this game with at least two tries per move;
    "gain": COLOURS,  # player -> their total gain over random choices, out of FULL
    "thought": 4,  # an interrupted search: moves still considered (0: none); seed; playouts done, and since the last
    # halving
    "game": 3,  # an interrupted game: 1 if there is one; the last leader, and the turn of that sample
    "counted": 6,  # its plies, decisions, choices, forced moves, foreign moves and leads (matches.py)
    "steps": COLOURS,  # player -> steps of their pieces in it
    "paired": 1,  # 1 if dice and choices have separate streams for each turn (matches.py, `match`)
    "stream": 3,  # if so: of the game; of its choices; the turn in which they began
    "active": 192,  # the features of a position
    "hidden": HIDDEN,  # activations of the hidden units
    "table": 8,  # progress of an endgame table (endgames.py)
    "room": 1,  # most turns in it, 0 if only the player's strength limits them
    "shares": COLOURS,  # player -> sum of chances over throws
}
"""The players' memory by name and length: an object when interpreted, a record when compiled."""
TURNS, EDGES, SLOTS = 24_000, 480_000, 1 << 16  # of a table: turns, edges from throws to turns, hash slots
WORTHS, THROWS = 3 * TURNS, 6 * TURNS  # chances of all players; throws of all turns
WAITING = 96  # states waiting in mid-turn
KEPT = WAITING + TURNS  # states behind the scratch states
TABLE = {
    "keys": SLOTS,  # slot -> fingerprint;
    "places": SLOTS,  # slot -> index of its turn in the lists below
    "whose": TURNS,  # turn -> player
    "begins": TURNS + 1,  # turn -> its first throw
    "leads": THROWS + 1,  # throw -> its first edge;
    "often": THROWS,  # throw -> its frequency
    "ends": EDGES,  # edge -> turn
    "worth": WORTHS,  # turn, player -> chance
}
"""An endgame table (endgames.py), stored after the mind and meaningless between games."""
MIND_BITS = {"weights": 16, "wide": 16, "ways": 32, "replies": 32, "places": 16, "whose": 8, "ends": 16}
MIND_BITS |= {"begins": 32, "leads": 32, "often": 8, "worth": 32}
"""Bits of its numbers when compiled; the default is 64."""
PLAYERS = ("kind", "strength", "rounds", "learned", "weights", "wide", "calibration", "paired")
"""The fields that define the players and their random streams."""


class Mind:
    """The players of a game and their memory (MIND), for the interpreted engine.

    players: (kind, strength, rounds) for each seat; paired: a turn's dice are the same in all games of this number.
    Players that use a network get its weights from `rulesets.trained_weights.equip`.
    """

    weights: Sequence[int]
    wide: Sequence[int]
    calibration: Sequence[int]

    def __getattr__(self, name: str) -> list[int]:
        """Create a list of TABLE on first use."""
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
