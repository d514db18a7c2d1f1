"""Hekla, for two to four vulcanologists.  (other-games.md, section Hekla)

    from hedgekit.games import hekla
    game = hekla.Game("hekla players=3")
    game.play("A3@c2")
    print(game, game.prompt())

It shares nothing of the hedgehog engine but the protocol (`hedgekit/play/position_game.py`).  What is written how:

    rule set = hekla players=3                   2, 3 or 4 players; no options
    square   = a2 .. e5                          row a at the top, the four corners are missing
    stone    = A3                                a volcano: its owner's letter and its grooves
             | L0 L1                             a lava block
    circle   = p0 .. p39                         the escape path from the start: p0 to p17 inside, then the outer lap
             | p18+1 .. p39+1, p18+2 ..          the outer lap a second time, a third
    line     = b2+b3+b4                          three adjacent squares, in any order; printed sorted
    position = fields separated by spaces, each only when it says something, in this order:
        b2=A3L0                                  the stones of a square, two at most, volcanoes first
        p12=AC                                   whose vulcanologists stand on a circle, by circle
        hand=A0A1B0                              the volcanoes in the supplies, sorted
        lines=a3+b3+c3,b2+b3+b4                  lines still to be scored, if there is a choice
        quiet=12                                 turns in a row that have scored nothing; 200 end the game
        turn=A step=play                         who decides what
        over=B                                   instead of lines, turn and step: the winners, `AB` if they share it
    step and its moves:
        play     A3@b2                           a volcano of the supply is placed
                 A3@b2-c2                        the volcano on b2 moves
                 p25-p12                         the vulcanologist goes back; then `move`
                 -                               only when nothing else is possible
        move     A3@b2-c2                        a volcano moves, after one's vulcanologist went back
        score    b2+b3+b4                        which of several lines is scored next
    record   = the rule set on the first line, seed=N if one was given, the first position on a line of its own if it
               was not the usual one, then every move, a line a turn; words ending in a colon are labels

A single line is scored by itself, and so is the last of several: consequences, not moves.  `Game.trace` tells them ply
by ply.  The lava still to be placed follows from that on the board (`Position.lava`).

**The board is a reconstruction** in one file, `board.toml`, which a reader with the real board can correct; what is
known, likely and open is said there and in `layout.py`.
"""

from .game import Game
from .layout import LAYOUT, Layout
from .scoring import Advance, Scoring
from .texts import Move, Position, Rules

rules = Rules.read
replay = Game.replay

__all__ = ["LAYOUT", "Advance", "Game", "Layout", "Move", "Position", "Rules", "Scoring", "replay", "rules"]
