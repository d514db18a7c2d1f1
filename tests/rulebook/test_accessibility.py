"""Colours as colour-blind people see them, contrast, motion and touch targets of palettes and styles.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009, severity 1) on linear sRGB;
colour differences are CIELAB's (1976).
"""

import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest

import rulebook
from hedgekit.play.picture import COLOURS
from rulebook.picture import art, svg
from rulebook.stage import themes

ROOT = Path(rulebook.__file__).parent
PAGES = ROOT / "publish/jupyter/voila/templates/rulebook/static/rulebook.css"
Colour = tuple[float, ...]

VISIONS: dict[str, tuple[Colour, ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Colour:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def times(matrix: Iterable[Colour], colour: Colour) -> Colour:
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)


def lab(colour: str, vision: str) -> Colour:
    seen = tuple(min(1.0, max(0.0, part)) for part in times(VISIONS[vision], linear(colour)))
    x, y, z = (part / white for part, white in zip(times(TO_XYZ, seen), WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, vision: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, vision), lab(other, vision), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    light, dark = sorted((times(TO_XYZ, linear(colour))[1] for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_simulation_confuses_red_and_green():
    """The classic pair is far apart in usual vision and close for deuteranopes; white stays white for all."""
    assert difference("#c80000", "#5a7d00", "usual") > 2 * difference("#c80000", "#5a7d00", "deutan")
    for vision in VISIONS:
        assert difference("#ffffff", "#fefefe", vision) < 2
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("vision", VISIONS)
def test_players_colours_differ_in_every_vision(vision):
    """The box's six clearly, nine well; letters on the pieces tell them apart, too."""
    colours = {player: ring for player, (ring, _) in COLOURS.items()}
    for one, other in combinations(colours, 2):
        least = 20 if {one, other} <= set("ABCDEF") else 14
        assert difference(colours[one], colours[other], vision) >= least, (one, other)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_marks_on_squares_differ_in_every_vision(vision, theme):
    """Marks for legal and illegal targets differ from squares and from each other, in form, too."""
    colours = art.colours(theme)
    for mark in ("may", "why"):
        for square in ("square", "square2", "start", "goal", "pit"):
            assert difference(colours[mark], colours[square], vision) >= 20, (mark, square)
    assert difference(colours["may"], colours["why"], vision) >= 40
    assert difference(colours["pit"], colours["square"], vision) >= 40
    styles = art.styles()
    assert "stroke-dasharray" in styles[".why"]
    assert "stroke-dasharray" not in styles[".may"]


def test_pieces_differ_in_more_than_colour():
    """Every hedgehog and every horse has its player's letter."""
    import hedgekit

    for rules in ("0 players=3", "horses players=3"):
        game = hedgekit.game_of(rules)(rules, seed=1)
        picture = svg.draw(game)
        for player in "ABC":
            assert re.search(rf'class="p{player}".*?>{player}\d?</text>', picture), (rules, player)


@pytest.mark.parametrize("theme", themes.themes())
def test_page_text_has_aa_contrast(theme):
    colours = themes.themes()[theme]
    for ground in ("paper", "bed", "card"):
        for text in ("text", "soft", "accent", "no", "good", "ask"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5


def test_every_colour_used_in_a_style_is_defined():
    """An undefined one would be no colour at all."""
    css = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.css"))
    defined = set(re.findall(r"(--[\w-]+):", css + svg.css() + art.game_colours()))
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) - defined == set()


def media_block(css: str, query: str) -> str:
    """Return the content of all blocks of a media query."""
    found = ""
    for start in (match.end() for match in re.finditer(rf"@media \({query}\) \{{", css)):
        depth, at = 1, start
        while depth:
            depth += {"{": 1, "}": -1}.get(css[at], 0)
            at += 1
        found += css[start : at - 1]
    return found


def test_touch_targets_are_44_pixels():
    """With a coarse pointer: every kind of button, list and field of pages, boards, sheets and the desk."""
    pages = media_block(PAGES.read_text("utf-8"), "pointer: coarse")
    assert pages.count("2.75rem") == 2, "44 pixels at 16 pixels per rem"
    for control in (".rb-top :is(button, input)", ".rb-nav li a", ".rb-found a"):
        assert control in pages
    for sheet, controls in {
        "boards/board.css": (".hk-button", "summary", "select", ".hk-check", ".hk-record button", ".hk-icon"),
        "boards/sheet.css": (".hc-button", "select", "summary", ".hc-box", ".hc-more"),
        "desk/desk.css": ("button", "select", "input", "summary", ".dk-check"),
    }.items():
        block = media_block((ROOT / sheet).read_text("utf-8"), "pointer: coarse")
        assert "min-height: 44px" in block
        assert [one for one in controls if one not in block] == [], sheet
    cells = media_block((ROOT / "boards/board.css").read_text("utf-8"), "pointer: coarse")
    assert re.search(r"\.hk-cell\.is-may.*\{ pointer-events: auto; inset: min\(0px, 50% - 22px\); \}", cells)


def test_nothing_moves_with_reduced_motion():
    """Pages stop all motion; boards, which may also be in Lab, move only where motion is not unwanted."""
    pages = media_block(PAGES.read_text("utf-8"), "prefers-reduced-motion: reduce")
    assert "transition: none !important; animation: none !important" in pages
    for path in (*(ROOT / "boards").glob("*.css"), *(ROOT / "choosing").glob("*.css")):
        css = path.read_text("utf-8")
        always = css.replace(media_block(css, "prefers-reduced-motion: no-preference"), "")
        assert not re.search(r"\banimation:\s*(?!none)", always), path.name
