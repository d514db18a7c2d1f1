"""Minify pictures for notebooks: forty of them are saved in one, and none may use another's definitions."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import escape
from string import ascii_letters
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from zlib import crc32

from .pen import n

_MOVE = r"translate\((-?[\d.]+) (-?[\d.]+)\)"
_DEFAULTS = {("use", "x", "0"), ("use", "y", "0"), ("text", "x", "0")}
"""Attributes with their default values: (tag, name, value)."""


def short(prefix: str) -> str:
    """Return a three-letter prefix for ids that is unlikely to be another picture's."""
    number = crc32(prefix.encode())
    return "".join(ascii_letters[number // 52**at % 52] for at in range(3))


def slim(picture: str) -> str:
    """Minify one of our pictures: round the coordinates of paths, and drop everything invisible.

    The result is only for looking at: pieces have no names, and ids no meaning.
    """
    root = ElementTree.fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))  # noqa: S314 - our own
    defs = root.find("defs")
    assert defs is not None
    styled = set(re.findall(r"\.([\w-]+)", root.findtext("style", "")))
    for part in root.iter():
        kinds = " ".join(kind for kind in part.get("class", "").split() if kind in styled)
        for name in [name for name, _ in part.items() if name.startswith(("data-", "aria-")) or name == "class"]:
            del part.attrib[name]
        if kinds:
            part.set("class", kinds)
        if part.tag in ("title", "desc"):
            part.attrib.clear()
        if path := part.get("d"):
            part.set("d", _whole(path))
        for name in {"x", "y", "cx", "cy", "width", "height"} & set(part.keys()) if part is not root else ():
            part.set(name, str(round(float(part.get(name, 0)))))
        for child in part:
            if child.get("class") == part.get("class"):
                child.attrib.pop("class", None)
    root.set("font-family", "system-ui,sans-serif")
    _fold(root)
    _share(root, defs)
    for part in list(root.iter()):
        _letters(part)
        _dots(part)
    _stamps(root, defs)
    style = root.find("style")
    assert style is not None
    if defs.find("marker") is not None:
        scope = f"#{root.get('id')}"
        style.text = (
            f"{style.text}{scope} marker{{overflow:visible}}{scope} [style]{{fill:none;stroke:none;stroke-width:1}}"
        )
    text = _serialized(root)
    while dead := [part for part in defs if f"#{part.get('id')}'" not in text and f"#{part.get('id')})" not in text]:
        for part in dead:
            defs.remove(part)
        text = _serialized(root)
    first, *ids = re.findall(r" id='([^']+)'", text)
    for number, name in enumerate(sorted(ids, key=text.count, reverse=True)):
        text = re.sub(rf"(?<=[#']){re.escape(name)}(?=[')])", f"{first}{number}", text)
    return text.replace("<svg", "<svg xmlns='http://www.w3.org/2000/svg'", 1)


