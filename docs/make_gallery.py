"""Make the gallery of positions, docs/gallery.md and its pictures, from docs/gallery.toml: python docs/make_gallery.py.

Pictures are those of `game.svg()`, answers what the game says today; a test compares.
"""

import tomllib
from pathlib import Path

import hedgekit

DOCS = Path(__file__).resolve().parent
HEAD = """# Gallery

Positions that show something, drawn by `game.svg()`; each stands there as soon as its two lines have run, in a
notebook, a terminal or a program. `game.png()` makes the same picture for where SVG is not wanted. Made by
`python docs/make_gallery.py`.
"""


def said(game: object, code: str) -> list[str]:
    """What Python answers to a line, as it shows it; nothing where there is nothing to say."""
    found = eval(code, {"game": game})
    return [] if found is None else [repr(found)]


def made() -> dict[str, str]:
    """The files, by their names below docs."""
    files, parts = {}, [HEAD]
    for one in tomllib.loads((DOCS / "gallery.toml").read_text("utf-8"))["position"]:
        game = hedgekit.Game.from_text(one["rules"], one["at"])
        name = f"gallery/{one['name']}.svg"
        files[name] = game.svg() + "\n"
        lines = [f'>>> at = "{one["at"]}"', f'>>> game = hedgekit.Game.from_text("{one["rules"]}", at)']
        for code in one["shows"]:
            lines += [f">>> {code}", *said(game, code)]
        parts.append("\n".join([f"## {one['title']}", "", f"{one['text']}", "", f"![{one['title']}]({name})", ""]))
        parts.append("\n".join(["```", *lines, "", "```", ""]))
    return {**files, "gallery.md": "\n".join(parts)}


def main() -> None:
    """Write them."""
    (DOCS / "gallery").mkdir(exist_ok=True)
    for path in (DOCS / "gallery").iterdir():
        path.unlink()
    for name, text in made().items():
        (DOCS / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
