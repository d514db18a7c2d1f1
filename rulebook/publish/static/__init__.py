"""The book as a static site: pages painted from frozen state, brought to life by Python in the reader's browser.

build.py       writes the site                         fetching.py   gets what is not ours, by the hashes of lock.toml
freeze.py      runs a chapter, keeps what it shows     packages.py   makes archives of that and of the book, compiled
make.mjs       compiles (bytecode.py), and makes an image of the memory of a Python that has begun (memory_image.py)
page.py        makes pages of that, in the same frame as the server's, from chapter.html and static-*.html
bridge.py      the kernel as worker.js sees it         worker.js     starts Pyodide and the kernel in it
host.js        the page's side of the widgets
sw.js, offline.js  keep the book for reading      base.js       finds the site from the page of lost addresses
licences/      of the book, and of all that Pyodide is made of
"""
