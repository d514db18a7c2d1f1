"""Bundles the JavaScript modules of a widget into one text, which a page gets once for any number of widgets.

The sources are ES modules, for tools and tests; a page gets an entry and its imports as one module, with texts and
style as constants (`globals.d.ts`).  A hidden widget, the carrier, brings the bundle and registers it under the hash of
its content; every visible widget is a stub that waits for it.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ..text import words
from .themes import themes

PATCHES = Path(__file__).parent / "patch.js"
_IMPORT = re.compile(r'^import (?:type )?\{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_REMARK = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE)
"""Lines of comments, a tenth of the code."""

# The registry is a property of the page's global object: the widgets are separate modules and share nothing else.
_CARRIER = """
globalThis[CODE] ??= { render, watch };
globalThis.dispatchEvent(new Event(CODE));
export default { initialize() { preparePage(); }, render() {} };
"""

# Where hidden widgets are missing (Colab has a frame for each cell, marimo shows none), the carrier never comes: then
# the stub requests the code from the kernel. A page of the book always brings the carrier.
_STUB = """
const KEY = %s;
const WAIT = 3000; // ms
const STYLE = KEY.slice(0, -17);
function ask(model) {
  if (globalThis[KEY] || document.getElementById("rb-static")) return;
  model.on("msg:custom", async (message) => {
    if (typeof message?.text !== "string" || !message.code || globalThis[message.code]) return;
    const address = URL.createObjectURL(new Blob([message.text], { type: "text/javascript" }));
    const { default: carrier } = await import(address);
    carrier.initialize();
  });
  model.send({ do: "bring" });
}
let coming;
const code = (model) => globalThis[KEY] ? Promise.resolve(globalThis[KEY]) : coming ??= new Promise((resolve) => {
  globalThis.addEventListener(KEY, () => resolve(globalThis[KEY]), { once: true });
  setTimeout(ask, WAIT, model);
});
export default {
  initialize({ model }) { code(model).then(({ watch }) => watch(model)); },
  async render(context) {
    const { render, watch } = await code(context.model);
    const root = context.el.getRootNode();
    if (root instanceof ShadowRoot) {
      await new Promise((resolve) => setTimeout(resolve)); // the code has prepared its page by then
      const style = document.getElementById(STYLE);
      if (style) root.prepend(style.cloneNode(true));
    }
    watch(context.model);
    return render(context);
  },
};
"""


def modules(entry: Path, but: Path | None = None) -> list[Path]:
    """Return a module and its imports in dependency order, except `but` and modules that only it imports."""
    found: list[Path] = []
    visited: set[Path | None] = {but}

    def visit(path: Path) -> None:
        if path not in visited:
            visited.add(path)
            for imported in _IMPORT.findall(path.read_text("utf-8")):
                visit((path.parent / imported).resolve())
            found.append(path)

    visit(entry.resolve())
    return found


def joined(*entries: Path, but: Path | None = None) -> str:
    """Join modules and their imports, each once, into one text without comments; leave out `but`."""
    needed = dict.fromkeys(path for entry in entries for path in modules(entry, but))
    parts = [_IMPORT.sub("", path.read_text("utf-8")) for path in needed]
    return _REMARK.sub("", _EXPORT.sub("", "\n".join(parts)))


class Code:
    """The code of a kind of widgets.

    name: prefix of its key; entry: the module that exports `render`; words: texts of its interface, by language; style:
    style sheet; more: further constants; upon: code already in the page, from which it takes `render`.
    """

    def __init__(
        self,
        name: str,
        entry: Path,
        words: Callable[[], Mapping[str, Mapping[str, str]]],
        style: Callable[[], str],
        more: Callable[[], Mapping[str, Any]] = dict,
        upon: "Code | None" = None,
    ) -> None:
        self.name, self.entry, self._words, self._style, self._more = name, entry, words, style, more
        self._upon = upon

    @cached_property
    def text(self) -> str:
        """The bundle."""
        given = {"KEY": f"hedgekit-{self.name}", "SHEET": self._style(), "WORDS": self._words()}
        constants = {**given, "LANGUAGES": words.both("page.language"), "THEMES": list(themes()), **self._more()}
        lines = (f"const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in constants.items())
        if self._upon is None:
            return "".join(lines) + joined(PATCHES, self.entry)
        taken = f"const {{ render }} = globalThis[{json.dumps(self._upon.key)}];\n"
        return "".join(lines) + taken + joined(PATCHES, self.entry, but=self._upon.entry.resolve())

    @cached_property
    def key(self) -> str:
        """The name of the code in the page, different for each version of the book."""
        return f"hedgekit-{self.name}-{hashlib.sha256(self.text.encode()).hexdigest()[:16]}"

    @cached_property
    def carrier(self) -> str:
        """The module of the carrier."""
        return f"{self.text}\nconst CODE = {json.dumps(self.key)};\n{_CARRIER}"

    @cached_property
    def stub(self) -> str:
        """The module of every visible widget."""
        return _STUB % json.dumps(self.key)
