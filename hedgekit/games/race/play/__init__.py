"""Games and series of the race, and the reasons for its moves."""
