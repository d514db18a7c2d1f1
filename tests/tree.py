"""The structure of a package, read from its files: imports, layers, lengths, branches."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path


def files(root: Path) -> list[Path]:
    """Return the Python files of a package."""
    return sorted(root.rglob("*.py"))


@cache
def imports(root: Path) -> dict[str, set[str]]:
    """Map each module to the modules of its package it imports, also in functions, for type checkers, or by name."""
    names = {file: ".".join((root.name, *file.relative_to(root).with_suffix("").parts)) for file in files(root)}
    known = {name.removesuffix(".__init__"): name for name in names.values()}
    return {name: set(_imported(file, name.split(".")[:-1], known)) - {name} for file, name in names.items()}


def _imported(file: Path, home: list[str], known: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = home[: len(home) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            wanted = [known.get(f"{base}.{alias.name}", known.get(base)) for alias in node.names]
        elif isinstance(node, ast.Import):
            wanted = [known.get(alias.name) for alias in node.names]
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            wanted = [known.get(one.value) for one in node.args if isinstance(one, ast.Constant)]
        else:
            continue
        yield from filter(None, wanted)


def shadows(root: Path) -> list[str]:
    """Return functions and classes named like a module of their package, which they would shadow."""
    found = []
    for init in root.rglob("__init__.py"):
        inside = {path.stem for path in init.parent.iterdir() if path.suffix == ".py" or path.is_dir()}
        for node in ast.parse(init.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in inside:
                found.append(f"{init.parent.relative_to(root.parent)}: {node.name}")
    return found


def climbing(uses: Mapping[str, set[str]], floors: Iterable[set[str]]) -> list[str]:
    """Return imports that violate the layers, listed from the bottom: a room may import lower ones, and itself."""
    floor = {one: height for height, rooms in enumerate(floors) for one in rooms}
    return [
        f"{name} imports {used}"
        for name in sorted(uses)
        for used in sorted(uses[name])
        if room(name) != room(used) and floor[room(used)] >= floor[room(name)]
    ]


def room(name: str) -> str:
    """Return the room of a module: the package or module directly below the root; of games, one level deeper."""
    parts = name.split(".")[1:]
    deep = 1 if name.split(".")[:2] != ["hedgekit", "games"] else 3 if parts[1] == "race" else 2
    return ".".join(parts[:deep])


def circles(uses: Mapping[str, set[str]]) -> set[str]:
    """Return the modules in import cycles."""
    return {name for name in uses if name in _reached(uses, name)}


def _reached(uses: Mapping[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    coming = [name]
    while coming:
        new = uses[coming.pop()] - found
        found |= new
        coming += new
    return found


BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.match_case, ast.comprehension, ast.BoolOp)


@cache
def _functions(root: Path) -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    return [
        (f"{file.relative_to(root.parent).as_posix()}: {node.name}", node)
        for file in files(root)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def long_functions(root: Path, most: int) -> dict[str, int]:
    """Return the functions with more than `most` lines, docstrings included."""
    found = {name: (node.end_lineno or 0) - node.lineno + 1 for name, node in _functions(root)}
    return {name: many for name, many in found.items() if many > most}


def branching(root: Path, most: int) -> dict[str, int]:
    """Return the functions with more than `most` branches: conditions, loops, handlers, comprehensions."""
    found = {name: sum(isinstance(one, BRANCHES) for one in ast.walk(node)) for name, node in _functions(root)}
    return {name: many for name, many in found.items() if many > most}


def long_files(root: Path, most: int) -> dict[str, int]:
    """Return the files with more than `most` lines."""
    found = {
        file.relative_to(root.parent).as_posix(): len(file.read_text("utf-8").splitlines()) for file in files(root)
    }
    return {name: many for name, many in found.items() if many > most}


def crowded(root: Path, most: int) -> dict[str, int]:
    """Return the packages with more than `most` modules, not counting `__init__`."""
    found: dict[str, int] = {}
    for file in files(root):
        if not file.name.startswith("__"):
            name = file.parent.relative_to(root.parent).as_posix()
            found[name] = found.get(name, 0) + 1
    return {name: many for name, many in found.items() if many > most}


def packages(root: Path, most: int) -> dict[str, int]:
    """Return the packages below the root, and below its `games`, with more than `most` lines."""
    found: dict[str, int] = {}
    for file in files(root):
        if file.parent != root:
            parts = file.relative_to(root).parts[:-1]
            name = "/".join([root.name, *parts[: 2 if parts[0] == "games" else 1]])
            found[name] = found.get(name, 0) + len(file.read_text("utf-8").splitlines())
    return {name: many for name, many in found.items() if many > most}
