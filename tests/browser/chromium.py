"""Find a Chromium for the browser tests; as a script, install one with the system's package manager if possible.

Debian's `chromium-headless-shell` is preferred: it renders the same pages at less cost.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PACKAGES = ("chromium-headless-shell", "chromium")
"""Packages to try in turn: not every system has the first."""
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
AS_READERS = ("--no-sandbox", "--disable-dev-shm-usage")
"""Containers have no user namespace for the sandbox, and little shared memory.  Benchmarks use these flags alone."""
FLAGS = (*AS_READERS, "--js-flags=--liftoff-only", "--process-per-site")
"""Test pages are too short-lived for optimized compilation of WebAssembly to pay off, and a process for each page would
take a fifth of the time to open it."""


def launch(playwright: Playwright, flags: tuple[str, ...] = FLAGS) -> Browser:
    """Launch the installed Chromium, or playwright's own."""
    return playwright.chromium.launch(executable_path=_known(), args=flags)


def find() -> str | None:
    """Return the path of a Chromium: the variable CHROMIUM, the system's, or playwright's; None if there is none."""
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
    """Install Chromium with apt-get, as root or with passwordless sudo; otherwise do nothing."""
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
    """Make sure there is a Chromium, or print what to do."""
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
