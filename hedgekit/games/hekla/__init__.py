"""Hekla, for two to four vulcanologists.  (other-games.md, section Hekla)

    from hedgekit.games import hekla
    game = hekla.Game("hekla players=3")
    game.play("A3@c2")
    print(game, game.prompt())

It shares only the protocol with the race (`hedgekit/play/position_game.py`).  Notation:

    rule set = hekla players=3                   2, 3 or 4 players; no options
    square   = a2 .. e5                          row a is at the top; the four corners are missing
    stone    = A3                                a volcano: its owner's letter and its grooves
             | L0 L1                             a lava block
    circle   = p0 .. p39                         the escape path from the start: inner lap p0 to p17, then the outer lap
             | p18+1 .. p39+1, p18+2 ..          the outer lap for the second time, the third time ...
    line     = b2+b3+b4                          three adjacent squares, in any order; printed sorted
    position = fields separated by spaces, in this order; empty ones are left out:
        b2=A3L0                                  the stones of a square, at most two, volcanoes first
        p12=AC                                   the vulcanologists on a circle, by circle
        hand=A0A1B0                              the volcanoes in the supplies, sorted
        lines=a3+b3+c3,b2+b3+b4                  lines still to score, if there is a choice
        quiet=12                                 successive turns without a scoring; 200 end the game
        turn=A step=play                         the player to act, and the step
        over=B                                   instead of lines, turn and step: the winners, `AB` if they share it
    step and its moves:
        play     A3@b2                           place a volcano from the supply
                 A3@b2-c2                        move the volcano on b2
                 p25-p12                         take the vulcanologist back; the next step is `move`
                 -                               a pass, if nothing else is possible
        move     A3@b2-c2                        move a volcano, after taking the vulcanologist back
        score    b2+b3+b4                        choose which of several lines is scored next
    record   = the rule set on the first line; seed=N if there was a seed; the first position on its own line if it was
               not the usual one; then the moves, one line a turn.  Words ending in a colon are labels.

A single line, or the last of several, is scored at once as a consequence, without a move; `Game.trace` lists each
scoring in detail.  The lava still to place follows from the lava on the board (`Position.lava`).

**The board is a reconstruction** in one file, `board.toml`, which a reader with the real board can correct; that file
and `layout.py` say what is known, likely and open.
"""

from .game import Game
from .layout import LAYOUT, Layout
from .scoring import Advance, Scoring
from .texts import Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["LAYOUT", "Advance", "Game", "Layout", "Move", "Position", "Rules", "Scoring", "replay", "rules"]
