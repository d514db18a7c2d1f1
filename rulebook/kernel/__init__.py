"""Run chapters without Jupyter: in the book's server, in the reader's browser, and when pages are built.

kernel.py    runs the cells of a chapter and passes messages to its widgets
widgets.py   replaces anywidget and `display`
"""
