"""`rulebook serve`: one process for all readers.  `app` is the server, `page_socket` the WebSocket of a page."""
