"""Sets of variants: which go together, reading and printing them, and each made ready to play."""
