"""The games of the collection: a game is one folder."""
