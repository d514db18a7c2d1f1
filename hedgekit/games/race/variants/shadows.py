"""Modules that stand for the code of rules from outside, so that engines compiled for them are kept and found again."""

import inspect
import linecache
import sys
from collections.abc import Container, Mapping
from types import CodeType, ModuleType
from typing import Any

SHADOW = "hedgekit_outside_"


def shadow(factory: Any) -> str:
    """The name of a module whose file holds what a function is made of.

    Compiled engines are kept on disk by a hash of the files of their functions' modules: a cell has none, and a file
    may have changed since it was read.
    """
    import hashlib  # here: importing hedgekit stays quick
    import tempfile
    import weakref
    from pathlib import Path

    text = "".join(linecache.getlines(factory.__code__.co_filename)) + _made_of(factory.__code__, factory.__globals__)
    name = SHADOW + hashlib.sha256(text.encode()).hexdigest()[:16]
    if name not in sys.modules:
        with tempfile.NamedTemporaryFile("w", prefix=name, suffix=".txt", delete=False, encoding="utf-8") as file:
            file.write(text)
        module = ModuleType(name)
        module.__file__ = file.name
        weakref.finalize(module, Path(file.name).unlink, missing_ok=True)  # also when this process ends
        sys.modules[name] = module
    return name


def sweep(needed: Container[str]) -> None:
    """Remove the modules that no rule needs any more."""
    for name in [name for name in sys.modules if name.startswith(SHADOW) and name not in needed]:
        del sys.modules[name]


def _made_of(code: CodeType, names: Mapping[str, Any], seen: frozenset[str] = frozenset()) -> str:
    """What a function does, as text: its code, and the values and functions it names."""
    said = [code.co_code.hex(), repr([one for one in code.co_consts if not isinstance(one, CodeType)])]
    said += [_made_of(one, names, seen) for one in code.co_consts if isinstance(one, CodeType)]
    for name in sorted({*code.co_names} - seen):
        value = names.get(name)
        if isinstance(value, (int, float, str, tuple)):
            said.append(f"{name}={value!r}")
        elif inspect.isfunction(value):
            said.append(f"{name}:" + _made_of(value.__code__, value.__globals__, seen | {name}))
    return " ".join(said)
