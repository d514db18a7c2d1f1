"""The sister games of the collection."""

from . import checkerboard, hekla, horses

__all__ = ["checkerboard", "hekla", "horses"]
