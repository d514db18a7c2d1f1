"""The Royal Game of Ur, for two players, by the common rules of Finkel's reconstruction.

    from hedgekit import game_of, games
    games.add("examples/games/ur")
    game = game_of("ur")("ur players=2", seed=7)

What is written how:

    rule set = ur players=2                  options: pieces=7 | 5 (of each player), safe=yes | no (the middle rosette)
    place    = a1 .. a4, m5 .. m12, a13 a14  the way of A; that of B has b in place of a, and shares m5 to m12
             | a0, b0, a15, b15              before the way, and after it
    position = fields separated by spaces, each only when it says something:
        a4=A m8=B                            whose piece stands there
        hand=A5B6 home=A1                    pieces before the way and after it
        dice=3 turn=A step=move              or over=B, the winner
    move     = a0-a3  a4-m6  m12-a14  -      or what is thrown: 0 .. 4
"""

from .game import Game, Move, Position, Rules

__all__ = ["Game", "Move", "Position", "Rules"]
