"""Compiles modules to byte code without docstrings and assertions; make.mjs runs it in the Python that loads them.

A browser that compiles the standard library and the book itself needs two more seconds for every page.
"""

import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from types import CodeType


def compiled(name: str, source: bytes) -> bytes:
    """The content of `name` + "c": byte code that is taken as it is, whatever became of its source."""
    # By the compiler itself: a tree that is walked in Python takes half as long again for all of it.
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(_bare(code), importlib.util.source_hash(source), False))


def _bare(code: CodeType) -> CodeType:
    """The same code, where every instruction says the first line of its function: exact lines are a third of the whole.

    The table of lines is CPython's since 3.11 (Objects/locations.md in its sources): an entry for eight instructions at
    most, here of the kind without columns, and no step from the line before.
    """
    instructions = len(code.co_code) // 2
    lines = b"".join(bytes((0x80 | 13 << 3 | min(8, instructions - done) - 1, 0)) for done in range(0, instructions, 8))
    constants = tuple(_bare(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=lines)


def compile_archives(folder: Path) -> None:
    """Write the archives of `folder`/in into `folder`/out: modules compiled, the rest as it is.

    In the order of the names: what is shared between modules depends on it.
    """
    (folder / "out").mkdir()
    for path in sorted((folder / "in").iterdir()):
        with zipfile.ZipFile(path) as files, zipfile.ZipFile(folder / "out" / path.name, "w") as out:
            for name in sorted(files.namelist()):
                data, is_code = files.read(name), name.endswith(".py")
                out.writestr(zipfile.ZipInfo(name + "c" * is_code), compiled(name, data) if is_code else data)


if __name__ == "__main__":
    compile_archives(Path("/folder"))
