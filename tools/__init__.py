"""Commands for developers of the book; not part of the package."""
