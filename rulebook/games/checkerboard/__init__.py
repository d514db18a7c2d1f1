"""Drawing Hedgehog on a checkerboard."""

CHAPTER = "13-checkerboard"
