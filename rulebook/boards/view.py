"""Turns a table into the view of its board: plain data with texts in every language."""

from typing import Any, cast

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.games.race.engine.composing import registry_cache
from hedgekit.games.race.variants.house_rules.registry import BASE, Registry, using
from hedgekit.notation.options import GameRules
from hedgekit.study.puzzles import puzzles, set_of
from hedgekit.study.review import Decision

from ..picture.drawing import Layout, drawing_of
from ..picture.svg import draw
from ..stage.localized import Localized, engine_text, ui_text
from ..text import words
from .analysis import advice_of, chances_of, mistake_at, review_of
from .fields import MoveView, OptionView, TaskView, ValueView, View
from .scores import points_view
from .secrecy import sealed_position, sealed_record
from .state import TableState

FREE = "play"  # prefix of the names of boards for free games, which offer puzzles


def view_of(table: TableState, sequence_number: int = 0) -> View:
    """Return the view of a table, in answer to the message of this number."""
    game, slide = table.game, {**table.tried, "back": True} if table.tried else None
    position = _position(table)
    return cast("View", {
        **position, "n": sequence_number, "name": table.name,
        "auto": table.automatic(), "waits": table.waits_for_attempt(),
        "slide": slide or position["slide"], "narration": table.news or position["narration"],
        "refusal": table.refusal, "error": table.error, "seats": list(table.seats),
        "advice": advice_of(table) if table.advice else None,
        "thinking": table.search.view() if table.search else None,
        "chances": chances_of(table) if table.shows_chances else None, "trial": table.trial,
        "games": " ".join(table.games), "can": table.undo_redo(),
        "task": _task(table),
        "posed": table.posed.plain() if table.posed else None,
        "review": review_of(table) if table.reviewing else None,
        "points": points_view(game, table.games) if game.is_over else None,
    })  # fmt: skip


def _position(table: TableState) -> dict[str, Any]:
    """Return the fields that depend on position and record only, cached: an illegal move draws nothing."""
    game, eyes = table.game, table.viewer()
    key = (game.start, tuple(game.moves_played), table.record, eyes, table.salt, table.name, table.task)
    mistake = mistake_at(table, game.ply) if table.reviewing else None
    if table.pictured is None or table.pictured[0] is not game or table.pictured[1] != (*key, mistake):
        table.pictured = game, (*key, mistake), _pictured(table, eyes, mistake)
    return table.pictured[2]


def _pictured(table: TableState, eyes: str, mistake: Decision | None) -> dict[str, Any]:
    game, drawing = table.game, drawing_of(table.game)
    position, layout, last = game.position, _layout(table), last_of(game)
    best: tuple[str, ...] = ()
    if mistake:  # show the move played there and the better one
        last, best = (drawing.path(game.read_move(move)) for move in (mistake.played, mistake.best))
    over = None if not game.is_over else list(game.winners)
    # Nothing is secret once the game is over.
    all_eyes, secrets = (PLAYERS, {}) if game.is_over else (eyes, table.secrets)
    record = sealed_record(all_eyes, table.record, game.start, secrets, table.salt)
    prefix = f"hk-{table.name}"
    return {
        "title": title_of(table), "rules": str(game.rules), "options": options_of(game.rules),
        "text": sealed_position(all_eyes, position, table.salt),
        "record": record, "ply": game.ply, "end": game.ply + len(table.tail),
        "svg": draw(game, last=last, best=best, prefix=prefix, standalone=False, eyes=eyes, layout=layout),
        "last": list(last),
        "frames": [
            draw(shown, rules=game.rules, prefix=prefix, standalone=False, eyes=eyes) for shown in drawing.frames(game)
        ],
        "steps": list(drawing.captions(game)),
        "box": list(layout.box), "turns": drawing.turns_upright, "cells": layout.views(),
        "repaints": drawing.recolourable and table.task is None,
        "summary": drawing.summary(position, game.rules, eyes), "marks": drawing.mark_labels(game),
        "moves": choices_of(game),
        "step": game.step, "turn": game.turn, "over": over, "chance": bool(game.is_chance) and over is None,
        "throw": drawing.chance_device(game), "dice": list(getattr(position, "dice", ())),
        "flick": drawing.flick_view(game), "slide": drawing.slide_view(game),
        "prompt": engine_text(game.prompt), "narration": _narration(game),
        "players": list(numbers(_registry(game.rules), *str(game.rules).rsplit(" players=", 1)[:1])),
        "puzzles": [one.key for one in puzzles(set_of(game.rules)) if table.name.startswith(FREE)],
    }  # fmt: skip


