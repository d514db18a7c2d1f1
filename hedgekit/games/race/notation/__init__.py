"""How positions and moves of the race are written."""
