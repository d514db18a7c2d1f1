"""Hedgehogs in their four moods, about the origin of a disc of radius 22, facing right."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .pen import INK, n


def _points(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)


def _spikes(
    begin: float, end: float, count: int, inner: float, outer: float, flat: float, x: float, y: float, lean: float = 0
) -> str:
    """A zigzag along an arc, from one angle to another (degrees, clockwise from the right); `lean` bends the tips."""
    points = []
    for i in range(2 * count + 1):
        angle = math.radians(begin + (end - begin) * i / (2 * count) - (lean if i % 2 else 0))
        radius = outer if i % 2 else inner
        points.append((x + radius * math.cos(angle), y + flat * radius * math.sin(angle)))
    return _points(points)


LINE = f'stroke="{INK}" stroke-linejoin="round" stroke-linecap="round"'
_FUR, _FACE = "#6b4a33", "#f0cf9f"


def _path(d: str, fill: str = "none", width: float = 1.1, more: str = "") -> str:
    stroke = f' stroke-width="{width}"' if width else ' stroke="none"'
    return f'<path d="{d}" fill="{fill}"{stroke}{more}/>'


def _dot(x: float, y: float, r: float, fill: str = INK, width: float = 0) -> str:
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{r}" fill="{fill}"' + (
        f' stroke-width="{width}"/>' if width else ' stroke="none"/>'
    )


def _sleeper() -> str:
    """Curled up to a ball, snoring."""
    return (
        _path(_spikes(150, 395, 15, 12.5, 17, 0.93, -1, 3, 8) + "Q10 15 -1 15Q-10 15 -12 9Z", _FUR)
        + _path("M2 4.5Q9 1.5 13 7.5Q13.5 12.5 7 13.5Q-1 14 -1 9Q-1 6 2 4.5Z", _FACE)
        + _path("M4 8.2q2 2 4.2 .3", width=1.3)
        + _dot(12.6, 9.2, 1.7)
        + _path("M8 -17h4l-4 4.6h4M14.5 -12h3l-3 3.4h3", width=1.5)
        + _path("M-6 6l-2-3M-2 0l-2-3M3 -2l-1-3.4M-8 0l-2.4-2", width=0.9, more=' stroke-opacity=".6"')
    )


def _timid() -> str:
    """Small, ears back, wide eyes, paws before the mouth."""
    return (
        _path(_spikes(178, 335, 12, 12, 16, 0.86, -2.5, 4, -6) + "L12 12Q0 15 -14 11Z", _FUR)
        + _path("M3 -2.5Q12 -4.5 15.5 4Q16 9.5 10 11.5Q3 12.6 1 7Q0 1 3 -2.5Z", _FACE)
        + _dot(5.3, 2, 2.9, "#fff", 0.9) + _dot(11.8, 2, 2.9, "#fff", 0.9) + _dot(6, 2.8, 1.2) + _dot(12.3, 2.8, 1.2)
        + _path("M3 -3.4l4 -1M10.6 -4.4l3.8 1.2", width=1.1)
        + _dot(9.6, 6.4, 1.5)
        + _path("M4.2 11.6q.6-3.2 3-2.6q1.6.6.6 3M10 11.8q-.4-3 2-3.2q2.4.2 1.4 3", _FACE, 1)
        + _path("M-9 11.6q1 3 3.4 .4", _FACE, 1)
        + _path("M18.5 -3q2.4 3 0 4.4q-2.2-1.2 0-4.4Z", "#8fc7e8", 0.7)
    )  # fmt: skip


def _wall() -> str:
    """Flat along a brick wall."""
    bricks = "M-17 -12.5h34M-19.5 -6h39M-11 -18.5v6M2 -18.5v6M13 -17v4.5M-16 -12.5v6.5M-4 -12.5v6.5M8 -12.5v6.5"
    return (
        _path("M-12 -18.5h24L19.8 -6v5h-39.6v-5Z", "#d99a78", 0)
        + _path(bricks, width=0.8, more=' stroke-opacity=".55"')
        + _path(_spikes(186, 352, 14, 14.5, 18, 0.56, -3, 8, 9) + "L13 13Q-2 15 -17 12Z", _FUR)
        + _path("M6 2.6Q14 2 19.6 8.4Q17 13.4 8 13Q3 11.4 6 2.6Z", _FACE)
        + _dot(19, 8.4, 1.7)
        + _dot(10.6, 6.6, 1.9, "#fff", 0.8) + _dot(11.4, 6.8, 0.9)
        + _path("M8.4 4.4h4.4M11.6 10.8q2 .8 3.6 -.6", width=1.1)
        + _path("M-12 13q1 2.6 3.4 .3M3 13.4q1 2.6 3.4 0", _FACE, 1)
    )  # fmt: skip


def _pouncer() -> str:
    """Rear up, head low, spikes flared, on the spring."""
    return (
        '<g transform="rotate(13)">' + _path("M-21 -2h-3.4M-21.6 3h-4M-20 8h-4", width=1.3, more=' stroke-opacity=".7"')
        + _path(_spikes(158, 352, 12, 12.2, 18.6, 0.98, -3.5, 3, 2) + "L11 11Q-2 13 -14 9Z", _FUR)
        + _path("M3 1.5Q11 -1.5 18.6 7.4Q17 12.6 9 12.4Q1 11 3 1.5Z", _FACE)
        + _dot(18.2, 7.6, 1.8)
        + _dot(9.4, 5.4, 2, "#fff", 0.8) + _dot(10, 5.8, 1.1)
        + _path("M5.6 1.6l6.4 2.6", width=1.7)
        + _path("M10.4 10.4q3 .8 5.4 -1", width=1.2)
        + _path("M-12.6 9.4q-1.4 4.6 2.4 5.6h3M5 12q2 3.4 5.4 2.4", _FACE, 1.1) + "</g>"
    )  # fmt: skip


MOODS = {1: _sleeper, 2: _timid, 3: _wall, 4: _pouncer}
