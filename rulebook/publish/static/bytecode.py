"""Compiles modules to byte code without docstrings and assertions; compile.mjs runs it in the Python that loads them.

A browser that compiles the standard library and the book itself needs two more seconds for every page.
"""

import importlib.util
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
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


def compiled_files(files: dict[str, bytes]) -> dict[str, bytes]:
    """Modules compiled, the rest as it is.  In the order of the names: what is shared between modules depends on it."""
    return {
        name + "c" if name.endswith(".py") else name: compiled(name, files[name])
        if name.endswith(".py")
        else files[name]
        for name in sorted(files)
    }
