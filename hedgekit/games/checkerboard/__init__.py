"""Hedgehog on a checkerboard, for two players or two pairs.  (other-games.md, section Hedgehog)

    from hedgekit.games import checkerboard
    game = checkerboard.Game("checkerboard[form=last] players=2", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])

It shares only the protocol with the race (`hedgekit/play/position_game.py`).  Notation:

    rule set = checkerboard players=2            2 or 4 players; options in brackets, in any order:
        edge=turn                                the edges take turns, round the board
             any                                 each turn, either of the player's two edges (variation 1, two players)
        form=stack                               pieces are stacked
             last                                no stacks; a player who cannot place loses (variation 2)
             take                                pieces are taken instead of placed (variation 3)
    square   = a1 .. h8                          as in chess; the near edge is row 1
    side     = A or B                            with four players, A and C play against B and D
    position = fields separated by spaces, in this order; empty ones are left out:
        d4=ABA                                   a stack, bottom to top, by side; O is a neutral piece (form=take)
        near=e1 left=a4 far=c8 right=h3          the edge pieces on the board
        taken=A3B5                               form=take: number of pieces taken by each side
        among=AC                                 the players rolling for the start, if not all of them
        rolled=A4B6                              their rolls so far
        starter=A                                the player at the near edge
        edge=left                                the edge whose piece moves; with edge=any, only in the set-up
        dice=4                                   the number to play with
        turn=A step=place                        the player to act, and the step
        over=B                                   instead of starter, edge, dice, turn and step: the winners, or `draw`
    step and its moves:
        first  (chance)  1 .. 6                  a roll for the start; players who tie for the highest roll again
        roll   (chance)  1 .. 6
        edge             a5                      set-up: the new square of the edge piece
        place, take      e1-e4                   the new square of the edge piece, and a middle square where lines meet
    record   = the rule set on the first line; seed=N if there was a seed; the first position on its own line if it was
               not the usual one; then the moves, one line a turn.  Words ending in a colon are labels.

With a first player (`first="B"`), a game begins with the set-up, without rolling for the start.
"""

from .game import Game
from .texts import EDGES, Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["EDGES", "Game", "Move", "Position", "Rules", "replay", "rules"]
