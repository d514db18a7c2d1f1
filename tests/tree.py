"""The tree of a package as its files tell it: who imports whom, on which floor, and how long things are."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path


def files(root: Path) -> list[Path]:
    """The Python files of a package."""
    return sorted(root.rglob("*.py"))


def imports(root: Path) -> dict[str, set[str]]:
    """Of every module the modules of the same package that it imports: in functions, for type checkers, by name too."""
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
    """Functions and classes of a package that have the name of a module in it: importing the one hides the other."""
    found = []
    for init in root.rglob("__init__.py"):
        inside = {path.stem for path in init.parent.iterdir() if path.suffix == ".py" or path.is_dir()}
        for node in ast.parse(init.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in inside:
                found.append(f"{init.parent.relative_to(root.parent)}: {node.name}")
    return found


def climbing(uses: Mapping[str, set[str]], floors: Iterable[set[str]]) -> list[str]:
    """What goes against the floors, from the ground up: a room uses those below it, and whatever is in itself."""
    floor = {one: height for height, rooms in enumerate(floors) for one in rooms}
    return [
        f"{name} imports {used}"
        for name in sorted(uses)
        for used in sorted(uses[name])
        if room(name) != room(used) and floor[room(used)] >= floor[room(name)]
    ]


def room(name: str) -> str:
    """The room of a package that a module stands in: a package or a module right below it; of games, a game's rooms."""
    parts = name.split(".")[1:]
    deep = 1 if name.split(".")[:2] != ["hedgekit", "games"] else 3 if parts[1] == "race" else 2
    return ".".join(parts[:deep])


def circles(uses: Mapping[str, set[str]]) -> set[str]:
    """The modules that lean on themselves by way of others."""
    return {name for name in uses if name in _reached(uses, name)}


def _reached(uses: Mapping[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    coming = [name]
    while coming:
        new = uses[coming.pop()] - found
        found |= new
        coming += new
    return found


def long_functions(root: Path, most: int) -> list[str]:
    """The functions with more lines than that, docstrings counted."""
    return [
        f"{file.relative_to(root.parent)}: {node.name}"
        for file in files(root)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno - node.lineno >= most
    ]


def long_files(root: Path, most: int) -> set[str]:
    """The files with more lines than that."""
    return {
        file.relative_to(root).as_posix() for file in files(root) if len(file.read_text("utf-8").splitlines()) > most
    }
