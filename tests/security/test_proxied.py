"""Who stands between a reader and the server: proxies, trusted or not, with HTTPS; and many behind one address."""

from __future__ import annotations

import asyncio
import ssl
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
import tornado.httputil
import websocket
from rulebook.publish.kernel import About
from rulebook.publish.kernels import Full, Kernels, Reader

from rulebook.publish import door, shares
from tests import serving
from tests.proxy import balancing, certificate
from tests.security import attacks
from tests.security.conftest import Public
from tests.security.test_pages import ask
from tests.visitor import Visitor

ALWAYS = ("serve", "--port", "0", "--no-browser", "--public", "--warm", "0")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Running]:
    """A server for three readers that believes the proxy before it."""
    folder = tmp_path_factory.mktemp("proxied")
    book = str(serving.one_board(folder / "book"))
    command = serving.command(*ALWAYS, "--proxied", "--notebooks", book, "--name", "book.example", "--readers", "3")
    with serving.running(command, patience=120, log=folder / "log") as run:
        yield run


@pytest.mark.parametrize("believed", [True, False])
def test_only_a_trusted_proxy_says_which_host_was_asked_for(
    public: Public, proxied: serving.Running, believed: bool
) -> None:
    """Its page's origin is the host that readers know, and the server's own name is another."""
    url = proxied.url if believed else public.url
    somebody = Visitor(url).open(serving.ONE_BOARD)
    _, headers, _ = ask(url, "/", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "book.example"})
    assert ("strict-transport-security" in headers) is believed
    _, headers, _ = ask(url, "/", headers={"X-Scheme": "https"})
    assert "strict-transport-security" not in headers, "a reader can say this one, and a proxy may hand it on"

    address = f"{url.replace('http', 'ws', 1)}api/kernels/{somebody.kernel}/channels?session_id=x"

    def connects(**headers: str) -> bool:
        try:
            websocket.create_connection(
                address, origin="https://book.example", host="inside:8866", header=headers, timeout=60
            ).close()
        except websocket.WebSocketBadStatusException as refused:
            assert refused.status_code in (403, 421)  # a foreign page, or a foreign host
            return False
        return True

    forwarded = {"X-Forwarded-Host": "book.example", "X-Forwarded-Proto": "https"}
    assert connects(**forwarded) is believed
    assert not connects()
    assert not connects(**forwarded | {"X-Forwarded-Host": "other.example"})
    somebody.leave()


def test_a_proxy_that_speaks_https_has_the_whole_book_behind_it(proxied: serving.Running, tmp_path: Path) -> None:
    """Page, parts, a cookie that HTTPS alone sends back, a socket, a game; and who has been there keeps to HTTPS."""
    secure = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(secure[0]))
    with balancing([proxied.url], secure=secure) as proxy:
        somebody = Visitor(proxy.url, trust).open(serving.ONE_BOARD)
        assert [(one.name, one.secure) for one in somebody.jar] == [("_xsrf", True)]
        assert somebody.plays("play", 5)["ply"] == 5
        assert f'<meta property="og:image" content="{proxy.url}link.png">' in somebody.page
        part = next(path for node, path in proxy.asked if path.startswith("/parts/"))
        for path, kept in (("", True), ("health", True), ("nowhere", True), (part.lstrip("/"), True)):
            for _ in range(2):  # made, then sent again
                try:
                    answer = somebody.web.open(proxy.url + path)
                except urllib.error.HTTPError as error:
                    answer = error
                assert ("Strict-Transport-Security" in answer.headers) is kept, path
        _, headers, _ = ask(proxied.url, part)
        assert "strict-transport-security" not in headers, "it was asked for without"
        somebody.leave()


