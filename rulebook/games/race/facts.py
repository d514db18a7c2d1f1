"""What a picture needs to know of a rule set, asked of the engine; no variant's number is named here.

`of(rules)` holds for every position of a game, `released(position, rules)` for one of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import hedgekit
from hedgekit.games.race.engine.board import LAST, PLAYERS, PRINTED_BLACK, RANKS, bits_of, cell_of, squares_of
from hedgekit.games.race.engine.composing import registry_cache
from hedgekit.games.race.engine.state import SECRET, each_step, stack
from hedgekit.games.race.variants.fields import Field, fields_of

RANK_NAMES = "abcdefghi"
ENDS = (RANK_NAMES[0], RANK_NAMES[LAST])
ROLES = ("pit", "trapdoor", "trampoline", "concrete", "slippery", "hole", "plain")
"""What a black square may be."""
PICTURED = frozenset(
    ("doped", "carrier", "gone", "lost", "kept", "pool", "deck", "cube", "secret", "moved", "slip", "then")
)
"""The fields of positions that have a picture: on pieces, on seats, before players, or on the strip."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What holds throughout a game; `of` keeps one for each rule set, so identity is equality.

    roles: black square -> one of `ROLES`; tiles: squares that are not what is printed there, black or no longer;
    starts, homes: player -> rank of his start line, and of the line on which his pieces are home; turns: pieces turn
    round at the far end; mixed: pieces may face both ways on one board; tube: the outermost lanes are neighbours.
    For what lies beside the board: drawings (the pieces of a colour differ, and one is noted), kept (a die before
    each player), pool, cards, cube, slides (who slips waits for a roll), plans (steps still to come are told apart),
    plates: the fields that have no picture of their own and lie there in letters.
    """

    lanes: int
    players: str
    roles: Mapping[str, str]
    tiles: frozenset[str]
    starts: Mapping[str, str]
    homes: Mapping[str, str]
    turns: bool
    mixed: bool
    tube: bool
    colours: int
    drawings: bool
    kept: bool
    pool: bool
    cards: bool
    cube: bool
    slides: bool
    plans: bool
    plates: tuple[Field, ...]

    def backward(self, piece: str) -> bool:
        """Does this piece, named as in positions, run from rank i to rank a?"""
        return (self.starts[piece[0]] == ENDS[1]) != piece.endswith("'")


@registry_cache()
def of(rules: Any) -> Facts:
    """The facts of a rule set."""
    game = hedgekit.Game(rules)
    s, ask = game.state, game.answers
    players = PLAYERS[: rules.players]
    starts = {player: RANK_NAMES[ask.start_of(s, number)] for number, player in enumerate(players)}
    turns = bool(ask.answered("turns"))
    printed = bits_of(PRINTED_BLACK[s.lanes])
    return Facts(
        lanes=s.lanes, players=players, roles=_roles(s, ask), tiles=frozenset(squares_of(printed ^ s.black)),
        starts=starts, homes={p: end if turns else ENDS[end == ENDS[0]] for p, end in starts.items()},
        turns=turns, mixed=bool(s.mixed), tube=bool(s.wrap), colours=s.colours, drawings=SECRET in each_step(s.opening),
        kept=bool(s.hoarded), pool=bool(s.drafted), cards=bool(s.carded), cube=bool(s.staked), slides=bool(s.waits),
        plans=bool(s.written), plates=tuple(field for field in fields_of(rules) if field.name not in PICTURED),
    )  # fmt: skip


def _roles(s: Any, ask: Any) -> dict[str, str]:
    """Map black squares to what they do; holding squares are trapdoors if not everything on them is held."""
    holding = "trapdoor" if ask.answered("held") else "pit"
    kinds = ((s.walls, "concrete"), (s.springs, "trampoline"), (s.slips, "slippery"), (s.holes, "hole"))
    roles = {}
    for square in squares_of(s.black):
        bit = bits_of((square,))
        plain = holding if s.holds & bit else "plain"
        roles[square] = next((role for bits, role in kinds if bits & bit), plain)
    return roles


@registry_cache(64)
def _released(rules: Any, text: str) -> frozenset[str]:
    try:
        game = hedgekit.Game.from_text(rules, text)
    except hedgekit.HedgekitError:
        return frozenset()  # a picture of something that cannot be: its pits are pits
    s, ask = game.state, game.answers
    if s.hand and not s.trickles:
        return frozenset()  # all of them are still to come
    pieces = []
    for cell in map(cell_of, squares_of(s.all)):
        pieces += [(piece, cell, ask.progress(s, piece, cell)) for piece in stack(s, cell)]

    def holds(pit: int) -> bool:
        """Does it hold a piece that stands on it? Or, if none does, would it hold one that may still come?"""
        standing = [piece for piece, cell, _ in pieces if cell == pit]
        if standing:
            return any(ask.held(s, piece, pit) for piece in standing)
        for piece, _, run in pieces:
            far = ask.progress(s, piece, pit)
            if run <= far and any(
                other != piece and cell % RANKS != pit % RANKS and run_by < far and ask.comparable(s, piece, other)
                for other, cell, run_by in pieces
            ):
                return True
        return False

    return frozenset(square for square in squares_of(s.holds) if not holds(cell_of(square)))


def released(position: Any, rules: Any) -> frozenset[str]:
    """Return the black squares that can hold pieces in this game but hold nobody now.

    That is: none of those who stand there; where nobody stands, none of those who may still come (0.9, 0-i).
    """
    return _released(rules, str(position))
