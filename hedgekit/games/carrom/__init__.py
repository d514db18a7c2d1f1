"""Variant 40, Carrom of the hedgehogs: a game of discs, on a simulated table.  (other-games.md, section Carrom)

    from hedgekit.games.carrom import Carrom
    game = Carrom(players=2)
    game.play("A1@0,3>0*0.5")
    print(game, game.trace.frames[-1])

It shares only the protocol with the race (`hedgekit/play/position_game.py`).  Notation:

    game     = 40 players=2                      7 to 9 players with 29: 29+40 players=7
    piece    = A1 .. I4                          a player's letter and a number; four discs each
    number   = 4  or 4.25                        at most six decimals; printed without trailing zeros
    flick    = piece@x,y>angle*strength          A1@0,3>315*0.75
             | -                                 a pass, if no point of the edge has room for a disc
    position = fields separated by spaces, in this order; empty ones are left out:
        A1=4.5,3.2                               a disc on the board and its centre; by piece
        out=B1B2                                 discs that have left the board, sorted
        hand=A3A4                                discs not yet played, sorted
        quiet=12                                 flicks since a disc last left; 200 end the game
        turn=A step=flick                        the player to flick
        over=B                                   instead of turn and step: the winners, or `draw`
    record   = the game on the first line; seed=N if there was a seed; the first position on its own line if it was not
               the set-up; then the flicks, one line a turn.  Words ending in a colon are labels.

x runs from 0 to 9 along the long side, y from 0 to 6; a flick starts at the edge.  Its angle is in degrees,
counter-clockwise from the x axis, printed from 0 to just below 360 (-45 is read as 315); its strength is from 0 to 1.
**Every flick of a playable disc from a point of the edge with room for it is legal**, whatever its angle and strength;
`moves()` lists only a fan of them, for players and tests that need a list.
"""

from .game import Carrom, Trace
from .players import AimingPlayer
from .solver import TABLE, Motion, Table, direction
from .texts import Flick, Position, carrom_rules

replay = Carrom.replay

__all__ = [
    "TABLE", "AimingPlayer", "Carrom", "Flick", "Motion", "Position", "Table", "Trace", "carrom_rules", "direction",
    "replay",
]  # fmt: skip
