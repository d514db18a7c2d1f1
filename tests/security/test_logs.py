"""Lines of the log, each by itself and many at once."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path

import pytest

from rulebook.publish import logs


def logger(stream: io.StringIO) -> logging.Logger:
    """A logger that writes to this stream as a public server does."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    handler.addFilter(logs.Counted())
    found = logging.Logger("somebody")
    found.addHandler(handler)
    return found


def test_a_line_of_the_log_tells_nothing_of_readers() -> None:
    stream = io.StringIO()
    log = logger(stream)
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


def test_a_flood_is_counted_and_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred lines of a kind at once; the next one that is written says how many were not, and other kinds pass."""
    now = [0.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    stream = io.StringIO()
    log = logger(stream)
    for _ in range(1000):
        log.warning("a flood")
    log.warning("something else")
    now[0] += 2
    log.warning("a flood")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == ["a flood"] * 100 + ["something else", "a flood"]
    assert [line.get("unwritten") for line in lines[-2:]] == [None, 900]
