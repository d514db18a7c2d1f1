"""Pictures of positions as SVG: the document, and what a game's drawing must provide."""
