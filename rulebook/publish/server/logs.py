"""What the public server writes about itself: one JSON object a line, and nothing that tells one reader from another.

An address, a query, the key of a page (who has it may speak to its boards), what a reader wrote: none of it is logged.
Lines of the libraries are kept as their templates, without what was filled in; of an exception its kind and the places
it went through.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import tornado.web

#: Lines of the book itself: `LOG.info("full", extra={"data": {...}})`; what is in `data` is written as it is.
LOG = logging.getLogger("rulebook.publish")

_PRIVATE = re.compile(
    r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"  # ids
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b"  # addresses of readers, in both forms
    r"|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])"
    r"|\?\S+"  # queries
)


class Lines(logging.Formatter):
    """A record as one line of JSON: time (UTC), level, who says it, what, and the data that belong to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _PRIVATE.sub("…", str(record.msg).strip().partition("\n")[0])[:300],
        }
        line |= getattr(record, "data", {})
        if record.exc_info and record.exc_info[0]:
            line |= fault(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def fault(error: BaseException | None) -> dict[str, Any]:
    """The kind of an exception and the places it went through: what it says may be a reader's."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__ if error else None)
    ]
    return {"error": type(error).__name__, "at": places[-12:]}


def install() -> None:
    """Send everything that is logged in this process to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for logger in map(logging.getLogger, list(logging.root.manager.loggerDict)):  # some bring handlers of their own
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(max(logger.level, logging.WARNING))
    LOG.setLevel(logging.INFO)


def request(handler: "tornado.web.RequestHandler") -> None:
    """Log an answered request: what was asked for by kind, never the address; called by tornado for each."""
    asked, page = handler.request, getattr(handler, "page", "")
    data: dict[str, Any] = {"kind": type(handler).__name__} | ({"page": page} if page else {})
    data |= {"method": asked.method, "status": handler.get_status(), "ms": round(1000 * asked.request_time())}
    LOG.info("request", extra={"data": data})
