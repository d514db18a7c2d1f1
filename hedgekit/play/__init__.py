"""What all games share: their interface, views, and pictures of positions."""
