"""Drawing Hekla."""

CHAPTER = "15-hekla"
