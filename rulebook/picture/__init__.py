"""Pictures of positions: what every game's drawing says of itself, and the SVG document made of it."""
