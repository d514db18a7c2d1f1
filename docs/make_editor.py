"""Make the editor of the static site: python docs/make_editor.py.

CodeMirror 6 with what it needs, as docs/editor names it (package.json, and package-lock.json with the hash of every
package), becomes one file, rulebook/publish/static/codemirror.js, by esbuild.  Needs node, npm and their registry; who
reads or builds the book needs none of it.  rulebook/publish/static/lock.toml keeps what the file is known by,
and what it was made of: a test says when it is stale.  The licence of every package must stand in
rulebook/publish/static/licences.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).resolve().parent
SOURCES = tuple(DOCS / "editor" / name for name in ("entry.js", "package.json", "package-lock.json"))
STATIC = DOCS.parent / "rulebook" / "publish" / "static"
EDITOR, LOCK = STATIC / "codemirror.js", STATIC / "lock.toml"
BUILD = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--legal-comments=none")


def bundled() -> dict[str, dict[str, str]]:
    """The packages that are in the editor, by name: version, integrity."""
    packages = json.loads(SOURCES[2].read_text("utf-8"))["packages"]
    return {path.removeprefix("node_modules/"): one for path, one in packages.items() if path and not one.get("dev")}


def licence(package: str) -> str:
    """The text in which the licence of a package stands: CodeMirror's and Lezer's have one for all of them."""
    scope, _, name = package.rpartition("/")
    return {"@codemirror": "codemirror", "@lezer": "lezer"}.get(scope, name)


def made_of() -> str:
    """A hash of what it is made of, and how."""
    parts = [" ".join(BUILD), *(path.read_text("utf-8") for path in SOURCES)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def main() -> None:
    """Make it."""
    from check_licences import missing, ours  # beside this file, as a script finds it

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in SOURCES:
            shutil.copy(path, folder)
        subprocess.run(["npm", "ci", "--ignore-scripts", "--silent"], cwd=folder, check=True)
        for package in bundled():
            theirs = (folder / "node_modules" / package / "LICENSE").read_text("utf-8")
            if differs := missing(ours(licence(package)).decode(), theirs):
                sys.exit(f"{package}: its licence has not {differs}")
        command = ["node", "node_modules/esbuild/bin/esbuild", "entry.js", f"--outfile={EDITOR}", *BUILD]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    known = {"sha256": hashlib.sha256(EDITOR.read_bytes()).hexdigest(), "made_of": made_of()}
    text = LOCK.read_text("utf-8")
    for key, value in known.items():
        text = re.sub(rf'(?m)^(\[editor\]\n(?:.+\n)*?{key} = )".*"', rf'\1"{value}"', text)
    LOCK.write_text(text, "utf-8")
    print(f"{EDITOR.name}: {EDITOR.stat().st_size} bytes")


if __name__ == "__main__":
    main()
