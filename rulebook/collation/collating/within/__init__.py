"""Check a document against itself: references, numbers, tables, conditions."""
