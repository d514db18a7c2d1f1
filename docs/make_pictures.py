"""Draw the book's icon and the picture that links to it are shown with, from the shapes of its pages.

    python docs/make_pictures.py

It needs a Chromium, as the tests do; what it writes into `rulebook/publish/pictures` is part of the package.
"""

import re
import struct
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from rulebook.publish import cover, places
from rulebook.text import words
from tests.browser import chromium

FOLDER = places.PACKAGE / "publish" / "pictures"
FRAME = places.JUPYTER_DATA / "voila" / "templates" / "rulebook" / "frame.macro.html.j2"
SIZES = (16, 32, 48)


def shot(page: Page, body: str, width: int, height: int) -> bytes:
    """A picture of a page as PNG, with nothing where nothing is drawn."""
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(f"<style>* {{ margin: 0 }} svg {{ display: block; height: 100vh }}</style>{body}")
    return page.screenshot(omit_background=True)


def icon(pictures: list[bytes]) -> bytes:
    """Several PNGs as one file of the form ICO: a head, an entry for each, then the pictures."""
    at = 6 + 16 * len(pictures)
    head, entries = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, picture in zip(SIZES, pictures, strict=True):
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + entries + b"".join(pictures)


def main() -> None:
    """Write both."""
    (svg,) = re.findall(r'href="data:image/svg\+xml,([^"]+)"', FRAME.read_text("utf-8"))
    svg = svg.replace("%3C", "<").replace("%3E", ">").replace("%23", "#")
    title, line = words.both("page.book")["en"], words.both("page.tagline")["en"]
    body = (
        f"<style>{cover.style()} body {{ display: flex; align-items: center; background: #f7f1e6; color: #2b2118; "
        "font: 34px/1.35 system-ui, sans-serif; width: 1200px; height: 630px }"
        " body > div { flex: 1; padding: 60px 30px 60px 60px } "
        "h1 { font-size: 60px; line-height: 1.1; margin-bottom: 30px }"
        f" body > svg {{ height: 630px !important; margin-right: 40px }}</style>"
        f"<div><h1>{title}</h1>{line}</div>{cover.picture()}"
    )
    FOLDER.mkdir(exist_ok=True)
    with (
        sync_playwright() as playwright,
        chromium.launch(playwright) as browser,
    ):
        page = browser.new_page(color_scheme="light")
        (FOLDER / "favicon.ico").write_bytes(icon([shot(page, svg, size, size) for size in SIZES]))
        (FOLDER / "link.png").write_bytes(shot(page, body, 1200, 630))
    for file in sorted(FOLDER.iterdir()):
        print(f"{file.relative_to(Path.cwd())}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
