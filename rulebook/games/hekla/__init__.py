"""How the book draws Hekla."""
