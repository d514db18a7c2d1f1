"""How the book draws the checkerboard game."""

CHAPTER = "13-checkerboard"
