"""The games as the book shows them, a folder each: how a position is drawn, and what pointing at it may mean."""
