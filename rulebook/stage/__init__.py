"""What every widget of the book stands on: one frame, one way for messages and code, words in every language.

frame.py      a widget that a browser cannot write to; after a click its page hears what changed
patches.py    what changed between two values, in few bytes; `patch.js` takes it over in the page
messages.py   what a page may send: kinds, deeds, and sentences for what cannot be followed
code.py       the code of a page, joined from its modules, once in a page
counting.py   games that the reader's browser counts: what it is asked, what it is believed; counting.js asks for the
              games, worker.js and engine.js play them
say.py        sentences of the book and of the engine, in every language at once
"""
