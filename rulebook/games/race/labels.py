"""Describes the picture in words: the label of every square, and what lies beside the board."""

from typing import Any

from hedgekit.games.race.engine.composing import kept
from hedgekit.games.race.variants.fields import fields_of

from ...stage.localized import Localized, engine_text, picture_text, ui_text
from . import facts as known
from .facts import ENDS, Facts
from .pieces import Signs, signs_of


def of_square(name: str, position: Any, rules: Any) -> Localized:
    """Say "d1, black square, from bottom to top A1, B3" in every language."""
    stack = tuple(position.stacks.get(name, ()))
    open_now = known.of(rules).roles.get(name) in ("pit", "trapdoor") and name in known.released(position, rules)
    return _said(rules, name, stack, signs_of(position) if stack else None, open_now)


@kept(4000)
def _said(rules: Any, name: str, stack: tuple[str, ...], signs: Signs | None, open_now: bool) -> Localized:
    """Cache by what the label depends on: most squares are as they were before the last move."""
    facts = known.of(rules)
    content = ("cell-empty", "cell-one", "cell-stack")[min(len(stack), 2)]
    said = [ui_text("cell-start")] if name[0] in facts.starts.values() else []
    said += [ui_text("cell-goal")] if name[0] in facts.homes.values() else []
    if facts.turns and name[0] in ENDS and name[0] not in set(facts.homes.values()):
        said.append(picture_text("cell-turn"))
    role = facts.roles.get(name)
    if open_now:
        said.append(picture_text(f"role-{role}-open"))
    elif role:
        said.append(ui_text("cell-black") if role == "pit" else picture_text(f"role-{role}"))
    elif name in facts.tiles:
        said.append(picture_text("role-tile"))
    pieces = Localized.joined([_piece(piece, signs, facts) for piece in stack if signs], ", ")
    return Localized.joined([Localized.same(name), *said, ui_text(content, pieces=pieces)], ", ")


def _piece(piece: str, signs: Signs, facts: Facts) -> Localized:
    """The name of a piece and, in parentheses, what is drawn on it and cannot be read off its name."""
    name, notes = piece[:2], []
    if facts.drawings:
        notes.append(picture_text(f"drawing.{(int(piece[1]) - 1) % 4 + 1}"))
    if piece != name:
        notes.append(picture_text("piece-back"))
    if name in signs.carriers:
        notes.append(picture_text("piece-apple"))
    if name in signs.barred:
        notes.append(picture_text("piece-barred"))
    return Localized.joined(notes, ", ").each(lambda noted: f"{piece} ({noted})" if noted else piece)


def summary(position: Any, rules: Any, eyes: str = "") -> Localized:
    """Say what lies beside the board and what holds for all of it, a sentence each.

    eyes: whose noted drawing may be told; those of others are, once the game is over.
    """
    facts = known.of(rules)
    groups = (("tray-home", position.home), ("tray-out", position.out), ("tray-hand", position.hand))
    said: list[Localized] = [ui_text(key, pieces=", ".join(pieces)) for key, pieces in groups if pieces]
    said += _course(facts)
    said += [engine_text(note.text) for field in fields_of(rules) for note in field.told(position, rules, eyes)]
    return Localized.joined(said)


def _course(facts: Facts) -> list[Localized]:
    """Which way the race runs, where it does not run from the first rank to the last."""
    said = []
    for end in ENDS:
        there = [player for player, start in facts.starts.items() if start == end]
        if not there or (end == ENDS[0] and not facts.turns and len(there) == len(facts.players)):
            continue
        far = ENDS[end == ENDS[0]]
        key = "course-turn" if facts.turns else "course"
        if len(there) < len(facts.players):
            said.append(picture_text(f"{key}-of", players=", ".join(there), start=end, far=far))
        else:
            said.append(picture_text(key, start=end, far=far))
    if facts.tube:
        said.append(picture_text("tube", last=facts.lanes))
    return said
