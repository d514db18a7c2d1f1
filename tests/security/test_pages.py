"""HTTP answers of a public server to strangers: headers, policy, wrong addresses, overrides, uploads."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import itertools
import json
import re
import urllib.parse

import pytest

from rulebook.publish import engine_files, page_split
from rulebook.publish.server.base_handler import Hosts
from tests import static_site
from tests.security.conftest import SECRET, STEM
from tests.serving import NOTEBOOKS, ROOT, Running
from tests.visitor import Visitor

CHAPTER = f"/voila/render/{STEM}.ipynb"
KNOWN = ("/", CHAPTER, "/health", "/robots.txt")
TRAVERSAL = (
    "/../../../../etc/passwd", "/voila/static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/voila/static//etc/passwd",
    "/voila/templates/..%2f..%2f..%2f..%2fetc/static/passwd", "/voila/templates/x/static/../y", "/voila/templates/x",
    "/voila/labextensions/anywidget/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/voila/render/../README.md",
    "/voila/render/..%2f..%2fREADME.md", "/voila/render/%2fetc%2fpasswd", "/voila/render/01-base-game.ipynb%00",
    "/voila/files/01-base-game.ipynb", "/voila/render/99-nothing.ipynb", "/voila/tree/%2e%2e", "/voila/api/contents/",
    "/api/kernels", "/terminals/1", "/lab", "/metrics", "/.git/config", "/login", "/boards/x",
    "/voila/query/00000000-0000-0000-0000-000000000000", "/voila/static/%00", "/voila/templates/%00", "/voila/tree/%00",
)  # fmt: skip
ANYWHERE = (*KNOWN, "/parts/x.js", "/boards", "/nowhere")
FOREIGN = ("evil.example:8866", "127.0.0.1.evil.example", "10.0.0.1", "[::2]")
LEAKS = ("root:x:", "Traceback", str(ROOT), "site-packages", SECRET, '"cells"', "import ", "tornado", "evil")
ALWAYS = {"x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "same-origin"}


def ask(
    url: str, path: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """Send exactly this request, without normalizing its path; return status, headers and body."""
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
    connection.request(method, address.path.rstrip("/") + path, body, headers or {})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode("latin-1")
    connection.close()
    return found


def has_the_headers(headers: dict[str, str]) -> bool:
    """Return whether an answer has the headers of every answer and none that name the server."""
    policy, allowed = headers["content-security-policy"], headers["permissions-policy"]
    assert [one for one in ("default-src 'none'", "frame-ancestors 'none'") if one not in policy] == []
    assert not re.search(r"unsafe-eval|script-src[^;]*'unsafe-inline'", policy)
    assert ("camera=()" in allowed, "wake-lock" in allowed) == (True, False), "a phone on the table stays awake"
    return headers.items() >= ALWAYS.items() and "server" not in headers and "set-cookie" not in headers


@pytest.mark.parametrize(
    ("statuses", "methods", "paths", "headers", "body"),
    [
        ({400, 404, 405}, ["GET"], TRAVERSAL, {}, b""),
        ({405}, ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], KNOWN, {}, b"x=1"),
        ({403, 404, 405}, ["POST", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"], ANYWHERE, {}, b""),
        ({404, 405}, ["POST"], ("/", "/nowhere"), {}, b"x" * 60_000),  # read completely, then refused
        ({400, 413}, ["POST"], ("/", "/nowhere"), {}, b"x" * 70_000),  # refused without being read
        *[({421}, ["GET"], ("/", CHAPTER, *ANYWHERE[-3:]), {"Host": host}, b"") for host in FOREIGN],
    ],
)
def test_requests_outside_the_book_are_refused_and_leave_no_trace(
    public: Running, statuses: set[int], methods: list[str], paths: list[str], headers: dict[str, str], body: bytes
) -> None:
    """No address leads outside the book, nothing can be stored, and foreign host names are refused."""
    before = sorted(NOTEBOOKS.rglob("*"))
    for method, path in itertools.product(methods, paths):
        try:
            status, answered, page = ask(public.url, path, method, body or None, headers)
        except OSError:  # closed while the request was still being sent
            assert 413 in statuses
            continue
        assert (status in statuses, [leak for leak in LEAKS if leak in page]) == (True, []), (method, path, status)
        assert status == 400 or has_the_headers(answered), (method, path)
        assert status != 405 or path not in KNOWN or answered["allow"] == "GET, HEAD"
    assert sorted(NOTEBOOKS.rglob("*")) == before


def test_the_book_answers_under_all_its_names_and_to_probes(public: Running) -> None:
    """HEAD is answered like GET, without a body.  The page names the picture that link previews show."""
    for path in KNOWN:
        status, headers, body = ask(public.url, path, "HEAD")
        assert (status, has_the_headers(headers), body) == (200, True, ""), path
    found = [ask(public.url, f"{CHAPTER}?page={page}", "HEAD")[0] for page in ("turn", "whole", "no")]
    assert found == [200, 200, 404]
    for host in ("localhost:1", "LOCALHOST", "localhost.", "[::1]:1", "book.example"):
        assert ask(public.url, "/", headers={"Host": host})[0] == 200, host
    status, headers, body = ask(public.url, "/health", headers={"Host": FOREIGN[0]})
    assert (status, json.loads(body), headers["cache-control"]) == (200, {"status": "ok"}, "no-store")
    status, _, body = ask(public.url, "/ready", headers={"Host": FOREIGN[0]})
    assert json.loads(body)["ready"] is (status == 200)
    assert "Disallow: /boards" in ask(public.url, "/robots.txt")[2]
    picture = f'<meta property="og:image" content="{public.url.replace("127.0.0.1", "book.example")}link.png">'
    assert picture in ask(public.url, "/")[2]
    for name in ("link.png", "favicon.ico"):
        assert ask(public.url, f"/{name}")[1]["content-type"].startswith("image/")


def test_allowed_hosts_are_the_servers_own_and_configured_ones() -> None:
    """A server that listens everywhere, as in a container, allows any numeric address: no host name is one."""
    one, everywhere = Hosts.of("127.0.0.1", ("Book.Example",)), Hosts.of("0.0.0.0", ())
    asked = ("book.example:443", "192.0.2.1:8866", "[2001:db8::1]", "a.book.example", '"><b>', "")
    assert [host for host in asked if one.allows(host)] == [asked[0]]
    assert [host for host in asked if everywhere.allows(host)] == [*asked[1:3]]


def test_the_policy_lists_every_inline_script_by_hash(public: Running) -> None:
    """So an injected script does not run.  Every page links to the book that needs no server."""
    leaves = [f"{CHAPTER}?page={leaf}" for leaf in page_split.page_names(NOTEBOOKS, STEM) if leaf]
    for path in ("/", "/nowhere", CHAPTER, *leaves):
        _, headers, page = ask(public.url, path)
        assert has_the_headers(headers), path
        text = page.encode("latin-1").decode()
        (scripts,) = re.findall(r"script-src ([^;]+)", headers["content-security-policy"])
        assert len(scripts.split()) >= 3, path
        assert set(scripts.split()) == {"'self'"} | static_site.inline(text), path
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=|javascript:", text), path
        assert 'href="https://example.org/book/' in text, path


def test_the_engine_has_its_own_policy(public: Running) -> None:
    """Pages may not compile WebAssembly; the worker that runs games may, and nothing else."""
    page = ask(public.url, "/")[2]
    (found,) = re.findall(r'<meta name="hk-engine" data-worker="([^"]+)" data-module="([^"]+)">', page)
    for address, kind in zip(found, ("text/javascript", "application/wasm"), strict=True):
        path = urllib.parse.urlsplit(address).path
        status, headers, body = ask(public.url, path)
        answered = status, headers["content-type"].partition(";")[0], headers["content-security-policy"]
        assert answered == (200, kind, engine_files.POLICY)
        assert headers.items() >= ALWAYS.items()
        assert hashlib.sha256(body.encode("latin-1")).hexdigest().startswith(path.rpartition("-")[2].partition(".")[0])
        for wrong in (path.replace("-", "-0"), path + "x", path.rpartition("/")[0] + "/"):
            assert ask(public.url, wrong)[0] == 404
    assert "unsafe" not in engine_files.POLICY.replace("'wasm-unsafe-eval'", "")


def test_text_is_compressed_for_clients_that_accept_it(public: Running, visitor: Visitor) -> None:
    """Browsers request a part only once, and no page they know: compressed and plain answers have different tags."""
    parts = set(re.findall(r'"(/parts/[\w.-]+)"', visitor.page))
    assert {path.rpartition(".")[2] for path in parts} == {"js", "packed", "svg"}
    pages = {"/": 200, "/search.json": 200, "/voila/render/x.ipynb": 404, CHAPTER: 200}
    for path, wanted in (pages | dict.fromkeys(parts, 200)).items():
        status, headers, plain = ask(public.url, path)
        assert (status, headers["vary"], "content-encoding" in headers) == (wanted, "Accept-Encoding", False), path
        assert ("immutable" in headers["cache-control"]) == (path in parts), path
        _, packing, packed = ask(public.url, path, headers={"Accept-Encoding": "gzip"})
        is_packed = packing.get("content-encoding") == "gzip"
        assert is_packed is not path.endswith(".packed")
        assert (gzip.decompress(packed.encode("latin-1")).decode("latin-1") if is_packed else packed) == plain
        if is_packed and wanted == 200:
            tags = headers["etag"], packing["etag"]
            assert [ask(public.url, path, headers={"If-None-Match": tag})[0] for tag in tags] == [304, 200], path


@pytest.mark.parametrize("path", ["/", CHAPTER])
def test_hostile_queries_and_headers_change_nothing(public: Running, path: str) -> None:
    plain = ask(public.url, path)[2]
    for query in ("?template=lab&theme=dark", "?template=../../etc&theme=../x", "?voila-template=classic"):
        assert ask(public.url, path + query)[0::2] == (200, plain), query
    hostile = {
        "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "<script>",
        "Cookie": "_xsrf=<script>; username=admin", "Accept-Language": "x" * 5000, "Authorization": "token x",
        "Range": "bytes=0-999999999999", "Referer": "https://evil.example/<script>", "X-Scheme": "https",
    }  # fmt: skip
    for name, value in hostile.items():
        assert ask(public.url, path, headers={name: value})[0::2] == (200, plain), name
