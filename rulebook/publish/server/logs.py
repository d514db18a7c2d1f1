"""The log of the public server: one JSON object per line, without anything that identifies a reader.

No address, query, page key (whoever has one may speak to the page's boards) or text written by a reader is logged.
Messages of libraries are logged as templates, without their arguments; exceptions as their type and the frames of
their traceback.
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

#: The book's own log: `LOG.info("full", extra={"data": {...}})`; `data` is written as it is.
LOG = logging.getLogger("rulebook.publish")

_PRIVATE = re.compile(
    r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"  # ids
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b"  # IPv4 addresses
    r"|(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])"  # IPv6 addresses
    r"|\?\S+"  # queries
)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON: time (UTC), level, logger, event and its data."""

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
            line |= error_data(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def error_data(error: BaseException | None) -> dict[str, Any]:
    """Return the type and traceback of an exception without its message, which may quote a reader."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__ if error else None)
    ]
    return {"error": type(error).__name__, "at": places[-12:]}


def install() -> None:
    """Send all log records of this process to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for logger in map(logging.getLogger, list(logging.root.manager.loggerDict)):  # some have handlers of their own
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(max(logger.level, logging.WARNING))
    LOG.setLevel(logging.INFO)


def log_request(handler: "tornado.web.RequestHandler") -> None:
    """Log a request by its handler, never by its address (tornado's `log_function`)."""
    request, page = handler.request, getattr(handler, "page", "")
    kind = type(handler).__name__.removesuffix("Handler")
    data: dict[str, Any] = {"kind": kind} | ({"page": page} if page else {})
    data |= {"method": request.method, "status": handler.get_status(), "ms": round(1000 * request.request_time())}
    LOG.info("request", extra={"data": data})
