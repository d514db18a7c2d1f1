"""Players that choose by themselves, and how strong they are."""

from .player import PLAYERS, Player

__all__ = ["PLAYERS", "Player"]