def test_requests_by_the_whole_address_and_of_the_server_itself(public: Public) -> None:
    """As proxies and monitors ask; the host in the address counts, and a foreign one is refused as ever."""
    own = public.url.rstrip("/")

    def said(first: str, *headers: str) -> str:
        with attacks.line(public.url, "\r\n".join([first, *headers, "Connection: close", "", ""])) as there:
            return b"".join(iter(lambda: there.recv(65536), b"")).decode("latin-1")

    for asked, host, status, holds in (
        (f"GET {own}/", "127.0.0.1", 200, "rb-page"),
        (f"GET {own}", "127.0.0.1", 200, "rb-page"),
        ("GET HTTP://LOCALHOST/health?x=http://a/", "evil.example", 200, '"ok"'),
        (f"GET {own}/nowhere", "127.0.0.1", 404, "rb-page"),
        ("GET http://evil.example/", "127.0.0.1", 421, "host name"),
        ("GET http://localhost@evil.example/", "127.0.0.1", 400, ""),
        ("OPTIONS *", "evil.example", 204, "Allow: GET, HEAD, POST, OPTIONS"),
        ("GET *", "127.0.0.1", 400, ""),
        ("CONNECT example.org:443", "127.0.0.1", 405, ""),
    ):
        answer = said(f"{asked} HTTP/1.1", f"Host: {host}")
        assert answer.startswith(f"HTTP/1.1 {status} "), (asked, answer[:300])
        assert holds in answer
    assert said(f"GET {own}/ HTTP/1.1", "Host: localhost", "Host: evil.example").startswith("HTTP/1.1 400 ")
    headers = tornado.httputil.HTTPHeaders({"Host": "a, b"})
    start = tornado.httputil.RequestStartLine("GET", "http://c/", "HTTP/1.1")
    assert (door.origin_form(start, headers), headers["Host"]) == (start, "a, b")


# ---- many behind one address -----------------------------------------------------------------------------------------


def test_whose_an_address_is() -> None:
    """Of IPv6 a network, for whoever has one has all of its addresses; what is none stays what it is."""
    found = [shares.house(one) for one in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "2001:db8:0:1::1", "?")]
    assert found == ["192.0.2.7", "192.0.2.7", "2001:db8::/64", "2001:db8:0:1::/64", "?"]
    assert shares.house("fe80::1%eth0") == shares.house("fe80::2")


@pytest.mark.parametrize(
    ("there", "comes", "leaves"),
    [
        ("aaaa", "b", "a"),  # who has all of it gives way to who has nothing
        ("aaab", "b", "a"),
        ("aabb", "b", ""),  # no more than is fair, whoever has it
        ("aabb", "a", ""),
        ("aabb", "c", "ab"),
        ("aaab", "a", ""),  # a class does not put out its own
        ("abcd", "e", ""),
    ],
)
def test_who_has_most_gives_way_where_nobody_is_still(there: str, comes: str, leaves: str) -> None:
    """Letters are addresses that have a process each; one that no page is connected to goes before one that plays."""
    whose = {f"{number}{house}": house for number, house in enumerate(there)}
    found = shares.of_most(whose, there.count(comes))
    assert {one[-1] for one in found} == set(leaves)


def test_of_the_address_that_has_most_the_one_goes_that_nobody_plays_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the one that was heard from least lately; and nobody where there is no room on the disk."""
    now = time.monotonic()
    kernels = Kernels(About(""), most=3, patience=0, governor=Mock(short=lambda: ""))
    kernels._kernels = {name: Mock(pages=[Mock()] * (name != "c")) for name in "abc"}
    kernels.readers = {
        name: Reader(now, now - quiet, True, None, "one") for name, quiet in (("a", 9), ("b", 20), ("c", 1))
    }
    ended: list[str] = []

    async def end(name: str, _why: str) -> None:
        ended.append(name)
        kernels.readers.pop(name)

    monkeypatch.setattr(kernels, "end", end)

    async def come() -> None:
        for name, house in (("d", "two"), ("e", "three")):
            async with kernels.place(house) as place:
                kernels.welcome(name, place)
                kernels._kernels[name] = Mock(pages=[Mock()])
        assert (ended, kernels.free, kernels.entering.total()) == (["c", "b"], 0, 0)
        for house in ("one", "two", "four"):
            with pytest.raises(Full):
                async with kernels.place(house):
                    pass

    asyncio.run(come())
    kernels.readers["a2"], kernels._kernels["a2"] = Reader(house="one"), Mock(pages=[])
    assert kernels._room("four")
    assert kernels.governor
    monkeypatch.setattr(kernels.governor, "short", lambda: "disk")
    assert not kernels._room("four")


def test_a_flood_of_beginnings_takes_the_book_from_nobody(proxied: serving.Running) -> None:
    """One address asks for every place, again and again, and plays in some; another one plays, and stays."""
    flood = [Visitor(proxied.url, says={"X-Forwarded-For": "192.0.2.1", "X-Real-Ip": f"192.0.2.{n}"}) for n in range(3)]
    for one in flood:
        one.read(serving.ONE_BOARD).begin()
        one.plays("play", 1)
    somebody = Visitor(proxied.url, says={"X-Forwarded-For": "198.51.100.1"}).open(serving.ONE_BOARD)
    for again in flood:
        with pytest.raises(urllib.error.HTTPError, match="503"):
            again.begin()
    assert somebody.plays("play", 5)["ply"] == 5
    assert len(proxied.kernels()) == 3
