"""What a public server answers to strangers over HTTP: headers, policy, wrong addresses, overrides, uploads."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import re
import urllib.error
import urllib.parse

import pytest
import websocket

from rulebook.publish import counting, page_split
from rulebook.publish.server import answers, files, page_cache
from tests import static_site
from tests.security.conftest import SECRET, STEM, Public
from tests.serving import NOTEBOOKS, ROOT, STEMS
from tests.visitor import Visitor


def ask(
    url: str, path: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """Ask exactly this, with no tidying of the path; status, headers and body."""
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
    connection.request(method, address.path.rstrip("/") + path, body, headers or {})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode("latin-1")
    connection.close()
    return found


def test_every_answer_has_the_headers(public: Public) -> None:
    for path in (*KNOWN, "/nowhere", "/ready", "/api/kernels/x", "/voila/render/x"):
        _, headers, _ = ask(public.url, path)
        wanted = {"x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "same-origin"}
        assert headers.items() >= wanted.items(), path
        assert "camera=()" in headers["permissions-policy"]
        assert "wake-lock" not in headers["permissions-policy"], "a phone on the table stays awake"
        policy = headers["content-security-policy"]
        found = [one in policy for one in ("default-src 'none'", "frame-ancestors 'none'", "unsafe-eval")]
        assert found == [True, True, False]
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].split(";")[0]
        assert "server" not in headers


def test_the_policy_names_every_script_of_every_page_by_its_hash(
    public: Public, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script that somebody smuggled in has another.  Every page leads to the book that needs no server."""
    answered = [ask(public.url, path) for path in ("/", "/nowhere", f"/voila/render/{STEM}.ipynb")]
    found = [(page.encode("latin-1").decode(), headers["content-security-policy"]) for _, headers, page in answered]
    monkeypatch.setattr(page_cache, "frozen", lambda notebook: static_site.frozen(notebook.stem))
    more = {"static_site": "https://example.org/book/", "search": "/search.json"}
    engine = {"engine": {"worker": "", "module": ""}}
    book = page_cache.Book(NOTEBOOKS, "/", more | engine, [], files.Shelf("/parts/"), listed=True)
    for path in book.chapters:
        pages = book._made(path)
        assert path == f"{STEM}.ipynb" or len(pages) == len(page_split.names(NOTEBOOKS, path[:-6])), path
        found += [(gzip.decompress(page.packed).decode(), page.policy) for page in pages.values()]
    for text, policy in found:
        name = re.search(r"<title>.*?</title>", text)
        scripts = {rule.partition(" ")[0]: set(rule.split()[1:]) for rule in policy.split("; ")}["script-src"]
        assert len(scripts) >= 3, name
        assert scripts == {"'self'"} | static_site.inline(text), name
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=|javascript:", text), name
        assert 'href="https://example.org/book/' in text, name
    assert len(found) > len(STEMS) + 40
    assert found[2][1] in {policy for _, policy in found[3:]}, "a server says the same of the same page"


def test_the_engine_of_pages_has_a_policy_of_its_own(public: Public) -> None:
    """Pages may not compile WebAssembly; the worker that counts games may, and nothing else."""
    _, _, page = ask(public.url, "/")
    (found,) = re.findall(r'<meta name="hk-engine" data-worker="([^"]+)" data-module="([^"]+)">', page)
    for address, kind in zip(found, ("text/javascript", "application/wasm"), strict=True):
        path = urllib.parse.urlsplit(address).path
        status, headers, body = ask(public.url, path)
        assert (status, headers["content-type"].partition(";")[0]) == (200, kind)
        assert headers["content-security-policy"] == counting.POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert "immutable" in headers["cache-control"]
        named = re.search(r"-([0-9a-f]{16})\.", path)
        assert named
        assert hashlib.sha256(body.encode("latin-1")).hexdigest().startswith(named[1])
        _, headers, packed = ask(public.url, path, headers={"Accept-Encoding": "gzip"})
        assert headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.encode("latin-1")) == body.encode("latin-1")
        for wrong in (path.replace("-", "-0"), path + "x", path.rpartition("/")[0] + "/"):
            assert ask(public.url, wrong)[0] == 404
    assert "unsafe" not in counting.POLICY.replace("'wasm-unsafe-eval'", "")


