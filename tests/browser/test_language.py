"""On a phone, nothing is cut off in a language with sentences a third longer.

The chapters are files, as on the static site, with widgets in their first state: no server.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rulebook.text import words
from tests import serving
from tests.browser.pages import js
from tests.language import pseudo

SHORT = ("07-pieces", "10-combining")
HOST = "http://book.test"
TYPES = {".html": "text/html", ".js": "text/javascript"}
CUT = js("cutOff")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.write_copy(tmp_path_factory.mktemp("pseudo"))


def assert_nothing_is_cut(browser: Browser, copy: Path, stems: tuple[str, ...]) -> None:
    assert pseudo.unmarked_words(copy, "pages", *stems) == {}
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=pseudo.LANGUAGE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def answer(route: Route) -> None:
        file = copy / "pages" / route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
        if file.is_file():
            route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])
        else:
            route.fulfill(status=404, body="")

    context.route("**/*", answer)
    cut = {}
    for stem in stems:
        page.goto(f"{HOST}/{stem}.html?lang={pseudo.LANGUAGE}")
        page.wait_for_selector("html[data-shown]", state="attached")
        assert page.evaluate("document.documentElement.dataset.lang") == pseudo.LANGUAGE
        assert page.locator("h2, h3").filter(has_text="⟦").count()
        if found := page.evaluate(CUT):
            cut[stem] = found
    context.close()
    assert errors == []
    assert cut == {}


def test_nothing_is_cut_off_in_some_chapters(browser: Browser, copy: Path) -> None:
    assert_nothing_is_cut(browser, copy, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("stem", [stem for stem in serving.STEMS if stem not in SHORT])
def test_nothing_is_cut_off_in_any_chapter(browser: Browser, copy: Path, stem: str) -> None:
    assert_nothing_is_cut(browser, copy, (stem,))


def test_german_fits_a_phone(
    open_page: Callable[..., Page], open_chapter: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    """The browser prefers German: cover with a lesson, search, a chapter; no other language, nothing cut off."""
    phone = {"language": "de", "width": 390}
    page = open_page("/", **phone)
    expect(page.get_by_text(words.text("course.tasks.step-on.task", "de")).first).to_be_visible()
    assert_german(page)
    assert axe(page) == []
    page.get_by_role("searchbox", name=words.text("page.search", "de")).fill("Schwarzfeld")
    found = page.get_by_role("search").locator(".rb-found")
    expect(found.get_by_role("link").first).to_be_visible()
    expect(found.locator("mark").first).to_contain_text(re.compile("schwarz", re.IGNORECASE))
    for typed, marked in (("Gruben", "Grube"), ("wuerfeln", "würfel"), ("grosse", "große")):
        page.get_by_role("searchbox", name=words.text("page.search", "de")).fill(typed)
        expect(found.locator("mark").first).to_have_text(re.compile(marked[:-1], re.IGNORECASE))
    description = page.locator("meta[name=description]")
    expect(description).to_have_attribute("content", words.text("page.tagline", "de"))
    chapter = open_chapter("07-pieces", boards=["play-21"], **phone)
    expect(chapter.locator("h1 >> visible=true")).to_have_text(words.chapters("de")["07-pieces"]["title"])
    assert_german(chapter)
    assert axe(chapter) == []


def assert_german(page: Page) -> None:
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.lang]") == ["de", "de"]
    assert not page.locator(":is([data-lang=en], [data-lang=fr]):not(html):visible").count()
    assert page.evaluate(CUT) == []
