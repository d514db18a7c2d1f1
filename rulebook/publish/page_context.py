"""The template context of the book: chapters, texts and navigation.

Where Voilà is an extension of a Jupyter server, as on Binder, it calls `page_config_hook`; a configuration file there
only needs to call `configure`.
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
    """Return the texts of the page frame by key and language: `{"contents": {"en": ..., "fr": ...}}`."""
    return {key: words.both(f"page.{key}") for key in words.table("page", words.SOURCE)}


def chapters(folder: Path) -> list[dict[str, Any]]:
    """Return the chapters in a folder, in order: `stem`, and `title` and `summary` by language."""
    titles = {language: words.chapters(language) for language in words.LANGUAGES}
    listed = []
    for stem in sorted(notebook.stem for notebook in folder.glob("[0-9]*.ipynb")):
        # A reader's own notebook is listed, too, under its stem.
        texts = {language: table.get(stem, {"title": stem, "summary": ""}) for language, table in titles.items()}
        by_key = {key: {language: one[key] for language, one in texts.items()} for key in ("title", "summary")}
        listed.append({"stem": stem, **by_key})
    return listed


def chapter_folder(root: Path) -> Path | None:
    """Return the folder with the chapters: `root` itself, or `notebooks/` in it; None if there are none."""
    return next((folder for folder in (root, root / "notebooks") if any(folder.glob("[0-9]*.ipynb"))), None)


Address = Callable[[str, str], str]
"""Returns the address of a chapter's page, by the address of the chapter and the page's name ("" for the chapter)."""


def server_address(url: str, name: str) -> str:
    """Return the address of a chapter's page on the server."""
    return f"{url}?{'variant' if name.isdecimal() else 'page'}={name}" if name else url


def book_context(
    root: Path, base_url: str, notebook_path: str | None, lab: bool, page: str = "", address: Address | None = None
) -> dict[str, Any]:
    """Return the template context of a page.

    root: the folder that the server serves; base_url: its address; notebook_path: the chapter shown (None for other
    pages); lab: whether JupyterLab runs at the same address; page: the name of the chapter's page (`page_split`);
    address: of chapters' pages, None where chapters are not split.
    """
    folder = chapter_folder(root)
    relative = PurePosixPath(folder.relative_to(root).as_posix()) if folder else PurePosixPath()
    listed = []
    for number, chapter in enumerate(chapters(folder) if folder else []):
        path = str(relative / (chapter["stem"] + ".ipynb"))
        url = f"{base_url}voila/render/{path}"
        listed.append(
            chapter
            | {
                "number": number,
                "url": address(url, "") if address else url,
                "lab": f"{base_url}lab/tree/{path}" if lab else "",
                "here": notebook_path is not None and str(PurePosixPath(notebook_path)) == path,
                "pages": _pages(folder, chapter, url, address) if address else [],
            }
        )
    here = next((chapter["number"] for chapter in listed if chapter["here"]), None)
    names = list(themes.themes())
    book = {
        "cover": {"picture": cover.picture(), "style": cover.style(), "modules": []} | cover.context(listed),
        "languages": list(words.LANGUAGES),
        "themes": {  # with the label of the button, which switches to the next one
            name: words.both(f"interface.theme-{following}")
            for name, following in zip(names, [*names[1:], *names[:1]], strict=True)
        },
        "colours": themes.sheet(),
        "words": page_words(),
        "chapters": listed,
        "here": listed[here] if here is not None else None,
        "sections": passages.sections(folder, listed[here]["stem"]) if here is not None else [],
        "index": partial(_index, folder, listed),
        "search_index": "",  # address of the index, if it is a file; else the contents page has it
        "search_script": "",  # address of the search script, if it is a file; else every page has it
        "search_code": search.code(),
        "boot_script": "",  # address of the head's script, if it is a file and the style sheet has the colours
        "home": f"{base_url}voila/tree/{relative}".removesuffix("/.") if lab else base_url,
        "lab": f"{base_url}lab/tree/{relative}".removesuffix("/.") if lab else "",
        "engine": None,  # addresses of `engine_files`
        "picture": "",  # absolute address of the preview image of links to the book
        "static_site": "",  # address of the static site
        "licences": "",  # address of the licences; in the static site only
    }
    return book | _navigation(book, page, address)