def test_what_is_text_comes_compressed_to_who_can_read_it_so(public: Public, visitor: Visitor) -> None:
    """Without cookies.  A browser asks for a part but once, and is not sent a page that it knows: packed and plain
    are two answers with a tag each."""
    parts = set(re.findall(r'"(/parts/[\w.-]+)"', visitor.page))
    assert {path.rpartition(".")[2] for path in parts} == {"js", "packed", "svg"}
    pages = {"/": 200, "/search.json": 200, "/voila/render/x.ipynb": 404, f"/voila/render/{STEM}.ipynb": 200}
    for path, wanted in (pages | dict.fromkeys(parts, 200)).items():
        status, headers, plain = ask(public.url, path)
        assert (status, headers["vary"], "set-cookie" in headers) == (wanted, "Accept-Encoding", False), path
        assert ("immutable" in headers["cache-control"]) == (path in parts), path
        assert "content-encoding" not in headers
        _, packing, packed = ask(public.url, path, headers={"Accept-Encoding": "gzip"})
        if path.endswith(".packed"):
            assert ("content-encoding" in packing, packed) == (False, plain)
            continue
        assert (packing["content-encoding"], int(packing["content-length"])) == ("gzip", len(packed))
        assert len(packed) < len(plain) / (1 if path in parts else 2)
        assert gzip.decompress(packed.encode("latin-1")).decode("latin-1") == plain
        if wanted == 200:
            tags = headers["etag"], packing["etag"]
            assert [ask(public.url, path, headers={"If-None-Match": tag})[0] for tag in tags] == [304, 200], path


TRAVERSAL = (
    "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/voila/static/../../../../../../etc/passwd",
    "/voila/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/voila/static//etc/passwd", "/static/etc/passwd",
    "/voila/templates/rulebook/static/../../../../../../../etc/passwd", "/voila/templates/../static/x",
    "/voila/templates/..%2f..%2f..%2f..%2fetc/static/passwd", "/voila/templates/x/static/../y", "/voila/templates/x",
    "/voila/labextensions/../../../../etc/passwd", "/voila/labextensions/anywidget/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/voila/render/../README.md", "/voila/render/..%2f..%2fREADME.md", "/voila/render/%2fetc%2fpasswd",
    "/voila/render/../tests/serving.py", "/voila/files/01-base-game.ipynb", "/voila/render/01-base-game.ipynb%00",
    "/voila/tree/..", "/voila/tree/%2e%2e", "/voila/api/contents/", "/api/contents", "/api/kernels", "/api/sessions",
    "/api/terminals", "/terminals/1", "/lab", "/tree", "/metrics", "/api/status", "/api/spec.yaml", "/.git/config",
    "/boards/x", "/voila/query/00000000-0000-0000-0000-000000000000", "/login", "/logout",
    "/%00", "/voila/static/%00", "/voila/templates/%00", "/voila/labextensions/%00", "/voila/tree/%00", "/voila/tree/x",
    "/voila/render/99-nothing.ipynb",
)  # fmt: skip


def test_no_address_leads_out_of_the_book(public: Public) -> None:
    """The book's own page of wrong addresses, and nothing of any file."""
    leaks = ("root:x:", "Traceback", str(ROOT), "site-packages", SECRET, '"cells"', "import ", "tornado")
    for path in TRAVERSAL:
        status, _, page = ask(public.url, path)
        assert (status in (400, 403, 404, 405), [leak for leak in leaks if leak in page]) == (True, []), path


HOSTILE: tuple[dict[str, str], ...] = (
    {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}, {"X-Forwarded-For": "<script>"},
    {"Cookie": "_xsrf=<script>; username=admin"}, {"Accept-Language": "x" * 5000}, {"Authorization": "token x"},
    {"Referer": "https://evil.example/<script>"}, {"Range": "bytes=0-999999999999"},
)  # fmt: skip


def test_hostile_queries_and_headers_change_nothing(public: Public) -> None:
    for path in ("/", f"/voila/render/{STEM}.ipynb"):
        plain = ask(public.url, path)[2]
        for query in ("?template=lab&theme=dark", "?template=../../etc&theme=../x", "?voila-template=classic"):
            assert ask(public.url, path + query)[0::2] == (200, plain), query
        for headers in HOSTILE:
            assert ask(public.url, path, headers=headers)[0::2] == (200, plain), headers


def test_an_upload_over_http_is_cut_off(public: Public) -> None:
    """The only way in is the socket, and what comes there stays in memory."""
    before = sorted(NOTEBOOKS.rglob("*"))
    for path in ("/", "/nowhere"):
        # Read as a whole, and refused for what it is ...
        assert ask(public.url, path, "POST", b"x" * 60_000)[0] in (404, 405), path
        # ... or not read at all.
        try:
            status, _, _ = ask(public.url, path, "POST", b"x" * 70_000)
        except OSError:  # hung up while it was still being sent
            continue
        assert status in (400, 413), path
    assert sorted(NOTEBOOKS.rglob("*")) == before


