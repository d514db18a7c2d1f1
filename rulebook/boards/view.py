"""A table as its board shows it: plain data, everything in every language, so that switching needs no kernel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import hedgekit

from .say import spoken
from .seats import Words
from .svg import draw, drawing_of

if TYPE_CHECKING:
    from .table import Table


def view_of(table: Table, serial: int = 0) -> dict[str, Any]:
    """All a board needs to show a table. `serial` is the number of the message that this answers."""
    game = table.game
    drawing = drawing_of(game)
    position = game.position
    layout = drawing.layout(position, game.rules)
    over = None if not game.is_over else list(game.winners)
    return {
        "n": serial, "name": table.name, "rules": str(game.rules), "text": str(position), "record": table.record,
        "ply": game.ply, "end": game.ply + len(table.tail),
        "svg": draw(game, last=last_of(game), prefix=f"hk-{table.name}", standalone=False),
        "box": list(layout.box),
        "cells": [{**vars(cell), "label": dict(cell.label)} for cell in layout.cells.values()],
        "summary": dict(drawing.summary(position, game.rules)),
        "moves": [{**choice, "path": list(choice["path"])} for choice in choices_of(game)],
        "step": game.step, "turn": game.turn, "over": over, "chance": bool(game.is_chance) and over is None,
        "auto": table.automatic(), "dice": list(position.dice),
        "prompt": spoken(game.prompt), "told": dict(table.news or _told(game)),
        "refusal": table.refusal, "error": table.error, "seats": list(table.seats), "players": _numbers(),
        "can": table.can(), "rows": _rows(table.record), "task": _task(table),
    }  # fmt: skip


def path_of(text: str) -> tuple[str, ...]:
    """The cells that a move's text names, in order."""
    return tuple(re.findall(r"(?<![A-Za-z0-9])[a-z][0-9]{1,2}(?![0-9])", text))


def choices_of(game: Any) -> list[dict[str, Any]]:
    """The legal moves: text, cells, what a button says, and whether pointing at the first cell may play it."""
    drawing = drawing_of(game)
    return [
        {
            "text": str(move),
            "path": path_of(str(move)),
            "label": dict(drawing.says(game, move)),
            "quick": drawing.quick(game, move),
        }
        for move in game.moves()
    ]


def last_of(game: Any) -> tuple[str, ...]:
    """The last displacement of the last three moves: a roll or a pass after it does not wipe its trail away."""
    for text in reversed(game.moves_played[-3:]):
        path = path_of(text)
        if len(path) > 1:
            return path
    return ()


def _told(game: Any) -> Words:
    """What the last move did; what chance did is told after the move that led to it."""
    told = spoken(game.told)
    if game.ply:
        move = game.undo()
        if game.is_chance:
            told = {lang: f"{before} {told[lang]}".strip() for lang, before in spoken(game.told).items()}
        game.play(move)
    return told


def _numbers() -> list[int]:
    """The numbers of players that a new game may have."""
    return list(hedgekit.VARIANTS[0].players)


def _rows(record: str) -> list[dict[str, Any]]:
    """A record as labelled rows of words with the ply that each leads to."""
    rows: list[dict[str, Any]] = []
    ply = 0
    for line in record.splitlines()[1:]:
        if not ply and re.search(r"(^|\s)(turn|over|seed)=", line):
            continue
        row: dict[str, Any] = {"label": "", "words": []}
        for word in line.split():
            if word.endswith(":"):
                row["label"] = word[:-1]
            else:
                ply += 1
                row["words"].append({"text": word, "ply": ply})
        rows.append(row)
    return rows


def _task(table: Table) -> dict[str, Any] | None:
    task = table.task
    if task is None:
        return None
    return {
        "text": dict(task.text), "hint": dict(task.hint) if task.hint else None, "shown": table.hinted,
        "state": table.task_state, "feedback": dict(table.feedback) if table.feedback else None,
    }  # fmt: skip
