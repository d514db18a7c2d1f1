"""How computer players judge a position and choose a move."""
