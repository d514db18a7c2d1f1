"""Drawing Les Hérissons pressés under any set of variants."""
