"""The race: Les Hérissons pressés with its variants."""
