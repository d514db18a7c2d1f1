"""Print and read rule sets, moves, positions and records."""
