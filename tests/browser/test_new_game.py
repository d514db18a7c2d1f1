"""The new-game dialog: options of another game are ticked there, and apply."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.reader import COVERED, Open, Reader, js, word


def test_options_are_ticked_and_remembered(open_chapter: Open) -> None:
    """In French, on a phone: two horses, passing; the dialog remembers what was ticked."""
    page = open_chapter("14-petits-chevaux", boards=["play-horses-4"], language="fr", width=390)
    reader = Reader(page, "play-horses-4", "fr")
    reader.button("new-game").click()
    dialog = page.get_by_role("dialog", name=word("new-game", "fr"))
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert dialog.evaluate(js("cutInDialog")) == dialog.evaluate(COVERED) == []
    agreed = dialog.get_by_role("group", name=word("agreed", "fr"))
    expect(agreed.get_by_role("checkbox", checked=True)).to_have_count(0)
    agreed.get_by_label("peuvent en dépasser").check()
    two = agreed.locator("input[type=radio][value='2']")
    two.check()
    reader.answer_to(lambda: dialog.get_by_role("button", name=word("start", "fr"), exact=True).click())
    assert "stable=A2B2C2D2" in reader.field.input_value()
    reader.button("new-game").click()
    expect(agreed.get_by_role("checkbox", checked=True)).to_have_count(1)
    expect(two).to_be_checked()
    dialog.get_by_role("button", name=word("cancel", "fr"), exact=True).click()


def test_the_race_has_no_options_in_the_dialog(open_chapter: Open) -> None:
    page = open_chapter("03-dice", "?variant=6")
    page.locator(".rb-play > summary").click()
    Reader(page, "play-6").button("new-game").click()
    dialog = page.get_by_role("dialog", name=word("new-game"))
    expect(dialog.get_by_role("group", name=word("agreed"))).to_be_hidden()
