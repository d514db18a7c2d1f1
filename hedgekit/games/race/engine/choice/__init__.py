"""Computer players: evaluation and choice of moves."""
