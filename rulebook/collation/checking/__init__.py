"""Check a translation against its source, a witness against the book's rules, and a text against a glossary."""
