"""Check one document against itself: references, numbers, tables, conditions."""
