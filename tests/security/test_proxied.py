"""Between a reader and the server: proxies, trusted or not, with HTTPS; and many readers behind one address."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import websocket

from tests import serving
from tests.proxy import balancing, certificate
from tests.security.conftest import STEM
from tests.security.test_pages import ask
from tests.visitor import Full, Visitor

FORWARDED = {"X-Forwarded-Host": "book.example", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """Run a server for three readers, below its own path, that trusts the proxy before it."""
    folder = tmp_path_factory.mktemp("proxied")
    own = ("--name", "book.example", "--readers", "3", "--base-url", "/book", "--static-site", "https://example.org/b/")
    book = serving.write_one_board(folder / "book")
    with serving.serve("--public", "--proxied", *own, book=book, log=folder / "log") as run:
        yield run


@pytest.mark.parametrize("trusted", [True, False])
def test_only_a_trusted_proxy_sets_the_host(public: serving.Running, proxied: serving.Running, trusted: bool) -> None:
    """The origin is the host that readers know, not the server's own name."""
    url = proxied.url if trusted else public.url
    assert ("strict-transport-security" in ask(url, "/", headers=FORWARDED)[1]) is trusted
    assert "strict-transport-security" not in ask(url, "/", headers={"X-Scheme": "https"})[1], "a reader can say this"
    foreign = FORWARDED | {"X-Forwarded-Host": "other.example"}
    for says, accepted in ((FORWARDED, trusted), ({}, False), (foreign, False)):
        somebody = Visitor(url, headers=says)
        somebody.chapter = f"{STEM}.ipynb"
        with nullcontext() if accepted else pytest.raises(websocket.WebSocketBadStatusException, match=r"403|421"):
            somebody.connect(origin="https://book.example", host="inside:8866")
            somebody.leave()


def test_the_whole_book_works_behind_an_https_proxy(proxied: serving.Running, tmp_path: Path) -> None:
    """Page, parts, a socket, a game; a browser that was there keeps to HTTPS."""
    secure = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(secure[0]))
    with balancing([proxied.url.removesuffix("book/")], secure=secure) as proxy:
        somebody = Visitor(f"{proxy.url}book/", trust).open(STEM)
        assert somebody.play("play", 5)["ply"] == 5
        assert '<meta property="og:image" content="https://book.example/book/link.png">' in somebody.page
        part = next(path for node, path in proxy.requests if path.startswith("/book/parts/")).removeprefix("/book/")
        for path in ("/", "/health", "/nowhere", f"/{part}") * 2:  # the second time from the cache
            for says in (FORWARDED, {}):
                headers = ask(proxied.url, path, headers=says)[1]
                assert ("strict-transport-security" in headers) is bool(says), (path, says)
        somebody.leave()


def test_a_free_place_is_taken_and_reading_needs_none(proxied: serving.Running) -> None:
    """A fourth reader is told when to retry; an address that requests every place again and again, and plays in some,
    takes the book from nobody: another address plays on."""
    assert proxied.has_readers(0)
    flood = [
        Visitor(proxied.url, headers={"X-Forwarded-For": "192.0.2.1", "X-Real-Ip": f"192.0.2.{n}"}) for n in range(3)
    ]
    for one in flood:
        one.open(STEM).play("play", 1)
    assert ask(proxied.url, "/ready")[0] == 503
    somebody = Visitor(proxied.url, headers={"X-Forwarded-For": "198.51.100.1"}).open(STEM)
    for again in flood:
        again.key = ""
        with pytest.raises(Full) as full:
            again.connect()
        assert 0 < full.value.seconds <= 10
    late = flood[0].read(STEM)
    assert '<a href="https://example.org/b/01-base-game.html"' in late.page
    assert somebody.play("play", 5)["ply"] == 5
    assert proxied.ready()["readers"] == 3
    somebody.leave()
    serving.wait_until(late.tries_to_connect)
    assert ask(proxied.url, "/ready")[0] == 503