def _whole(path: str) -> str:
    """Return a path with whole coordinates, without repeating the letter of the command before."""
    out, before = "", ""
    for letter, arguments in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [round(float(number)) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", arguments)]
        named = "" if letter in (before, {"M": "L", "m": "l"}.get(before)) and letter not in "Mm" else letter
        out += named + "".join(f"{'' if (not k and named) or x < 0 else ' '}{x}" for k, x in enumerate(numbers))
        before = letter if named else before
    return out


def _fold(part: Element) -> None:
    """Replace groups of one child by that child, which takes over their attributes."""
    for at, child in enumerate(list(part)):
        _fold(child)
        while child.tag == "g" and len(child) == 1 and not child.get("id"):
            inner, mine = child[0], dict(child.items())
            painted = "class" in mine and any(re.match("class|fill|stroke|color", name) for name, _ in inner.items())
            if painted or inner.tag == "title" or (set(mine) & set(inner.keys())) - {"transform"}:
                break
            if "transform" in mine:
                inner.set("transform", mine.pop("transform") + inner.get("transform", ""))
            inner.attrib.update(mine)
            part.remove(child)
            part.insert(at, inner)
            child = inner
        _settle(child)
    for child in [child for child in part if child.tag == "g" and {*child.keys()} == {"transform"}]:
        if re.fullmatch(_MOVE, child.get("transform", "")) and {inner.tag for inner in child} <= {"g", "use", "text"}:
            for inner in child:  # translate each child instead
                inner.set("transform", child.get("transform", "") + inner.get("transform", ""))
                _settle(inner)
            at = list(part).index(child)
            part[at : at + 1] = list(child)


def _settle(part: Element) -> None:
    """Merge two translations into one, or into `x` and `y` of texts and symbols."""
    moved = re.fullmatch(f"{_MOVE} ?(?:{_MOVE})?(.*)", part.get("transform", ""))
    if not moved:
        return
    x, y = (round(float(moved[k]) + float(moved[k + 2] or 0)) for k in (1, 2))
    if moved[5] or part.tag not in ("use", "text"):
        place = f"translate({n(x)} {n(y)})" if x or y else ""
        part.set("transform", place + re.sub(r"(?<=\()0(?=\.)|(?<=\.\d)0(?=\))", "", moved[5].strip()))
        return
    del part.attrib["transform"]
    for name, by in (("x", x), ("y", y)):
        part.set(name, n(float(part.get(name, 0)) + by))


def _share(root: Element, defs: Element) -> None:
    """Define repeated paths, circles and rectangles once, and use them."""
    often = Counter(shape for part in root.iter() if (shape := _shape(part)))
    made: dict[tuple[tuple[str, str], ...], str] = {}
    for part in list(root.iter()):
        shape = _shape(part)
        if not shape or often[shape] < (2 if len(shape[1][1]) > 99 else 3):
            continue
        if shape not in made:
            made[shape] = f"{root.get('id')}-shared-{len(made)}"
            SubElement(defs, part.tag, {**dict(shape[1:]), "id": made[shape]})
        for name, _ in shape[1:]:
            del part.attrib[name]
        for name in ("x", "y"):
            part.set(name, part.attrib.pop(f"c{name}", part.get(name, "0")))
        part.set("href", "#" + made[shape])
        part.tag = "use"
        _settle(part)


SHAPES = {"path": ["d"], "circle": ["r"], "rect": ["width", "height", "rx"]}


def _shape(part: Element) -> tuple[tuple[str, str], ...] | None:
    names = SHAPES.get(part.tag, ())
    found = tuple((name, part.get(name, "")) for name in names if part.get(name))
    if not found or part.get("id") or (part.tag == "path" and ("h0" in found[0][1] or len(found[0][1]) < 30)):
        return None
    return (("tag", part.tag), *found)


def _runs(
    part: Element, tag: str, places: str, names: set[str], same: set[str] | None = None
) -> Iterator[list[Element]]:
    """Yield runs of three or more siblings with only these attributes, and equal `same` (default: all `names`)."""
    same = names if same is None else same
    run: list[Element] = []
    for child in [*part, Element("end")]:
        if run and (child.tag != tag or not all(child.get(name) == run[0].get(name) for name in same)):
            if len(run) > 2:
                yield run
            run = []
        if child.tag == tag and set(child.keys()) <= names | set(places):
            run.append(child)


def _stamps(part: Element, defs: Element, painted: tuple[dict[str, str], ...] = ()) -> None:
    """Replace a symbol used at many places by a marker on a path; a marker inherits paint where it is defined."""
    mine = {name: value for name, value in part.items() if re.match("class|fill|stroke|color", name)}
    painted = (*painted, mine) if mine and part.tag == "g" else painted
    for child in list(part):
        _stamps(child, defs, painted)
    for run in _runs(part, "use", "xy", {"href", "class"}, {"href"}) if len(painted) < 2 else ():
        kinds: dict[str | None, list[Element]] = defaultdict(list)
        for child in run:
            kinds[child.get("class")].append(child)
        at = list(part).index(run[0])
        for kind, places in kinds.items():
            for child in places:
                part.remove(child)
            if len(places) > 5:
                around = painted[0] if painted else {}
                marker = SubElement(defs, "marker", {"id": f"stamp-{len(defs)}", **around})
                SubElement(marker, "use", {"href": places[0].get("href", "")} | ({"class": kind} if kind else {}))
                places = [Element("path", {"d": _through(places), "style": f"marker:url(#{marker.get('id')})"})]
            for child in places:
                part.insert(at, child)
                at += 1


def _through(places: list[Element]) -> str:
    """Return a path through places, row by row or column by column, whichever is shorter."""
    points = [(float(one.get("x", 0)), float(one.get("y", 0))) for one in places]
    return min((_line(sorted(points, key=lambda point: point[by])) for by in (0, 1)), key=len)


def _line(points: list[tuple[float, float]]) -> str:
    """Return a path through points, using H and V along an axis."""
    (x, y), *rest = points
    out, last = f"M{n(x)} {n(y)}", ""
    for to_x, to_y in rest:
        letter = "H" if to_y == y else "V" if to_x == x else "L"
        x, y = to_x, to_y
        arguments = {"H": n(x), "V": n(y), "L": f"{n(x)} {n(y)}"}[letter]
        out += (" " if letter == last else letter) + arguments
        last = letter
    return out


def _letters(part: Element) -> None:
    """Merge short texts of one kind into a text per row, with a position per letter; a column becomes one text."""
    for run in _runs(part, "text", "xy", {"class", "font-size"}):
        wide = 0.58 * float(run[0].get("font-size") or part.get("font-size") or 0)
        if not wide or any(len(child.text or "") > 2 for child in run):
            continue
        rows: dict[str, list[Element]] = defaultdict(list)
        for child in run:
            rows[child.get("y", "0") if len({one.get("x") for one in run}) > 1 else ""].append(child)
        for first, *rest in rows.values():
            places = []
            for child in (first, *rest):
                count, x = len(child.text or ""), float(child.get("x", 0))
                places += [(str(round(x + wide * (k - (count - 1) / 2))), child.get("y", "0")) for k in range(count)]
            for name, values in zip("xy", map(list, zip(*places, strict=True)), strict=True):
                first.set(name, values[0] if len({*values}) == 1 and name == "y" else " ".join(values))
            first.text = "".join(child.text or "" for child in (first, *rest))
            for child in rest:
                part.remove(child)


def _dots(part: Element) -> None:
    """Merge paths of dots into one."""
    for run in _runs(part, "path", "d", {"stroke-width", "stroke-linecap"}):
        if all("h0" in child.get("d", "") for child in run):
            run[0].set("d", "".join(child.get("d", "") for child in run))
            for child in run[1:]:
                part.remove(child)


def _serialized(part: Element) -> str:
    attributes = "".join(f" {k}='{escape(v)}'" for k, v in part.items() if (part.tag, k, v) not in _DEFAULTS)
    inner = escape(part.text or "", quote=False) + "".join(map(_serialized, part))
    if inner:
        return f"<{part.tag}{attributes}>{inner}</{part.tag}>"
    return "" if part.tag == "g" else f"<{part.tag}{attributes}/>"
