"""Values that print as one line of text and read back: moves, positions, records."""
