"""Take screenshots of every page at three widths, light and dark, for inspection.

    python docs/pictures.py                      all pages, into build/pictures (`make pictures`)
    python docs/pictures.py cover variant-13     only these pages

A screenshot shows the page without scrolling.  Needs what the browser tests need.  Those of the cover also become
docs/rulebook.png (for the README) and the preview picture of links.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rulebook.publish import page_split  # noqa: E402
from tests import serving  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.browser.conftest import wait_for_page  # noqa: E402

COVER = "cover"
SIZES = ((1280, 800), (768, 1024), (390, 844))
THEMES = ("light", "dark")
FOLDER = ROOT / "build" / "pictures"
LINK, LINK_SIZE = ROOT / "rulebook" / "publish" / "pictures" / "link.png", (1200, 630)


def pages() -> Iterator[tuple[str, str]]:
    """Yield every page of the book: its name, and its path on the server."""
    yield COVER, ""
    for stem in serving.STEMS:
        yield stem, f"voila/render/{stem}.ipynb"
        for one in page_split.chapter_pages(serving.NOTEBOOKS, stem):
            kind = "variant" if one.variant else "page"
            name = f"variant-{one.name}" if one.variant else f"{stem}-{one.name}"
            yield name, f"voila/render/{stem}.ipynb?{kind}={one.name}"


def take(page: Page, path: Path, is_cover: bool) -> None:
    """Take the screenshot of a page once its visible boards are ready."""
    if is_cover:
        page.locator(".hk-board .hk-cell").first.wait_for()
    else:
        wait_for_page(page)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=path)


def main(wanted: set[str]) -> None:
    """Serve the book and take the pictures."""
    known = {name: address for name, address in pages() if not wanted or name in wanted}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with serving.running(serving.command("serve", "--port", "0", "--no-browser")) as run, sync_playwright() as play:
        browser = chromium.launch(play)
        for theme in THEMES:
            page = browser.new_page(reduced_motion="reduce", locale="en", color_scheme=theme)
            for name, address in known.items():
                for width, height in (*SIZES, LINK_SIZE) if name == COVER else SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(run.url + address)
                    take(page, FOLDER / f"{name}-{width}-{theme}.png", name == COVER)
                print(f"{name}, {theme}", flush=True)
            page.close()
        browser.close()
    if COVER in known:
        for (width, _), made in ((SIZES[0], ROOT / "docs" / "rulebook.png"), (LINK_SIZE, LINK)):
            made.write_bytes((FOLDER / f"{COVER}-{width}-{THEMES[0]}.png").read_bytes())


if __name__ == "__main__":
    main(set(sys.argv[1:]))
