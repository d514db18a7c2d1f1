"""Handlers of pages: the contents, chapters, the search index and probes."""

import subprocess
from pathlib import PurePosixPath

import tornado.web

from rulebook.publish.server.base_handler import HTML, BaseHandler
from rulebook.publish.server.logs import LOG

RETRY_AFTER = 20  # seconds, where a page cannot be rendered now


class TemplateHandler(BaseHandler):
    """Serves the contents page or the search index."""

    def initialize(self, template: str, content_type: str = HTML) -> None:
        """Store the template and its content type."""
        self._template, self._content_type = template, content_type

    def get(self) -> None:
        """Send the page."""
        self.send_page(self.page_cache.page(self._template), self._content_type)


class ChapterHandler(BaseHandler):
    """Serves a chapter from the cache, or with ?variant=N or ?page=NAME a part of it; 503 if it cannot be rendered."""

    page = ""

    async def get(self, path: str) -> None:
        """Send the page."""
        if not self.page_cache.is_chapter(path):
            raise tornado.web.HTTPError(404)
        self.page = PurePosixPath(path).stem  # for the log
        try:
            pages = await self.page_cache.chapter_pages(path)
        except (OSError, subprocess.TimeoutExpired) as error:
            LOG.warning("a chapter could not be rendered: %s", error)
            self.set_header("Retry-After", str(RETRY_AFTER))
            raise tornado.web.HTTPError(503) from error
        if pages is None:
            raise tornado.web.HTTPError(500)
        name = self.get_query_argument("page", "") or self.get_query_argument("variant", "")
        if name not in pages:
            raise tornado.web.HTTPError(404)
        self.send_page(pages[name])


class HealthHandler(BaseHandler):
    """Liveness probe."""

    any_host = True

    def get(self) -> None:
        """Answer that the server is alive."""
        self.set_header("Cache-Control", "no-store")
        self.write({"status": "ok"})


class ReadyHandler(BaseHandler):
    """Readiness probe: whether the server would take another reader."""

    any_host = True

    def get(self) -> None:
        """Send 200 or 503 with the number of free places (null: no limit), the number of readers, and why not ready."""
        sessions = self.sessions
        stuck = sum(pool.stuck for pool in sessions.pools)
        why = "stopping" if sessions.stopping else "stuck" if stuck else "places" if sessions.free == 0 else ""
        self.set_status(503 if why else 200)
        self.set_header("Cache-Control", "no-store")
        self.write({"ready": not why, "free": sessions.free, "readers": len(sessions)} | ({"why": why} if why else {}))
