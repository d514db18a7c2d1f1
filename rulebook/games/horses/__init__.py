"""How the book draws Petits chevaux."""
