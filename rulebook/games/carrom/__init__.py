"""How the book draws carrom."""
