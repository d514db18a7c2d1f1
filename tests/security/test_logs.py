"""Lines of the log."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from rulebook.publish.server import logs


def test_a_line_of_the_log_tells_nothing_of_readers() -> None:
    known, lines = "0f0f0f0f-1111-2222-3333-444444444444", []
    log, handler = logging.Logger("somebody"), logging.Handler()
    handler.emit = lambda record: lines.append(logs.Lines().format(record))  # type: ignore[method-assign]
    log.addHandler(handler)
    log.warning("Uncaught exception %s from %s", "GET /?mail=me@example.org (192.0.2.7)", known)
    log.warning(f"Board {known} of 192.0.2.7 and 2001:db8::7:1 asked /x?mail=me@example.org\nsecond line")
    try:
        raise ValueError("me@example.org")
    except ValueError:
        log.exception("it failed")
    private = (known, "192.0.2.7", "2001:db8", "example.org", "second line")
    assert [one for one in private if one in "".join(lines)] == []
    _, _, last = map(json.loads, lines)
    assert last["error"] == "ValueError"
    assert last["at"][0].startswith(f"{Path(__file__).name}:")
