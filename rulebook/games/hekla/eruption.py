"""How a scoring of Hekla goes, scene by scene: the line and its grooves, everybody who advances, the eruption.

Each scene is a position of its own with what a picture shows besides, and comes with what is said of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from hedgekit.games.hekla import Position, Scoring
from hedgekit.games.hekla.rules import displaced
from hedgekit.games.hekla.scoring import erupted
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.text.words import Note

from ...stage.localized import Localized, engine_text


@dataclass(frozen=True)
class Scene(Position):
    """A position within a scoring.

    counted: the line being scored; total: its grooves; gains: (player, circles) of who has advanced so far; erupts: the
    square that is erupting, "" before; said: what happens in it.
    """

    counted: tuple[str, ...] = ()
    total: int = 0
    gains: tuple[tuple[str, int], ...] = ()
    erupts: str = ""
    said: tuple[Note, ...] = ()

    @property
    def words(self) -> Localized:
        """What is said of it, in every language."""
        return engine_text(lambda lang: " ".join(note.text(lang) for note in self.said))


def story(game: Any) -> tuple[Scene, ...]:
    """The scenes between the last move and what the board shows now; () if it has scored nothing."""
    scorings = game.trace if game.ply else ()
    if not scorings:
        return ()
    twin = game.copy()
    move = twin.read_move(twin.undo())
    before = twin.position
    stacks, hand = dict(before.stacks), before.hand
    if not move.line:
        stacks, hand, _ = displaced(before, move)
    now = Position(stacks, before.circles, hand, (), 0, turn=before.turn, step="play")
    told: list[Scene] = []
    for scoring in scorings:
        told += _scenes(now, scoring)
        stacks = erupted(now.stacks, scoring.middle, scoring.lava)
        hand = tuple(sorted((*now.hand, *scoring.returned)))
        now = Position(stacks, told[-1].circles, hand, (), 0, turn=before.turn, step="play")
    return tuple(told)


def _scenes(now: Position, scoring: Scoring) -> Iterator[Scene]:
    """One line: it is counted, they advance one after the other, it erupts."""
    about = {field.name: getattr(now, field.name) for field in fields(Position)}
    about |= {"counted": scoring.line, "total": scoring.total}
    said = _by_scene(scoring.notes())
    yield Scene(**about, said=next(said))
    for advance in scoring.advances:
        seat = PLAYERS.index(advance.player)
        about["circles"] = (*about["circles"][:seat], advance.end, *about["circles"][seat + 1 :])
        about["gains"] = (*about.get("gains", ()), (advance.player, advance.steps))
        yield Scene(**about, said=next(said))
    yield Scene(**about | {"gains": ()}, erupts=scoring.middle, said=next(said))


def _by_scene(notes: Iterable[Note]) -> Iterator[tuple[Note, ...]]:
    """The sentences of a scoring, by scene: the line, an advance or the eruption, and what is added to it."""
    found: list[Note] = []
    for note in notes:
        if found and note.key.split(".")[2] in ("advance", "erupts"):
            yield tuple(found)
            found = []
        found.append(note)
    yield tuple(found)
