"""What a picture needs to know about a rule set, taken from the engine; no variant's number is named here.

`facts_of(rules)` holds throughout a game, `open_squares(position, rules)` for one position.
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
"""What a black square can be."""
PICTURED = frozenset(
    ("doped", "carrier", "gone", "lost", "kept", "pool", "deck", "cube", "secret", "moved", "slip", "then")
)
"""The fields of positions drawn on pieces, on seats, before players, or on the strip."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What holds throughout a game. `facts_of` caches one for each rule set, so identity is equality.

    roles: black square -> one of `ROLES`; tiles: squares that differ from the printed board; starts, homes: player ->
    rank of their start line and finishing line; turns: pieces turn round at the far end; mixed: pieces may face both
    ways at once; tube: the outermost lanes are adjacent. Beside the board: drawings (pieces of a colour differ, and
    each player notes one), kept (a die before each player), pool, cards, cube, slides (a slipping piece waits for a
    roll), plans (steps to come are shown), plates (fields without a picture, shown as text).
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
        """Return whether this piece, named as in positions, runs from rank i to rank a."""
        return (self.starts[piece[0]] == ENDS[1]) != piece.endswith("'")


@registry_cache()
def facts_of(rules: Any) -> Facts:
    """Return the facts of a rule set."""
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
        plans=bool(s.plan_written), plates=tuple(field for field in fields_of(rules) if field.name not in PICTURED),
    )  # fmt: skip


def _roles(s: Any, ask: Any) -> dict[str, str]:
    """Return black square -> its role; squares that hold only some of the pieces on them are trapdoors."""
    holding = "trapdoor" if ask.answered("held") else "pit"
    kinds = ((s.walls, "concrete"), (s.springs, "trampoline"), (s.slips, "slippery"), (s.holes, "hole"))
    roles = {}
    for square in squares_of(s.black):
        bit = bits_of((square,))
        plain = holding if s.holds & bit else "plain"
        roles[square] = next((role for bits, role in kinds if bits & bit), plain)
    return roles


@registry_cache(64)
def _open_squares(rules: Any, text: str) -> frozenset[str]:
    try:
        game = hedgekit.Game.from_text(rules, text)
    except hedgekit.HedgekitError:
        return frozenset()  # an impossible position
    s, ask = game.state, game.answers
    if s.hand and not s.trickles:
        return frozenset()  # all pieces are still to come
    pieces = []
    for cell in map(cell_of, squares_of(s.all)):
        pieces += [(piece, cell, ask.progress(s, piece, cell)) for piece in stack(s, cell)]

    def holds(pit: int) -> bool:
        """Return whether it holds a piece standing on it or, if there is none, one that may still come."""
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


def open_squares(position: Any, rules: Any) -> frozenset[str]:
    """Return the black squares that hold pieces in this game but none now.

    They hold no piece standing there; empty ones would hold no piece that may still come (0.9, 0-i).
    """
    return _open_squares(rules, str(position))
