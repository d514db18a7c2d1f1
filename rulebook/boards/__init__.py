"""Boards: what is on the table (`table`), what of it is shown (`view`), and the widget that shows it (`board`)."""
