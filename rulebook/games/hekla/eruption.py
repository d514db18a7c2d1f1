"""Divide a scoring of Hekla into scenes: the line and its grooves, each player's advance, the eruption.

A scene is a position with whatever else the picture shows, and the sentences that describe it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from hedgekit.games.hekla import Position, Scoring
from hedgekit.games.hekla.rules import displace
from hedgekit.games.hekla.scoring import stacks_after
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.text.words import Note

from ...stage.localized import Localized, engine_text


@dataclass(frozen=True)
class Scene(Position):
    """A position within a scoring.

    counted: the line being scored; total: its grooves; gains: (player, circles advanced) so far; erupts: the erupting
    square, "" before the eruption; notes: what happens in the scene.
    """

    counted: tuple[str, ...] = ()
    total: int = 0
    gains: tuple[tuple[str, int], ...] = ()
    erupts: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def words(self) -> Localized:
        """Return the sentences of the scene in every language."""
        return engine_text(lambda lang: " ".join(note.text(lang) for note in self.notes))


def scenes_of(game: Any) -> tuple[Scene, ...]:
    """Return the scenes between the last move and the present position; () if the move scored nothing."""
    scorings = game.trace if game.ply else ()
    if not scorings:
        return ()
    twin = game.copy()
    move = twin.read_move(twin.undo())
    before = twin.position
    stacks, hand = dict(before.stacks), before.hand
    if not move.line:
        stacks, hand, _ = displace(before, move)
    now = Position(stacks, before.circles, hand, (), 0, turn=before.turn, step="play")
    scenes: list[Scene] = []
    for scoring in scorings:
        scenes += _scenes(now, scoring)
        stacks = stacks_after(now.stacks, scoring.middle, scoring.lava)
        hand = tuple(sorted((*now.hand, *scoring.returned)))
        now = Position(stacks, scenes[-1].circles, hand, (), 0, turn=before.turn, step="play")
    return tuple(scenes)


def _scenes(now: Position, scoring: Scoring) -> Iterator[Scene]:
    """Yield the scenes of one line: it is counted, players advance one after another, it erupts."""
    values = {field.name: getattr(now, field.name) for field in fields(Position)}
    values |= {"counted": scoring.line, "total": scoring.total}
    notes = _by_scene(scoring.notes())
    yield Scene(**values, notes=next(notes))
    for advance in scoring.advances:
        seat = PLAYERS.index(advance.player)
        values["circles"] = (*values["circles"][:seat], advance.end, *values["circles"][seat + 1 :])
        values["gains"] = (*values.get("gains", ()), (advance.player, advance.steps))
        yield Scene(**values, notes=next(notes))
    yield Scene(**values | {"gains": ()}, erupts=scoring.middle, notes=next(notes))


def _by_scene(notes: Iterable[Note]) -> Iterator[tuple[Note, ...]]:
    """Group the sentences of a scoring by scene: a group begins with the line, an advance or the eruption."""
    found: list[Note] = []
    for note in notes:
        if found and note.key.split(".")[2] in ("advance", "erupts"):
            yield tuple(found)
            found = []
        found.append(note)
    yield tuple(found)
