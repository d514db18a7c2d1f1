"""How the book draws Les Hérissons pressés under any set of variants."""
