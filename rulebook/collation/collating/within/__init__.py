"""One document against itself: references, numbers, tables and conditions that contradict each other."""
