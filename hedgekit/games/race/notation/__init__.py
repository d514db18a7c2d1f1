"""The notation of positions and moves of the race."""
