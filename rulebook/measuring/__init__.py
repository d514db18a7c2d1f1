"""What was measured in many games: the authors' claims, sets of variants, the other games."""
