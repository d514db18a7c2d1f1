"""How the book draws Hekla."""

CHAPTER = "15-hekla"
