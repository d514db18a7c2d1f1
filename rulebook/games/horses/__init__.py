"""How the book draws Petits chevaux."""

CHAPTER = "14-petits-chevaux"
