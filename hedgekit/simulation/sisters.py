"""Games of the sister games, played for a simulation: through the protocol, whatever the rules.

The dice of game n of a seed and the choices of its players follow from both numbers alone.  Seat A begins, as among the
hedgehogs: who begins is not left to lot or dice, and A's share of the wins is that of the first player.
"""

from collections.abc import Sequence
from typing import Any

from ..games.race.engine.board import PLAYERS
from ..games.race.engine.matching import ENDS
from ..games.race.engine.state import DRAW
from ..players.bots import chosen, is_bot, seated
from .columns import packed

MEASURES = ("turns", "plies", "decisions", "choices", "forced", "end", "won")
"""What `match` measures of a game, in the order of its columns; then the counts of every seat (`PositionGame.counts`).

turns: turns begun, lines of the record; the others as in matching.MEASURES.
"""
LONGEST_GAME = 1_000_000  # plies after which a game is given up
WON, TIED, UNFINISHED = (ENDS.index(name) for name in ("won", "draw", "unfinished"))


def matches(kind: Any, rules: Any, skills: Sequence[Any], seed: int, first: int, count: int) -> bytes:
    """Games first .. first + count - 1 of a seed: the packed columns of MEASURES and of the counts.

    kind: the class of the games; skills: who sits at every seat.
    """
    rows = [match(kind(rules, first=PLAYERS[0]), skills, seed << 32 | number) for number in range(first, first + count)]
    return packed(rows, range(len(MEASURES) + rules.players))


def match(game: Any, skills: Sequence[Any], seed: int) -> list[int]:
    """Play a game to its end, or for at most LONGEST_GAME plies; a row of MEASURES and of the counts."""
    from random import Random  # here: a first answer of the hedgehogs comes quickly

    source = Random(seed)
    players = {letter: seated(skill, source.getrandbits(64)) for letter, skill in zip(PLAYERS, skills, strict=False)}
    for bot in players.values():
        if is_bot(bot) and callable(reset := getattr(bot, "reset", None)):
            reset(source.getrandbits(64))
    decisions = choices = forced = 0
    while not game.is_over and game.ply < LONGEST_GAME:
        moves = game.moves()
        if game.is_chance:
            game.play(source.choice(moves))
        elif len(moves) > 1:
            decisions += 1
            choices += len(moves)
            game.play(chosen(players[game.turn], game))
        else:
            forced += 1
            game.play(moves[0])
    end = UNFINISHED if not game.is_over else WON if game.winners else TIED
    won = sum(1 << PLAYERS.index(letter) for letter in game.winners) if end == WON else DRAW if end == TIED else 0
    turns = len(game.as_record().labels)
    return [turns, game.ply, decisions, choices, forced, end, won, *game.counts().values()]