def _pages(folder: Path | None, chapter: Mapping[str, Any], url: str, address: Address) -> list[dict[str, Any]]:
    """Return the pages of the chapter at `url`; `full_title`, for tabs and search results, also names the chapter."""
    found = []
    for page in page_split.chapter_pages(folder, chapter["stem"]):
        full_title = {lang: f"{chapter['title'][lang]} · {title}" for lang, title in page.title.items()}
        extra = {"full_title": page.title if page.variant else full_title, "url": address(url, page.name)}
        found.append(extra | {key: getattr(page, key) for key in ("name", "title", "summary", "variant")})
    return found


def _navigation(book: dict[str, Any], name: str, address: Address | None) -> dict[str, Any]:
    """Return the `page` shown (None for a whole chapter), the address of the `whole` one, `previous` and `next`."""
    sequence = [one for chapter in book["chapters"] for one in (chapter, *chapter["pages"])]
    chapter = book["here"]
    pages = chapter["pages"] if chapter else []
    page = next((one for one in pages if one["name"] == name), None)
    index = next((place for place, one in enumerate(sequence) if one is (page or chapter)), None)
    return {
        "page": page,
        "whole": address(chapter["url"], page_split.WHOLE) if pages and address else "",
        "previous": sequence[index - 1] if index else None,
        "next": sequence[index + 1] if index is not None and index + 1 < len(sequence) else None,
    }


def page_config_hook(
    current_page_config: dict[str, Any], base_url: str, settings: dict[str, Any], notebook_path: str | None, **_: Any
) -> dict[str, Any]:
    """Add the book to a page's configuration, in place: Voilà's tree page ignores the value a hook returns."""
    owner = settings.get("voila", settings["contents_manager"])  # Voilà's own server leaves the root to the application
    lab = find_spec("jupyterlab") is not None
    book = book_context(Path(owner.root_dir).expanduser(), base_url, notebook_path, lab)
    current_page_config["rulebook"] = book
    # Unless both are None, Voilà as a server extension loads MathJax from a CDN.
    current_page_config["mathjaxConfig"] = current_page_config["fullMathjaxUrl"] = None
    # Error pages, which have no configuration, get the book without a current chapter.
    no_chapter = dict.fromkeys(("here", "page", "previous", "next"))
    no_chapter["chapters"] = [one | {"here": False} for one in book["chapters"]]
    settings["voila_jinja2_env"].globals["rulebook"] = book | no_chapter
    return current_page_config


def _index(folder: Path | None, chapters: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the search index: `entries`, `chapters` (or pages) by the `stem` of entries, and `small` (stop words)."""
    targets = {one["stem"]: {"url": one["url"], "title": one["title"]} for one in chapters}
    pages = {(one["stem"], page["name"]): page for one in chapters for page in one["pages"]}
    entries = passages.entries(folder)
    for entry in entries:
        stem, name = entry["stem"], entry.pop("page")
        if page := pages.get((stem, name)):
            entry["stem"] = f"{stem}/{name}"
            targets[entry["stem"]] = {"url": page["url"], "title": page["full_title"]}
    return {"entries": entries, "chapters": targets, "small": words.both("asked.small")}


def configure(config: Any, part: str = "book") -> None:
    """Merge a table of `voila.toml` into a traitlets configuration, and set the hook."""
    tables = tomllib.loads((Path(__file__).parent / "voila.toml").read_text("utf-8"))
    config.merge(Config(tables[part]))
    config.VoilaConfiguration.page_config_hook = page_config_hook
