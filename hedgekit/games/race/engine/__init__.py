"""The engine: the board, the questions with the base game's answers, the turn, players in its own language."""
