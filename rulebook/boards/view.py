"""A table as its board shows it: plain data, everything in every language, so that switching needs no kernel."""

from typing import Any

from hedgekit.games.race.variants.changing import remembered

import hedgekit
from hedgekit.games.race.engine.board import PLAYERS
from hedgekit.notation.options import GameRules
from hedgekit.study.puzzles import puzzles, set_of

from ..picture.drawing import Layout, drawing_of
from ..picture.svg import draw
from ..stage.say import Words, both, spoken
from ..text import words
from .agreed import agreed
from .analysing import advice_of, chances_of
from .fields import MoveView, RowView, SlideView, TaskView, View, WordView
from .reviewing import review_of
from .sealing import plies, position_for, record_for
from .state import TableState
from .tally import tally

FREE = "play"  # what the names of boards for free games begin with: they offer puzzles, too


def view_of(table: TableState, serial: int = 0) -> View:
    """All a board needs to show a table. `serial` is the number of the message that this answers."""
    game, eyes = table.game, table.eyes()
    drawing = drawing_of(game)
    position = game.position
    layout = _layout(table)
    over = None if not game.is_over else list(game.winners)
    last = last_of(game)
    # Once the game is over everything may be known.
    all_eyes = PLAYERS if game.is_over else eyes
    secrets = {} if game.is_over else table.secrets
    record = record_for(all_eyes, table.record, game.start, secrets, table.salt)
    return {
        "n": serial, "name": table.name, "titled": titled(table), "rules": str(game.rules),
        "agreed": agreed(game.rules),
        "text": position_for(all_eyes, position, table.salt),
        "record": record, "ply": game.ply, "end": game.ply + len(table.tail),
        "svg": draw(game, last=last, prefix=f"hk-{table.name}", standalone=False, eyes=eyes, layout=layout),
        "last": list(last),
        "frames": [
            draw(shown, rules=game.rules, prefix=f"hk-{table.name}", standalone=False, eyes=eyes)
            for shown in drawing.story(game)
        ],
        "steps": list(drawing.steps(game)),
        "box": list(layout.box), "turns": drawing.turns,
        "cells": layout.views(),
        "summary": drawing.summary(position, game.rules, eyes), "marks": drawing.marks(game),
        "moves": choices_of(game),
        "step": game.step, "turn": game.turn, "over": over, "chance": bool(game.is_chance) and over is None,
        "auto": table.automatic(), "waits": table.waits(),
        "throw": drawing.throw(game), "dice": list(getattr(position, "dice", ())),
        "flick": drawing.flicks(game), "slide": _slide(table),
        "prompt": spoken(game.prompt), "told": table.news or _told(game),
        "refusal": table.refusal, "error": table.error, "seats": list(table.seats),
        "players": list(numbers(*str(game.rules).rsplit(" players=", 1)[:1])), "advice": advice_of(table),
        "thinking": table.pondering.view() if table.pondering else None,
        "chances": chances_of(table), "trial": table.trial,
        "points": tally(game, table.games), "games": " ".join(table.games), "can": table.can(),
        "rows": _rows(record), "task": _task(table),
        "posed": table.posed.plain() if table.posed else None, "review": review_of(table),
        "puzzles": [one.key for one in puzzles(set_of(game.rules)) if table.name.startswith(FREE)],
    }  # fmt: skip


def _layout(table: TableState) -> Layout:
    """The layout of the position; for a task that can be had without its variant with room for both."""
    game = table.game
    drawing = drawing_of(game)
    layout = drawing.layout(game.position, game.rules)
    both_ways = getattr(table.task, "both_ways", ())
    own = drawing.room(game.rules) if both_ways else None
    if own is None:
        return layout
    return layout.with_room_for([room for rules in both_ways if (room := drawing.room(rules))], own)


def titled(table: TableState) -> Words:
    """What a board is about, in words: the clause that its task shows, or its rules and how many play."""
    clause, rules = getattr(table.task, "clause", ""), table.game.rules
    if clause and words.has(f"{words.file_of(words.subject_of(clause))}.names.{clause}"):
        return words.clause_name(clause)
    name = words.both(f"{rules.NAME}.title") if isinstance(rules, GameRules) else words.titles(rules.variants)
    return both("titled", rules=name, players=rules.players)


def _slide(table: TableState) -> SlideView | None:
    """How discs went in the last move, or (`back`) in one that was put back."""
    if table.tried:
        return {**table.tried, "back": True}
    return drawing_of(table.game).paths(table.game)


def choices_of(game: Any) -> list[MoveView]:
    """The legal moves: text, cells, what a button says; may pointing at the first cell, or at the last, play it?"""
    drawing = drawing_of(game)
    return [
        {
            "text": str(move),
            "path": list(drawing.path(move)),
            "label": drawing.says(game, move),
            "quick": drawing.quick(game, move),
            "aim": drawing.aims(game, move),
        }
        for move in drawing.listed(game)
    ]


def last_of(game: Any) -> tuple[str, ...]:
    """The last displacement of the last three moves: a roll or a pass after it does not wipe its trail away."""
    drawing = drawing_of(game)
    for move in reversed(game.last_moves(3)):
        path = drawing.trail(move)
        if len(path) > 1:
            return path
    return ()


def _told(game: Any) -> Words:
    """What the last move did; what chance did is told after the move that led to it."""
    told = spoken(game.told)
    if game.ply:
        move = game.undo()
        if game.is_chance:
            told = Words.joined([spoken(game.told), told]).each(str.strip)
        game.play(move)
    return told


@remembered
def numbers(rules: str) -> tuple[int, ...]:
    """The numbers of players that a game under these rules, written without them, may have."""
    kind = hedgekit.game_of(rules)
    found = []
    for number in range(1, len(PLAYERS) + 1):
        try:
            kind.read_rules(rules, number)
        except hedgekit.HedgekitError:
            continue
        found.append(number)
    return tuple(found)


def _rows(record: str) -> list[RowView]:
    """A record as labelled rows of words with the ply that each leads to."""
    rows: list[RowView] = []
    for _, line in plies(record.splitlines()):
        labels = [word[:-1] for word, ply in line if ply < 0]
        moves: list[WordView] = [
            {"text": "?" if word.startswith("?") else word, "ply": ply + 1} for word, ply in line if ply >= 0
        ]
        rows.append({"label": labels[-1] if labels else "", "words": moves})
    return rows


def _task(table: TableState) -> TaskView | None:
    task = table.task
    if task is None:
        return None
    feedback, todo = table.feedback, table.hints()
    if not task.is_here(table.game) and table.task_state != "right":
        feedback = both("task-elsewhere")
    return {
        "text": task.text, "shown": table.hinted, "todo": todo,
        "hint": task.hint if task.hint and todo else None,
        "others": bool(getattr(task, "has_others", False)),
        "keeps": bool(getattr(task, "keeps", False)), "linked": bool(getattr(task, "linked", False)),
        "without": bool(getattr(task, "has_without", False)),
        "returns": bool(getattr(task, "returns", False)), "key": str(getattr(task, "key", "")),
        "state": table.task_state, "feedback": feedback or None,
    }  # fmt: skip
