"""Drawing Les petits chevaux."""

CHAPTER = "14-petits-chevaux"
