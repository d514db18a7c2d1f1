"""`rulebook serve`: one process for all readers: `app` is the server, `link` a page's socket, `readers` its boards."""
