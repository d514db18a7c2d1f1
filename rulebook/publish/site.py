"""What the page template knows of the book: its chapters, its words, where it stands.

`page_config_hook` is Voilà's hook for its pages where it is an extension of a Jupyter server, as on Binder; `configure`
is all that a configuration file needs to call there.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any

from traitlets.config import Config

from rulebook import search
from rulebook.chapters import passages
from rulebook.publish import cover, page_split
from rulebook.stage import themes
from rulebook.text import words


def page_words() -> dict[str, dict[str, str]]:
    """Return the words of the page frame, by key and language: `{"contents": {"en": ..., "fr": ...}}`."""
    return {key: words.both(f"page.{key}") for key in words.table("page", words.SOURCE)}


def chapters(folder: Path) -> list[dict[str, Any]]:
    """Return the chapters in a folder, in order: `stem`, and `title` and `summary` by language."""
    titles = {language: words.chapters(language) for language in words.LANGUAGES}
    found = []
    for stem in sorted(notebook.stem for notebook in folder.glob("[0-9]*.ipynb")):
        # A reader's own notebook, which the book's tables do not know, is listed all the same.
        known = {language: table.get(stem, {"title": stem, "summary": ""}) for language, table in titles.items()}
        said = {key: {language: one[key] for language, one in known.items()} for key in ("title", "summary")}
        found.append({"stem": stem, **said})
    return found


def chapter_folder(root: Path) -> Path | None:
    """Find the chapters under the folder that a Jupyter server serves: the folder itself, or `notebooks/` in it."""
    return next((folder for folder in (root, root / "notebooks") if any(folder.glob("[0-9]*.ipynb"))), None)


Address = Callable[[str, str], str]
"""The address of a chapter ("") or a leaf of it, by that of the chapter and its name."""


def asked_for(url: str, name: str) -> str:
    """The address of a leaf on the server."""
    return f"{url}?{'variant' if name.isdecimal() else 'page'}={name}" if name else url


def site(
    root: Path, base_url: str, notebook_path: str | None, lab: bool, leaf: str = "", address: Address | None = None
) -> dict[str, Any]:
    """Describe the book for the template.

    `root` is the folder that the server serves, `base_url` where, `notebook_path` the chapter shown (None for other
    pages), `lab` whether JupyterLab runs beside it under the same address.  `leaf` of the chapter (`page_split`) is
    shown; `address` says where leaves are, None where every chapter is one page.
    """
    folder = chapter_folder(root)
    below = PurePosixPath(folder.relative_to(root).as_posix()) if folder else PurePosixPath()
    listed = []
    for number, chapter in enumerate(chapters(folder) if folder else []):
        path = str(below / (chapter["stem"] + ".ipynb"))
        url = f"{base_url}voila/render/{path}"
        listed.append(
            chapter
            | {
                "number": number,
                "url": address(url, "") if address else url,
                "lab": f"{base_url}lab/tree/{path}" if lab else "",
                "here": notebook_path is not None and str(PurePosixPath(notebook_path)) == path,
                "leaves": [_leaf(one, chapter, url, address) for one in page_split.leaves(folder, chapter["stem"])]
                if address
                else [],
            }
        )
    here = next((chapter["number"] for chapter in listed if chapter["here"]), None)
    known = list(themes.themes())
    book = {
        "cover": {"picture": cover.picture(), "style": cover.style(), "modules": []} | cover.shown(listed),
        "languages": list(words.LANGUAGES),
        "themes": {  # each with the name of the one that its button changes to
            name: words.both(f"interface.theme-{following}")
            for name, following in zip(known, [*known[1:], *known[:1]], strict=True)
        },
        "colours": themes.sheet(),
        "words": page_words(),
        "chapters": listed,
        "here": listed[here] if here is not None else None,
        "sections": passages.sections(folder, listed[here]["stem"]) if here is not None else [],
        "index": partial(_index, folder, listed),
        "search": "",  # where the index is a file; else the page of contents has it
        "searching": "",  # where the code that searches is a file; else every page has it
        "search_code": search.code(),
        "boot": "",  # where the code of the head is a file, and the colours with the styles; else every page has both
        "home": f"{base_url}voila/tree/{below}".removesuffix("/.") if lab else base_url,
        "lab": f"{base_url}lab/tree/{below}".removesuffix("/.") if lab else "",
        "engine": None,  # where pages find what counts games in the browser (`engine_files.py`)
        "picture": "",  # which is shown with links to the book: its whole address
        "static_site": "",  # where the book is that needs no server
        "licences": "",  # of what a page loads with the book: said by the static site alone
    }
    return book | _placed(book, leaf, address)


def _leaf(leaf: page_split.Leaf, chapter: Mapping[str, Any], url: str, address: Address) -> dict[str, Any]:
    """A leaf of the chapter at `url`; `named`: its title where its chapter is not seen, as on a tab or in a search."""
    named = {lang: f"{chapter['title'][lang]} · {title}" for lang, title in leaf.title.items()}
    more = {"named": leaf.title if leaf.variant else named, "url": address(url, leaf.name)}
    return more | {key: getattr(leaf, key) for key in ("name", "title", "summary", "variant")}


def _placed(book: dict[str, Any], name: str, address: Address | None) -> dict[str, Any]:
    """Where a page stands: its `leaf` (None for a whole chapter), the address of `whole`, `previous` and `next`."""
    run = [one for chapter in book["chapters"] for one in (chapter, *chapter["leaves"])]
    chapter = book["here"]
    mine = chapter["leaves"] if chapter else []
    leaf = next((one for one in mine if one["name"] == name), None)
    at = next((place for place, one in enumerate(run) if one is (leaf or chapter)), None)
    return {
        "leaf": leaf,
        "whole": address(chapter["url"], page_split.WHOLE) if mine and address else "",
        "previous": run[at - 1] if at else None,
        "next": run[at + 1] if at is not None and at + 1 < len(run) else None,
    }


def page_config_hook(
    current_page_config: dict[str, Any], base_url: str, settings: dict[str, Any], notebook_path: str | None, **_: Any
) -> dict[str, Any]:
    """Add the book to a page's configuration.  In place: Voilà's tree page ignores what a hook returns."""
    owner = settings.get("voila", settings["contents_manager"])  # Voilà's own server leaves the root to the application
    book = site(Path(owner.root_dir).expanduser(), base_url, notebook_path, lab=find_spec("jupyterlab") is not None)
    current_page_config["rulebook"] = book
    # Without both, Voilà as a server extension asks a content network for MathJax, though a copy is bundled.
    current_page_config["mathjaxConfig"] = current_page_config["fullMathjaxUrl"] = None
    # Pages without a page configuration (errors) get the book, with no chapter open.
    closed = dict.fromkeys(("here", "leaf", "previous", "next"))
    found = book | closed | {"chapters": [one | {"here": False} for one in book["chapters"]]}
    settings["voila_jinja2_env"].globals["rulebook"] = found
    return current_page_config


def _index(folder: Path | None, chapters: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the search reads: `entries`, by `stem` the `chapters` or leaves they are in, and small words."""
    found = {one["stem"]: {"url": one["url"], "title": one["title"]} for one in chapters}
    mine = {(one["stem"], leaf["name"]): leaf for one in chapters for leaf in one["leaves"]}
    entries = passages.entries(folder)
    for entry in entries:
        stem, name = entry["stem"], entry.pop("leaf")
        if leaf := mine.get((stem, name)):
            entry["stem"] = f"{stem}/{name}"
            found[entry["stem"]] = {"url": leaf["url"], "title": leaf["named"]}
    return {"entries": entries, "chapters": found, "small": words.both("asked.small")}


def configure(config: Any, part: str = "book") -> None:
    """Set what `voila.toml` has under this name in a traitlets configuration: what every way of serving shares."""
    tables = tomllib.loads((Path(__file__).parent / "voila.toml").read_text("utf-8"))
    config.merge(Config(tables[part]))
    config.VoilaConfiguration.page_config_hook = page_config_hook
