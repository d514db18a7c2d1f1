"""A Chromium for the browser tests; run as a script, install one where the system's package manager may.

Preferred is the one without windows, Debian's `chromium-headless-shell`: it draws the same pages for less.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PACKAGES = ("chromium-headless-shell", "chromium")
"""What the package manager is asked for, until one is there: not every system has the first."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
AS_READERS = ("--no-sandbox", "--disable-dev-shm-usage")
"""In containers there is no user namespace for the sandbox and little shared memory.  Benchmarks begin it so."""
FLAGS = (*AS_READERS, "--js-flags=--liftoff-only", "--process-per-site")
"""A page of a test ends before WebAssembly that was compiled twice, the second time thoroughly, has paid for that; a
process for each page that is opened in a tab would be a fifth of what opening it costs."""


def launch(playwright: Playwright, flags: tuple[str, ...] = FLAGS) -> Browser:
    """Begin the one that is there, or playwright's own."""
    return playwright.chromium.launch(executable_path=_known(), args=flags)


def find() -> str | None:
    """Return the path of a Chromium: the variable CHROMIUM, the system's, or the one that playwright brought."""
    if (known := _known()) or os.environ.get("CHROMIUM"):
        return known
    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    return bundled if Path(bundled).exists() else None


def _known() -> str | None:
    named = os.environ.get("CHROMIUM")
    found = map(shutil.which, [named] if named else [*NAMES, *PLACES])
    return next(filter(None, found), None)


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
    for package in PACKAGES:
        subprocess.run([*sudo, "apt-get", "-qq", "install", "-y", "--no-install-recommends", package], **quiet)
        if find():
            return


def main() -> int:
    """Make sure that there is one, or say what to do."""
    if not find():
        install()
    if find():
        return 0
    print(
        "The browser tests need Chromium or Chrome and none was found.\n"
        "Install one with your package manager (Debian, as root: apt-get install chromium-headless-shell),\n"
        "or name its program: make test CHROMIUM=/path/to/chrome",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
