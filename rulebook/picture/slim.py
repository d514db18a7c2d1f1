"""A picture as small as it can be, for notebooks: forty of them are saved in one, and none may use what another has."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from zlib import crc32

from .pen import n

_MOVE = r"translate\((-?[\d.]+) (-?[\d.]+)\)"


_NOUGHT = {("use", "x", "0"), ("use", "y", "0"), ("text", "x", "0")}
"""What goes without saying."""


def short(prefix: str) -> str:
    """A beginning of ids that another picture of a page hardly has."""
    return f"k{crc32(prefix.encode()) % 4096:x}"


def slim(picture: str) -> str:
    """Draw a picture of our own with fewer bytes: coordinates of paths are whole, nothing is there that is not seen.

    It is for looking at: pieces have no names in it, and ids no meaning.
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
        for child in part:
            if child.get("class") == part.get("class"):
                child.attrib.pop("class", None)
    _fold(root)
    _share(root, defs)
    columns: dict[tuple[str, ...], str] = {}
    for part in list(root.iter()):
        _columns(part, columns)
        _letters(part)
        _dots(part)
    for (href, *ys), name in columns.items():
        column = SubElement(defs, "g", {"id": name})
        column.extend(Element("use", {"href": href} | ({"y": y} if y != "0" else {})) for y in ys)
    text = _written(root)
    while dead := [part for part in defs if f"#{part.get('id')}'" not in text and f"#{part.get('id')})" not in text]:
        for part in dead:
            defs.remove(part)
        text = _written(root)
    first, *ids = re.findall(r" id='([^']+)'", text)
    for number, name in enumerate(sorted(ids, key=len, reverse=True)):
        text = re.sub(rf"{re.escape(name)}(?=[')\s])", f"{first}{number}", text)
    return text.replace("<svg", "<svg xmlns='http://www.w3.org/2000/svg'", 1)


def _whole(path: str) -> str:
    """A path with whole coordinates, and without the letters of commands that are the same as the one before."""
    out, before = "", ""
    for letter, said in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [round(float(number)) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", said)]
        named = "" if letter in (before, {"M": "L", "m": "l"}.get(before)) and letter not in "Mm" else letter
        out += named + "".join(f"{'' if (not k and named) or x < 0 else ' '}{x}" for k, x in enumerate(numbers))
        before = letter if named else before
    return out


def _fold(part: Element) -> None:
    """Groups that hold one thing alone: it takes over where they are and what they look like."""
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


def _settle(part: Element) -> None:
    """One move for two; words and symbols have places of their own."""
    moved = re.fullmatch(f"{_MOVE} ?(?:{_MOVE})?(.*)", part.get("transform", ""))
    if not moved:
        return
    x, y = (float(moved[k]) + float(moved[k + 2] or 0) for k in (1, 2))
    if moved[5] or part.tag not in ("use", "text"):
        place = f"translate({n(x)} {n(y)})" if x or y else ""
        part.set("transform", place + re.sub(r"(?<=\()0(?=\.)|(?<=\.\d)0(?=\))", "", moved[5].strip()))
        return
    del part.attrib["transform"]
    for name, by in (("x", x), ("y", y)):
        part.set(name, n(float(part.get(name, 0)) + by))


def _share(root: Element, defs: Element) -> None:
    """Paths and circles that are there several times are drawn once, and used."""
    often = Counter(shape for part in root.iter() if (shape := _shape(part)))
    made: dict[tuple[str, ...], str] = {}
    for part in list(root.iter()):
        shape = _shape(part)
        if not shape or often[shape] < (2 if len(shape[2]) > 99 else 3):
            continue
        if shape not in made:
            made[shape] = f"{root.get('id')}-shared-{len(made)}"
            SubElement(defs, shape[0], {shape[1]: shape[2], "id": made[shape]})
        x, y = (part.attrib.pop(name, "0") for name in ("cx", "cy"))
        del part.attrib[shape[1]]
        part.set("href", "#" + made[shape])
        if part.tag == "circle":
            part.attrib.update({"x": x, "y": y})
        part.tag = "use"
        _settle(part)


def _shape(part: Element) -> tuple[str, str, str] | None:
    name = {"path": "d", "circle": "r"}.get(part.tag, "")
    found = part.get(name, "")
    if part.get("id") or "h0" in found or (len(found) < 30 and name == "d"):
        return None
    return (part.tag, name, found) if found else None


def _runs(
    part: Element, tag: str, places: str, names: set[str], same: set[str] | None = None
) -> Iterator[list[Element]]:
    """Children of a kind that stand one after the other, have these attributes alone, and (all of) the same ones."""
    same = names if same is None else same
    run: list[Element] = []
    for child in [*part, Element("end")]:
        if run and (child.tag != tag or not all(child.get(name) == run[0].get(name) for name in same)):
            if len(run) > 2:
                yield run
            run = []
        if child.tag == tag and set(child.keys()) <= names | set(places):
            run.append(child)


def _columns(part: Element, shapes: dict[tuple[str, ...], str]) -> None:
    """One thing at many places: those below each other become a thing of their own, for every such column."""
    for run in _runs(part, "use", "xy", {"href", "class"}, {"href"}):
        href, at = run[0].get("href", ""), list(part).index(run[0])
        columns: dict[str | None, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for child in run:
            columns[child.get("class")][child.get("x", "0")].append(float(child.get("y", 0)))
            part.remove(child)
        for kind, places in columns.items():
            group = Element("g", {"class": kind} if kind else {})
            for x, ys in places.items():
                ys.sort()
                shape = (href, *(n(y - ys[0]) for y in ys))
                name = href if len(ys) < 2 else "#" + shapes.setdefault(shape, f"column-{len(shapes)}")
                SubElement(group, "use", {"href": name, "x": x, "y": n(ys[0])})
            for child in [group] if kind else list(group):
                part.insert(at, child)
                at += 1


def _letters(part: Element) -> None:
    """Short words of one kind become one text, with a place for each letter."""
    for run in _runs(part, "text", "xy", {"class", "font-size"}):
        wide = 0.58 * float(run[0].get("font-size") or part.get("font-size") or 0)
        if wide and all(len(child.text or "") < 3 for child in run):
            xs, ys = [], []
            for child in run:
                count = len(child.text or "")
                xs += [n(float(child.get("x", 0)) + wide * (k - (count - 1) / 2)) for k in range(count)]
                ys += [child.get("y", "0")] * count
            run[0].attrib.update({"x": " ".join(xs), "y": ys[0] if len(set(ys)) == 1 else " ".join(ys)})
            run[0].text = "".join(child.text or "" for child in run)
            for child in run[1:]:
                part.remove(child)


def _dots(part: Element) -> None:
    """Paths of dots become one."""
    for run in _runs(part, "path", "d", {"stroke-width", "stroke-linecap"}):
        if all("h0" in child.get("d", "") for child in run):
            run[0].set("d", "".join(child.get("d", "") for child in run))
            for child in run[1:]:
                part.remove(child)


def _written(part: Element) -> str:
    named = "".join(f" {k}='{escape(v)}'" for k, v in part.items() if (part.tag, k, v) not in _NOUGHT)
    inner = escape(part.text or "", quote=False) + "".join(map(_written, part))
    return f"<{part.tag}{named}>{inner}</{part.tag}>" if inner else f"<{part.tag}{named}/>"
