"""Describe the picture in words: the label of every square, and a summary of what lies beside the board."""

from typing import Any

from hedgekit.games.race.engine.composing import registry_cache
from hedgekit.games.race.variants.fields import fields_of

from ...stage.localized import Localized, engine_text, picture_text, ui_text
from .facts import ENDS, Facts, facts_of, open_squares
from .pieces import Signs, signs_of


def square_label(name: str, position: Any, rules: Any) -> Localized:
    """Return a label such as "d1, black square, from bottom to top A1, B3"."""
    stack = tuple(position.stacks.get(name, ()))
    is_open = facts_of(rules).roles.get(name) in ("pit", "trapdoor") and name in open_squares(position, rules)
    return _label(rules, name, stack, signs_of(position) if stack else None, is_open)


@registry_cache(4000)
def _label(rules: Any, name: str, stack: tuple[str, ...], signs: Signs | None, is_open: bool) -> Localized:
    """Cache labels by what they depend on: a move leaves most squares as they were."""
    facts = facts_of(rules)
    content = ("cell-empty", "cell-one", "cell-stack")[min(len(stack), 2)]
    parts = [Localized.same(name)]
    parts += [ui_text("cell-start")] if name[0] in facts.starts.values() else []
    parts += [ui_text("cell-goal")] if name[0] in facts.homes.values() else []
    if facts.turns and name[0] in ENDS and name[0] not in set(facts.homes.values()):
        parts.append(picture_text("cell-turn"))
    role = facts.roles.get(name)
    if is_open:
        parts.append(picture_text(f"role-{role}-open"))
    elif role:
        parts.append(ui_text("cell-black") if role == "pit" else picture_text(f"role-{role}"))
    elif name in facts.tiles:
        parts.append(picture_text("role-tile"))
    pieces = Localized.joined([_piece(piece, signs, facts) for piece in stack if signs], ", ")
    return Localized.joined([*parts, ui_text(content, pieces=pieces)], ", ")


def _piece(piece: str, signs: Signs, facts: Facts) -> Localized:
    """Return the name of a piece and, in parentheses, whatever is drawn on it but not in its name."""
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
    """Return sentences about what lies beside the board and what holds for all of it.

    eyes: the players whose noted drawings are named; once the game is over, all are.
    """
    groups = (("tray-home", position.home), ("tray-out", position.out), ("tray-hand", position.hand))
    sentences: list[Localized] = [ui_text(key, pieces=", ".join(pieces)) for key, pieces in groups if pieces]
    sentences += _course(facts_of(rules))
    sentences += [engine_text(note.text) for field in fields_of(rules) for note in field.notes(position, rules, eyes)]
    return Localized.joined(sentences)


def _course(facts: Facts) -> list[Localized]:
    """Return sentences about the direction of the race, unless it simply runs from the first rank to the last."""
    sentences = []
    for end in ENDS:
        there = [player for player, start in facts.starts.items() if start == end]
        if not there or (end == ENDS[0] and not facts.turns and len(there) == len(facts.players)):
            continue
        far = ENDS[end == ENDS[0]]
        key = "course-turn" if facts.turns else "course"
        if len(there) < len(facts.players):
            sentences.append(picture_text(f"{key}-of", players=", ".join(there), start=end, far=far))
        else:
            sentences.append(picture_text(key, start=end, far=far))
    if facts.tube:
        sentences.append(picture_text("tube", last=facts.lanes))
    return sentences
