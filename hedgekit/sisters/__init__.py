"""The sister games of the collection."""

from ..games import checkerboard, hekla, horses

__all__ = ["checkerboard", "hekla", "horses"]