def _layout(table: TableState) -> Layout:
    """Return the layout, with room for the rules without the variant if the task can be shown without it."""
    game = table.game
    drawing = drawing_of(game)
    layout = drawing.layout(game.position, game.rules)
    both_ways = table.task.both_ways if table.task else ()
    own = drawing.room(game.rules) if both_ways else None
    if own is None:
        return layout
    return layout.with_room_for([room for rules in both_ways if (room := drawing.room(rules))], own)


def options_of(rules: Any) -> list[OptionView]:
    """Return the options of a game without variants; options for which the book has no words are left out."""
    if not isinstance(rules, GameRules):
        return []
    found: list[OptionView] = []
    for name, values in rules.OPTIONS.items():
        keys = {value: f"{rules.NAME}.options.{name}.{value}" for value in values}
        if all(map(words.has, keys.values())):
            means: list[ValueView] = [
                {"value": value, "means": words.both(key).each(words.plain)} for value, key in keys.items()
            ]
            found.append({"name": name, "value": rules.option(name), "values": means})
    return found


def title_of(table: TableState) -> Localized:
    """Return the title of a board: the clause of its task, or its rules and number of players."""
    clause, rules = table.task.clause if table.task else "", table.game.rules
    if clause and words.has(f"{words.file_of(words.subject_of(clause))}.names.{clause}"):
        return words.clause_name(clause)
    is_race = not isinstance(rules, GameRules)
    name = words.titles(rules.variants, rules.registry) if is_race else words.both(f"{rules.NAME}.title")
    return ui_text("titled", rules=name, players=rules.players)


def choices_of(game: Any) -> list[MoveView]:
    """Return the legal moves with their cells and button texts."""
    drawing = drawing_of(game)
    return [
        {
            "text": str(move), "path": list(drawing.path(move)), "label": drawing.button_label(game, move),
            "quick": drawing.plays_on_origin(game, move), "aim": drawing.plays_on_target(game, move),
        }
        for move in drawing.offered_moves(game)
    ]  # fmt: skip


def last_of(game: Any) -> tuple[str, ...]:
    """Return the cells of the last displacement, before any later roll or pass."""
    drawing = drawing_of(game)
    for move in reversed(game.last_moves(3)):
        path = drawing.trail(move)
        if len(path) > 1:
            return path
    return ()


def _narration(game: Any) -> Localized:
    """Say what the last move did, and first what the chance move before it did."""
    narration = engine_text(game.narrate)
    if game.ply:
        move = game.undo()
        if game.is_chance:
            narration = Localized.joined([engine_text(game.narrate), narration]).each(str.strip)
        game.play(move)
    return narration


def _registry(rules: Any) -> Registry:
    return getattr(rules, "registry", BASE)


@registry_cache()
def numbers(registry: Registry, rules: str) -> tuple[int, ...]:
    """Return the possible numbers of players under these rules (a text that names no number)."""
    kind = hedgekit.game_of(rules)
    found = []
    for number in range(1, len(PLAYERS) + 1):
        try:
            with using(registry):
                kind.read_rules(rules, number)
        except hedgekit.HedgekitError:
            continue
        found.append(number)
    return tuple(found)


def _task(table: TableState) -> TaskView | None:
    task, feedback, todo = table.task, table.feedback, table.has_open_task()
    if task is None:
        return None
    if not task.is_here(table.game) and table.task_state != "right":
        feedback = ui_text("task-elsewhere")
    return {
        "text": task.text, "shown": table.hinted, "todo": todo,
        "hint": task.hint if task.hint and todo else None,
        "others": task.has_others, "keeps": task.keeps, "linked": task.linked, "without": task.has_without,
        "returns": task.returns, "key": task.key,
        "state": table.task_state, "feedback": feedback or None,
    }  # fmt: skip
