"""What all games have in common: their protocol, and pictures of positions."""
