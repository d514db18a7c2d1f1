"""Describe the picture in words: the label of every square, and a summary of what lies beside the board."""

from typing import Any

from hedgekit.games.race.engine.composing import kept
from hedgekit.games.race.variants.fields import fields_of

from ...stage.say import Words, both, shown, spoken
from .facts import ENDS, Facts, facts_of, open_squares
from .pieces import Signs, signs_of


def square_label(name: str, position: Any, rules: Any) -> Words:
    """Return a label such as "d1, black square, from bottom to top A1, B3"."""
    stack = tuple(position.stacks.get(name, ()))
    is_open = facts_of(rules).roles.get(name) in ("pit", "trapdoor") and name in open_squares(position, rules)
    return _label(rules, name, stack, signs_of(position) if stack else None, is_open)


@kept(4000)
def _label(rules: Any, name: str, stack: tuple[str, ...], signs: Signs | None, is_open: bool) -> Words:
    """Cache labels by what they depend on: a move leaves most squares as they were."""
    facts = facts_of(rules)
    content = ("cell-empty", "cell-one", "cell-stack")[min(len(stack), 2)]
    parts = [Words.same(name)]
    parts += [both("cell-start")] if name[0] in facts.starts.values() else []
    parts += [both("cell-goal")] if name[0] in facts.homes.values() else []
    if facts.turns and name[0] in ENDS and name[0] not in set(facts.homes.values()):
        parts.append(shown("cell-turn"))
    role = facts.roles.get(name)
    if is_open:
        parts.append(shown(f"role-{role}-open"))
    elif role:
        parts.append(both("cell-black") if role == "pit" else shown(f"role-{role}"))
    elif name in facts.tiles:
        parts.append(shown("role-tile"))
    pieces = Words.joined([_piece(piece, signs, facts) for piece in stack if signs], ", ")
    return Words.joined([*parts, both(content, pieces=pieces)], ", ")


def _piece(piece: str, signs: Signs, facts: Facts) -> Words:
    """Return the name of a piece and, in parentheses, whatever is drawn on it but not in its name."""
    name, notes = piece[:2], []
    if facts.drawings:
        notes.append(shown(f"drawing.{(int(piece[1]) - 1) % 4 + 1}"))
    if piece != name:
        notes.append(shown("piece-back"))
    if name in signs.carriers:
        notes.append(shown("piece-apple"))
    if name in signs.barred:
        notes.append(shown("piece-barred"))
    return Words.joined(notes, ", ").each(lambda noted: f"{piece} ({noted})" if noted else piece)


def summary(position: Any, rules: Any, eyes: str = "") -> Words:
    """Return sentences about what lies beside the board and what holds for all of it.

    eyes: the players whose noted drawings are named; once the game is over, all are.
    """
    groups = (("tray-home", position.home), ("tray-out", position.out), ("tray-hand", position.hand))
    sentences: list[Words] = [both(key, pieces=", ".join(pieces)) for key, pieces in groups if pieces]
    sentences += _course(facts_of(rules))
    sentences += [spoken(note.text) for field in fields_of(rules) for note in field.told(position, rules, eyes)]
    return Words.joined(sentences)


def _course(facts: Facts) -> list[Words]:
    """Return sentences about the direction of the race, unless it simply runs from the first rank to the last."""
    sentences = []
    for end in ENDS:
        there = [player for player, start in facts.starts.items() if start == end]
        if not there or (end == ENDS[0] and not facts.turns and len(there) == len(facts.players)):
            continue
        far = ENDS[end == ENDS[0]]
        key = "course-turn" if facts.turns else "course"
        if len(there) < len(facts.players):
            sentences.append(shown(f"{key}-of", players=", ".join(there), start=end, far=far))
        else:
            sentences.append(shown(key, start=end, far=far))
    if facts.tube:
        sentences.append(shown("tube", last=facts.lanes))
    return sentences
