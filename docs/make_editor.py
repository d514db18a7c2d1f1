"""Build the static site's code editor: python docs/make_editor.py.

esbuild bundles CodeMirror 6 and its dependencies (docs/editor: package.json, and package-lock.json with their hashes)
into one file, rulebook/publish/static/codemirror.js.  Needs Node, npm and its registry; reading or building the book
does not.  rulebook/publish/static/lock.toml has the hashes of the file and of its sources: a test fails if it is stale.
Every package's licence must be in rulebook/publish/static/licences.
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
    """Return the bundled packages: name -> version, integrity."""
    packages = json.loads(SOURCES[2].read_text("utf-8"))["packages"]
    return {path.removeprefix("node_modules/"): one for path, one in packages.items() if path and not one.get("dev")}


def licence(package: str) -> str:
    """Return the name of a package's licence text; all of CodeMirror's packages share one, and so do Lezer's."""
    scope, _, name = package.rpartition("/")
    return {"@codemirror": "codemirror", "@lezer": "lezer"}.get(scope, name)


def made_of() -> str:
    """Return a hash of the sources and build options."""
    parts = [" ".join(BUILD), *(path.read_text("utf-8") for path in SOURCES)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def main() -> None:
    """Build the editor and record its hashes."""
    from check_licences import missing, ours  # in this folder

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in SOURCES:
            shutil.copy(path, folder)
        subprocess.run(["npm", "ci", "--ignore-scripts", "--silent"], cwd=folder, check=True)
        for package in bundled():
            theirs = (folder / "node_modules" / package / "LICENSE").read_text("utf-8")
            if differs := missing(ours(licence(package)).decode(), theirs):
                sys.exit(f"{package}: its licence lacks {differs}")
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
