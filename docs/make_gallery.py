"""Make the gallery of positions, docs/gallery.md and its pictures, from docs/gallery.toml: python docs/make_gallery.py.

Pictures come from `game.svg()`, answers from the game; a test fails if they are stale.
"""

import tomllib
from pathlib import Path

import hedgekit

DOCS = Path(__file__).resolve().parent
HEAD = """# Gallery

Interesting positions, drawn by `game.svg()`. The first two lines of each set it up, in a notebook, a terminal or a
program. `game.png()` makes the same picture as PNG. This page is made by `python docs/make_gallery.py`.
"""


def output_of(game: object, code: str) -> list[str]:
    """Return the interactive output of a line of Python."""
    found = eval(code, {"game": game})
    return [] if found is None else [repr(found)]


def made() -> dict[str, str]:
    """Return the files by name, relative to docs."""
    files, parts = {}, [HEAD]
    for one in tomllib.loads((DOCS / "gallery.toml").read_text("utf-8"))["position"]:
        game = hedgekit.Game.from_text(one["rules"], one["at"])
        name = f"gallery/{one['name']}.svg"
        files[name] = game.svg() + "\n"
        lines = [f'>>> at = "{one["at"]}"', f'>>> game = hedgekit.Game.from_text("{one["rules"]}", at)']
        for code in one["shows"]:
            lines += [f">>> {code}", *output_of(game, code)]
        parts.append("\n".join([f"## {one['title']}", "", f"{one['text']}", "", f"![{one['title']}]({name})", ""]))
        parts.append("\n".join(["```", *lines, "", "```", ""]))
    return {**files, "gallery.md": "\n".join(parts)}


def main() -> None:
    """Write the gallery."""
    (DOCS / "gallery").mkdir(exist_ok=True)
    for path in (DOCS / "gallery").iterdir():
        path.unlink()
    for name, text in made().items():
        (DOCS / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
