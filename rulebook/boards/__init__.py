"""Boards: the table (`table`), what a page shows of it (`view`), and the widget (`board`)."""
