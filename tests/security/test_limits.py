"""Limits, environment and log lines, each by itself."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from rulebook.publish import limits, logs
from rulebook.publish.kernel import About
from rulebook.publish.kernels import SOON, Full, Kernels, Reader
from tests.serving import NOTEBOOKS, ROOT

SMALL = limits.Limits(memory=300, seconds=2, file=1)

DEEDS = {
    "memory": "x = bytearray(400 * 2**20)",
    "file": "open('big', 'wb').write(bytes(2 * 2**20))",
    "processor": "while True: pass",
}


def test_limits_are_read_as_they_are_written() -> None:
    assert limits.Limits.read(SMALL.text()) == SMALL
    for text in ("", "memory", "memory=x", "other=3"):
        with pytest.raises((ValueError, TypeError)):
            limits.Limits.read(text)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of processes there")
@pytest.mark.parametrize("deed", DEEDS)
def test_a_process_cannot_pass_its_limits(deed: str, tmp_path: Path) -> None:
    """Nor raise them again."""
    code = (
        f"from rulebook.publish.limits import Limits; Limits.read({SMALL.text()!r}).apply()\n"
        "import resource\n"
        "for kind in (resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):\n"
        "    assert resource.getrlimit(kind)[0] == resource.getrlimit(kind)[1]\n"
        f"{DEEDS[deed]}\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert run.returncode != 0
    if deed != "processor":
        assert run.stderr.splitlines()[-1].startswith({"memory": b"MemoryError", "file": b"OSError"}[deed])


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_what_kernels_are_forked_from_begins_no_thread(tmp_path: Path) -> None:
    """Not even where a chapter brings a rule from outside, which a thread watches; and the rule is gone after it.

    What a chapter declares would be a rule in every reader's process: the sheets of choosing know the printed ones.
    """
    code = (
        "import os, threading\n"
        "from hedgekit import extend\n"
        "from hedgekit.games.race.variants import watching\n"
        "from rulebook.publish import reading\n"
        "watching.hold(True)\n"
        "reading.imported()\n"
        f"cells = sum(1 for _ in reading.prepared(reading.Path({str(NOTEBOOKS)!r}), ['18-make.ipynb']))\n"
        "before = threading.active_count(), len(os.listdir('/proc/self/task'))\n"
        "watching.hold(False)\n"
        "print(cells > 1, before, threading.active_count(), extend.loaded())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert run.stdout.split() == b"True (1, 1) 1 {}".split(), run.stderr


def test_the_environment_of_a_kernel_is_a_list() -> None:
    """Whatever the server was started with: what is not on the list is not handed on."""
    given = {
        "PATH": "/bin",
        "LANG": "fr_FR.UTF-8",
        "AWS_SECRET_ACCESS_KEY": "x",
        "QUERY_STRING": "a=b",
        "HOME": "/root",
    }
    found = limits.clean(given, "/empty")
    assert found["PATH"] == "/bin"
    assert found["HOME"] == "/empty"
    assert not {"AWS_SECRET_ACCESS_KEY", "QUERY_STRING"} & set(found)
    assert "x" not in found.values()


def test_a_line_of_the_log_tells_nothing_of_readers() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Lines())
    logger = logging.Logger("somebody")
    logger.addHandler(handler)
    kernel = "0f0f0f0f-1111-2222-3333-444444444444"
    logger.warning("Uncaught exception %s from %s", "GET /?mail=me@example.org (192.0.2.7)", kernel)
    logger.warning(f"Kernel {kernel} of 192.0.2.7 and 2001:db8::7:1 asked /x?mail=me@example.org\nsecond line")
    try:
        raise ValueError("me@example.org")
    except ValueError:
        logger.exception("it failed")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == 3
    for private in (kernel, "192.0.2.7", "2001:db8", "example.org", "second line"):
        assert private not in stream.getvalue()
    assert lines[2]["error"] == "ValueError"
    assert lines[2]["at"] == [
        f"{Path(__file__).name}:{lines[2]['at'][0].split(':')[1].split()[0]} {lines[2]['at'][0].split()[1]}"
    ]


def test_places_are_counted_once() -> None:
    """A place that is held, then a kernel's, then free: never counted twice, never lost."""
    kernels = Kernels(About(""), most=2, patience=0)

    async def come_and_go() -> None:
        async with kernels.place() as first:
            assert kernels.free == 1
            kernels.welcome("a", first)
            assert kernels.free == 1
            async with kernels.place():
                assert kernels.free == 0
                with pytest.raises(Full):
                    async with kernels.place():
                        pass
            assert kernels.free == 1
        assert kernels.free == 1
        kernels.readers.clear()
        assert kernels.free == 2

    asyncio.run(come_and_go())


def test_who_is_still_gives_way_and_a_clock_that_is_set_ends_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three that are taken the one that was heard from least lately, and none that somebody plays in."""
    now = time.monotonic()
    monkeypatch.setattr(time, "time", lambda: now + 7200)
    kernels = Kernels(About(""), most=3, patience=0, idle=600)
    ended: list[tuple[str, str]] = []

    async def end(name: str, why: str) -> None:
        ended.append((name, why))
        kernels.readers.pop(name)

    monkeypatch.setattr(kernels, "end", end)
    kernels._kernels = {name: Mock(pages=[Mock()]) for name in "abc"}
    kernels.readers = {name: Reader(now, now - quiet, True) for name, quiet in (("a", 5), ("b", 50), ("c", 40))}

    async def come() -> None:
        assert [kernels._over(name) for name in "abc"] == [""] * 3
        assert (kernels.free, kernels.soon()) == (2, 2)
        for _ in range(2):
            async with kernels.place():
                assert len(kernels.readers) + kernels.entering.total() == 3
                kernels.readers["d"] = Reader()
            kernels.readers["e"] = kernels.readers.pop("d")
        assert [name for name, _ in ended] == ["b", "c"]
        assert kernels.free == 1
        kernels.readers["f"] = Reader()
        assert (kernels.free, kernels.soon()) == (0, SOON)
        with pytest.raises(Full):
            async with kernels.place():
                pass
        kernels.readers["a"].heard -= 600
        assert kernels._over("a") == "idle"

    asyncio.run(come())


def test_a_process_that_nobody_connects_to_gives_way_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds are enough to connect; who has been met keeps his place for half a minute."""
    now = time.monotonic()
    kernels = Kernels(About(""), most=2, patience=0)
    kernels.readers = {"met": Reader(now, now - 20, True), "awaited": Reader(now - 9, now - 9)}
    ended = []

    async def end(name: str, _why: str) -> None:
        ended.append(name)
        kernels.readers.pop(name)

    monkeypatch.setattr(kernels, "end", end)

    async def come() -> None:
        assert kernels.free == 0
        kernels.readers["awaited"] = Reader(now - 11, now - 11)
        assert kernels.free == 1
        async with kernels.place():
            assert ended == ["awaited"]

    asyncio.run(come())
