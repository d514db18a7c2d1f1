"""nginx in front of a server, configured as in the docs; as a script, get Debian's package where apt is available.

It is unpacked into the tests' environment, so no service starts on this machine and root is not needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests import serving

CONFIGURATION = serving.ROOT / "docs" / "nginx.conf"
UNPACKED = Path(sys.prefix) / "nginx"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
MISSING = "nginx is not installed (Debian: apt-get install nginx-light)"


def find() -> str | None:
    """Return the path of an nginx, or None."""
    return next(filter(None, map(shutil.which, ("nginx", "/usr/sbin/nginx", str(UNPACKED / "usr/sbin/nginx")))), None)


def install() -> None:
    """Unpack Debian's nginx unless there is one; do nothing without apt."""
    if find() or not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return
    with tempfile.TemporaryDirectory() as folder, suppress(OSError, subprocess.SubprocessError):
        subprocess.run(["apt-get", "download", "nginx"], cwd=folder, capture_output=True, timeout=60, check=True)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), str(UNPACKED)], check=True)


@contextmanager
def before(url: str, folder: Path) -> Iterator[str]:
    """Run nginx before a server, on its own port and without a certificate; yield the address of the book behind it."""
    program = find()
    assert program, MISSING
    address = f"http://127.0.0.1:{serving.free_port()}"
    text = CONFIGURATION.read_text("utf-8")
    changes = {
        "listen 443 ssl;": f"listen {address[7:]};",
        "server 127.0.0.1:8866;": f"server 127.0.0.1:{urlsplit(url).port};",
        "proxy_cache_path /var/cache/nginx/rulebook": f"proxy_cache_path {folder}/cache",
        "pid /run/nginx.pid;": f"pid {folder}/nginx.pid; daemon off;" + " user root;" * (os.geteuid() == 0),
        "http {": "http {" + "".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY),
        **dict.fromkeys(re.findall(r"ssl_certificate\w*\s.*;", text), ""),
    }
    for ours, here in changes.items():
        assert text.count(ours) == 1, ours
        text = text.replace(ours, here)
    (folder / "nginx.conf").write_text(text, "utf-8")
    with (folder / "nginx.log").open("w") as log:
        process = subprocess.Popen([program, "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"], stderr=log)
    try:
        serving.wait_until(lambda: serving.listens(address))
        yield f"{address}{urlsplit(url).path}"
    finally:
        serving.end(process)


if __name__ == "__main__":
    install()
    if not find():
        print(f"The server is not attacked behind a proxy: {MISSING}.")
