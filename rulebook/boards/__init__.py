"""Boards: pictures of positions (`svg`), what is on the table (`table`) and the widget that shows it (`board`)."""
