"""The Royal Game of Ur, for two players, by the common rules of Finkel's reconstruction.

    from hedgekit import game_of, games
    games.add("examples/games/ur")
    game = game_of("ur")("ur players=2", seed=7)

Notation:

    rule set = ur players=2                  options: pieces=7 | 5 (of each player), safe=yes | no (the middle rosette)
    place    = a1 .. a4, m5 .. m12, a13 a14  A's path; B's has b instead of a, and shares m5 to m12
             | a0, b0                        in hand
             | a15, b15                      home
    position = fields separated by spaces; empty ones are left out:
        a4=A m8=B                            a piece of A on a4, one of B on m8
        hand=A5B6 home=A1                    the number of pieces in hand and at home
        dice=3 turn=A step=move              or over=B, the winner
    move     = a0-a3  a4-m6  m12-a14         from where to where
             | -                             a pass
             | 0 .. 4                        the number thrown
"""

from .game import Game, Move, Position, Rules

__all__ = ["Game", "Move", "Position", "Rules"]
