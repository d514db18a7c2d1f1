"""Les petits chevaux, for two to four players.  (other-games.md, section Les petits chevaux)

    from hedgekit.games import horses
    game = horses.Game("horses[horses=2] players=2", seed=7)
    while not game.is_over:
        game.roll() if game.is_chance else game.play(game.moves()[0])

It shares only the protocol with the race (`hedgekit/play/position_game.py`).  Notation:

    rule set = horses players=4                  2 to 4 players; options in brackets, in any order:
        horses=4 | 3 | 2                         number of horses of each player
        overshoot=stay | bounce                  bounce: at the end of the lap, a horse with too high a number runs to
                                                 the foot of its ladder, and back by the rest of the number
        pass=no | yes                            whether horses may pass others
        safe_start=no | yes                      yes: a horse on its own start square cannot be sent back
        out=choice | must                        must: a 6 has to bring a horse out, if it can
    place    = t0 .. t55                         the track, clockwise
             | a1 .. a6, b1 .. , c1 .. , d1 ..   a player's ladder, step by step; from step 6 a horse is taken off
             | a0, b0, c0, d0                    a player's stable, from which horses come out
    position = fields separated by spaces, in this order; empty ones are left out:
        a3=A t17=B                               a horse and its player; ladders first
        stable=A3B4                              number of horses in the stables
        home=A1                                  number of horses that have finished
        dice=6                                   the number to play with
        turn=A step=move                         the player to act, and the step
        over=B                                   instead of dice, turn and step: the winner
    step and its moves:
        lot   (chance)  A .. D                   the player who begins
        roll  (chance)  1 .. 6
        move            a0-t0  t17-t21  t55-a1   out of the stable, along the track, up the ladder
                        -                        a pass, if the number allows no move
    record   = the rule set on the first line; seed=N if there was a seed; the first position on its own line if it was
               not the usual one; then the moves, one line a turn.  Words ending in a colon are labels.

Start squares, clockwise: t0, t14, t28, t42.  Players A, B, ... take them in this order, as red, blue, green and yellow;
two players sit opposite each other (our choice: the rules leave it to the players).  With a first player
(`first="B"`), no lot is drawn.
"""

from .game import Game
from .texts import COLOURS, FOOT, LAP, TOP, Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["COLOURS", "FOOT", "LAP", "TOP", "Game", "Move", "Position", "Rules", "replay", "rules"]
