"""Compare two witnesses in one language: pair entries and sentences, and report every difference as a finding."""

from .collation import Collation, collate

__all__ = ["Collation", "collate"]
