"""The variants, each declared in one place: its data, followed by its answers to questions.

`VARIANTS[n]` is variant n; 0 is the base game.  Each family is a module in `families/`; `declaring.py` defines the data
of a variant, `fields.py` what it adds to positions, and `examples.py` the positions that show its effect.
"""

import importlib

from .declaring import BEYOND, UP_TO_SIX, VARIANTS, Option, Variant, declare, writing

# The engine must declare its questions before the families answer them; the order is that of the state's fields.
for _name in (
    *("displacement", "sampling", "choice.evaluation", "choice.features", "choice.value_network", "listing", "matches"),
    *("playouts", "questions", "choice.search", "choice.endgames", "batch", "turn"),
):
    importlib.import_module(f"..engine.{_name}", __name__)

importlib.import_module(f"{__name__}.families")

__all__ = ["BEYOND", "UP_TO_SIX", "VARIANTS", "Option", "Variant", "declare", "writing"]
