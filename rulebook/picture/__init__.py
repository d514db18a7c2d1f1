"""Pictures of positions as SVG, and the interface of a game's drawing."""
