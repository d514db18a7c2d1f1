"""What played games teach: a review of one, puzzles made of many, and why a move is better than another."""
