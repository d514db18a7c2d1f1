"""Chapters that run without Jupyter: in the book's server, in the reader's browser, and when pages are made.

kernel.py    runs the cells of a chapter and gives boards what their page says
widgets.py   stands in for anywidget and `display` there
"""
