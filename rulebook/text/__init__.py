"""The words of the book, by topic and language."""
