"""An independent reader plays on while others try to silence the server, by itself and behind nginx (`make chaos`)."""

from __future__ import annotations

import http.client
import re
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rulebook.publish.server.app import raise_descriptors
from tests import nginx, serving
from tests.security import attacks

SECONDS = 40  # of one core: what takes long begins early


@pytest.fixture(scope="module", params=["by itself", "behind nginx"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A server that is attacked."""
    proxied = request.param == "behind nginx"
    if proxied and not nginx.find():
        pytest.skip(nginx.MISSING)
    raise_descriptors()
    with attacks.attacked(tmp_path_factory.mktemp("attacked"), proxied) as found:
        yield found


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_an_independent_reader_plays_on(run: serving.Running, attack: str) -> None:
    """By one connection, and by new ones; nobody's boards stay behind, nor is memory taken that small machines lack."""
    saw = attacks.endured(run.url, attacks.ATTACKS[attack], seconds=2)
    assert saw.failures == []
    assert len(saw.moves) >= 2
    assert len(saw.pages) >= 2
    assert run.ready()["ready"]
    if sys.platform == "linux":  # which says how much memory a process had at most
        status = Path(f"/proc/{run.process.pid}/status").read_text()
        assert int(status.partition("VmHWM:")[2].split()[0]) < 600_000


SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
HIDDEN = f"0\r\n\r\n{SMUGGLED}"
BOTH = (f"Content-Length: {len(HIDDEN)}", "Transfer-Encoding: chunked")


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (BOTH, HIDDEN),
        (BOTH[::-1], HIDDEN),
        ((BOTH[0], "Transfer-Encoding : chunked"), HIDDEN),
        ((BOTH[0], "Transfer-Encoding: xchunked"), HIDDEN),
        ((BOTH[0], "Transfer-Encoding: identity, chunked"), HIDDEN),
        ((BOTH[0], "X: a\r\n Transfer-Encoding: chunked"), HIDDEN),
        (("Content-Length: 0", f"Content-Length: {len(SMUGGLED)}"), SMUGGLED),
        (("Content-Length: 0, 0",), SMUGGLED),
        (("Content-Length: +0",), SMUGGLED),
        (("Transfer-Encoding: chunked",), f"0_0\r\n{SMUGGLED}"),
        (("Transfer-Encoding: chunked",), f"-1\r\n{SMUGGLED}"),
        (("Upgrade: websocket", "Connection: upgrade", "Sec-WebSocket-Version: 7"), ""),
    ],
)
def test_a_request_hides_no_other(run: serving.Running, headers: tuple[str, ...], body: str) -> None:
    """Whoever reads a request, proxy or server, finds the same end of it, or refuses it."""
    path = attacks.path(run.url, "")
    with attacks.line(run.url, attacks.request(path, *headers, method="POST") + body) as there:
        said = b""
        with suppress(OSError):
            while more := there.recv(65536):
                said += more
    answers = re.findall(rb"HTTP/1\.1 (\d+)", said)
    assert answers
    assert answers[0] in (b"400", b"405", b"411", b"501"), answers
    assert len(answers) == 1 or b"HTTP/1.1 200" not in said
    with urllib.request.urlopen(run.url, timeout=30) as page:
        assert b"rb-page" in page.read()


def test_requests_in_one_go_are_answered_each_by_its_own(run: serving.Running) -> None:
    wanted = ("health", "robots.txt", "nowhere", "ready") * 20
    asked = [attacks.request(attacks.path(run.url, path)) for path in wanted]
    with attacks.line(run.url, "".join(asked)) as there, there.makefile("rb") as answers:
        for path in wanted:
            status = answers.readline().split()[1]
            size = int(http.client.parse_headers(answers)["Content-Length"])
            assert status == (b"404" if path == "nowhere" else b"200")
            assert {"health": b"ok", "ready": b"free", "robots.txt": b"User-agent"}.get(path, b"") in answers.read(size)
