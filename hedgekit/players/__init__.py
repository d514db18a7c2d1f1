"""Computer players and bots."""

from .player import Player
from .strength import PLAYER_KINDS

__all__ = ["PLAYER_KINDS", "Player"]
