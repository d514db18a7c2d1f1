"""The games as the book shows them, a folder each: drawing, tasks, words, and which chapter is about the game."""
