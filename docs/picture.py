"""Take the picture of the README from the real page: the board of clause 0.9 after a refused move.

    python docs/picture.py

Needs what the browser tests need. Writes docs/rulebook.png.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import serving
from tests.browser import chromium
from tests.browser.conftest import wait_for_boards
from tests.browser.reader import Reader


def main() -> None:
    """Serve the book, be refused, take the picture."""
    with serving.running(serving.command("serve", "--port", "0", "--no-browser")) as run, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en")
        page.goto(f"{run.url}voila/render/{serving.STEMS[1]}.ipynb")
        wait_for_boards(page)
        reader = Reader(page, "held")
        reader.click("d1")
        reader.refused.wait_for()
        page.mouse.move(2, 2)
        # The task, the board and, at the bottom, the answer.
        card = reader.board.locator(".hk-card")
        card.evaluate("card => window.scrollTo(0, scrollY + card.getBoundingClientRect().bottom - innerHeight + 12)")
        page.screenshot(path=ROOT / "docs" / "rulebook.png")
        browser.close()


if __name__ == "__main__":
    main()
