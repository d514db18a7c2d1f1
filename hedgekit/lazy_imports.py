"""Lazy imports, and an import hook for former module names.

`hedgekit/__init__.py` registers where each public name is.  So importing hedgekit is cheap, and modules below the games
(records, positions) can use them without importing them.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # recognised by type checkers, without importing `typing`
if TYPE_CHECKING:
    from typing import Any

HOMES: "dict[str, str]" = {}
"""Name -> its module, relative to the package."""


def load(name: str) -> "Any":
    """Import and return the object of a name in HOMES; KeyError for an unknown name."""
    return getattr(package(HOMES[name]), name)


def package(name: str) -> "Any":
    """Import a package or module by its name relative to hedgekit."""
    return import_module(f"{__package__}.{name}")


_OF_THE_RACE = {
    "engine.drawing": "engine.sampling", "engine.evaluation": "engine.choice.evaluation",
    "engine.lanes": "engine.choice.features", "engine.learned": "engine.choice.value_network",
    "engine.matching": "engine.matches", "engine.mind": "engine.choice.memory",
    "engine.search": "engine.choice.search", "engine.tables": "engine.choice.endgames",
    "engine.together": "engine.batch", "rulesets.combining": "rulesets.rule_set", "rulesets.kernel": "rulesets.engines",
    "rulesets.learned": "rulesets.trained_weights", "rulesets.spoken": "rulesets.free_form",
    "rulesets.weighing": "rulesets.move_search",
}  # fmt: skip
MOVED = {  # longer names before shorter ones
    **{f"{home}{old}": f"games.race.{new}" for home in ("", "games.race.") for old, new in _OF_THE_RACE.items()},
    "carrom": "games.carrom", "engine": "games.race.engine", "notation.conversion": "games.race.notation.conversion",
    "notation.moves": "games.race.notation.moves", "notation.position": "games.race.notation.position",
    "play.collection": "games.collection", "play.game": "games.race.play.game", "play.series": "games.race.play.series",
    "rl.many": "rl.vector", "rulesets": "games.race.rulesets", "simulation.results": "simulation.result",
    "simulation.running": "simulation.runner", "simulation.tasks": "simulation.workers", "sisters": "games",
    "study.showing": "study.refuting", "variants": "games.race.variants",
}  # fmt: skip
"""Former name of a package or module -> its present one.  The former works for one edition, with a warning."""


def present(name: str) -> str:
    """Return the present name of a module (names relative to hedgekit); "" if it has not moved."""
    old = next((old for old in MOVED if name == old or name.startswith(f"{old}.")), "")
    return old and MOVED[old] + name.removeprefix(old)


def spec_of_moved(name: str, now: str) -> "Any":
    """Return the spec of a module under its former name, and warn; both names are absolute."""
    import warnings
    from importlib.machinery import ModuleSpec

    warnings.warn(f"{name} is now {now}", DeprecationWarning, stacklevel=3)
    return ModuleSpec(name, _Imported(import_module(now)))  # type: ignore[arg-type]


class _Imported:
    """A loader for a module that has been imported already."""

    def __init__(self, module: "Any") -> None:
        self.module, self.spec = module, module.__spec__

    def create_module(self, spec: object) -> "Any":
        """Return the module."""
        return self.module

    def exec_module(self, module: "Any") -> None:
        """Do not run the module again; it keeps its spec."""
        module.__spec__ = self.spec


class _Moved:
    """A finder for modules under their former names."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> "Any":
        """Find a module that has moved."""
        package, _, below = name.partition(".")
        now = present(below) if package == __package__ else ""
        return spec_of_moved(name, f"{package}.{now}") if now else None


sys.meta_path.insert(0, _Moved)
