"""The variants, each declared in one place: its data as a value, its answers to the questions beside it.

`VARIANTS[n]` is variant n; 0 is the base game.  A family is a module; `declaring.py` says what is known of a variant.
"""

# The questions first, then the families, which declare themselves and answer.
from ..engine import questions as _questions  # noqa: F401,I001
from ..engine import displacement as _displacement  # noqa: F401
from ..engine import evaluation as _evaluation  # noqa: F401
from ..engine import search as _search  # noqa: F401
from ..engine import listing as _listing  # noqa: F401
from ..engine import turn as _turn  # noqa: F401
from ..engine import playouts as _playouts  # noqa: F401
from . import base_game as _base_game  # noqa: F401
from . import scoring as _scoring  # noqa: F401
from . import cube as _cube  # noqa: F401
from . import dice as _dice  # noqa: F401
from . import moving as _moving  # noqa: F401
from . import turns as _turns  # noqa: F401
from . import setup as _setup  # noqa: F401
from . import protest as _protest  # noqa: F401
from . import black_squares as _black_squares  # noqa: F401
from . import track as _track  # noqa: F401
from . import pieces as _pieces  # noqa: F401
from . import fundamental as _fundamental  # noqa: F401
from .declaring import BEYOND, UP_TO_SIX, VARIANTS, Option, Variant, declare, writing

__all__ = ["BEYOND", "UP_TO_SIX", "VARIANTS", "Option", "Variant", "declare", "writing"]
