"""How the book draws the checkerboard game."""
