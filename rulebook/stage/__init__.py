"""The base of every widget in the book: messages, code, changes, words, themes.

frame.py               the base class of widgets: a browser cannot write to it, and a click sends only what changed
messages.py            what a page may send, and how it is checked
patches.py             the difference of two values in few bytes; `patch.js` applies it in the page
bundle.py              joins the JavaScript modules of a widget, and puts them into a page once
localized.py           texts of the book and of the engine in every language at once
themes.py              the colours of the themes (themes.css)
browser_simulation.py  games played in the reader's browser: the job, and the check of what comes back
browser_search.py      a player's search in the reader's browser, likewise
"""
