"""The variants, each declared in one place: its data as a value, its answers to the questions beside it.

`VARIANTS[n]` is variant n; 0 is the base game.  A family is a module, and a module added here is found;
`declaring.py` says what is known of a variant, `fields.py` what it adds to positions, `examples.py` where it shows.
"""

import importlib
import pkgutil

from .declaring import BEYOND, UP_TO_SIX, VARIANTS, Option, Variant, declare, writing

# The engine declares its questions before the families answer them; the order is that of the fields of a state.
for _name in (
    *("displacement", "sampling", "choice.evaluation", "choice.features", "choice.value_network", "listing", "matches"),
    *("playouts", "questions", "choice.search", "choice.endgames", "batch", "turn"),
):
    importlib.import_module(f"..engine.{_name}", __name__)

for _module in pkgutil.iter_modules(__path__):
    if not _module.ispkg:  # house_rules, which needs all of them
        importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["BEYOND", "UP_TO_SIX", "VARIANTS", "Option", "Variant", "declare", "writing"]
