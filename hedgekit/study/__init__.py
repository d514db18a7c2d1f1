"""Learning from played games: reviews, puzzles, and why one move is better than another."""
