"""The other answers to open questions: importing this registers them in `OTHERS`."""

from . import race, turns  # noqa: F401
from .declaring import OTHERS, name_of, registry  # noqa: F401
