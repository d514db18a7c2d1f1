"""The engine: the board, the questions with the base game's answers, the turn, and computer players."""
