"""The variants, each declared in one place: its data as a value, its answers to the questions beside it.

`VARIANTS[n]` is variant n; 0 is the base game.  A family is a module in `families/`;
`declaring.py` says what is known of a variant, `fields.py` what it adds to positions, `examples.py` where it shows.
"""

import importlib

from .declaring import BEYOND, UP_TO_SIX, VARIANTS, Option, Variant, declare, writing

# The engine declares its questions before the families answer them; the order is that of the fields of a state.
for _name in (
    *("displacement", "sampling", "choice.evaluation", "choice.features", "choice.value_network", "listing", "matches"),
    *("playouts", "questions", "choice.search", "choice.endgames", "batch", "turn"),
):
    importlib.import_module(f"..engine.{_name}", __name__)

importlib.import_module(f"{__name__}.families")

__all__ = ["BEYOND", "UP_TO_SIX", "VARIANTS", "Option", "Variant", "declare", "writing"]
