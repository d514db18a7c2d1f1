"""A default chapter for a game without one: its words, a board for each rule, and a game to play."""

import json
from typing import Any

from ..text import words
from .lessons import lessons


def notebook(game: str) -> str:
    """Return the notebook about a game as JSON text."""
    texts = words.table(game, words.SOURCE)
    shown = {lesson.clause: lesson for lesson in lessons().values()}
    names = "chapter, options, play, readings, rule, try_it, variant"  # by name: boards look for cells that bind names
    cells = [f"from rulebook.chapters import {names}\n\nchapter({words.chapters_of_games()[game]!r})"]
    cells += [f"play({game!r}, name='play-{game}')", f"variant({game!r})"]
    for name in words.clauses(game):
        cells.append(f"try_it({name!r})" if name in shown else f"rule({name!r})")
    cells += [
        f"{part}({game!r})" for part in ("options", "readings") if any(key.startswith(f"{part}.") for key in texts)
    ]
    made: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": None, "id": f"{game}-{at}", "outputs": [], "source": source}
        | {"metadata": {"jupyter": {"source_hidden": True}}}
        for at, source in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})