def test_only_hosts_of_the_book_are_answered(public: Public, visitor: Visitor) -> None:
    """A foreign name that leads to this machine makes no page of another site the book's own; probes may use any."""
    port = urllib.parse.urlsplit(public.url).port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "10.0.0.1", "[::2]"):
        for path in ("/", f"/voila/render/{STEM}.ipynb", "/parts/x.js", "/boards", "/nowhere"):
            status, _, page = ask(public.url, path, headers={"Host": host})
            assert (status, "rb-page" in page, "evil" in page) == (421, False, False), (host, path)
        assert ask(public.url, "/health", headers={"Host": host})[0] == 200
        with pytest.raises(websocket.WebSocketBadStatusException, match="421"):
            visitor.connect(origin=f"http://{host}", host=host)
    visitor.connect()
    for host in (f"localhost:{port}", "LOCALHOST", "localhost.", f"[::1]:{port}"):
        assert ask(public.url, "/", headers={"Host": host})[0] == 200, host


def test_hosts_are_the_servers_own_and_those_it_was_told() -> None:
    """Where it listens everywhere, as in a container, any address that is a number, for no name is one."""
    own, everywhere = answers.Hosts.of("127.0.0.1", ("Book.Example",)), answers.Hosts.of("0.0.0.0", ())
    for hosts, known, foreign in (
        (own, ("book.example:443", "127.0.0.1:1"), ("192.0.2.1", "a.book.example", "")),
        (everywhere, ("192.0.2.1:8866", "[2001:db8::1]"), ("example.org", '"><b>')),
    ):
        assert [hosts.know(host) for host in (*known, *foreign)] == [True] * len(known) + [False] * len(foreign)


KNOWN = ("/", f"/voila/render/{STEM}.ipynb", "/health", "/robots.txt")


def test_nothing_can_be_put_there_and_monitors_are_answered_by_method(public: Public) -> None:
    """HEAD as GET without a body; 405 says what there is."""
    allowed = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # the others are known to no address
    for path in (*KNOWN, "/parts/x.js", "/boards", "/api/kernels/x"):
        for method in (*allowed, "TRACE", "CONNECT", "PROPFIND"):
            status, headers, _ = ask(public.url, path, method, b"x=1" if method[0] == "P" else None)
            assert status in (403, 404, 405), (path, method)
            if path in KNOWN and method in allowed:
                assert (status, set(headers["allow"].split(", "))) == (405, {"GET", "HEAD"}), (path, method)
    for path in KNOWN:
        status, headers, body = ask(public.url, path, "HEAD")
        assert (status, body, "set-cookie" in headers) == (200, "", False), path
    found = [ask(public.url, f"{KNOWN[1]}?page={page}", "HEAD")[0] for page in ("turn", "whole", "no")]
    assert found == [200, 200, 404]


def test_what_browsers_and_robots_ask_for_is_there(public: Public) -> None:
    """And a link to a page is shown with what it is about and a picture, which is where the page says."""
    assert "Disallow: /boards" in ask(public.url, "/robots.txt")[2]
    _, headers, icon = ask(public.url, "/favicon.ico")
    assert headers["content-type"] in ("image/vnd.microsoft.icon", "image/x-icon")
    assert icon.startswith("\0\0\1\0")
    _, _, page = ask(public.url, "/")
    assert re.search(r'<meta name="description" content="[^"]{20,}"', page)
    (picture,) = re.findall(r'<meta property="og:image" content="([^"]+)">', page)
    assert picture == f"{public.url.replace('127.0.0.1', 'book.example')}link.png"
    _, headers, data = ask(public.url, urllib.parse.urlsplit(picture).path)
    assert (headers["content-type"], data[1:4]) == ("image/png", "PNG")


def test_health_and_readiness(public: Public) -> None:
    status, headers, body = ask(public.url, "/health")
    assert (status, json.loads(body), headers["cache-control"]) == (200, {"status": "ok"}, "no-store")
    status, _, body = ask(public.url, "/ready")
    assert json.loads(body)["ready"] is (status == 200)
    for path in ("/health", "/ready"):
        assert ask(public.url, path, "HEAD")[0] == ask(public.url, path)[0]
