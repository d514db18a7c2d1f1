"""A translation against its source, a witness against the rules of the book, and the use of agreed terms."""
