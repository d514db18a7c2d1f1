"""Why a move of the race is legal or not, in reasons that name their clauses."""
