"""Two witnesses in one language, compared: entries and sentences paired, and every difference a finding."""

from .collation import Collation, collate

__all__ = ["Collation", "collate"]
