"""Read files as witnesses: lines, paragraphs, headings, entries, closing table."""

from .reader import describe_omissions, parse, read, read_bytes, read_pages

__all__ = ["describe_omissions", "parse", "read", "read_bytes", "read_pages"]
