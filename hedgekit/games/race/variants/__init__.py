"""The variants, each declared in one place: its data as a value, its answers to the questions beside it.

`VARIANTS[n]` is variant n; 0 is the base game.  A family is a module, and a module added here is found;
`declaring.py` says what is known of a variant, `fields.py` what it adds to positions, `examples.py` where it shows.
"""

import importlib
import pkgutil

from ..engine import displacement as _displacement  # noqa: F401
from ..engine import drawing as _drawing  # noqa: F401
from ..engine import evaluation as _evaluation  # noqa: F401
from ..engine import lanes as _lanes  # noqa: F401
from ..engine import learned as _learned  # noqa: F401
from ..engine import listing as _listing  # noqa: F401
from ..engine import matching as _matching  # noqa: F401
from ..engine import playouts as _playouts  # noqa: F401

# The questions first, then every other module here: the families, which declare themselves and answer.
from ..engine import questions as _questions  # noqa: F401
from ..engine import search as _search  # noqa: F401
from ..engine import tables as _tables  # noqa: F401
from ..engine import together as _together  # noqa: F401
from ..engine import turn as _turn  # noqa: F401
from .declaring import BEYOND, UP_TO_SIX, VARIANTS, Option, Variant, declare, writing

for _module in pkgutil.iter_modules(__path__):
    if not _module.ispkg:  # house_rules, which needs all of them
        importlib.import_module(f"{__name__}.{_module.name}")

__all__ = ["BEYOND", "UP_TO_SIX", "VARIANTS", "Option", "Variant", "declare", "writing"]
