"""Find a Chromium for the browser tests; run as a script, install one where the system's package manager may."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def find() -> str | None:
    """Return the path of a Chromium: the variable CHROMIUM, the system's, or the one that playwright brought."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    for candidate in (*NAMES, *PLACES):
        if found := shutil.which(candidate):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    return bundled if Path(bundled).exists() else None


def install() -> None:
    """Install Chromium with apt-get, as root or where sudo asks no password; do nothing elsewhere."""
    if not shutil.which("apt-get"):
        return
    sudo: list[str] = []
    if os.geteuid() != 0:
        if not shutil.which("sudo") or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode:
            return
        sudo = ["sudo", "-n"]
    print("Installing Chromium with apt-get ...", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run([*sudo, "apt-get", "-qq", "update"], **quiet)
    subprocess.run([*sudo, "apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium"], **quiet)


def main() -> int:
    """Make sure that there is one, or say what to do."""
    if not find():
        install()
    if find():
        return 0
    print(
        "The browser tests need Chromium or Chrome and none was found.\n"
        "Install one with your package manager (Debian, as root: apt-get install chromium),\n"
        "or name its program: make test CHROMIUM=/path/to/chrome",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
