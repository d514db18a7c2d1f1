"""Read files as witnesses: lines, paragraphs, headings, entries, closing table."""

from hedgekit.renamed import former_attributes

from .reader import describe_omissions, parse, read, read_bytes, read_pages

__all__ = ["describe_omissions", "parse", "read", "read_bytes", "read_pages"]


__getattr__ = former_attributes(__name__, {"unread": "describe_omissions"})
