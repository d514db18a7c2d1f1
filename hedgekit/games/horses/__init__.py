"""Les petits chevaux, for two to four players.  (other-games.md, section Les petits chevaux)

    from hedgekit.games import horses
    game = horses.Game("horses[horses=2] players=2", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])

It shares nothing of the hedgehog engine but the protocol (`hedgekit/play/position_game.py`).  What is written how:

    rule set = horses players=4                  2 to 4 players; options in brackets, in any order:
        horses=4 | 3 | 2                         horses of each player
        overshoot=stay | bounce                  too high a number at the end of the lap; bounce: on to the square
                                                 before the ladder, and back by what is left of the number
        pass=no | yes                            may a horse pass others?
        safe_start=no | yes                      yes: a horse on its own start square cannot be sent back
        out=choice | must                        must: a 6 that can bring a horse out has to
    place    = t0 .. t55                         the track, clockwise
             | a1 .. a6, b1 .. , c1 .. , d1 ..   the ladder of a player, step by step; from step 6 a horse is taken off
             | a0, b0, c0, d0                    the stable of a player, where a horse comes from
    position = fields separated by spaces, each only when it says something, in this order:
        a3=A t17=B                               whose horse stands there; ladders first
        stable=A3B4                              horses in the stables
        home=A1                                  horses that have finished
        dice=6                                   the number to play with
        turn=A step=move                         who decides what
        over=B                                   instead of dice, turn and step: the winner
    step and its moves:
        lot   (chance)  A .. D                   who begins
        roll  (chance)  1 .. 6
        move            a0-t0  t17-t21  t55-a1   out of the stable, along the track, up the ladder
                        -                        only when the number allows nothing
    record   = the rule set on the first line, seed=N if one was given, the first position on a line of its own if it
               was not the usual one, then every move, a line a turn; words ending in a colon are labels

Start squares, clockwise: t0, t14, t28, t42.  The players A, B, ... take them in this order, as red, blue, green and
yellow; two players sit opposite each other (ours: the rules let everybody choose).  A game given a first player
(`first="B"`) draws no lot.
"""

from .game import Game
from .texts import COLOURS, FOOT, LAP, TOP, Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["COLOURS", "FOOT", "LAP", "TOP", "Game", "Move", "Position", "Rules", "replay", "rules"]
