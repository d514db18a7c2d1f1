"""Read files as witnesses: lines, paragraphs, headings, entries, the closing table."""

from .reader import parse, read, read_bytes, read_pages, unread

__all__ = ["parse", "read", "read_bytes", "read_pages", "unread"]
