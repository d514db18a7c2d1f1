"""The other answers to open questions; importing this registers them in `otherwise.OTHERS`."""

from . import race, turns

__all__ = ["race", "turns"]
