"""Hedgehog on a checkerboard, for two players or two pairs.  (other-games.md, section Hedgehog)

    from hedgekit.games import checkerboard
    game = checkerboard.Game("checkerboard[form=last] players=2", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])

It shares nothing of the hedgehog engine but the protocol (`hedgekit/play/position_game.py`).  What is written how:

    rule set = checkerboard players=2            2 or 4 players; options in brackets, in any order:
        edge=turn                                each turn has its edge, round the board
             any                                 either of one's two edges each turn (variation 1, two players)
        form=stack                               pieces are put on top of one another
             last                                no stacks; who cannot place loses (variation 2)
             take                                pieces are taken instead of placed (variation 3)
    square   = a1 .. h8                          as in chess, the near edge is row 1
    side     = A or B                            A and C play together against B and D where four play
    position = fields separated by spaces, each only when it says something, in this order:
        d4=ABA                                   a stack, bottom to top, by side; with form=take O, a piece of nobody's
        near=e1 left=a4 far=c8 right=h3          the edge pieces that have been put down
        taken=A3B5                               form=take: how many pieces each side has taken
        among=AC                                 who rolls for the start, if not everybody does
        rolled=A4B6                              what has been rolled for the start
        starter=A                                who sits at the near edge
        edge=left                                the edge whose piece moves; not with edge=any after the set-up
        dice=4                                   the number to play with
        turn=A step=place                        who decides what
        over=B                                   instead of starter, edge, dice, turn and step: the winners, or `draw`
    step and its moves:
        first  (chance)  1 .. 6                  rolling for the start; equal highest rolls roll again
        roll   (chance)  1 .. 6
        edge             a5                      set-up: where the edge piece goes
        place, take      e1-e4                   where the edge piece goes, and the middle square of the chosen lines
    record   = the rule set on the first line, seed=N if one was given, the first position on a line of its own if it
               was not the usual one, then every move, a line a turn; words ending in a colon are labels

A game given a first player (`first="B"`) begins with the set-up: nobody rolls for the start.
"""

from .game import Game
from .texts import EDGES, Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["EDGES", "Game", "Move", "Position", "Rules", "replay", "rules"]
