"""The book as a static site: pages rendered from snapshots of chapters, with Python running in the reader's browser.

build.py       builds the site                     fetching.py   downloads third-party parts by the hashes of lock.toml
freeze.py      runs a chapter, takes its snapshot  packages.py   makes the archives that Pyodide loads
make.mjs       compiles modules (bytecode.py) and makes an image of the memory of a started Python (memory_image.py)
page.py        renders pages from chapter.html and static-*.html, in the frame of the server's pages
parts.py       turns a snapshot into the parts of a page
bridge.py      the kernel as the worker sees it   python_worker.js  starts Pyodide and the kernel in it
host.js        the page's side of the widgets      page_socket.js  the same for a page of the server
sw.js          the service worker                  offline.js    registers it, and keeps the book for offline reading
base.js        sets the base address of the 404 page
licences/      of the book and of the parts of Pyodide
"""
