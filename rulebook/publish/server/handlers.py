"""What the book's server answers: the contents, chapters and their pages, the index of the search, probes."""

import subprocess
from pathlib import PurePosixPath

import tornado.web

from rulebook.publish.server.base_handler import HTML, Answer
from rulebook.publish.server.logs import LOG

AGAIN = 20  # seconds after which whoever found no page may ask again


class Told(Answer):
    """The page of contents (the book has no other listing), and what the search of the pages reads."""

    def initialize(self, template: str, kind: str = HTML) -> None:
        """Take which."""
        self._template, self._kind = template, kind

    def get(self) -> None:
        """Send it."""
        self.send_page(self.book.page(self._template), self._kind)


class Chapter(Answer):
    """A chapter's page from memory, with ?variant=N or ?page=NAME a leaf of it; 503 if it cannot be rendered now."""

    page = ""

    async def get(self, path: str) -> None:
        """Send it."""
        if not self.book.is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.page = PurePosixPath(path).stem  # for the log
        try:
            found = await self.book.leaves(path)
        except (OSError, subprocess.TimeoutExpired) as no:
            LOG.warning("a chapter could not be rendered: %s", no)
            self.set_header("Retry-After", str(AGAIN))
            raise tornado.web.HTTPError(503) from no
        if found is None:
            raise tornado.web.HTTPError(500)
        leaf = self.get_query_argument("page", "") or self.get_query_argument("variant", "")
        if leaf not in found:
            raise tornado.web.HTTPError(404)
        self.send_page(found[leaf])


class Health(Answer):
    """Is the server there?"""

    any_host = True

    def get(self) -> None:
        """Say so."""
        self.set_header("Cache-Control", "no-store")
        self.write({"status": "ok"})


class Ready(Answer):
    """Would the server take one more reader?"""

    any_host = True

    def get(self) -> None:
        """Say so: 200 or 503, the number of free places (null: any number) and of those who play, and why not."""
        readers = self.readers
        stuck = sum(pool.stuck for pool in readers.pools)
        why = "stopping" if readers.stopping else "stuck" if stuck else "places" if readers.free == 0 else ""
        self.set_status(503 if why else 200)
        self.set_header("Cache-Control", "no-store")
        more = {"why": why} if why else {}
        self.write({"ready": not why, "free": readers.free, "readers": len(readers)} | more)
