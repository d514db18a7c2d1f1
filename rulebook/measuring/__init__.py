"""Results measured in many games: the authors' claims, sets of variants, the other games."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read(name: str) -> dict[str, Any]:
    """Return the results of `python -m tools.measure` in `data/`: "claims", "sets" or "rounds".

    {} in a checkout without measurements.
    """
    file = files(__package__).joinpath("data", f"{name}.json")
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}
