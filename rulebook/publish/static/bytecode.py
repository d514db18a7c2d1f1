"""Compiles modules to bytecode without docstrings and assertions; make.mjs runs it in the Python that loads them.

A browser takes two seconds more per page to compile the standard library and the book itself.
"""

import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType


def compile_module(name: str, source: bytes) -> bytes:
    """Return the content of the .pyc file of a module: unchecked, so it is loaded whatever its source."""
    # Docstrings are removed by the compiler: walking the tree in Python would take half as long again.
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(_without_lines(code), importlib.util.source_hash(source), False))


def _without_lines(code: CodeType) -> CodeType:
    """Return code whose instructions all have the first line of their function: exact lines are a third of the size.

    The line table is CPython's since 3.11 (Objects/locations.md): an entry covers at most eight instructions; here it
    has no columns and a line delta of 0.
    """
    instructions = len(code.co_code) // 2
    lines = b"".join(bytes((0x80 | 13 << 3 | min(8, instructions - done) - 1, 0)) for done in range(0, instructions, 8))
    constants = tuple(_without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=lines)


def compile_archives(folder: Path) -> None:
    """Write the archives of `folder`/in to `folder`/out with modules compiled and other files unchanged.

    In the order of names, on which the constants shared between modules depend.
    """
    (folder / "out").mkdir()
    for path in sorted((folder / "in").iterdir()):
        with zipfile.ZipFile(path) as files, zipfile.ZipFile(folder / "out" / path.name, "w") as out:
            for name in sorted(files.namelist()):
                data, is_code = files.read(name), name.endswith(".py")
                out.writestr(zipfile.ZipInfo(name + "c" * is_code), compile_module(name, data) if is_code else data)


if __name__ == "__main__":
    compile_archives(Path("/folder"))
