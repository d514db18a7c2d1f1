"""The base of every widget in the book: messages, code, patches, texts, themes.

frame.py               the base class of widgets: a browser cannot write to it, and a click sends only what changed
traits.py              the base class of widgets with public traits
messages.py            the checks of a page's messages
patches.py             the difference of two values in few bytes; `patch.js` applies it in the page
bundle.py              bundles the JavaScript modules of a widget, and brings them into a page once
localized.py           texts of the book and of the engine in every language at once
themes.py              the colours of the themes (themes.css)
browser_simulation.py  games simulated in the reader's browser: the job, and the check of the results
browser_search.py      a player's search in the reader's browser: the question, and the check of the answer
"""
