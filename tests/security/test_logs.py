"""Lines of the log."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path

from rulebook.publish.server import logs


def test_a_line_of_the_log_tells_nothing_of_readers() -> None:
    stream, log = io.StringIO(), logging.Logger("somebody")
    log.addHandler(handler := logging.StreamHandler(stream))
    handler.setFormatter(logs.Lines())
    known = "0f0f0f0f-1111-2222-3333-444444444444"
    log.warning("Uncaught exception %s from %s", "GET /?mail=me@example.org (192.0.2.7)", known)
    log.warning(f"Board {known} of 192.0.2.7 and 2001:db8::7:1 asked /x?mail=me@example.org\nsecond line")
    try:
        raise ValueError("me@example.org")
    except ValueError:
        log.exception("it failed")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == 3
    for private in (known, "192.0.2.7", "2001:db8", "example.org", "second line"):
        assert private not in stream.getvalue()
    assert lines[2]["error"] == "ValueError"
    place, _, function = lines[2]["at"][0].partition(" ")
    assert (place.split(":")[0], function) == (Path(__file__).name, "test_a_line_of_the_log_tells_nothing_of_readers")
