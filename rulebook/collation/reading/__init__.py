"""Read files as witnesses: lines, paragraphs, headings, entries, closing table."""

from typing import Any

from hedgekit.renamed import warn_renamed

from .reader import describe_omissions, parse, read, read_bytes, read_pages

__all__ = ["describe_omissions", "parse", "read", "read_bytes", "read_pages"]


def __getattr__(name: str) -> Any:
    """Return `describe_omissions` under its former name, for one edition, with a warning."""
    if name != "unread":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_renamed("unread", "describe_omissions")
    return describe_omissions
