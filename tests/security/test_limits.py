"""Limits, environment and log lines, each by itself."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from voila.voila_kernel_manager import voila_kernel_manager_factory

from rulebook.publish import limits, logs
from rulebook.publish.kernels import Full, Kernels
from tests.serving import ROOT

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
    kernels = type("Few", (Kernels,), {"most": 2, "patience": 0.0})()

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


def test_a_kernel_that_could_not_be_prepared_keeps_no_other_from_ending() -> None:
    """Voilà's own shutdown asks every waiting kernel for its id, and answers 500 for ever once one of them failed."""
    waiting: dict[str, list[asyncio.Future[dict[str, str]]]] = {}

    class Base(Kernels):
        async def shutdown_kernel(self, kernel_id: str, *args: object, **kwargs: object) -> None:  # type: ignore[override]
            self._kernels.pop(kernel_id)

    manager = voila_kernel_manager_factory(Base, preheat_kernel=True, default_pool_size=0)

    async def failing(how: str) -> int:
        kernels = manager.__new__(manager)
        Kernels.__init__(kernels)
        kernels._kernels, kernels._pools, kernels.notebook_data = {"a": Mock()}, waiting, {}
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(RuntimeError("it did not start"))
        waiting["chapter"] = [failed]
        await (kernels.shutdown_kernel("a") if how == "voila" else kernels.end("a", "left"))
        return len(kernels._kernels)

    with pytest.raises(RuntimeError, match="did not start"):
        asyncio.run(failing("voila"))
    assert asyncio.run(failing("ours")) == 0
