"""What the book's server answers: the contents, chapters, the index of the search, wrong addresses, probes.

* GET /, index.html: the contents
* GET voila/render/CHAPTER.ipynb, with ?variant=N or ?page=NAME for a page of it; 503 if it cannot be rendered now
* GET search.json: what the search of the pages reads
* GET health, GET ready: is the server there; would it take one more reader?
"""

import subprocess
from pathlib import PurePosixPath
from typing import Any

import tornado.web

from rulebook.publish.server.answers import INDEX, Answer, book_of
from rulebook.publish.server.logs import LOG
from rulebook.publish.server.page_cache import Press
from rulebook.publish.server.readers import Readers

AGAIN = 20  # seconds after which whoever found no page may ask again


class Contents(Answer):
    """The page of contents."""

    def initialize(self, **_: Any) -> None:
        """Take what Voilà hands to its own handler."""

    def get(self, path: str = "") -> None:
        """Send it; the book has no other listing."""
        if path.strip("/"):
            raise tornado.web.HTTPError(404)
        self.send_page(book_of(self).page("contents.html"))


class Index(Answer):
    """What the search of the pages reads, asked for when somebody searches."""

    def get(self) -> None:
        """Send it."""
        self.set_header("Cache-Control", "no-cache")
        self.send_page(book_of(self).page(INDEX), "application/json")


class Chapter(Answer):
    """A chapter's page from memory."""

    page = ""

    def initialize(self, **_: Any) -> None:
        """Take what Voilà hands to its own handler of chapters."""

    async def get(self, path: str = "") -> None:
        """Send it."""
        if not book_of(self).is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.page = PurePosixPath(path).stem  # for the log
        press: Press = self.settings["rulebook_press"]
        try:
            found = await press.pages(path)
        except (OSError, subprocess.TimeoutExpired) as no:
            LOG.warning("a chapter could not be rendered: %s", no)
            self.set_header("Retry-After", str(AGAIN))
            raise tornado.web.HTTPError(503) from no
        if found is None:
            raise tornado.web.HTTPError(500)
        leaf = self.get_query_argument("page", "") or self.get_query_argument("variant", "")
        if leaf not in found:
            raise tornado.web.HTTPError(404)
        self.set_header("Cache-Control", "no-cache")
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
        readers: Readers = self.settings["rulebook_readers"]
        stuck = sum(pool.stuck for pool in readers.pools)
        why = "stopping" if readers.stopping else "stuck" if stuck else "places" if readers.free == 0 else ""
        self.set_status(503 if why else 200)
        self.set_header("Cache-Control", "no-store")
        more = {"why": why} if why else {}
        self.write({"ready": not why, "free": readers.free, "readers": len(readers)} | more)
