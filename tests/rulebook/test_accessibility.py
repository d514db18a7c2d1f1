"""Colours as the colour-blind see them, contrast, motion, touch targets; by palettes and styles.

Colour blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009, severity 1), on linear sRGB;
differences are those of CIELAB (1976).
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


def apart(one: str, other: str, vision: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, vision), lab(other, vision), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    light, dark = sorted((times(TO_XYZ, linear(colour))[1] for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_simulation_knows_red_and_green():
    """The classic pair is far apart for most and near for two of the three; white stays white for all."""
    assert apart("#c80000", "#5a7d00", "usual") > 2 * apart("#c80000", "#5a7d00", "deutan")
    for vision in VISIONS:
        assert apart("#ffffff", "#fefefe", vision) < 2
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)


@pytest.mark.parametrize("vision", VISIONS)
def test_players_are_told_apart_in_every_vision(vision):
    """Six at the box's table clearly, nine well; their letters, on every piece, say it again."""
    colours = {player: ring for player, (ring, _) in COLOURS.items()}
    for one, other in combinations(colours, 2):
        least = 20 if {one, other} <= set("ABCDEF") else 14
        assert apart(colours[one], colours[other], vision) >= least, (one, other)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_what_is_marked_on_squares_is_told_apart_in_every_vision(vision, theme):
    """Where one may move, and why one may not: apart from the squares and from each other, by their form, too."""
    colours = art.colours(theme)
    for mark in ("may", "why"):
        for square in ("square", "square2", "start", "goal", "pit"):
            assert apart(colours[mark], colours[square], vision) >= 20, (mark, square)
    assert apart(colours["may"], colours["why"], vision) >= 40
    assert apart(colours["pit"], colours["square"], vision) >= 40
    styles = art.styles()
    assert "stroke-dasharray" in styles[".why"]
    assert "stroke-dasharray" not in styles[".may"]


def test_no_piece_is_known_by_its_colour_alone():
    """Every hedgehog and every horse bears the letter of its player."""
    import hedgekit

    for rules in ("0 players=3", "horses players=3"):
        game = hedgekit.game_of(rules)(rules, seed=1)
        picture = svg.draw(game)
        for player in "ABC":
            assert re.search(rf'class="p{player}".*?>{player}\d?</text>', picture), (rules, player)


@pytest.mark.parametrize("theme", themes.themes())
def test_text_of_pages_has_the_contrast_of_aa(theme):
    colours = themes.themes()[theme]
    for ground in ("paper", "bed", "card"):
        for text in ("text", "soft", "accent", "no", "good", "ask"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5


def test_every_colour_that_a_style_asks_for_is_a_colour_of_the_themes():
    """One that is not would be no colour at all."""
    asked = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.css"))
    given = set(re.findall(r"(--[\w-]+):", asked + svg.css() + art.game_colours()))
    assert set(re.findall(r"var\((--[\w-]+)\)", asked)) - given == set()


def queried(css: str, query: str) -> str:
    """What style sheets say under a media query, in all its blocks."""
    found = ""
    for start in (match.end() for match in re.finditer(rf"@media \({query}\) \{{", css)):
        depth, at = 1, start
        while depth:
            depth += {"{": 1, "}": -1}.get(css[at], 0)
            at += 1
        found += css[start : at - 1]
    return found


def test_whatever_is_touched_is_44_pixels():
    """Where a finger points: every kind of button, list and field of pages, boards, sheets and the desk."""
    pages = queried(PAGES.read_text("utf-8"), "pointer: coarse")
    assert pages.count("2.75rem") == 2, "44 pixels, at 16 a rem"
    for control in (".rb-top :is(button, input)", ".rb-nav li a", ".rb-found a"):
        assert control in pages
    for sheet, controls in {
        "boards/board.css": (".hk-button", "summary", "select", ".hk-check", ".hk-record button", ".hk-icon"),
        "boards/sheet.css": (".hc-button", "select", "summary", ".hc-box", ".hc-more"),
        "desk/desk.css": ("button", "select", "input", "summary", ".dk-check"),
    }.items():
        said = queried((ROOT / sheet).read_text("utf-8"), "pointer: coarse")
        assert "min-height: 44px" in said
        assert [one for one in controls if one not in said] == [], sheet
    cells = queried((ROOT / "boards/board.css").read_text("utf-8"), "pointer: coarse")
    assert re.search(r"\.hk-cell\.is-may.*\{ pointer-events: auto; inset: min\(0px, 50% - 22px\); \}", cells)


def test_nothing_moves_for_whoever_wants_no_motion():
    """Pages stop everything; boards, which stand in Lab, too, move only what was not asked to be still."""
    pages = queried(PAGES.read_text("utf-8"), "prefers-reduced-motion: reduce")
    assert "transition: none !important; animation: none !important" in pages
    for path in (*(ROOT / "boards").glob("*.css"), *(ROOT / "choosing").glob("*.css")):
        css = path.read_text("utf-8")
        always = css.replace(queried(css, "prefers-reduced-motion: no-preference"), "")
        assert not re.search(r"\banimation:\s*(?!none)", always), path.name
