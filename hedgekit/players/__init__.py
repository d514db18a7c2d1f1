"""Players that choose by themselves, and how strong they are."""

from .player import Player
from .strength import PLAYER_KINDS

__all__ = ["PLAYER_KINDS", "Player"]
